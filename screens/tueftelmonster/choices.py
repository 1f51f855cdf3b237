"""Choices in several clicks: a way of numbers that leads to one action."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.errors import Malformed
from engine.tueftelmonster.bolting import edges
from engine.tueftelmonster.values import (
    Action,
    Attach,
    Bolt,
    Cell,
    Deed,
    Dig,
    Discard,
    Draw,
    Gap,
    Laid,
    LayBack,
    LeaveRest,
    Roll,
    Steal,
    Take,
    View,
    Wish,
)

Way: TypeAlias = tuple[int, ...]
"""Places in what the seat sees: in its hand, among seats, gaps, cards, piles."""
PILE = 3
"""Stands for the draw pile, after the display piles 0, 1, 2."""
REST = 0
"""Stands for leaving the rest as it lies."""
LAID = 1
"""When cards are laid back, the first of the pile; the others come after it."""
LENGTHS = {"attach": 4, "steal": 2, "discard": 2}
"""How many choices lead to an action; one where nothing else is said."""
DEEDS: tuple[Deed, ...] = ("draw", "dig", "silver", "steal")
OUT = 0
"""Stands for out of the game, where there are no display piles."""


ALL = 0
"""Stands for all monsters that are looked at, before seat 0, 1, …"""
_LOOK = re.compile(r"((?:[0-9]+(?:[.][0-9]+)*)?)(?:/([0-9]+))?(?:@([0-9]+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Look:
    """What a panel shows: how far the choice has come, and which page of what is next."""

    way: Way = ()
    page: int = 0
    """Of more entries than a select holds; where cards are discarded the display pile."""
    monster: int | None = None
    """Which monster is looked at meanwhile: ALL, or a seat and one."""

    @classmethod
    def read(cls, text: str) -> Look:
        """Return what `written` wrote; raise Malformed for anything else."""
        found = _LOOK.fullmatch(text)
        if found is None:
            raise Malformed("error.malformed")
        way, page, monster = found.groups()
        numbers = tuple(map(int, way.split("."))) if way else ()
        return cls(numbers, int(page or 0), None if monster is None else int(monster))

    @property
    def written(self) -> str:
        """The look as text."""
        way = ".".join(map(str, self.way))
        page = f"/{self.page}" if self.page else ""
        return way + page + ("" if self.monster is None else f"@{self.monster}")


def way_of(view: View, action: Action) -> Way:
    """Return the way that leads to an action."""
    match action:
        case Roll():
            return (0,)
        case Wish(deed):
            return (DEEDS.index(deed),)
        case Draw(pile):
            return (PILE if pile is None else pile,)
        case Dig(pile):
            return (pile,)
        case Take(card):
            return (view.looked_at.index(card),)
        case LeaveRest():
            return (REST,)
        case LayBack(card):
            return (view.looked_at.index(card) + LAID,)
        case Bolt(edge):
            assert view.seat is not None
            return (edges(view.monsters[view.seat]).index(edge),)
        case Steal(seat, cell):
            return seat, _place(view.monsters[seat].cards, cell)
        case Attach(card, seat, cell, turn):
            return view.hand.index(card), seat, _place(view.monsters[seat].gaps, cell), turn
        case Discard(card, pile):
            return view.hand.index(card), OUT if pile is None else pile


def _place(lying: Sequence[Laid | Gap], cell: Cell) -> int:
    """Return where in its row stands what lies in a cell."""
    return next(place for place, each in enumerate(lying) if each.cell == cell)


def action_of(view: View, way: Way) -> Action | None:
    """Return the action at the end of a way, None before its end; raise Malformed for no way."""
    length = LENGTHS.get(view.phase, 1)
    if len(way) < length:
        return None
    try:
        return _action(view, way)
    except IndexError as error:
        raise Malformed("error.malformed") from error


def ways(view: View, legal: Sequence[Action]) -> dict[Way, Action]:
    """Return the ways to all legal actions."""
    return {way_of(view, action): action for action in legal}


def onwards(ways: dict[Way, Action], way: Way) -> Way:
    """Return how far a way goes without a choice.

    A way that leads nowhere begins anew; one that leads to a single action goes back to where
    that one is chosen.
    """
    if not _ends(ways, way):
        way = ()
    while way and len(_ends(ways, way)) == 1:
        way = way[:-1]
    while len(_ends(ways, way)) > 1 and len(following := following_of(ways, way)) == 1:
        way = (*way, *following)
    return way


def back(ways: dict[Way, Action], way: Way) -> Way | None:
    """Return the choice before this one, or None where there was none."""
    here = onwards(ways, way)
    for length in reversed(range(len(here))):
        if onwards(ways, here[:length]) != here:
            return here[:length]
    return None


def following_of(ways: dict[Way, Action], way: Way) -> list[int]:
    """Return the numbers a way can go on with, ascending."""
    at = len(way)
    return sorted({other[at] for other in ways if len(other) > at and other[:at] == way})


def shortened(ways: dict[Way, Action], way: Way) -> Way:
    """Return the whole way to an action where this one leads to a single one."""
    ends = _ends(ways, way)
    return ends[0] if len(ends) == 1 else way


def _ends(ways: dict[Way, Action], way: Way) -> list[Way]:
    return [other for other in ways if other[: len(way)] == way]


def _action(view: View, way: Way) -> Action:
    match view.phase, way:
        case "roll", [0]:
            return Roll()
        case "wish", [deed]:
            return Wish(DEEDS[deed])
        case "draw", [pile]:
            return Draw(None if pile == PILE else pile)
        case "dig", [pile]:
            return Dig(pile)
        case "take", [place]:
            return Take(view.looked_at[place])
        case "lay", [place]:
            return LeaveRest() if place == REST else LayBack(view.looked_at[place - LAID])
        case "bolt", [place] if view.seat is not None:
            return Bolt(edges(view.monsters[view.seat])[place])
        case "steal", [seat, place]:
            return Steal(seat, view.monsters[seat].cards[place].cell)
        case "attach", [held, seat, gap, turn]:
            return Attach(view.hand[held], seat, view.monsters[seat].gaps[gap].cell, turn)
        case "discard", [held, pile]:
            return Discard(view.hand[held], None if view.variant == "four" else pile)
    raise Malformed("error.malformed")
