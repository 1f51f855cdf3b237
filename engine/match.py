"""A match as the value of its log: begin, play, replay, snapshot and restore."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter

from engine.contract import AnyGame, Event, Seat, heard
from engine.errors import Malformed, Stale
from engine.rng import Rng


@dataclass(frozen=True, slots=True)
class Header:
    """What a match starts from; with the entries it is the whole match."""

    id: str
    game: str
    version: int
    options: str
    """The options as JSON text."""
    seed: str
    seats: int
    at: float
    """When it began, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action; the set-up is sequence 0 and follows from the header."""

    sequence: int
    seat: Seat
    action: str
    """The action as JSON text."""
    at: float


@dataclass(frozen=True, slots=True)
class _Snapshot:
    sequence: int
    at: float
    counts: tuple[int, ...]
    state: str
    minds: dict[Seat, str]


_SNAPSHOT: TypeAdapter[_Snapshot] = TypeAdapter(_Snapshot)


@dataclass(frozen=True, slots=True)
class Match:
    """A match after its last entry."""

    game: AnyGame
    header: Header
    sequence: int
    state: Any
    counts: tuple[int, ...]
    """Accepted actions of the clock, then of seat 0, 1, …: the tokens of their next questions."""
    at: float
    """The time of the last entry."""
    minds: Mapping[Seat, Any]
    """The memory of every seat a computer plays."""

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.game.to_act(self.state)

    def to_act(self) -> Mapping[Seat, int]:
        """Return who is asked, each with the token of its question."""
        return {seat: self.counts[seat + 1] for seat in self.game.to_act(self.state)}

    def check(self, seat: Seat, token: int) -> None:
        """Raise Illegal when this seat is not asked, Stale when it is asked something newer."""
        asked = self.to_act()
        if seat not in asked:
            raise self.game.unasked(self.state, seat)
        if token != asked[seat]:
            raise Stale("error.stale")

    def play(self, seat: Seat, token: int, action: Any, now: float) -> Played:
        """Return the match after this seat's answer to the question `token`.

        Raise Stale when that question is answered already, Illegal when this seat is not asked,
        and what the game raises. `now` in seconds since the epoch; time never runs backwards.
        """
        self.check(seat, token)
        now = max(now, self.at)
        sequence = self.sequence + 1
        step = self.game.apply(self.state, seat, action, Rng(self.header.seed, sequence), now)
        counts = tuple(n + (i == seat + 1) for i, n in enumerate(self.counts))
        minds = _fold(self.game, self.minds, step.events)
        entry = Entry(sequence, seat, self.game.codecs.action.dump(action), now)
        match = replace(
            self, sequence=sequence, state=step.state, counts=counts, at=now, minds=minds
        )
        return Played(match, step.events, entry)

    def choose(self, seat: Seat) -> Any:
        """Return what the computer in this seat does now."""
        game, state = self.game, self.state
        options = game.codecs.options.load(self.header.options)
        rng = Rng(self.header.seed, self.sequence, "computer", seat)
        view, legal = game.view(state, seat), game.legal(state, seat)
        return game.computer(view, self.minds[seat], legal, game.level(options), rng)

    def seat_computer(self, seat: Seat) -> Match:
        """Return the match with a computer in this seat that has seen nothing so far."""
        blank = self.game.blank(self.game.view(self.state, seat))
        return replace(self, minds={**self.minds, seat: blank})

    def snapshot(self) -> str:
        """Return JSON text from which `restore` makes this match again."""
        codecs = self.game.codecs
        minds = {seat: codecs.memory.dump(memory) for seat, memory in self.minds.items()}
        state = codecs.state.dump(self.state)
        shot = _Snapshot(self.sequence, self.at, self.counts, state, minds)
        return _SNAPSHOT.dump_json(shot).decode()


@dataclass(frozen=True, slots=True)
class Played:
    """A match after an entry, what happened in it, and the entry for the log (None: the set-up)."""

    match: Match
    events: tuple[Event, ...]
    entry: Entry | None = None


def begin(game: AnyGame, header: Header, computers: Iterable[Seat] = ()) -> Played:
    """Return the match right after its set-up, with computers in these seats."""
    options = game.codecs.options.load(header.options)
    step = game.setup(options, header.seats, Rng(header.seed, 0), header.at)
    match = Match(game, header, 0, step.state, (0,) * (header.seats + 1), header.at, {})
    for seat in computers:
        match = match.seat_computer(seat)
    minds = _fold(game, match.minds, step.events)
    return Played(replace(match, minds=minds), step.events)


def replay(match: Match, entries: Iterable[Entry]) -> Match:
    """Return the match after these further entries of its log."""
    for entry in entries:
        action = match.game.codecs.action.load(entry.action)
        token = match.counts[entry.seat + 1]
        match = match.play(entry.seat, token, action, entry.at).match
    return match


def restore(game: AnyGame, header: Header, snapshot: str) -> Match:
    """Return the match that `Match.snapshot` wrote; raise Malformed when the text is none."""
    try:
        shot = _SNAPSHOT.validate_json(snapshot)
    except ValueError as error:
        raise Malformed("error.malformed") from error
    minds = {seat: game.codecs.memory.load(text) for seat, text in shot.minds.items()}
    state = game.codecs.state.load(shot.state)
    return Match(game, header, shot.sequence, state, shot.counts, shot.at, minds)


def _fold(
    game: AnyGame, minds: Mapping[Seat, Any], events: tuple[Event, ...]
) -> Mapping[Seat, Any]:
    if not minds or not events:
        return minds
    return {seat: _told(game, memory, heard(events, seat)) for seat, memory in minds.items()}


def _told(game: AnyGame, memory: Any, events: tuple[Event, ...]) -> Any:
    for event in events:
        memory = game.remember(memory, event)
    return memory
