"""Alarms: what is no longer planned does not ring, what failed is looked at again."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.match import begin
from storage.errors import Away, StoreError
from storage.records import Board
from storage.store import Store
from tables import host
from tables.lobby import lobby
from tables.match import clocks
from tables.match.alarms import NO_LINE, Alarms, Line, Need
from tables.match.plan import THOUGHTS, Pace, plan
from tables.room.room import Room, header_of
from tests.tables.house import GAMES, House, Listener, opened, people_asked, running, until
from tests.tables.wall import Wall

ANNA, BEN = 100, 200
SOON, LATER = Need("clock", 1), Need("call", 2)


async def test_what_is_no_longer_planned_does_not_ring() -> None:
    rung = list[Need]()

    async def wake(table: str, need: Need) -> None:
        rung.append(need)

    alarms, now = Alarms(wake), time.time()
    alarms.set("a", {SOON: now + 0.02, LATER: now + 0.02})
    alarms.set("a", {LATER: now + 0.02})
    await asyncio.sleep(0.1)
    assert rung == [LATER]
    alarms.set("a", {SOON: now + 0.2})
    await alarms.close()
    alarms.set("b", {SOON: now})  # by what is still under way as the bot stops
    alarms.put_off("c", LATER, now)
    await asyncio.sleep(0.25)
    assert rung == [LATER] and alarms.soonest is None


@pytest.mark.parametrize(
    ("need", "again"), [(Need("look"), [20, 20, 20]), (SOON, [20, 40, 60]), (LATER, [40, 40, 40])]
)
async def test_only_a_deadline_is_put_off_and_a_look_comes_as_soon_as_it_is_wanted(
    wall: Wall, need: Need, again: list[float]
) -> None:
    async def wake(table: str, need: Need) -> None: ...

    alarms = Alarms(wake)
    alarms.set("a", {need: wall.now + 40})
    for seconds, rings in zip((20, 40, 60), again, strict=True):
        plan = {need: wall.now + seconds}
        assert alarms.merged("a", plan) == {need: wall.now + rings}
        alarms.set("a", plan)
        assert alarms.soonest == wall.now + rings
    await alarms.close()


async def test_what_was_begun_ends_with_the_alarms() -> None:
    begun, ended = asyncio.Event(), list[str]()

    async def wake(table: str, need: Need) -> None:
        begun.set()
        await asyncio.sleep(0.05)
        ended.append(table)

    alarms = Alarms(wake)
    alarms.set("a", {SOON: 0.0})
    await begun.wait()
    await alarms.close()
    await asyncio.sleep(0.1)
    assert not ended


async def test_what_is_due_as_the_wall_s_clock_leaps_rings_at_once(wall: Wall) -> None:
    done = list[Need]()

    async def wake(table: str, need: Need) -> None:
        await asyncio.sleep(0.01)
        done.append(need)

    alarms = Alarms(wake)
    alarms.set("a", {SOON: wall.now + 3600, LATER: wall.now + 7200})
    assert alarms.soonest == wall.now + 3600
    wall.now += 3601
    await alarms.leapt(10)
    assert done == [SOON] and alarms.soonest == wall.now + 3599
    alarms.set("a", {})
    assert alarms.soonest is None
    await alarms.close()


async def test_of_each_line_few_are_answered_at_the_same_time() -> None:
    answered, go_on, now, most = list[Need](), asyncio.Event(), Counter[Need](), Counter[Need]()

    async def wake(table: str, need: Need) -> None:
        answered.append(need)
        now[need] += 1
        most[need] = max(most[need], now[need])
        await go_on.wait()
        await asyncio.sleep(0.001 * len(answered))
        now[need] -= 1

    soon, vote = replace(SOON, line=Line("few", 3)), Need("vote", line=Line("one", 1))
    alarms = Alarms(wake)
    for table in map(str, range(7)):
        alarms.set(table, {soon: 0.0, LATER: 0.0, vote: 0.0})
    await alarms.leapt(0.0)
    at_first = [answered.count(need) for need in (soon, vote, LATER)]
    assert at_first == [3, 1, 7] and len(alarms._tasks) == sum(at_first)
    go_on.set()
    await alarms.leapt(10)
    assert not alarms._tasks and len(answered) == 3 * 7 and most[soon] == 3
    assert not alarms._rung and not alarms._answered
    go_on.clear()
    for table in map(str, range(4)):
        alarms.set(table, {soon: 0.0})
    await alarms.leapt(0.0)
    await alarms.close()
    assert not alarms._tasks and len(answered) == 3 * 7 + 3


async def asked(house: House, room: Room) -> None:
    """Let people act until a computer is asked."""
    while people := people_asked(room):
        await house.act(room, people[0])


async def test_what_a_computer_thinks_over_waits_in_a_line_and_nothing_in_a_race(
    house: House,
) -> None:
    for game, line in (("meistercoup", THOUGHTS), ("bugs", NO_LINE)):
        room = await house.lobby(game, ANNA, ANNA + 1, computers=1, channel=len(game))
        match = begin(house.games[game], header_of(room.table), [2]).match
        room.table, room.match = replace(room.table, status="running"), match
        needs = plan(room, replace(match, asked=(0, 1, 2)), Pace(), house.play.clocks, 0.0)
        lines = {need.kind: need.line for need in needs}
        assert lines["computer"] == line and lines.get("clock", NO_LINE) == NO_LINE


@pytest.mark.expects_log("computer")
@pytest.mark.parametrize("failure", [StoreError("The disk is full."), Away("It is locked.")])
async def test_a_table_that_failed_by_itself_goes_on_by_itself(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: StoreError,
) -> None:
    monkeypatch.setattr(host, "RETRY", 0.05)
    append, failures = house.store.tables.append, list[str]()

    async def fails_once(table: str, entry: Any, *more: Any) -> None:
        if entry.by == "computer" and not failures:
            failures.append(table)
            raise failure
        await append(table, entry, *more)

    monkeypatch.setattr(house.store.tables, "append", fails_once)
    room = await house.table("meistercoup", ANNA, computers=2)
    await asked(house, room)
    await until(lambda: failures)
    stood = running(room).sequence
    await until(lambda: running(room).sequence > stood)
    assert any(entry.by == "computer" for entry in await house.log(room))
    [told] = [line for line in caplog.records if "computer" in line.getMessage()]
    assert str(failure) in told.getMessage()
    assert bool(told.exc_info) is not isinstance(failure, Away), "a traceback explains no absence"


async def test_a_table_that_calls_nobody_is_looked_at_after_a_restart(
    store: Store, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAMES["meistercoup"]), "to_call", lambda game, view: frozenset())
    async with opened(store, port, Pace(nudge=None, pause=0.0)) as house:
        room = await house.lobby("meistercoup", ANNA, computers=2)
        await house.lobbies.change(room, lambda table: _clocked(house, table, "none"))
        async with room.lock:
            await house.play.begin(room)
        await until(lambda: people_asked(room))
        await house.act(room, people_asked(room)[0])
        await until(lambda: people_asked(room))
        assert house._alarms._timers.get(room.table.id) is None, "nothing is planned"
        [(table, due)] = await store.tables.due()
        assert (table, due) == (room.table.id, running(room).at + clocks.SILENCE)


@pytest.mark.parametrize("how", ["left", "left, as is shown", "forgotten by another process"])
async def test_a_computer_goes_on_for_who_left_just_before_a_restart(
    store: Store, port: Listener, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Though the last entry says that the table needs nothing for hours: nobody is called yet.
    At its stop the bot still shows who has left."""
    monkeypatch.setattr("tables.match.plan.TURN", 7200.0)
    async with opened(store, port, Pace(pause=0.0)) as house:
        room = await house.lobby("meistercoup", ANNA, BEN, computers=1)
        await house.lobbies.change(room, lambda table: _clocked(house, table, "slow"))
        async with room.lock:
            await house.play.begin(room)
        await until(lambda: people_asked(room))
        stood = running(room).sequence
        monkeypatch.setattr(house._alarms, "set", lambda *_: None)  # it dies
        seat = people_asked(room)[0]
        if how.startswith("left"):
            async with room.lock:
                await house.play.leave(room, seat)
        else:
            await store.privacy.forget(room.person(seat) or 0, running(room).at + 1.0)
        if how.endswith("shown"):
            board = Board(room.table.id, version=room.table.version, sequence=room.sequence)
            await store.shown.save_board(board)
    async with opened(store, port, Pace(pause=0.0)) as again:
        room = await again.rooms.get(room.table.id)
        await until(lambda: running(room).sequence > stood)


def _clocked(house: House, table: Any, clock: str) -> Any:
    return lobby.set_option(table, house.games["meistercoup"], "clock", clock)
