"""Monster Meister as a game of the registry."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import CLOCK, Expire, Game, Outcome, Seat, Step
from engine.errors import Illegal, Unknown
from engine.monster_meister import aftermath, computer, rounds, scoring, turning, view
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.values import (
    PROPERTIES,
    Action,
    Event,
    Looked,
    MeisterOptions,
    MeisterView,
    Memory,
    Name,
    Place,
    Remove,
    State,
    TurnUp,
)
from engine.rng import Rng


class MonsterMeister(Game[MeisterOptions, State, Action, Event, MeisterView, Memory]):
    """The rules of Monster Meister (rulebook 000)."""

    id = "monster_meister"
    version = 1
    seat_counts = range(2, 5)
    box_type = MeisterBox
    options_type = MeisterOptions
    state_type = State
    action_type = Action
    event_type = Event
    view_type = MeisterView
    memory_type = Memory

    def check(self, options: MeisterOptions, seats: int) -> None:
        """Raise Illegal unless two to four play."""
        if seats not in self.seat_counts:
            raise Illegal("monster_meister.error.seats")

    def level(self, options: MeisterOptions) -> str:
        """Return how well computers remember at this table."""
        return options.level

    def setup(
        self, options: MeisterOptions, seats: int, rng: Rng, now: float
    ) -> Step[State, Event]:
        """Deal, and turn up the first task."""
        self.check(options, seats)
        return rounds.deal(self.box, seats, rng)

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return who is asked; the clock while the look time runs."""
        seats = view.asked(self.box, state)
        return seats if state.deadline is None else (CLOCK, *seats)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what an asked seat may do, cells in reading order."""
        if seat == CLOCK:
            return (Expire(),)
        match state.phase:
            case "name":
                return tuple(map(Name, PROPERTIES))
            case "turn":
                return tuple(TurnUp(item.cell) for item in state.displays[seat] if not item.up)
            case "remove":
                return tuple(Remove(item.cell) for item in state.displays[seat] if item.up)
        if state.drawn[seat] is not None:
            return aftermath.placings(state, seat)
        return (Looked(),)

    def apply(
        self, state: State, seat: Seat, action: Action, rng: Rng, now: float
    ) -> Step[State, Event]:
        """Return what the action leads to; raise Illegal or Unknown."""
        if (seat == CLOCK) != isinstance(action, Expire):
            raise Illegal("monster_meister.error.not_now")
        if not CLOCK <= seat < len(state.displays):
            raise Unknown("monster_meister.error.no_seat")
        match action:
            case TurnUp(cell):
                return turning.turn_up(self.box, state, seat, cell, now)
            case Name(wanted):
                return turning.name(self.box, state, seat, wanted, now)
            case Remove(cell):
                return aftermath.remove(self.box, state, seat, cell, now)
            case Place(cell):
                return aftermath.place(self.box, state, seat, cell, now)
            case Looked():
                return aftermath.confirm(self.box, state, seat)
            case Expire():
                return aftermath.expire(self.box, state, now)

    def view(self, state: State, seat: Seat | None) -> MeisterView:
        """Return what a seat, or a bystander (None), may know."""
        return view.view(self.box, state, seat)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Return the state with what this seat cannot see exchanged."""
        return view.redeal(self.box, state, seat, rng)

    def deadline(self, state: State) -> float | None:
        """Return when the look time runs out."""
        return state.deadline

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranking by the final count."""
        return scoring.ranking(view.counts(self.box, state)) if state.phase == "over" else None

    def blank(self, view: MeisterView) -> Memory:
        """Return the memory of a computer that sits down now."""
        return computer.blank(view)

    def remember(self, memory: Memory, event: Event) -> Memory:
        """Return the memory after an event this computer was shown."""
        return computer.remember(memory, event)

    def computer(
        self,
        view: MeisterView,
        memory: Memory,
        legal: Sequence[Action],
        level: str,
        rng: Rng,
    ) -> Action:
        """Return one of `legal`."""
        return computer.choose(self.box, view, memory, legal, level, rng)
