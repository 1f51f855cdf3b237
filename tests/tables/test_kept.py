"""The cache: bounded, and one value for all who hold it."""

from __future__ import annotations

import gc

from tables.room.bounded_cache import BoundedCache


class Value:
    """Something that can be held."""


def test_the_values_touched_last_are_kept() -> None:
    kept: BoundedCache[int, Value] = BoundedCache(2)
    for key in (1, 2):
        kept.keep(key, Value())
    assert kept.get(1) is not None
    kept.keep(3, Value())
    gc.collect()
    assert [key for key in (1, 2, 3) if kept.get(key) is not None] == [1, 3]


def test_a_value_that_is_held_stays_the_same_one() -> None:
    kept: BoundedCache[int, Value] = BoundedCache(1)
    held = kept.keep(1, Value())
    kept.keep(2, Value())
    assert kept.get(1) is held


def test_what_is_dropped_is_gone_though_it_is_held() -> None:
    kept: BoundedCache[int, Value] = BoundedCache(1)
    held = kept.keep(1, Value())
    kept.keep(2, Value())
    assert kept.living() == [held, kept.get(2)]
    kept.drop(1)
    assert held is not None and kept.get(1) is None
    kept.drop(2)
    assert list(kept.last()) == kept.living() == []
