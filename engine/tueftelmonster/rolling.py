"""The die, wishes, and what they begin."""

from __future__ import annotations

from engine.contract import Seat
from engine.errors import Illegal
from engine.rng import Rng
from engine.tueftelmonster import stealing
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.events import Rolled, SilverTurned, Step, Wished
from engine.tueftelmonster.values import DRAWN, Deed, Face, State, Wish


def roll(box: TueftelBox, state: State, seat: Seat, rng: Rng) -> Step:
    """Return what the die leads to; it is rolled again while there is nothing to steal."""
    faces: list[Face] = [rng.choice(box.die)]
    while faces[-1] == "steal" and not stealing.possible(state, seat):
        faces.append(rng.choice(box.die))
    after = state.but(faces=tuple(faces), deadline=None)
    step: Step = Step(after, (Rolled(seat=seat, faces=after.faces),))
    face = faces[-1]
    if face == "wish":
        return Step(after.but(phase="wish"), step.events)
    return _begin(after, face).after(step.events)


def legal(state: State, seat: Seat) -> tuple[Wish, ...]:
    """Return what can be wished for: silver and theft only where there is something to have."""
    deeds: list[Deed] = ["draw", "dig"]
    if state.covered:
        deeds.append("silver")
    if stealing.possible(state, seat):
        deeds.append("steal")
    return tuple(map(Wish, deeds))


def wish(state: State, seat: Seat, action: Wish) -> Step:
    """Return what the wish leads to."""
    if action not in legal(state, seat):
        raise Illegal("tueftelmonster.error.no_wish")
    step: Step = Step(state, (Wished(seat=seat, deed=action.deed),))
    return _begin(state, action.deed).after(step.events)


def _begin(state: State, deed: Deed) -> Step:
    """Begin what the die or the wish says (Rulebook 003, "Würfeln")."""
    match deed:
        case "draw":
            return Step(_drawing(state))
        case "silver":
            return _silver(state)
        case _:
            return Step(state.but(phase=deed))


def _silver(state: State) -> Step:
    """Turn up a silver prize if one is left, then draw; the variants have none."""
    if not state.covered:
        return Step(_drawing(state))
    prize = state.covered[-1]
    silver = (*state.silver, prize)
    after = state.but(covered=state.covered[:-1], silver=silver, stuck=())
    return Step(_drawing(after), (SilverTurned(prize=prize, open=len(silver)),))


def _drawing(state: State) -> State:
    return state.but(phase="draw", to_come=DRAWN)
