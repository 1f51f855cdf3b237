"""Who was away sees what happened since, each with the table as it was then."""

from __future__ import annotations

from typing import Any

import pytest

from engine import match as matches
from tables.past import lookback
from tables.past.lookback import Lookback
from tables.past.replays import each
from tables.room.loading import whole_log
from tables.room.room import Room, header_of
from tests.tables.house import CHANNEL, House, people_asked, running

ANNA, BEN, CEM = 100, 200, 300


async def missing(house: House) -> tuple[Room, int]:
    """Play over days until Anna is asked once more and has missed several things; return her
    seat too."""
    room = await house.waiting(CHANNEL, ANNA, BEN, CEM, until=ANNA)
    seat = people_asked(room)[0]
    await house.act(room, seat)
    while people_asked(room) != [seat] or len(running(room).since_turn(seat)) < 2:
        await house.act(room, people_asked(room)[0])
    return room, seat


async def test_each_thing_is_shown_as_it_was_then(house: House) -> None:
    room, seat = await missing(house)
    found = await Lookback(house.store.tables).since(room, seat)
    assert [one for one, _ in found] == list(running(room).since_turn(seat))
    assert [after.sequence for _, after in found] == [one.sequence for one, _ in found]
    match = matches.begin(running(room).game, header_of(room.table)).match
    states = [match.state]
    async for later in each(match, await whole_log(house.store.tables, room.table.id)):
        states.append(later.state)
    assert [after.state for _, after in found] == [states[one.sequence] for one, _ in found]


async def test_a_match_is_played_again_once_for_each_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    async def noted(tables: Any, table: str) -> Any:
        read.append(table)
        return await whole_log(tables, table)

    monkeypatch.setattr(lookback, "whole_log", noted)
    room, seat = await missing(house)
    looking = Lookback(house.store.tables)
    first = await looking.since(room, seat)
    assert await looking.since(room, seat) == first and read == [room.table.id]
    await house.act(room, seat)
    assert [one for one, _ in await looking.since(room, seat)] == list(
        running(room).since_turn(seat)
    )
