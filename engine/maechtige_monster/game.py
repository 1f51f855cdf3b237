"""Mächtige Monster as a game of the registry; the rules are in the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine import contract
from engine.contract import Advice, Game, Outcome, Seat
from engine.maechtige_monster import computer, deal, fighting, placing, score, view
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.values import (
    SEATS,
    Action,
    Asked,
    Event,
    Fought,
    Monster,
    Options,
    Played,
    RoundBegan,
    SeatOptions,
    State,
    Step,
    View,
)
from engine.rng import Rng


class MaechtigeMonster(Game[Options, State, Action, Event, View, None]):
    """Raids on a castle for three to six seats (Rulebook 001)."""

    id = "maechtige_monster"
    version = 1
    seat_counts = range(SEATS[0], SEATS[-1] + 1)
    box_type = MonsterBox
    options_type = Options
    seat_options_type = SeatOptions
    state_type = State
    action_type = Action
    event_type: ClassVar[Any] = Event
    view_type = View

    def seat_choices(
        self, seats: Sequence[contract.SeatOptions], seat: Seat
    ) -> Mapping[str, tuple[object, ...]]:
        """Return the peoples that no other seat has chosen."""
        others = [o for s, o in enumerate(seats) if s != seat]
        taken = {o.people for o in others if isinstance(o, SeatOptions)} - {None}
        offered = super().seat_choices(seats, seat)
        return {
            name: tuple(v for v in values if v not in taken) for name, values in offered.items()
        }

    def setup(self, options: Options, seats: Sequence[SeatOptions], rng: Rng, now: float) -> Step:
        """Deal, lay the first row, and let a random seat start; raise Illegal when two seats have
        chosen one people."""
        state = deal.set_up(self.box, options, seats, rng)
        return Step(state, (deal.began(self.box, state),))

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return whose turn it is."""
        return view.to_act(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what the seat may do: by card, then from the gate."""
        return placing.legal(self.box, state, seat)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng, now: float) -> Step:
        """Play a card; once all have two monsters in the castle the guards are fought and the next
        round is laid. Raise Illegal or Unknown."""
        placing.check(self.box, state, seat, action)
        placed, played = placing.place(self.box, state, seat, action)
        if not placing.full(placed):
            return Step(placed, (played,))
        fought = fighting.fight(self.box, placed)
        settled = fighting.settle(placed, fought)
        if settled.round == settled.table.rounds:
            return Step(replace(settled, phase="over"), (played, Fought(fight=fought)))
        laid = deal.next_round(self.box, settled)
        return Step(laid, (played, Fought(fight=fought), deal.began(self.box, laid)))

    def revocable(self, state: State, seat: Seat, action: Action, step: Step) -> bool:
        """Return whether no guard was turned up: the last monster of a round stays."""
        return len(step.events) == 1

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat, or a bystander (None), may know."""
        return view.view(self.box, state, seat)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Return the state with what this seat, or a bystander, cannot know dealt anew."""
        return deal.redeal(self.box, state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranking by gold, or None while the match runs."""
        return score.outcome(state)

    def progress(self, state: State, now: float) -> float:
        """Return the share of rounds that are over."""
        over = state.round if state.phase == "over" else state.round - 1
        return over / state.table.rounds

    def stirs(self, event: Event, seat: Seat) -> bool:
        """Return whether a seat's hand has changed without its doing."""
        match event:
            case Played(displaced=Monster(seat=owner)):
                return owner == seat
            case RoundBegan():
                return True
        return False

    def advice(self, question: Asked, rng: Rng) -> Advice[Action]:
        """Return what a computer of the table's level plays."""
        return computer.advise(self.box, question, rng)

    def prospects(self, question: Asked, rng: Rng) -> Sequence[float]:
        """Return about how likely the seat wins by each play, from rounds played through."""
        return computer.prospects(self.box, question, rng)
