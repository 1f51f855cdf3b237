"""The pages of tournaments: whatever the size, they fit a message and say what there is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest
from PIL import ImageColor

from screens.frame import tournament
from screens.frame.chart import MEDALS
from screens.frame.match import AGAIN
from screens.frame.tournament import Line, Shown, Table, halves
from screens.kit.studio import Studio
from screens.page import Button, Page, Select
from screens.texts import LANGUAGES, Language
from tests.cogs.hearing import heard, spoken
from tests.cogs.rendering import renderers

NAME = "_" * 32
TABLES = [
    Table(f"{n:08}", 10**17 + n, [NAME] * 8, n % 2 == 0, 15, n + 1, [*range(1, 9)])
    for n in range(32)
]
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
        tournament.standings(shown, screen, 0, words),
        tournament.standings(shown, screen, 99, words),
        tournament.staff(shown, screen, 0, words),
        tournament.sure(shown, screen, words),
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


def test_a_name_that_is_cut_between_words_ends_with_a_letter() -> None:
    renderer = renderers()["en"]
    long = "Ada the Great of Lovely Somewhere"
    table = replace(TABLES[0], names=[long, "Bob"])
    shown = replace(FULL, people=[long, "Bob"], tables=[table])
    screen, words = renderer.screens["meistercoup"], renderer.words
    for status in ("open", "running"):
        text = tournament.public(replace(shown, status=status), screen, words).text
        assert "Ada the Great of Lovely, Bob" in text


def test_the_last_page_of_standings_has_who_is_last() -> None:
    renderer = renderers()["de"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    page = tournament.standings(FULL, screen, 99, words)
    assert "**256.**" in page.text and "**250.**" not in page.text
    [turns] = page.rows
    assert not isinstance(turns, Select)
    back, on = turns
    assert on.disabled and back.args == "0123abcd.rows.24"


def test_places_and_points_have_words_and_the_seal_is_short_while_rounds_are_played() -> None:
    """A medal and a bare number are silent, and a seal is read digit by digit."""
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    rows = [Line(1, "Ada", 3.5, 2.0, 3), Line(2, "Bob", 1, 3.5, 0), Line(3, "Cy", 0.5, 2.0, 0)]
    here = replace(FULL, rows=rows)
    public = tournament.public(here, screen, words)
    assert "Ada" not in public.text and public.pictures, "what the picture tells is told once"
    told = spoken(heard(public.without_pictures()))
    assert "1 Ada 3½ points 2 Bob 1 point 3 Cy ½ point " in f"{told} "
    assert "5" * 13 not in told and "5" * 12 in told
    full = spoken(heard(tournament.standings(here, screen, 0, words)))
    assert "5" * 32 in full and full.index("Ada") < full.index("seats are drawn"), "rules last"
    assert "5" * 32 in spoken(heard(tournament.public(replace(here, status="open"), screen, words)))


def test_before_a_table_has_ended_nobody_stands_anywhere() -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    first = replace(FULL, number=1, ended=())
    for page in (
        tournament.public(first, screen, words),
        tournament.standings(first, screen, 0, words),
    ):
        assert not page.pictures and "🥇" not in page.text
    assert "No table has ended yet" in page.text


def test_who_asks_how_everybody_stands_is_told_where_the_round_is_played() -> None:
    renderer = renderers()["de"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    here = replace(FULL, tables=TABLES[:2])
    text = tournament.standings(here, screen, 0, words).text
    assert text.startswith("**Runde 2 von 5**") and f"<#{10**17 + 1}>" in text
    assert "Runde 2" not in tournament.standings(here, screen, 1, words).text
    over = tournament.standings(replace(here, status="over"), screen, 0, words).text
    assert "Runde 2" not in over and "<#" not in over


def test_the_loudest_button_of_a_tournaments_result_leads_back_to_it() -> None:
    words = renderers()["de"].words
    again = Button("Noch einmal", AGAIN, style="success")
    seat, replay = Button("Mein Platz", "seat"), Button("Nachspielen", "replay")
    options = Select("…", "options", ())
    page = Page(title="", rows=(options, (again, seat), (replay,)))
    assert tournament.linked(page, "0123abcd", words).rows == [
        options,
        [Button("Turnierstand", tournament.VERB, "0123abcd.rows.0", style="primary"), seat],
        [replay, replace(again, style="secondary")],
    ]


def test_at_the_end_it_is_said_who_won() -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words

    def said(*places: int, **changed: Any) -> str:
        rows = [Line(place, f"*{n}", 2, 1, 1) for n, place in enumerate(places)]
        over = replace(FULL, status="over", rows=rows, **changed)
        return tournament.public(over, screen, words).text.split("\n")[0]

    assert said(1, 2, 2) == "**\\*0** wins the tournament!"
    assert said(1, 1, 3) == "**\\*0 and \\*1** win the tournament together!"
    assert said(*[1] * 12).endswith("\\*9 … and 2 more** win the tournament together!")
    assert said(1, 2, ended=()) == "The tournament is over, and nobody has won it."


def test_before_anybody_has_entered_nobody_is_counted() -> None:
    renderer = renderers()["en"]
    nobody = replace(FULL, status="open", number=0, people=())
    page = tournament.public(nobody, renderer.screens["meistercoup"], renderer.words)
    assert "Nobody has entered yet." in page.text


@pytest.mark.parametrize("away", [True, False])
def test_to_come_back_is_offered_where_somebody_has_withdrawn(away: bool) -> None:
    renderer = renderers()["en"]
    shown = replace(FULL, away=away)
    (row,) = tournament.public(shown, renderer.screens["meistercoup"], renderer.words).rows
    assert not isinstance(row, Select)
    assert ("I am back" in {button.label for button in row}) == away


def test_how_often_somebody_came_first_is_told_of_who_did() -> None:
    renderer = renderers()["en"]
    shown = replace(FULL, rows=[Line(1, "Ada", 3, 7, 2), Line(2, "Bob", 1, 7, 0)])
    text = tournament.standings(shown, renderer.screens["meistercoup"], 0, renderer.words).text
    first, second, *_ = (line for line in text.splitlines() if "on average" in line)
    assert (first.endswith(", 2×\u00a0first"), second.endswith("on average")) == (True, True)


def test_averages_are_written_as_people_write_them() -> None:
    for language, written in zip(LANGUAGES, ("7,3", "7.3"), strict=True):
        renderer = renderers()[language]
        shown = replace(FULL, rows=[Line(1, "Ada", 3.5, 7.26, 1)])
        page = tournament.standings(shown, renderer.screens["meistercoup"], 0, renderer.words)
        assert f" {written}" in page.text.replace("\u00a0", " ")


def test_staff_reaches_every_table_that_has_ended() -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    found = set[str]()
    for number in range(6):
        select, _, turns = tournament.staff(FULL, screen, number, words).rows
        assert isinstance(select, Select) and not isinstance(turns, Select)
        assert turns[1].disabled == (number == 5)
        found |= {choice.value for choice in select.choices}
    assert found == {f"0123abcd.correct.{table.id}" for table in TABLES}
    text = tournament.correcting(FULL, screen, TABLES[3], words).text
    assert "Round 15, table 4" in text and "place 8 so far" in text


@pytest.mark.parametrize("status", ["open", "running"])
def test_nothing_that_ends_it_stands_where_another_control_stood(
    status: Literal["open", "running"],
) -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    shown = replace(FULL, status=status, ended=())
    [staff] = tournament.staff(shown, screen, 0, words).rows
    [sure] = tournament.sure(shown, screen, words).rows
    assert not isinstance(staff, Select) and not isinstance(sure, Select)
    dangerous = [[n for n, b in enumerate(row) if b.style == "danger"] for row in (staff, sure)]
    assert dangerous == [[1], [2]] and staff[0].disabled == (status == "running")


def test_points_have_halves() -> None:
    assert [halves(points) for points in (0.0, 0.5, 1.0, 10.5)] == ["0", "½", "1", "10½"]


def test_who_has_no_point_shares_no_medal_with_those_who_never_came() -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    rows = [Line(1, "Ada", 4.0, 0.0, 2), *(Line(2, name, 0.0, 4.0, 0) for name in ("Bob", "Cid"))]
    page = tournament.public(replace(FULL, status="over", rows=rows), screen, words)
    [picture], page = page.pictures, page.without_pictures()
    assert "**Ada** wins" in page.text and "🥇 **1.** Ada" in page.text
    assert "🥈" not in page.text and "**2.** Cid: **0** points" in page.text
    assert "medal" not in page.text
    assert "medal=True" in repr(picture.key) and repr(picture.key).count("medal=False") == 2


def test_beside_the_picture_stand_who_it_cannot_write_and_why_equals_are_not_level() -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    rows = [Line(1, "Ada", 3, 2.0, 1), Line(2, "太郎", 2, 2.0, 0), Line(3, "Cy", 1, 2.0, 0)]
    page = tournament.public(replace(FULL, rows=rows), screen, words)
    assert page.below == "🥈 **2.** 太郎: **2** points"
    for place, why in ((1, ""), (2, words.named("tournament.tied"))):
        level = [rows[0], replace(rows[0], place=place, name="Bob")]
        for points in (3, 0):
            here = [replace(row, points=points) for row in level]
            page = tournament.public(replace(FULL, rows=here), screen, words)
            assert page.below == why


def test_what_has_not_begun_is_called_off_and_goes_on_nowhere() -> None:
    renderer = renderers()["en"]
    screen, words = renderer.screens["meistercoup"], renderer.words
    shown = replace(FULL, status="cancelled", rows=(), ended=())
    pages = [tournament.public(replace(shown, number=n), screen, words) for n in (0, 1)]
    assert ["still runs" in page.text for page in pages] == [False, True]


@pytest.mark.parametrize(
    ("language", "said"), [("de", "keine Medaillen"), ("en", "there are no medals")]
)
def test_where_nobody_has_a_point_there_are_no_medals(language: Language, said: str) -> None:
    renderer = renderers()[language]
    screen, words = renderer.screens["meistercoup"], renderer.words
    rows = [Line(1, "Ada", 0.0, 0.0, 0), Line(1, "Bob", 0.0, 0.0, 0)]
    nobody = replace(FULL, status="over", rows=rows)
    few = [replace(rows[0], points=1.0), replace(rows[1], place=2, points=0.5)]
    some = replace(nobody, rows=few)
    for make in (
        tournament.public,
        lambda shown, screen, words: tournament.standings(shown, screen, 0, words),
    ):
        page, other = (make(each, screen, words).without_pictures() for each in (nobody, some))
        assert said in page.text and "🥇" not in page.text and "\n- Ada" in page.text
        assert "**1.**" not in page.text, "as if they had won it"
        assert said not in other.text and "🥇" in other.text and "🥈" in other.text
        early = make(replace(nobody, status="running"), screen, words).without_pictures().text
        assert words.named("tournament.no_point_yet") in early and said not in early
    assert tournament.public(nobody, screen, words).text.startswith(
        words.named("tournament.is_over")
    )
    assert not tournament.public(nobody, screen, words).pictures, "bars of nothing"
    [golden] = tournament.public(some, screen, words).pictures
    gold, badge = ImageColor.getrgb(MEDALS[1][0]), (40, 50)
    assert golden.paint(Studio()).getpixel(badge) == gold


@pytest.mark.parametrize("language", LANGUAGES)
def test_whether_a_table_has_ended_is_told_before_who_sits_there_and_not_in_brackets(
    language: Language,
) -> None:
    renderer = renderers()[language]
    waiting = replace(TABLES[1], channel=0)
    shown = replace(FULL, tables=[TABLES[0], TABLES[1], waiting], ended=TABLES[:1])
    text = heard(tournament.public(shown, renderer.screens["meistercoup"], renderer.words))
    assert not set("()") & set(text)
    for table in (TABLES[0], TABLES[1]):
        [line] = [line for line in text.split("\n") if f"<#{table.channel}>" in line]
        before, _, names = line.partition(": ")
        word = {"de": "beendet", "en": "ended"}[language]
        assert NAME.replace("_", "") in names and (word in before) == table.ended
