"""Manners: who is let in, who sits with whom, how many tables a host has, and who stays."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

from storage.errors import StoreError
from storage.people import Fared
from storage.records import Entry, Player, Result, Table
from tables.lobby import admission, lobby
from tables.lobby.admission import Wish
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settings
from tests.tables.house import CHANNEL, GUILD, House, fails, refused

ANNA, BEN, CEM, DORA = 100, 200, 300, 400


def people(room: Room) -> list[int | None]:
    return [player.user for player in room.table.players]


def sit(house: House, room: Room, user: int) -> Any:
    return house.lobbies.sit_down(room, user, f"Person {user}")


async def close_door(house: House, room: Room, **shut: bool) -> None:
    await house.change(room, lambda table: replace(table, **shut))


async def test_whom_the_host_sends_away_stays_away_until_invited(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    shown = lobby.roster(room.table)
    await refused(house.lobbies.send_away(room, BEN, 2, shown), "error.host_only")
    for seat, roster in ((0, shown), (9, shown), (1, "old")):
        await refused(house.lobbies.send_away(room, ANNA, seat, roster), "error.seats_changed")
    await house.lobbies.send_away(room, ANNA, 1, shown)
    assert people(room) == [ANNA, CEM]
    assert [note.values for note in room.notes.standing()] == [{"name": f"Person {BEN}"}]
    await refused(sit(house, room, BEN), "manners.not_here")
    await house.lobbies.invite(room, ANNA, [BEN])
    await sit(house, room, BEN)
    assert people(room) == [ANNA, CEM, BEN]


async def test_who_cannot_be_kept_away_keeps_the_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    shown = lobby.roster(room.table)
    for part, name in ((house.store.manners, "send_away"), (house.store.tables, "save")):
        with monkeypatch.context() as broken, pytest.raises(StoreError):
            broken.setattr(part, name, fails)
            await house.lobbies.send_away(room, ANNA, 1, shown)
        assert people(room) == [ANNA, BEN, CEM] and not room.notes.standing()
    await house.lobbies.send_away(room, ANNA, 1, shown)
    await refused(sit(house, room, BEN), "manners.not_here")


async def test_nobody_is_sent_away_from_a_game(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    shown = lobby.roster(room.table)
    await refused(house.lobbies.send_away(room, ANNA, 1, shown), "error.running")
    await refused(house.lobbies.invite(room, ANNA, [BEN]), "error.running")
    assert await house.store.manners.guests(room.table.id) == {}


async def test_a_private_table_is_for_the_invited(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA)
    await close_door(house, room, private=True)
    await refused(sit(house, room, BEN), "manners.private")
    await refused(house.lobbies.invite(room, BEN, [BEN]), "error.host_only")
    await house.lobbies.invite(room, ANNA, [BEN, CEM])
    assert sorted(await house.lobbies.invited(room)) == [BEN, CEM]
    await sit(house, room, BEN)
    await house.lobbies.invite(room, ANNA, [BEN])
    await refused(sit(house, room, CEM), "manners.private")
    assert people(room) == [ANNA, BEN]


async def test_the_next_game_of_a_private_table_is_for_the_same_people(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    await close_door(house, room, private=True)
    async with room.lock:
        await house.play.begin(room)
        await house.play.abort(room, "note.idle")
    await refused(house.lobbies.reopen(room.table, DORA, "Dora"), "manners.private")
    _, again = await house.lobbies.reopen(room.table, BEN, "Ben")
    assert again.table.private and again.table.host == BEN
    await refused(house.lobbies.reopen(room.table, DORA, "Dora"), "manners.private")
    await refused(sit(house, again, DORA), "manners.private")
    assert (await house.lobbies.reopen(room.table, CEM, "Cem"))[1] is again


async def test_who_blocks_sits_with_nobody_they_blocked_and_they_do_not_hear_why(
    house: House,
) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN)
    await house.store.manners.block(ANNA, [CEM], 1.0)
    await house.store.manners.block(DORA, [BEN], 1.0)
    await refused(sit(house, room, CEM), "manners.not_here")
    await refused(sit(house, room, DORA), "manners.you_blocked")
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, CEM, "Cem")
    await refused(sit(house, other, ANNA), "manners.you_blocked")
    await house.store.manners.block(ANNA, [], 2.0)
    await sit(house, room, CEM)


async def test_again_is_no_way_past_a_block_or_a_ban(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    async with room.lock:
        await house.play.abort(room, "note.idle")
    _, again = await house.lobbies.reopen(room.table, ANNA, "Anna")
    await house.store.manners.block(BEN, [ANNA], 1.0)
    await refused(house.lobbies.reopen(room.table, BEN, "Ben"), "manners.you_blocked")
    assert people(again) == [ANNA]


def ended(number: int, user: int, stayed: bool) -> tuple[Table, list[Result]]:
    there = 1000 + user  # who is left, where the other leaves
    table = Table(
        f"past{number}", GUILD, 50 + number, user, "bugs", 1, "{}", "",
        (Player(user, "P"), Player(there, "Q")), "lobby", 1.0, 1.0,
    )  # fmt: skip
    left = Result(0, user, "P", 2, "{}", 2.0, completed=stayed)
    return table, [left, Result(1, there, "Q", 1, "{}", 2.0, completed=True)]


async def past(house: House, user: int, games: int, stayed: int) -> None:
    """Store so many games of a person who was there at the end of some."""
    for number in range(games):
        table, results = ended(user * 100 + number, user, number < stayed)
        await house.store.tables.add(table)
        running = await house.store.tables.start(replace(table, started=1.0), None, "s")
        entry = Entry(1, 0, "{}", 1.0, "person")
        await house.store.tables.finish(running, entry, None, results)


@pytest.mark.parametrize(
    ("games", "stayed", "let_in"), [(9, 0, True), (10, 8, True), (10, 7, False), (0, 0, True)]
)
async def test_who_often_leaves_is_named_and_may_not_be_let_in(
    house: House, games: int, stayed: int, let_in: bool
) -> None:
    await past(house, BEN, games, stayed)
    room = await house.lobby("meistercoup", ANNA)
    await close_door(house, room, reliable=True)
    if let_in:
        await sit(house, room, BEN)
    else:
        await refused(sit(house, room, BEN), "manners.reliable", n=stayed, games=games)
    await close_door(house, room, reliable=False)
    if not let_in:
        await sit(house, room, BEN)
    assert admission.shaky(room.fared.get(BEN, Fared())) == (not let_in)
    loaded = await Rooms(house.store, house.games).get(room.table.id)
    assert loaded.fared.get(BEN) == room.fared.get(BEN)


def wish(user: int = ANNA, guild: int = GUILD) -> Wish:
    return Wish(guild=guild, user=user, game="bugs", places=(CHANNEL,))


async def test_a_host_has_few_tables(house: House) -> None:
    for channel in range(10, 13):
        await house.admission._brake(wish())
        await house.lobbies.open("bugs", GUILD, channel, ANNA, "Anna")
    await refused(house.admission.open(wish()), "staff.own", most=3, links="<#10> <#11> <#12>")
    await refused(house.admission.host(GUILD, ANNA), "staff.heir", most=3)
    await house.admission.host(GUILD, BEN)
    await house.admission.open(wish(BEN))
    await house.admission.open(wish(ANNA, GUILD + 1))
    await house.servers.settle(GUILD, Settings(own=4))
    await house.admission.open(wish())


async def test_of_these_few_are_played(house: House) -> None:
    rooms = [
        await house.lobbies.open("meistercoup", GUILD, channel, ANNA, "Anna")
        for channel in range(10, 13)
    ]
    for room in rooms[:2]:
        await house.admission.start(GUILD, ANNA)
        for name in ("Eins", "Zwei"):
            await house.add_computer(room, name)
        async with room.lock:
            await house.play.begin(room)
    doing, links = house.admission.start(GUILD, ANNA), "<#10> <#11>"
    await refused(doing, "staff.own_running", most=2, links=links)
    await house.servers.settle(GUILD, Settings(own_running=3))
    await house.admission.start(GUILD, ANNA)


async def test_who_opens_and_cancels_waits_longer_each_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, now, closed = [], time.time(), list[float]()
    monkeypatch.setattr(time, "time", lambda: now)
    for _ in range(9):
        waited = 0
        while True:
            try:
                await house.admission._brake(wish())
                break
            except Refusal as braked:
                since = [at for at in closed if at > now - admission.GIVEN_UP]
                pause = admission.BRAKE[min(len(since), len(admission.BRAKE) - 1)]
                until = f"<t:{int(closed[-1] + pause * 60) + 1}:R>"
                assert (braked.key, braked.values) == (
                    "staff.brake", {"n": len(since), "until": until}
                )  # fmt: skip
                waited, now = waited + 1, now + 60
        waits.append(waited)
        room = await house.lobbies.open("bugs", GUILD, CHANNEL, ANNA, "Anna")
        await house.change(room, lobby.cancel)
        closed.append(now)
    assert waits[:6] == [0, 0, 1, 2, 4, 8]
    await refused(house.admission.open(wish()), "staff.brake")
    await house.admission._brake(wish(BEN))
    await house.admission._brake(wish(ANNA, GUILD + 1))
    now += admission.GIVEN_UP
    await house.admission._brake(wish())
    now -= 24 * admission.GIVEN_UP  # the clock was ahead
    await house.admission._brake(wish())


async def test_of_many_who_sit_down_at_once_none_gets_past_the_door(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA)
    await close_door(house, room, private=True)
    tries = [sit(house, room, user) for user in range(500, 540)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert {r.key for r in results if isinstance(r, Refusal)} == {"manners.private"}
    assert people(room) == [ANNA]
