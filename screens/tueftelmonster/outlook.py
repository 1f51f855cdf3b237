"""What a choice is certain to lead to, worked out from what its seat sees."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from engine.tueftelmonster import plane, score
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import Attach, Cell, Edge, Laid, Monster, Steal, View
from engine.tuples import put


@dataclass(frozen=True, slots=True)
class Placed:
    """What attaching a part leads to."""

    opens: int
    closes: int
    finishes: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """What a theft leads to."""

    opens: int
    closes: int
    torn: int
    """Parts that nothing joins to the body any more."""
    finishes: bool


def attached(box: TueftelBox, view: View, action: Attach) -> Placed:
    """Return what attaching a part does to the monster's ends."""
    monster = view.monsters[action.seat]
    gap = plane.gap_at(monster, action.cell)
    assert gap is not None
    closes = gap.must.bit_count()
    opens = box.ends[action.card].bit_count() - closes
    return Placed(opens, closes, not opens and closes == plane.open_ends(monster))


def stolen(view: View, action: Steal) -> Taken:
    """Return what a theft does to the robbed monster."""
    monster = view.monsters[action.seat]
    laid = plane.card_at(monster, action.cell)
    assert laid is not None
    left = plane.remove(monster, laid)
    before, after = plane.open_ends(monster), plane.open_ends(left)
    opens = (after - before + laid.ends.bit_count()) // 2
    torn = len((joined(monster) - {laid.cell}) - joined(left))
    return Taken(opens, laid.ends.bit_count() - opens, torn, not left.gaps)


def secured(monster: Monster, edge: Edge) -> list[Laid]:
    """Return the parts that a bolt on an edge secures and that nothing has secured yet."""
    safe = plane.secured(monster.bolts) | {(0, 0)}
    fresh = [cell for cell in plane.cells_of(edge) if cell not in safe]
    return [laid for laid in monster.cards if laid.cell in fresh]


def joined(monster: Monster) -> set[Cell]:
    """Return the cells of the cards that hang together with the body."""
    pairs = [(one.cell, other.cell) for _, one, other in plane.joints(monster)]
    found, fresh = {(0, 0)}, {(0, 0)}
    while fresh:
        near = {b for a, b in pairs if a in fresh} | {a for a, b in pairs if b in fresh}
        fresh = near - found
        found |= fresh
    return found


def points(box: TueftelBox, view: View) -> tuple[int, ...]:
    """Return by seat the points as they stand; none where nothing is scored."""
    return score.points(box, view.monsters, view.prizes) if view.colours else ()


def gain(box: TueftelBox, view: View, action: Attach, seat: Seat) -> int:
    """Return how many points more a seat has, as they stand, once a part is attached."""
    before = points(box, view)
    if not before:
        return 0
    grown = plane.attach(
        view.monsters[action.seat], action.card, box.ends[action.card], action.cell, action.turn
    )
    monsters = put(view.monsters, action.seat, grown)
    finished = view.finished if grown.gaps else (*view.finished, action.seat)
    silver = [prize.name for prize in view.prizes if not prize.gold]
    given = score.standing(box, monsters, finished, silver)
    return score.points(box, monsters, given)[seat] - before[seat]
