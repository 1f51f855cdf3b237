"""What verbs are: who carries out a press, at a table or on a page that belongs to none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from tables.room.room import Room

Verb: TypeAlias = Callable[[Answer, Press, Room], Awaitable[None]]
"""Carries out a press at a table."""
Turn: TypeAlias = Callable[[Answer, Press], Awaitable[None]]
"""Carries out a press on a page that belongs to no table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verbs:
    """Who carries out which press."""

    at_tables: Mapping[str, Verb]
    """The frame's own verbs at a table."""
    act: Callable[[Answer, Press, Room, float], Awaitable[None]]
    """All others there, which are the game's; told when the press came."""
    elsewhere: Mapping[str, Turn]
    """The verbs on pages that belong to no table."""
    trials: Mapping[str, Turn]
    """Whatever the verb, by how that begins which stands in the place of a table."""
