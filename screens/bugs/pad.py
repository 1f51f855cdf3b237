"""Lays out the buttons of Bugs & Co: the areas, one's places, and what cannot be taken back.

So they stand in the order in which who goes from one to the next needs them. All stays where it is
while a seat plays: five rows, as many buttons in each, and no label that grows but in short words,
which are for the ear. So a second tap never meets a control that stood elsewhere; what ends the
game is asked for first, and the answer has a place of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.bugs.values import Action, Lay, Spot, Trophy, View
from screens import keypad
from screens.bugs.painting import COLUMNS, FEWEST, area_label
from screens.bugs.painting import rows as rows_of
from screens.page import Button, Row
from screens.texts import Words

SHOW, LAY, KEEP, CUP, HELD = "🔎", "↪️", "📥", "🏆", "✋"
"""To show an area, to lay the tile in hand into it, to keep it, to take a trophy; a tile that
somebody has in their hand."""
HALF = 3
"""Areas in a row where they have two."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a panel shows: an area, and the question whether to stop."""

    area: int
    trophy: int = 0
    """The value of the trophy asked about, or 0."""

    @classmethod
    def read(cls, written: str, view: View) -> Self:
        """Return the look that was written; at the beginning seats look at different areas."""
        if not written:
            return cls((view.seat or 0) % len(view.areas))
        return cls(*keypad.numbers(written))

    @property
    def written(self) -> str:
        """This look as it is handed back."""
        return f"{self.area}.{self.trophy}" if self.trophy else str(self.area)

    def stopping(self, legal: Sequence[Action]) -> int:
        """Return the value of the trophy asked about, if it can still be taken; else 0."""
        return self.trophy if self.trophy and Trophy(self.trophy) in legal else 0


def rows(
    view: View, legal: Sequence[Action], look: Look, words: Words, brief: bool = False
) -> Sequence[Row]:
    """Return five rows of buttons, always in the same places: the table stays put."""
    area, high = look.area, rows_of(view)
    spots = [Spot(area, place) for place in range(high * COLUMNS)]
    places = [_place(view, spot, words, brief) for spot in spots]
    # Where places need two rows only, the areas have two as well.
    areas = _areas(view, area, whole=high == FEWEST)
    return [
        *keypad.rows(areas, HALF if high == FEWEST else COLUMNS),
        *keypad.rows(places, COLUMNS),
        _deeds(view, legal, look, words),
    ]


def _place(view: View, spot: Spot, words: Words, brief: bool) -> Button:
    """Return a place by its number: a tile, or a gap (disabled). What is in a hand says so in words
    to who has chosen short ones, and to others without its number: so five stay in one row of a
    phone, and the rows below where they are."""
    number, args = str(spot.place + 1), f"{spot.place}.{spot.area}"
    if view.held and view.held.spot == spot:
        label = words("button.yours", n=number) if brief else words("button.own")
        return Button(label, "pick", args, "success", disabled=True)
    if any(seat.right == spot for seat in view.seats):
        if brief:
            return Button(words("button.held", n=number), "pick", args, disabled=True)
        return Button("", "pick", args, emoji=HELD, disabled=True)
    if not view.areas[spot.area][spot.place]:
        return Button(number, "pick", args, disabled=True)
    return Button(number, "pick", args, "primary")


def _areas(view: View, shown: int, whole: bool) -> list[Button]:
    """Return the areas to show, each with the number of its tiles; the shown one only if whole."""
    return [
        Button(
            f"{area_label(area)}: {sum(lies)}", "show", str(area),
            emoji=SHOW, disabled=area == shown,
        )
        for area, lies in enumerate(view.areas)
        if whole or area != shown
    ]  # fmt: skip


def _deeds(view: View, legal: Sequence[Action], look: Look, words: Words) -> Sequence[Button]:
    """Return what to do with the tile in hand, and how to stop, which is asked for first."""
    empty, shown = view.held is None, str(look.area)
    away = view.held is not None and view.held.spot.area != look.area and Lay(look.area) in legal
    into = words("button.lay", area=area_label(look.area))
    return [
        Button(words("button.keep"), "keep", shown, "success", KEEP, disabled=empty),
        Button(words("button.back"), "return", shown, disabled=empty),
        Button(into, "lay", f"{look.area}.{look.area}", "success", LAY, disabled=not away),
        *_stop(view, legal, look, words),
    ]


def _stop(view: View, legal: Sequence[Action], look: Look, words: Words) -> Sequence[Button]:
    """Return the button that asks; once it has, the one to play on and, beside it, the answer."""
    value, shown = look.stopping(legal), str(look.area)
    if value:
        sure = Button(words("button.sure", value=value), "trophy", f"{value}.{shown}", "danger")
        return Button(words("button.on"), "on", shown), sure
    top = view.trophies[0] if view.trophies else 0
    label = words("button.trophy", value=top) if top else words("button.trophy.none")
    closed = Trophy(top) not in legal
    return (Button(label, "stop", f"{top}.{shown}", "danger", CUP, disabled=closed),)
