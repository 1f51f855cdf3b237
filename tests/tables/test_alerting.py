"""Whom a lobby is told of: those who want it, at their hours, who may sit there, and not often."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from storage.people import Alert, Ban, Habit
from tables import hours
from tables.lobby import alerting
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import DAY
from tables.servers import House as Settings
from tests.tables.house import CHANNEL, GUILD, House
from tests.tables.wall import Wall

ANNA, BEN, CEM, DORA = 100, 200, 300, 400
ALWAYS = tuple(hours.PARTS)


def wants(user: int, **changes: Any) -> Alert:
    alert = Alert(GUILD, user, ("meistercoup",), ALWAYS, 5, "de")
    return replace(alert, **changes)


async def save(house: House, *alerts: Alert) -> None:
    for alert in alerts:
        await house.store.alerts.save(alert)


async def due(house: House, room: Room) -> list[int]:
    return list(await house.alerting.due(room.table))


async def told(house: House, room: Room) -> list[int]:
    """Tell whoever is to be told; return whom."""
    users = await due(house, room)
    await house.store.alerts.tell(room.table.id, GUILD, users, time.time())
    return users


async def test_who_wants_to_know_of_a_game_is_told_once(house: House) -> None:
    await save(
        house,
        wants(BEN),
        wants(CEM, games=("bugs",)),
        wants(DORA, guild=GUILD + 1),
        wants(500, shut=True),
        wants(600, games=()),
    )
    room = await house.lobby("meistercoup", ANNA)
    assert await told(house, room) == [BEN]
    assert await due(house, room) == []


async def test_nobody_is_told_of_a_table_they_open_or_cannot_sit_at(house: House) -> None:
    await save(house, *(wants(user) for user in (ANNA, BEN, CEM, DORA, 500)))
    room = await house.lobby("meistercoup", ANNA)
    await house.store.staff.ban(Ban(GUILD, BEN, None, "", 1, 1.0))
    await house.store.manners.block(CEM, [ANNA], 1.0)
    await house.store.manners.block(ANNA, [DORA], 1.0)
    assert await due(house, room) == [500]
    await house.store.manners.send_away(room.table.id, 500)
    assert await due(house, room) == []


async def test_of_what_is_no_open_lobby_nobody_is_told(house: House, wall: Wall) -> None:
    await save(house, wants(BEN))
    room = await house.lobby("meistercoup", ANNA, computers=2)
    await house.change(room, lambda table: replace(table, private=True))
    assert await due(house, room) == []
    await house.change(room, lambda table: replace(table, private=False))
    assert await due(house, room) == [BEN]
    wall.now = room.table.created + alerting.FRESH
    assert await due(house, room) == [BEN]
    wall.now += 1
    assert await due(house, room) == [], "it was opened long ago"
    wall.now -= alerting.FRESH + 1
    for name in "abc":
        await house.add_computer(room, name)
    assert await due(house, room) == [], "there is no seat"
    async with room.lock:
        await house.play.abort(room, "note.idle")
    assert await due(house, room) == []


async def test_nobody_is_told_more_often_than_they_want(house: House, wall: Wall) -> None:
    await save(house, wants(BEN, most=2), wants(CEM, most=5))
    heard = []
    for number in range(6):
        room = await house.lobbies.open("meistercoup", GUILD, 50 + number, ANNA, "Anna")
        heard.append(await told(house, room))
        wall.now += 1900
    assert heard == [[BEN, CEM], [], [BEN, CEM], [], [CEM], []]
    wall.now += 24 * 3600
    room = await house.lobbies.open("meistercoup", GUILD, 70, ANNA, "Anna")
    assert await told(house, room) == [BEN, CEM]


async def test_what_was_told_while_the_clock_was_ahead_does_not_count(
    house: House, wall: Wall
) -> None:
    await save(house, wants(BEN))
    wall.now += 400 * DAY
    assert await told(house, await house.lobby("meistercoup", ANNA)) == [BEN]
    wall.now -= 400 * DAY
    room = await house.lobbies.open("meistercoup", GUILD, 50, CEM, "Cem")
    assert await told(house, room) == [BEN]


async def test_an_hour_counts_on_all_servers(house: House, wall: Wall) -> None:
    await save(house, wants(BEN), wants(BEN, guild=GUILD + 1))
    assert await told(house, await house.lobby("meistercoup", ANNA)) == [BEN]
    room = await house.lobbies.open("meistercoup", GUILD + 1, CHANNEL + 1, CEM, "Cem")
    assert await due(house, room) == []


async def test_one_lobby_is_told_to_so_many_people_in_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alerting, "AT_ONCE", 2)
    await save(house, *(wants(user) for user in (BEN, CEM, DORA)))
    room = await house.lobby("meistercoup", ANNA)
    await house.store.alerts.tell(room.table.id, GUILD, [CEM], time.time())
    assert await told(house, room) == [BEN]
    assert await told(house, room) == []


async def test_many_people_are_looked_at_in_few_reads(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save(house, *(wants(user) for user in range(1000, 1020)))
    room = await house.lobby("meistercoup", ANNA)
    queries: list[str] = []
    store = house.store
    for part in (store.alerts, store.habits, store.staff, store.manners):
        read = part._read

        async def counted(query: str, *values: Any, read: Any = read) -> Any:
            queries.append(query)
            return await read(query, *values)

        monkeypatch.setattr(part, "_read", counted)
    assert len(await due(house, room)) == 20
    assert len(queries) < 10


async def test_of_many_those_first_who_were_told_longest_ago(house: House, wall: Wall) -> None:
    people = range(1000, 1000 + alerting.AT_ONCE + 5)
    await save(house, *(wants(user) for user in people))
    first = await told(house, await house.lobby("meistercoup", ANNA))
    assert first == list(people[: alerting.AT_ONCE])
    wall.now += alerting.APART
    room = await house.lobbies.open("meistercoup", GUILD, CHANNEL + 1, ANNA, "Anna")
    assert (await told(house, room))[:5] == list(people[alerting.AT_ONCE :])


@pytest.mark.parametrize(
    ("zone", "clock", "part"),
    [
        ("Europe/Berlin", "2026-01-10 17:59", "afternoon"),
        ("Europe/Berlin", "2026-01-10 18:00", "evening"),
        ("Europe/Berlin", "2026-03-29 22:59", "evening"),
        ("Europe/Berlin", "2026-03-29 23:00", "night"),
        ("America/New_York", "2026-07-01 05:59", "night"),
        ("America/New_York", "2026-07-01 06:00", "morning"),
        ("Asia/Kathmandu", "2026-07-01 12:00", "afternoon"),
        ("Nowhere/Atall", "2026-07-01 12:00", None),
    ],
)
async def test_a_day_is_that_of_the_person(
    house: House, wall: Wall, zone: str, clock: str, part: str | None
) -> None:
    known = ZoneInfo(zone) if part else ZoneInfo("UTC")
    wall.now = datetime.fromisoformat(clock).replace(tzinfo=known).timestamp()
    found = part or "afternoon"
    assert hours.part_of(wall.now, zone) == found
    await house.store.habits.save(Habit(BEN, zone))
    await save(house, wants(BEN, parts=(found,)), wants(CEM, parts=()))
    room = await house.lobby("meistercoup", ANNA)
    assert await due(house, room) == [BEN]
    await save(house, wants(BEN, parts=tuple(p for p in ALWAYS if p != found)))
    assert await due(house, room) == []
    await save(house, wants(DORA, parts=(found,)))
    await house.servers.settle(GUILD, Settings(zone=zone))
    assert await due(house, room) == [DORA], "who has said none lives where the server does"


async def test_who_has_said_no_zone_lives_where_their_page_says(house: House, wall: Wall) -> None:
    wall.now = (
        datetime.fromisoformat("2026-01-10 17:30").replace(tzinfo=ZoneInfo("UTC")).timestamp()
    )
    await save(house, wants(BEN, parts=("evening",), locale="en-GB"))
    room = await house.lobby("meistercoup", ANNA)
    assert await due(house, room) == []
    await house.servers.speak(GUILD, "de", CHANNEL)
    [zone, *_] = house.habits.quiet(GUILD, CHANNEL, Habit(BEN), "en-GB")
    assert (zone, await due(house, room)) == ("Europe/Berlin", [BEN])


def test_the_parts_of_a_day_are_the_whole_day() -> None:
    parts = [hours.part_of(3600.0 * hour, "UTC") for hour in range(24)]
    assert set(parts) == set(ALWAYS)
    assert (hours.usual("de"), hours.usual("en-GB")) == ("Europe/Berlin", "UTC")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" europe/berlin ", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_time_zone_is_known_by_its_name_or_its_city(typed: str, zone: str) -> None:
    assert hours.zone_of(typed) == zone


@pytest.mark.parametrize("typed", ["", "Nowhere", "Europe", "../etc/passwd", "Berlin/Europe", "+2"])
def test_what_is_no_time_zone_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        hours.zone_of(typed)
