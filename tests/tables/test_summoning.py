"""Calling a role to a lobby: by its host alone, once, seldom on a server, and not at once."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from storage.errors import Unsure
from storage.people import Ban
from storage.records import Summons
from tables.lobby import summoning
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settings
from tests.tables.house import CHANNEL, GUILD, House, Listener, refused
from tests.tables.wall import Wall

ANNA, BEN, CEM, ROLE = 100, 200, 300, 4242
NAMED = Settings(called=ROLE, call_minutes=5)


async def lobby(house: House, wall: Wall, *users: int, settings: Settings = NAMED) -> Room:
    """Open a lobby that has waited for long enough, on a server that has named a role."""
    await house.servers.settle(GUILD, settings)
    room = await house.lobby("meistercoup", *users)
    wall.now += 5 * 60
    return room


async def uncalled(house: House, room: Room, user: int, key: str, **values: object) -> None:
    for attempt in (house.summoning.check, house.summoning.call):
        await refused(attempt(room, user), key, **values)


def after(at: float) -> str:
    """Return the first moment at which it is allowed, as Discord counts down to it."""
    return f"<t:{int(at) + 1}:R>"


async def test_the_host_calls_once(house: House, port: Listener, wall: Wall) -> None:
    room = await lobby(house, wall, ANNA, BEN)
    await uncalled(house, room, BEN, "error.host_only")
    await uncalled(house, room, CEM, "error.host_only")
    assert await house.summoning.check(room, ANNA) == ROLE
    assert port.heard("summon") == []
    await house.summoning.call(room, ANNA)
    assert port.heard("summon") == [(room.table.id,)]
    stored = await house.store.company.summons(room.table.id)
    assert stored is not None and (stored.role, stored.message, stored.over) == (ROLE, None, False)
    await uncalled(house, room, ANNA, "company.once")
    wall.now += summoning.APART + 1
    await uncalled(house, room, ANNA, "company.once")


async def test_a_table_waits_a_little_before_it_calls(
    house: House, port: Listener, wall: Wall
) -> None:
    await house.servers.settle(GUILD, NAMED)
    room = await house.lobby("meistercoup", ANNA)
    wall.now += 5 * 60 - 1
    await uncalled(house, room, ANNA, "company.early", when=after(wall.now + 1))
    wall.now += 1
    await house.summoning.call(room, ANNA)
    assert port.heard("summon") == [(room.table.id,)]


async def test_a_call_of_a_clock_that_was_ahead_holds_up_none(
    house: House, port: Listener, wall: Wall
) -> None:
    room = await lobby(house, wall, ANNA)
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, BEN, "Ben")
    wall.now += 24 * 3600
    await house.summoning.call(other, BEN)
    wall.now -= 24 * 3600
    await house.summoning.call(room, ANNA)
    assert port.heard("summon") == [(other.table.id,), (room.table.id,)]


async def test_a_server_hears_one_call_an_hour(house: House, port: Listener, wall: Wall) -> None:
    room = await lobby(house, wall, ANNA)
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, BEN, "Ben")
    await house.servers.settle(GUILD + 1, NAMED)
    elsewhere = await house.lobbies.open("bugs", GUILD + 1, CHANNEL + 2, CEM, "Cem")
    wall.now += 5 * 60
    await house.summoning.call(room, ANNA)
    later = after(wall.now + summoning.APART)
    await uncalled(house, other, BEN, "company.early", when=later)
    await house.summoning.call(elsewhere, CEM)
    wall.now += summoning.APART - 1
    await uncalled(house, other, BEN, "company.early")
    wall.now += 1
    await house.summoning.call(other, BEN)
    assert port.heard("summon") == [(each.table.id,) for each in (room, elsewhere, other)]


async def test_of_two_hosts_who_call_at_once_one_does(house: House, wall: Wall) -> None:
    room = await lobby(house, wall, ANNA)
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, BEN, "Ben")
    wall.now += 5 * 60
    tries = (house.summoning.call(room, ANNA), house.summoning.call(other, BEN))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert [r for r in results if r is None] == [None]
    [other_is_told] = [r.key for r in results if isinstance(r, Refusal)]
    assert other_is_told in ("error.try_again", "company.early"), "before or after it is stored"


@pytest.mark.parametrize("stored", [True, False])
async def test_a_call_that_is_stored_is_sent_though_the_store_could_not_say_so(
    house: House, port: Listener, wall: Wall, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    room, summon = await lobby(house, wall, ANNA), house.store.company.summon

    async def breaks_off(summons: Summons, since: float) -> None:
        if stored:
            await summon(summons, since)
        raise Unsure

    monkeypatch.setattr(house.store.company, "summon", breaks_off)
    if stored:
        await house.summoning.call(room, ANNA)
    else:
        with pytest.raises(Unsure):
            await house.summoning.call(room, ANNA)
    assert port.heard("summon") == [(room.table.id,)] * stored


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(called=ROLE, quiet=True)], ids=["none named", "quiet"]
)
async def test_nobody_is_called_where_staff_wants_none(
    house: House, wall: Wall, settings: Settings
) -> None:
    room = await lobby(house, wall, ANNA, settings=settings)
    await uncalled(house, room, ANNA, "company.none")


async def test_nobody_is_called_to_where_nobody_may_sit_down(house: House, wall: Wall) -> None:
    room = await lobby(house, wall, ANNA)
    await house.change(room, lambda table: replace(table, private=True))
    await uncalled(house, room, ANNA, "company.nobody_missing")
    await house.change(room, lambda table: replace(table, private=False))
    for name in "abcde":
        await house.add_computer(room, name)
    await uncalled(house, room, ANNA, "company.nobody_missing")
    async with room.lock:
        await house.play.begin(room)
    await uncalled(house, room, ANNA, "error.running")


async def test_who_is_banned_calls_nobody(house: House, wall: Wall) -> None:
    room = await lobby(house, wall, ANNA)
    await house.store.staff.ban(Ban(GUILD, ANNA, None, "", 1, time.time()))
    await uncalled(house, room, ANNA, "staff.banned")
