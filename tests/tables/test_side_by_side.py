"""Tables of one process side by side: none waits for another's lock, nor for its store calls."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from tables.room.room import Room
from tests.tables.house import House, people_asked, running, until

ANNA, BEN = 100, 200


async def test_no_computer_waits_for_another_table_s_lock(house: House) -> None:
    busy = await house.lobby("meistercoup", ANNA, computers=2)
    other = await house.lobbies.open("meistercoup", 1, 99, BEN, "Ben")
    for name in ("X", "Y"):
        await house.add_computer(other, name)
    for room in (busy, other):
        async with room.lock:
            await house.play.begin(room)
    await until(lambda: people_asked(busy) and people_asked(other))
    async with busy.lock:  # as while its answer waits for the store
        deciding = asyncio.create_task(_decided(house, busy))
        await asyncio.sleep(0.05)
        async with asyncio.timeout(10):
            await _decided(house, other)
    await deciding


async def _decided(house: House, room: Room) -> None:
    """Let a computer answer one person's question."""
    seat = people_asked(room)[0]
    await house.computers.decide(room, seat, running(room).to_act()[seat], "staff")


async def test_no_table_waits_for_another_that_is_loaded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = [
        (await house.lobbies.open("meistercoup", 1, channel, ANNA, "Anna")).table.id
        for channel in (21, 22)
    ]
    for table in (slow, quick):
        house.rooms.forget(table)
    read, go_on = house.store.tables.get, asyncio.Event()

    async def reads(table: str) -> Any:
        if table == slow:
            await go_on.wait()
        return await read(table)

    monkeypatch.setattr(house.store.tables, "get", reads)
    loading = [asyncio.create_task(house.rooms.get(slow)) for _ in range(2)]
    await asyncio.sleep(0.02)
    async with asyncio.timeout(10):
        await house.rooms.get(quick)
    go_on.set()
    one, same = await asyncio.gather(*loading)
    assert one is same


@pytest.mark.expects_log("is not seen to")
async def test_a_fault_at_one_table_leaves_no_other_lying(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = [
        await house.lobbies.open("meistercoup", 1, channel, ANNA, "Anna") for channel in (31, 32)
    ]
    change = house.rooms.change

    async def changes(room: Room, *args: Any) -> None:
        if room is rooms[0]:
            raise ZeroDivisionError
        await change(room, *args)

    monkeypatch.setattr(house.rooms, "change", changes)
    hours, now = 3 * 3600.0, time.time()
    monkeypatch.setattr(time, "time", lambda: now + hours)
    await house.timekeeper.sweep()
    assert [room.table.status for room in rooms] == ["lobby", "aborted"]


async def test_a_table_that_is_opened_while_it_is_loaded_is_one_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.lobby("meistercoup", ANNA)
    house.rooms.forget(room.table.id)
    read = house.store.tables.get

    async def reads(table: str) -> Any:
        found = await read(table)
        house.rooms.add(room)  # as by who has just stored it
        return found

    monkeypatch.setattr(house.store.tables, "get", reads)
    assert await house.rooms.get(room.table.id) is room
    assert await house.rooms.get(room.table.id) is room
