"""What a seat, or a bystander, may know of a match, field by field."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Seat
from engine.maechtige_monster import placing, tiles
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.values import (
    STRENGTHS,
    Guarded,
    Known,
    Offer,
    Post,
    Refused,
    State,
    View,
)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is."""
    return (state.turn,) if state.phase == "play" else ()


def view(box: MonsterBox, state: State, seat: Seat | None) -> View:
    """Return the view of a seat, or of a bystander."""
    asked = seat is not None and seat in to_act(state)
    return View(
        seat=seat,
        waiting=to_act(state),
        round=state.round,
        phase=state.phase,
        guard_chain=state.table.guard_chain,
        new_rules=state.table.new_rules,
        peoples=state.table.peoples,
        rounds=state.table.rounds,
        start=state.start,
        row=tuple(_guarded(box, state, post) for post in range(len(state.guards.row))),
        gold=tuple(account.gold for account in state.accounts),
        accounts=state.accounts,
        bank=state.bank,
        tile=tiles.in_force(box, state).id if state.table.new_rules else None,
        used_tiles=state.table.tiles[: state.round] if state.table.new_rules else (),
        pile=len(state.guards.pile),
        gone=tuple(box.faces[number] for number in state.guards.turned),
        hands=tuple(map(len, state.hands)),
        known=tuple(_known(state, other) for other in range(len(state.hands))),
        hand=() if seat is None else state.hands[seat],
        aside=() if seat is None else state.aside[seat],
        offers=tuple(_offers(box, state, seat)) if asked and seat is not None else (),
        refused=tuple(_refused(box, state, seat)) if asked and seat is not None else (),
        fight=state.fight,
    )


def _guarded(box: MonsterBox, state: State, post: Post) -> Guarded:
    printed, monsters = box.faces[state.guards.row[post]], state.castle[post]
    back = box.backs[printed.level]
    total = sum(monster.strength for monster in monsters)
    battles = state.fight.battles if state.phase == "over" and state.fight else ()
    if post < len(battles):
        strength, loot = battles[post].strength, battles[post].loot
        ranges, face = ((strength, strength), (loot, loot)), printed
    else:
        tile = tiles.in_force(box, state)
        stronger, richer = tiles.change(tile, len(state.guards.row), post)
        richer += tiles.bonus(tile, monsters)
        shifted = tiles.shifted(back.strength, stronger), tiles.shifted(back.loot, richer)
        ranges, face = shifted, None
    return Guarded(back, *ranges, monsters, total, total < back.strength[1], face)


def _known(state: State, seat: Seat) -> Known:
    proved = state.proved[seat]
    hand = tuple(card for card in state.hands[seat] if card in proved)
    return Known(hand, state.aside[seat] if len(proved) == len(STRENGTHS) else ())


def _offers(box: MonsterBox, state: State, seat: Seat) -> Iterator[Offer]:
    for play in placing.legal(box, state, seat):
        if play.over is None:
            yield Offer(play)
        else:
            level = box.faces[state.guards.row[play.post]].level
            own = state.castle[play.post][play.over].seat == seat
            yield Offer(play, placing.price(level, own))


def _refused(box: MonsterBox, state: State, seat: Seat) -> Iterator[Refused]:
    for play in placing.displacements(state, seat):
        if why := placing.why_not(box, state, seat, play):
            yield Refused(play, why)
