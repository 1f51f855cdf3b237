"""The process that paints: it may die, hang or be slow, and pictures come all the same."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from cogs.line import workshop as module
from cogs.line.painter import Painter
from cogs.line.workshop import Elsewhere, Unpaintable, Workshop, workshop
from screens import screen
from screens.bugs import painting
from screens.kit.studio import Studio
from screens.orders import Orders
from screens.page import Picture
from tests.cogs.rendering import renderers
from tests.cogs.stopwatch import within
from tests.engine.facts import known_games

STAND_IN = """
import os, struct, sys
def say(content):
    os.write(1, struct.pack(">I", len(content)) + content)
say(b"")
done = 0
while head := sys.stdin.buffer.read(4):
    order = sys.stdin.buffer.read(*struct.unpack(">I", head))
    done += 1
    {does}
"""
"""A process that answers orders in another way."""


def orders() -> Orders:
    renderer = renderers()["en"]
    return Orders(known_games(), renderer.screens, renderer.catalogue)


def picture(left: int) -> Picture:
    """Return a hand in which so many cards are left."""
    box = known_games()["bugs"].box
    return Picture(left, "alt", partial(painting.hands, box=box, held=None, left=left))


@asynccontextmanager
async def stand_in(does: str) -> AsyncIterator[Workshop]:
    shop = Workshop(orders(), (sys.executable, "-c", STAND_IN.format(does=does)))
    keeping = asyncio.create_task(shop.keep())
    try:
        await opened(shop)
        yield shop
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping


async def opened(shop: Workshop, other_than: int | None = None) -> int:
    """Wait until a process paints, other than one that was before; return its id."""
    async with within(60):
        while shop.pid in (None, other_than):
            await asyncio.sleep(0.01)
    assert shop.pid is not None
    return shop.pid


async def noticed(caplog: pytest.LogCaptureFixture) -> None:
    """Wait until it is known that the process has ended."""
    while "has ended" not in caplog.text:
        await asyncio.sleep(0.01)


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process be started anew at once."""
    monkeypatch.setattr(module, "PAUSES", (0.0,))


@pytest.mark.expects_log("the process that paints has ended")
async def test_it_paints_dies_and_paints_again(
    tmp_path: Path, restless: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STARTS", 60.0)
    studio = Studio()
    async with workshop(orders(), tmp_path) as shop:
        with pytest.raises(Elsewhere):
            await shop.png(picture(1).paint)  # nobody has been asked to paint yet
        await asyncio.sleep(0)
        assert await shop.png(picture(1).paint) == studio.png(picture(1).paint(studio))
        first = await opened(shop)
        for number in (signal.SIGTERM, signal.SIGHUP):
            os.kill(first, number)  # as a host stops all processes: pictures still come
        assert await shop.png(picture(2).paint)
        os.kill(first, signal.SIGKILL)
        assert await opened(shop, other_than=first)
        assert await shop.png(picture(3).paint) == studio.png(picture(3).paint(studio))


@pytest.mark.expects_log("the process that paints has ended")
async def test_a_picture_is_painted_here_when_the_process_dies_with_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "PAUSES", (60.0,))
    async with stand_in("os._exit(1)") as shop, within(60):
        painter, studio = Painter(Studio(), shop), Studio()
        wanted = [picture(1), picture(2)]
        pngs = await asyncio.gather(*map(painter.png, wanted))
        assert pngs == [studio.png(each.paint(studio)) for each in wanted]
        assert shop.pid is None
        painter.close()
        await noticed(caplog)


@asynccontextmanager
async def starting(does: str) -> AsyncIterator[Workshop]:
    """Give a workshop whose process has just been asked to start."""
    shop = Workshop(orders(), (sys.executable, "-c", does))
    keeping = asyncio.create_task(shop.keep())
    await asyncio.sleep(0)
    try:
        yield shop
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping


