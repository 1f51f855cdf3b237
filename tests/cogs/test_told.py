"""What a game's pictures show is heard: on the panel, on its controls or in words."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from types import ModuleType

import pytest

from engine.contract import AnyGame, Options, Seat
from engine.match import Match
from screens.frame import puzzle, trial
from screens.frame.replay import Moment
from screens.names import unmarked
from screens.page import Button, Page, Select
from screens.screen import Sight
from screens.texts import LANGUAGES, Language
from tests.cogs import told
from tests.cogs.hearing import read
from tests.cogs.rendering import HOST, Renderer, renderers, room
from tests.cogs.told import Say, heard_as, holds
from tests.engine.facts import all_settings, at_most, known_games, name
from tests.engine.walks import walk

NAMES = ("Anna", "Ben", "Chiara", "David", "Emil", "Frida", "Gil", "Hanna")
MOMENTS = 6
READER = {"seat": "who reads it is no fact of the table"}
SETTINGS = [setting for setting in all_settings() if setting[2] in (2, 4)]
SPOKEN = [*zip(SETTINGS, cycle(LANGUAGES), strict=False)]
"""Each in the next language."""


def spoken(part: tuple[AnyGame, Options, int] | Language) -> str:
    """Return a short name of a setting or of a language."""
    return part if isinstance(part, str) else name(part)


def table_of(game: AnyGame) -> ModuleType:
    """Return the table of a game's facts."""
    return importlib.import_module(f"{told.__name__}.{game.id}")


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_every_field_of_a_view_is_told_or_no_picture_shows_it(game: AnyGame) -> None:
    table, seats = table_of(game), at_most(4, game)
    begun = walk(game, game.options_type(), seats, "told").matches[0]
    fields = {field.name for field in dataclasses.fields(begun.view(0))}
    assert fields == set(table.TOLD) | set(table.UNDRAWN) | (set(READER) - set(table.TOLD))
    assert not set(table.TOLD) & set(table.UNDRAWN)


@pytest.mark.parametrize(("setting", "language"), SPOKEN, ids=spoken)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_beside_a_match_is_said_in_words(language: Language) -> None:
    renderer, game = renderers()[language], known_games()["meistercoup"]
    begun = walk(game, game.options_type(), 4, "told").matches[0]
    here = room(begun, NAMES[:4])
    here.table = replace(here.table, paused=1.0, why="pause.lock")
    said = renderer.words("pause.lock")
    assert said in renderer.pages.in_words(here, HOST, renderer.words).text
    assert said not in renderer.pages.in_words(here, HOST, renderer.words, "hand").text


@pytest.mark.parametrize(
    ("setting", "language"), [each for each in SPOKEN if each[0][0].judged], ids=spoken
)
def test_every_fact_is_heard_of_a_decision_that_is_put_anew(
    setting: tuple[AnyGame, Options, int], language: Language
) -> None:
    """A puzzle, or what decided a game, has no table beside it: its own button tells all."""
    game, options, seats = setting
    renderer, table = renderers()[language], table_of(game)
    for match in walk(game, options, seats, seed="trial").moments(MOMENTS):
        if match.over:
            continue
        [seat, *_] = match.asked
        scene, moment = puzzle.scene(match, renderer.words), Moment(match=match, last=1, sees=seat)
        sight = Sight.of(match, seat, scene.names, renderer.words)
        screen = renderer.screens[game.id]
        put = trial.put(scene, screen, moment, sight, "")
        every = trial.told(scene, screen, moment, sight, "")
        told = [line for page in (put, every) for line in _lines(page)]
        told += [
            f"{head} {line}"
            for key in _parts(every)
            for head, *lines in [trial.told(scene, screen, moment, sight, key).text.split("\n")]
            for line in lines
        ]
        heard = list(map(heard_as, map(unmarked, told)))
        say = Say(renderer.words.within(game.id), scene.names.plain, game.box)
        for field, facts in table.TOLD.items():
            missing = [
                fact
                for fact in facts(match.view(seat), say)
                if not any(holds(passage, fact) for passage in heard)
            ]
            assert not missing or field == "round", f"{field}: {missing[0]} is not in:\n{told}"
        assert (trial.WORDS, trial.BACK) in [(b.verb, b.args) for b in _buttons(every)]


def _buttons(page: Page) -> list[Button]:
    return [button for row in page.rows if not isinstance(row, Select) for button in row]


def _parts(page: Page) -> list[str]:
    """Return the keys of what is told part by part."""
    return [b.args for b in _buttons(page) if b.verb == "words" and b.args != trial.BACK]


def passages(renderer: Renderer, match: Match, seat: Seat) -> list[str]:
    """Return what a seat can hear, line by line, each with what it belongs to."""
    names = NAMES[: len(match.header.seats)]
    all = renderer.in_words(match, names, seat)
    keys = _parts(all)
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
