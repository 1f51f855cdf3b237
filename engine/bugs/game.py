"""Bugs & Co behind the contract of games: delegates to the rules' modules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from engine import contract
from engine.bugs import clicks, clock, computer, deal, score, view
from engine.bugs.box import SEATS, BugsBox
from engine.bugs.values import (
    Action,
    Asked,
    Countdown,
    Event,
    Memory,
    Options,
    Pick,
    Started,
    State,
    Step,
    Stopped,
    Took,
    View,
)
from engine.contract import Advice, Game, Outcome, Reason, Seat
from engine.errors import Illegal
from engine.rng import Rng


class Bugs(Game[Options, State, Action, Event, View, Memory]):
    """The rules of Bugs & Co (rulebook 004).

    All seats act at once, always under a deadline of the game itself. Before "go" nobody is asked;
    a click sent then is refused with `bugs.error.count_in` and uses up nothing. Options not on
    offer at a table have no effect.
    """

    id = "bugs"
    version = 3
    replaced = MappingProxyType({2: date(2026, 11, 25)})
    seat_counts = SEATS
    race = True
    forgets = True
    box_type = BugsBox
    options_type = Options
    state_type = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    view_type = View
    memory_type = Memory
    box: BugsBox

    def choices(self, seats: int) -> Mapping[str, tuple[object, ...]]:
        """Return the options; the eyes with five and six seats, six tiles first with two.

        The table's clock has no say in a game that is a race; nobody chooses who is new to it.
        """
        offered = dict(super().choices(seats))
        del offered["clock"], offered["newcomers"]
        offered["time_limit"] = self.box.time_limits
        if seats not in self.seat_counts or not self.box.table(seats).one_of:
            del offered["eyes"]
        if seats != 2:
            del offered["six_first"]
        return offered

    def migrate(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return options of version 2, whose pace was calm or not."""
        calm = options.pop("calm", False)
        return {**options, "pace": "calm" if calm else "free"}

    def prepared(self, options: Options, people: int, newcomers: bool) -> Options:
        """Return the options with a longer count-in where somebody has not finished a race here."""
        return options.model_copy(update={"newcomers": newcomers})

    def pause(self, options: Options, rng: Rng) -> float:
        """Return a human pace, never below the table's pace."""
        return computer.pause(self.box, options, rng)

    def least_pause(self, options: Options) -> float:
        """Return how long the table's pace holds everybody back, and a reaction's time."""
        return computer.least_pause(self.box, options)

    def setup(
        self, options: Options, seats: Sequence[contract.SeatOptions], rng: Rng, now: float
    ) -> Step:
        """Return the table while somebody counts in."""
        return Step(deal.deal(self.box, options, len(seats), rng, now))

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return, from "go" on, every seat that plays and has something to do."""
        return tuple(seat for seat in range(len(state.left)) if clicks.can_act(state, seat))

    def unasked(self, state: State, seat: Seat) -> Illegal:
        """Return why a seat has nothing to click: too early, too late, stopped, an empty table."""
        return clicks.unasked(state, seat)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what a seat may click."""
        return clicks.legal(self.box, state, seat, self._picks)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng, now: float) -> Step:
        """Return what the click leads to."""
        return clicks.apply(self.box, state, seat, action, now)

    def expire(self, state: State, rng: Rng, now: float) -> Step:
        """Go, start the countdown, or stop everybody."""
        return clock.expire(self.box, state)

    def postpone(self, state: State, seconds: float, now: float) -> State:
        """Return the state with what was left of its times, at least long enough to go on."""
        return clock.postpone(self.box, state, seconds, now)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what everybody sees, and the front of the tile in the seat's own right hand."""
        return view.view(self.box, state, seat)

    def to_call(self, view: View) -> Sequence[Seat]:
        """Return nobody: there are no turns to wait for."""
        return ()

    def stirs(self, event: Event, seat: Seat) -> bool:
        """Return whether it is go, trophy, countdown or stop."""
        return isinstance(event, Started | Took | Countdown | Stopped)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Return the state with all unseen tiles dealt anew, also those of the own left hand."""
        return deal.redeal(state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return the totals and places once everybody has stopped."""
        return score.outcome(state)

    def progress(self, state: State, now: float) -> float:
        """Return the share of the time limit that has passed; the countdown is the end."""
        return clock.progress(state, now)

    def blank(self, view: View) -> Memory:
        """Return an empty memory."""
        return computer.blank(view)

    def remember(self, memory: Memory, event: Event) -> Memory:
        """Return the memory with what the event showed or made void."""
        return computer.remember(self.box, memory, event)

    def advice(self, question: Asked, rng: Rng) -> Advice[Action]:
        """Return the next click of a computer; in a race nobody has time to ask why."""
        return Advice(computer.choose(self.box, question, rng))

    def hindsight(self, turns: Iterable[tuple[Asked, Action]]) -> Sequence[Reason]:
        """Return how many sets a seat walked past."""
        return computer.hindsight(turns)

    @cached_property
    def _picks(self) -> tuple[Pick, ...]:
        return tuple(Pick(a, p) for a in range(self.box.areas) for p in range(self.box.places))
