"""The rules of Tüftelmonster tell first how one wins, and what every sign means."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from engine.tueftelmonster.values import Options
from screens.kit.studio import Studio
from screens.names import Names
from screens.page import Page, Picture
from screens.screen import Sight
from screens.texts import LANGUAGES, Words
from screens.tueftelmonster import SCREEN, art, icons, monster
from tests.catalogue import catalogue
from tests.engine.tueftelmonster_table import GAME_
from tests.engine.walks import walk
from tests.screens.test_paintings_tueftelmonster import Measuring

pytestmark = pytest.mark.usefixtures("without_art")

SCREEN_ = SCREEN(GAME_)
NAMES = Names.of(("Anna", "Ben", "Chiara"))


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return catalogue().words(request.param, "tueftelmonster")


@pytest.fixture
def signs(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Note every sign that is drawn by its name: icons, prizes, colours, marks, states of cards."""
    drawn: set[str] = set()

    def note(module: object, function: str, name: Callable[..., str]) -> None:
        own = getattr(module, function)

        def noted(studio: Studio, *args: object, **more: object) -> object:
            drawn.add(name(*args, **more))
            return own(studio, *args, **more)

        monkeypatch.setattr(module, function, noted)

    note(icons, "icon", lambda name, *_: name)
    note(icons, "medal", lambda name, *_: name)
    note(icons, "colour", lambda name, *_: name)
    note(icons, "die", lambda face, *_: face)
    note(icons, "bolt", lambda *_: "bolt")
    note(monster, "open_end", lambda *_: "end")
    note(monster, "ring", lambda *_: "newest")
    note(art, "card", lambda part, size, state=art.PLAIN: state)
    return drawn


def paint(pictures: Iterable[Picture]) -> None:
    studio = Studio()
    for picture in pictures:
        picture.paint(studio)


def pages(words: Words) -> dict[str, Page]:
    names = ("aim", "turn", "attach", "steal", "end", "variants")
    return dict(zip(names, SCREEN_.rules(words), strict=True))


def test_the_first_page_says_how_one_wins_with_pictures(words: Words) -> None:
    first = pages(words)["aim"]
    assert words("rules.aim") == first.text and len(first.pictures) == 3
    told = [words("diagram.legend"), words("diagram.die")]
    assert told == [picture.alt for picture in first.pictures[1:]]


def test_every_sign_of_boards_and_panels_is_in_the_legend(signs: set[str]) -> None:
    words = catalogue().words("de", "tueftelmonster")
    paint(pages(words)["aim"].pictures[1:])
    explained = signs | {art.PLAIN}
    signs.clear()
    walked = walk(GAME_, Options(), 3, "legend")
    for match in (*walked.moments(12), walked.matches[-1]):
        shown = [SCREEN_.board(Sight.of(match, None, NAMES, words))]
        shown += [SCREEN_.panel(Sight.of(match, seat, NAMES, words)) for seat in match.asked]
        paint(picture for each in shown for picture in each.pictures)
    assert len(signs) > 25 and signs <= explained


def test_pictures_with_words_are_legible_and_landscape(words: Words) -> None:
    for page in pages(words).values():
        for picture in page.pictures:
            studio = Measuring()
            painted = picture.paint(studio)
            assert painted.width == 1000 and painted.height <= 750
            assert min(studio.sizes, default=32) >= 32
