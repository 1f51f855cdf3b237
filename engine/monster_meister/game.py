"""Monster Meister as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import contract
from engine.contract import Advice, Game, Outcome, Reason, Seat
from engine.monster_meister import computer, deal, roles, rounds, score, turn_up, view
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.values import (
    PROPERTIES,
    ROUNDS,
    Action,
    Asked,
    Drew,
    Event,
    Looked,
    Memory,
    Name,
    Options,
    Peeked,
    Place,
    Remove,
    State,
    Step,
    TurnUp,
    View,
)
from engine.rng import Rng


class MonsterMeister(Game[Options, State, Action, Event, View, Memory]):
    """The rules of Monster Meister (rulebook 000)."""

    id = "monster_meister"
    version = 4
    seat_counts = range(2, 5)
    forgets = True
    box_type = MeisterBox
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View
    memory_type = Memory

    def setup(
        self, options: Options, seats: Sequence[contract.SeatOptions], rng: Rng, now: float
    ) -> Step:
        """Deal, and turn up the first task."""
        return deal.deal(self.box, options, len(seats), rng)

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return who is asked."""
        return view.asked(self.box, state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what an asked seat may do, cells in reading order."""
        match state.phase:
            case "name":
                return tuple(map(Name, PROPERTIES))
            case "turn":
                return tuple(TurnUp(item.cell) for item in state.displays[seat] if not item.up)
            case "remove":
                return tuple(Remove(item.cell) for item in state.displays[seat] if item.up)
        if state.drawn[seat] is not None:
            return roles.placings(state, seat)
        return (Looked(),)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng, now: float) -> Step:
        """Return what the action leads to; raise Illegal or Unknown."""
        match action:
            case TurnUp(cell):
                return turn_up.turn_up(self.box, state, seat, cell, now)
            case Name(wanted):
                return turn_up.name(self.box, state, seat, wanted, now)
            case Remove(cell):
                return roles.remove(self.box, state, seat, cell, now)
            case Place(cell):
                return roles.place(self.box, state, seat, cell, now)
            case Looked():
                return roles.confirm(self.box, state, seat)

    def expire(self, state: State, rng: Rng, now: float) -> Step:
        """Turn the cards down because the look time is over."""
        return rounds.finish_round(self.box, state)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat, or a bystander (None), may know."""
        return view.view(self.box, state, seat)

    def to_call(self, view: View) -> Sequence[Seat]:
        """Return who holds up the others; who has only to confirm a look does not."""
        if view.phase == "place":
            return [seat for seat in view.waiting if view.drawn_backs[seat] is not None]
        return () if view.phase == "look" else view.waiting

    def stirs(self, event: Event, seat: Seat) -> bool:
        """Return whether anything happened that a panel tells; above all when the cards go down:
        nobody may go on seeing a front.
        """
        return not isinstance(event, Drew | Peeked)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Return the state with what this seat cannot see exchanged."""
        return deal.redeal(state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranking by the final count."""
        return score.outcome(view.counts(self.box, state)) if state.phase == "over" else None

    def progress(self, state: State, now: float) -> float:
        """Return the share of rounds that are over."""
        return 1.0 if state.phase == "over" else (state.round - 1) / ROUNDS

    def blank(self, view: View) -> Memory:
        """Return the memory of a computer that sits down now."""
        return computer.blank(view)

    def remember(self, memory: Memory, event: Event) -> Memory:
        """Return the memory after an event this computer was shown."""
        return computer.remember(memory, event)

    def advice(self, question: Asked, rng: Rng) -> Advice[Action]:
        """Return what promises most by what this computer remembers, of which nobody is told."""
        return Advice(computer.choose(self.box, question, rng))

    def hindsight(self, turns: Iterable[tuple[Asked, Action]]) -> Sequence[Reason]:
        """Return how often a seat did not use what it had seen."""
        return computer.hindsight(self.box, turns)
