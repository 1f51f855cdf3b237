"""A game of two questions with a secret: what the tests of matches and codecs play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from engine.contract import (
    Advice,
    Event,
    Game,
    Options,
    Outcome,
    Question,
    Seat,
    SeatOptions,
    Step,
    View,
)
from engine.errors import Illegal
from engine.rng import Rng
from engine.seeds import Box
from engine.tuples import put


class ToyBox(Box):
    """Nothing is in the box."""


class ToyOptions(Options):
    """One option of each kind."""

    long: bool = False
    colour: Literal["red", "blue"] = "red"


class ToySeatOptions(SeatOptions):
    """A hat, which changes nothing."""

    hat: Literal["green", "grey", None] = None


class OddOptions(Options):
    """An option that no lobby can show."""

    number: int = 1


@dataclass(frozen=True, slots=True)
class Say:
    """Say a number; everybody is asked once."""

    number: int
    kind: Literal["say"] = "say"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Event):
    """The speaker alone hears the dice that its word was answered with."""

    die: int


@dataclass(frozen=True, slots=True)
class ToyState:
    """What everybody said, None who is still asked, and until when; hats are worn for looks."""

    said: tuple[int | None, ...]
    deadline: float | None
    hats: tuple[str | None, ...] = ()


class Toy(Game[ToyOptions, ToyState, Say, Said, View, tuple[int, ...]]):
    """All seats are asked at the same time for a number; the clock answers for the rest."""

    id = "toy"
    version = 1
    seat_counts = range(2, 4)
    box_type = ToyBox
    options_type = ToyOptions
    seat_options_type = ToySeatOptions
    state_type = ToyState
    action_type = Say
    event_type = Said
    view_type = View
    memory_type: ClassVar[Any] = tuple[int, ...]

    def __init__(self) -> None:
        """Need no data file."""

    def setup(
        self, options: ToyOptions, seats: Sequence[ToySeatOptions], rng: Rng, now: float
    ) -> Step[ToyState, Said]:
        """Ask everybody, for ten seconds if no clock says otherwise."""
        hats = tuple(seat.hat for seat in seats)
        until = None if options.long else now + options.limit(10)
        state = ToyState((None,) * len(seats), until, hats)
        return Step(state, (Said(die=0, audience=(0,)),))

    def to_act(self, state: ToyState) -> Sequence[Seat]:
        """Return who has not spoken."""
        return tuple(seat for seat, said in enumerate(state.said) if said is None)

    def legal(self, state: ToyState, seat: Seat) -> Sequence[Say]:
        """Return the numbers 1 to 3."""
        return Say(1), Say(2), Say(3)

    def apply(
        self, state: ToyState, seat: Seat, action: Say, rng: Rng, now: float
    ) -> Step[ToyState, Said]:
        """Note the number; the die is for the speaker alone."""
        if action.number not in (1, 2, 3):
            raise Illegal("toy.error.number", highest=3)
        state = replace(state, said=put(state.said, seat, action.number))
        if None not in state.said:
            state = replace(state, deadline=None)
        return Step(state, (Said(die=1 + rng.below(6), audience=(seat,)),))

    def expire(self, state: ToyState, rng: Rng, now: float) -> Step[ToyState, Said]:
        """Answer for the silent; nobody hears anything."""
        return Step(replace(state, said=tuple(said or 0 for said in state.said), deadline=None))

    def view(self, state: ToyState, seat: Seat | None) -> View:
        """Return who is waited for."""
        silent = tuple(seat for seat, said in enumerate(state.said) if said is None)
        return View(seat=seat, waiting=silent, round=1)

    def redeal(self, state: ToyState, seat: Seat | None, rng: Rng) -> ToyState:
        """Return the state: it has no secret."""
        return state

    def outcome(self, state: ToyState) -> Outcome | None:
        """Return that everybody won."""
        if self.to_act(state):
            return None
        seats = tuple(range(len(state.said)))
        ones = (1,) * len(seats)
        return Outcome(places=ones, winners=seats, reason="", columns=(), scores=((),) * len(seats))

    def progress(self, state: ToyState, now: float) -> float:
        """Return the share of seats that have spoken."""
        return 1 - len(self.to_act(state)) / len(state.said)

    def blank(self, view: View) -> tuple[int, ...]:
        """Return that nothing was heard."""
        return ()

    def remember(self, memory: tuple[int, ...], event: Said) -> tuple[int, ...]:
        """Keep the die."""
        return (*memory, event.die)

    def advice(
        self, question: Question[ToyOptions, View, tuple[int, ...], Say, ToyState], rng: Rng
    ) -> Advice[Say]:
        """Return any answer."""
        return Advice(rng.choice(question.legal))
