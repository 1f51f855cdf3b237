"""A replay's pages: with a seat's eyes they tell what that seat saw, open they tell everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine import registry
from engine.match import Match
from engine.rng import Rng
from screens import screen as screens
from screens.frame import replay
from screens.frame.replay import CHOICES, Moment, Sees, Stop
from screens.frame.scene import Scene, Sitter
from screens.kit.studio import Studio
from screens.page import Page, Select
from screens.screen import Screen
from screens.texts import LANGUAGES, Catalogue
from tests.engine.playthrough import playthrough

GAMES = registry.load()
SCREENS = screens.load(GAMES)
WORDS = Catalogue().words("de")
STUDIO = Studio()
EACH = pytest.mark.parametrize("game", GAMES)


def scene_of(match: Match) -> Scene:
    """Return a scene with people of plain names."""
    sitters = [Sitter(f"Person {seat}") for seat in range(len(match.header.seats))]
    return Scene(
        table="t1", game=match.game, status="finished", sitters=sitters,
        options=match.options, roster="",
    )  # fmt: skip


def page_of(match: Match, sees: Sees, **more: Any) -> Page:
    """Return the page of a moment."""
    moment = Moment(match=match, last=900, sees=sees, **more)
    return replay.panel(scene_of(match), SCREENS[match.game.id], moment, WORDS)


def told(page: Page) -> tuple[object, ...]:
    """Return all that a page shows, its pictures by their keys."""
    pictures = tuple((picture.key, picture.alt) for picture in page.pictures)
    return replace(page, pictures=()), pictures


def some(game: str, count: int) -> Iterator[Match]:
    """Yield so many matches along a game's playthrough, the set-up and the end not among them."""
    played = playthrough(GAMES[game])
    for part in range(1, count + 1):
        yield played[len(played) * part // (count + 1)].match


@EACH
def test_a_seats_page_tells_nothing_that_the_seat_did_not_see(game: str) -> None:
    for number, match in enumerate(some(game, 6)):
        sights: list[Any] = ["b", *range(len(match.header.seats))]
        for sees in sights:
            seat = None if sees == "b" else sees
            state = match.game.redeal(match.state, seat, Rng("other", number))
            other = replace(match, state=state)
            assert told(page_of(other, sees)) == told(page_of(match, sees))


@EACH
def test_the_open_page_tells_what_is_hidden(game: str) -> None:
    differ = 0
    for number, match in enumerate(some(game, 6)):
        other = replace(match, state=match.game.redeal(match.state, None, Rng("other", number)))
        before, after = (page_of(each, "o").pictures for each in (match, other))
        assert before and after
        differ += [each.key for each in before] != [each.key for each in after]
    assert differ == 6


@EACH
def test_pages_are_painted(game: str) -> None:
    match = next(some(game, 1))
    for sees in ("o", len(match.header.seats) - 1):
        pictures = page_of(match, sees).pictures
        assert pictures
        for picture in pictures:
            painted = picture.paint(STUDIO)
            assert picture.alt and painted.width == 1000 and painted.mode == "P"
            assert painted.getpalette() == SCREENS[game].palette.canvas(1, 1).getpalette()


@pytest.mark.parametrize("game", ["meistercoup", "bugs"])
def test_a_game_without_a_picture_of_its_own_shows_the_panels_below(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("open", "held"):
        monkeypatch.setattr(type(SCREENS[game]), name, getattr(Screen, name))
    match = next(some(game, 1))
    whole, board = page_of(match, "o").pictures, page_of(match, "b").pictures
    assert whole[0].key == board[0].key
    assert [picture.key[0] for picture in whole[1:]] == ["hands"]  # type: ignore[index]
    assert whole[1].paint(STUDIO).width == 1000
    assert all(page_of(match, seat).pictures for seat in range(len(match.header.seats)))


@EACH
def test_every_step_has_a_page_for_everybody(game: str) -> None:
    played, chance = playthrough(GAMES[game]), random.Random(game)
    for each in played:
        sees: Any = chance.choice(["o", "b", *range(len(each.match.header.seats))])
        page = page_of(each.match, sees, actor=0)
        assert page.pictures and all(len(picture.alt) <= 1000 for picture in page.pictures)
        assert all(len(button.label) <= 80 for row in page.rows for button in _buttons(row))


def _buttons(row: Any) -> Any:
    return () if isinstance(row, Select) else row


@EACH
def test_the_end_is_the_result_for_everybody(game: str) -> None:
    match = playthrough(GAMES[game])[-1].match
    keys = {told(page_of(match, sees))[1] for sees in ("o", "b", 0, 1)}
    assert len(keys) == 1


def test_who_acted_is_told_where_all_is_open_alone() -> None:
    match = next(some("meistercoup", 1))
    by = WORDS("replay.by", name="Person 1")
    assert by in page_of(match, "o", actor=1).text
    assert WORDS("replay.clock") in page_of(match, "o", actor=None).text
    assert by not in page_of(match, "b", actor=1).text
    assert by not in page_of(match, 1, actor=1).text


def jump(page: Page) -> Select | None:
    """Return the select that jumps."""
    return next((r for r in page.rows if isinstance(r, Select) and r.args.endswith("jump")), None)


def test_many_rounds_are_offered_around_the_one_that_is_shown() -> None:
    played = playthrough(GAMES["tueftelmonster"])
    stops = [Stop(number * 5, number + 1, 0.0) for number in range(60)]
    for entry, first in ((0, 1), (150, 19), (295, 36)):
        select = jump(page_of(played[entry].match, "o", stops=stops))
        assert select is not None and len(select.choices) == CHOICES
        assert select.choices[0].label == WORDS("replay.round", round=first)
        (chosen,) = [choice for choice in select.choices if choice.chosen]
        assert chosen.value == str(entry)
    assert jump(page_of(played[0].match, "o", stops=stops[:1])) is None


def test_a_game_without_rounds_is_jumped_in_by_time() -> None:
    match = next(some("bugs", 1))
    select = jump(page_of(match, "o", stops=[Stop(0, None, 0.0), Stop(9, None, 75.5)]))
    assert select is not None
    assert [choice.label for choice in select.choices] == [
        WORDS("replay.time", time=time) for time in ("0:00", "1:15")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shared_says_by_whom(language: str) -> None:
    match, words = next(some("meistercoup", 1)), Catalogue().words(language)
    moment = Moment(match=match, last=90, sees=2)
    for make in (replay.shared, replay.filmed):
        page = make(scene_of(match), SCREENS["meistercoup"], moment, words, "A*n*na")
        assert "A\\*n\\*na" in page.text and not page.rows
        assert words("replay.seen_seat", name="Person 2") in page.text
