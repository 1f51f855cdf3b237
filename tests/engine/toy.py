"""A game of two questions with a secret: what the tests of matches and codecs play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from engine.contract import CLOCK, Event, Expire, Game, Options, Outcome, Seat, Step, View
from engine.errors import Illegal
from engine.rng import Rng
from engine.seeds import Box


class ToyBox(Box):
    """Nothing is in the box."""


class ToyOptions(Options):
    """One option of each kind."""

    long: bool = False
    colour: Literal["red", "blue"] = "red"


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
    """What everybody said, None who is still asked, and until when."""

    said: tuple[int | None, ...]
    deadline: float


class Toy(Game[ToyOptions, ToyState, Say | Expire, Said, View, tuple[int, ...]]):
    """All seats are asked at the same time for a number; the clock answers for the rest."""

    id = "toy"
    version = 1
    seat_counts = range(2, 4)
    box_type = ToyBox
    options_type = ToyOptions
    state_type = ToyState
    action_type: ClassVar[Any] = Say | Expire
    event_type = Said
    view_type = View
    memory_type: ClassVar[Any] = tuple[int, ...]

    def __init__(self) -> None:
        """Need no data file."""

    def setup(self, options: ToyOptions, seats: int, rng: Rng, now: float) -> Step[ToyState, Said]:
        """Ask everybody for ten seconds."""
        return Step(ToyState((None,) * seats, now + 10), (Said(die=0, audience=(0,)),))

    def to_act(self, state: ToyState) -> Sequence[Seat]:
        """Return who has not spoken, and the clock."""
        silent = [seat for seat, said in enumerate(state.said) if said is None]
        return [CLOCK, *silent] if silent else []

    def legal(self, state: ToyState, seat: Seat) -> Sequence[Say | Expire]:
        """Return the numbers 1 to 3."""
        return (Expire(),) if seat == CLOCK else (Say(1), Say(2), Say(3))

    def apply(
        self, state: ToyState, seat: Seat, action: Say | Expire, rng: Rng, now: float
    ) -> Step[ToyState, Said]:
        """Note the number; the die is for the speaker alone."""
        if isinstance(action, Expire):
            if now < state.deadline:
                raise Illegal("toy.error.early")
            return Step(replace(state, said=tuple(said or 0 for said in state.said)))
        if action.number not in (1, 2, 3):
            raise Illegal("toy.error.number", highest=3)
        said = (*state.said[:seat], action.number, *state.said[seat + 1 :])
        return Step(replace(state, said=said), (Said(die=1 + rng.below(6), audience=(seat,)),))

    def view(self, state: ToyState, seat: Seat | None) -> View:
        """Return who is waited for."""
        return View(seat=seat, waiting=(), round=1)

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

    def deadline(self, state: ToyState) -> float:
        """Return when the silent are answered for."""
        return state.deadline

    def blank(self, view: View) -> tuple[int, ...]:
        """Return that nothing was heard."""
        return ()

    def remember(self, memory: tuple[int, ...], event: Said) -> tuple[int, ...]:
        """Keep the die."""
        return (*memory, event.die)

    def computer(
        self,
        view: View,
        memory: tuple[int, ...],
        legal: Sequence[Say | Expire],
        level: str,
        rng: Rng,
    ) -> Say | Expire:
        """Return any answer."""
        return rng.choice(legal)
