"""Which tables wait for somebody, as everybody sees there."""

from __future__ import annotations

from contextlib import suppress

from storage.errors import StoreError
from storage.tables import Tables
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.room.room import Room


async def next_turn(
    tables: Tables, rooms: Rooms, guild: int, user: int, but: str = ""
) -> Room | None:
    """Return the table of a server, other than `but`, that has waited longest for a person."""
    found = []
    for table in await tables.open_of(user, guild):
        # One that cannot be read waits for nobody.
        with suppress(Refusal, StoreError):
            if table != but and waits(room := await rooms.get(table), user):
                found.append(room)
    return min(found, key=lambda room: _since(room, user), default=None)


def waits(room: Room, user: int) -> bool:
    """Return whether a table publicly waits for a person."""
    return user in [room.person(seat) for seat in waited_for(room)]


def waited_for(room: Room) -> list[int]:
    """Return the seats a table publicly waits for."""
    return list(room.running.view(None).waiting) if room.going else []


def _since(room: Room, user: int) -> float:
    seat = room.seat_of(user)
    return room.running.since[seat] if seat in room.running.asked else room.running.at
