"""What a seat cannot know is dealt anew, and the message it gets must not tell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Seat
from engine.match import Match
from engine.rng import Rng
from screens.kit.studio import Studio
from screens.page import Page
from tests.cogs.rendering import LANGUAGES, Renderer, payload
from tests.engine.facts import all_settings, known_games, name
from tests.engine.walks import Walk, walk

MOMENTS = 8
"""States of a match that are drawn."""
PAINTED = 1
"""States of a match whose pictures are compared to the byte."""
NAMES = ("Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül", "Hugo")


@pytest.fixture(scope="module", params=all_settings(), ids=name)
def walked(request: pytest.FixtureRequest) -> Walk:
    """A finished random match."""
    game, options, seats = request.param
    return walk(game, options, seats, seed="rendered")


@pytest.fixture(scope="module", params=LANGUAGES)
def renderer(request: pytest.FixtureRequest) -> Renderer:
    """Draws in one language."""
    return Renderer(known_games(), request.param)


async def test_messages_do_not_tell(walked: Walk, renderer: Renderer) -> None:
    for match, viewer, other in twins(walked, MOMENTS):
        assert message(renderer, match, viewer) == message(renderer, other, viewer), viewer


def test_a_redeal_deals_anew(walked: Walk) -> None:
    changed: dict[Seat | None, bool] = {}
    for match, viewer, other in twins(walked, MOMENTS):
        changed[viewer] = changed.get(viewer, False) or match.state != other.state
    assert all(changed.values()), changed


def test_pictures_do_not_tell(walked: Walk, renderer: Renderer) -> None:
    studio, chance = Studio(), random.Random(7)
    for match in walked.moments(PAINTED):
        for viewer in {None, chance.randrange(walked.seats)}:
            pictures = [
                page(renderer, each, viewer)[0].picture for each in (match, anew(match, viewer))
            ]
            painted = {p and studio.png(p.paint(studio)) for p in pictures}
            assert len(painted) == 1, viewer


def twins(walked: Walk, limit: int) -> Iterator[tuple[Match, Seat | None, Match]]:
    """Give moments of a match, each with a viewer and another that the viewer cannot tell."""
    for match in [*walked.moments(limit), walked.matches[-1]]:
        for viewer in walked.viewers:
            yield match, viewer, anew(match, viewer)


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


def message(renderer: Renderer, match: Match, viewer: Seat | None) -> Any:
    """Return everything of a message that a viewer could notice but the picture itself."""
    shown, token = page(renderer, match, viewer)
    picture = shown.picture
    return payload(shown, token), token, picture and (picture.key, repr(picture.key), picture.alt)
