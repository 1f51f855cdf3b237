"""Lays out Monster Meister's buttons: the own display as a grid, and lists of cells, by pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from engine.monster_meister.values import Cell, Spot
from screens import keypad
from screens.keypad import COLUMNS, ROWS
from screens.monster_meister.display import Span, cell_label, span
from screens.page import Button
from screens.texts import Words

Rows = Sequence[Sequence[Button]]

WIDTH = 4
"""Buttons in a row that no client wraps."""


def args(cell: Cell) -> str:
    """Return a cell as it travels in a button."""
    return f"{cell[0]}.{cell[1]}"


def cell(args: str) -> Cell:
    """Return the cell that travelled in a button; raise ValueError when it is none."""
    column, row = map(int, args.split("."))
    return column, row


def page_of(display: Sequence[Spot], cell: Cell) -> str:
    """Return the page of the grid that shows a cell; empty when there is only one."""
    if _listed(display):
        return ""
    pages = _parts(span(spot.cell for spot in display))
    if len(pages) == 1:
        return ""
    return next((str(n) for n, part in enumerate(pages) if _within(part, cell)), "")


def grid(display: Sequence[Spot], look: str, key: Callable[[Spot], Button], words: Words) -> Rows:
    """Return the display as a grid of `key(spot)` that lies like the picture, which has its names.

    Where that is wider than a phone, cards stand in rows of four; where they are too many for that
    the grid has pages, and shown is `look`, or the next one with something to choose.
    """
    if _listed(display):
        return keypad.rows([key(spot) for spot in display], WIDTH)
    parts = _parts(span(spot.cell for spot in display))
    keys = {spot.cell: key(spot) for spot in display}
    empty = [n for n, part in enumerate(parts) if not _offers(part, keys)]
    now = _open(keypad.page(look, len(parts)), len(parts), empty)
    part = parts[now]
    buttons = [keys.get(cell) or _hole(cell) for cell in part.cells]
    corners = (((part.left, part.top), (part.right, part.bottom)) for part in parts)
    names = [_name(first, last, words) for first, last in corners]
    return [*keypad.rows(buttons, part.columns), *keypad.turning(names, now, empty)]


def listing(buttons: Mapping[Cell, Button], look: str, words: Words) -> Rows:
    """Return one button a cell in rows of four, by pages where they are too many."""
    items = list(buttons.items())
    size = ROWS * WIDTH if len(items) <= ROWS * WIDTH else (ROWS - 1) * WIDTH
    pages = [items[i : i + size] for i in range(0, len(items), size)] or [[]]
    now = keypad.page(look, len(pages))
    shown = [button for _, button in pages[now]]
    names = [_name(page[0][0], page[-1][0], words) for page in pages if page]
    return [*keypad.rows(shown, WIDTH), *keypad.turning(names, now)]


def _listed(display: Sequence[Spot]) -> bool:
    """Tell whether a display is too wide for a phone, and its cards fit without the gaps."""
    return span(spot.cell for spot in display).columns > WIDTH and len(display) <= ROWS * WIDTH


def _parts(around: Span) -> list[Span]:
    """Return the rectangle, halved until each part fits beside the row that turns pages."""
    wide = around.columns > COLUMNS
    high = around.rows > (ROWS - 1 if wide else ROWS)
    return [
        Span(left, top, right, bottom)
        for top, bottom in _halves(around.top, around.bottom, high)
        for left, right in _halves(around.left, around.right, wide)
    ]


def _halves(first: int, last: int, split: bool) -> list[tuple[int, int]]:
    middle = (first + last) // 2
    return [(first, middle), (middle + 1, last)] if split else [(first, last)]


def _within(part: Span, cell: Cell) -> bool:
    return part.left <= cell[0] <= part.right and part.top <= cell[1] <= part.bottom


def _offers(part: Span, keys: Mapping[Cell, Button]) -> bool:
    return any(_within(part, cell) and not key.disabled for cell, key in keys.items())


def _open(page: int, pages: int, empty: Collection[int]) -> int:
    """Return this page or, when it is empty, the next one that is not."""
    around = [(page + step) % pages for step in range(pages)]
    return next((number for number in around if number not in empty), page)


def _name(first: Cell, last: Cell, words: Words) -> str:
    """Return what a page of cells is called: `C3 to E5`."""
    return words("cells", first=cell_label(first), last=cell_label(last))


def _hole(cell: Cell) -> Button:
    return Button(cell_label(cell), "hole", args(cell), disabled=True)
