"""What a seat sees of its own: the choice it has, one click after another, or only its hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import HAND
from screens import keypad
from screens.page import Button, Row, Select
from screens.screen import Shown, Sight
from screens.tueftelmonster import choices, monster_pages, piles_pages
from screens.tueftelmonster.choices import ALL, Look
from screens.tueftelmonster.desk import Desk
from screens.tueftelmonster.telling import Telling
from screens.tueftelmonster.words import Wording
from screens.wording import naming

Page: TypeAlias = Callable[[Desk], Shown]

PAGES: Mapping[str, Sequence[Page]] = MappingProxyType(
    {
        "roll": (piles_pages.roll,),
        "wish": (piles_pages.wish,),
        "draw": (piles_pages.draw,),
        "dig": (piles_pages.dig,),
        "take": (piles_pages.open_pile,),
        "lay": (piles_pages.open_pile,),
        "bolt": (monster_pages.bolt,),
        "steal": (monster_pages.whom, monster_pages.what),
        "attach": (
            monster_pages.card, monster_pages.place, monster_pages.place, monster_pages.turn,
        ),
        "discard": (piles_pages.discard, piles_pages.discard),
    }
)  # fmt: skip
"""By phase the pages of a choice, one a click."""
ROOM = 3500
"""Characters for a monster in words."""


class Panel:
    """The panel of one seat at one point of its choice."""

    def __init__(self, sight: Sight, wording: Wording, box: TueftelBox) -> None:
        self._view, self._words, self._wording = sight.view, sight.words, wording
        self._look, self._since = Look.read(sight.look), sight.since
        self._desk = Desk(sight, wording, box, self._look)
        self._asked = bool(sight.legal)
        self._telling = Telling(sight.view, sight.names, sight.words, wording)

    def shown(self) -> Shown:
        """Return text, controls and pictures."""
        if self._look.monster is not None:
            return self._looking(self._look.monster)
        if not self._asked:
            return Shown(
                ask=self._words(f"ask.{self._view.phase}"),
                text=self._words("panel.mended_first") if self._goes_on() else "",
                rows=[self._desk.monsters_row()],
                pictures=[self._desk.idle()],
            )
        way = self._desk.way
        page = PAGES[self._view.phase][len(way)](self._desk)
        text = "\n".join(filter(None, (*self._head(), page.text)))
        back = choices.back(self._desk.ways, way)
        if back is None:
            return replace(page, text=text)
        return replace(page, text=text, rows=self._with_back(page.rows, Look(back)))

    def _goes_on(self) -> bool:
        """Return whether the own turn waits for bolts and is not over once these are placed."""
        view, own = self._view, self._desk.own
        left = own not in view.finished and view.hands[own] > HAND
        return view.phase == "bolt" and view.owner == own and (left or not view.attached)

    def _head(self) -> list[str]:
        """Return what came by itself, and the steps left; who has clicked on since has read it."""
        view, words = self._view, self._words
        if self._desk.clicked:
            return []
        if view.phase == "bolt":
            return [self._wording.theft()]
        # Of one card to attach or to discard that ends the turn the question says it.
        last = view.phase in ("attach", "discard") and view.hands[self._desk.own] <= HAND + 1
        steps = "" if last else self._desk.hints.steps()
        lines = [self._telling.own(self._desk.news, self._since), steps]
        if view.phase == "discard" and self._desk.own in view.stuck:
            lines.append(words("panel.stuck", n=view.idle + 1))
        if view.phase == "attach":
            lines.append(self._desk.hints.withheld())
        return lines

    def _with_back(self, rows: Sequence[Row], back: Look) -> list[Row]:
        """Return rows with a way back behind the last one, if that has room."""
        button = Button(self._words("button.back"), "look", back.written, emoji="◀️")
        if len(rows) < keypad.ROWS:
            return [*rows, [button]]
        *others, last = rows
        assert not isinstance(last, Select)
        return [*others, [*last, button]]

    # Looking at monsters meanwhile

    def _looking(self, monster: int) -> Shown:
        """Return all monsters to choose from, or one of them, whole, also in words."""
        desk, seats = self._desk, range(len(self._view.monsters))
        here = replace(self._look, monster=None)
        text = "" if self._asked else self._words("monsters.now")
        if monster - 1 not in seats:
            buttons = [
                Button(
                    naming(str, desk.names.plain[seat]),
                    "look",
                    replace(here, monster=seat + 1).written,
                )
                for seat in seats
            ]
            text = "\n".join(filter(None, (text, self._words("choose.monster"))))
            rows = self._with_back([buttons], here)
            return Shown(text=text, rows=rows, pictures=[desk.gallery(seats)])
        seat, name = monster - 1, desk.names[monster - 1]
        told = "\n".join([*self._wording.monster(seat), *self._wording.cards_of(seat, beside=True)])
        return Shown(
            text=text,
            below=self._fitting(told),
            rows=self._with_back([], replace(here, monster=ALL)),
            # All that the picture shows stands below it.
            pictures=[replace(desk.whole(seat), alt=self._words("parts.monster", name=name))],
        )

    def _fitting(self, told: str) -> str:
        """Return a text, or as many of its lines as fit and where the others stand."""
        if len(told) <= ROOM:
            return told
        return "\n".join((told[:ROOM].rpartition("\n")[0], self._words("monsters.more")))
