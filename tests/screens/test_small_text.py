"""Every picture is read where Discord shows it, whoever plays and in either language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from engine.contract import AnyGame
from engine.match import Match
from screens.frame import chart, guide, lobby, tournament
from screens.frame.records import PER_PAGE, Fared, Favourite, Medal, Played, Ranked
from screens.frame.scene import Scene, Sitter
from screens.frame.tournament import FIRST, Line, Shown
from screens.kit.studio import Font, Studio
from screens.names import Names
from screens.page import Picture
from screens.screen import Sight
from screens.texts import LANGUAGES, Language
from tests.cogs.rendering import Renderer, renderers
from tests.engine.facts import known_games
from tests.engine.walks import walk

DESKTOP, PHONE = (400, 300), (282, 400)
"""What an embed's picture is fitted into: Discord's desktop client, build 494766 of February 2026;
its Android client 200.0 on a screen 390 wide."""
LEAST = {DESKTOP: 11.0, PHONE: 9.0}
"""Pixels that text has there at least."""
BOARD = 620
"""Pixels that a board's pictures take below each other on a desktop at most."""
MOMENTS = 2
LONG = ("W" * 32, "王小明", "i", "Wolfeschlegelsteinhausen der Drt", "Зинаида 🦊", "Ben", "Å", "B")
GAMES = known_games()
pytestmark = pytest.mark.usefixtures("without_art")


class Ruler(Studio):
    """Notes the sizes in which text is written; what is kept was written once."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: set[int] = set()

    def font(self, size: int, bold: bool = False) -> Font:
        self.sizes.add(size)
        return super().font(size, bold)


CASES = [
    pytest.param(game, seats, LANGUAGES[number % 2], id=f"{game.id}-{seats}")
    for game in GAMES.values()
    for number, seats in enumerate(game.seat_counts)
]


@pytest.mark.parametrize(("game", "seats", "language"), CASES)
def test_text_is_legible_where_discord_shows_it(
    game: AnyGame, seats: int, language: Language
) -> None:
    legible(pictures(game, seats, renderers()[language]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_of_records_and_of_the_guide_is_legible(language: Language) -> None:
    legible(beside(renderers()[language]))


def legible(pictures: Iterable[Picture]) -> None:
    """Assert that all text in these pictures is large enough where Discord shows them."""
    ruler, factors = Ruler(), dict.fromkeys(LEAST, 1.0)
    for picture in pictures:
        width, height = SIZES[picture.sign] = picture.paint(ruler).size
        assert 4 * height <= 3 * width, (picture.key, width, height)
        for box, factor in factors.items():
            factors[box] = min(factor, box[0] / width, box[1] / height)
    assert ruler.sizes
    for box, factor in factors.items():
        assert min(ruler.sizes) * factor >= LEAST[box], (box, min(ruler.sizes))


SIZES: dict[bytes, tuple[int, int]] = {}
"""Of the pictures that were painted, by their signs: what is measured twice is painted once."""


def size(picture: Picture) -> tuple[int, int]:
    """Return a picture's width and height."""
    if picture.sign not in SIZES:
        SIZES[picture.sign] = picture.paint(_studio()).size
    return SIZES[picture.sign]


@cache
def _studio() -> Studio:
    return Studio()


@pytest.mark.parametrize(("game", "seats", "language"), CASES)
def test_a_board_is_seen_at_one_glance(game: AnyGame, seats: int, language: Language) -> None:
    renderer = renderers()[language]
    walked = walk(game, game.options_type(), seats, "small")
    for match in (*walked.moments(MOMENTS), walked.matches[-1]):
        public = Sight.of(match, None, Names.of(LONG[:seats]), renderer.words)
        sizes = [size(each) for each in renderer.screens[game.id].board(public).pictures]
        assert 1 <= len(sizes) <= 3
        assert sum(min(400 * high / wide, 300) for wide, high in sizes) <= BOARD


def pictures(game: AnyGame, seats: int, renderer: Renderer) -> Iterator[Picture]:
    """Yield what is seen of a table, from the lobby over a random match, and at its first number
    of seats in each language the rules."""
    screen, words = renderer.screens[game.id], renderer.words
    yield from lobby.lobby(scene(game, seats), screen, words).pictures
    if seats in game.seat_counts[: len(LANGUAGES)]:
        for page in screen.rules(words.within(game.id)):
            yield from page.pictures
    walked, painted = walk(game, game.options_type(), seats, "small"), set()
    for match in (*walked.moments(MOMENTS), walked.matches[-1]):
        for picture in shown(match, seats, renderer):
            if picture.key not in painted:
                painted.add(picture.key)
                yield picture


def beside(renderer: Renderer) -> Iterator[Picture]:
    """Yield the pictures of /help, /stats, /leaderboard and /history, as full as they can be."""
    screens, words = renderer.screens, renderer.words
    for page in (guide.guide(screens, {}, "1.0", words), guide.about(screens, "bugs", words)):
        yield from page.pictures
    fared = [Fared(game=g, places={1: 99, 2: 9, 3: 999}, left=9, points=2345) for g in screens]
    orcs = Favourite("maechtige_monster", "orcs_5", "W" * 40, 25)
    for favourite in (None, orcs):
        yield chart.of_person(screens, fared, favourite, words)
    medals = [Medal([*screens][n % 5], "2026-09", 1 + n % 3) for n in range(9)]
    for won in (medals[:1], medals):
        yield from chart.of_medals(won, words)
    best = [Ranked(n, 2400 - 99 * n, 99, n, LONG[n % 8]) for n in range(1, PER_PAGE + 1)]
    yield from chart.of_best(screens, "bugs", best, words)
    lines = [Line(n, LONG[n % 8], 21.5 - n, 3.5, 2) for n in range(1, FIRST + 1)]
    shown = Shown(
        id="c1", game="bugs", status="over", size=4, slow=False, number=3, planned=3, due=0.0,
        people=LONG, rows=lines, tables=(),
    )  # fmt: skip
    yield from tournament.picture(shown, lines, screens["bugs"], words)
    played = [
        Played(game=[*screens][n % 5], ended=0.0, winners=LONG[:4], others=(), link="")
        for n in range(PER_PAGE)
    ]
    yield from chart.of_channel(screens, played, words)


def shown(match: Match, seats: int, renderer: Renderer) -> Iterator[Picture]:
    """Yield what everybody sees of a match now, who is asked and who sits last, how it is told,
    and what a replay lays open."""
    screen, names = renderer.screens[match.game.id], Names.of(LONG[:seats])
    public = Sight.of(match, None, names, renderer.words)
    private = [
        Sight.of(match, seat, names, renderer.words)
        for seat in dict.fromkeys((*match.asked[:1], seats - 1))
    ]
    told = (screen.board(public), screen.open(match, public), *screen.story(match.news, public))
    for each in (*told, *map(screen.panel, private)):
        yield from each.pictures


def scene(game: AnyGame, seats: int) -> Scene:
    """Return a lobby in which these people sit, with a computer."""
    return Scene(
        table="0123abcd",
        game=game,
        status="lobby",
        sitters=[Sitter(name, host=i == 0, computer=i == 1) for i, name in enumerate(LONG[:seats])],
        options=game.options_type(),
        roster="x",
    )
