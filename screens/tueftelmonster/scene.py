"""What pictures of Tüftelmonster show, as plain values: parts, monsters, prizes, seats, a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Steps east and south of the monster's body."""

SIDES = "NESW"
"""Edges in the order of quarter turns clockwise."""
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BODY = "body"
"""The kind of a monster's body."""


@dataclass(frozen=True, slots=True)
class Part:
    """A card as it is printed; `ends` before any turn, a string of letters of N, E, S, W."""

    number: int
    """Its place in the box: small differences between parts alike follow from it."""
    colour: str
    """red, orange, yellow, green, turquoise, blue or multi."""
    kind: str
    """head, arm, hand, leg, foot, tail, wing, tentacle; or body."""
    ends: str
    pattern: int = 1
    """1 or 2."""
    eyes: int = 0
    teeth: int = 0
    ears: int = 0
    noses: int = 0
    horns: int = 0
    digits: int = 0

    def turned(self, quarters: int) -> Part:
        """Return the part after so many quarter turns clockwise."""
        return replace(self, ends=turned(self.ends, quarters))

    @property
    def features(self) -> tuple[tuple[str, int], ...]:
        """The features it has, with their numbers."""
        found = ((name, int(getattr(self, name))) for name in FEATURES)
        return tuple((name, count) for name, count in found if count)


FEATURES = ("eyes", "teeth", "ears", "noses", "horns", "digits")
KINDS = ("head", "arm", "hand", "leg", "foot", "tail", "wing", "tentacle")


def turned(ends: str, quarters: int) -> str:
    """Return edges after quarter turns clockwise, in the order N, E, S, W."""
    moved = {SIDES[(SIDES.index(side) + quarters) % 4] for side in ends}
    return "".join(side for side in SIDES if side in moved)


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of a monster."""

    part: Part
    cell: Cell
    turn: int = 0
    """Quarter turns clockwise."""
    secured: bool = False
    """A bolt holds it."""
    loose: bool = False
    """Nothing joins it to the body any more."""


@dataclass(frozen=True, slots=True)
class Bolt:
    """A bolt on the eastern (E) or southern (S) edge of a cell."""

    cell: Cell
    side: str


@dataclass(frozen=True, slots=True)
class Monster:
    """All cards of one monster and the bolts on it."""

    cards: tuple[Placed, ...]
    bolts: tuple[Bolt, ...] = ()

    @property
    def at(self) -> dict[Cell, Placed]:
        """The cards by cell."""
        return {card.cell: card for card in self.cards}

    def open_ends(self) -> tuple[tuple[Cell, str], ...]:
        """Return cell and edge of every end that no neighbour's end touches."""
        taken = self.at
        return tuple(
            (card.cell, side)
            for card in self.cards
            for side in turned(card.part.ends, card.turn)
            if neighbour(card.cell, side) not in taken
        )

    def joints(self) -> tuple[tuple[Cell, str], ...]:
        """Return cell and edge (E or S) of every two ends that touch."""
        taken = self.at
        return tuple(
            (card.cell, side)
            for card in self.cards
            for side in turned(card.part.ends, card.turn)
            if side in "ES" and neighbour(card.cell, side) in taken
        )


def neighbour(cell: Cell, side: str) -> Cell:
    """Return the cell across an edge."""
    dx, dy = STEPS[side]
    return cell[0] + dx, cell[1] + dy


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits in a seat."""

    seat: int
    name: str
    """Plain, not escaped."""


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest move on a monster: who made it, and what it touched."""

    by: Person
    attached: Cell | None = None
    stolen: Cell | None = None
    """Where the part lay."""
    bolts: tuple[Bolt, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something counted of a seat: a sign, how many, and what they are in words."""

    sign: str
    """hand, ends, bolts, points, or a colour."""
    number: int
    label: str


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What everybody knows of a seat."""

    person: Person
    monster: Monster
    facts: tuple[Fact, ...] = ()
    waited: bool = False
    """Whether the table waits for it."""
    turn: bool = False
    """Whether it is its turn."""
    newest: Newest | None = None


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize in force."""

    id: str
    """finished, colourful, compact, or the kind or feature a silver one is for."""
    label: str
    """Its name in the reader's language."""
    gold: bool
    counts: tuple[int | None, ...]
    """By seat; None where there is nothing to count."""
    leaders: tuple[int, ...]
    """The seats that would get it now."""
    fresh: bool = False
    """Whether it was just turned up."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A display pile."""

    top: Part | None
    height: int
    by: Person | None = None
    """Who just took something of it, or laid something on it."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Whether a monster may be finished: so many silver prizes lie open, so many must."""

    open: int
    needed: int

    @property
    def allowed(self) -> bool:
        """Whether enough lie open."""
        return self.open >= self.needed


@dataclass(frozen=True, slots=True)
class Table:
    """What lies in the middle of the table."""

    people: tuple[Person, ...]
    draw: int
    """Cards in the draw pile."""
    piles: tuple[Pile, ...] = ()
    """None in the smallest children's variant."""
    faces: tuple[str, ...] = ()
    """The faces rolled this turn, in order: draw, dig, silver, steal, wish."""
    prizes: tuple[Prize, ...] = ()
    finish: Finish | None = None
    """None where it does not matter."""
    drawn: Person | None = None
    """Who just drew from the draw pile."""


@dataclass(frozen=True, slots=True)
class Share:
    """One line of a seat's score: a prize or the colour bonus, and its points."""

    id: str
    """A prize's id, or a colour."""
    gold: bool
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat ended."""

    person: Person
    monster: Monster
    title: str
    """The monster's own name."""
    place: int
    shares: tuple[Share, ...] = ()
    points: int | None = None
    """None in the variants, which have no points."""
