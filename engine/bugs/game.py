"""Bugs & Co behind the contract of games: delegates to the rules' modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from engine.bugs import clicks, clock, computer, deal, score, views
from engine.bugs.box import SEATS, BugsBox
from engine.bugs.values import (
    Action,
    BugsEvent,
    BugsOptions,
    BugsView,
    Memory,
    Pick,
    Resume,
    State,
)
from engine.contract import CLOCK, Expire, Game, Outcome, Seat, Step
from engine.errors import Illegal, Unknown
from engine.rng import Rng


class Bugs(Game[BugsOptions, State, Action, BugsEvent, BugsView, Memory]):
    """The rules of Bugs & Co (rulebook 004).

    All seats act at once. Before "go" only the clock is asked; a click sent then is refused with
    `bugs.error.count_in` and uses up nothing. Options not on offer at a table have no effect.
    """

    id = "bugs"
    version = 1
    seat_counts = SEATS
    box_type = BugsBox
    options_type = BugsOptions
    state_type = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = BugsEvent
    view_type = BugsView
    memory_type = Memory
    box: BugsBox

    def choices(self, seats: int) -> Mapping[str, tuple[object, ...]]:
        """Return the options; the eyes with five and six seats, six tiles first with two."""
        offered = dict(super().choices(seats))
        if seats not in self.seat_counts or not self.box.table(seats).one_of:
            del offered["eyes"]
        if seats != 2:
            del offered["six_first"]
        return offered

    def check(self, options: BugsOptions, seats: int) -> None:
        """Raise Illegal for a number of seats the box has nothing for."""
        if seats not in self.seat_counts:
            raise Illegal("bugs.error.seats")

    def level(self, options: BugsOptions) -> str:
        """Return slow, normal or quick."""
        return options.computers

    def pause(self, options: BugsOptions, rng: Rng) -> float:
        """Return a human pace, never below the calm pace where that is set."""
        return computer.pause(options, self.box.calm, rng)

    def setup(
        self, options: BugsOptions, seats: int, rng: Rng, now: float
    ) -> Step[State, BugsEvent]:
        """Return the table while somebody counts in."""
        self.check(options, seats)
        return Step(deal.deal(self.box, options, seats, rng, now))

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return the clock and, from "go" on, every seat that plays and has something to do."""
        if state.deadline is None:
            return ()
        return (CLOCK, *(seat for seat in range(len(state.left)) if clicks.can_act(state, seat)))

    def unasked(self, state: State, seat: Seat) -> Illegal:
        """Return why a seat has nothing to click: too early, too late, stopped, an empty table."""
        return clicks.unasked(state, seat)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what a seat may click; the clock expires, or resumes after an interruption."""
        if seat == CLOCK:
            return () if state.deadline is None else (Expire(), Resume())
        return clicks.legal(self.box, state, seat, self._picks)

    def apply(
        self, state: State, seat: Seat, action: Action, rng: Rng, now: float
    ) -> Step[State, BugsEvent]:
        """Return what the action leads to; `now` decides whether it is late."""
        if seat == CLOCK:
            return clock.apply(self.box, state, action, now)
        if not 0 <= seat < len(state.left):
            raise Unknown("bugs.error.seat")
        return clicks.apply(self.box, state, seat, action, now)

    def view(self, state: State, seat: Seat | None) -> BugsView:
        """Return what everybody sees, and the front of the tile in the seat's own right hand."""
        return views.view(self.box, state, seat)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Return the state with all unseen tiles dealt anew, also those of the own left hand."""
        return deal.redeal(state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return the totals and places once everybody has stopped."""
        return score.outcome(state)

    def deadline(self, state: State) -> float | None:
        """Return when "go" comes, the time limit passes or the countdown ends."""
        return state.deadline

    def resume(self, state: State) -> Action | None:
        """Return the clock's resume while the game runs."""
        return None if state.deadline is None else Resume()

    def blank(self, view: BugsView) -> Memory:
        """Return an empty memory."""
        return computer.blank(view)

    def remember(self, memory: Memory, event: BugsEvent) -> Memory:
        """Return the memory with what the event showed or made void."""
        return computer.remember(memory, event)

    def computer(
        self, view: BugsView, memory: Memory, legal: Sequence[Action], level: str, rng: Rng
    ) -> Action:
        """Return the next click of a computer."""
        return computer.choose(view, memory, legal, level, rng)

    @cached_property
    def _picks(self) -> tuple[Pick, ...]:
        return tuple(Pick(a, p) for a in range(self.box.areas) for p in range(self.box.places))
