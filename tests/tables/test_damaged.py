"""Damage in the store ends the table it lies in, at most."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.errors import Damaged
from storage.records import Table
from storage.url import open_store
from tables.room.room import Room
from tests.tables.house import GUILD, Listener, opened, people_asked
from tests.tables.test_meetings import HOUR, agreed, alarms, turned
from tests.tables.wall import Wall

ANNA, BEN, CEM = 100, 200, 300
NO_SNAPSHOT = "UPDATE snapshots SET state = CAST(x'ff' AS TEXT)"
NO_FIRST_ENTRY = "DELETE FROM log WHERE sequence = 1"


async def looked_at(path: Path, *damage: str) -> tuple[Room, Table]:
    """Play, stop, damage the store, start again: return the table as it is then."""
    url = f"sqlite:///{path}"
    store = await open_store(url)
    async with opened(store, Listener()) as house:
        before = await house.table("meistercoup", ANNA, BEN, CEM)
        for _ in range(3):
            await house.act(before, people_asked(before)[0])
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in damage:
            db.execute(statement)
    store, port = await open_store(url), Listener()
    async with opened(store, port) as house:
        room = await house.rooms.get(before.table.id)
        stored = await store.tables.get(before.table.id)
    await store.close()
    assert stored is not None and bool(port.heard("board")) == (stored.status == "aborted")
    return room, stored


async def test_a_damaged_snapshot_costs_nothing(tmp_path: Path) -> None:
    room, stored = await looked_at(tmp_path / "tables.db", NO_SNAPSHOT)
    assert stored.status == "running"
    assert room.match is not None and room.match.sequence == 3


@pytest.mark.expects_log("is damaged", "damaged: ")
async def test_a_damaged_date_costs_neither_others_nor_its_lobby(
    tmp_path: Path, wall: Wall
) -> None:
    path = tmp_path / "tables.db"
    store = await open_store(f"sqlite:///{path}")
    async with opened(store, Listener()) as house:
        damaged = await agreed(house, wall, BEN)
        whole = await agreed(house, wall, BEN, ahead=9 * HOUR)
        begun = await turned(house, wall, damaged, damaged.at)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("UPDATE meetings SET reason = CAST(x'ff' AS TEXT) WHERE id = ?", (begun.id,))
        await house.meetings.seen(begun.table or "", BEN)
        assert await house.meetings.gathered(begun.table or "", BEN) is None
        with pytest.raises(Damaged):
            await house.meetings.look(begun.id)
        assert [each.id for each in await house.meetings.planned(GUILD)] == [whole.id]
    await store.close()
    store = await open_store(f"sqlite:///{path}")
    async with opened(store, Listener()) as house:
        assert [*alarms(house)] == [whole.id]
        assert (await house.rooms.get(begun.table or "")).table.status == "lobby"
    await store.close()


@pytest.mark.expects_log("cannot go on")
async def test_a_damaged_log_ends_the_table(tmp_path: Path) -> None:
    room, stored = await looked_at(tmp_path / "tables.db", NO_SNAPSHOT, NO_FIRST_ENTRY)
    assert room.match is None
    assert room.table == stored
    assert (stored.status, stored.why) == ("aborted", "note.stuck")


async def test_a_match_keeps_the_digest_of_its_data(tmp_path: Path) -> None:
    room, stored = await looked_at(tmp_path / "tables.db")
    assert stored.data == room.running.game.data == room.running.header.data != ""


@pytest.mark.expects_log("cannot go on")
@pytest.mark.parametrize("column", ["data", "rules"])
async def test_a_match_with_other_data_or_rules_ends(tmp_path: Path, column: str) -> None:
    room, stored = await looked_at(tmp_path / "tables.db", f"UPDATE matches SET {column} = '77'")
    assert (room.match, stored.status) == (None, "aborted")


async def test_a_match_from_before_digests_goes_on(tmp_path: Path) -> None:
    room, stored = await looked_at(tmp_path / "tables.db", "UPDATE matches SET data = ''")
    assert (room.running.sequence, stored.status) == (3, "running")
