"""Builds positions of Tüftelmonster and plays on from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.contract import Seat, Step
from engine.rng import Rng
from engine.tueftelmonster import GAME, plane
from engine.tueftelmonster.values import Card, Cell, Monster, State, Variant

GAME_ = GAME()
BOX = GAME_.box
NOW = 1000.0
"""The time at which everything in these tests happens."""

Growth = tuple[Card, Cell, int]
"""A card, where it is attached, and its quarter turns."""


def cards(ends: str, colour: str = "", **features: int) -> list[Card]:
    """Return the parts with these ends and, if given, this colour and these numbers."""
    return [
        number
        for number, part in enumerate(BOX.parts)
        if part.ends == ends
        and colour in ("", part.colour)
        and all(getattr(part, name) == value for name, value in features.items())
    ]


ONE, STRAIGHT, BENT, THREE, FOUR = map(cards, ("N", "NS", "NE", "NES", "NESW"))
"""The parts by the shape of their ends."""


def body(colour: str) -> int:
    """Return the first body of a colour."""
    return BOX.bodies.index(colour)


def monster(*growth: Growth, body: int = 0, bolts: Sequence[Any] = ()) -> Monster:
    """Return a monster that grew like this, each part where it fits."""
    grown = plane.new("Test", body)
    for card, cell, turn in growth:
        gap = plane.gap_at(grown, cell)
        assert gap is not None
        assert turn in dict(plane.fitting(BOX.ends[card], gap.must, gap.ban))
        grown = plane.attach(grown, card, BOX.ends[card], cell, turn)
    return Monster(grown.name, grown.body, grown.cards, grown.gaps, tuple(bolts))


def closed(*first: Growth, spare: Iterable[Card] = ONE) -> list[Growth]:
    """Return a growth that closes the body's four sides, as far as `first` has not."""
    sides: list[tuple[Cell, int]] = [((0, -1), 2), ((1, 0), 3), ((0, 1), 0), ((-1, 0), 1)]
    taken = {cell for _, cell, _ in first}
    free = (card for card in spare if card not in {c for c, _, _ in first})
    return [*first, *((next(free), cell, turn) for cell, turn in sides if cell not in taken)]


def table(
    *monsters: Monster, hands: Sequence[Sequence[Card]] = (), variant: Variant = "full", **rest: Any
) -> State:
    """Return a state in which seat 0 is to roll; hands that are not given hold the last parts.

    What is on no monster, in no hand, pile or display that is given is the draw pile.
    """
    seats = len(monsters)
    used = {laid.card for m in monsters for laid in m.cards}
    used |= {card for hand in hands for card in hand}
    for name in ("pile", "out"):
        used |= set(rest.get(name, ()))
    used |= {card for display in rest.get("displays", ()) for card in display}
    free = [card for card in range(len(BOX.parts)) if card not in used]
    held = [tuple(sorted(hand)) for hand in hands]
    held += [tuple(free.pop() for _ in range(3))[::-1] for _ in range(seats - len(held))]
    if "displays" not in rest:
        rest["displays"] = () if variant == "four" else tuple((free.pop(),) for _ in range(3))
    full = variant == "full"
    silver = rest.pop("silver", ())
    fields: dict[str, Any] = {
        "variant": variant,
        "limit": 60.0,
        "start": 0,
        "turn": 0,
        "phase": "roll",
        "pile": tuple(free),
        "covered": tuple(p for p in BOX.silver if p not in silver) if full else (),
        "silver": silver,
        "bolts": 30 - sum(len(m.bolts) for m in monsters),
        "loose": (0,) * seats,
    }
    return State(monsters=monsters, hands=tuple(held), **(fields | rest))


def do(
    state: State, action: Any, seat: Seat | None = None, rng: Rng | None = None
) -> Step[State, Any]:
    """Return what an action of the asked seat leads to."""
    (asked,) = GAME_.to_act(state)
    assert seat in (None, asked)
    return GAME_.apply(state, asked, action, rng or Rng("test"), NOW)


def rolling(*faces: str) -> Rng:
    """Return a stream in which the die shows these faces."""
    return _Loaded(faces)


class _Loaded(Rng):
    def __init__(self, faces: Sequence[str]) -> None:
        super().__init__("loaded")
        self._faces = list(faces)

    def choice(self, items: Sequence[Any]) -> Any:
        """Return the next face."""
        face = self._faces.pop(0)
        assert face in items
        return face


def kinds(step: Step[Any, Any]) -> list[str]:
    """Return the kinds of a step's events, in order."""
    return [event.kind for event in step.events]


def event(step: Step[Any, Any], kind: str) -> Any:
    """Return a step's only event of a kind."""
    (found,) = (event for event in step.events if event.kind == kind)
    return found
