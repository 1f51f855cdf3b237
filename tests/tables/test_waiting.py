"""Who watches a game and wants to sit in the next one sits there when it is opened, if they may."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from storage.errors import StoreError
from storage.people import Ban
from storage.sql import Statement
from tables.lobby import lobbies
from tables.room.room import Room
from tests.tables.house import House, refused

ANNA, BEN, CEM, DORA, EMIL, FRED, GITA = range(100, 800, 100)


async def wait(house: House, room: Room, *users: int) -> None:
    for user in users:
        await house.lobbies.wait(room, user, f"Person {user}", True)


async def again(house: House, room: Room, user: int) -> Room:
    """End a game, and let somebody open the next."""
    if room.table.status == "running":
        async with room.lock:
            await house.play.abort(room, "note.idle")
    _, fresh = await house.lobbies.reopen(room.table, user, f"Person {user}")
    return fresh


def people(room: Room) -> list[int | None]:
    return [player.user for player in room.table.players]


async def test_who_waits_sits_at_the_next_table_once(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, computers=1)
    await wait(house, room, DORA, CEM, EMIL, DORA)
    await house.lobbies.wait(room, EMIL, "Emil", False)
    fresh = await again(house, room, BEN)
    assert people(fresh) == [BEN, DORA, CEM, None] and fresh.table.host == BEN
    assert [player.name for player in fresh.table.players][1] == f"Person {DORA}"
    assert len({player.cut for player in fresh.table.players[:3]}) == 3, "each cuts for themselves"
    async with fresh.lock:
        await house.play.abort(fresh, "note.idle")
    assert people(await again(house, room, BEN)) == [BEN, None], "nobody waits twice"


async def test_who_waits_thinks_better_of_it_after_the_game_too_until_the_next_is_opened(
    house: House,
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, computers=1)
    await wait(house, room, CEM, DORA)
    async with room.lock:
        await house.play.abort(room, "note.idle")
    await house.lobbies.wait(room, CEM, "Cem", False)
    assert people(await again(house, room, ANNA))[:2] == [ANNA, DORA]
    for user in (CEM, DORA):
        await refused(house.lobbies.wait(room, user, "", False), "company.next.over")


async def test_computers_make_way(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=5)
    await wait(house, room, BEN, CEM)
    fresh = await again(house, room, ANNA)
    assert people(fresh) == [ANNA, BEN, CEM, None, None, None]


async def test_there_are_no_more_seats_than_there_are(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=5)
    await wait(house, room, BEN, CEM, DORA, EMIL, FRED, GITA)
    assert people(await again(house, room, ANNA)) == [ANNA, BEN, CEM, DORA, EMIL, FRED]


async def test_who_finds_no_seat_waits_for_the_game_after_it(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=5)
    await wait(house, room, BEN, CEM, DORA, EMIL, FRED, GITA)
    fresh = await again(house, room, ANNA)
    async with fresh.lock:
        await house.play.begin(fresh)
    assert people(await again(house, fresh, ANNA)) == [ANNA, GITA]


async def test_who_waits_on_thinks_better_of_it_where_they_were_told_so(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=5)
    await wait(house, room, BEN, CEM, DORA, EMIL, FRED, GITA)
    fresh = await again(house, room, ANNA)
    await house.lobbies.wait(room, GITA, "", False)
    async with fresh.lock:
        await house.play.begin(fresh)
    assert people(await again(house, fresh, ANNA)) == [ANNA]


async def anew(house: House, room: Room, user: int, **changes: Any) -> Room:
    """End a game, and let somebody open a table by themselves."""
    if room.table.status == "running":
        async with room.lock:
            await house.play.abort(room, "note.idle")
    table = replace(room.table, **changes)
    return await house.lobbies.open(
        table.game, table.guild, table.channel, user, f"Person {user}", follows=True
    )


async def test_a_new_table_in_the_channel_is_the_next_game_too(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=3)
    await wait(house, room, BEN, CEM)
    await house.store.manners.block(CEM, [DORA], 1.0)
    fresh = await anew(house, room, DORA)
    assert people(fresh) == [DORA, BEN], "no computers, and nobody who may not sit there"
    async with fresh.lock:
        await house.play.abort(fresh, "note.idle")
    assert people(await anew(house, fresh, CEM)) == [CEM], "who waits for it opens it, once"


@pytest.mark.parametrize("changes", [{"channel": 77}, {"game": "bugs"}])
async def test_another_game_or_channel_is_not_the_next_one(
    house: House, changes: dict[str, Any]
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await wait(house, room, DORA)
    other = await anew(house, room, ANNA, **changes)
    assert people(other) == [ANNA]
    async with other.lock:
        await house.play.abort(other, "note.idle")
    assert people(await anew(house, room, ANNA)) == [ANNA, DORA]


async def test_a_table_that_is_opened_long_after_is_not_the_next_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await wait(house, room, DORA)
    async with room.lock:
        await house.play.abort(room, "note.idle")
    later = time.time() + lobbies.NEXT
    monkeypatch.setattr(time, "time", lambda: later + 1)
    assert people(await anew(house, room, ANNA)) == [ANNA]


async def test_who_is_invited_to_a_private_table_may_wait_for_its_next_game(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    await house.change(room, lambda table: replace(table, private=True))
    await house.lobbies.invite(room, ANNA, [DORA, EMIL, FRED, GITA])
    async with room.lock:
        await house.play.begin(room)
    await wait(house, room, DORA, EMIL)
    await house.store.staff.ban(Ban(1, EMIL, None, "", 1, time.time()))
    fresh = await again(house, room, BEN)
    assert people(fresh) == [BEN, DORA]
    assert sorted(await house.lobbies.invited(fresh)) == [ANNA, BEN, CEM, DORA, EMIL]
    await refused(house.lobbies.sit_down(fresh, FRED, "Fred"), "manners.private")
    await house.store.staff.unban(1, EMIL)
    await house.lobbies.sit_down(fresh, EMIL, "Emil")


async def test_the_next_lobby_is_stored_with_all_that_it_takes_over(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, computers=4)
    await house.change(room, lambda table: replace(table, private=True))
    await house.lobbies.invite(room, ANNA, [CEM, DORA, EMIL, FRED, GITA])
    async with room.lock:
        await house.play.begin(room)
    await wait(house, room, CEM, DORA, EMIL, FRED, GITA)
    write = house.store.tables._write
    writes: list[tuple[Statement, ...]] = []

    async def once(*statements: Statement) -> None:
        if writes:
            raise StoreError("The bot has died.")
        writes.append(statements)
        await write(*statements)

    async with room.lock:
        await house.play.abort(room, "note.idle")
    for part in (house.store.tables, house.store.manners, house.store.company):
        monkeypatch.setattr(part, "_write", once)
    fresh = await again(house, room, BEN)
    assert people(fresh) == [BEN, CEM, DORA, EMIL, FRED, GITA]
    assert sorted(await house.lobbies.invited(fresh)) == [ANNA, BEN, CEM, DORA, EMIL, FRED, GITA]
    assert await house.store.company.waiting(room.table.id) == []


async def test_who_opens_the_next_game_sits_there_once(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await wait(house, room, DORA, EMIL)
    assert people(await again(house, room, EMIL)) == [EMIL, DORA]


async def test_only_who_could_sit_down_waits_and_then_sits(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await refused(wait(house, room, ANNA), "error.seated")
    await house.store.manners.block(BEN, [DORA], 1.0)
    await refused(wait(house, room, DORA), "manners.not_here")
    await wait(house, room, EMIL, FRED, GITA)
    await house.store.staff.ban(Ban(1, EMIL, None, "", 1, time.time()))
    await house.store.manners.block(FRED, [BEN], 1.0)
    assert people(await again(house, room, BEN)) == [BEN, GITA]


async def test_nobody_waits_at_a_private_table_or_one_that_is_not_played_at(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    await refused(wait(house, room, DORA), "error.not_begun")
    await house.change(room, lambda table: replace(table, private=True))
    async with room.lock:
        await house.play.begin(room)
    await refused(wait(house, room, DORA), "manners.private")
    async with room.lock:
        await house.play.abort(room, "note.idle")
    await refused(wait(house, room, DORA), "error.ended")


async def test_who_is_forgotten_waits_no_more(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await wait(house, room, DORA)
    await house.forgetting.forget(DORA)
    assert people(await again(house, room, ANNA)) == [ANNA]
