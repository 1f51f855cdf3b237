"""Tüftelmonster as the contract wants it; the rules are in the modules beside this one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from types import MappingProxyType
from typing import Any, ClassVar

from engine.contract import Advice, Game, Outcome, Seat
from engine.errors import Illegal
from engine.rng import Rng
from engine.tueftelmonster import (
    attaching,
    bolting,
    computer,
    deal,
    digging,
    drawing,
    ending,
    rolling,
    score,
    stealing,
    view,
)
from engine.tueftelmonster.box import SEATS, TueftelBox
from engine.tueftelmonster.events import Event, Step
from engine.tueftelmonster.values import (
    Action,
    Asked,
    Attach,
    Bolt,
    Dig,
    Discard,
    Draw,
    LayBack,
    LeaveRest,
    Options,
    Roll,
    State,
    Steal,
    Take,
    View,
    Wish,
)

BY_CLOCK = 2
"""The version since which the clock rolls the die, as no roll has a choice."""
TAUGHT = 3
"""The version since which a bolt stays that leads at once to the attaching: whose turn it is may be
skipped there, which tells of their hand."""
PAUSE = 3.0
"""Seconds until it does: so long the click before can be taken back."""


class Tueftelmonster(Game[Options, State, Action, Event, View, None]):
    """Tile laying with thefts for two to five seats (Rulebook 003)."""

    id = "tueftelmonster"
    version = 3
    replaced = MappingProxyType({1: date(2026, 11, 22), 2: date(2026, 11, 27)})
    seat_counts = SEATS
    idle = frozenset({"alike"})
    box_type = TueftelBox
    options_type = Options
    state_type = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    view_type = View
    box: TueftelBox

    def setup(self, options: Options, seats: Sequence[Any], rng: Rng, now: float) -> Step:
        """Deal bodies and parts, lay out the piles, and let a random seat start."""
        return self._timed(deal.new_match(self.box, options, len(seats), rng, now), now)

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return who places bolts, else whose turn it is."""
        return view.asked(state)

    def unasked(self, state: State, seat: Seat) -> Illegal:
        """Return that somebody's bolts come first, to the seat whose turn it is."""
        waits = state.mender is not None and seat == state.owner
        return Illegal("tueftelmonster.error.bolts_first" if waits else "error.not_asked")

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what the asked seat may do."""
        match state.phase:
            case "roll":
                return (Roll(),)
            case "wish":
                return rolling.legal(state, seat)
            case "draw":
                return drawing.legal(state)
            case "dig" | "take" | "lay":
                return digging.legal(state)
            case "steal":
                return tuple(stealing.legal(state, seat))
            case "bolt":
                return tuple(map(Bolt, bolting.edges(state.monsters[seat])))
            case "attach":
                return attaching.legal(self.box.ends, state, seat)
            case "discard":
                return ending.legal(state, seat)
            case "over":
                return ()

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng, now: float) -> Step:
        """Return what the action leads to, up to the next question."""
        return self._settled(self._done(state, seat, action, rng), now)

    def revocable(self, state: State, seat: Seat, action: Action, step: Step) -> bool:
        """Return whether nothing was drawn, rolled or looked at, by the next seat neither, nor did
        it show what somebody has."""
        bolts_on = state.attached or step.state.phase == "bolt"
        if isinstance(action, Bolt) and self.version >= TAUGHT and not bolts_on:
            return False
        open_to_all = isinstance(action, Attach | Bolt | Discard | Steal)
        return open_to_all and state.variant != "four"

    def expire(self, state: State, rng: Rng, now: float) -> Step:
        """Roll the die, or put the bolt where it secures most parts."""
        if state.phase == "roll":
            return self._settled(rolling.roll(self.box, state, state.owner, rng), now)
        seat = state.mender
        assert seat is not None
        edge = bolting.default(state.monsters[seat])
        return self._settled(bolting.placed(state, seat, edge, False), now)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat, or a bystander, may know."""
        return view.view(self.box, state, seat)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Deal anew others' hands, what is covered, and the order of the prizes to come."""
        return deal.redeal(self.box, state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None while it runs."""
        return score.outcome(self.box, state)

    def progress(self, state: State, now: float) -> float:
        """Return how many parts are laid of as many as usually are at the end."""
        return score.progress(state)

    def advice(self, question: Asked, rng: Rng) -> Advice[Action]:
        """Return a computer's decision, by the level of the table."""
        return computer.advise(self.box, question, rng)

    def prospects(self, question: Asked, rng: Rng) -> Sequence[float]:
        """Return what the judge of positions says of each draw, theft and attachment."""
        return computer.prospects(self.box, question, rng)

    def _settled(self, step: Step, now: float) -> Step:
        """Return a step up to the next question."""
        return self._timed(ending.settle(self.box.ends, step, now), now)

    def _timed(self, step: Step, now: float) -> Step:
        """Let the clock roll the die; under older rules the seat presses every roll."""
        state = step.state
        if self.version < BY_CLOCK or state.phase != "roll":
            return step
        return Step(state.but(deadline=now + PAUSE), step.events)

    def _done(self, state: State, seat: Seat, action: Action, rng: Rng) -> Step:
        match state.phase, action:
            case "roll", Roll():
                return rolling.roll(self.box, state, seat, rng)
            case "wish", Wish():
                return rolling.wish(state, seat, action)
            case "draw", Draw():
                return drawing.draw(state, seat, action)
            case "dig", Dig():
                return digging.dig(state, seat, action)
            case "take", Take():
                return digging.take(state, seat, action)
            case "lay", LayBack():
                return digging.lay_back(state, action)
            case "lay", LeaveRest():
                return digging.leave_rest(state)
            case "steal", Steal():
                return stealing.steal(state, seat, action)
            case "bolt", Bolt():
                return bolting.bolt(state, seat, action)
            case "attach", Attach():
                return attaching.attach(self.box.ends, state, seat, action)
            case "discard", Discard():
                return ending.discard(state, seat, action)
        raise Illegal(f"tueftelmonster.error.phase_{state.phase}")
