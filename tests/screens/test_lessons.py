"""Every lesson as it is read and pressed: its words, its marks, its buttons, in both languages."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

import pytest
from PIL import Image

from cogs.line.messages import controls, embeds
from cogs.shown.lessons import lesson_ids
from engine import lessons
from engine.lessons import Lesson, Place
from engine.match import Match
from engine.rng import Rng
from screens.frame import lesson as frame
from screens.frame.lesson import LEARN
from screens.kit import spots
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.names import unmarked
from screens.orders import Orders
from screens.page import Button, Page, Select
from screens.screen import Sight
from screens.texts import LANGUAGES, Language
from tables.lessons import Attempt
from tests.cogs import discord_rules
from tests.cogs.rendering import renderers
from tests.engine.facts import known_games
from tests.screens.lesson_paths import (
    CATALOGUE,
    page,
    path_to,
    paths,
    presses,
    reader,
    screen_of,
)

GAMES = known_games()
LESSONS = lessons.load(GAMES)
LONGEST = 300
"""Characters of what is said at one moment: two or three short sentences."""
CASES = [
    pytest.param(lesson, language, id=f"{game}-{language}")
    for game, lesson in LESSONS.items()
    for language in LANGUAGES
]


@cache
def studio() -> Studio:
    """Return the studio in which all lessons are painted."""
    return Studio()


def deeds(shown: Page) -> list[str]:
    """Return what the lesson's own buttons on a page do."""
    rows = (row for row in shown.rows if not isinstance(row, Select))
    return [b.args for row in rows for b in row if isinstance(b, Button) and b.verb == LEARN]


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_has_its_texts_and_no_others(game: str) -> None:
    lesson, texts = LESSONS[game], CATALOGUE.domains[game]
    keys = {key for key in texts if key.startswith("learn.")}
    assert keys == {f"learn.{lesson.written(place)}" for place in lesson.places}


@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_a_text_says_what_stands_on_the_table_and_no_number_of_its_own(
    lesson: Lesson, language: Language
) -> None:
    for place in lesson.places:
        told, key = lesson.told(place), f"learn.{lesson.written(place)}"
        text = CATALOGUE.text(lesson.game.id, key, language)
        fields = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        given = {*told.mark, *told.name, *told.values}
        seats = {f"p{seat}" for seat in range(lesson.plan.seats)}
        assert given <= set(fields) <= given | seats, key
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)), key
        assert page(lesson, place, language).below


@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_a_lesson_is_played_to_its_end_with_its_buttons(lesson: Lesson, language: Language) -> None:
    for number, step in enumerate(lesson.plan.steps):
        shown = page(lesson, Place(number), language)
        assert len(shown.below) <= LONGEST and shown.below.strip(), step.key
        if step.answer is None:
            last = number == lesson.last
            assert deeds(shown) == (["play", "people", "again"] if last else ["on", "skip"])
            assert not list(presses(shown))
            continue
        assert "skip" in deeds(shown), step.key
        found = [answer for answer, _ in paths(lesson, Place(number), language)]
        assert lesson.action(step.answer) in found, step.key
        for i, wrong in enumerate(step.wrong):
            assert lesson.action(wrong.answer) in found, (step.key, wrong.key)
            taught = page(lesson, Place(number, i), language)
            assert deeds(taught) == ["undo", "skip"] and not list(presses(taught))
            assert len(taught.below) <= LONGEST and taught.below != shown.below


@pytest.mark.parametrize(("lesson", "language"), CASES)
async def test_a_lesson_is_within_discords_limits(lesson: Lesson, language: Language) -> None:
    for place in lesson.places:
        long = frame.page(screen_of(lesson), lesson, place, reader(language, "W" * 32))
        view = controls(long, lesson_ids(Attempt(lesson, place, 10**6)))
        message = {
            "embeds": [e.to_dict() for e in embeds(long)],
            "components": view.to_components(),
        }
        discord_rules.check_message(message)


def holds(lesson: Lesson, place: Place) -> bool:
    """Return whether a seat's panel has a picture at a place that the board has not."""
    names = frame.seated(lesson, reader("de"))
    sight = Sight.of(lesson.match(place), lesson.seat, names, reader("de").words)
    public = Sight.of(lesson.match(place), None, names, reader("de").words)
    board = {picture.key for picture in screen_of(lesson).board(public).pictures}
    return any(picture.key not in board for picture in screen_of(lesson).panel(sight).pictures)


@pytest.mark.usefixtures("without_art")
@pytest.mark.parametrize("game", LESSONS)
def test_what_matters_is_marked_on_a_picture(game: str) -> None:
    lesson, blank, marked = LESSONS[game], Studio(), 0
    for place in lesson.places:
        told, shown = lesson.told(place), page(lesson, place, "de")
        names, above = told.marked, len(told.board) if told.story is None else 1
        assert (len(shown.pictures) > above) == (told.own and holds(lesson, place))
        found = set[str]()
        for picture in shown.pictures if names else ():
            painted = picture.paint(blank)
            assert 4 * painted.height <= 3 * painted.width
            found |= names & set(spots.noted(painted))
        assert found == names, (lesson.written(place), names - found)
        marked += len(names)
    assert marked >= lesson.last


