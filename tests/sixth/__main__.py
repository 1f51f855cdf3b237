"""Runs `python -m tests.sixth FOLDER`: the project with the sixth game, to be played and tried."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.sixth.install import install

if __name__ == "__main__":
    install(Path(sys.argv[1]))
