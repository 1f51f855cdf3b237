"""The contract every game keeps: seats, options, steps, events, views, outcomes, and the Game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

from pydantic import BaseModel, ConfigDict

from engine import seeds
from engine.codec import Codec
from engine.errors import Illegal
from engine.rng import Rng

Seat: TypeAlias = int
"""A place at the table, 0…n−1 clockwise."""

CLOCK: Seat = -1
"""The clock sits at every table; what it does is logged like any move."""

By: TypeAlias = Literal["person", "computer", "clock", "staff"]
"""Who made an entry of the log; for a seat's question the clock and staff let a computer decide."""

Clock: TypeAlias = Literal["live", "slow", "none"]
CLOCKS: Mapping[Clock, float | None] = {"live": 180.0, "slow": 24 * 3600.0, "none": None}
"""Seconds a seat has for a decision at each clock of a table."""

Level: TypeAlias = Literal["easy", "normal", "hard"]

KEPT = timedelta(days=180)
"""How long replaced rules are still played at least: as long as a slow table may last."""


class SeatOptions(BaseModel):
    """What a person can choose for the own seat in the lobby; every field a Literal.

    None, the default of every field, means no choice: the set-up draws one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


class Options(BaseModel):
    """What a lobby can set: one field an option, each a bool or a Literal, each with a default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    clock: Clock = "live"
    """How long a seat has for a decision before a computer decides for it."""
    level: Level = "normal"
    """How well computers play; easy is for children and for the first game."""

    @property
    def slow(self) -> bool:
        """Whether a match goes on for days."""
        return self.clock == "slow"

    def limit(self, own: float) -> float:
        """Return the seconds of a time limit of the game itself; a slow table has its own."""
        return float(max(own, CLOCKS["slow"] or own) if self.slow else own)

    @property
    def hinted(self) -> bool:
        """Whether who is asked may ask what the strongest computer would do."""
        return False


class HintedOptions(Options):
    """Those of a game whose computers say why they do what they do, and so give hints."""

    hints: Literal["auto", "on", "off"] = "auto"
    """Whether there are hints; `auto` is settled as a match begins, and in one from before there
    were any it means that there are none."""

    @property
    def hinted(self) -> bool:
        """Whether who is asked may ask what the strongest computer would do."""
        return self.hints == "on"


SHARED = frozenset(HintedOptions.model_fields)
"""Options that every game has that has them at all."""


@dataclass(frozen=True, slots=True)
class Expire:
    """The clock's action: the deadline in the state has passed."""

    kind: Literal["expire"] = "expire"


@dataclass(frozen=True, slots=True)
class Postpone:
    """The clock's or staff's action: time stood still for so many seconds (a pause, downtime); or
    a limit of the game's own does, for people who are on vacation."""

    seconds: float
    kind: Literal["postpone", "vacation"] = "postpone"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat takes its last action back (GAMES.md, "Taking back")."""

    kind: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; `audience` are the seats that saw it, None means everybody."""

    audience: tuple[Seat, ...] | None = None

    follows: ClassVar[bool] = False
    """Whether it came of what somebody did, so that they too have still to be told of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat (None: a bystander) may know, built field by field."""

    seat: Seat | None
    waiting: tuple[Seat, ...]
    """The seats the table publicly waits for; never more than what everybody can see."""
    round: int
    """The round being played, from 1."""


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


