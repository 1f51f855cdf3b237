"""Every control of every panel pressed one entry later, and twice: what it meant, or nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from cogs.gate.custom_id import Press
from cogs.presses.match import meaning
from engine.contract import Seat, TakeBack
from engine.errors import Illegal, Malformed, RuleError
from engine.match import Match
from screens.page import Page, Select
from screens.screen import Pressed, Screen
from tests.cogs.party import FRAME
from tests.cogs.rendering import HOST, Renderer, renderers, room
from tests.engine.facts import facts, mixed_settings, name
from tests.engine.walks import Walk, some, walk

MOMENTS = 4
"""States of a match whose panels are pressed."""
LOOKS = 12
"""Pages of a panel that are opened."""
NAMES = ("Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül", "Hugo")


class Offered(NamedTuple):
    """All presses on a seat's panel, also on the pages they lead to, as they mean now."""

    match: Match
    seat: Seat
    presses: Mapping[Press, Pressed]


@pytest.fixture(scope="module", params=mixed_settings(), ids=name)
def walked(request: pytest.FixtureRequest) -> Walk:
    """A random match."""
    game, options, seats = request.param
    return walk(game, options, seats, seed="pressed")


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    """Who draws the panels."""
    return renderers()["en"]


@pytest.fixture(scope="module")
def offered(walked: Walk, renderer: Renderer) -> Sequence[Offered]:
    """What every seat's panel offers now and then."""
    return [
        Offered(match, seat, presses(renderer, match, seat))
        for match in walked.moments(MOMENTS)
        for seat in range(walked.seats)
    ]


def on(page: Page, token: int) -> Iterator[Press]:
    """Yield every press that a page's own controls take."""
    for row in page.rows:
        if isinstance(row, Select):
            for choice in row.choices:
                yield Press("t", token, row.verb, row.args, (choice.value,))
        else:
            for button in row:
                if not button.disabled and button.verb not in FRAME:
                    yield Press("t", token, button.verb, button.args)


def presses(renderer: Renderer, match: Match, seat: Seat) -> dict[Press, Pressed]:
    """Return all presses on a seat's panel, also on the pages they lead to, as they mean now."""
    screen, found, looks = renderer.screens[match.game.id], dict[Press, Pressed](), [""]
    table = room(match, NAMES[: len(match.header.seats)])
    for look in looks:
        page, token = renderer.pages.panel(table, HOST + seat, look, "en")
        for press in on(page, token):
            found[press] = pressed = meaning(screen, match, seat, press)
            if pressed.action is None and pressed.look not in looks and len(looks) < LOOKS:
                looks.append(pressed.look)
    return found


def played(match: Match, seat: Seat, press: Press, screen: Screen) -> Match:
    """Return the match after a press, as the bot carries it out."""
    action = meaning(screen, match, seat, press).action
    now = max(match.at, facts(match.game.id).ready(match.state, seat))
    return match if action is None else match.play(seat, press.token, action, now).match


def test_one_entry_later_a_control_means_the_same_or_nothing(
    walked: Walk, offered: Sequence[Offered], renderer: Renderer
) -> None:
    screen, seen = renderer.screens[walked.game.id], set[bool]()
    for match, seat, found in offered:
        later = walked.matches[match.sequence + 1]
        same = match.token(seat) == later.token(seat)
        for press, meant in found.items():
            seen.add(same)
            try:
                assert meaning(screen, later, seat, press) == meant and same
            except Illegal:
                gone = not same or seat not in later.asked
                assert gone or meant.action == TakeBack()
    assert False in seen


def test_an_action_pressed_twice_is_done_once(
    walked: Walk, offered: Sequence[Offered], renderer: Renderer
) -> None:
    screen, chance = renderer.screens[walked.game.id], random.Random(3)
    for match, seat, found in offered:
        if seat not in match.asked:
            continue
        done = [press for press, meant in found.items() if meant.action is not None]
        assert done
        for press in some(done, 12, chance):
            try:
                after = played(match, seat, press, screen)
            except Illegal:
                continue  # Bugs & Co offers more than is allowed this moment.
            assert after.sequence == match.sequence + 1
            with pytest.raises(RuleError):
                meaning(screen, after, seat, press)


def test_a_look_pressed_twice_is_the_same_look(
    walked: Walk, offered: Sequence[Offered], renderer: Renderer
) -> None:
    screen = renderer.screens[walked.game.id]
    for match, seat, found in offered:
        for press, meant in found.items():
            if meant.action is None:
                assert played(match, seat, press, screen) is match
                assert meaning(screen, match, seat, press) == meant


def test_what_is_taken_back_is_what_the_control_says(renderer: Renderer) -> None:
    [game] = [each for each in mixed_settings() if each[0].id == "tueftelmonster"][:1]
    walked = walk(*game, seed="pressed")
    places = ((m, seat) for m in walked.matches for seat in range(walked.seats))
    match, seat = next((m, seat) for m, seat in places if m.takes_back(seat))
    press = Press("t", match.token(seat), "take_back", "")
    screen = renderer.screens[match.game.id]
    assert meaning(screen, match, seat, press).action == TakeBack()
    for other in (replace(press, args="1"), replace(press, values=("1",))):
        with pytest.raises(Malformed):
            meaning(screen, match, seat, other)
