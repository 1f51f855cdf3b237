"""The playground's clock: it goes ahead from one thing to the next, and all of Discord with it."""

from __future__ import annotations

import asyncio
import time

import pytest

from playground import PlaygroundServer, World
from playground.world import clock as module
from playground.world.clock import MOST, Clock
from playground.world.snowflakes import created_at
from tests.playground.conftest import JSON, RawApp
from tests.playground.test_page import act, page, until

HOUR = 3600.0


class Bot:
    """A bot that is to do things at some times."""

    def __init__(self, clock: Clock, *times: float) -> None:
        self.clock, self.times = clock, [clock() + each for each in times]
        self.leaps: list[float] = []
        self.settled: list[float] = []

    @property
    def soonest(self) -> float | None:
        """Return when the next thing is due."""
        return min(self.times, default=None)

    async def leapt(self) -> None:
        """Do what is due."""
        self.leaps.append(self.clock.ahead)
        self.times = [at for at in self.times if at > self.clock()]

    async def settle(self) -> None:
        """Show it."""
        self.settled.append(self.clock.ahead)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock whose real time stands still."""
    monkeypatch.setattr(module, "REST", 0.0)
    clock = Clock()
    clock._real = lambda: 1_800_000_000.0
    return clock


@pytest.fixture
async def world(clock: Clock) -> World:
    """A world that goes by that clock."""
    return World.example(clock=clock)


async def test_what_comes_in_a_time_comes_when_it_is_due(clock: Clock) -> None:
    bot = Bot(clock, 700.0, 720.0, 4000.0, 2 * HOUR)
    clock.follow(bot)
    await clock.let_pass(HOUR)
    assert bot.leaps == [700.0, 720.0, 720.0 + MOST, HOUR]
    assert bot.settled == [0.0, 720.0, 720.0 + MOST, HOUR], "before it leaps far, and in the end"
    assert clock.ahead == HOUR and clock() == 1_800_000_000.0 + HOUR
    await clock.let_pass(HOUR)
    assert bot.leaps[4:] == [4000.0, 4000.0 + MOST, 2 * HOUR] and not bot.times


async def test_where_much_comes_it_comes_together(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MUCH", 10)
    bot = Bot(clock, *(each / 2 for each in range(1, 600)))
    clock.follow(bot)
    await clock.let_pass(300.0)
    assert bot.leaps == [*(float(each) for each in range(1, 11)), 70.0, 130.0, 190.0, 250.0, 300.0]
    assert not bot.times


async def test_without_a_bot_time_passes_all_the_same(clock: Clock) -> None:
    told: list[float] = []
    clock.moved = told.append
    await clock.let_pass(HOUR)
    assert sum(told) == HOUR and told[-1] == 0.0 and max(told) == MOST


async def test_the_process_goes_by_it_as_long_as_it_is_shared(clock: Clock) -> None:
    real = time.time
    clock.ahead = 86400.0
    with clock.shared():
        assert time.time() == clock() == 1_800_086_400.0
    assert time.time is real


async def test_messages_and_tokens_age_with_it(
    app: RawApp, world: World, clock: Clock, anna: str
) -> None:
    panel = await app.panel()
    task, event = await app.opens(world.press(anna, panel, "go"))
    await clock.let_pass(HOUR)
    assert (await app.respond(event, 4, {"content": "in time"}))[0] == 200, "three real seconds"
    await task
    original = app.webhook(event, "@original")
    assert (await app("PATCH", original, {"content": "still"}))[0] == 200
    await clock.let_pass(901.0)
    status, body = await app("PATCH", original, {"content": "over"})
    assert (status, body["code"]) == (401, 50027)
    later = await app.panel()
    assert created_at(later) - created_at(panel) == pytest.approx(HOUR + 901, abs=1)


async def test_the_page_lets_time_pass(app: RawApp, world: World, clock: Clock, anna: str) -> None:
    def told(frame: JSON) -> tuple[float, bool]:
        return frame["time"]["ahead"], frame["time"]["passing"]

    async with page(app, anna) as (socket, state):
        assert told(state) == (0.0, False) and state["time"]["steps"] == [60, 900, 3600, 86400]
        assert (await act(app, "time", seconds=900))[0] == 202
        assert told(await until(socket, "time")) == (900.0, True)
        assert told(await until(socket, "time")) == (900.0, False)
        assert (await act(app, "time", seconds=901))[0] == 409
        assert (await act(app, "time"))[0] == 400
        assert clock.ahead == 900.0


async def test_time_that_passes_is_not_hurried_twice(
    app: RawApp, world: World, clock: Clock, anna: str
) -> None:
    class Slow(Bot):
        async def leapt(self) -> None:
            await going.wait()

    going = asyncio.Event()
    clock.follow(Slow(clock))
    async with page(app, anna) as (socket, _):
        await act(app, "time", seconds=900)
        await until(socket, "time")
        await act(app, "time", seconds=3600)
        going.set()
        await until(socket, "time")
    assert clock.ahead == 900.0


async def test_a_playground_whose_bot_has_another_clock_has_no_control(
    app: RawApp, world: World, anna: str
) -> None:
    world.go_by(time.time)
    async with page(app, anna) as (_, state):
        assert state["time"] is None
    assert (await act(app, "time", seconds=60))[0] == 409


async def test_a_playground_that_closes_lets_no_more_time_pass(
    server: PlaygroundServer, clock: Clock
) -> None:
    class Still(Bot):
        async def leapt(self) -> None:
            await asyncio.Event().wait()

    clock.follow(Still(clock))
    clock.start(86400)
    await asyncio.sleep(0)
    await server.close()
    assert clock.ahead == MOST and not clock.passing
