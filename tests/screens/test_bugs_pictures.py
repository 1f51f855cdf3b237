"""The pictures of Bugs & Co: creatures that can be told apart, and no face where none may be."""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from PIL import ImageChops

from engine.bugs import GAME
from engine.bugs.box import LOOKS, Image
from engine.bugs.score import lay_open
from engine.bugs.values import NONE, Face, Held, LaidOpen, Spot, State, View
from engine.contract import Outcome
from engine.rng import Rng
from screens.bugs import SCREEN, art, laid, opened, painting
from screens.bugs.laid import Hand
from screens.bugs.screen import ROOM
from screens.kit import drawing
from screens.kit.raster import rasterise
from screens.kit.studio import Studio
from screens.names import Names
from screens.page import Picture
from screens.screen import Sight
from tests.catalogue import catalogue
from tests.engine.driver import advance, start

NAMES = ("Anna", "Ben", "ちひろ", "Somebody with a long name", "Eva", "Finn", "Gül", "Håkon")
BUGS = GAME()
SCREENED = SCREEN(BUGS)
FACES = [Face(i, c) for i in range(len(BUGS.box.images)) for c in range(len(BUGS.box.colours))]


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


def play(seats: int, seed: int) -> Iterator[State]:
    options, chance = BUGS.options_type(time_limit=1), Random(seed)
    match = start(BUGS, options, seats, str(seed)).match
    yield match.state
    while not match.over:
        match = advance(match, chance).match
        yield match.state


@pytest.mark.parametrize("image", BUGS.box.images, ids=str)
def test_every_eye_is_drawn_once(image: Image) -> None:
    assert art.tile(image, "#2a9d8f").count('class="eye"') == image.eyes


def test_two_images_of_one_colour_differ_visibly_at_phone_size() -> None:
    colour = BUGS.box.colours[0].hex
    pictures = [rasterise(art.tile(i, colour), 120).convert("L") for i in BUGS.box.images]
    for one, other in itertools.combinations(pictures, 2):
        changed = ImageChops.difference(one, other).point(lambda value: value > 40 and 255)
        assert changed.histogram()[255] > 120 * 120 // 50


def test_hands_differ_are_of_one_size_and_small_files(studio: Studio) -> None:
    each = len(BUGS.box.colours)  # image in one colour, and one in each
    held = [None, *(Held(Spot(0, 0), face) for face in (*FACES[::each], *FACES[1:each]))]
    pictures = [painting.hands(studio, BUGS.box, each, 3) for each in held]
    assert {picture.size for picture in pictures} == {(drawing.WIDTH, painting.HANDS)}
    files = [studio.png(picture) for picture in pictures]
    assert len(set(files)) == len(held)
    again = [studio.png(painting.hands(studio, BUGS.box, each, 3)) for each in held[::5]]
    assert again == files[::5]
    assert max(map(len, files)) < 26_000


def test_the_three_tiles_of_an_image_differ_in_colour_alone() -> None:
    for image in BUGS.box.images:
        drawings = {art.tile(image, colour.hex) for colour in BUGS.box.colours}
        assert len(drawings) == 3
        assert len({re.sub("#[0-9a-f]{6}", "", drawing) for drawing in drawings}) == 1


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_the_table_shows_no_face_and_every_seat_the_same(seats: int, studio: Studio) -> None:
    changed = 0
    for number, state in enumerate(itertools.islice(play(seats, seed=seats), 0, None, 9)):
        other = BUGS.redeal(state, None, Rng(7, number))
        changed += other != state
        views = [BUGS.view(state, seat) for seat in (None, 0, seats - 1)]
        if not views[0].over:
            assert len({paint(studio, view) for view in (*views, BUGS.view(other, None))}) == 1
    assert changed


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_equal_keys_are_equal_pictures_and_a_pick_changes_one(seats: int, studio: Studio) -> None:
    painted: dict[Hashable, bytes] = {}
    picked = 0
    before: Sequence[Picture] = ()
    for state in itertools.islice(play(seats, seed=seats), 60):
        if state.phase == "over":
            break
        shown = board(state)
        for picture in shown:
            made = picture.paint(studio).tobytes()
            assert painted.setdefault(picture.key, made) == made
        changed = [one.key != two.key for one, two in zip(before, shown, strict=False)]
        picked += changed == [True, False]
        before = shown
    assert len(set(painted.values())) == len(painted) and picked


def test_rows_of_places_follow_the_highest_that_holds_a_tile() -> None:
    view = BUGS.view(next(play(8, seed=1)), None)
    empty = replace(view, areas=((False,) * 15,) * 6)
    for place, rows in ((0, 2), (9, 2), (10, 3), (14, 3)):
        lies = tuple(number == place for number in range(15))
        assert painting.rows(replace(empty, areas=(*empty.areas[:5], lies))) == rows
        held = replace(empty.seats[0], right=Spot(2, place))
        assert painting.rows(replace(empty, seats=(held, *empty.seats[1:]))) == rows


