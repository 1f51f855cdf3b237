"""Who waits for a picture is served in an order in which nobody starves."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from types import SimpleNamespace

import pytest
from PIL import Image

from cogs.line import painter as module
from cogs.line.painter import ANSWER, AT_ONCE, NEWS, Painter
from screens.kit.studio import Studio
from screens.page import Page, Picture


class Queue:
    """A painter that is at work, and what it paints afterwards."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.painted = 100.0, list[Hashable]()
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.painter = Painter(Studio())
        self._tasks = [asyncio.create_task(self._busy()) for _ in range(AT_ONCE)]
        self._release = asyncio.Event()

    async def _busy(self) -> None:
        async with self.painter._precedence.turn(0.0):
            await self._release.wait()

    async def wants(self, name: str, within: float) -> None:
        """Let somebody wait for a picture."""

        def paint(studio: Studio) -> Image.Image:
            self.painted.append(name)
            return Image.new("RGB", (4, 4))

        page = Page(title=name, pictures=[Picture(name, "alt", paint)])
        self._tasks.append(asyncio.create_task(self._waits(page, within)))
        await asyncio.sleep(0)

    async def _waits(self, page: Page, within: float) -> None:
        await self.painter.newest(lambda: page, (), within)

    async def ends(self) -> list[Hashable]:
        """Let all be painted, and return in which order."""
        self._release.set()
        await asyncio.gather(*self._tasks)
        self.painter.close()
        return self.painted


async def test_an_answer_is_painted_before_the_boards_that_came_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue = Queue(monkeypatch)
    await asyncio.sleep(0)
    for number in range(3):
        await queue.wants(f"board {number}", NEWS)
    queue.now += 1.0
    await queue.wants("answer", ANSWER)
    assert await queue.ends() == ["answer", "board 0", "board 1", "board 2"]


@pytest.mark.parametrize("news", [True, False])
async def test_a_page_is_drawn_again_only_where_its_turn_was_waited_for_and_there_are_news(
    monkeypatch: pytest.MonkeyPatch, news: bool
) -> None:
    queue, drawn = Queue(monkeypatch), list[str]()

    def draw(name: str) -> Page:
        drawn.append(name)
        return Page(title=name, pictures=[Picture(name, "alt", lambda s: Image.new("RGB", (2, 2)))])

    painter = Painter(Studio())
    await painter.newest(lambda: draw("at once"), ())
    assert drawn == ["at once"]
    painter.close()
    await asyncio.sleep(0)
    waits = asyncio.create_task(queue.painter.newest(lambda: draw("later"), (), news=lambda: news))
    await asyncio.sleep(0)
    assert drawn == ["at once", "later"]
    await queue.ends()
    await waits
    assert drawn == ["at once", "later", *(["later"] if news else [])]


async def test_answers_do_not_starve_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(monkeypatch)
    await asyncio.sleep(0)
    await queue.wants("board", NEWS)
    for number in range(3):
        queue.now += 1.0
        await queue.wants(f"answer {number}", ANSWER)
    assert await queue.ends() == ["answer 0", "board", "answer 1", "answer 2"]
