"""Stealing a part of another seat's monster."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.tueftelmonster import plane
from engine.tueftelmonster.events import Step, Stolen
from engine.tueftelmonster.steps import finish, may_finish, to_hand
from engine.tueftelmonster.values import BODY, REWARD, Laid, Monster, State, Steal, Theft
from engine.tuples import put


def legal(state: State, seat: Seat) -> Iterator[Steal]:
    """Give what can be stolen: not a body, nothing secured, nothing of the own monster.

    Rulebook 003, "Klauen"; nor a part whose theft would finish a monster too early.
    """
    for other, monster in enumerate(state.monsters):
        if other != seat:
            safe = plane.secured(monster.bolts)
            for laid in monster.cards[1:]:
                if laid.cell not in safe and (may_finish(state) or not finishes(monster, laid)):
                    yield Steal(other, laid.cell)


def possible(state: State, seat: Seat) -> bool:
    """Return whether anything can be stolen."""
    return any(True for _ in legal(state, seat))


def finishes(monster: Monster, laid: Laid) -> bool:
    """Return whether the monster has no open end left once this part is stolen."""
    return plane.open_ends(monster) == laid.ends.bit_count() and plane.alone(monster, laid)


def steal(state: State, seat: Seat, action: Steal) -> Step:
    """Return what the theft leads to: a part for the robber, two bolts for the robbed seat."""
    laid = _check(state, seat, action)
    robbed, bolts = action.seat, min(REWARD, state.bolts)
    left = plane.remove(state.monsters[robbed], laid)
    after = state.but(
        phase="bolt",
        mender=robbed,
        theft=Theft(seat, robbed, laid.card, laid.cell, bolts),
        stuck=(),
        hands=to_hand(state, seat, laid.card),
        monsters=put(state.monsters, robbed, left),
        loose=put(state.loose, robbed, state.loose[robbed] + bolts),
        bolts=state.bolts - bolts,
    )
    event = Stolen(seat=seat, robbed=robbed, card=laid.card, cell=laid.cell, bolts=bolts)
    step: Step = Step(after, (event,))
    return step if left.gaps else finish(after, robbed).after(step.events)


def _check(state: State, seat: Seat, action: Steal) -> Laid:
    if not 0 <= action.seat < len(state.monsters):
        raise Unknown("tueftelmonster.error.unknown")
    if action.seat == seat:
        raise Illegal("tueftelmonster.error.own_monster")
    monster = state.monsters[action.seat]
    laid = plane.card_at(monster, action.cell)
    if laid is None:
        raise Illegal("tueftelmonster.error.not_there")
    if laid.card == BODY:
        raise Illegal("tueftelmonster.error.body")
    if laid.cell in plane.secured(monster.bolts):
        raise Illegal("tueftelmonster.error.secured")
    if not may_finish(state) and finishes(monster, laid):
        raise Illegal("tueftelmonster.error.too_early")
    return laid
