"""Lobbies: who may change what, and two processes that change the same row."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Malformed
from storage.errors import ChannelTaken, Conflict, Unsure
from storage.records import Entry, Player, Result, Table
from storage.sql import Statement
from tables.lobby import lobby
from tables.room.cache import Rooms
from tables.room.room import Room
from tests.tables.house import CHANNEL, GAMES, GUILD, House, Listener, refused

ANNA, BEN, CHIARA = 100, 200, 300
COUP = GAMES["meistercoup"]


async def test_a_channel_has_one_table(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA)
    with pytest.raises(ChannelTaken) as taken:
        await house.lobbies.open("bugs", GUILD, CHANNEL, BEN, "Ben")
    assert taken.value.table == room.table.id


async def test_every_change_is_stored_and_told(house: House, port: Listener) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, computers=1)
    assert len(port.heard("board")) == 3
    assert await house.store.tables.get(room.table.id) == room.table
    assert [p.user for p in room.table.players] == [ANNA, BEN, None]


@pytest.mark.parametrize("stored", [True, False])
async def test_where_the_answer_of_the_store_is_lost_nothing_is_done_twice(
    house: House, port: Listener, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    room = await house.lobby("meistercoup", ANNA)
    tables, told = house.store.tables, len(port.heard("board"))
    write, breaks = tables._write, [Unsure("It broke off.")]

    async def breaks_off(*statements: Statement) -> None:
        if stored or not breaks:
            await write(*statements)
        if breaks:
            raise breaks.pop()

    monkeypatch.setattr(tables, "_write", breaks_off)
    adding = house.change(room, lambda t: lobby.add_computer(t, COUP, "Rechner"))
    with nullcontext() if stored else pytest.raises(Unsure):
        await adding
    assert port.heard("board")[told:], "what is stored is shown"
    kept, room = await tables.get(room.table.id), await house.rooms.get(room.table.id)
    assert kept == room.table and len(room.table.players) == 1 + stored
    await house.change(room, lambda t: lobby.add_computer(t, COUP, "Noch einer"))
    assert len(room.table.players) == 2 + stored


async def test_nobody_sits_twice_and_no_seat_is_made(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, computers=max(COUP.seat_counts) - 1)
    await refused(house.change(room, lambda t: lobby.join(t, COUP, ANNA, "A")), "error.seated")
    most = max(COUP.seat_counts)
    await refused(house.change(room, lambda t: lobby.join(t, COUP, BEN, "B")), "error.full", n=most)


async def test_who_may_do_what(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN)
    await refused(
        house.change(room, lambda t: lobby.hosted(t, BEN)), "error.host_only", name="Person 100"
    )
    await refused(house.change(room, lambda t: lobby.seated(t, CHIARA)), "error.join_first")
    await refused(house.change(room, lambda t: lobby.leave(t, CHIARA)), "error.not_seated")


async def test_the_last_computer_goes_wherever_it_sits(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, computers=2)
    await house.join(room, BEN)
    for left in ([ANNA, None, BEN], [ANNA, BEN]):
        await house.change(room, lobby.remove_computer)
        assert [p.user for p in room.table.players] == left
    assert [p.name for p in room.table.players] == ["Person 100", "Person 200"]
    await refused(house.change(room, lobby.remove_computer), "error.no_computer")


async def test_each_chooses_for_their_own_seat_what_is_left(house: House) -> None:
    room, game = await house.lobby("maechtige_monster", ANNA, BEN), GAMES["maechtige_monster"]

    async def choose(user: int, name: str, value: object) -> None:
        await house.change(room, lambda t: lobby.choose(t, game, user, name, str(value)))

    def chosen() -> list[Any]:
        load = game.codecs.seat_options.load
        return [load(player.options).people for player in room.table.players]

    offered = [v for v in game.seat_choices([game.seat_options_type()] * 2, 0)["people"] if v]
    await choose(BEN, "people", offered[0])
    assert chosen() == [None, offered[0]]
    await refused(choose(ANNA, "people", offered[0]), "error.chosen")
    await choose(ANNA, "people", offered[1])
    assert chosen() == [offered[1], offered[0]]
    await choose(BEN, "people", None)
    assert chosen() == [offered[1], None]
    await refused(choose(ANNA, "nothing", offered[0]), "error.not_offered")
    await refused(choose(CHIARA, "people", offered[0]), "error.join_first")
    assert [player.user for player in room.table.players] == [ANNA, BEN]


async def test_a_door_is_shut_by_name(house: House) -> None:
    table = (await house.lobby("meistercoup", ANNA)).table
    for on in (True, False):
        assert lobby.shut(table, "private", on) == replace(table, private=on)
        assert lobby.shut(table, "reliable", on) == replace(table, reliable=on)
    with pytest.raises(Malformed):
        lobby.shut(table, "host", True)


async def test_the_next_person_hosts_and_the_last_closes(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, computers=1)
    await house.change(room, lambda t: lobby.leave(t, ANNA))
    assert room.table.host == BEN
    await house.change(room, lambda t: lobby.leave(t, BEN))
    assert (room.table.status, room.table.why) == ("aborted", "note.empty")
    await refused(house.change(room, lambda t: lobby.join(t, COUP, ANNA, "A")), "error.ended")


async def test_a_row_written_by_another_process_is_changed_as_it_is_now(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.lobby("meistercoup", ANNA)
    other = replace(room.table, players=(*room.table.players, Player(BEN, "Ben")))
    await house.store.tables.save(other)
    await house.change(room, lambda t: lobby.join(t, COUP, CHIARA, "Chiara"))
    assert [p.user for p in room.table.players] == [ANNA, BEN, CHIARA]
    assert await house.store.tables.get(room.table.id) == room.table

    async def faster(*_: object) -> Table:
        raise Conflict

    monkeypatch.setattr(house.store.tables, "save", faster)
    await refused(house.change(room, lambda t: lobby.leave(t, BEN)), "error.try_again")


async def test_a_lobby_that_another_process_closed_is_left_alone(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA)
    await house.store.tables.save(replace(room.table, status="aborted"))
    await refused(house.change(room, lambda t: lobby.join(t, COUP, BEN, "Ben")), "error.try_again")
    room = await house.rooms.get(room.table.id)
    await refused(house.change(room, lambda t: lobby.join(t, COUP, BEN, "Ben")), "error.ended")


async def test_seats_are_swapped_as_they_were_shown(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN)
    shown = lobby.roster(room.table)
    await house.change(room, lambda t: lobby.join(t, COUP, CHIARA, "Chiara"))
    await refused(house.change(room, lambda t: lobby.swap(t, 0, 1, shown)), "error.seats_changed")
    await house.change(room, lambda t: lobby.swap(t, 0, 2, lobby.roster(t)))
    assert [p.user for p in room.table.players] == [CHIARA, BEN, ANNA]


async def test_the_host_hands_on_to_who_was_shown(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN)
    shown = lobby.roster(room.table)
    await house.change(room, lambda t: lobby.join(t, COUP, CHIARA, "Chiara"))
    await refused(house.change(room, lambda t: lobby.hand_on(t, 1, shown)), "error.seats_changed")
    await house.change(room, lambda t: lobby.hand_on(t, 1, lobby.roster(t)))
    assert room.table.host == BEN


async def test_tables_that_nobody_touches_leave_the_memory(house: House) -> None:
    few = Rooms(house.store, house.games, limit=2)
    ids = []
    for number in range(3):
        opened = await house.lobbies.open("meistercoup", GUILD, CHANNEL + number, ANNA, "Anna")
        ids.append(opened.table.id)
    kept = [weakref.ref(await few.get(table_id)) for table_id in ids]
    gc.collect()
    assert [room() is not None for room in kept] == [False, True, True]
    assert (await few.get(ids[0])).table.id == ids[0]


async def test_people_who_join_at_once_all_sit(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA)
    await asyncio.gather(*(house.join(room, user) for user in range(3)))
    assert {p.user for p in room.table.players} == {ANNA, 0, 1, 2}


async def test_another_game_with_the_same_company(house: House) -> None:
    old = await house.lobby("meistercoup", ANNA, BEN, computers=1)
    await house.change(old, lambda t: lobby.set_option(t, COUP, "mode", "standard"))
    await house.change(old, lobby.cancel)
    table = replace(old.table, paused=8.0, started=7.0, data="x", tournament="t", version=9)
    opened, room = await house.lobbies.reopen(table, BEN, "Ben")
    joined, same = await house.lobbies.reopen(table, ANNA, "Anna")
    assert opened and not joined and same is room
    assert room.table.host == BEN and room.table.options == table.options
    assert [p.user for p in room.table.players] == [BEN, None, ANNA]
    new = room.table
    assert (new.paused, new.started, new.data, new.tournament) == (None, None, "", "")
    assert new.version < table.version
    await house.change(room, lobby.cancel)
    await house.lobby("bugs", CHIARA)
    await refused(house.lobbies.reopen(table, BEN, "Ben"), "error.taken")


async def test_computers_are_easy_in_a_hosts_first_game_of_a_kind(house: House) -> None:
    def level(room: Room) -> object:
        game = GAMES[room.table.game]
        return game.codecs.options.load(room.table.options).level

    room = await house.table("bugs", ANNA, computers=1)
    assert level(room) == "easy"
    results = [Result(0, ANNA, "Anna", 1, "{}", 9.0), Result(1, None, "Computer", 2, "{}", 9.0)]
    last = Entry(1, -1, '{"kind": "expire"}', 9.0, "clock")
    await house.store.tables.finish(room.table, last, None, results)
    assert level(await house.lobby("bugs", ANNA)) == "normal"
    for host, game in ((BEN, "bugs"), (ANNA, "meistercoup")):
        opened = await house.lobbies.open(game, GUILD, CHANNEL + host, host, "Somebody")
        assert level(opened) == "easy"


async def test_a_table_opens_where_another_ends_just_then(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = await house.lobby("meistercoup", ANNA)
    find = house.store.tables.open_table

    async def finds(channel: int) -> Any:
        if ends.table.status == "lobby":
            async with ends.lock:
                await house.play.abort(ends, "note.idle")
        return await find(channel)

    monkeypatch.setattr(house.store.tables, "open_table", finds)
    opened = await house.lobby("meistercoup", BEN)
    assert (ends.table.status, opened.table.status) == ("aborted", "lobby")
