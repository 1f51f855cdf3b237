"""Monster Meister's parts on their own: task points, roles, count, layout, pile, data file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import seeds
from engine.contract import Seat
from engine.errors import Illegal
from engine.monster_meister import cells, score
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.draw import serve
from engine.monster_meister.values import Card, Cell, Count, Lying
from tests.engine.monster_meister_table import CELLS, card, front, game, number

POINTS = [
    ("four_green_first", ["green 1", "yellow 2", "blue 3", "red 4"], 4 + 3 + 2 + 1),
    ("four_green_first", ["blue 4 + green 1", "yellow 2 + red 3"], 2 + 4 + 3 + 1),
    ("four_red_first", ["red 1", "blue 1", "yellow 1", "green 2"], 4 + 3 + 2 + 1),
    ("four_red_first", ["green 3 + red 1", "blue 2 + yellow 4"], 1 + 4 + 3 + 2),
    ("six_blue", ["blue 1", "blue 2", "yellow 1", "green 2", "red 4"], 2 + 2 - 1),
    ("six_blue", ["blue 2 + yellow 4", "yellow 2 + red 3"], 2 - 1 - 1),
    ("six_green", ["green 2", "blue 1", "yellow 1", "red 1"], 2 - 1),
    ("six_green", ["blue 4 + green 1", "green 3 + red 1"], -1 + 2 + 2),
    ("until_double", ["blue 3", "red 4", "green 3 + red 1"], 3 + 4),
    ("until_double", ["blue 4 + green 1"], 0),
    ("until_green", ["blue 1", "red 2", "green 4"], 2),
    ("until_green", ["yellow 1", "yellow 2 + red 3", "green 3 + red 1"], 1 + 2 + 1),
    ("six_few_eyes", ["blue 1", "blue 2", "blue 3", "red 4"], 4 + 3 + 2 + 1),
    ("six_few_eyes", ["blue 4 + green 1", "yellow 2 + red 3"], 1 + 4 + 3 + 2),
    ("until_two_eyes", ["blue 1", "red 4", "green 2"], 2),
    ("until_two_eyes", ["green 3 + red 1", "yellow 2 + red 3"], 2 + 1),
    ("six_one_or_four_eyes", ["blue 1", "red 4", "blue 2", "blue 3"], 1 + 4 - 2 - 3),
    ("six_one_or_four_eyes", ["blue 4 + green 1", "yellow 2 + red 3"], 4 + 1 - 2 - 3),
    ("until_four_eyes", ["red 1", "yellow 3", "green 2", "blue 3", "red 4"], 4 + 2 + 1),
    ("until_four_eyes", ["yellow 2 + red 3", "blue 4 + green 1"], 2 + 4 + 1),
    ("until_four_eyes", ["blue 2 + yellow 4"], 0),
]


@pytest.mark.parametrize(("task", "cards", "expected"), POINTS)
def test_points_of_each_task_count_each_monster_with_its_own_eyes(
    task: str, cards: list[str], expected: int
) -> None:
    drawn = game.box.task_cards[number(task)]
    assert sum(score.points(drawn, front(text)) for text in cards) == expected


def test_every_scored_task_is_in_the_table() -> None:
    assert {task for task, *_ in POINTS} == {t.id for t in game.box.tasks if not t.contest}


def test_two_monsters_of_two_eyes_do_not_show_a_four() -> None:
    assert not score.shows(front("blue 2 + red 2"), "4")
    assert score.shows(front("blue 2 + red 2"), "2")
    assert score.shows(front("blue 2 + red 2"), "double")
    assert not score.shows(front("blue 2"), "double")


@pytest.mark.parametrize(
    ("totals", "memorisers", "muddlers"),
    [
        ((3, 1, 2), [0], [1]),
        ((3, 1, 3, 1), [0, 2], [1, 3]),
        ((3, 3, 2), [0, 1], [2]),
        ((-1, -1), [], []),
        ((0, 0, 0, 1), [3], [0, 1, 2]),
    ],
)
def test_most_points_memorise_fewest_muddle_and_all_equal_do_neither(
    totals: tuple[int, ...], memorisers: list[int], muddlers: list[int]
) -> None:
    assert score.roles(totals) == (memorisers, muddlers)


def test_seats_are_ordered_clockwise_from_the_holder() -> None:
    assert score.from_holder([0, 1, 3], 2, 4) == (3, 0, 1)
    assert score.from_holder([0, 2], 2, 3) == (2, 0)


def test_count_tells_own_monsters_all_monsters_and_eyes() -> None:
    cards = [card(0, "blue 4 + green 1"), card(0, "red 2"), card(1, "yellow 2 + red 3")]
    display = tuple(map(Lying, CELLS, cards))
    assert score.count(game.box.fronts, 0, display) == Count(own=3, monsters=5, eyes=12)
    assert score.count(game.box.fronts, 1, display) == Count(own=2, monsters=5, eyes=12)


@pytest.mark.parametrize(
    ("counts", "places", "winners", "reason"),
    [
        ([(9, 30, 90), (10, 12, 20)], (1, 2), (0,), "fewest"),
        ([(9, 15, 40), (9, 14, 50)], (2, 1), (1,), "fewest"),
        ([(9, 14, 40), (9, 14, 39)], (2, 1), (1,), "fewest"),
        ([(9, 14, 39), (9, 14, 39)], (1, 1), (), "tie"),
        ([(9, 14, 39), (9, 14, 39), (9, 14, 40)], (1, 1, 3), (), "tie"),
        ([(8, 14, 39), (9, 14, 40), (9, 14, 40), (9, 14, 41)], (1, 2, 2, 4), (0,), "fewest"),
    ],
)
def test_ranking_goes_down_to_eyes_and_a_full_tie_has_no_winner(
    counts: list[tuple[int, int, int]],
    places: tuple[int, ...],
    winners: tuple[int, ...],
    reason: str,
) -> None:
    outcome = score.outcome([Count(*c) for c in counts])
    assert (outcome.places, outcome.winners) == (places, winners)
    assert outcome.reason == f"monster_meister.reason.{reason}"
    assert outcome.scores == tuple(counts)


def refusal(taken: Collection[Cell], cell: Cell) -> str | None:
    """Return the key with which a cell is refused, or None."""
    try:
        cells.check_free(taken, cell)
    except Illegal as error:
        return error.key.rpartition(".")[2]
    return None


@pytest.mark.parametrize(
    ("taken", "cell", "expected"),
    [
        (CELLS, (0, 0), "occupied"),
        (CELLS, (4, 0), None),
        (CELLS, (-1, 3), None),
        (CELLS, (0, -1), None),
        (CELLS, (4, 4), "not_touching"),
        (CELLS, (6, 0), "not_touching"),
        ([*CELLS, (4, 0), (5, 0)], (-1, 0), "beyond_frame"),
        ([*CELLS, (-1, 0), (-2, 0)], (-3, 0), "beyond_frame"),
        ([*CELLS, (-1, 0), (-2, 0)], (4, 0), "beyond_frame"),
        ([*CELLS, (0, 4), (0, 5)], (0, 6), "beyond_frame"),
        ([c for c in CELLS if c != (1, 1)], (1, 1), None),
        ([c for c in CELLS if c != (0, 0)], (0, 0), None),
    ],
)
def test_a_card_is_added_beside_another_within_the_frame(
    taken: Collection[Cell], cell: Cell, expected: str | None
) -> None:
    assert refusal(taken, cell) == expected


def test_the_frame_floats_when_a_border_column_is_gone() -> None:
    wide = [*CELLS, (4, 0), (5, 0)]
    assert refusal(wide, (6, 0)) == "beyond_frame"
    assert refusal([c for c in wide if c[0] != 0], (6, 0)) is None


@st.composite
def displays(draw: st.DrawFn) -> set[Cell]:
    """Return the cells of a display that grew and shrank as the rules allow."""
    taken = set(CELLS)
    for grow in draw(st.lists(st.booleans(), max_size=20)):
        some = cells.free_cells(taken) if grow else sorted(taken)
        if grow:
            taken.add(draw(st.sampled_from(some)))
        elif len(taken) > 6:
            taken.remove(draw(st.sampled_from(some)))
    return taken


@given(displays())
def test_free_cells_are_exactly_those_not_refused_and_never_none(taken: set[Cell]) -> None:
    free = cells.free_cells(taken)
    near = [(x, y) for y in range(-12, 16) for x in range(-12, 16)]
    assert free
    assert list(free) == [cell for cell in near if refusal(taken, cell) is None]


def brute_force(pile: Sequence[Card], muddlers: Sequence[Seat]) -> tuple[Card, ...] | None:
    """Return the first way, by positions from the top, to give each a card of another back."""
    for cards in permutations(pile, len(muddlers)):
        if all(score.back(c) != seat for c, seat in zip(cards, muddlers, strict=True)):
            return cards
    return None


PILES = st.lists(st.integers(0, 71), max_size=7, unique=True)
MUDDLERS = st.permutations(range(4)).flatmap(
    lambda seats: st.integers(1, 3).map(lambda n: tuple(seats[:n]))
)


@given(PILES, MUDDLERS)
def test_serving_equals_trying_everything(pile: list[Card], muddlers: tuple[Seat, ...]) -> None:
    assert serve(pile, muddlers) == brute_force(pile, muddlers)


def of_backs(*backs: int) -> list[Card]:
    """Return cards of these backs, each the next of its set."""
    return [16 * back + i for i, back in enumerate(backs)]


@pytest.mark.parametrize(
    ("backs", "muddlers", "positions"),
    [
        ((4, 4, 4), (1,), (0,)),
        ((1, 4), (1,), (1,)),
        ((1, 1, 0, 4), (1, 0), (2, 0)),
        ((4, 0), (1, 0), (1, 0)),
        ((0, 4), (1, 0), (0, 1)),
        ((0, 0, 4), (0, 1, 2), (2, 0, 1)),
        ((0, 0), (0,), None),
        ((0, 0), (0, 1), None),
        ((4,), (0, 1), None),
        ((), (2,), None),
    ],
)
def test_each_takes_the_topmost_card_that_leaves_the_later_ones_servable(
    backs: tuple[int, ...], muddlers: tuple[Seat, ...], positions: tuple[int, ...] | None
) -> None:
    pile = of_backs(*backs)
    expected = None if positions is None else tuple(pile[i] for i in positions)
    assert serve(pile, muddlers) == expected


def test_the_box_holds_what_the_rules_say() -> None:
    box = game.box
    assert len(box.set) == 16 and len(box.strays) == 8 and len(box.task_cards) == 12
    monsters = [(m.colour, m.eyes) for f in box.set for m in f]
    assert len(monsters) == 20 and len(set(monsters)) == 16
    assert [t.id for t in box.task_cards].count("contest") == 2
    assert box.look_seconds == 15


def test_all_faults_of_a_data_file_are_told_together(tmp_path: Path) -> None:
    text = (seeds.FOLDER / "monster_meister.toml").read_text(encoding="utf-8")
    for old, new in [
        ("look_seconds = 15", "look_seconds = 0"),
        ('"blue 1", "blue 2"', '"blue one", "pink 2"'),
        ("cards = 4\n", "cards = 4\nuntil = 'double'\n"),
        ("contest = true", "contest = true\neyes = { 5 = 1 }"),
    ]:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "monster_meister.toml").write_text(text, encoding="utf-8")
    with pytest.raises(seeds.SeedsError) as caught:
        seeds.load(MeisterBox, "monster_meister", tmp_path)
    told = "\n".join(caught.value.faults)
    for key in ("look_seconds", "set.0", "set.1.0.colour", "tasks.0", "tasks.10.eyes.5"):
        assert key in told


def test_a_box_needs_enough_tasks_with_names_of_their_own(tmp_path: Path) -> None:
    text = (seeds.FOLDER / "monster_meister.toml").read_text(encoding="utf-8")
    text = text[: text.index('[[tasks]]\nid = "until_green"')].replace("six_green", "six_blue")
    (tmp_path / "monster_meister.toml").write_text(text, encoding="utf-8")
    with pytest.raises(seeds.SeedsError, match="two tasks 'six_blue'; a game needs 10"):
        seeds.load(MeisterBox, "monster_meister", tmp_path)
