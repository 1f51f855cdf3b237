"""The address of a message, as Discord's clients open it."""

from __future__ import annotations

from cogs.line.allowance import Place
from storage.records import Past, Table


def address(place: Place, message: int | None) -> str:
    """Return the address of a message, or of its channel where none stands."""
    link = f"https://discord.com/channels/{place.guild}/{place.channel}"
    return f"{link}/{message}" if message else link


def link_to(table: Table, message: int | None) -> str:
    """Return the address of a table's board, or of its channel where none stands."""
    return address(Place.of(table), message)


def link_to_result(past: Past) -> str:
    """Return the address of a game's result; empty where it is not known."""
    return link_to(past.table, past.message) if past.message else ""
