"""What clocks and staff bring to a table's pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from screens.frame.standing import (
    Line,
    Standing,
    Vote,
    heard_beside,
    on_board,
    on_panel,
    pressable,
)
from screens.names import Names
from screens.page import Button, Page, Select
from screens.texts import LANGUAGES, Language
from screens.wording import countdown, days
from tests.catalogue import catalogue
from tests.cogs.hearing import heard

WORDS = catalogue().words("en")
NAMES = Names.of(["*Anna*", "Ben", "C" * 90])
STANDING = Standing(names=NAMES, running=True)
PAGE = Page(title="T", text="Waiting for Ben.", rows=((Button("My seat", "seat"),),))


def verbs(page: Page) -> list[tuple[str, str]]:
    """Return verb and argument of every button."""
    return [(b.verb, b.args) for row in page.rows if not isinstance(row, Select) for b in row]


def test_a_table_that_simply_goes_on_is_shown_as_it_is() -> None:
    assert on_board(PAGE, STANDING, WORDS) == PAGE
    assert on_panel(PAGE, STANDING, 0, WORDS) == PAGE


def test_the_time_left_stands_behind_the_one_line() -> None:
    late = replace(STANDING, due=1234.9)
    assert on_board(PAGE, late, WORDS).text == "Waiting for Ben. Time ends <t:1234:R>."
    assert "<t:1234:R>" in on_panel(PAGE, late, 0, WORDS).text.split("\n")[0]


def test_a_pause_takes_the_place_of_whom_the_table_waits_for() -> None:
    paused = replace(STANDING, paused="pause.lock")
    assert on_board(PAGE, paused, WORDS).text == WORDS("pause.lock")
    assert verbs(on_board(PAGE, paused, WORDS)) == [("seat", "")]
    panel = on_panel(PAGE, paused, 0, WORDS)
    assert WORDS("pause.lock") in panel.text and not panel.rows


def test_in_a_pause_nothing_counts_down() -> None:
    paused = replace(STANDING, paused="pause.lock")
    race = replace(PAGE, below="Go! <t:60:R>\nA1 to A7")
    for shown in (on_board(race, paused, WORDS), on_panel(race, paused, 0, WORDS)):
        assert shown.below == "A1 to A7"
    for running in (on_board(race, STANDING, WORDS), on_panel(race, STANDING, 0, WORDS)):
        assert running.below == race.below
    told = replace(PAGE, text="Go! <t:60:R>\nA1 to A7")
    assert "<t:" not in heard_beside(told, paused, WORDS).text
    assert "<t:" not in on_panel(told, paused, 0, WORDS).text
    assert told.text in heard_beside(told, STANDING, WORDS).text


def test_who_is_away_is_named_and_can_come_back() -> None:
    away = replace(STANDING, away=(0,))
    board = on_board(PAGE, away, WORDS)
    assert WORDS("away.line", name=NAMES[0]) in board.text and "**\\*Anna\\***" in board.text
    assert ("resume", "") in verbs(board)
    assert verbs(on_panel(PAGE, away, 0, WORDS)) == [("resume", "")]
    assert on_panel(PAGE, away, 1, WORDS) == PAGE


def test_what_is_told_has_the_buttons_and_none_of_the_lines() -> None:
    away = replace(STANDING, away=[1], votes=[Vote(0, 4, 1, 2)], ending=([0], 2), due=1234.9)
    told = pressable(PAGE, away, WORDS)
    assert told == replace(on_board(PAGE, away, WORDS), text=PAGE.text)
    assert [verb for verb, _ in verbs(told)] == ["seat", "vote", "resume", "end"]
    assert pressable(PAGE, replace(away, running=False), WORDS) == PAGE


def test_who_proposes_that_all_stop_is_named_on_the_board() -> None:
    one, two = (replace(STANDING, ending=(seats, 3)) for seats in ([0], [0, 2]))
    names = NAMES[0], NAMES[2]
    assert f"**{names[0]}** suggests that all stop." in on_board(PAGE, one, WORDS).text
    assert f"**{names[0]}** and **{names[1]}** suggest" in on_board(PAGE, two, WORDS).text
    assert WORDS("end.button", votes=2, needed=3) in str(on_board(PAGE, two, WORDS).rows)


def test_names_in_lines_are_escaped() -> None:
    line = Line("note.clock", {"name": "_Eva_ @everyone"})
    assert "**\\_Eva\\_" in on_board(PAGE, replace(STANDING, lines=(line,)), WORDS).text


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_vote_is_a_button_of_its_seat_and_question(language: str) -> None:
    words = catalogue().words(language)
    voted = replace(STANDING, votes=(Vote(2, 7, 1, 2),))
    button = on_board(PAGE, voted, words).rows[-1]
    assert not isinstance(button, Button)
    [vote] = button  # type: ignore[misc]
    assert (vote.verb, vote.args) == ("vote", "2.7") and len(vote.label) <= 80
    assert "1/2" in vote.label


def test_what_has_ended_keeps_its_last_line() -> None:
    ended = replace(STANDING, running=False, away=(0,), lines=(Line("note.idle"),))
    page = on_board(PAGE, ended, WORDS)
    assert page.text == f"{WORDS('note.idle')}\nWaiting for Ben." and page.rows == PAGE.rows
    assert on_panel(PAGE, ended, 0, WORDS) == PAGE


DAYS = (86400.0, 5 * 86400.0)
SAID: dict[str, tuple[Any, str, Mapping[str, object], str]] = {
    "paused": ("pause.lock", "pause.lock", {}, "board seat words"),
    "away": ((1,), "away.line", {"name": "Ben"}, "board words"),
    "vacations": (((1, *DAYS),), "company.vacation.line", {"name": "Ben", **days(*DAYS)},
                  "board words"),
    "lines": ((Line("note.idle"),), "note.idle", {}, "board words"),
    "votes": ((Vote(1, 7, 1, 2),), "vote.button", {"name": "Ben", "votes": 1, "needed": 2},
              "board"),
    "ending": (([1], 3), "end.proposed", {"names": "**Ben**", "n": 1}, "board words"),
    "due": (1234.0, "clock.left", {"when": countdown(1234.0)}, "board seat"),
}  # fmt: skip
"""By field of how a table stands: a value, the text it is heard as, and where it is heard."""


def test_every_field_of_how_a_table_stands_is_heard() -> None:
    assert {field.name for field in fields(Standing)} == {*SAID, "names", "running"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", SAID)
def test_how_a_table_stands_is_heard_on_its_board_at_a_seat_and_in_words(
    field: str, language: Language
) -> None:
    value, key, values, where = SAID[field]
    words, standing = catalogue().words(language), replace(STANDING, **{field: value})
    pages = {
        "board": on_board(PAGE, standing, words),
        "seat": on_panel(PAGE, standing, 0, words),
        "words": heard_beside(PAGE, standing, words),
    }
    told = heard(Page(title="", text=words.named(key, **values)))
    for place, page in pages.items():
        assert (told in heard(page)) == (place in where), (place, heard(page))
    assert PAGE.text in heard(pages["words"]), "nothing else is lost"
