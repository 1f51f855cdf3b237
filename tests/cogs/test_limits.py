"""Every page of every game within Discord's limits, whatever people call themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

import pytest

from cogs.line.painter import Painter
from cogs.shown.rulebook import Rulebook
from engine.contract import AnyGame, Options
from engine.match import Match
from screens.kit.studio import Studio
from screens.names import escape
from screens.page import Page, Select
from tables.room.room import Room
from tests.cogs import discord_rules
from tests.cogs.rendering import LANGUAGES, Renderer, payload, renderers, table
from tests.engine.facts import facts, known_games, name, outer_settings
from tests.engine.walks import Walk, walk

MOMENTS = 8
"""States of a match that are drawn."""
LONG = ("W" * 32, "👾" * 32, "*" * 32, "_" * 32, "`" * 32, "||" * 16, "~" * 32, "ﷺ" * 32)
"""Display names have up to 32 characters."""
STRANGE = (
    "**fat** and __under__",
    "`code` ~~out~~",
    "||spoiler|| _lean_",
    "a_b_c*d*e",
    "[here](https://example.org)",
    r"\*back\*slash\\",
    "```block```",
    "@everyone",
    "@here <@1>",
    "<@123456789012345678>",
    "<@!123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "<t:1700000000:R>",
    "</play:123456789012345678>",
    "<:smile:123456789012345678>",
    "https://example.org/a_b",
    "<https://example.org>",
)
UNSAFE = [raw for raw in STRANGE if escape(raw) != raw]
ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~]")
ALIVE = re.compile(
    r"[*_~`|\\]|\]\(|<(@[!&]?|#)\d|<t:|</\w|<a?:\w+:\d|@everyone|@here|https?://", re.ASCII
)
"""What Discord would format, link or take for a mention."""
BLOCK = re.compile(r"```.*?```", re.DOTALL)


CHOSEN = [(game, options) for game in known_games().values() for options in facts(game.id).options]
"""Every game with every option set worth trying."""


class Shown(NamedTuple):
    """A page, and who sees it of which match."""

    page: Page
    match: Match
    seat: int | None
    names: Sequence[str]


@pytest.fixture(scope="module", params=outer_settings(), ids=name)
def walked(request: pytest.FixtureRequest) -> Walk:
    """A finished random match."""
    game, options, seats = request.param
    return walk(game, options, seats, seed="limits")


@pytest.fixture(scope="module")
def shown(walked: Walk) -> list[Shown]:
    """A match's pages for people with long names."""
    return [each for renderer, match in drawn(walked) for each in pages(renderer, match, LONG)]


@pytest.fixture(scope="module")
def strange(walked: Walk) -> list[Shown]:
    """A match's pages for people with strange names, by turns; backslashes are there to escape."""
    names = [raw for raw in UNSAFE if "\\" not in raw]
    shifts = cycle(range(0, len(names), walked.seats))
    return [
        each
        for (renderer, match), shift in zip(drawn(walked), shifts, strict=False)
        for each in pages(renderer, match, names[shift:] + names)
    ]


@pytest.fixture(params=LANGUAGES)
def renderer(request: pytest.FixtureRequest) -> Renderer:
    """Draws in one language."""
    return renderers()[request.param]


async def test_tables_are_within_discords_limits(shown: list[Shown]) -> None:
    for each in shown:
        discord_rules.check_message(payload(each.page, 999))


@pytest.mark.parametrize("setting", CHOSEN, ids=lambda setting: name((*setting, 0)))
async def test_lobbies_are_within_discords_limits(
    setting: tuple[AnyGame, Options], renderer: Renderer
) -> None:
    for shown in lobbies(*setting, renderer, LONG):
        discord_rules.check_message(payload(shown))


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
async def test_rules_are_within_discords_limits(game: AnyGame, renderer: Renderer) -> None:
    for shown in rules(game, renderer):
        discord_rules.check_message(payload(shown))
        assert all(picture.alt for picture in shown.pictures)


@pytest.mark.parametrize("raw", STRANGE)
def test_an_escaped_name_neither_formats_nor_mentions(raw: str) -> None:
    assert not ALIVE.search(ESCAPED.sub("", escape(raw)))


def test_no_text_of_a_table_holds_a_name_as_it_is(strange: list[Shown]) -> None:
    for each in strange:
        check_names([each.page], each.names)


