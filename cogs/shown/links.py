"""The address of a table's message, as Discord's clients open it."""

from __future__ import annotations

from storage.records import Past, Table


def link_to(table: Table, message: int | None) -> str:
    """Return the address of a table's board, or of its channel where none stands."""
    link = f"https://discord.com/channels/{table.guild}/{table.channel}"
    return f"{link}/{message}" if message else link


def link_to_result(past: Past) -> str:
    """Return the address of a game's result; empty where it is not known."""
    return link_to(past.table, past.message) if past.message else ""
