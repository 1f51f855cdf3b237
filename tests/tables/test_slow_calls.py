"""Calls at tables that go on for days: one a turn, one more at the end, none at night."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from storage.people import Habit
from storage.shards import Shards
from storage.store import Store
from tables import hours
from tables.calling import LATER
from tables.match.alarms import Need
from tables.match.plan import TURN
from tables.room import seats
from tables.room.room import Room
from tables.servers import House as Settings
from tables.staff.rank import Person, Rank
from tests.tables.clocked import ANNA, BEN, CEM, SLOW, begun
from tests.tables.house import GUILD, Everybody, House, Listener, opened, people_asked, running
from tests.tables.wall import Wall

HOUR = 3600.0
DAY_LONG = Settings(quiet_from=0, quiet_to=0)


def at(clock: str, zone: str = "UTC") -> float:
    return datetime.fromisoformat(clock).replace(tzinfo=ZoneInfo(zone)).timestamp()


@asynccontextmanager
async def slow(
    store: Store, wall: Wall, port: Listener, clock: str, *habits: Habit, **settings: Any
) -> AsyncIterator[tuple[House, Room, int]]:
    """Begin a slow table at this time of day; give it with the seat that is asked first."""
    wall.now = at(clock)
    for habit in habits:
        await store.habits.save(habit)
    async with opened(store, port) as house:
        await house.servers.settle(GUILD, Settings(**settings))
        room = await begun(house, "slow", ANNA, BEN, CEM)
        yield house, room, people_asked(room)[0]


def everybody(**changes: Any) -> list[Habit]:
    return [Habit(user, **changes) for user in (ANNA, BEN, CEM)]


async def times(house: House, wall: Wall, port: Listener, kind: str, seconds: float) -> list[float]:
    """Let time pass in steps of five minutes; return when somebody was told this."""
    found = []
    for _ in range(int(seconds / 300)):
        before = len(port.heard(kind))
        await wall.turn(house, 300)
        found += [wall.now] * (len(port.heard(kind)) - before)
    return found


async def test_one_call_when_it_becomes_ones_turn_and_one_more_at_the_end(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 15:00") as (house, room, seat):
        there, room.table = room.table, seats.away(room.table, seat, wall.now)
        await house.calling.call(room, Need("call", seat))
        room.table = there
        await wall.turn(house, TURN - 1)
        assert port.heard("call") == [], "a computer is not called"
        await wall.turn(house, 1)
        assert [s for s, _ in port.heard("call")] == [seat]
        await house.calling.call(room, Need("remind", seat))  # the time was put off meanwhile
        await wall.turn(house, 0.75 * SLOW - TURN - 1)
        assert port.heard("remind") == []
        await wall.turn(house, 1)
        assert [s for s, _ in port.heard("remind")] == [seat]


@pytest.mark.parametrize("how", ["paused", "another"])
async def test_who_is_asked_no_more_once_they_were_looked_for_is_not_called_but_whom_it_waits_for(
    store: Store, wall: Wall, port: Listener, how: str
) -> None:
    """Discord may let that wait for long."""
    dora = Habit(400, called=False)
    async with slow(store, wall, port, "2026-05-04 15:00", dora) as (house, room, seat):

        class Slow(Everybody):
            async def there(self, guild: int, user: int) -> bool:
                house.calling._members = Everybody()
                async with room.lock:
                    if how == "paused":
                        await house.play.pause(room, wall.now)
                    else:
                        await house.play.hand_over(room, seat)
                        await house.play.sit_down(room, seat, dora.user, "Dora")
                return True

        house.calling._members = Slow()
        await wall.turn(house, 2 * TURN)
        assert not port.heard("call")
        if how == "paused":
            async with room.lock:
                await house.play.resume(room, wall.now)
            await wall.turn(house, 2 * TURN)
            assert [s for s, _ in port.heard("call")] == [seat]


async def test_who_is_asked_later_is_reminded_too(store: Store, wall: Wall, port: Listener) -> None:
    async with slow(store, wall, port, "2026-05-04 15:00") as (house, room, seat):
        while running(room).to_act().get(seat, 0) == 0:
            await house.act(room, people_asked(room)[0])
        await wall.turn(house, 0.75 * SLOW)
        assert port.heard("remind") == [(seat, running(room).to_act()[seat])]


async def test_who_was_called_and_reminded_is_not_again_as_others_move(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 15:00") as (house, room, seat):
        asked: list[int] = []

        class Asked(Everybody):
            async def there(self, guild: int, user: int) -> bool:
                asked.append(user)
                return True

        house.calling._members = Asked()
        await wall.turn(house, 0.8 * SLOW)
        told = (port.heard("call"), port.heard("remind"))
        assert len(asked) == 2
        house._alarms.set(room.table.id, house.play._plan(room, room.running))
        await wall.turn(house, 2 * HOUR)
        assert len(asked) == 2 and told == (port.heard("call"), port.heard("remind"))
        assert room.called[room.person(seat) or 0] < wall.now - 2 * HOUR
        async with room.lock:
            await house.play.pause(room, wall.now)
            await house.play.resume(room, wall.now)
        await wall.turn(house, HOUR)
        assert port.heard("call") == told[0] * 2, "the call went with the clocks"


async def test_who_becomes_asked_at_night_is_called_in_the_morning(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 23:30") as (house, _, seat):
        called = await times(house, wall, port, "call", 9 * HOUR)
        assert called == [at("2026-05-05 08:00")]
        assert [s for s, _ in port.heard("call")] == [seat] * len(port.heard("call"))


@pytest.mark.parametrize(
    ("habit", "then"),
    [
        (Habit(0, called=False), Habit(0, called=True)),
        (Habit(0, roundup=9), Habit(0)),
        (Habit(0, "UTC", 10, 23), Habit(0, "UTC", 0, 0)),
    ],
)
async def test_who_wants_to_be_called_from_now_on_is_called_where_a_table_waits(
    store: Store, wall: Wall, port: Listener, habit: Habit, then: Habit
) -> None:
    habits = [replace(habit, user=user) for user in (ANNA, BEN, CEM)]
    async with slow(store, wall, port, "2026-05-04 12:00", *habits) as (house, room, seat):
        await wall.turn(house, HOUR)
        assert port.heard("call") == []
        user = room.person(seat) or 0
        await store.habits.save(
            replace(then, user=user), "called", "roundup", "quiet_from", "quiet_to"
        )
        await house.call_anew(user)
        await wall.turn(house, 1)
        assert [s for s, _ in port.heard("call")] == [seat]


async def test_what_is_settled_in_another_process_is_found_within_the_hour(
    store: Store, wall: Wall, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store._database, "shards", Shards(2, ((GUILD >> 22) % 2,)))
    habits = everybody(roundup=9)
    async with slow(store, wall, port, "2026-05-04 12:00", *habits) as (house, room, seat):
        await wall.turn(house, HOUR)
        assert port.heard("call") == []
        await store.habits.stop_roundup(room.person(seat) or 0)
        await wall.turn(house, LATER)
        assert [s for s, _ in port.heard("call")] == [seat]


async def test_who_is_left_in_peace_less_long_by_the_server_is_called_sooner(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 23:00") as (house, *_):
        await wall.turn(house, HOUR)
        boss = Person(900, "Boss", Rank.OWNER)
        await house.staff.settle(GUILD, boss, {"quiet_to": 3})
        assert await times(house, wall, port, "call", 9 * HOUR) == [at("2026-05-05 03:00")]


async def test_who_has_said_no_time_zone_lives_in_the_server_s(
    store: Store, wall: Wall, port: Listener
) -> None:
    habits = [Habit(CEM, zone="UTC")]
    async with slow(store, wall, port, "2026-05-04 15:00", *habits, zone="Asia/Tokyo") as (
        house,
        room,
        _,
    ):
        awake = [house.habits.awake(room.table, h, wall.now) for h in (Habit(ANNA), *habits)]
        assert awake == [at("2026-05-05 08:00", "Asia/Tokyo"), wall.now]


@pytest.mark.parametrize(
    ("habit", "morning"),
    [
        ({"zone": "America/New_York"}, "2026-05-05 12:00"),
        ({"quiet_from": 20, "quiet_to": 10}, "2026-05-05 10:00"),
        ({"quiet_from": 4, "quiet_to": 4}, "2026-05-05 02:05"),
    ],
)
async def test_quiet_hours_are_a_person_s_own(
    store: Store, wall: Wall, port: Listener, habit: dict[str, object], morning: str
) -> None:
    begin = "2026-05-05 02:00"  # ten in the evening in New York
    async with slow(store, wall, port, begin, *everybody(**habit)) as (house, *_):
        assert (await times(house, wall, port, "call", 11 * HOUR))[:1] == [at(morning)]


async def test_nobody_is_reminded_at_night(store: Store, wall: Wall, port: Listener) -> None:
    # A quarter is left at three; the morning is early enough.
    async with slow(store, wall, port, "2026-05-04 09:00") as (house, *_):
        assert await times(house, wall, port, "remind", 23.5 * HOUR) == [at("2026-05-05 08:00")]
        assert len(port.heard("remind")) == 1


async def test_who_sleeps_until_the_time_is_up_is_not_reminded(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 07:00", quiet_to=9) as (house, *_):
        await wall.turn(house, SLOW - 1)
        assert port.heard("remind") == [] and len(port.heard("call")) == 1


async def test_who_wants_no_calls_is_not_called_live_or_slow(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 09:00", *everybody(called=False)) as (house, *_):
        await wall.turn(house, 0.9 * SLOW)
        await house.lobbies.open("bugs", GUILD, 77, ANNA, "Anna")
        assert port.heard("call") == port.heard("remind") == []


async def test_who_plays_live_is_called_at_night_too(
    house: House, wall: Wall, port: Listener
) -> None:
    wall.now = at("2026-05-04 23:30")
    await begun(house, "live", ANNA, BEN, CEM)
    await wall.turn(house, 60)
    assert len(port.heard("call")) == 1


async def test_a_restart_at_night_calls_nobody(store: Store, wall: Wall, port: Listener) -> None:
    async with slow(store, wall, port, "2026-05-04 23:30") as (house, *_):
        await wall.turn(house, 600)
        assert port.heard("call") == []
    async with opened(store, port) as house:
        assert await times(house, wall, port, "call", 9 * HOUR) == [at("2026-05-05 08:00")]


@pytest.mark.parametrize(
    ("zone", "now", "begin", "end", "awake"),
    [
        ("UTC", "2026-05-04 21:59", 22, 8, "2026-05-04 21:59"),
        ("UTC", "2026-05-04 22:00", 22, 8, "2026-05-05 08:00"),
        ("UTC", "2026-05-05 07:59", 22, 8, "2026-05-05 08:00"),
        ("UTC", "2026-05-05 08:00", 22, 8, "2026-05-05 08:00"),
        ("UTC", "2026-05-05 13:30", 13, 15, "2026-05-05 15:00"),
        ("UTC", "2026-05-05 13:30", 0, 0, "2026-05-05 13:30"),
        ("Europe/Berlin", "2026-03-28 23:00", 22, 8, "2026-03-29 08:00"),
        ("Europe/Berlin", "2026-10-24 23:00", 22, 8, "2026-10-25 08:00"),
    ],
)
def test_quiet_hours_end_on_the_wall(zone: str, now: str, begin: int, end: int, awake: str) -> None:
    assert hours.awake(at(now, zone), zone, begin, end) == at(awake, zone)