@pytest.mark.expects_log("no process that paints can be started")
async def test_what_cannot_be_started_is_tried_again_and_nobody_waits_for_it(
    tmp_path: Path, restless: None
) -> None:
    shop = Workshop(orders(), (str(tmp_path / "nothing"),))
    keeping, began = asyncio.create_task(shop.keep()), time.monotonic()
    await asyncio.sleep(0)
    with pytest.raises(Elsewhere):
        await shop.png(picture(1).paint)
    assert time.monotonic() - began < module.STARTS / 2 and not keeping.done()
    shop._command = (sys.executable, "-m", "screens.easel", str(tmp_path))
    await opened(shop)
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping


async def test_nobody_waits_for_a_process_that_takes_long_to_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "STARTS", 0.05)
    async with starting("import time; time.sleep(3600)") as shop:
        with pytest.raises(Elsewhere):
            await shop.png(picture(1).paint)


@pytest.mark.expects_log("the process that paints has ended")
async def test_nobody_waits_for_a_process_that_ends_at_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "STARTS", 3600.0)
    async with starting("raise SystemExit") as shop, within(60):
        with pytest.raises(Elsewhere):
            await shop.png(picture(1).paint)
        await noticed(caplog)


@pytest.mark.expects_log("the process that paints has ended")
async def test_a_process_that_hangs_is_ended(
    monkeypatch: pytest.MonkeyPatch, restless: None
) -> None:
    monkeypatch.setattr(module, "HANGS", 0.05)
    async with stand_in("import time; time.sleep(3600)") as shop:
        hung = await opened(shop)
        with pytest.raises(Elsewhere):
            await shop.png(picture(1).paint)
        assert await opened(shop, other_than=hung) != hung


async def test_who_does_not_wait_any_more_does_not_get_in_the_others_way() -> None:
    async with stand_in("say(bytes([0, done]))") as shop:
        first = asyncio.create_task(shop.png(picture(1).paint))
        second = asyncio.create_task(shop.png(picture(2).paint))
        await asyncio.sleep(0)
        first.cancel()
        assert await second == b"\2"


async def test_what_cannot_be_painted_is_said(tmp_path: Path) -> None:
    async with workshop(orders(), tmp_path) as shop:
        await opened(shop)
        with pytest.raises(Unpaintable, match=r"(?s)^Traceback.*AttributeError"):
            await shop.png(screen.load)  # type: ignore[arg-type]
        assert await shop.png(picture(1).paint)


async def test_it_is_told_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a token")
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:password@host")
    async with stand_in("say(bytes([0]) + repr(os.environ).encode())") as shop:
        known = await shop.png(picture(1).paint)
        assert b"PATH" in known and b"a token" not in known and b"password" not in known


async def test_what_has_no_name_is_painted_here(tmp_path: Path) -> None:
    async with stand_in("say(bytes([0]))") as shop:
        painter = Painter(Studio(), shop)
        nameless = Picture("key", "alt", lambda studio: Image.new("RGB", (3, 2)))
        assert await painter.png(nameless) == Studio().png(Image.new("RGB", (3, 2)))
        painter.close()


@pytest.mark.expects_log("the process that paints has ended")
async def test_who_dies_again_and_again_is_started_later_and_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lives, clock, pauses = [0.0, 0.0, module.STEADY + 1, 0.0], [0.0], list[float]()

    @asynccontextmanager
    async def process(command: object) -> AsyncIterator[Any]:
        yield SimpleNamespace(pid=1)

    async def serve(shop: Workshop, process: object) -> None:
        if not lives:
            raise asyncio.CancelledError
        clock[0] += lives.pop(0)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(module, "_process", process)
    monkeypatch.setattr(Workshop, "_serve", serve)
    monkeypatch.setattr("cogs.line.workshop.time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr("cogs.line.workshop.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await Workshop(orders(), ()).keep()
    first, second, *_ = module.PAUSES
    assert pauses == [first, second, first, second] and first < second
