"""The pages of tournaments: whatever the size, they fit a message and say what there is."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from screens.frame import tournament
from screens.frame.tournament import Line, Shown, Table, halves
from screens.page import Select
from screens.texts import LANGUAGES, Language
from tests.cogs.rendering import renderers

NAME = "_" * 32
TABLES = [Table(f"{n:08}", 10**17 + n, [NAME] * 8, n % 2 == 0) for n in range(32)]
FULL = Shown(
    id="0123abcd",
    game="meistercoup",
    status="running",
    size=8,
    slow=True,
    number=2,
    planned=5,
    due=1e9,
    people=[NAME] * 256,
    rows=[Line(n, NAME, 256 - n / 2, 7.25, 3) for n in range(1, 257)],
    tables=TABLES,
    ended=TABLES * 4,
    seal="5" * 32,
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", ["open", "running", "over", "cancelled"])
def test_a_tournament_of_256_fits_a_message(
    language: Language, status: Literal["open", "running", "over", "cancelled"]
) -> None:
    renderer = renderers()[language]
    screen, words = renderer.screens["meistercoup"], renderer.words
    shown = replace(FULL, status=status, number=0 if status == "open" else 2)
    for page in (
        tournament.public(shown, screen, words),
        tournament.standings(shown, screen, 99, words),
        tournament.staff(shown, screen, words),
        tournament.correcting(shown, screen, TABLES[0], words),
    ):
        assert len(page.text) <= 4096 and len(page.text) + len(page.footer) < 5900
        assert page.text and len(page.rows) <= 5


def test_what_has_no_room_is_counted() -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    few = replace(FULL, people=["Ada", "Bob"], status="open", number=0)
    assert "**2** entered: Ada, Bob" in tournament.public(few, screen, words).text
    assert "more" not in tournament.public(few, screen, words).text.rsplit("\n", 1)[1]
    text = tournament.public(replace(FULL, status="open", number=0), screen, words).text
    named = text.count("\\_" * 24)
    assert f"… and {256 - named} more" in text and named > 20


def test_the_last_page_of_standings_has_who_is_last() -> None:
    renderer = renderers()["de"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    page = tournament.standings(FULL, screen, 99, words)
    assert "**256.**" in page.text and "**250.**" not in page.text
    [turns] = page.rows
    assert not isinstance(turns, Select)
    back, on = turns
    assert on.disabled and back.args == "0123abcd.rows.24"


def test_points_have_halves() -> None:
    assert [halves(points) for points in (0.0, 0.5, 1.0, 10.5)] == ["0", "½", "1", "10½"]
