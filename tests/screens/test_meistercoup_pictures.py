"""The pictures of Meister Coup: cards that differ, boards that fit, the same bytes each time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops

from engine.contract import Outcome
from engine.meistercoup import GAME
from engine.meistercoup.values import DECK, Options, State, View, card
from screens.kit import drawing, seats
from screens.kit.studio import PARTS_BYTES, STAMPS_BYTES, Studio
from screens.meistercoup import art, painting, players, result, tokens
from screens.meistercoup.rules import PAGES
from tests.engine.driver import advance, start

LABELS = {"round": "Runde", "trick": "Stich", "last_trick": "Letzter Stich", "team": "Team"}
LONG = ["W" * 32, "Wolfeschlegelsteinhausen der Dritte", "王小明", "Зинаида 🦊", "i", "Ångström Ö"]
TABLES = ((3, "auto"), (4, "auto"), (4, "team"), (5, "auto"), (6, "auto"))
Wanted = Callable[[State], bool]


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


@pytest.fixture(scope="module")
def game() -> GAME:
    return GAME()


def walk(game: GAME, seats: int, mode: str, seed: str) -> Iterator[State]:
    """Yield the states of a random match."""
    chance, match = Random(seed), start(game, Options(mode=mode), seats, seed).match
    yield match.state
    while not match.over:
        match = advance(match, chance).match
        yield match.state


def reach(game: GAME, seats: int, mode: str, wanted: Wanted, seed: str = "p") -> State:
    """Return the first state of a random match that is wanted."""
    return next(state for state in walk(game, seats, mode, seed) if wanted(state))


@cache
def views(game: GAME, seats: int, mode: str) -> list[tuple[View, Outcome | None]]:
    """Return public views of all phases that occur in a match, and of a seat that is asked; each
    with the outcome."""
    states: dict[str, State] = {}
    for seed in ("p", "q", "r"):
        for state in walk(game, seats, mode, seed):
            if late(state) or state.phase in ("enter", "over"):
                states.setdefault(state.phase, state)
    assert {"play", "take", "over"} <= set(states)
    assert ("enter" in states) == (mode == "team" or seats == 6)
    found = []
    for state in states.values():
        asked = game.view(state, None).waiting
        outcome = game.outcome(state)
        found += [(game.view(state, seat), outcome) for seat in (None, *asked[:1])]
    return found


def pictures(studio: Studio, game: GAME, view: View, outcome: Outcome | None) -> list[Image.Image]:
    """Return every picture of a view: the board's, or a seat's panel's."""
    names = LONG[: len(view.backs)]
    scene = tokens.Scene(studio, view, names, LABELS, game.box.diamonds, outcome)
    if outcome is not None:
        return [painting.result(scene)]
    if view.seat is not None:
        return [painting.hand(scene)]
    return [painting.trick(scene), painting.seats(scene)]


def late(state: State) -> bool:
    """Tell whether there is already something on the table."""
    return len(state.hands[state.leader]) <= 4


def test_all_cards_differ_visibly(studio: Studio) -> None:
    faces = [art.card(studio, card, 1, 60).convert("L").resize((12, 17)) for card in DECK]
    for one, other in combinations(faces, 2):
        assert max(ImageChops.difference(one, other).tobytes()) > 24


def test_monsters_differ_within_a_colour() -> None:
    drawings = {art.monster_svg(card) for card in DECK}
    assert len(drawings) == len(DECK)
    assert not any(re.search(r"nan|\de-|\.\d{4}", drawn) for drawn in drawings)


