"""The next table that waits for somebody: on the same server, the one that has waited longest."""

from __future__ import annotations

from functools import partial

import pytest

from storage.errors import StoreError
from tables.match.turns import next_turn, waits
from tables.room.refusal import Refusal
from tables.room.room import Room
from tests.tables.house import GUILD, House, people_asked, running
from tests.tables.wall import Wall

PEOPLE = ANNA, BEN, _ = 100, 200, 300


async def test_the_next_table_is_the_one_that_has_waited_longest(house: House, wall: Wall) -> None:
    turn, rooms = partial(next_turn, house.store.tables, house.rooms), []
    for number in (2, 0, 1):
        rooms.append(await house.waiting(50 + number, *PEOPLE, until=ANNA))
        wall.now += 60
    elsewhere = await house.waiting(60, *PEOPLE, until=ANNA, guild=GUILD + 1)
    assert all(waits(room, ANNA) and not waits(room, BEN) for room in rooms)
    assert await turn(GUILD, ANNA) is rooms[0]
    assert await turn(GUILD, ANNA, rooms[0].table.id) is rooms[1]
    assert await turn(GUILD + 1, ANNA) is elsewhere
    assert await turn(GUILD + 1, ANNA, elsewhere.table.id) is None
    assert await turn(GUILD, BEN) is await turn(GUILD, 999) is None
    await house.act(rooms[0], people_asked(rooms[0])[0])
    assert await turn(GUILD, ANNA) is rooms[1]
    async with rooms[1].lock:
        await house.play.pause(rooms[1], wall.now)
    assert await turn(GUILD, ANNA) is rooms[2]
    assert running(rooms[2]).asked


@pytest.mark.parametrize("trouble", [Refusal("error.gone"), StoreError("It is locked.")])
async def test_a_table_that_cannot_be_read_waits_for_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    get = house.rooms.get
    gone, other = [await house.waiting(number, *PEOPLE, until=ANNA) for number in (50, 51)]

    async def got(table: str) -> Room:
        if table == gone.table.id:
            raise trouble
        return await get(table)

    monkeypatch.setattr(house.rooms, "get", got)
    assert await next_turn(house.store.tables, house.rooms, GUILD, ANNA) is other
