"""Attaching a part to a monster, and who can attach what where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.tueftelmonster import plane
from engine.tueftelmonster.events import Attached, Step
from engine.tueftelmonster.steps import finish, may_finish, without
from engine.tueftelmonster.values import Attach, Card, Cell, Ends, Gap, Monster, State, Variant
from engine.tuples import put

Placement: TypeAlias = tuple[Card, Seat, Cell, int]
"""What Attach holds."""


@dataclass(frozen=True, slots=True)
class Placements(Sequence[Attach]):
    """Placements as they are found; there are many, so each becomes an action when it is read."""

    found: Sequence[Placement]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.found)

    def __getitem__(self, at: Any) -> Any:
        """Return one of them; none is ever cut out of the middle."""
        return Attach(*self.found[at])


def legal(ends: Sequence[Ends], state: State, seat: Seat) -> Placements:
    """Return every placement of a card of the seat's hand; `ends` by card."""
    found: list[Placement] = []
    allowed = may_finish(state)
    for target in targets(state.variant, len(state.monsters), seat):
        monster = state.monsters[target]
        for card in state.hands[seat]:
            found += placements(monster, target, card, ends[card], allowed)
    return Placements(found)


def targets(variant: Variant, seats: int, seat: Seat) -> Sequence[Seat]:
    """Return to whose monsters a seat may attach: in variant four to its own only."""
    return (seat,) if variant == "four" else range(seats)


def placements(
    monster: Monster, seat: Seat, card: Card, ends: Ends, allowed: bool
) -> list[Placement]:
    """Return where and how a card fits a seat's monster; `allowed` to finish it, or not."""
    if not allowed and len(monster.gaps) == 1:
        gap = monster.gaps[0]
        return [
            (card, seat, gap.cell, quarters)
            for quarters, mask in plane.fitting(ends, gap.must, gap.ban)
            if mask != gap.must
        ]
    return [
        (card, seat, gap.cell, quarters)
        for gap in monster.gaps
        for quarters, _ in plane.fitting(ends, gap.must, gap.ban)
    ]


def withheld(monster: Monster, ends: Iterable[Ends]) -> bool:
    """Return whether a card with such ends would finish a monster, were that allowed."""
    return any(_closes(monster.gaps[0], e) for e in ends if len(monster.gaps) == 1)


def fits(shape: Ends, monsters: Iterable[Monster], allowed: bool) -> bool:
    """Return whether a card with these ends can be attached to one of the monsters."""
    return any(
        allowed or len(monster.gaps) > 1 or any(mask != gap.must for _, mask in turns)
        for monster in monsters
        for gap in monster.gaps
        if (turns := plane.fitting(shape, gap.must, gap.ban))
    )


def fitting_shapes(state: State, seat: Seat) -> Iterator[Ends]:
    """Give the ends of the cards that this seat could attach."""
    monsters = [state.monsters[s] for s in targets(state.variant, len(state.monsters), seat)]
    allowed = may_finish(state)
    return (shape for shape in range(1, plane.ALL + 1) if fits(shape, monsters, allowed))


def can(ends: Sequence[Ends], state: State, seat: Seat) -> bool:
    """Return whether a card of the seat's hand can be attached at all."""
    shapes = {ends[card] for card in state.hands[seat]}
    monsters = [state.monsters[s] for s in targets(state.variant, len(state.monsters), seat)]
    allowed = may_finish(state)
    return any(fits(shape, monsters, allowed) for shape in shapes)


def attach(ends: Sequence[Ends], state: State, seat: Seat, action: Attach) -> Step:
    """Return what attaching leads to (Rulebook 003, "Anlegen")."""
    _check(ends, state, seat, action)
    card, target = action.card, action.seat
    grown = plane.attach(state.monsters[target], card, ends[card], action.cell, action.turn)
    after = state.but(
        phase="bolt",
        mender=target,
        attached=True,
        stuck=(),
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        monsters=put(state.monsters, target, grown),
    )
    step: Step = Step(
        after,
        (Attached(seat=seat, card=card, monster=target, cell=action.cell, turn=action.turn),),
    )
    return step if grown.gaps else finish(after, target).after(step.events)


def _check(ends: Sequence[Ends], state: State, seat: Seat, action: Attach) -> None:
    card, target = action.card, action.seat
    if not (0 <= card < len(ends) and 0 <= target < len(state.monsters) and 0 <= action.turn < 4):
        raise Unknown("tueftelmonster.error.unknown")
    if card not in state.hands[seat]:
        raise Illegal("tueftelmonster.error.not_yours")
    if target not in targets(state.variant, len(state.monsters), seat):
        raise Illegal("tueftelmonster.error.own_only")
    monster = state.monsters[target]
    gap = plane.gap_at(monster, action.cell)
    if gap is None:
        raise Illegal("tueftelmonster.error.no_open_end")
    masks = dict(plane.fitting(ends[card], gap.must, gap.ban))
    if action.turn not in masks:
        raise Illegal("tueftelmonster.error.does_not_fit")
    if not may_finish(state) and len(monster.gaps) == 1 and masks[action.turn] == gap.must:
        raise Illegal("tueftelmonster.error.too_early")


def _closes(gap: Gap, ends: Ends) -> bool:
    return any(mask == gap.must for _, mask in plane.fitting(ends, gap.must, gap.ban))
