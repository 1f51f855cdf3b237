"""What an owner does beside the bot: backup, restore, copy; and the operator's orders."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from hosting import backups, operator
from storage import copying
from storage.url import shown


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Let a command line name one of the commands."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    backup = commands.add_parser("backup", help="write the store to a file, also while it is used")
    backup.add_argument("file", type=Path, help="a new file; with --keep a folder")
    backup.add_argument("--keep", type=_count, help="how many backups stay in the folder")
    restore = commands.add_parser("restore", help="replace the store by a backup")
    restore.add_argument("file", type=Path, help="a backup")
    copy = commands.add_parser("copy", help="copy one store to another that is empty")
    copy.add_argument("source", metavar="FROM", help="as DATABASE_URL")
    copy.add_argument("target", metavar="TO", help="as DATABASE_URL")
    operator.add_commands(commands)
    doctor = commands.add_parser(
        "doctor", help="look whether everything is set up well; change nothing"
    )
    doctor.add_argument(
        "--update", action="store_true", help="which running tables this version would end"
    )


async def carry_out(arguments: argparse.Namespace, url: str) -> str:
    """Carry out the command that was named, on the store at this URL or the named ones.

    Return sentences that say so, with the store that was meant; raise StoreError.
    """
    match arguments.command:
        case "backup" if arguments.keep is not None:
            file = await backups.rotate(url, arguments.file, arguments.keep, time.time())
            return f"The store {shown(url)} is in {file} now."
        case "backup":
            await copying.backup(url, arguments.file)
            return f"The store {shown(url)} is in {arguments.file} now."
        case "restore":
            await copying.restore(arguments.file, url)
            return f"The store {shown(url)} is as it was in {arguments.file}."
        case "copy":
            await copying.copy(arguments.source, arguments.target)
            return f"The store {shown(arguments.source)} is in {shown(arguments.target)} too."
        case _:
            return await operator.carry_out(arguments, url)


def _count(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"at least 1 backup has to stay, not {text}.")
    return int(text)
