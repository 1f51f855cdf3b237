"""Buttons and selects that lead one click further on a way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.tueftelmonster.values import Action
from screens import keypad
from screens.page import Button, Choice, Row, Select
from screens.tueftelmonster.choices import Look, Way

CHOICES = 25
"""Entries of a select."""
BUTTONS = 16
"""Entries that stand as buttons, without a select."""
PAIRS = 8
"""Of these two stand in a row, of more four."""


class Entry(NamedTuple):
    """An entry of a select."""

    label: str
    hint: str
    way: Way
    """Where it leads."""
    art: str = ""


class Keys:
    """The controls at one point of a choice, on one of its pages."""

    def __init__(self, ways: Mapping[Way, Action], way: Way, page: int) -> None:
        self._ways, self._way, self._page = ways, way, page

    def button(self, label: str, way: Way, emoji: str | None = None, art: str = "") -> Button:
        """Return a button that leads to a point of a way; green where that is its end."""
        args = Look(way).written
        if way in self._ways:
            return Button(label[:80], "go", args, "success", emoji, art=art)
        return Button(label[:80], "look", args, emoji=emoji, art=art)

    def all(self, label: str, entries: Sequence[Entry], most: int = BUTTONS) -> list[Row]:
        """Return a button for each entry, or where there are more than `most` a select."""
        if len(entries) > most:
            return self.select(label, entries)
        buttons = [self.button(entry.label, entry.way, art=entry.art) for entry in entries]
        return [*keypad.rows(buttons, 2 if len(entries) <= PAIRS else 4)]

    def shown(self, entries: Sequence[Entry], most: int = BUTTONS) -> Sequence[Entry]:
        """Return which of these entries can be chosen now: all that are buttons, or a page."""
        return self.page_of(entries) if len(entries) > most else entries

    def page_of(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Return the entries of the page that is shown."""
        first = min(self._page, (len(entries) - 1) // CHOICES) * CHOICES
        return entries[first : first + CHOICES]

    def select(self, label: str, entries: Sequence[Entry]) -> list[Row]:
        """Return a select of the page's entries, and what turns the pages."""
        found = [
            Choice(text[:100], Look(way).written, hint[:100] or None, art=art)
            for text, hint, way, art in self.page_of(entries)
        ]
        pages = -(-len(entries) // CHOICES)
        turning = [self._turning(page, pages, len(entries)) for page in range(pages)]
        rows: list[Row] = [Select(label[:100], "pick", found)]
        return [*rows, turning] if pages > 1 else rows

    def _turning(self, page: int, pages: int, entries: int) -> Button:
        label = f"{page * CHOICES + 1}–{min((page + 1) * CHOICES, entries)}"
        shown = page == min(self._page, pages - 1)
        return Button(label, "look", Look(self._way, page).written, "primary", disabled=shown)
