"""Tables at which the clock runs, and the people there."""

from __future__ import annotations

import random
from typing import Any

from storage.records import Status
from tables.lobby import lobby
from tables.room.room import Room
from tests.tables.house import CHANNEL, GUILD, House, running

ANNA, BEN, CEM, DORA = 100, 200, 300, 400
LIVE, SLOW = 180.0, 24 * 3600.0


async def begun(
    house: House,
    clock: str,
    *users: int,
    game: str = "meistercoup",
    channel: int = CHANNEL,
    guild: int = GUILD,
) -> Room:
    """Begin a match with this clock."""
    room = await house.lobby(game, *users, guild=guild, channel=channel)
    rules = house.games[game]
    await house.change(room, lambda t: lobby.set_option(t, rules, "clock", clock))
    async with room.lock:
        await house.play.begin(room)
    return room


async def act(house: House, room: Room, seat: int) -> None:
    await house.act(room, seat, random.Random(seat).randrange(len(running(room).legal(seat))))


def by(log: list[Any]) -> list[tuple[int, str]]:
    return [(entry.seat, entry.by) for entry in log]


def status(room: Room) -> Status:
    """Return what a table is now."""
    return room.table.status
