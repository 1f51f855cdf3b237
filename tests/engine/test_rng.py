"""Chance: every stream follows from its key alone."""

from __future__ import annotations

import random

from engine.rng import Rng


def draws(*key: object) -> list[object]:
    rng = Rng(*key)
    return [rng.below(1000), rng.shuffled(range(20)), rng.choice("abcdefgh"), rng.chance(0.5)]


def test_the_same_key_gives_the_same_draws() -> None:
    assert draws("seed", 1) == draws("seed", 1)


def test_other_keys_give_other_draws() -> None:
    keys = [("seed", 1), ("seed", 2), ("dees", 1), ("seed", 1, "computer", 0), ("seed", 11)]
    assert len({str(draws(*key)) for key in keys}) == len(keys)


def test_a_stream_goes_on() -> None:
    rng = Rng("goes on")
    assert len({rng.below(10**9) for _ in range(20)}) == 20


def test_shuffling_leaves_what_was_given() -> None:
    items = list(range(10))
    mixed = Rng("mixed").shuffled(items)
    assert items == list(range(10)) and sorted(mixed) == items and mixed != items


def test_shuffling_is_what_random_does() -> None:
    for number in range(40):
        mixed = list(range(number))
        random.Random(f"same:{number}").shuffle(mixed)
        assert Rng("same", number).shuffled(range(number)) == mixed


def test_draws_stay_within_their_limits() -> None:
    rng = Rng("limits")
    assert {rng.below(4) for _ in range(200)} == {0, 1, 2, 3}
    assert {rng.choice("ab") for _ in range(50)} == {"a", "b"}
    assert {rng.chance(0.5) for _ in range(50)} == {False, True}
    assert not any(rng.chance(0.0) for _ in range(50))
    assert all(rng.chance(1.0) for _ in range(50))
