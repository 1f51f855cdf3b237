"""One message a day of all games over days that wait for somebody: when, of what, for whom."""

from __future__ import annotations

import pytest

from storage.errors import Damaged
from storage.people import Habit
from storage.records import Table
from storage.store import Store
from tables.roundups import APART
from tables.servers import DAY
from tests.tables.clocked import ANNA, BEN, CEM, SLOW
from tests.tables.house import GUILD, House, Listener, people_asked
from tests.tables.test_slow_calls import HOUR, at, everybody, slow
from tests.tables.wall import Wall

PEOPLE = (ANNA, BEN, CEM)


async def due(house: House, wall: Wall) -> list[int]:
    return [habit.user for habit in await house.roundups.due(wall.now)]


async def test_a_person_is_told_at_their_hour_once_a_day(
    house: House, store: Store, wall: Wall
) -> None:
    await store.habits.save(Habit(ANNA, "Asia/Tokyo", roundup=20))
    await store.habits.save(Habit(BEN, "Asia/Tokyo"))
    wall.now = at("2026-05-04 19:59", "Asia/Tokyo")
    assert await due(house, wall) == []
    wall.now += 60
    assert await due(house, wall) == [ANNA]
    await store.habits.rounded_up(ANNA, wall.now)
    for hours in (0, 2, 19):
        wall.now = at("2026-05-04 20:00", "Asia/Tokyo") + hours * HOUR
        assert await due(house, wall) == []
    wall.now = at("2026-05-05 22:59", "Asia/Tokyo")
    assert await due(house, wall) == [ANNA], "as after a start"
    wall.now += 60
    assert await due(house, wall) == []
    await store.habits.stop_roundup(ANNA)
    wall.now += 21 * HOUR
    assert await due(house, wall) == [] and APART < 23 * HOUR


async def test_who_was_told_while_the_clock_was_ahead_is_told_again(
    house: House, store: Store, wall: Wall
) -> None:
    wall.now = at("2026-05-04 12:00")
    table = await house.waiting(50, *PEOPLE, until=ANNA)
    seat = table.seat_of(ANNA)
    assert seat is not None
    habit = Habit(ANNA, "UTC", roundup=10)
    await store.habits.save(habit)
    wall.now = at("2026-05-04 13:10")
    for days, tells in ((0, True), (400, False)):
        await store.habits.rounded_up(ANNA, wall.now + days * DAY)
        assert await house.roundups.tells(table, seat, habit, wall.now) is tells
    wall.now = at("2026-05-05 10:00")
    assert await due(house, wall) == [ANNA]
    await store.habits.rounded_up(ANNA, wall.now)
    assert await due(house, wall) == []


async def test_all_tables_are_named_that_wait_whichever_process_has_them(
    house: House, wall: Wall
) -> None:
    wall.now = at("2026-05-04 12:00")
    first = await house.waiting(50, *PEOPLE, until=ANNA)
    wall.now += HOUR
    second = await house.waiting(60, *PEOPLE, until=ANNA, guild=GUILD + 1)
    await house.waiting(70, *PEOPLE, until=BEN)
    live = await house.lobby("meistercoup", *PEOPLE, channel=80)
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


async def test_whose_seat_a_computer_has_taken_is_told_so_once(
    house: House, store: Store, wall: Wall
) -> None:
    wall.now = at("2026-05-04 12:00")
    for user in (ANNA, BEN):
        await store.habits.save(Habit(user, "UTC", roundup=20))
    room = await house.waiting(50, *PEOPLE, until=ANNA)
    anna, ben = (room.seat_of(user) or 0 for user in (ANNA, BEN))

    async def told(user: int) -> list[tuple[str, bool]]:
        return [(w.table.id, w.taken) for w in await house.roundups.of(user, wall.now)]

    while not room.table.players[anna].away:
        assert (room.table.id, True) not in await told(ANNA)
        others = [seat for seat in people_asked(room) if seat != anna]
        await (house.act(room, others[0]) if others else wall.turn(house, SLOW + 1))
    assert await told(ANNA) == [(room.table.id, True)]
    other = await house.waiting(60, *PEOPLE, until=ANNA)
    assert await told(ANNA) == [(other.table.id, False), (room.table.id, True)]
    async with room.lock:
        await house.play.leave(room, ben)
    assert (room.table.id, True) not in await told(BEN), "who leaves knows it"
    house.rooms.forget(room.table.id)
    assert (await told(ANNA))[-1] == (room.table.id, True)
    await store.habits.rounded_up(ANNA, wall.now)
    assert await told(ANNA) == [(other.table.id, False)]


async def test_a_damaged_table_holds_up_no_other(
    house: House, store: Store, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = await house.waiting(50, *PEOPLE, until=ANNA)
    whole = await house.waiting(60, *PEOPLE, until=ANNA)
    house.rooms.forget(damaged.table.id)
    found = store.tables.get

    async def get(table: str) -> Table | None:
        if table == damaged.table.id:
            raise Damaged("its row")
        return await found(table)

    monkeypatch.setattr(store.tables, "get", get)
    waiting = await house.roundups.of(ANNA, wall.now)
    assert [w.table.id for w in waiting] == [whole.table.id]


async def test_who_is_told_once_a_day_is_called_to_no_slow_table(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 09:00", *everybody(roundup=20)) as (house, *_):
        await wall.turn(house, 0.9 * SLOW)
        assert port.heard("call") == port.heard("remind") == []


@pytest.mark.parametrize(
    ("begins", "hour", "sweeps", "away", "reminded"),
    [
        ("09:00", 6, True, "", False),
        ("08:55", 6, True, "", True),
        ("12:00", 13, True, "", False),
        ("12:00", 12, True, "", False),
        ("12:10", 12, False, "", True),
        ("12:00", 14, False, "", True),
        ("12:00", 6, False, "", False),
        ("12:00", 4, False, "", False),
        ("12:00", 3, False, "", True),
        ("12:00", 13, True, "4.5.", False),
        ("12:00", 23, True, "4.5.", True),
        ("12:00", 13, True, "4.6.", False),
    ],
)
async def test_who_would_be_told_too_late_is_reminded(
    store: Store,
    wall: Wall,
    port: Listener,
    begins: str,
    hour: int,
    sweeps: bool,
    away: str,
    reminded: bool,
) -> None:
    habits, quiet = everybody(zone="UTC", roundup=hour), {"quiet_from": 0, "quiet_to": 0}
    async with slow(store, wall, port, f"2026-05-04 {begins}", *habits, **quiet) as table:
        house, room, seat = table
        for user in () if sweeps else PEOPLE:
            await store.habits.rounded_up(user, wall.now - 5 * HOUR)
        if away:
            await house.vacations.take(room.person(seat) or 0, away, away, "UTC")
        while not await house.log(room):
            await wall.turn(house, 300)
            for user in await due(house, wall) if sweeps else ():
                await store.habits.rounded_up(user, wall.now)
        assert [s for s, _ in port.heard("remind")] == [seat] * reminded
        assert port.heard("call") == []
