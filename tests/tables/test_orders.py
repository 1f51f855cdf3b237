"""What the operator orders from outside is carried out while tables run."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from storage.errors import Damaged
from storage.people import Ban
from storage.records import Board
from storage.url import open_store
from tables.lobby import lobby
from tables.lobby.admission import Wish
from tables.room.refusal import Refusal
from tables.room.room import EMPTY, Room
from tests.tables.house import (
    CHANNEL,
    GUILD,
    House,
    Listener,
    fails,
    opened,
    people_asked,
    refused,
    running,
    too_late,
    until,
)

ANNA, BEN, CEM = 100, 200, 300


async def look(house: House) -> None:
    await house.operator.look()


async def block(house: House, guild: int, user: int) -> None:
    await house.store.staff.ban(Ban(guild, user, None, "", 0, time.time()))
    await look(house)


def wish(user: int) -> Wish:
    return Wish(GUILD, user, "meistercoup", [CHANNEL + 1])


async def test_the_host_s_log_says_whether_new_tables_are_off(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tables")
    for halted in (True, False):
        await house.store.staff.halt(halted)
        await look(house)
    told = [line for line in caplog.messages if "new tables" in line]
    assert told == ["new tables: off", "new tables: on"]


async def test_no_game_begins_until_it_is_allowed_again(house: House, port: Listener) -> None:
    room = await house.lobby("meistercoup", ANNA, computers=3)
    await house.store.staff.halt(True)
    await house.admission.open(wish(BEN))
    port.told.clear()
    await look(house)
    assert port.heard("board") == [(-1,)]
    await refused(house.admission.open(wish(CEM)), "staff.halted")
    await refused(house.admission.start(GUILD, ANNA), "staff.halted")
    await look(house)
    assert len(port.told) == 1
    await house.store.staff.halt(False)
    await look(house)
    assert len(port.told) == 2
    await house.admission.start(GUILD, ANNA)
    await house.admission.open(wish(CEM))
    assert room.table.status == "lobby"


async def test_lobbies_owe_what_was_ordered_while_nobody_ran(house: House) -> None:
    lobby = await house.lobby("meistercoup", ANNA)
    await house.store.shown.save_board(Board(lobby.table.id, 1, version=lobby.table.version))
    assert await house.store.shown.owed() == []
    await house.store.staff.halt(True)
    assert await house.store.shown.owed() == [lobby.table.id]
    await house.start()
    assert house.restrictions.halted


async def test_a_blocked_server_loses_its_tables(house: House) -> None:
    lobby = await house.lobby("meistercoup", ANNA, computers=3)
    await block(house, GUILD + 1, 0)
    assert lobby.table.status == "lobby"
    await block(house, GUILD, 0)
    assert (await house.store.tables.open_tables(GUILD)) == []
    assert lobby.table.why == "staff.note.end_blocked"
    await refused(house.admission.open(wish(ANNA)), "staff.blocked_server")
    assert await house.store.staff.bans(GUILD, time.time()) == []
    await house.store.privacy.purge(GUILD)
    await refused(house.admission.admit(GUILD, ANNA), "staff.blocked_server")
    await house.store.staff.unban(GUILD, 0)
    await house.admission.admit(GUILD, ANNA)


async def test_a_blocked_person_is_followed_by_computers_everywhere(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await block(house, 0, BEN)
    assert [player.user for player in room.table.players] == [ANNA, None, CEM]
    assert room.table.players[1].name == "Blobb" and 1 in running(room).minds
    for guild in (GUILD, GUILD + 1):
        await refused(house.admission.admit(guild, BEN), "staff.blocked")
    await house.admission.admit(GUILD, ANNA)


async def test_who_leaves_just_then_is_blocked_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.lobby("meistercoup", ANNA, BEN)

    monkeypatch.setattr(house.staff, "remove", too_late)
    await block(house, 0, BEN)
    await refused(house.admission.admit(GUILD, BEN), "staff.blocked")


async def test_a_block_is_carried_out_anew_after_it_was_taken_back(house: House) -> None:
    await block(house, 0, ANNA)
    await house.store.staff.unban(0, ANNA)
    await look(house)
    lobby = await house.lobby("meistercoup", BEN, ANNA)
    await block(house, 0, ANNA)
    assert [player.user for player in lobby.table.players] == [BEN]


async def test_orders_of_other_shards_are_left_to_them(house: House) -> None:
    lobby = await house.lobby("meistercoup", ANNA, BEN)
    now = time.time()
    assert await house.store.leases.take("me", (1,), 2, now + 100)
    for guild, user in ((GUILD, 0), (0, ANNA)):
        await block(house, guild, user)
    assert lobby.table.status == "lobby" and len(lobby.table.players) == 2


@asynccontextmanager
async def elsewhere(house: House, tmp_path: Path) -> AsyncIterator[House]:
    """Open another process's tables over the store of a house, whose server is not its own."""
    now = time.time()
    assert GUILD >> 22 == 0
    assert await house.store.leases.take("me", (0,), 2, now + 100)
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    assert await store.leases.take("other", (1,), 2, now + 100)
    async with opened(store, Listener()) as other:
        yield other
    await store.close()


