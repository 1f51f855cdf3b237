"""What a seat cannot know is dealt anew, and the message it gets must not tell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest

from engine.contract import AnyGame, Options, Seat
from engine.match import Match
from engine.rng import Rng
from screens.kit.studio import Studio
from screens.orders import Orders
from screens.page import Page
from screens.texts import Language
from tests.cogs.rendering import LANGUAGES, Renderer, payload, renderers
from tests.engine.facts import known_games, mixed_settings, name
from tests.engine.walks import walk

MOMENTS = 5
"""States of a match that are drawn."""
NAMES = ("Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül", "Hugo")


class Twins(NamedTuple):
    """A match, another that this viewer cannot tell from it, and what is seen of each."""

    match: Match
    viewer: Seat | None
    other: Match
    language: Language
    pages: tuple[tuple[Page, int], tuple[Page, int]]


@pytest.fixture(scope="module", params=mixed_settings(), ids=name)
def twins(request: pytest.FixtureRequest) -> list[Twins]:
    """Moments of a random match, each for every viewer, in one language and the other by turns."""
    return walked_twice(*request.param)


def walked_twice(game: AnyGame, options: Options, seats: int) -> list[Twins]:
    """Return moments of a random match with their twins."""
    walked = walk(game, options, seats, seed="rendered")
    return [
        twinned(match, viewer, LANGUAGES[(number + place) % 2])
        for number, match in enumerate([*walked.moments(MOMENTS), walked.matches[-1]])
        for place, viewer in enumerate(walked.viewers)
    ]


def twinned(match: Match, viewer: Seat | None, language: Language) -> Twins:
    """Return a match and its twin as they are drawn for a viewer."""
    other, renderer = anew(match, viewer), renderers()[language]
    pages = page(renderer, match, viewer), page(renderer, other, viewer)
    return Twins(match, viewer, other, language, pages)


@pytest.fixture(scope="module")
def studio() -> Studio:
    """What the painters of all games share."""
    return Studio()


async def test_messages_do_not_tell(twins: list[Twins]) -> None:
    for each in twins:
        one, two = (message(*page) for page in each.pages)
        assert one == two, each.viewer


def test_a_redeal_deals_anew(twins: list[Twins]) -> None:
    changed: dict[Seat | None, bool] = {}
    for match, viewer, other, *_ in twins:
        changed[viewer] = changed.get(viewer, False) or match.state != other.state
    assert all(changed.values()), changed


def test_orders_to_paint_do_not_tell(twins: list[Twins]) -> None:
    for each in twins:
        one, two = (ordered(orders(each.language), page) for page, _ in each.pages)
        assert one == two, each.viewer


@pytest.mark.parametrize("private", [False, True], ids=["board", "panel"])
@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_pictures_do_not_tell(game: AnyGame, studio: Studio, private: bool) -> None:
    """They are painted by orders, of which all are compared above."""
    twins = walked_twice(game, game.options_type(), max(game.seat_counts))
    shown = [each for each in twins if (each.viewer is not None) == private]
    middle = shown[len(shown) // 2]
    first, second = (page.pictures for page, _ in middle.pages)
    for one, two in zip(first, second, strict=True):
        assert one.paint(studio) == two.paint(studio), middle.viewer


@cache
def orders(language: Language) -> Orders:
    """Return who writes and reads what is to be painted."""
    renderer = renderers()[language]
    return Orders(known_games(), renderer.screens, renderer.catalogue)


def ordered(orders: Orders, page: Page) -> list[Any]:
    """Return what the process that paints is told of a page's pictures."""
    written = [orders.written(each.paint) for each in page.pictures]
    read: list[Any] = [orders.read(order) for order in written if order]
    assert len(read) == len(written)
    return [(paint.func, paint.args, paint.keywords) for paint in read]


def anew(match: Match, viewer: Seat | None) -> Match:
    """Return the match with what this viewer cannot know dealt anew."""
    rng = Rng("rendered", match.sequence, viewer)
    return replace(match, state=match.game.redeal(match.state, viewer, rng))


def page(renderer: Renderer, match: Match, viewer: Seat | None) -> tuple[Page, int]:
    """Return what a viewer is shown, with its token."""
    names = NAMES[: len(match.header.seats)]
    if viewer is None:
        return renderer.board(match, names), 0
    return renderer.panel(match, names, viewer)


def message(shown: Page, token: int) -> Any:
    """Return everything of a message that a viewer could notice but the pictures themselves."""
    pictures = [(each.key, repr(each.key), each.alt) for each in shown.pictures]
    return payload(shown, token), token, pictures