@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_what_a_seat_holds_is_told_with_its_picture(lesson: Lesson, language: Language) -> None:
    screen, words = screen_of(lesson), reader(language).words
    for place in lesson.places:
        names = frame.seated(lesson, reader(language))
        sight = Sight.of(lesson.match(place), lesson.seat, names, words)
        alts = [unmarked(picture.alt) for picture in page(lesson, place, language).pictures]
        assert all(alts)
        if lesson.told(place).own and screen.panel(sight).pictures:
            for part in screen.own(sight):
                lines = unmarked(part.told).split("\n")
                assert any(all(line in alt for line in lines) for alt in alts), part.told


@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_a_choice_of_several_clicks_says_on_the_way_what_the_game_says(
    lesson: Lesson, language: Language
) -> None:
    for number, step in enumerate(lesson.plan.steps):
        if step.answer is None:
            continue
        place, screen = Place(number), screen_of(lesson)
        view = lesson.match(place).view(lesson.seat)
        *way, _ = path_to(lesson, place, lesson.action(step.answer))
        for press in way:
            look = screen.press(view, press.verb, press.args, press.values).look
            plain = page(lesson, place, language, look)
            asked = frame.page(screen, lesson, place, reader(language), look, choosing=True)
            assert asked.below.startswith(plain.below) and asked.below != plain.below


@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_a_lesson_shows_nothing_that_its_seat_may_not_know(
    lesson: Lesson, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchanged = 0
    for place in lesson.places:
        match, plain = lesson.match(place), page(lesson, place, language)
        state = match.game.redeal(match.state, lesson.seat, Rng("lesson", place))
        other = Match(**{f: getattr(match, f) for f in _FIELDS} | {"state": state})
        exchanged += state != match.state
        with monkeypatch.context() as patch:
            patch.setattr(lesson, "match", lambda _, other=other: other)
            assert page(lesson, place, language).sign == plain.sign, lesson.written(place)
    assert exchanged


_FIELDS = [name for name, f in Match.__dataclass_fields__.items() if f.init]


@pytest.mark.parametrize("game", LESSONS)
def test_another_process_can_paint_a_lesson(game: str) -> None:
    screens = renderers()["de"].screens
    orders, lesson = Orders(GAMES, screens, CATALOGUE), LESSONS[game]
    for picture in page(lesson, Place(0)).pictures:
        order = orders.written(picture.paint)
        assert order is not None
        there = orders.read(order)(studio()).convert("RGB")
        assert there.tobytes() == picture.paint(studio()).convert("RGB").tobytes()


def test_a_ring_is_drawn_around_what_was_noted_and_nothing_else() -> None:
    palette = Palette.of("meistercoup")
    for plain in (palette.canvas(200, 150), Image.new("RGB", (200, 150), "#181a22")):
        spots.note(plain, "here", (60, 60, 90, 80))
        spots.note(plain, "there", (150, 10, 170, 30))
        assert spots.ringed(plain, ["nowhere"]) is plain
        ringed = spots.ringed(plain, ["here"]).convert("RGB")
        before = plain.convert("RGB")
        changed = [
            (x, y)
            for x in range(200)
            for y in range(150)
            if ringed.getpixel((x, y)) != before.getpixel((x, y))
        ]
        bright = tuple(int(spots.RING[i : i + 2], 16) for i in (1, 3, 5))
        assert {ringed.getpixel(at) for at in changed} >= {bright}
        assert min(x for x, _ in changed) >= 30 and max(x for x, _ in changed) <= 120
        assert not [at for at in changed if 60 <= at[0] < 90 and 60 <= at[1] < 80]


def test_notes_go_with_the_part_they_were_made_on() -> None:
    part, whole = Image.new("RGB", (20, 10)), Image.new("RGB", (99, 99))
    spots.note(part, "a", (1, 2, 3, 4))
    spots.note(whole, "b", (5, 5, 6, 6))
    spots.carried(whole, part.copy(), 10, 20)
    assert spots.noted(whole) == {"b": (5, 5, 6, 6), "a": (11, 22, 13, 24)}
    assert spots.noted(part) == {"a": (1, 2, 3, 4)}


def test_the_way_out_stays_put_whatever_is_looked_at() -> None:
    """Where all rows are taken, it does not give way to the question whether to stop."""
    lesson = LESSONS["bugs"]
    for number, step in enumerate(lesson.plan.steps):
        if step.answer is None:
            continue
        place = Place(number)
        looks = [page(lesson, place, look=look) for look in ("", "1", "0.3", "2.3")]
        assert len({len(list(presses(shown))) for shown in looks}) > 1, "one asks to stop"
        assert {_way_out(shown) for shown in looks} == {_way_out(looks[0])}, step.key


def _way_out(shown: Page) -> tuple[int, int]:
    """Return the row and the place of the button that leaves a lesson for later."""
    [found] = (
        (at, row.index(button))
        for at, row in enumerate(shown.rows)
        if not isinstance(row, Select)
        for button in row
        if (button.verb, button.args) == (LEARN, "skip")
    )
    return found
