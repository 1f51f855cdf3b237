"""What an owner orders while the bot runs: who may not play anywhere, whether games begin."""

from __future__ import annotations

import argparse
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from storage.people import Ban
from storage.store import Store
from storage.url import demand_newest, open_store, shown


def add_commands(commands: Any) -> None:
    """Add the commands to a parser's subparsers."""
    block = commands.add_parser("block", help="let a server or a person play nowhere")
    for parser in (block, commands.add_parser("unblock", help="take a block back")):
        parser.add_argument("what", choices=("server", "person"))
        parser.add_argument("id", type=_id, help="as Discord's developer mode shows it")
    block.add_argument("reason", nargs="*", help="for yourself, in the list")
    commands.add_parser("blocks", help="list who is blocked")
    halt = commands.add_parser("new-tables", help="let no game begin before maintenance, or again")
    halt.add_argument("wanted", choices=("off", "on"))


async def carry_out(arguments: argparse.Namespace, url: str) -> str:
    """Carry out the command that was named on the store at this URL, in use or not.

    Return what there is to say about it; raise StoreError, also when there is no store, or one of
    an older schema.
    """
    async with _opened(url) as store:
        said = await _ordered(arguments, store)
    return f"{said}\nThis is the store {shown(url)}."


async def _ordered(arguments: argparse.Namespace, store: Store) -> str:
    match arguments.command:
        case "block":
            guild, user = _place(arguments)
            await store.staff.ban(
                Ban(guild, user, None, " ".join(arguments.reason), 0, time.time())
            )
            return f"The {arguments.what} {arguments.id} is blocked."
        case "unblock":
            place = _place(arguments)
            held = any((block.guild, block.user) == place for block in await store.staff.blocks())
            await store.staff.unban(*place)
            stands = "is not blocked any more" if held else "was not blocked"
            return f"The {arguments.what} {arguments.id} {stands}."
        case "blocks":
            return "\n".join(map(_line, await store.staff.blocks())) or "Nobody is blocked."
        case _:
            await store.staff.halt(arguments.wanted == "off")
            return f"New tables are {arguments.wanted}."


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Store]:
    await demand_newest(url)
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


def _id(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"an ID is the number that Discord shows, not {text}.")
    return int(text)


def _place(arguments: argparse.Namespace) -> tuple[int, int]:
    """Return the server and the person of a ban; 0 stands for all."""
    return (arguments.id, 0) if arguments.what == "server" else (0, arguments.id)


def _line(block: Ban) -> str:
    what = f"server {block.guild}" if block.guild else f"person {block.user}"
    since = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(block.at))
    return f"{what}, since {since}" + (f": {block.reason}" if block.reason else "")
