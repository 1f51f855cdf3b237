"""The screen of Bugs & Co: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
from engine.match import Match
from screens import keypad
from screens.bugs import opened, painting
from screens.bugs.painting import area_label
from screens.bugs.rules import rules
from screens.bugs.words import Wording
from screens.kit.studio import Studio
from screens.page import Button, Page, Picture, Row
from screens.screen import Pressed, Screen, Shown, Sight
from screens.texts import Words

GAP, HAND, EYE = "––", "✋", "👁️"
"""A free place, a tile in somebody's hand, the tile in one's own hand."""
SHOW, LAY, KEEP, CUP = "🔎", "↪️", "📥", "🏆"
"""To show an area, to lay the tile in hand into one, to keep it, to take a trophy."""


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
        paint = partial(painting.board, view=view, names=names.plain)
        key = ("bugs.board", view.areas, view.seats, view.trophies, names.plain)
        return Shown(
            ask=words(f"board.{view.phase}"),
            text=wording.table(),
            fields=wording.seats(),
            below=wording.time(),
            pictures=(Picture(key, "", paint),),
        )

    def panel(self, sight: Sight) -> Shown:
        """Return one area as buttons, what to do now, the tile in hand, and the time."""
        view, words = sight.view, sight.words
        assert view.seat is not None
        wording = Wording(view, sight.names, words, self.game.box)
        if view.over:
            return Shown(text=wording.collected(view.seat))
        if view.seats[view.seat].trophy:
            return Shown(text=wording.done(view.seat), below=wording.time())
        area = int(sight.look) if sight.look else view.seat % len(view.areas)
        return Shown(
            text=wording.hands(view.seat, area),
            below=wording.time(),
            rows=_rows(view, sight.legal, area, words),
            pictures=self._held(view, wording),
        )

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return the table with every tile's face, and every hand."""
        board, view, names = self.board(sight), sight.view, sight.names
        if view.over:
            return board
        hidden = opened.hidden(self.game.box, match.state)
        key = ("bugs.open", view.areas, view.seats, names.plain, hidden)
        paint = partial(
            opened.paint, box=self.game.box, view=view, names=names.plain, hidden=hidden
        )
        return replace(board, pictures=(Picture(key, "", paint),))

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action of a button; its numbers end with the area that is shown."""
        meant = keypad.numbers(args)
        if meant[-1] >= len(view.areas):
            raise Malformed("error.malformed")
        return Pressed(_action(verb, meant), str(meant[-1]))

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.game.box, self.colour)

    def _held(self, view: View, wording: Wording) -> Sequence[Picture]:
        if view.held is None:
            return ()
        face = view.held.face
        paint = partial(painting.held, box=self.game.box, face=face)
        return (Picture(("bugs.held", face), wording.face(face), paint),)

    def _final(self, sight: Sight, wording: Wording) -> Shown:
        view, names, outcome = sight.view, sight.names, sight.outcome
        assert outcome is not None
        text = wording.laid_open(outcome.places, outcome.scores)
        paint = partial(
            painting.result,
            box=self.game.box,
            view=view,
            names=names.plain,
            places=outcome.places,
            scores=outcome.scores,
        )
        taken = tuple(seat.trophy for seat in view.seats)
        key = ("bugs.over", view.over, taken, names.plain)
        return Shown(text=text, pictures=(Picture(key, "", paint),))


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
        case "return", [_]:
            return Back()
        case "trophy", [value, _]:
            return Trophy(value)
    raise Malformed("error.malformed")


def _rows(view: View, legal: Sequence[Action], area: int, words: Words) -> Sequence[Row]:
    """Return five rows of buttons, always in the same places: the table stays put."""
    places = [_place(view, Spot(area, place)) for place in range(len(view.areas[area]))]
    rows: list[Row] = [*keypad.rows(places)]
    rows.append(_areas(view, legal, area, words))
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


def _areas(view: View, legal: Sequence[Action], shown: int, words: Words) -> Sequence[Button]:
    """Return the other areas to show; with a tile in hand those to lay it into.

    The tile's own area is not among these: to lay it there is to put it back.
    """
    areas = range(len(view.areas))
    if view.held is None:
        return [
            Button(f"{area_label(area)} ({sum(view.areas[area])})", "show", str(area), emoji=SHOW)
            for area in areas
            if area != shown
        ]
    return [
        Button(
            words("button.lay", area=area_label(area)), "lay", f"{area}.{shown}", "success", LAY,
            disabled=Lay(area) not in legal,
        )
        for area in areas
        if area != view.held.spot.area
    ]  # fmt: skip


def _deeds(view: View, legal: Sequence[Action], area: int, words: Words) -> Sequence[Button]:
    """Return what to do with the tile in hand, the trophy, and ways to look around meanwhile."""
    empty, look = view.held is None, str(area)
    value = view.trophies[0] if view.trophies else 0
    stop = words("button.trophy", value=value) if value else "–"
    closed = Trophy(value) not in legal
    deeds = [
        Button(words("button.keep"), "keep", look, "success", KEEP, disabled=empty),
        Button(words("button.back"), "return", look, disabled=empty),
        Button(stop, "trophy", f"{value}.{look}", "danger", CUP, disabled=closed),
    ]
    if empty:
        return deeds
    before, after = (area - 1) % len(view.areas), (area + 1) % len(view.areas)
    return [
        *deeds,
        Button(f"◀ {area_label(before)}", "prev", str(before), emoji=SHOW),
        Button(f"{area_label(after)} ▶", "next", str(after), emoji=SHOW),
    ]