async def test_who_is_forgotten_elsewhere_is_followed_by_computers(
    house: House, port: Listener, tmp_path: Path
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    port.told.clear()
    await house.operator.take_in()
    assert not port.told, "what was written here is known"
    async with elsewhere(house, tmp_path) as other:
        await other.forgetting.forget(BEN)
        assert other.rooms.known(room.table.id) is None
        with pytest.raises(Refusal, match=r"^error.gone$"):
            await other.rooms.get(room.table.id)
    assert room.table.players[1].user == BEN
    port.told.clear()
    await house.operator.take_in()
    assert room.table.players[1].user is None and 1 in running(room).minds
    assert port.heard("board") and room.table.status == "running"
    assert [note.key for note in room.notes.standing()] == ["note.forgotten"]
    port.told.clear()
    await house.operator.take_in()
    assert not port.told, "once is enough"
    await house.store.tables.save(replace(room.table, host=CEM))
    await house.operator.take_in()
    assert room.table.host == CEM


async def test_so_are_they_at_a_table_that_nobody_has_touched_for_long(
    house: House, port: Listener, tmp_path: Path
) -> None:
    table_id = (await house.table("meistercoup", BEN, CEM, computers=1)).table.id
    async with elsewhere(house, tmp_path) as other:
        await other.forgetting.forget(BEN)
    house.rooms.forget(table_id)
    port.told.clear()
    await house.operator.take_in()
    assert port.heard("board")
    assert house.rooms.known(table_id) is not None
    room = await house.rooms.get(table_id)
    assert [player.user for player in room.table.players] == [None, CEM, None]
    assert room.table.host == CEM
    await until(lambda: people_asked(room) == [1])
    port.told.clear()
    house.rooms.forget(table_id)
    await house.operator.take_in()
    assert not port.told, "once, also where it cannot be shown"
    async with elsewhere(house, tmp_path) as other:
        await other.forgetting.forget(CEM)
    house.rooms.forget(table_id)
    await house.operator.take_in()
    room = await house.rooms.get(table_id)
    assert (room.table.status, room.table.why) == ("aborted", EMPTY)


async def test_a_lobby_is_handed_on_whose_host_is_forgotten_elsewhere(
    house: House, port: Listener, tmp_path: Path
) -> None:
    room = await house.lobby("meistercoup", BEN, CEM, computers=1)
    room.notes.add("cut.note", name=f"Person {BEN}")
    async with elsewhere(house, tmp_path) as other:
        await other.forgetting.forget(BEN)
    stored = await house.store.tables.get(room.table.id)
    port.told.clear()
    await house.operator.take_in()
    assert [player.user for player in room.table.players] == [CEM, None]
    assert room.table.host == CEM and room.table == stored and port.heard("board")
    assert not room.notes.standing(), "which would name them"
    await house.join(room, ANNA)
    with pytest.raises(Refusal, match=r"^error.host_only$"):
        lobby.hosted(room.table, ANNA)


async def test_a_lobby_is_closed_whose_last_person_is_forgotten_elsewhere(
    house: House, port: Listener, tmp_path: Path
) -> None:
    room = await house.lobby("meistercoup", BEN, computers=1)
    async with elsewhere(house, tmp_path) as other:
        await other.forgetting.forget(BEN)
    port.told.clear()
    await house.operator.take_in()
    assert room.table.status == "aborted"
    assert port.heard("board") and await house.rooms.at(CHANNEL) is None


async def test_who_is_forgotten_elsewhere_is_named_by_no_table_that_has_ended(
    house: House, port: Listener, tmp_path: Path
) -> None:
    rooms = list[Room]()
    for others in ((BEN, CEM), (CEM,)):
        rooms.append(room := await house.table("meistercoup", ANNA, *others, computers=1))
        async with room.lock:
            await house.play.break_off(room, "end.note")
        shown = Board(room.table.id, version=room.table.version, sequence=room.sequence, message=5)
        await house.store.shown.save_board(shown)
    async with elsewhere(house, tmp_path) as other:
        await other.forgetting.forget(BEN)
    port.told.clear()
    await house.operator.take_in()
    named, spared = rooms
    assert not (await house.rooms.get(named.table.id)).names(BEN) and named.names(BEN)
    assert house.rooms.known(spared.table.id) is spared
    assert not port.told, "what the channel shows is no matter of the bot's any more"


@pytest.mark.expects_log("is damaged")
async def test_a_damaged_table_is_taken_in_by_nobody(
    house: House, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = (await house.lobby("meistercoup", ANNA)).table.id
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, BEN, "Ben")
    get = house.rooms.get

    async def gets(table_id: str) -> Room:
        if table_id == damaged:
            raise Damaged("a page is damaged")
        return await get(table_id)

    for table_id in (damaged, other.table.id):
        house.rooms.forget(table_id)
    monkeypatch.setattr(house.rooms, "get", gets)
    port.told.clear()
    await house.operator.take_in()
    assert len(port.heard("board")) == 1
    monkeypatch.setattr(house.rooms, "get", fails)
    await house.operator.take_in()


async def test_what_servers_of_other_shards_left_behind_is_not_ours(house: House) -> None:
    now, own, other = time.time(), 6 << 22, 7 << 22
    for guild in (own, other):
        await house.forgetting.left(guild, 1.0)
        await house.store.settings.set(guild, "house", "{}")
    assert await house.store.leases.take("me", (0,), 2, now + 100)
    await house.forgetting.sweep(now, 1e9, [])
    assert await house.store.settings.every("house") == {other: "{}"}


async def test_an_order_that_came_at_a_bad_moment_is_carried_out_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.lobby("meistercoup", ANNA)

    async def late(*_: object) -> None:
        raise Refusal("error.ended")

    with monkeypatch.context() as busy:
        busy.setattr(house.staff, "close_all", late)
        await refused(block(house, GUILD, 0), "error.ended")
    assert await house.store.tables.open_tables(GUILD)
    await look(house)
    assert await house.store.tables.open_tables(GUILD) == []