@dataclass(frozen=True)  # with slots a game's alias Step[State, Event] could not be called
class Step(Generic[S, E]):
    """A state and what happened on the way to it."""

    state: S
    events: tuple[E, ...] = ()

    def after(self, events: tuple[E, ...]) -> Step[S, E]:
        """Return this step with what happened before it in front."""
        return Step(self.state, (*events, *self.events))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[O, V, M, A, S]):
    """What a computer decides on, and all it may know."""

    options: O
    view: V
    memory: M
    legal: Sequence[A]
    world: Callable[[Rng], S]
    """Samples a state that this seat cannot tell from the real one; a function of the view, what
    the stream draws, and nothing else."""
    effort: float = 1.0
    """Factor on the number of simulations, below 1 on a small host."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a computer does what it does: what weighed most as it chose."""

    key: str
    """What kind of reason it is; the game's screen says it in words."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    """What was reckoned with: seats, cards, shares of a hundred, points."""


@dataclass(frozen=True, slots=True)
class Advice(Generic[A]):
    """What a computer does, and why."""

    action: A
    reason: Reason | None = None
    """None where there was nothing to choose, by chance, or in a game without hints."""


class Game(ABC, Generic[O, S, A, E, V, M]):
    """The rules of one game. Stateless: everything about a match is in its state.

    States, actions, events, views and memories are frozen values; `codecs` gives their JSON form.
    Match checks who is asked, the number of seats and the time before it calls a game, so a game
    checks only what is its own.
    """

    id: ClassVar[str]
    version: int
    """Raised when the same log would no longer give the same match. The class has the newest; what
    differs in the rules of a game that `of` gives asks for its own."""
    replaced: ClassVar[Mapping[int, date]] = MappingProxyType({})
    """Older versions that are still played, each with the day of the release that replaced it."""
    seat_counts: ClassVar[range]
    race: ClassVar[bool] = False
    """Whether everybody plays against its own clock, which then waits for nobody: where it stood
    still, what was left runs on. Its computers decide in about a millisecond."""
    forgets: ClassVar[bool] = False
    """Whether people must remember what they were shown: nothing of it may stay readable."""
    idle: ClassVar[frozenset[str]] = frozenset()
    """Keys of the reasons that say that it hardly matters what is done."""
    box_type: ClassVar[type[seeds.Box]]
    options_type: ClassVar[type[Options]] = Options
    seat_options_type: ClassVar[type[SeatOptions]] = SeatOptions
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    """The actions of seats; the frame's Expire, Postpone and TakeBack are not among them."""
    event_type: ClassVar[Any]
    view_type: ClassVar[Any]
    memory_type: ClassVar[Any] = None
    data: str = ""
    """The digest of the data file: with other data a log would not give the same match."""

    def __init__(self, folder: Path = seeds.FOLDER) -> None:
        """Load the game's data file `folder/<id>.toml`; raise SeedsError when it has faults."""
        self._folder = folder
        self._former: dict[tuple[int, str], Self] = {}
        self._read(self.id)

    def _read(self, name: str) -> None:
        box, self.data = seeds.read(self.box_type, name, self._folder)
        self.box: Any = box

    def of(self, version: int, data: str = "") -> Self | None:
        """Return these rules as they were in a version, with the data of this digest, the newest
        where none is named; None where they are not kept.

        Data that was replaced lies in `folder/former/<id>/`.
        """
        newest, data = type(self).version, data or self.data
        if (version, data) == (self.version, self.data):
            return self
        if version != newest and version not in self.replaced:
            return None
        if (version, data) not in self._former:
            names = [self.id, *seeds.former(self.id, self._folder)]
            name = next((each for each in names if self._has(each, data)), None)
            if name is None:
                return None
            former = type(self)(self._folder)
            former._read(name)
            former.version = version
            self._former[version, data] = former
        return self._former[version, data]

    def _has(self, name: str, data: str) -> bool:
        """Return whether a data file has this digest."""
        return seeds.digest(name, self._folder) == data

    def migrate(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return a table's options, as this version stored them, as the newest ones."""
        return options

    def migrate_seat(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what was chosen for a seat, as this version stored it, as the newest ones."""
        return options

    @property
    def judged(self) -> bool:
        """Whether it can be told how well people decide: where computers give hints."""
        return issubclass(self.options_type, HintedOptions)

    @cached_property
    def codecs(self) -> Codecs:
        """The JSON forms of this game's values."""
        return Codecs(self)

    def choices(self, seats: int) -> Mapping[str, tuple[object, ...]]:
        """Return the options on offer at this number of seats, each with its values in order."""
        return _offered(self.options_type)

    def seat_choices(
        self, seats: Sequence[SeatOptions], seat: Seat
    ) -> Mapping[str, tuple[object, ...]]:
        """Return what this seat may choose, as the other seats have chosen; None is no choice."""
        return _offered(self.seat_options_type)

    def check(self, options: O, seats: int) -> None:
        """Raise Illegal when these options do not fit this number of seats."""

    def prepared(self, options: O, people: int, newcomers: bool) -> O:
        """Return the options a match begins with, of so many people; `newcomers`: somebody has
        finished none here. Who plays alone against computers has hints where nothing is said."""
        if not isinstance(options, HintedOptions) or options.hints != "auto":
            return options
        return options.model_copy(update={"hints": "on" if people == 1 else "off"})

    def unprepared(self, options: O, people: int) -> O:
        """Return the options for another game like one of so many people that began with these:
        hints that are as they would be where nothing is said count as not said."""
        if not isinstance(options, HintedOptions):
            return options
        unsaid = options.model_copy(update={"hints": "auto"})
        return unsaid if self.prepared(unsaid, people, newcomers=False) == options else options

    def teams(self, options: O, seats: int) -> tuple[int, ...] | None:
        """Return the team of each seat, or None when everybody plays alone."""
        return None

    def pause(self, options: O, rng: Rng) -> float:
        """Return the seconds a computer takes over its next decision."""
        return 1.2

    def least_pause(self, options: O) -> float:
        """Return the seconds that it takes at least, however fast a host lets computers play."""
        return 0.0

    def defers(self, state: S, seat: Seat) -> Sequence[Seat]:
        """Return the seats that decide something together with a computer in this seat, which
        leaves it to their people for a while."""
        return ()

    @abstractmethod
    def setup(self, options: O, seats: Sequence[Any], rng: Rng, now: float) -> Step[S, E]:
        """Return the state in which the first question is asked.

        `seats` holds the options of each seat and so gives their number, which fits.
        """

    @abstractmethod
    def to_act(self, state: S) -> Sequence[Seat]:
        """Return which seats are asked, ascending; the match is over when nobody is asked and
        no deadline runs."""

    def unasked(self, state: S, seat: Seat) -> Illegal:
        """Return the refusal of whatever a seat tries that is not asked."""
        return Illegal("error.not_asked")

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return what an asked seat may do; the order tells nothing the seat may not know."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A, rng: Rng, now: float) -> Step[S, E]:
        """Return what an asked seat's action leads to; raise Illegal or Unknown."""

    def revocable(self, state: S, seat: Seat, action: A, step: Step[S, E]) -> bool:
        """Return whether a seat may take back what led from this state to that step: only where
        it learned nothing by it, and no front was seen in a game of memory. When in doubt, not."""
        return False

    def deadline(self, state: S) -> float | None:
        """Return when a time limit of the game itself runs out (seconds since the epoch), or
        None; while one runs the table's clock does not."""
        deadline: float | None = getattr(state, "deadline", None)
        return deadline

    def expire(self, state: S, rng: Rng, now: float) -> Step[S, E]:
        """Return what follows when the deadline has passed."""
        raise AssertionError(f"{self.id} has no time limit of its own")

    def postpone(self, state: S, seconds: float, now: float) -> S:
        """Return the state after time stood still for so many seconds until now."""
        deadline = self.deadline(state)
        if deadline is None:
            return state
        moved: Any = state
        later: S = replace(moved, deadline=deadline + seconds)
        return later

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat, or a bystander (None), may know."""

    def to_call(self, view: V) -> Sequence[Seat]:
        """Return the seats that hold up the others, from a bystander's view: they are called when
        they take long, and the table's clock runs for them alone."""
        return view.waiting

    def stirs(self, event: E, seat: Seat) -> bool:
        """Return whether this event changes what a seat needs to see that is not asked anew."""
        return False

    @abstractmethod
    def redeal(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """Return another state that this seat, or a bystander, cannot tell from the given one.

        The same stream gives the same state for all states that look alike to the seat: what it
        does not know is put into an order of its own before it is dealt anew.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it runs."""

    @abstractmethod
    def progress(self, state: S, now: float) -> float:
        """Return how much of the match is played, from 0 to 1, as far as that can be told: of its
        rounds, of what is laid, of the time of a race (which is why it needs `now`)."""

    def blank(self, view: V) -> M:
        """Return the memory of a computer that has just sat down and sees this."""
        return None  # type: ignore[return-value]  # a game without memories keeps None

    def remember(self, memory: M, event: E) -> M:
        """Return the memory after an event that this computer was shown."""
        return memory

    @abstractmethod
    def advice(self, question: Question[O, V, M, A, S], rng: Rng) -> Advice[A]:
        """Return one of the question's legal actions, chosen from what the question tells, and why.

        A hard computer of a game with hints says why wherever there is a choice: what it compared
        is the reason, nothing is reckoned for it.
        """

    def hindsight(self, turns: Iterable[tuple[Question[O, V, M, A, S], A]]) -> Sequence[Reason]:
        """Return what a seat could have known and did not use, which it is told after the end.

        `turns` are its questions in order, with all that a hard computer would have remembered,
        and its answers. Nothing where people have hints, as nobody has to remember.
        """
        return ()

    def prospects(self, question: Question[O, V, M, A, S], rng: Rng) -> Sequence[float]:
        """Return for each of the question's legal actions the chance that the seat, or its team,
        wins after it, 0 to 1, a shared win in parts: as the strongest computer sees it, from what
        the question tells alone. Nothing where a game with hints does not
        judge such a decision; the others have none.

        All are tried in the same sampled worlds, so that they differ by less than chance. This is
        a slice of work, some 30 ms of a core: other streams give further samples to be averaged.
        Where nothing was drawn from the stream they would all be the same.
        """
        return ()


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]


class Codecs:
    """The JSON forms of one game's values."""

    def __init__(self, game: AnyGame) -> None:
        older = game.version != type(game).version
        self.options: Codec[Any] = Codec(game.options_type, game.migrate if older else None)
        self.seat_options: Codec[Any] = Codec(
            game.seat_options_type, game.migrate_seat if older else None
        )
        self.state: Codec[Any] = Codec(game.state_type)
        self.action: Codec[Any] = Codec(game.action_type | Expire | Postpone | TakeBack)
        self.event: Codec[Any] = Codec(game.event_type)
        self.view: Codec[Any] = Codec(game.view_type)
        self.memory: Codec[Any] = Codec(game.memory_type)

    def __iter__(self) -> Iterator[Codec[Any]]:
        """Give each of them."""
        return iter(vars(self).values())


def heard(events: Iterable[E], seat: Seat | None) -> tuple[E, ...]:
    """Return the events that this seat, or a bystander (None), was shown."""
    return tuple(e for e in events if e.audience is None or seat in e.audience)


@cache
def _offered(model: type[BaseModel]) -> Mapping[str, tuple[object, ...]]:
    fields = model.model_fields.items()
    return MappingProxyType({name: _values(field.annotation) for name, field in fields})


def _values(annotation: Any) -> tuple[object, ...]:
    if annotation is bool:
        return (False, True)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    raise TypeError(f"an option must be a bool or a Literal, not {annotation!r}")
