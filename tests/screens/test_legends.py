"""Legends: every text whole, every sign its own."""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from PIL import Image

from engine.contract import AnyGame
from screens.kit import drawing, legend, lettering
from screens.kit.studio import Studio
from screens.maechtige_monster import legend as monsters
from screens.maechtige_monster import painting as castle
from screens.meistercoup import legend as coup
from screens.meistercoup import painting as cards
from screens.monster_meister import legend as meister
from screens.names import Names
from screens.page import Picture
from screens.screen import Sight
from screens.texts import Language, Words
from tests.catalogue import catalogue
from tests.cogs.rendering import renderers
from tests.engine.facts import known_games
from tests.engine.walks import walk

FIGURES = {
    "bugs": {"painting.py:_large"},
    "maechtige_monster": {
        *("art.py:_card", "art.py:monster", "art.py:guard", "art.py:guard_back", "art.py:plate"),
        *("castle.py:wall", "castle.py:sky", "castle.py:ground", "treasury.py:vault"),
        *("signs.py:burst", "result.py:podium"),
    },
    "meistercoup": {"art.py:_card", "art.py:small_back"},
    "monster_meister": {"display.py:front_sprite"},
    "tueftelmonster": {"art.py:_creature_of", "icons.py:medal", "portrait.py:portrait"},
}
"""What draws cards, monsters and scenery, which are no signs; a medal bears the sign of what it
counts, a back that of its colour, a plate the strength."""
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
ROOM = (drawing.WIDTH - 2 * legend.EDGE - legend.GAP) // legend.COLUMNS - legend.SIGN - 24
KEYS = {"tiles": "tile", "peoples": "option.people"}
TEXTS = [
    *(("meistercoup", f"sign.{name}") for name in coup.SIGNS),
    *(("monster_meister", f"sign.{name}") for name in meister.SIGNS),
    *(
        ("maechtige_monster", f"{KEYS.get(page, 'sign')}.{name}")
        for page, names in castle.LEGENDS.items()
        for name in names
    ),
]


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_text_of_a_legend_is_whole(studio: Studio, language: Language) -> None:
    font = studio.font(legend.SIZE)
    for game, key in TEXTS:
        text = Words(catalogue(), language, game)(key)
        lines = lettering.wrap(font, text, ROOM, legend.LINES)
        assert all(lettering.width(font, line) <= ROOM for line in lines), text


def test_every_sign_looks_its_own(studio: Studio) -> None:
    drawn = [draw(studio).tobytes() for draw in coup.SIGNS.values()]
    assert len(set(drawn)) == len(drawn)
    for page, found in monsters.SIGNS.items():
        shown = {draw(studio, monsters.SIZE).tobytes() for draw in found.values()}
        # Tiles that change the loot, or the strength, share a sign; their texts differ.
        assert len(shown) == (8 if page == "tiles" else len(found))


def test_legends_are_landscape(studio: Studio) -> None:
    for page, found in monsters.SIGNS.items():
        assert castle.legend(studio, page, ["x"] * len(found)).height <= 750
    assert cards.legend(studio, ["x"] * len(coup.SIGNS)).height <= 750
    assert meister.paint(studio, ["x"] * len(meister.SIGNS)).height <= 750


class Noting(Studio):
    """Notes the shapes that are drawn, colours aside, and what in a game's screen draws them."""

    def __init__(self) -> None:
        super().__init__()
        self.shapes: dict[str, set[str]] = {}
        self.rasterise = self._note

    def _note(self, svg: str, width: int) -> Image.Image:
        shape = COLOUR.sub("#", svg)
        if shape not in self.shapes:
            running = [frame.f_code for frame, _ in traceback.walk_stack(inspect.currentframe())]
            ours = [code for code in running if "/screens/" in code.co_filename]
            names = {f"{Path(code.co_filename).name}:{code.co_name}" for code in ours}
            self.shapes[shape] = names
        return Image.new("RGBA", (width, width))


def shapes(pictures: Iterable[Picture]) -> Mapping[str, set[str]]:
    """Return the shapes in pictures, each with all that took part in drawing it."""
    studio = Noting()
    for picture in pictures:
        picture.paint(studio)
    return studio.shapes


@pytest.mark.parametrize("game", known_games().values(), ids=known_games())
def test_every_sign_of_every_board_and_panel_is_in_the_rules(game: AnyGame) -> None:
    renderer = renderers()["de"]
    screen, words = renderer.screens[game.id], renderer.words
    explained = shapes(p for page in screen.rules(words.within(game.id)) for p in page.pictures)
    seen: list[Picture] = []
    for seats in (min(game.seat_counts), max(game.seat_counts)):
        walked = walk(game, game.options_type(), seats, "signs")
        for match in (*walked.moments(5), walked.matches[-1]):
            names = Names.of(f"Person {seat}" for seat in range(seats))
            public = Sight.of(match, None, names, words)
            own = (Sight.of(match, seat, names, words) for seat in range(seats))
            board = screen.board(public)
            for shown in (board, *screen.story(match.news, public), *map(screen.panel, own)):
                seen += shown.pictures
    figures = FIGURES.get(game.id, set())
    drawn = shapes(seen)
    assert drawn
    assert [by for shape, by in drawn.items() if shape not in explained and not by & figures] == []
