"""The address of a message, as Discord's clients open it."""

from __future__ import annotations

from cogs.line.allowance import Placed
from storage.records import Past


def address(shown: Placed, message: int | None) -> str:
    """Return the address of the message by which something is shown, or of its channel where none
    stands."""
    link = f"https://discord.com/channels/{shown.guild}/{shown.channel}"
    return f"{link}/{message}" if message else link


def link_to_result(past: Past) -> str:
    """Return the address of a game's result; empty where it is not known."""
    return address(past.table, past.message) if past.message else ""
