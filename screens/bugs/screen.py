"""The screen of Bugs & Co: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engine.bugs.values import (
    Action,
    Back,
    Keep,
    Lay,
    Pick,
    Spot,
    Trophy,
    View,
)
from engine.errors import Malformed
from screens import keypad
from screens.bugs import painting
from screens.bugs.painting import area_label
from screens.bugs.rules import rules
from screens.bugs.words import Wording
from screens.kit.studio import Studio
from screens.page import Button, Page, Picture, Row
from screens.screen import Pressed, Screen, Shown, Sight
from screens.texts import Words

GAP, HAND, EYE = "––", "✋", "👁️"
"""A free place, a tile in somebody's hand, the tile in one's own hand."""


class BugsScreen(Screen):
    """Bugs & Co. What a panel shows of the table is an area, its look is the area's number."""

    forgets = True
    rounds = False
    colour = 0x2A9D8F

    def cover(self, studio: Studio) -> Image.Image:
        """Return monsters in a row."""
        return painting.cover(studio, self.game.box)

    def board(self, sight: Sight) -> Shown:
        """Return areas, hands by number, trophies and time; at the end every hand laid open."""
        view, names, words = sight.view, sight.names, sight.words
        wording = Wording(view, names, words, self.game.box)
        if view.over:
            return self._final(sight, wording)
        text = wording.table()
        paint = partial(painting.board, view=view, names=names.plain)
        key = ("bugs.board", view.areas, view.seats, view.trophies, names.plain)
        return Shown(
            ask=wording.time(), text=text, fields=wording.seats(), picture=Picture(key, "", paint)
        )

    def panel(self, sight: Sight) -> Shown:
        """Return one area as buttons, what to do with the tile in hand, and that tile."""
        view, words = sight.view, sight.words
        assert view.seat is not None
        wording = Wording(view, sight.names, words, self.game.box)
        if view.over or view.seats[view.seat].trophy:
            return Shown(text=wording.afterwards(view.seat))
        area = int(sight.look) if sight.look else view.seat % len(view.areas)
        return Shown(
            text=wording.hands(view.seat, area),
            rows=_rows(view, sight.legal, area, words),
            picture=self._held(view, wording),
        )

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action of a button; its numbers end with the area that is shown."""
        meant = keypad.numbers(args)
        if meant[-1] >= len(view.areas):
            raise Malformed("error.malformed")
        return Pressed(_action(verb, meant), str(meant[-1]))

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.game.box, self.colour)

    def _held(self, view: View, wording: Wording) -> Picture | None:
        if view.held is None:
            return None
        face = view.held.face
        return Picture(
            ("bugs.held", face),
            wording.face(face),
            lambda studio: painting.held(self.game.box, face),
        )

    def _final(self, sight: Sight, wording: Wording) -> Shown:
        view, names, outcome = sight.view, sight.names, sight.outcome
        assert outcome is not None
        alt = wording.plainly(wording.laid_open(outcome.places, outcome.scores))
        paint = partial(
            painting.result,
            box=self.game.box,
            view=view,
            names=names.plain,
            places=outcome.places,
            scores=outcome.scores,
        )
        taken = tuple(seat.trophy for seat in view.seats)
        return Shown(picture=Picture(("bugs.over", view.over, taken, names.plain), alt, paint))


def _action(verb: str, meant: Sequence[int]) -> Action | None:
    match verb, meant:
        case "show" | "prev" | "next", [_]:
            return None
        case "pick", [place, area]:
            return Pick(area, place)
        case "lay", [area, _]:
            return Lay(area)
        case "keep", [_]:
            return Keep()
        case "back", [_]:
            return Back()
        case "trophy", [value, _]:
            return Trophy(value)
    raise Malformed("error.malformed")


def _rows(view: View, legal: Sequence[Action], area: int, words: Words) -> Sequence[Row]:
    """Return five rows of five buttons, always in the same places: the table stays put."""
    places = [_place(view, Spot(area, place)) for place in range(len(view.areas[area]))]
    rows: list[Row] = [*keypad.rows(places)]
    rows.append([_area(view, legal, other, area) for other in _others(view, area)])
    rows.append(_deeds(view, legal, area, words))
    return rows


def _place(view: View, spot: Spot) -> Button:
    """Return a place: a number is a tile, dashes are a gap, a hand holds what lay there."""
    args = f"{spot.place}.{spot.area}"
    if view.held and view.held.spot == spot:
        return Button("", "pick", args, "success", EYE, disabled=True)
    if any(seat.right == spot for seat in view.seats):
        return Button("", "pick", args, emoji=HAND, disabled=True)
    if not view.areas[spot.area][spot.place]:
        return Button(GAP, "pick", args, disabled=True)
    return Button(f"{spot.place + 1:02}", "pick", args, "primary")


def _area(view: View, legal: Sequence[Action], area: int, shown: int) -> Button:
    """Return another area: to show it, or to lay the tile in hand there."""
    letter = area_label(area)
    if view.held is None:
        return Button(f"{letter} {sum(view.areas[area])}", "show", str(area))
    args = f"{area}.{shown}"
    return Button(f"→ {letter}", "lay", args, "success", disabled=Lay(area) not in legal)


def _deeds(view: View, legal: Sequence[Action], area: int, words: Words) -> Sequence[Button]:
    empty, look = view.held is None, str(area)
    value = view.trophies[0] if view.trophies else 0
    closed = Trophy(value) not in legal
    before, after = (area - 1) % len(view.areas), (area + 1) % len(view.areas)
    return [
        Button(words("button.keep"), "keep", look, "success", disabled=empty),
        Button(words("button.back"), "back", look, disabled=empty),
        Button(f"◀ {area_label(before)}", "prev", str(before)),
        Button(f"{area_label(after)} ▶", "next", str(after)),
        Button(f"🏆 {value or '–'}", "trophy", f"{value}.{look}", "danger", disabled=closed),
    ]


def _others(view: View, area: int) -> Sequence[int]:
    return [other for other in range(len(view.areas)) if other != area]
