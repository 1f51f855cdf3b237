"""Monster Meister's pictures: cards can be counted and told apart, nothing hidden is shown."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from engine.monster_meister import GAME
from engine.monster_meister.values import Front, State, View
from engine.rng import Rng
from screens.kit.raster import rasterise
from screens.kit.studio import Studio
from screens.monster_meister import art, painting
from screens.monster_meister.display import cell_label
from tests.engine.driver import advance, start

NAMES = ("Anna", "Ben", "ちひろ", "A name that is too long for any line of a picture")
LABELS = {"points": "MP"}
MEISTER = GAME()


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


@cache
def moments(seats: int) -> tuple[State, ...]:
    """One state of every phase of every second round of a random game."""
    found = {(state.round, state.phase): state for state in play(seats, seed=seats)}
    return tuple(state for (turn, phase), state in found.items() if turn % 2 or phase == "over")


def play(seats: int, seed: int) -> Iterator[State]:
    chance, match = Random(seed), start(MEISTER, MEISTER.options_type(), seats, str(seed)).match
    yield match.state
    while not match.over:
        match = advance(match, chance).match
        yield match.state


def fronts() -> tuple[Front, ...]:
    return tuple(dict.fromkeys(MEISTER.box.fronts))


def named(front: Front) -> list[tuple[str, int]]:
    return [(monster.colour, monster.eyes) for monster in front]


@pytest.mark.parametrize("front", fronts(), ids=str)
def test_every_eye_of_a_card_is_drawn_once(front: Front) -> None:
    drawing = art.front(named(front))
    assert drawing.count('class="eye"') == sum(monster.eyes for monster in front)


def test_cards_differ_at_the_smallest_size_they_are_painted_in() -> None:
    drawings = [art.front(named(front)) for front in fronts()] + [art.back(b) for b in art.BACKS]
    pictures = [rasterise(drawing, 72).tobytes() for drawing in drawings]
    for one, other in itertools.combinations(pictures, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > len(one) // 50


def test_colours_have_marks_of_their_own_shape() -> None:
    shapes = {art.mark(colour).split(" fill=")[0] for colour in art.COLOURS}
    assert len(shapes) == len(art.COLOURS) == 4


def test_a_cell_keeps_its_name_wherever_the_frame_floats() -> None:
    assert cell_label((0, 0)) == "A1"
    assert cell_label((3, 3)) == "D4"
    assert cell_label((-3, -3)) == "X−2"
    assert cell_label((-1, -1)) == "Z0"
    assert cell_label((6, 6)) == "G7"
    cells = [(column, row) for column in range(-3, 7) for row in range(-3, 7)]
    assert len({cell_label(cell) for cell in cells}) == len(cells)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_and_bystander_paints_the_same_table(seats: int, studio: Studio) -> None:
    for state in moments(seats)[::4]:
        pictures = {paint(studio, MEISTER.view(state, seat)) for seat in (None, *range(seats))}
        assert len(pictures) == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_no_hidden_front_reaches_a_picture(seats: int, studio: Studio) -> None:
    changed = 0
    for number, state in enumerate(moments(seats)):
        for seat in (None, number % seats):
            other = MEISTER.redeal(state, seat, Rng(7, number))
            changed += other != state
            one, two = MEISTER.view(state, seat), MEISTER.view(other, seat)
            assert paint(studio, one) == paint(studio, two)
            if seat is not None:
                panels = [painting.panel(studio, view).tobytes() for view in (one, two)]
                assert panels[0] == panels[1]
    assert changed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_is_painted_with_every_card_face_up(seats: int, studio: Studio) -> None:
    state = moments(seats)[-1]
    outcome = MEISTER.outcome(state)
    assert outcome is not None
    picture = painting.result(studio, MEISTER.view(state, None), NAMES[:seats], outcome.places)
    assert picture.width == painting.WIDTH


def test_a_panel_that_places_is_higher_by_the_drawn_card(studio: Studio) -> None:
    states = [state for state in moments(4) if state.phase == "place"]
    seat = next(seat for seat, card in enumerate(states[0].drawn) if card is not None)
    with_card = painting.panel(studio, MEISTER.view(states[0], seat))
    assert with_card.height > with_card.width


def test_rules_pictures_fit_a_message(studio: Studio) -> None:
    drawn = (
        painting.cards(studio),
        painting.placement(studio),
        painting.tasks(studio, MEISTER.box),
    )
    for picture in drawn:
        assert picture.width == painting.WIDTH
        assert len(studio.png(picture)) < 200_000


def test_pictures_are_the_same_in_every_studio() -> None:
    view = MEISTER.view(moments(4)[1], None)
    files = {paint_file(Studio(), view) for _ in range(2)}
    assert len(files) == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_kept_parts_are_those_a_fresh_studio_paints(seats: int) -> None:
    warm, outcome = Studio(), MEISTER.outcome(moments(seats)[-1])
    assert outcome is not None
    for number, state in enumerate(moments(seats)):
        view, own = MEISTER.view(state, None), MEISTER.view(state, number % seats)
        if view.phase == "over":
            results = [
                painting.result(s, view, NAMES[:seats], outcome.places) for s in (warm, Studio())
            ]
            assert results[0].tobytes() == results[1].tobytes()
        assert paint(warm, view) == paint(Studio(), view)
        panels = [painting.panel(s, own).tobytes() for s in (warm, Studio())]
        assert panels[0] == panels[1]


def paint(studio: Studio, view: View) -> bytes:
    return painting.board(studio, MEISTER.box, view, NAMES[: len(view.displays)], LABELS).tobytes()


def paint_file(studio: Studio, view: View) -> bytes:
    return studio.png(
        painting.board(studio, MEISTER.box, view, NAMES[: len(view.displays)], LABELS)
    )