@pytest.mark.parametrize("kept", [0, 30, 68])
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_whatever_was_kept_the_end_and_the_replay_fit(
    seats: int, kept: int, studio: Studio
) -> None:
    state = collected(seats, kept)
    end = replace(state, phase="over", right=(NONE,) * seats, deadline=None, cause="time")
    outcome = BUGS.outcome(end)
    assert outcome is not None
    result = SCREENED.board(sight(end, outcome)).pictures
    match = replace(start(BUGS, BUGS.options_type(), seats, "x").match, state=state)
    for pictures in (result, SCREENED.open(match, sight(state)).pictures):
        sizes = [picture.paint(studio).size for picture in pictures]
        assert 1 <= len(sizes) <= 3
        assert all(wide == drawing.WIDTH and high <= drawing.HIGHEST for wide, high in sizes)
        assert sum(high for _, high in sizes) <= ROOM
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    some = any(lay_open(state.left[seat]).sets for seat in winners)
    assert (result[0].key[0] == "bugs.finest") == some  # type: ignore[index]


def collected(seats: int, kept: int) -> State:
    """Return a table of which so many tiles are in left hands, most of them in sets."""
    chance, state = Random(kept), next(play(seats, seed=kept))
    table = list(state.table)
    lies = sorted((i for i, tile in enumerate(table) if tile != NONE), key=lambda i: table[i])
    hands: list[list[int]] = [[] for _ in range(seats)]
    for number, spot in enumerate(lies[:kept]):
        owner = (number // 3) % seats if chance.random() < 0.8 else chance.randrange(seats)
        hands[owner].append(table[spot])
        table[spot] = NONE
    return replace(state, phase="play", table=tuple(table), left=tuple(map(tuple, hands)))


def test_the_finest_set_is_the_one_with_most_look_alikes() -> None:
    hands = [
        Hand(0, "Anna", LaidOpen((0, 2), ())),
        Hand(1, "Ben", LaidOpen((3,), ())),
    ]
    images = range(15)

    def alike(image: int) -> int:
        one = BUGS.box.images[image]
        return sum(
            sum(getattr(one, look) != getattr(other, look) for look in LOOKS) == 2
            for number, other in enumerate(BUGS.box.images[:15])
            if number != image
        )

    found = laid.finest(BUGS.box, hands, images)
    assert found is not None
    assert alike(found[1]) == max(map(alike, (0, 2, 3)))
    assert found[1] in found[0].open.sets
    assert laid.finest(BUGS.box, [Hand(0, "Anna", LaidOpen((), ()))], images) is None


def test_rules_pictures_fit_a_message(studio: Studio) -> None:
    for page in SCREENED.rules(catalogue().words("de", "bugs")):
        for picture in page.pictures:
            made = picture.paint(studio)
            assert made.width == drawing.WIDTH and made.height <= drawing.HIGHEST
            assert len(studio.png(made)) < 200_000


def test_a_table_that_is_laid_open_shows_which_trophies_are_left(studio: Studio) -> None:
    hands = [opened.Hands(seat, NAMES[seat], lay_open(()), None, 0) for seat in range(4)]
    none, some, more = (
        opened.hands(studio, BUGS.box, hands, left) for left in ((), (2, 1), (3, 2, 1))
    )
    assert none.height < some.height == more.height and some.tobytes() != more.tobytes()


def test_pictures_are_the_same_in_every_studio() -> None:
    state = next(play(4, seed=4))
    assert paint(Studio(), BUGS.view(state, None)) == paint(Studio(), BUGS.view(state, None))


def test_kept_parts_are_those_a_fresh_studio_paints() -> None:
    warm = Studio()
    for state in itertools.islice(play(5, seed=3), 0, 40, 4):
        view = BUGS.view(state, None)
        assert paint(warm, view) == paint(Studio(), view)


def sight(state: State, outcome: Outcome | None = None) -> Sight:
    """Return what a bystander sees."""
    names = Names.of(NAMES[: len(state.left)])
    words = catalogue().words("de", "bugs")
    return Sight(view=BUGS.view(state, None), outcome=outcome, names=names, words=words)


def board(state: State) -> Sequence[Picture]:
    """Return the board's pictures."""
    return SCREENED.board(sight(state)).pictures


def paint(studio: Studio, view: View) -> bytes:
    """Return what a table shows."""
    shown = painting.table(studio, view, NAMES), painting.players(studio, view, NAMES)
    return b"".join(picture.tobytes() for picture in shown)
