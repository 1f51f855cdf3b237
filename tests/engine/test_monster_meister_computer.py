"""Monster Meister's computer: what it notes, forgets, turns up, removes and names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.contract import Level, heard
from engine.monster_meister import computer
from engine.monster_meister.values import (
    Memory,
    Name,
    Note,
    Options,
    Peeked,
    Placed,
    Remove,
    Removed,
    RoundBegan,
    State,
    TurnedUp,
    TurnUp,
)
from tests.bench.contest import LEVELS, share
from tests.bench.contest import computer as player
from tests.engine.monster_meister_table import CELLS, do, front, game, table, told, turn
from tests.engine.positions import ask


def notes(*texts: str, round: int = 1) -> tuple[Note, ...]:
    """Return notes of seat 0's first cells."""
    return tuple(
        Note(cell, 0, front(text), round) for cell, text in zip(CELLS, texts, strict=False)
    )


def choice(state: State, memory: Memory, level: Level = "hard", seed: str = "position") -> Any:
    """Return what seat 0 does."""
    return ask(game, state, len(state.displays), 0, memory, level, seed)


def fold(memory: Memory, events: Iterable[Any]) -> Memory:
    """Return the memory after these events."""
    for event in events:
        memory = computer.remember(memory, event)
    return memory


def test_it_notes_its_own_cards_and_no_others() -> None:
    saw = TurnedUp(seat=0, cell=(1, 2), back=0, front=front("red 1"))
    memory = fold(Memory(0, 3), [saw, TurnedUp(seat=1, cell=(0, 0), back=1, front=())])
    assert memory.notes == (Note((1, 2), 0, front("red 1"), 3),)
    later = fold(memory, [RoundBegan(round=5, holder=0, task="contest"), saw])
    assert later.notes == (Note((1, 2), 0, front("red 1"), 5),)


def test_it_notes_what_it_removed_and_what_it_placed() -> None:
    red, blue = front("red 1"), front("blue 2")
    memory = fold(
        Memory(0, 1, notes("red 1")),
        [
            Removed(seat=0, cell=(0, 0), back=0, front=red),
            Peeked(audience=(0,), seat=0, front=blue),
            Placed(seat=0, cell=(4, 0), back=4),
        ],
    )
    assert [note.front for note in memory.gone] == [red]
    assert memory.notes == (Note((4, 0), 4, blue, 1),) and memory.held is None
    stray = Removed(seat=0, cell=(4, 0), back=4, front=blue)
    assert fold(memory, [stray]) == Memory(0, 1, (), memory.gone)


def test_who_sits_down_late_knows_what_lies_face_up() -> None:
    state = turn(table("six_blue", ["red 1", "red 2"], []), 0, 2)
    assert computer.blank(game.view(state, 0)).notes == notes("red 1", "red 2")
    assert computer.blank(game.view(state, 1)).notes == ()


def test_it_turns_up_what_it_knows_to_be_worth_most() -> None:
    row = ["red 1", "blue 4 + green 1", "green 2"]
    state = table("six_green", row, [])
    assert choice(state, Memory(0, 1, notes(*row))) == TurnUp(CELLS[2])
    state = table("four_green_first", row, [])
    assert choice(state, Memory(0, 1, notes(*row))) == TurnUp(CELLS[1])


def test_it_prefers_the_unknown_to_a_known_bad_card() -> None:
    row = ["yellow 1", "yellow 3", "yellow 4"]
    state = table("six_blue", row, [])
    picks = {choice(state, Memory(0, 1, notes(*row)), seed=str(seed)) for seed in range(20)}
    assert picks.isdisjoint({TurnUp(cell) for cell in CELLS[:3]}) and len(picks) > 3


def test_until_it_takes_safe_cards_first_then_unknown_ones_then_the_end() -> None:
    row = ["green 2", "red 1", "blue 1"]
    state = table("until_green", row, [])
    memory = Memory(0, 1, notes(*row))
    assert choice(state, memory) in (TurnUp(CELLS[1]), TurnUp(CELLS[2]))
    state = do(state, 0, TurnUp(CELLS[1]), TurnUp(CELLS[2]))
    assert choice(state, memory).cell in CELLS[3:]


