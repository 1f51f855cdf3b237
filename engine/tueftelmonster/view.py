"""What a seat, or a bystander, may know of a match, field by field."""

from __future__ import annotations

from engine.contract import Seat
from engine.tueftelmonster import plane, score
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.ending import round_of
from engine.tueftelmonster.steps import may_finish
from engine.tueftelmonster.values import Display, State, View


def asked(state: State) -> tuple[Seat, ...]:
    """Return who is asked: who places bolts, else whose turn it is."""
    if state.phase == "over":
        return ()
    return (state.owner,) if state.mender is None else (state.mender,)


def view(box: TueftelBox, state: State, seat: Seat | None) -> View:
    """Return the view of a seat, or of a bystander."""
    digs = state.dug is not None and seat == state.owner
    scored = state.variant == "full"
    return View(
        seat=seat,
        waiting=asked(state),
        round=round_of(state),
        variant=state.variant,
        phase=state.phase,
        owner=state.owner,
        start=state.start,
        monsters=state.monsters,
        open_ends=tuple(map(plane.open_ends, state.monsters)),
        hand=() if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        pile=len(state.pile),
        displays=tuple(_display(state, pile) for pile in range(len(state.displays))),
        faces=state.faces,
        to_come=state.to_come,
        dug=state.dug,
        looked_at=state.displays[state.dug][::-1] if digs and state.dug is not None else (),
        relaid=state.relaid if digs else (),
        bolts=state.bolts,
        loose=state.loose,
        theft=state.theft,
        prizes=score.prizes(box, state),
        colours=tuple(score.main_colour(box, m) for m in state.monsters) if scored else (),
        covered=len(state.covered),
        may_finish=may_finish(state),
        attached=state.attached,
        idle=state.idle,
        stuck=state.stuck,
        finished=state.finished,
        deadline=state.deadline,
    )


def _display(state: State, pile: int) -> Display:
    cards = state.displays[pile]
    if pile == state.dug:
        return Display(len(cards) + len(state.relaid), None)
    return Display(len(cards), cards[-1] if cards else None)
