"""Controls in rows and on pages, and the numbers that travel in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engine.errors import Malformed
from screens.page import Button, Row, Select
from screens.texts import Words

ROWS = 5
"""Rows of controls in a message."""
COLUMNS = 5
"""Buttons in a row."""


def rows(buttons: Sequence[Button], width: int = COLUMNS) -> list[Sequence[Button]]:
    """Return buttons in rows of this width."""
    return [buttons[i : i + width] for i in range(0, len(buttons), width)]


def joined(
    rows: Sequence[Row], *buttons: Button, beside: str = "", spare: int = 0
) -> Sequence[Row]:
    """Return rows with these buttons in one of their own, or in the last where that begins with the
    verb `beside`; where there is no room for a row, in the last that has room for them and for so
    many more (`spare`) that may come to stand there in another look."""
    full = len(rows) == ROWS
    for at in range(len(rows) - 1, -1, -1):
        row = rows[at]
        if isinstance(row, Select) or len(row) + len(buttons) + spare > COLUMNS:
            continue
        if full or (at == len(rows) - 1 and row[0].verb == beside):
            return [*rows[:at], [*row, *buttons], *rows[at + 1 :]]
    return rows if full else [*rows, buttons]


def page(look: str, pages: int) -> int:
    """Return which of several pages a look means; the first where it means none."""
    return min(int(look), pages - 1) if look.isdecimal() else 0


def turning(labels: Sequence[str], now: int, empty: Collection[int] = ()) -> list[Sequence[Button]]:
    """Return the row that turns pages, a button `page` for each; none where there is only one.

    The pages `empty` hold nothing to choose and cannot be turned to.
    """
    if len(labels) < 2:
        return []
    return [
        [
            Button(label, "page", str(number), "primary", disabled=number == now or number in empty)
            for number, label in enumerate(labels)
        ]
    ]


def turns(
    verb: str, args: Callable[[int], str], now: int, more: bool, words: Words, *between: Button
) -> Sequence[Button]:
    """Return the buttons to the page before this one, from 0, and to the next, where there is
    `more`; `args` are those of a page's button."""
    return (
        Button(words.named("turn.back"), verb, args(now - 1), disabled=now == 0),
        *between,
        Button(words.named("turn.on"), verb, args(now + 1), disabled=not more),
    )


def numbers(args: str) -> list[int]:
    """Return the whole numbers in a control's arguments, `3.14`; raise Malformed for others."""
    parts = args.split(".")
    if not all(part.isdecimal() and part.isascii() for part in parts):
        raise Malformed("error.malformed")
    return [int(part) for part in parts]