@pytest.mark.parametrize("setting", CHOSEN, ids=lambda setting: name((*setting, 0)))
def test_no_text_of_a_lobby_holds_a_name_as_it_is(
    setting: tuple[AnyGame, Options], renderer: Renderer
) -> None:
    seats = max(setting[0].seat_counts)
    for first in range(0, len(UNSAFE), seats):
        names = (UNSAFE[first:] + UNSAFE)[:seats]
        check_names(lobbies(*setting, renderer, names), names)


def test_controls_and_pictures_show_names_as_they_are(strange: list[Shown]) -> None:
    for page, *_ in strange:
        labels = [
            getattr(control, "label", "")
            for row in page.rows
            if isinstance(row, list | tuple)
            for control in row
        ]
        assert not [label for label in labels if "\\" in label]
        assert all("\\" not in picture.alt for picture in page.pictures)


def test_every_page_says_in_words_what_its_picture_shows(shown: list[Shown]) -> None:
    for page, *_ in shown:
        assert page.text.strip() and page.title.strip()
        assert all(picture.alt.strip() for picture in page.pictures)


def test_who_is_not_asked_is_told_no_time(shown: list[Shown]) -> None:
    for page, match, seat, _ in shown:
        if seat is not None and seat not in match.asked and not match.over:
            assert "<t:" not in page.text, "of others' time, which nobody brings up to date there"


def test_every_control_is_told_apart_by_its_label(shown: list[Shown]) -> None:
    for page, *_ in shown:
        for row in page.rows:
            if isinstance(row, Select):
                labels = [choice.label for choice in row.choices]
                assert row.placeholder and len(set(labels)) == len(labels)
        buttons = [b for row in page.rows if not isinstance(row, Select) for b in row]
        labels = [b.label for b in buttons if not b.disabled]
        assert len(set(labels)) == len(labels), labels
        assert all(any(c.isalnum() for c in label) for label in labels), labels


def pages(renderer: Renderer, match: Match, names: Sequence[str]) -> Iterator[Shown]:
    """Give the board, also in words, and the panels of a match of people with these names."""
    seats = range(len(match.header.seats))
    sitting = list(names)[: len(seats)]
    yield Shown(renderer.board(match, sitting), match, None, sitting)
    yield Shown(renderer.in_words(match, sitting), match, None, sitting)
    for seat in seats:
        yield Shown(renderer.panel(match, sitting, seat)[0], match, seat, sitting)


def drawn(walked: Walk) -> Iterator[tuple[Renderer, Match]]:
    """Give moments of a match, in one language and the other by turns, the end in both."""
    moments = [*walked.moments(MOMENTS), *_deciding(walked), *walked.matches[-1:] * 2]
    return zip(cycle(renderers().values()), moments, strict=False)


def _deciding(walked: Walk) -> list[Match]:
    """Return the moments with the most people asked at once, which are easily missed."""
    running = walked.matches[:-1]
    return sorted(running, key=lambda match: -len(match.to_act()))[:3]


def lobbies(
    game: AnyGame, options: Options, renderer: Renderer, names: Sequence[str]
) -> Iterator[Page]:
    """Give the lobby while it fills, the host's options, and the closed table."""
    for seats in range(1, max(game.seat_counts) + 1):
        row = table(game, options, names[:seats])
        yield renderer.pages.board(Room(row))
        yield renderer.pages.options(Room(row), renderer.words)
    yield renderer.pages.board(Room(table(game, options, names[:3], "aborted")))


def rules(game: AnyGame, renderer: Renderer) -> Iterator[Page]:
    """Give the pages of the rules with their buttons."""
    painter = Painter(Studio())
    book, screen = Rulebook(renderer.screens, painter, _unasked), renderer.screens[game.id]
    for number in range(len(screen.rules(renderer.words.within(game.id)))):
        page = book.page(game.id, number, renderer.words)
        assert page.colour == screen.colour
        yield page
        yield book.page(game.id, number, renderer.words, learns=True)
    painter.close()


async def _unasked(user: int, game: str) -> bool:
    """Stand for who needs lessons."""
    raise AssertionError


def check_names(shown: Iterable[Page], names: Sequence[str]) -> None:
    """Check that whatever of these pages Discord would format holds no name as it is."""
    for page in shown:
        fields = [part for field in page.fields for part in (field.name, field.value)]
        for text in (page.text, page.below, *fields):
            outside = ESCAPED.sub("", BLOCK.sub("", text))
            assert not [raw for raw in names if raw in outside], text
