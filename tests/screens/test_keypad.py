"""Rows of controls: what is added to them finds its place, beside what it belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from screens.keypad import COLUMNS, ROWS, joined
from screens.page import Button, Choice, Row, Select

MORE = Button("More", "more"), Button("Less", "less")
SELECT = Select("Which", "which", [Choice("One", "1")])


def row(buttons: int, verb: str = "play") -> Sequence[Button]:
    """Return a row of so many buttons."""
    return [Button(str(number), verb) for number in range(buttons)]


def places(rows: Sequence[Row]) -> list[int]:
    """Return in which rows the added buttons stand."""
    buttons = [() if isinstance(each, Select) else tuple(each) for each in rows]
    assert all(len(each) <= COLUMNS for each in buttons)
    return [at for at, each in enumerate(buttons) if each[-len(MORE) :] == MORE]


def test_there_is_a_row_for_them_where_there_is_room_for_one() -> None:
    assert list(joined((), *MORE)) == [MORE]
    rows = joined([row(2)] * (ROWS - 1), *MORE)
    assert len(rows) == ROWS and places(rows) == [ROWS - 1] and rows[-1] == MORE


def test_else_they_stand_in_the_last_row_that_has_room_for_all_of_them() -> None:
    rows = joined([row(3), row(3), row(4), row(5), row(5)], *MORE)
    assert len(rows) == ROWS and places(rows) == [1]
    rows = joined([row(3), SELECT, SELECT, SELECT, SELECT], *MORE)
    assert places(rows) == [0]


def test_a_place_that_another_look_needs_is_left_free() -> None:
    for last in (3, 4, 5):
        rows = joined([row(3), row(2), row(5), row(5), row(last)], MORE[0], spare=1)
        assert [len(each) for each in rows if not isinstance(each, Select)][:2] == (
            [3, 2] if last == 3 else [3, 3]
        )


def test_they_stand_beside_what_they_belong_to() -> None:
    rows = joined([row(2), row(1, "hint")], *MORE, beside="hint")
    assert places(rows) == [1] and len(rows) == 2
    assert len(joined([row(1, "hint"), row(2)], *MORE, beside="hint")) == 3
    assert len(joined([row(4, "hint")], *MORE, beside="hint")) == 2
    assert len(joined([row(2), SELECT], *MORE, beside="hint")) == 3
