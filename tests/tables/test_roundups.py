"""One message a day of all games over days that wait for somebody: when, of what, for whom."""

from __future__ import annotations

from storage.people import Habit
from storage.store import Store
from tables.lobby import lobby
from tables.room.room import Room
from tables.roundups import APART
from tests.tables.house import GUILD, House, Listener, people_asked
from tests.tables.test_clocks import ANNA, BEN, CEM, SLOW, bot
from tests.tables.test_slow_calls import HOUR, at, everybody, slow
from tests.tables.wall import Wall


async def due(house: House, wall: Wall) -> list[int]:
    return [habit.user for habit in await house.roundups.due(wall.now)]


async def table(house: House, channel: int, guild: int, user: int) -> Room:
    """Begin a game over days, and let the others act until it waits for this person."""
    room = await house.lobbies.open("meistercoup", guild, channel, ANNA, "Anna")
    for other in (BEN, CEM):
        await house.join(room, other)
    rules = house.games["meistercoup"]
    await house.change(room, lambda t: lobby.set_option(t, rules, "clock", "slow"))
    async with room.lock:
        await house.play.begin(room)
    while people_asked(room) != [room.seat_of(user)]:
        await house.act(room, people_asked(room)[0])
    return room


async def test_a_person_is_told_at_their_hour_once_a_day(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with bot(store, wall, port) as house:
        await store.alerts.keep(Habit(ANNA, "Asia/Tokyo", roundup=20))
        await store.alerts.keep(Habit(BEN, "Asia/Tokyo"))
        wall.now = at("2026-05-04 19:59", "Asia/Tokyo")
        assert await due(house, wall) == []
        wall.now += 60
        assert await due(house, wall) == [ANNA]
        await store.alerts.rounded_up(ANNA, wall.now)
        for hours in (0, 2, 19):
            wall.now = at("2026-05-04 20:00", "Asia/Tokyo") + hours * HOUR
            assert await due(house, wall) == []
        wall.now = at("2026-05-05 22:59", "Asia/Tokyo")
        assert await due(house, wall) == [ANNA], "as after a start"
        wall.now += 60
        assert await due(house, wall) == []
        await store.alerts.stop_roundup(ANNA)
        wall.now += 21 * HOUR
        assert await due(house, wall) == [] and APART < 23 * HOUR


async def test_all_tables_are_named_that_wait_whichever_process_has_them(
    store: Store, wall: Wall, port: Listener
) -> None:
    wall.now = at("2026-05-04 12:00")
    async with bot(store, wall, port) as house:
        first = await table(house, 50, GUILD, ANNA)
        wall.now += HOUR
        second = await table(house, 60, GUILD + 1, ANNA)
        await table(house, 70, GUILD, BEN)
        live = await house.lobbies.open("meistercoup", GUILD, 80, ANNA, "Anna")
        for user in (BEN, CEM):
            await house.join(live, user)
        async with live.lock:
            await house.play.begin(live)
        house.rooms.forget(second.table.id)
        waiting = await house.roundups.of(ANNA, wall.now)
        assert [(w.table.id, w.until) for w in waiting] == [
            (first.table.id, wall.now - HOUR + SLOW),
            (second.table.id, wall.now + SLOW),
        ]
        assert house.rooms.known(second.table.id) is None, "it may be another's"
        while people_asked(first) == [first.seat_of(ANNA)]:
            await house.act(first, people_asked(first)[0])
        assert [w.table.id for w in await house.roundups.of(ANNA, wall.now)] == [second.table.id]
        await house.vacations.take(ANNA, "4.5.", "5.5.", "UTC")
        assert await house.roundups.of(ANNA, wall.now) == []


async def test_who_is_told_once_a_day_is_called_to_no_slow_table(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 09:00", *everybody(roundup=20)) as (house, *_):
        await wall.turn(house, 0.9 * SLOW)
        assert port.heard("call") == port.heard("remind") == []
