"""The model of the data file seeds/tueftelmonster.toml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt, model_validator

from engine import seeds
from engine.tueftelmonster.plane import SIDES
from engine.tueftelmonster.values import DISPLAYS, HAND, Ends, Face

SEATS = range(2, 6)
MULTI = "multi"
"""The colour of a multicoloured part."""
MATTER = 20
"""So many parts at least matter to each silver prize."""
SHAPES = {1: 12, 2: 12, 3: 5, 4: 1}
"""Of each colour so many parts have so many ends."""
MULTI_SHAPES = {1: 6, 2: 3, 3: 1, 4: 0}
STRAIGHT = 6
"""So many of a colour's parts with two ends are straight."""
BODIES = 9

Gold: TypeAlias = Literal["finished", "colourful", "compact"]


class Part(BaseModel):
    """A body part."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    colour: str
    kind: str
    ends: str = Field(pattern=r"^N?E?S?W?$", min_length=1)
    pattern: Literal[1, 2]
    eyes: NonNegativeInt = 0
    teeth: NonNegativeInt = 0
    ears: NonNegativeInt = 0
    noses: NonNegativeInt = 0
    horns: NonNegativeInt = 0
    digits: NonNegativeInt = 0

    @property
    def mask(self) -> Ends:
        """Its ends before the card is turned."""
        return sum(SIDES[side] for side in self.ends)

    def counts(self, prize: str) -> int:
        """Return how much it adds to a silver prize: a card of a kind 1, a feature its number."""
        return getattr(self, prize) if prize in FEATURES else int(self.kind == prize)


FEATURES = tuple(n for n, f in Part.model_fields.items() if f.annotation is int)
"""What parts have a number of."""


class TueftelBox(seeds.Box):
    """What is in the box."""

    bolts: PositiveInt
    die: tuple[Face, ...]
    colours: tuple[str, ...]
    kinds: tuple[str, ...]
    features: tuple[str, ...]
    gold: tuple[Gold, ...]
    silver: tuple[str, ...]
    bodies: tuple[str, ...]
    names: tuple[tuple[str, ...], ...] = Field(min_length=1)
    parts: tuple[Part, ...]

    @model_validator(mode="after")
    def _consistent(self) -> TueftelBox:
        if faults := list(_faults(self)):
            raise ValueError("; ".join(faults))
        return self

    @cached_property
    def ends(self) -> tuple[Ends, ...]:
        """By card its ends before it is turned."""
        return tuple(part.mask for part in self.parts)

    @cached_property
    def worth(self) -> dict[str, tuple[int, ...]]:
        """By silver prize how much each card adds to it."""
        return {prize: tuple(p.counts(prize) for p in self.parts) for prize in self.silver}

    @cached_property
    def tallies(self) -> tuple[tuple[int, ...], ...]:
        """By card what it adds: to each colour, the multicoloured ones, the cards, each prize."""
        colours = (*self.colours, MULTI)
        return tuple(
            (*(int(part.colour == c) for c in colours), 1, *map(part.counts, self.silver))
            for part in self.parts
        )

    def totals(self) -> dict[str, Counter[str]]:
        """Return how many parts there are by colour, kind and number of ends, and what matters."""
        return {
            "colour": Counter(part.colour for part in self.parts),
            "kind": Counter(part.kind for part in self.parts),
            "ends": Counter(str(len(part.ends)) for part in self.parts),
            "feature": Counter({f: sum(getattr(p, f) for p in self.parts) for f in FEATURES}),
            "silver": Counter({s: sum(map(bool, self.worth[s])) for s in self.silver}),
        }


def _faults(box: TueftelBox) -> Iterator[str]:
    if set(box.die) != set(get_args(Face)):
        yield f"the die must show each of {', '.join(get_args(Face))}"
    if set(box.features) != set(FEATURES) or set(box.gold) != set(get_args(Gold)):
        yield "the rules know other features or gold prizes"
    yield from _twice("colour", box.colours)
    yield from _twice("kind", box.kinds)
    yield from _twice("silver prize", box.silver)
    yield from _unknown("silver prizes", box.silver, {*box.kinds, *box.features})
    yield from _unknown("colours of bodies", box.bodies, set(box.colours))
    yield from _unknown("colours", (p.colour for p in box.parts), {*box.colours, MULTI})
    yield from _unknown("kinds", (p.kind for p in box.parts), set(box.kinds))
    if any(len(set(syllables)) < SEATS[-1] for syllables in box.names):
        yield "monsters' names need as many syllables of each list as there are seats"
    if len(box.silver) <= SEATS[-1]:
        yield "there must be more silver prizes than seats"
    if len(box.bodies) != BODIES or set(box.bodies) != set(box.colours):
        yield f"there must be {BODIES} bodies, of all colours"
    if len(box.parts) <= SEATS[-1] * HAND + DISPLAYS:
        yield "there are too few parts to deal"
    for prize, cards in box.worth.items():
        if (matter := sum(map(bool, cards))) < MATTER:
            yield f"only {matter} parts matter to {prize}"
    for colour in box.colours:
        yield from _shapes(box, colour, SHAPES, STRAIGHT)
    yield from _shapes(box, MULTI, MULTI_SHAPES, 0)


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"two of {what} {name}" for name, n in Counter(names).items() if n > 1)


def _unknown(what: str, names: Iterable[str], known: set[str]) -> Iterator[str]:
    if others := sorted(set(names) - known):
        yield f"unknown {what}: {', '.join(others)}"


def _shapes(box: TueftelBox, colour: str, shapes: dict[int, int], straight: int) -> Iterator[str]:
    parts = [part for part in box.parts if part.colour == colour]
    found = Counter(len(part.ends) for part in parts)
    if any(found[ends] != number for ends, number in shapes.items()):
        yield f"{colour} must have {shapes} parts by ends, not {dict(sorted(found.items()))}"
    if sum(part.ends in ("NS", "EW") for part in parts) != straight:
        yield f"{colour} must have {straight} straight parts"