def test_it_removes_an_own_double_first() -> None:
    row = ["green 2", "green 3 + red 1", "blue 4 + green 1", "green 4"]
    state = turn(turn(table("four_green_first", row, ["red 1", "red 2", "red 4"]), 0, 4), 1, 4)
    assert choice(state, Memory(0, 1)) == Remove(CELLS[2])


def test_it_names_what_it_can_answer_most_often() -> None:
    row = ["red 1", "red 2", "red 4", "yellow 2 + red 3", "green 3 + red 1"]
    state = table("contest", row, [])
    assert choice(state, Memory(0, 1, notes(*row))) == Name("red")
    assert choice(state, Memory(0, 1)) == Name("blue"), "as likely as any, and first"
    assert choice(do(state, 0, Name("3")), Memory(0, 1, notes(*row))).cell in CELLS[3:5]


SEEN = tuple(
    Note(cell, back, front(text), round)
    for cell in CELLS
    for back in range(5)
    for text in ("red 1", "green 2", "blue 4 + green 1")
    for round in (1, 2, 3)
)
"""720 different notes."""


def left(level: Level, round: int, notes: tuple[Note, ...] = SEEN) -> set[Note]:
    """Return what of these notes is there in a round."""
    return set(computer.recalled(Memory(0, round, notes), level).notes)


@pytest.mark.parametrize(("level", "kept"), [("easy", 0.5), ("normal", 0.85), ("hard", 1.0)])
def test_a_share_of_the_notes_is_forgotten_every_round(level: Level, kept: float) -> None:
    young = [note for note in SEEN if note.round == 3]
    shares = [len(left(level, 3 + age, tuple(young))) / len(young) for age in range(4)]
    assert shares == pytest.approx([kept**age for age in range(4)], abs=0.1)
    assert shares[0] == 1


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_what_is_forgotten_stays_forgotten(level: Level) -> None:
    for round in range(3, 9):
        assert left(level, round) == left(level, round) >= left(level, round + 1)


def test_what_is_gone_from_the_display_is_forgotten_alike() -> None:
    old = Memory(0, 5, gone=SEEN)
    assert computer.recalled(old, "hard").gone == SEEN
    assert set(computer.recalled(old, "easy").gone) == left("easy", 5) < set(SEEN)


def test_two_seats_forget_different_things() -> None:
    both = [set(computer.recalled(Memory(seat, 4, SEEN), "easy").notes) for seat in (0, 1)]
    assert both[0] != both[1] and all(set() < each < set(SEEN) for each in both)


def test_an_easy_one_turns_up_fewer_cards_that_it_has_seen() -> None:
    state = table("six_green", ["green 2"], [])
    found = {
        level: sum(
            choice(state, Memory(0, 3, (Note(CELLS[0], 0, front("green 2"), round),)), level)
            == TurnUp(CELLS[0])
            for round in range(-30, 3)
        )
        for level in LEVELS
    }
    assert found["hard"] == 33 > found["normal"] > found["easy"]


def test_it_knows_what_remains_among_unseen_cards() -> None:
    state = table("six_green", ["green 2"], [])
    memory = Memory(0, 1, notes("green 2"))
    unseen = computer._guesses(game.box, game.view(state, 0), memory)
    assert unseen[CELLS[0]] == (front("green 2"),)
    assert len(unseen[CELLS[1]]) == 15 and front("green 2") not in unseen[CELLS[1]]


def test_it_folds_what_it_was_shown_in_a_match() -> None:
    _, events = told(table("six_blue", ["red 1"], []), 0, TurnUp(CELLS[0]))
    assert fold(Memory(0, 1), heard(events, 0)).notes == notes("red 1")
    assert fold(Memory(1, 1), heard(events, 1)).notes == ()


@pytest.mark.parametrize(("better", "worse"), [("hard", "normal"), ("normal", "easy")])
def test_remembering_wins(better: Level, worse: Level) -> None:
    assert share(game, Options(), player(better), [player(worse)], 8) > 0.7
