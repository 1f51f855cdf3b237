"""The cache: bounded, and one value for all who hold it."""

from __future__ import annotations

import gc
from typing import Any

from storage.records import Player
from tables.room.bounded_cache import BoundedCache
from tables.room.cache import Rooms
from tables.room.room import Room
from tests.storage.samples import table
from tests.tables.house import GUILD, House

ANNA, BEN = 100, 200


class Value:
    """Something that can be held."""


def test_the_values_touched_last_are_kept() -> None:
    kept: BoundedCache[int, Value] = BoundedCache(2)
    for key in (1, 2):
        kept.keep(key, Value())
    assert kept.get(1) is not None
    kept.keep(3, Value())
    gc.collect()
    assert [key for key in (1, 2, 3) if kept.get(key) is not None] == [1, 3]


def test_a_value_that_is_held_stays_the_same_one() -> None:
    kept: BoundedCache[int, Value] = BoundedCache(1)
    held = kept.keep(1, Value())
    kept.keep(2, Value())
    assert kept.get(1) is held


def test_what_is_dropped_is_gone_though_it_is_held() -> None:
    kept: BoundedCache[int, Value] = BoundedCache(1)
    held = kept.keep(1, Value())
    kept.keep(2, Value())
    assert kept.living() == [held, kept.get(2)]
    kept.drop(1)
    assert held is not None and kept.get(1) is None
    kept.drop(2)
    assert list(kept.last()) == kept.living() == []


async def test_a_table_s_server_is_known_also_where_the_table_is_not_in_memory(
    house: House,
) -> None:
    room = await house.lobby("meistercoup", ANNA)
    assert await house.rooms.guild(room.table.id) == GUILD
    house.rooms.forget(room.table.id)
    assert [await house.rooms.guild(each) for each in (room.table.id, "gone")] == [GUILD, 0]


def test_of_the_tables_in_memory_those_are_found_that_name_somebody() -> None:
    store: Any = None
    rooms = Rooms(store, {})
    others: Any = {"host": BEN, "players": (Player(BEN, "Ben"),)}
    open_one, ended, held = (
        rooms.add(Room(table(name, host=ANNA, status=status)))
        for name, status in (("open", "lobby"), ("ended", "finished"), ("hers", "aborted"))
    )
    elsewhere = [
        rooms.add(Room(table(name, status=status, **others)))
        for name, status in (("another", "lobby"), ("over", "finished"))
    ]
    assert rooms.naming(ANNA) == [open_one]
    rooms.forget_person(ANNA)
    known = [rooms.known(room.table.id) for room in (open_one, ended, held, *elsewhere)]
    assert known == [open_one, None, None, *elsewhere]
