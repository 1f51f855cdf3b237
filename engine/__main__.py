"""The command line of the rules: `python -m engine verify FILE` checks a finished match."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine import registry
from engine.verify import Unfit, final, read, seal_of, shown, verify


def main(arguments: list[str] | None = None) -> int:
    """Check a file, say what it proves or what does not fit; return 0 if all fits."""
    parser = argparse.ArgumentParser(prog="python -m engine")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("verify", help="check the deal and the log of a finished match")
    command.add_argument("file", type=Path)
    noted = "what you noted down: a seal, a fingerprint, or one with its step, as 12:0f3a9c"
    command.add_argument("kept", nargs="*", default=[], help=noted)
    given = parser.parse_args(arguments)
    path: Path = given.file
    try:
        text = read(path)
        match = verify(registry.load(), text, given.kept)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{shown(path.name)} cannot be read: {error}", file=sys.stderr)
        return 2
    except Unfit as unfit:
        print(f"DOES NOT FIT: {unfit}", file=sys.stderr)
        return 1
    header = match.header
    print(f"Everything fits: {header.game}, table {shown(header.id)}, {match.sequence} entries.")
    if not match.over:
        print("The match was not played to its end.")
    print(f"Seal of the deal, to compare with the table's footer: {seal_of(text)}")
    print(f"Fingerprint of the match, to compare with others' files: {final(text)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
