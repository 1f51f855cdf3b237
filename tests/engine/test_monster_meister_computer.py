"""Monster Meister's computer: what it notes, forgets, turns up, removes and names."""

from __future__ import annotations

from engine.contract import heard
from engine.monster_meister import computer
from engine.monster_meister.values import (
    Memory,
    Name,
    Note,
    Peeked,
    Placed,
    Remove,
    Removed,
    RoundBegan,
    TurnedUp,
    TurnUp,
)
from engine.rng import Rng
from tests.bench.monster_meister_memory import wins
from tests.engine.monster_meister_table import CELLS, do, front, game, table, told, turn


def notes(*texts, round=1):
    """Return notes of seat 0's first cells."""
    return tuple(
        Note(cell, 0, front(text), round) for cell, text in zip(CELLS, texts, strict=False)
    )


def choice(state, memory, level="perfect", seed=0):
    """Return what seat 0 does."""
    view, legal = game.view(state, 0), game.legal(state, 0)
    return game.computer(view, memory, legal, level, Rng(seed))


def fold(memory, events):
    """Return the memory after these events."""
    for event in events:
        memory = computer.remember(memory, event)
    return memory


def test_it_notes_its_own_cards_and_no_others():
    saw = TurnedUp(seat=0, cell=(1, 2), back=0, front=front("red 1"))
    memory = fold(Memory(0, 3), [saw, TurnedUp(seat=1, cell=(0, 0), back=1, front=())])
    assert memory.notes == (Note((1, 2), 0, front("red 1"), 3),)
    later = fold(memory, [RoundBegan(round=5, holder=0, task="contest"), saw])
    assert later.notes == (Note((1, 2), 0, front("red 1"), 5),)


def test_it_notes_what_it_removed_and_what_it_placed():
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


def test_who_sits_down_late_knows_what_lies_face_up():
    state = turn(table("six_blue", ["red 1", "red 2"], []), 0, 2)
    assert computer.blank(game.view(state, 0)).notes == notes("red 1", "red 2")
    assert computer.blank(game.view(state, 1)).notes == ()


def test_it_turns_up_what_it_knows_to_be_worth_most():
    row = ["red 1", "blue 4 + green 1", "green 2"]
    state = table("six_green", row, [])
    assert choice(state, Memory(0, 1, notes(*row))) == TurnUp(CELLS[2])
    state = table("four_green_first", row, [])
    assert choice(state, Memory(0, 1, notes(*row))) == TurnUp(CELLS[1])


def test_it_prefers_the_unknown_to_a_known_bad_card():
    row = ["yellow 1", "yellow 3", "yellow 4"]
    state = table("six_blue", row, [])
    picks = {choice(state, Memory(0, 1, notes(*row)), seed=seed) for seed in range(20)}
    assert picks.isdisjoint({TurnUp(cell) for cell in CELLS[:3]}) and len(picks) > 3


def test_until_it_takes_safe_cards_first_then_unknown_ones_then_the_end():
    row = ["green 2", "red 1", "blue 1"]
    state = table("until_green", row, [])
    memory = Memory(0, 1, notes(*row))
    assert choice(state, memory) in (TurnUp(CELLS[1]), TurnUp(CELLS[2]))
    state = do(state, 0, TurnUp(CELLS[1]), TurnUp(CELLS[2]))
    assert choice(state, memory).cell in CELLS[3:]


def test_it_removes_an_own_double_first():
    row = ["green 2", "green 3 + red 1", "blue 4 + green 1", "green 4"]
    state = turn(turn(table("four_green_first", row, ["red 1", "red 2", "red 4"]), 0, 4), 1, 4)
    assert choice(state, Memory(0, 1)) == Remove(CELLS[2])


def test_it_names_what_it_can_answer_most_often():
    row = ["red 1", "red 2", "red 4", "yellow 2 + red 3", "green 3 + red 1"]
    state = table("contest", row, [])
    assert choice(state, Memory(0, 1, notes(*row))) == Name("red")
    assert choice(state, Memory(0, 1)) == Name("blue"), "as likely as any, and first"
    assert choice(do(state, 0, Name("3")), Memory(0, 1, notes(*row))).cell in CELLS[3:5]


def test_levels_forget_with_time():
    state = table("six_green", ["green 2"], [])
    old = Memory(0, 3, notes("green 2"))
    found = {
        level: sum(choice(state, old, level, seed) == TurnUp(CELLS[0]) for seed in range(300))
        for level in ("forgetful", "normal", "perfect")
    }
    assert found["perfect"] == 300
    assert 190 < found["normal"] < 250 and 60 < found["forgetful"] < 120


def test_it_knows_what_remains_among_unseen_cards():
    state = table("six_green", ["green 2"], [])
    memory = Memory(0, 1, notes("green 2"))
    unseen = computer._guesses(game.box, game.view(state, 0), memory)
    assert unseen[CELLS[0]] == (front("green 2"),)
    assert len(unseen[CELLS[1]]) == 15 and front("green 2") not in unseen[CELLS[1]]


def test_it_folds_what_it_was_shown_in_a_match():
    _, events = told(table("six_blue", ["red 1"], []), 0, TurnUp(CELLS[0]))
    assert fold(Memory(0, 1), heard(events, 0)).notes == notes("red 1")
    assert fold(Memory(1, 1), heard(events, 1)).notes == ()


def test_remembering_wins():
    perfect, forgetful, _ = wins(game, ("perfect", "forgetful"), 40)
    assert perfect > 2 * forgetful
