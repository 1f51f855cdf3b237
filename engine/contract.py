"""The contract every game keeps: seats, steps, events, views, outcomes, and the Game itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict

from engine import seeds
from engine.codec import Codec
from engine.errors import Illegal
from engine.rng import Rng

Seat: TypeAlias = int
"""A place at the table, 0…n−1 clockwise."""

CLOCK: Seat = -1
"""The clock sits at every table; what it does is logged like any move."""


class Options(BaseModel):
    """What a lobby can set: one field an option, each a bool or a Literal, each with a default."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Expire:
    """The clock's action: the deadline in the state has passed."""

    kind: Literal["expire"] = "expire"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; `audience` are the seats that saw it, None means everybody."""

    audience: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat (None: a bystander) may know, built field by field."""

    seat: Seat | None
    waiting: tuple[Seat, ...]
    """The seats the table publicly waits for; never more than what everybody can see."""
    round: int
    """The round being played, from 1; the board is posted anew when it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a match ended."""

    places: tuple[int, ...]
    """The place of each seat, from 1; tied seats share one."""
    winners: tuple[Seat, ...]
    """Who won; may be empty where a game's tie leaves nobody."""
    reason: str
    """Why it ended, the key of a text."""
    columns: tuple[str, ...]
    """Keys of the parts of the score, the total last; empty where there is no score."""
    scores: tuple[tuple[int, ...], ...]
    """For each seat one number a column."""


O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """A state and what happened on the way to it."""

    state: S
    events: tuple[E, ...] = ()


class Game(ABC, Generic[O, S, A, E, V, M]):
    """The rules of one game. Stateless: everything about a match is in its state.

    States, actions, events, views and memories are frozen values; `codecs` gives their JSON form.
    """

    id: ClassVar[str]
    version: ClassVar[int]
    """Raised when the same log would no longer give the same match."""
    seat_counts: ClassVar[range]
    box_type: ClassVar[type[seeds.Box]]
    options_type: ClassVar[type[Options]]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    view_type: ClassVar[Any]
    memory_type: ClassVar[Any]

    def __init__(self, folder: Path = seeds.FOLDER) -> None:
        """Load the game's data file `folder/<id>.toml`; raise SeedsError when it has faults."""
        self.box: Any = seeds.load(self.box_type, self.id, folder)

    @cached_property
    def codecs(self) -> Codecs:
        """The JSON forms of this game's values."""
        return Codecs(self)

    def choices(self, seats: int) -> Mapping[str, tuple[object, ...]]:
        """Return the options on offer at this number of seats, each with its values in order."""
        return {
            name: _values(field.annotation)
            for name, field in self.options_type.model_fields.items()
        }

    def check(self, options: O, seats: int) -> None:
        """Raise Illegal when these options do not fit this number of seats."""

    def teams(self, options: O, seats: int) -> tuple[int, ...] | None:
        """Return the team of each seat, or None when everybody plays alone."""
        return None

    def level(self, options: O) -> str:
        """Return how well computers play at this table."""
        return "normal"

    def pause(self, options: O, rng: Rng) -> float:
        """Return the seconds a computer takes over its next decision."""
        return 1.2

    @abstractmethod
    def setup(self, options: O, seats: int, rng: Rng, now: float) -> Step[S, E]:
        """Return the state in which the first question is asked; raise Illegal like `check`."""

    @abstractmethod
    def to_act(self, state: S) -> Sequence[Seat]:
        """Return who is asked, ascending, CLOCK while a deadline runs; empty iff over."""

    def unasked(self, state: S, seat: Seat) -> Illegal:
        """Return the refusal of whatever a seat tries that is not asked."""
        return Illegal("error.not_asked")

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return what an asked seat may do; the order tells nothing the seat may not know."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A, rng: Rng, now: float) -> Step[S, E]:
        """Return what the action leads to; raise Illegal or Unknown and change nothing else."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat, or a bystander (None), may know."""

    @abstractmethod
    def redeal(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """Return another state that this seat, or a bystander, cannot tell from the given one."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it runs."""

    def deadline(self, state: S) -> float | None:
        """Return when the clock acts (seconds since the epoch), or None while no time runs."""
        return None

    def resume(self, state: S) -> A | None:
        """Return what the clock logs after the process was down, or None."""
        return None

    @abstractmethod
    def blank(self, view: V) -> M:
        """Return the memory of a computer that has just sat down and sees this."""

    @abstractmethod
    def remember(self, memory: M, event: E) -> M:
        """Return the memory after an event that this computer was shown."""

    @abstractmethod
    def computer(self, view: V, memory: M, legal: Sequence[A], level: str, rng: Rng) -> A:
        """Return one of `legal`, chosen from what the seat may know alone."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]


class Codecs:
    """The JSON forms of one game's values."""

    def __init__(self, game: AnyGame) -> None:
        self.options: Codec[Any] = Codec(game.options_type)
        self.state: Codec[Any] = Codec(game.state_type)
        self.action: Codec[Any] = Codec(game.action_type)
        self.event: Codec[Any] = Codec(game.event_type)
        self.view: Codec[Any] = Codec(game.view_type)
        self.memory: Codec[Any] = Codec(game.memory_type)


def heard(events: Iterable[E], seat: Seat | None) -> tuple[E, ...]:
    """Return the events that this seat, or a bystander (None), was shown."""
    return tuple(e for e in events if e.audience is None or seat in e.audience)


def _values(annotation: Any) -> tuple[object, ...]:
    if annotation is bool:
        return (False, True)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    raise TypeError(f"an option must be a bool or a Literal, not {annotation!r}")
