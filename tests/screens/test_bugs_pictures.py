"""The pictures of Bugs & Co: creatures that can be told apart, and no face where none may be."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from random import Random

import pytest
from PIL import ImageChops

from engine.bugs import GAME
from engine.bugs.box import Image
from engine.bugs.values import Face, State, View
from engine.rng import Rng
from screens.bugs import art, painting
from screens.kit.raster import rasterise
from screens.kit.studio import Studio
from tests.engine.driver import advance, start

NAMES = ("Anna", "Ben", "ちひろ", "Somebody with a long name", "Eva", "Finn", "Gül", "Håkon")
BUGS = GAME()
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


def test_all_held_tiles_differ_and_are_small_files(studio: Studio) -> None:
    files = [studio.png(painting.held(studio, BUGS.box, face)) for face in FACES]
    assert len(set(files)) == len(FACES) == 75
    again = [studio.png(painting.held(studio, BUGS.box, face)) for face in FACES[::5]]
    assert again == files[::5]
    assert max(map(len, files)) < 20_000


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


@pytest.mark.parametrize("seats", [2, 8])
def test_the_end_lays_every_hand_open(seats: int, studio: Studio) -> None:
    *_, state = play(seats, seed=1)
    outcome = BUGS.outcome(state)
    assert outcome is not None
    view = BUGS.view(state, None)
    picture = painting.result(studio, BUGS.box, view, NAMES, outcome.places, outcome.scores)
    assert picture.width == painting.WIDTH


def test_rules_pictures_fit_a_message(studio: Studio) -> None:
    images = range(len(BUGS.box.images))
    for picture in (painting.sheet(studio, BUGS.box, images), painting.rules(studio, BUGS.box)):
        assert picture.width == painting.WIDTH
        assert len(studio.png(picture)) < 200_000


def test_pictures_are_the_same_in_every_studio() -> None:
    view = BUGS.view(next(play(4, seed=4)), None)
    files = {studio.png(painting.board(studio, view, NAMES)) for studio in (Studio(), Studio())}
    assert len(files) == 1


def test_kept_parts_are_those_a_fresh_studio_paints() -> None:
    warm = Studio()
    for state in itertools.islice(play(5, seed=3), 0, 40, 4):
        view = BUGS.view(state, None)
        assert paint(warm, view) == paint(Studio(), view)


def paint(studio: Studio, view: View) -> bytes:
    return painting.board(studio, view, NAMES).tobytes()
