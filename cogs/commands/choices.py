"""What is offered while somebody types into an option of a command."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

MOST = 25
"""Choices that Discord shows."""


def choices(named: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Return those of `named` values, each behind its name, whose name holds what is typed."""
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in named
        if typed.casefold() in name.casefold()
    ][:MOST]
