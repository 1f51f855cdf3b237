"""Legends: every text whole, every sign its own."""

from __future__ import annotations

import pytest

from screens.kit import legend, lettering
from screens.kit.studio import Studio
from screens.maechtige_monster import legend as monsters
from screens.maechtige_monster import painting as castle
from screens.meistercoup import legend as coup
from screens.texts import Catalogue, Words

ROOM = (legend.WIDTH - 2 * legend.EDGE - legend.GAP) // legend.COLUMNS - legend.SIGN - 24
TEXTS = [
    *(("meistercoup", f"sign.{name}") for name in coup.SIGNS),
    *(
        ("maechtige_monster", f"{'tile' if page == 'tiles' else 'sign'}.{name}")
        for page, names in castle.LEGENDS.items()
        for name in names
    ),
]


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_text_of_a_legend_is_whole(studio: Studio, language: str) -> None:
    font = studio.font(legend.SIZE)
    for game, key in TEXTS:
        text = Words(Catalogue(), language, game)(key)  # type: ignore[arg-type]
        lines = lettering.wrap(font, text, ROOM, legend.LINES)
        assert all(lettering.width(font, line) <= ROOM for line in lines), text


def test_every_sign_looks_its_own(studio: Studio) -> None:
    drawn = [draw(studio).tobytes() for draw in coup.SIGNS.values()]
    assert len(set(drawn)) == len(drawn)
    for page, found in monsters.SIGNS.items():
        shown = {draw(studio, monsters.SIZE).tobytes() for draw in found.values()}
        # Tiles that change the loot, or the strength, share a sign; their texts differ.
        assert len(shown) == (8 if page == "tiles" else len(found))


@pytest.mark.parametrize("page", monsters.SIGNS)
def test_legends_are_landscape(studio: Studio, page: str) -> None:
    assert monsters.paint(studio, page, ["x"] * len(monsters.SIGNS[page])).height <= 750
    assert coup.paint(studio, ["x"] * len(coup.SIGNS)).height <= 750
