"""Buttons and selects that lead one click further on a way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.tueftelmonster.values import Action
from screens import keypad
from screens.page import LABEL, ON_BUTTON, Button, Choice, Row, Select
from screens.tueftelmonster.choices import Look, Way
from screens.wording import cut

CHOICES = 25
"""Entries of a select."""
SELECTS = 4
"""Selects that leave a row for other controls; all they hold is on one page."""
BUTTONS = 16
"""Entries that stand as buttons, without a select."""
FEW = 6
"""Entries with more to say than a button has room for stand in a list where they are more."""
PAIRS = 8
"""Of buttons so many stand two in a row, more four."""


class Entry(NamedTuple):
    """An entry of a select."""

    label: str
    hint: str
    way: Way
    """Where it leads."""
    art: str = ""

    @property
    def number(self) -> str:
        """What tells the entry in the picture: the label begins with it."""
        return self.label.partition(":")[0]


class Keys:
    """The controls at one point of a choice, on one of its pages."""

    def __init__(self, ways: Mapping[Way, Action], way: Way, page: int) -> None:
        self._ways, self._way, self._page = ways, way, page

    def button(self, label: str, way: Way, emoji: str | None = None, art: str = "") -> Button:
        """Return a button that leads to a point of a way; green where that is its end."""
        args, label = Look(way).written, cut(label, ON_BUTTON)
        if way in self._ways:
            return Button(label, "go", args, "success", emoji, art=art)
        return Button(label, "look", args, emoji=emoji, art=art)

    def all(self, label: str, entries: Sequence[Entry], most: int = BUTTONS) -> list[Row]:
        """Return a button for each entry, or where there are more than `most` selects."""
        if len(entries) > most:
            return self.select(label, entries, SELECTS)
        buttons = [self.button(entry.label, entry.way, art=entry.art) for entry in entries]
        return [*keypad.rows(buttons, 2 if len(entries) <= PAIRS else 4)]

    def shown(self, entries: Sequence[Entry], most: int = BUTTONS) -> Sequence[Entry]:
        """Return which of these entries can be chosen now: all that are buttons, or a page."""
        return self.page_of(entries, SELECTS) if len(entries) > most else entries

    def unsaid(self, entries: Sequence[Entry], most: int = BUTTONS) -> Sequence[str]:
        """Return by their numbers what buttons leave out of these entries; a select says it."""
        if len(entries) > most:
            return []
        return [f"{entry.number}: {entry.hint}" for entry in entries if entry.hint]

    def page_of(self, entries: Sequence[Entry], selects: int = 1) -> Sequence[Entry]:
        """Return the entries of the page that is shown."""
        size = _size(entries, selects)
        first = min(self._page, (len(entries) - 1) // size) * size
        return entries[first : first + size]

    def select(self, label: str, entries: Sequence[Entry], selects: int = 1) -> list[Row]:
        """Return up to so many selects of the page's entries, and what turns the pages."""
        found = [
            Choice(cut(text, LABEL), Look(way).written, cut(hint, LABEL) or None, art=art)
            for text, hint, way, art in self.page_of(entries, selects)
        ]
        parts = [found[at : at + CHOICES] for at in range(0, len(found), CHOICES)]
        rows: list[Row] = [Select(_placeholder(label, part, parts), "pick", part) for part in parts]
        size = _size(entries, selects)
        pages = -(-len(entries) // size)
        turning = [self._turning(page, pages, size, len(entries)) for page in range(pages)]
        return [*rows, turning] if pages > 1 else rows

    def _turning(self, page: int, pages: int, size: int, entries: int) -> Button:
        label = f"{page * size + 1}–{min((page + 1) * size, entries)}"
        shown = page == min(self._page, pages - 1)
        return Button(label, "look", Look(self._way, page).written, "primary", disabled=shown)


def _size(entries: Sequence[Entry], selects: int) -> int:
    """Return how many entries a page has; what turns the pages takes a select's place."""
    room = selects * CHOICES
    return room if selects == 1 or len(entries) <= room else room - CHOICES


def _placeholder(label: str, part: Sequence[Choice], parts: Sequence[Sequence[Choice]]) -> str:
    """Return what stands on a select: of several each says where it begins and ends."""
    if len(parts) == 1:
        return label[:100]
    first, last = (choice.label.partition(":")[0] for choice in (part[0], part[-1]))
    return f"{label[:80]} {first}–{last}"
