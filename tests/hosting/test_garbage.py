"""Looking for garbage: what is new often, what stood before once an hour."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from hosting.garbage import GIVEN_BACK, NEVER, WHOLE, YOUNG, lessened

EVERY = 0.001


class Circle:
    """Knows itself."""

    def __init__(self) -> None:
        self.me = self


class Looks:
    """Which generations were looked through."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def __call__(self, phase: str, told: dict[str, int]) -> None:
        """Note a look."""
        if phase == "stop":
            self.seen.append(told["generation"])

    async def more(self, count: int) -> None:
        """Wait for so many looks from now on."""
        wanted = len(self.seen) + count
        while len(self.seen) < wanted:
            await asyncio.sleep(EVERY)


@pytest.fixture(name="looks")
def _looks() -> Iterator[Looks]:
    """Let Python look for nothing by itself, and afterwards as before."""
    looks = Looks()
    gc.disable()
    gc.callbacks.append(looks)
    yield looks
    gc.callbacks.remove(looks)
    gc.enable()
    gc.collect()
    gc.freeze()


def _nothing() -> None:
    """Give nothing back."""


def _at(now: list[float]) -> Callable[[], float]:
    return lambda: now[0]


async def test_what_is_new_is_looked_through_twice(looks: Looks) -> None:
    before = gc.get_threshold()
    async with lessened(give_back=_nothing, every=EVERY):
        assert gc.get_threshold() == (YOUNG, NEVER, NEVER)
        await looks.more(4)
        assert looks.seen[:4] == [0, 1, 0, 1]
        new = weakref.ref(Circle())
        await looks.more(1)
        assert new() is None
        stands = [Circle()]
        while looks.seen[-1] != 0:
            await looks.more(1)
        seen_once = weakref.ref(stands.pop())
        await looks.more(1)
        assert seen_once() is None, "what was there at one look is looked through at the next"
    assert gc.get_threshold() == before
    ended = len(looks.seen)
    await asyncio.sleep(20 * EVERY)
    assert len(looks.seen) == ended, "it ends with its block"


async def test_what_stands_is_looked_through_once_an_hour(looks: Looks) -> None:
    now = [0.0]
    async with lessened(_at(now), _nothing, EVERY):
        stands, frozen = [Circle()], [Circle()]
        gc.freeze()
        await looks.more(3)
        old, older = weakref.ref(stands.pop()), weakref.ref(frozen.pop())
        await looks.more(3)
        assert old() is not None and older() is not None
        now[0] = WHOLE
        await looks.more(1)
        assert looks.seen[-1] == 2
        assert old() is None and older() is None
        await looks.more(3)
        assert looks.seen.count(2) == 1, "the next is in an hour"


async def test_memory_is_given_back_once_a_minute(looks: Looks) -> None:
    now, times = [0.0], list[float]()
    async with lessened(_at(now), lambda: times.append(now[0]), EVERY):
        for seconds in (0.0, 1.0, GIVEN_BACK, GIVEN_BACK + 1.0, 2 * GIVEN_BACK):
            now[0] = seconds
            await looks.more(2)
    assert times == [GIVEN_BACK, 2 * GIVEN_BACK]
