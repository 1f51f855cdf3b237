"""Looking for garbage: what stood before is left out, and looked through once an hour."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from hosting.garbage import GIVEN_BACK, MIDDLE, OFTEN, WHOLE, YOUNG, lessened


class Circle:
    """Knows itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()
    gc.collect()
    gc.freeze()


def test_what_stands_is_looked_through_once_an_hour() -> None:
    now = [0.0]
    before = gc.get_threshold()
    with lessened(lambda: now[0]):
        assert gc.get_threshold() == (YOUNG, MIDDLE, OFTEN)
        stands: list[Circle] = [Circle()]
        gc.collect()
        old = weakref.ref(stands.pop())
        new = weakref.ref(Circle())
        gc.collect()
        assert new() is None and old() is not None
        now[0] = WHOLE
        gc.collect()
        assert old() is None
        known = gc.get_freeze_count()
        kept = [Circle()]
        gc.collect(1)
        assert gc.get_freeze_count() <= known, "what is young is looked through again"
        gc.collect()
        assert gc.get_freeze_count() > known
    assert gc.get_threshold() == before
    frozen = gc.get_freeze_count()
    kept.append(Circle())
    gc.collect()
    assert gc.get_freeze_count() <= frozen, "it ends with its block"


def test_memory_is_given_back_once_a_minute() -> None:
    now, times = [0.0], list[float]()
    with lessened(lambda: now[0], lambda: times.append(now[0])):
        for seconds in (1.0, GIVEN_BACK, GIVEN_BACK + 1.0, 2 * GIVEN_BACK):
            now[0] = seconds
            gc.collect(1)
            gc.collect()
    gc.collect()
    assert times == [GIVEN_BACK, 2 * GIVEN_BACK]
