"""Monster Meister's pictures: cards can be counted and told apart, nothing hidden is shown."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from PIL import ImageChops

from engine.monster_meister import GAME
from engine.monster_meister.values import STRAY, Display, Front, State
from engine.rng import Rng
from screens.kit import drawing
from screens.kit.raster import rasterise
from screens.kit.studio import Studio
from screens.monster_meister import SCREEN, art, own, painting
from screens.monster_meister.display import cell_label, faces
from screens.names import Names
from screens.page import Picture
from screens.screen import Sight
from tests.catalogue import catalogue
from tests.engine.driver import advance, start

NAMES = ("Anna", "Ben", "ちひろ", "A name that is too long for any line of a picture")
MEISTER = GAME()
SCREENED = SCREEN(MEISTER)
GOLD = (0xFF, 0xD3, 0x4D)


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
    assert cell_label((0, 0)) == "D4"
    assert cell_label((3, 3)) == "G7"
    assert cell_label((-3, -3)) == "A1"
    assert cell_label((-1, -1)) == "C3"
    assert cell_label((6, 6)) == "J10"
    cells = [(column, row) for column in range(-3, 7) for row in range(-3, 7)]
    assert len({cell_label(cell) for cell in cells}) == len(cells)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_and_bystander_paints_the_same_table(seats: int, studio: Studio) -> None:
    for state in moments(seats)[::4]:
        if state.phase != "over":
            pictures = {paint(studio, state, seat) for seat in (None, *range(seats))}
            assert len(pictures) == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_no_hidden_front_reaches_a_picture(seats: int, studio: Studio) -> None:
    changed = 0
    for number, state in enumerate(moments(seats)[:-1]):
        for seat in (None, number % seats):
            other = MEISTER.redeal(state, seat, Rng(7, number))
            changed += other != state
            assert paint(studio, state, seat) == paint(studio, other, seat)
            if seat is not None:
                assert panel(studio, state, seat) == panel(studio, other, seat)
    assert changed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_keys_are_equal_pictures_and_a_move_changes_one_pair(
    seats: int, studio: Studio
) -> None:
    painted: dict[Hashable, bytes] = {}
    kept = 0
    shown: Sequence[Picture] = ()
    for state in itertools.islice(play(seats, seed=seats), 60):
        before, shown = shown, board(state)
        assert len(shown) == -(-seats // 2)
        for picture in shown:
            made = picture.paint(studio).tobytes()
            assert painted.setdefault(picture.key, made) == made
        kept += any(one.key == two.key for one, two in zip(before[1:], shown[1:], strict=False))
    assert len(set(painted.values())) == len(painted)
    assert kept > 0 or seats == 2


@pytest.mark.parametrize("size", [4, 5, 6])
def test_displays_of_any_size_fit_where_they_are_shown(size: int, studio: Studio) -> None:
    state = next(s for s in moments(4) if s.phase == "place")
    grown = replace(state, displays=tuple(large(each, size) for each in state.displays))
    seat = next(seat for seat, card in enumerate(state.drawn) if card is not None)
    both = SCREENED.panel(sight(grown, seat)).pictures
    for picture in (*board(grown), *both):
        made = picture.paint(studio)
        assert made.width == drawing.WIDTH and made.height <= drawing.HIGHEST
    assert sum(p.paint(studio).height for p in board(grown)) <= 1550


def large(display: Display, size: int) -> Display:
    """Return a display spread over so many columns and rows."""
    corners = [(-1, -1), (size - 2, size - 2)]
    spots = [(column, row) for row in range(-1, size - 1) for column in range(-1, size - 1)]
    cells = [*corners, *(cell for cell in spots if cell not in corners)]
    return tuple(replace(lying, cell=cell) for lying, cell in zip(display, cells, strict=False))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_is_painted_best_first_with_its_winner_in_light(seats: int, studio: Studio) -> None:
    state = moments(seats)[-1]
    outcome, shown = MEISTER.outcome(state), board(state)
    assert outcome is not None and len(shown) == -(-seats // 2)
    best = Names.of(NAMES).plain[outcome.places.index(1)]
    assert shown[0].alt.startswith(f"1. {best}")
    edges = [p.paint(studio).convert("RGB").getpixel((painting.MARGIN + 2, 200)) for p in shown]
    assert [edge == GOLD for edge in edges] == [bool(outcome.winners), *[False] * (len(shown) - 1)]


def test_a_panel_shows_the_card_that_is_to_be_placed_beside_the_display(studio: Studio) -> None:
    states = [state for state in moments(4) if state.phase == "place"]
    seat = next(seat for seat, card in enumerate(states[0].drawn) if card is not None)
    card = MEISTER.view(states[0], seat).drawn
    other = next(front for front in fronts() if front != card)
    views = [replace(MEISTER.view(states[0], seat), drawn=front) for front in (card, other)]
    one, two = (own.panel(studio, view) for view in views)
    box = ImageChops.difference(one.convert("RGB"), two.convert("RGB")).getbbox()
    assert one.height <= drawing.HIGHEST
    assert box is not None and box[0] > drawing.WIDTH * 3 // 4


@pytest.mark.parametrize("back", [1, STRAY])
def test_a_card_face_up_bears_its_back_where_that_is_not_its_seats_own(
    back: int, studio: Studio
) -> None:
    seen = sight(next(state for state in moments(2) if state.phase == "remove"), 0)
    mine, *others = seen.view.displays
    up = next(spot for spot in mine if spot.front is not None and spot.back == 0)
    spots = tuple(replace(spot, back=back) if spot == up else spot for spot in mine)
    other = replace(seen, view=replace(seen.view, displays=(spots, *others)))
    assert [faces(each.view, 0)[up.cell].back for each in (seen, other)] == [None, back]
    over = replace(seen.view, phase="over")
    assert faces(over, 0)[up.cell].back == 0, "all are counted at the end"
    for shown in (SCREENED.panel, SCREENED.board):
        one, two = (shown(each).pictures[0] for each in (seen, other))
        assert one.key != two.key
        made = [picture.paint(studio).convert("RGB") for picture in (one, two)]
        box = ImageChops.difference(*made).getbbox()
        # No more than a corner of a card differs.
        assert box is not None and max(box[2] - box[0], box[3] - box[1]) < 72


def test_rules_pictures_fit_a_message(studio: Studio) -> None:
    for page in SCREENED.rules(catalogue().words("de", "monster_meister")):
        for picture in page.pictures:
            made = picture.paint(studio)
            assert made.width == drawing.WIDTH and made.height <= drawing.HIGHEST
            assert len(studio.png(made)) < 200_000


def test_pictures_are_the_same_in_every_studio() -> None:
    assert len({paint(Studio(), moments(4)[1]) for _ in range(2)}) == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_kept_parts_are_those_a_fresh_studio_paints(seats: int) -> None:
    warm = Studio()
    for number, state in enumerate(moments(seats)[seats % 4 // 2 :: 2]):
        assert paint(warm, state) == paint(Studio(), state)
        if state.phase != "over":
            seat = number % seats
            assert panel(warm, state, seat) == panel(Studio(), state, seat)


def sight(state: State, seat: int | None = None) -> Sight:
    """Return what a seat, or a bystander, sees."""
    return Sight(
        view=MEISTER.view(state, seat),
        outcome=MEISTER.outcome(state),
        names=Names.of(NAMES[: len(state.displays)]),
        words=catalogue().words("de", "monster_meister"),
    )


def board(state: State, seat: int | None = None) -> Sequence[Picture]:
    """Return the board's pictures."""
    return SCREENED.board(sight(state, seat)).pictures


def paint(studio: Studio, state: State, seat: int | None = None) -> bytes:
    """Return the board's pictures, painted."""
    return b"".join(picture.paint(studio).tobytes() for picture in board(state, seat))


def panel(studio: Studio, state: State, seat: int) -> bytes:
    """Return a seat's picture, painted."""
    (picture,) = SCREENED.panel(sight(state, seat)).pictures
    return picture.paint(studio).tobytes()
