"""What an owner does beside the bot: backup, restore, copy; and the operator's orders."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from hosting import operator
from storage import copying


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Let a command line name one of the commands."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    backup = commands.add_parser("backup", help="write the store to a file, also while it is used")
    backup.add_argument("file", type=Path, help="a new file")
    restore = commands.add_parser("restore", help="replace the store by a backup")
    restore.add_argument("file", type=Path, help="a backup")
    copy = commands.add_parser("copy", help="copy one store to another that is empty")
    copy.add_argument("source", metavar="FROM", help="as DATABASE_URL")
    copy.add_argument("target", metavar="TO", help="as DATABASE_URL")
    operator.add_commands(commands)


async def carry_out(arguments: argparse.Namespace, url: str) -> str:
    """Carry out the command that was named, on the store at this URL or the named ones.

    Return a sentence that says so; raise StoreError.
    """
    match arguments.command:
        case "backup":
            await copying.backup(url, arguments.file)
            return f"The store is in {arguments.file} now."
        case "restore":
            await copying.restore(arguments.file, url, time.time())
            return f"The store is as it was in {arguments.file}."
        case "copy":
            await copying.copy(arguments.source, arguments.target, time.time())
            return "The store is copied."
        case _:
            return await operator.carry_out(arguments, url)
