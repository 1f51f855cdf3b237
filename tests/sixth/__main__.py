"""Runs `python -m tests.sixth FOLDER`: the project with the sixth game, to be played and tried."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.sixth.install import install

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.sixth", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where it is to be")
    install(parser.parse_args().folder)