@pytest.mark.parametrize("width", [art.CARD, art.LARGE])
def test_cards_have_round_corners_and_their_size(studio: Studio, width: int) -> None:
    face = art.card(studio, 0, 3, width)
    assert face.size == (width, round(width * art.CARD_RATIO))
    opaque = face.getchannel("A")
    assert opaque.getpixel((0, 0)) == 0 and opaque.getpixel((width // 2, 20)) == 255


def test_colours_differ_without_seeing_red_and_green(studio: Studio) -> None:
    greens = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)
    backs = [art.small_back(studio, k, 40).convert("RGB").convert("RGB", greens) for k in range(4)]
    for one, other in combinations(backs, 2):
        apart = ImageChops.difference(one, other).resize((1, 1)).getpixel((0, 0))
        assert isinstance(apart, tuple) and sum(apart) > 40


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    line = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * line[0] + 0.7152 * line[1] + 0.0722 * line[2]


@pytest.mark.parametrize(
    ("ink", "paper", "least"),
    [
        (drawing.TEXT, drawing.PANEL, 7),
        (drawing.DIM, drawing.PANEL, 4.5),
        (drawing.GOLD, drawing.LIT, 4.5),
        (drawing.LEAF, drawing.LIT, 4.5),
        (drawing.FAINT, drawing.PANEL, 3),
        (drawing.TEXT, drawing.QUIET, 7),
        *((fill, seats.INK, 7) for fill in (*tokens.TEAM_FILLS, *seats.FILLS[:6])),
        *((ink, flat, 4.5) for ink, flat in zip(art.ON_FLAT, art.FLAT, strict=True)),
        *((tone, drawing.HOLE, 4.5) for tone in art.ON_DARK),
    ],
)
def test_contrast(ink: str, paper: str, least: float) -> None:
    light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= least


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_every_phase_is_painted_the_same_each_time(
    studio: Studio, game: GAME, seats: int, mode: str
) -> None:
    fresh = Studio()
    for view, outcome in views(game, seats, mode):
        again = pictures(fresh, game, view, outcome)
        for made, other in zip(pictures(studio, game, view, outcome), again, strict=True):
            assert made.width == 1000 and 120 <= made.height <= 750
            assert len(studio.png(made)) < 150_000
            assert made == other


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_margins_stay_empty_with_long_names(
    studio: Studio, game: GAME, seats: int, mode: str
) -> None:
    for view, outcome in views(game, seats, mode):
        for drawn in pictures(studio, game, view, outcome):
            made = drawn.convert("RGB")
            paper = Image.new("RGB", made.size, drawing.PAPER)
            box = ImageChops.difference(made, paper).getbbox()
            assert box is not None
            assert box[0] >= 10 and box[1] >= 10
            assert box[2] <= 990 and box[3] <= made.height - 10


@pytest.mark.parametrize("room", [60, 100, 144, 290, 480])
@pytest.mark.parametrize("seat", range(6))
def test_nameplates_keep_within_their_room(
    studio: Studio, game: GAME, room: int, seat: int
) -> None:
    view = game.view(reach(game, 6, "auto", lambda s: True), None)
    scene = tokens.Scene(studio, view, LONG, LABELS, game.box.diamonds)
    on = drawing.canvas(600, 80, "#000000")
    took = tokens.nameplate(scene, on, 20, 40, seat, room)
    box = on.getbbox()
    assert box is not None and took <= room and box[2] <= 20 + room + 1
    assert tokens.plate_width(scene, seat, room) == took


def test_a_name_the_font_lacks_leaves_the_seat_number(studio: Studio, game: GAME) -> None:
    view = game.view(reach(game, 3, "auto", lambda s: True), None)
    scene = tokens.Scene(studio, view, ["王小明", "🦊", "Bo"], LABELS, game.box.diamonds)
    assert [scene.name(seat) for seat in range(3)] == ["", "", "Bo"]
    on = drawing.canvas(300, 60)
    assert tokens.nameplate(scene, on, 0, 30, 0, 300) == tokens.BADGE


@pytest.mark.parametrize("room", [455, 944])
def test_the_fullest_collection_fits_its_panel(studio: Studio, game: GAME, room: int) -> None:
    whole = scene_of(studio, game)
    taken = tuple(card(colour, value) for colour in range(4) for value in range(1, 5))
    view = replace(whole.view, taken=(taken, *whole.view.taken[1:]))
    lines = tokens.flow(tokens.collection(replace(whole, view=view), 0), room)
    assert len(lines) <= 2 and sum(map(len, lines)) == 20
    assert all(x + stamp.width <= room for line in lines for x, stamp in line)


def scene_of(studio: Studio, game: GAME) -> tokens.Scene:
    """Return what painters share at a fresh table of three."""
    view = game.view(reach(game, 3, "auto", lambda s: True), None)
    return tokens.Scene(studio, view, LONG[:3], LABELS, game.box.diamonds)


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_panels_do_not_overlap(studio: Studio, game: GAME, seats: int, mode: str) -> None:
    view = game.view(reach(game, seats, mode, late), None)
    spots = players.plan(tokens.Scene(studio, view, LONG[:seats], LABELS, game.box.diamonds))
    assert [spot.seat for spot in spots] == list(range(seats))
    for one, other in combinations(spots, 2):
        beside = one.left + one.width <= other.left or other.left + other.width <= one.left
        assert beside or one.top + one.height <= other.top


@pytest.mark.parametrize(("seats", "mode"), TABLES)
@pytest.mark.parametrize("seed", ["p", "q", "r", "s"])
def test_the_result_shows_the_engines_places(game: GAME, seats: int, mode: str, seed: str) -> None:
    state = reach(game, seats, mode, lambda s: s.phase == "over", seed)
    outcome = game.outcome(state)
    assert outcome is not None
    for standing in result.standings(game.view(state, None), outcome):
        for seat in standing.members:
            assert outcome.places[seat] == standing.place
            assert outcome.scores[seat][-1] == standing.points


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_the_rules_has_its_diagram(studio: Studio, game: GAME, name: str) -> None:
    made = painting.diagram(studio, name, game.box.diamonds)
    assert made.width == 1000
    assert len(studio.png(made)) < 60_000


def test_a_bot_that_painted_everything_keeps_little(studio: Studio) -> None:
    for width in (art.CARD, art.LARGE):
        for number in DECK:
            art.card(studio, number, 1, width)
    assert 0 < studio.weight <= STAMPS_BYTES + PARTS_BYTES == 18 * 1024 * 1024


@pytest.mark.parametrize(("seats", "mode"), [(6, "auto")])
def test_kept_parts_never_show(game: GAME, seats: int, mode: str) -> None:
    warm, compared = Studio(), set[str]()
    for number, state in enumerate(walk(game, seats, mode, "kept")):
        if number % 3 and state.phase in compared:
            continue
        view = game.view(state, None)
        shown = pictures(warm, game, view, game.outcome(state))
        if number % 30 == 0 or state.phase not in compared:
            compared.add(state.phase)
            for made, fresh in zip(
                shown, pictures(Studio(), game, view, game.outcome(state)), strict=True
            ):
                assert made.tobytes() == fresh.tobytes()
