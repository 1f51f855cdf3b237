"""Art on buttons and options, over all games: it exists, it is kept in step, it tells no secret."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator, Mapping

import pytest
from PIL import Image

from engine.match import Match
from playground.world.emojis import MOST, MOST_BYTES
from screens import screen as screens
from screens.kit import emojis
from screens.marks import drawn, resolved
from screens.names import Names, unmarked
from screens.page import Button, Choice, Select
from screens.screen import Screen, Shown, Sight
from tests.catalogue import catalogue
from tests.engine.facts import known_games, mixed_settings
from tests.engine.walks import walk

SCREENS: Mapping[str, Screen] = screens.load(known_games())
WORDS = catalogue().words("en")
NAMES = ("Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül", "Hugo")
MOMENTS = 12
"""States of a match that are looked at."""
DRAWN = 4
"""Drawings of a game that are drawn here; whoever looks at art looks at all of them."""


def controls(shown: Shown) -> Iterator[Button | Choice]:
    """Yield the buttons and options of a screen."""
    for row in shown.rows:
        yield from row.choices if isinstance(row, Select) else row


def panels(game: str) -> Iterator[Shown]:
    """Yield what the seats of random matches see, some clicks into their choice."""
    chance = random.Random(game)
    for played, options, seats in mixed_settings():
        if played.id == game:
            for match in walk(played, options, seats, "art").moments(MOMENTS):
                for seat in match.asked:
                    yield from clicked(match, seat, chance)


def clicked(match: Match, seat: int, chance: random.Random) -> Iterator[Shown]:
    """Yield a seat's panel, then again after clicks that are no action yet."""
    screen, look = SCREENS[match.game.id], ""
    names = Names.of(NAMES[: len(match.header.seats)])
    for _ in range(4):
        shown = screen.panel(Sight.of(match, seat, names, WORDS, look))
        yield shown
        buttons = [b for r in shown.rows if not isinstance(r, Select) for b in r if not b.disabled]
        if not buttons:
            return
        button = chance.choice(buttons)
        look = screen.press(match.view(seat), button.verb, button.args, ()).look


@pytest.mark.parametrize("game", SCREENS)
def test_controls_show_art_that_exists_beside_a_label(game: str) -> None:
    there, found = SCREENS[game].drawings().keys(), set[str]()
    for shown in panels(game):
        assert there >= set(re.findall(drawn("(.*?)", ".*?"), shown.text))
        assert all("\ue000" not in picture.alt for picture in shown.pictures)
        for control in controls(shown):
            assert control.label or not control.art
            found |= {control.art} - {""}
    assert found <= there
    assert bool(found) == bool(there), "art that no control shows"


@pytest.mark.parametrize("game", SCREENS)
def test_art_of_options_exists(game: str) -> None:
    screen = SCREENS[game]
    offered = screen.game.seat_choices([screen.game.seat_options_type()] * 2, 0)
    arts = {screen.option_art(name, v) for name, values in offered.items() for v in values if v}
    assert arts <= {"", *screen.drawings()}


@pytest.mark.parametrize("game", SCREENS)
def test_what_must_be_forgotten_is_no_art(game: str) -> None:
    screen = SCREENS[game]
    if screen.forgets:
        assert not screen.drawings() and not emojis.noted(game)


@pytest.mark.parametrize("game", SCREENS)
def test_the_digests_are_those_of_the_drawings(game: str) -> None:
    drawn = {name: emojis.digest(draw()) for name, draw in SCREENS[game].drawings().items()}
    assert emojis.noted(game) == drawn, "run python -m screens.note_emojis"


def test_all_names_are_names_for_discord_and_differ() -> None:
    noted = [(name, digest) for game in SCREENS for name, digest in emojis.noted(game).items()]
    names = [f"mr_{name}_{digest}" for name, digest in noted]
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in names)
    assert len({name for name, _ in noted}) == len(names)
    # A version that replaces all art must find room beside two earlier ones.
    assert 3 * len(names) < MOST


@pytest.mark.parametrize("game", SCREENS)
def test_drawings_fill_their_square(game: str) -> None:
    drawings = list(SCREENS[game].drawings().values())
    for draw in drawings[:: len(drawings) // DRAWN + 1]:
        data = emojis.png(draw())
        picture = Image.open(io.BytesIO(data))
        box = picture.getchannel("A").point(lambda alpha: 255 * (alpha > 8)).getbbox()
        assert box is not None
        left, top, right, bottom = box
        assert picture.size == (emojis.SIDE, emojis.SIDE) and len(data) < MOST_BYTES
        assert max(right - left, bottom - top) >= 0.9 * emojis.SIDE
        assert picture.getpixel((0, 0)) == (0, 0, 0, 0)


def test_a_drawing_in_a_text_is_shown_or_read_otherwise() -> None:
    text = f"{drawn('die_dig', '⛏️')} Dig, **leg**: where? {drawn('part_7')}\nNext"
    assert resolved(text) == "⛏️ Dig, **leg**: where?\nNext"
    there = {"die_dig": "<:a:1>", "part_7": "<:b:2>"}
    assert resolved(text, there.get) == "<:a:1> Dig, **leg**: where? <:b:2>\nNext"
    assert unmarked(text) == "⛏️ Dig, leg: where?\nNext"
