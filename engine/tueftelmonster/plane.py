"""A monster's plane: ends, turns, open ends, and what fits where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from engine.tueftelmonster.values import BODY, Card, Cell, Edge, Ends, Gap, Laid, Monster

SIDES: Mapping[str, Ends] = {"N": 1, "E": 2, "S": 4, "W": 8}
"""The edges of a card."""
ALL: Ends = 15
_AROUND: tuple[tuple[Ends, Ends, int, int], ...] = (
    (1, 4, 0, -1),
    (2, 8, 1, 0),
    (4, 1, 0, 1),
    (8, 2, -1, 0),
)
"""For each side: its bit, the neighbour's bit that touches it, and where the neighbour is."""


def turned(ends: Ends, quarters: int) -> Ends:
    """Return the ends of a card after so many quarter turns clockwise."""
    return (ends << quarters | ends >> (4 - quarters)) & ALL


@cache
def turns(ends: Ends) -> tuple[tuple[int, Ends], ...]:
    """Return the turns that differ, each with the ends as they lie then, the least turn first."""
    lying: dict[Ends, int] = {}
    for quarters in range(4):
        lying.setdefault(turned(ends, quarters), quarters)
    return tuple((quarters, mask) for mask, quarters in lying.items())


@cache
def fitting(ends: Ends, must: Ends, ban: Ends) -> tuple[tuple[int, Ends], ...]:
    """Return the turns in which a card with these ends agrees with all its neighbours."""
    return tuple((q, mask) for q, mask in turns(ends) if mask & must == must and not mask & ban)


def new(name: str, body: int) -> Monster:
    """Return a monster that is a body only, with open ends on all four sides."""
    trunk = Laid((0, 0), BODY, 0, ALL)
    return _with_cards(Monster(name, body, (), ()), (trunk,), (0, 0))


def open_ends(monster: Monster) -> int:
    """Return how many open ends a monster has: two that face one cell are two."""
    return sum(gap.must.bit_count() for gap in monster.gaps)


def gap_at(monster: Monster, cell: Cell) -> Gap | None:
    """Return the free cell at which ends point, or None where none does."""
    return next((gap for gap in monster.gaps if gap.cell == cell), None)


def card_at(monster: Monster, cell: Cell) -> Laid | None:
    """Return the card that lies in a cell."""
    return next((laid for laid in monster.cards if laid.cell == cell), None)


def attach(monster: Monster, card: Card, ends: Ends, cell: Cell, quarters: int) -> Monster:
    """Return the monster with a card more, which fits; `ends` before it is turned."""
    laid = Laid(cell, card, quarters, turned(ends, quarters))
    return _with_cards(monster, (*monster.cards, laid), cell)


def remove(monster: Monster, laid: Laid) -> Monster:
    """Return the monster without a card; what it held stays where it is."""
    cards = tuple(other for other in monster.cards if other is not laid)
    return _with_cards(monster, cards, laid.cell)


def joints(monster: Monster) -> Iterator[tuple[Edge, Laid, Laid]]:
    """Give the edges on which two cards touch by their ends, with these cards."""
    at = {laid.cell: laid for laid in monster.cards}
    for laid in monster.cards:
        x, y = laid.cell
        if laid.ends & 2 and (east := at.get((x + 1, y))):
            yield (x, y, "E"), laid, east
        if laid.ends & 4 and (south := at.get((x, y + 1))):
            yield (x, y, "S"), laid, south


def alone(monster: Monster, laid: Laid) -> bool:
    """Return whether a card is joined to no other one."""
    return not any(laid in pair for _, *pair in joints(monster))


def cells_of(edge: Edge) -> tuple[Cell, Cell]:
    """Return the two cells on both sides of an edge."""
    x, y, side = edge
    return (x, y), (x + 1, y) if side == "E" else (x, y + 1)


def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the cells on the four sides of one, in the order of SIDES."""
    x, y = cell
    return tuple((x + dx, y + dy) for _, _, dx, dy in _AROUND)


def secured(bolts: Iterable[Edge]) -> set[Cell]:
    """Return the cells whose cards these bolts secure."""
    return {cell for edge in bolts for cell in cells_of(edge)}


def _with_cards(monster: Monster, cards: tuple[Laid, ...], cell: Cell) -> Monster:
    """Return the monster with these cards: one came to a cell, or left it."""
    at = {laid.cell: laid.ends for laid in cards}
    touched = [cell, *around(cell)]
    gaps = [gap for gap in monster.gaps if gap.cell not in touched]
    gaps += filter(None, (_gap(at, free) for free in touched if free not in at))
    gaps.sort(key=lambda gap: gap.cell[::-1])
    return Monster(monster.name, monster.body, cards, tuple(gaps), monster.bolts)


def _gap(at: Mapping[Cell, Ends], cell: Cell) -> Gap | None:
    x, y = cell
    must = ban = 0
    for bit, touching, dx, dy in _AROUND:
        ends = at.get((x + dx, y + dy))
        if ends is not None:
            if ends & touching:
                must |= bit
            else:
                ban |= bit
    return Gap(cell, must, ban) if must else None
