"""What is offered while somebody types."""

from __future__ import annotations

import pytest

from cogs.commands import game_names
from cogs.commands.choices import choices
from tests.catalogue import catalogue
from tests.engine.facts import known_games


def test_names_that_hold_what_is_typed_are_offered_as_far_as_discord_shows_them() -> None:
    named = [(f"Name {number}", f"id{number}") for number in range(30)]
    assert [each.value for each in choices(named, "")] == [f"id{n}" for n in range(25)]
    assert [(each.name, each.value) for each in choices(named, "NAME 29")] == [("Name 29", "id29")]
    assert not choices(named, "id")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tüf", "tueftelmonster"),
        ("TUEF", "tueftelmonster"),
        ("tuft", "tueftelmonster"),
        ("hideous", "tueftelmonster"),
        ("mighty", "maechtige_monster"),
        ("mächtige m", "maechtige_monster"),
        ("Maechtige M", "maechtige_monster"),
    ],
)
def test_a_game_is_found_on_every_keyboard_by_either_title(typed: str, meant: str) -> None:
    games, texts = known_games(), catalogue()
    for locale in ("de", "en-GB"):
        [found] = game_names.offered(games, texts, locale, typed)
        assert (found.value, found.name) == (meant, texts.words(locale, meant)("title"))


@pytest.mark.parametrize("locale", ["de", "en-GB"])
def test_games_that_begin_with_what_is_typed_come_first_then_those_with_a_word_that_does(
    locale: str,
) -> None:
    for typed, games in (
        ("mon", ["monster_meister", "maechtige_monster", "tueftelmonster"]),
        ("a", ["tueftelmonster", "maechtige_monster", "meistercoup"]),
    ):
        found = game_names.offered(known_games(), catalogue(), locale, typed)
        assert [each.value for each in found] == games


def test_a_whole_title_is_known_without_its_umlauts() -> None:
    for typed in ("tuftelmonster", "Tueftelmonster", "TÜFTELMONSTER", "hideous abomination"):
        assert game_names.known(known_games(), catalogue(), typed) == "tueftelmonster"
