"""The values that go into the store and come out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["lobby", "running", "finished", "aborted"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat."""

    user: int | None
    """The Discord user, or None for a computer."""
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A message that mentions the person in a seat."""

    seat: int
    message: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a channel; times in seconds since the epoch, ids as Discord gives them."""

    id: str
    guild: int
    channel: int
    host: int
    game: str
    version: int
    """The version of the game's rules."""
    options: str
    """The lobby's options as JSON text."""
    seed: str
    players: tuple[Player, ...]
    """Who sits where, seat 0 first."""
    status: Status
    created: float
    updated: float
    started: float | None = None
    message: int | None = None
    """The board."""
    posted: float | None = None
    """When the board was posted."""
    calls: tuple[Call, ...] = ()
    """The messages that mention people the table waits for."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action of a match; the first has sequence 1, the set-up being 0."""

    sequence: int
    seat: int
    action: str
    """The action as JSON text."""
    at: float
    due: float | None = None
    """When the table then needs the bot by itself (deadline, computer, nudge); None: never."""


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A person's private message at a table, and how it can still be edited."""

    user: int
    message: int
    token: str
    """The interaction's token, of no use to anybody once `until` has passed."""
    locale: str
    until: float
    """Seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a match is made from again: its last snapshot and the entries after it."""

    snapshot: str
    sequence: int
    """The sequence the snapshot was taken at."""
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a seat fared in a finished match."""

    seat: int
    user: int | None
    name: str
    place: int
    """1 is the winner; ties share a place."""
    scores: str
    """The score broken down, as JSON text."""
    finished: float
