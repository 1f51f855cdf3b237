"""What a game's pictures show is heard: on the panel, on its controls or in words."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterator
from types import ModuleType

import pytest

from engine.contract import AnyGame, Options, Seat
from engine.match import Match
from screens.names import unmarked
from screens.page import Page, Select
from screens.texts import LANGUAGES, Language
from tests.cogs import told
from tests.cogs.hearing import read
from tests.cogs.rendering import Renderer, renderers
from tests.cogs.told import Say, heard_as, holds
from tests.engine.facts import all_settings, known_games, name
from tests.engine.walks import walk

NAMES = ("Anna", "Ben", "Chiara", "David", "Emil", "Frida", "Gil", "Hanna")
MOMENTS = 6
READER = {"seat": "who reads it is no fact of the table"}
SETTINGS = [setting for setting in all_settings() if setting[2] in (2, 4)]


def table_of(game: AnyGame) -> ModuleType:
    """Return the table of a game's facts."""
    return importlib.import_module(f"{told.__name__}.{game.id}")


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_every_field_of_a_view_is_told_or_no_picture_shows_it(game: AnyGame) -> None:
    table, begun = table_of(game), walk(game, game.options_type(), 4, "told").matches[0]
    fields = {field.name for field in dataclasses.fields(begun.view(0))}
    assert fields == set(table.TOLD) | set(table.UNDRAWN) | (set(READER) - set(table.TOLD))
    assert not set(table.TOLD) & set(table.UNDRAWN)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_every_fact_that_a_picture_shows_is_heard(
    setting: tuple[AnyGame, Options, int], language: Language
) -> None:
    game, options, seats = setting
    renderer, table = renderers()[language], table_of(game)
    for match in walk(game, options, seats, seed="told").moments(MOMENTS):
        for seat in {0, *match.asked[:1]}:
            say = Say(renderer.words.within(game.id), NAMES[:seats], game.box)
            heard = passages(renderer, match, seat)
            for field, facts in table.TOLD.items():
                missing = [
                    fact
                    for fact in facts(match.view(seat), say)
                    if not any(holds(passage, fact) for passage in heard)
                ]
                assert not missing, f"{field}: {missing[0]} is not in:\n" + "\n".join(heard)


def passages(renderer: Renderer, match: Match, seat: Seat) -> list[str]:
    """Return what a seat can hear, line by line, each with what it belongs to."""
    names = NAMES[: len(match.header.seats)]
    all = renderer.in_words(match, names, seat)
    rows = [row for row in all.rows if not isinstance(row, Select)]
    keys = [button.args for row in rows for button in row if button.verb == "words"]
    pages = [renderer.panel(match, names, seat)[0], all]
    told = [line for page in pages for line in _lines(page)]
    for key in keys:
        head, *lines = renderer.in_words(match, names, seat, key).text.split("\n")
        told += [f"{head} {line}" for line in lines]
    return list(map(heard_as, map(unmarked, told)))


def _lines(page: Page) -> Iterator[str]:
    for text in read(dataclasses.replace(page, fields=())):
        yield from text.split("\n")
    for field in page.fields:
        yield from (f"{field.name} {line}" for line in field.value.split("\n"))
