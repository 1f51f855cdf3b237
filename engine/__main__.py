"""The command line of the rules: `python -m engine verify FILE` checks a finished match."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine import registry
from engine.verify import Unfit, final, read, seal, shown, verify


def main(arguments: list[str] | None = None) -> int:
    """Check a file, say what it proves or what does not fit; return 0 if all fits."""
    parser = argparse.ArgumentParser(prog="python -m engine")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("verify", help="check the deal and the log of a finished match")
    command.add_argument("file", type=Path)
    path: Path = parser.parse_args(arguments).file
    try:
        text = read(path)
        match = verify(registry.load(), text)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{shown(path.name)} cannot be read: {error}", file=sys.stderr)
        return 2
    except Unfit as unfit:
        print(f"DOES NOT FIT: {unfit}", file=sys.stderr)
        return 1
    header = match.header
    print(f"Everything fits: {header.game}, table {shown(header.id)}, {match.sequence} entries.")
    print(f"Seal of the deal, to compare with the table's footer: {seal(header.seed)}")
    print(f"Fingerprint of the match, to compare with others' files: {final(text)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
