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
    options: str = "{}"
    """What was chosen for the seat in the lobby, as JSON text."""
    away: bool = False
    """Whether a computer plays for this person until they take the seat back."""
    left: float | None = None
    """Since when it does."""
    late: bool = False
    """Whether this person took the seat over in a game that others had begun."""
    since: int | None = None
    """After which entry they did; None where that was not noted."""
    cut: str = ""
    """What this person adds to the chance of the game: a number, and words of their own."""

    @property
    def after(self) -> int | None:
        """After which entry those of the seat are this person's; None where nobody knows."""
        return self.since if self.late else 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a channel; times in seconds since the epoch, ids as Discord gives them."""

    id: str
    guild: int
    channel: int
    host: int
    game: str
    rules: int
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
    paused: float | None = None
    """Since when the clocks have stood still, or None."""
    data: str = ""
    """The digest of the data file the match began with."""
    version: int = 0
    """How often the row was written; the store counts and refuses an older one."""
    private: bool = False
    """Whether nobody sits down without being invited."""
    reliable: bool = False
    """Whether nobody sits down who often leaves games."""
    cuts: str = ""
    """By seat the digests of the cuts with which the match began, as JSON text; empty before, and
    in matches from before everybody cut."""
    head: str = ""
    """The fingerprint of what the match began with, as it was then."""
    tournament: str = ""
    """The tournament in a round of which it is played; empty for most."""
    why: str = ""
    """The key of the text that says why it ended without a result, or is paused; empty where none
    is needed."""

    @property
    def is_open(self) -> bool:
        """Whether it has not ended."""
        return self.status in ("lobby", "running")

    @property
    def users(self) -> list[int]:
        """The people who sit there, away or not, by seat."""
        return [player.user for player in self.players if player.user is not None]

    def seat_of(self, user: int) -> int | None:
        """Return whose seat this person has, away or not, or None."""
        return next((s for s, player in enumerate(self.players) if player.user == user), None)


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action of a match; the first has sequence 1, the set-up being 0."""

    sequence: int
    seat: int
    action: str
    """The action as JSON text."""
    at: float
    by: str
    """Who made it: person, computer, clock or staff."""
    due: float | None = None
    """When the table then needs the bot by itself (deadline, computer, nudge); None: never."""


@dataclass(frozen=True, slots=True)
class Board:
    """The public message of a table and what it shows; written by who publishes it, alone."""

    table: str
    message: int | None = None
    posted: float | None = None
    """When the message was posted."""
    nonce: str | None = None
    """Of a message that is being posted: sent again with it, Discord returns what stands."""
    version: int = -1
    """The version of the table's row that the message shows."""
    sequence: int = -1
    """The sequence of the last entry that the message shows; -1 in the lobby."""
    leftovers: tuple[int, ...] = ()
    """Messages that are still to be deleted."""


@dataclass(frozen=True, slots=True)
class Call:
    """A message that mentions the person in a seat; without an id while it is being sent."""

    table: str
    seat: int
    nonce: str
    message: int | None = None
    reminds: bool = False
    """Whether it says that most of the time is over."""
    told: bool = False
    """Whether nobody is to be told of it by direct message any more."""


@dataclass(frozen=True, slots=True)
class Summons:
    """A message at a lobby that mentions a role; without an id while it is being sent."""

    table: str
    guild: int
    role: int
    at: float
    message: int | None = None
    over: bool = False
    """Whether nothing about it is to be done any more."""


PrivateKind = Literal["panel", "words", "lobby"]


@dataclass(frozen=True, slots=True)
class Private:
    """A message at a table that one person alone sees, and how it can still be edited."""

    table: str
    user: int
    kind: PrivateKind
    token: str
    """The interaction's token, of no use to anybody once `until` has passed."""
    message: int | None
    """The token's followup with this id, or None: what the token calls `@original`."""
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
    """1 is the winner; ties share a place; who left comes behind all others. 0 where a match was
    broken off too early for places."""
    scores: str
    """The score broken down, as JSON text."""
    finished: float
    completed: bool = True
    """Whether the person, if it is one, sat there to the end and no computer for them."""


@dataclass(frozen=True, slots=True)
class Past:
    """A finished match of a channel."""

    table: Table
    message: int | None
    """The board, as far as it is known."""
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Idle:
    """An open table at which nothing happened for a while."""

    table: str
    guild: int
    status: str
    last: float
    """When something last did."""
