"""Vacations: a person's clock stands still in games over days, few days a year, and all see it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from engine.match import Header, Match, begin
from storage.people import Vacation
from storage.records import Entry, Player
from storage.store import Store
from tables.lobby import lobby
from tables.match import clocks
from tables.match.standstills import Standstills
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settings
from tables.vacations import DAYS, KEPT, day_of, days_left, demand_left
from tests.engine.toy import Toy, ToyOptions
from tests.storage.samples import table
from tests.tables.clocked import ANNA, BEN, CEM, SLOW, begun
from tests.tables.house import GUILD, House, Listener, fails, opened, people_asked, refused, running
from tests.tables.test_slow_calls import HOUR, at, slow, times
from tests.tables.wall import Wall

DAY = 24 * HOUR


async def test_a_clock_stands_still_for_who_is_on_vacation(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user, due = room.person(seat) or 0, wall.now + SLOW
        boards = len(port.heard("board"))
        await house.vacations.take(user, "5.5.", "7.5.2026", "UTC")
        assert len(port.heard("board")) > boards
        assert house.play.clocks.shown(room, seat) == due + 3 * DAY == at("2026-05-08 12:00")
        left = await times(house, wall, port, "remind", 4 * DAY - HOUR)
        assert left == [at("2026-05-08 08:00")], "a quarter is left at six"
        assert await house.log(room) == []
        await wall.turn(house, 2 * HOUR)
        assert (await house.log(room))[-1].by == "clock"


async def test_a_game_begins_with_the_vacations_of_its_people(house: House, wall: Wall) -> None:
    wall.now = at("2026-05-04 12:00")
    for user in (ANNA, BEN, CEM):
        await house.vacations.take(user, "4.5.", "6.5.", "UTC")
    room = await begun(house, "slow", ANNA, BEN, CEM)
    assert house.play.clocks.shown(room, None) == at("2026-05-08 00:00")


async def test_who_becomes_asked_on_vacation_has_all_the_time_after_it(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        other = next(user for user in (ANNA, BEN, CEM) if user != room.person(seat))
        await house.vacations.take(other, "4.5.", "6.5.", "UTC")
        called = len(port.heard("call"))
        while people_asked(room) != [room.seat_of(other)]:
            await house.act(room, people_asked(room)[0])
        await wall.turn(house, 2 * DAY)
        assert [s for s, _ in port.heard("call")[called:] if s == room.seat_of(other)] == []
        assert house.play.clocks.shown(room, room.seat_of(other)) == at("2026-05-08 00:00")
        called = len(port.heard("call"))
        await wall.turn(house, DAY)
        assert [s for s, _ in port.heard("call")[called:]] == [room.seat_of(other)]


async def test_a_clock_stands_still_for_who_goes_on_vacation_again_before_it_is_up(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user = room.person(seat) or 0
        await house.vacations.take(user, "4.5.", "5.5.", "UTC")
        await wall.turn(house, 1.75 * DAY)
        assert house.play.clocks.shown(room, seat) == at("2026-05-07 00:00")
        await house.vacations.take(user, "6.5.", "7.5.", "UTC")
        assert house.play.clocks.shown(room, seat) == at("2026-05-09 00:00")


async def test_whose_vacation_ends_early_is_waited_for_as_before(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user = room.person(seat) or 0
        await house.vacations.take(user, "4.5.", "16.5.", "UTC")
        await wall.turn(house, 2 * DAY)
        await house.vacations.end(user)
        assert house.play.clocks.shown(room, seat) == wall.now + SLOW
        assert await house.vacations.of(user) is None
        [(_, due)] = await store.tables.due()
        assert due <= wall.now, "a restart looks at the table in time"
    async with opened(store, port) as house:
        await wall.turn(house, SLOW - 1)
        assert await house.log(room) == []
        await wall.turn(house, 120)
        assert len(await house.log(room)) >= 1


async def test_who_ends_a_vacation_early_is_called_and_reminded(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user = room.person(seat) or 0
        await house.vacations.take(user, "4.5.", "16.5.", "UTC")
        await wall.turn(house, 2 * DAY)
        assert not port.heard("call")
        await house.vacations.end(user)
        await wall.turn(house, 300)
        assert [s for s, _ in port.heard("call")] == [seat]
        left = await times(house, wall, port, "remind", SLOW - HOUR)
        assert left == [at("2026-05-07 08:00")], "a quarter is left at six"
        await house.vacations.take(user, "7.5.", "16.5.", "UTC")
        await house.vacations.end(user)
        await wall.turn(house, 60)
        assert len(port.heard("call")) == 1, "of the same question they are called once"


async def test_a_vacation_of_another_process_holds_too(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user = room.person(seat) or 0
        await store.vacations.take(Vacation(user, wall.now, wall.now + DAY), wall.now)
        boards = len(port.heard("board"))
        await wall.turn(house, SLOW + 60)
        assert await house.log(room) == []
        assert len(port.heard("board")) > boards and (user,) in port.heard("panel")


async def test_who_takes_a_vacation_in_another_process_is_called_no_more_which_their_tables_say(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        boards = len(port.heard("board"))
        await house.vacations.sweep()
        assert len(port.heard("board")) == boards, "nobody's has changed"
        user, until = room.person(seat) or 0, at("2026-05-15 00:00")
        await store.vacations.take(Vacation(user, wall.now, until), wall.now)
        await house.vacations.sweep()
        assert len(port.heard("board")) > boards
        assert house.play.clocks.shown(room, seat) == until + SLOW
        await wall.turn(house, SLOW)
        assert not port.heard("call") and not port.heard("remind")


async def test_a_vacation_that_another_process_ends_holds_no_more(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user = room.person(seat) or 0
        await house.vacations.take(user, "4.5.", "16.5.", "UTC")
        await wall.turn(house, 2 * DAY)
        boards = len(port.heard("board"))
        await house.vacations.sweep()
        assert len(port.heard("board")) == boards
        await store.vacations.end(user, wall.now)
        await house.vacations.sweep()
        assert house.play.clocks.shown(room, seat) == wall.now + SLOW
        assert len(port.heard("board")) > boards
        await wall.turn(house, 300)
        assert [s for s, _ in port.heard("call")] == [seat]


async def test_a_vacation_that_another_process_shortens_is_as_long_as_it_says(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user = room.person(seat) or 0
        await house.vacations.take(user, "5.5.", "16.5.", "UTC")
        until = at("2026-05-06 00:00")
        await store.vacations.take(Vacation(user, at("2026-05-05 00:00"), until), wall.now)
        await house.vacations.sweep()
        assert house.play.clocks.shown(room, seat) == wall.now + SLOW + DAY
        await store.vacations.end(user, wall.now)
        await house.vacations.sweep()
        assert house.play.clocks.shown(room, seat) == wall.now + SLOW


async def test_a_table_that_waits_for_who_is_on_vacation_is_not_closed(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        await house.vacations.take(room.person(seat) or 0, "4.5.", "17.5.", "UTC")
        await wall.turn(house, 10 * DAY)
        await house.timekeeper.sweep()
        assert room.going
        wall.now += 9 * DAY
        await house.timekeeper.sweep()
        assert not room.going


async def test_a_vacation_that_is_stored_is_no_failure_where_tables_cannot_be_read_then(
    store: Store, wall: Wall, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        user = room.person(seat) or 0
        with monkeypatch.context() as broken:
            broken.setattr(store.tables, "open_of", fails)
            await house.vacations.take(user, "4.5.", "15.5.", "UTC")
        assert user not in room.vacations
        await house.vacations.sweep()
        assert house.play.clocks.shown(room, seat) == at("2026-05-16 00:00") + SLOW
        with monkeypatch.context() as broken:
            broken.setattr(store.tables, "open_of", fails)
            await house.vacations.end(user)


async def test_who_leaves_is_played_for_though_nobodys_vacation_can_be_read(
    store: Store, wall: Wall, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, room, seat):
        boards = len(port.heard("board"))
        with monkeypatch.context() as broken:
            broken.setattr(store.vacations, "of", fails)
            async with room.lock:
                await house.play.leave(room, seat)
        assert room.person(seat) is None and len(port.heard("board")) > boards
        await wall.turn(house, 60)
        assert (await house.log(room))[0].by == "computer"


async def test_what_is_left_of_a_vacation_can_be_taken_anew(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with slow(store, wall, port, "2026-05-04 12:00") as (house, _, _):
        taken = await house.vacations.take(ANNA, "5.5.", "7.5.", "UTC")
        assert days_left(taken, "UTC") == (date(2026, 5, 5), date(2026, 5, 7))
        await wall.turn(house, 2 * DAY)
        first, last = days_left(taken, "UTC")
        assert (first, last) == (date(2026, 5, 6), date(2026, 5, 7))
        longer = await house.vacations.take(ANNA, f"{first}", "2026-05-09", "UTC")
        assert days_left(longer, "UTC") == (first, date(2026, 5, 9))


async def test_live_games_know_no_vacation(house: House, wall: Wall) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    seat = people_asked(room)[0]
    due = house.play.clocks.shown(room, seat)
    wall.now = at("2026-05-04 12:00")
    await house.vacations.take(room.person(seat) or 0, "4.5.", "6.5.", "UTC")
    assert house.play.clocks.shown(room, seat) == due and not room.vacations
    house.rooms.forget(room.table.id)
    room = await house.rooms.get(room.table.id)
    assert house.play.clocks.shown(room, seat) == due and not room.vacations


async def test_there_are_so_many_days_a_year(house: House, store: Store, wall: Wall) -> None:
    wall.now = at("2026-12-20 12:00")
    take = house.vacations.take
    await refused(take(ANNA, "20.12.", "3.1.2028", "UTC"), "company.vacation.order")
    await refused(take(ANNA, "19.12.2026", "20.12.2026", "UTC"), "company.vacation.order")
    await refused(take(ANNA, "24.12.2026", "23.12.2026", "UTC"), "company.vacation.order")
    await take(ANNA, "20.12.", "5.1.", "UTC")
    taken = Vacation(ANNA, at("2026-12-20 00:00"), at("2027-01-06 00:00"))
    assert await house.vacations.of(ANNA) == taken
    await take(ANNA, "20.12.", "4.1.", "UTC")
    await take(ANNA, "20.12.", "5.1.", "UTC")
    assert await store.vacations.of([ANNA]) == {ANNA: [taken]}, "each takes the other's place"
    await refused(take(ANNA, "1.1.", "15.1.", "UTC"), "company.vacation.most")
    wall.now = at("2026-12-22 12:00")
    await house.vacations.end(ANNA)
    await take(ANNA, "22.12.", "31.12.", "UTC")
    wall.now = at("2027-01-10 12:00")
    await take(ANNA, "10.1.", "23.1.", "UTC")
    wall.now = at("2027-03-01 12:00")
    await refused(take(ANNA, "1.3.", "1.3.", "UTC"), "company.vacation.most")
    await take(BEN, "1.3.", "14.3.", "Asia/Tokyo")
    await house.forgetting.sweep(wall.now + KEPT, 30, [GUILD])
    assert await store.vacations.of([ANNA, BEN]) == {BEN: [await house.vacations.of(BEN)]}


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("24.12.2026", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        (" 4.5 ", date(2026, 5, 4)),
        ("3.5.", date(2027, 5, 3)),
        ("2026-12-24", date(2026, 12, 24)),
        ("24/12/2026", date(2026, 12, 24)),
        ("24/12", date(2026, 12, 24)),
        ("1.1.2020", date(2020, 1, 1)),
    ],
)
def test_a_day_is_read_as_people_write_it(typed: str, day: date) -> None:
    assert day_of(typed, date(2026, 5, 4)) == day


@pytest.mark.parametrize(
    "typed", ["", "x", "31.2.", "29.2.", "24.12.26x", "13/13", "0.0.", "999999"]
)
def test_what_is_no_day_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        day_of(typed, date(2026, 5, 4))


def test_days_of_two_years_count_in_each() -> None:
    days = [date(2026, 12, n) for n in range(18, 32)] + [date(2027, 1, n) for n in range(1, 15)]
    demand_left([*days, *days])
    with pytest.raises(Refusal):
        demand_left([*days, date(2027, 1, 15)])
    assert len(days) == 2 * DAYS


def test_who_is_on_vacation_is_back_when_it_ends() -> None:
    room = Room(table("t1"), vacations={ANNA: [Vacation(ANNA, 100.0, 200.0)]})
    back = [clocks.back(room, ANNA, now) for now in (99.0, 100.0, 150.0, 200.0, 300.0)]
    assert back == [99.0, 200.0, 200.0, 200.0, 300.0]
    assert clocks.back(room, BEN, 150.0) == 150.0


@pytest.mark.parametrize(
    ("by", "taken"),
    [
        ((), False),
        (("person", "clock"), True),
        (("clock", "computer"), True),
        (("clock", "person"), False),
        (("clock", "person", "computer"), False),
    ],
)
def test_whose_time_was_up_when_they_were_last_to_decide(by: tuple[str, ...], taken: bool) -> None:
    entries = [Entry(number, 0, "{}", 0.0, who) for number, who in enumerate(by)]
    assert clocks.taken([*entries, Entry(9, 1, "{}", 0.0, "person")], 0) == taken


def asked(away: tuple[float, float], long: bool) -> tuple[Room, Match]:
    """Return a match that has just begun over days, by the table's clock if that is `long`, and its
    room, where Anna in seat 0 is on vacation between these hours."""
    options = ToyOptions(clock="slow", long=long).model_dump_json()
    match = begin(Toy(), Header("t1", "toy", 1, options, "seed", ("{}", "{}"), 0.0)).match
    begun, until = away
    vacations = {ANNA: [Vacation(ANNA, begun * HOUR, until * HOUR)]}
    return Room(
        table(players=(Player(ANNA, "Anna"), Player(None, "Grim"))), vacations=vacations
    ), match


@pytest.mark.parametrize("long", [True, False], ids=["clock", "limit"])
@pytest.mark.parametrize(
    ("paused", "away", "end"),
    [
        ((), (12, 36), 48),
        ((), (-12, 12), 36),
        ((), (-24, -12), 24),
        ((), (30, 50), 24),
        ((30, 60), (2, 26), 78),
        ((10, 20), (2, 26), 48),
        ((20, 30), (12, 36), 48),
        ((20, 50), (12, 26), 62),
        ((2, 12), (30, 40), 44),
        ((2, 4), (50, 60), 26),
    ],
)
def test_time_stands_still_in_vacations_and_pauses_once(
    long: bool, paused: tuple[float, ...], away: tuple[float, float], end: float
) -> None:
    """Hours since a question was put; by the table's clock, and by a limit of the game's own that
    is put off once it is up."""
    room, match = asked(away, long)
    running = clocks.Clocks(Standstills(-SLOW))

    def put_off(now: float) -> Match:
        up = match.deadline is not None and match.deadline <= now * HOUR
        seconds = running.put_off(room, match) if up else 0.0
        return match.rest(seconds, match.deadline or 0.0).match if seconds else match

    if paused:
        match = put_off(paused[0])
        seconds = (paused[1] - paused[0]) * HOUR
        match = match.postpone(seconds, paused[1] * HOUR, "staff").match
    assert running.ends(room, match, 0) == end * HOUR
    for now in (60, 80, 100):
        match = put_off(now)
        assert running.ends(room, match, 0) == end * HOUR
    assert long or match.deadline == end * HOUR
    assert running.reminds(room, match, 0) == (end - 6) * HOUR


def test_a_vacation_counts_that_begins_by_a_limit_which_was_put_off_for_others() -> None:
    room, match = asked((36, 204), long=False)
    running = clocks.Clocks(Standstills(-SLOW))
    assert running.ends(room, match, 0) == 24 * HOUR
    match = match.rest(84 * HOUR, 24 * HOUR).match
    for end in (276, 276):
        assert running.ends(room, match, 0) == end * HOUR
        match = match.rest(running.put_off(room, match), 108 * HOUR).match
    assert match.deadline == 276 * HOUR, "it is put off for a vacation once"


@pytest.mark.parametrize(("long", "end"), [(True, 48), (False, 58)], ids=["clock", "limit"])
def test_a_pause_within_a_vacation_puts_off_once_more_what_was_put_off_for_it(
    long: bool, end: float
) -> None:
    """As others, who are not on vacation, are to have what was left of the time they were told."""
    room, match = asked((12, 36), long)
    if not long:
        match = match.rest(24 * HOUR, 24 * HOUR).match
    assert clocks.Clocks(Standstills(-SLOW)).ends(room, match, 0) == 48 * HOUR
    match = match.postpone(10 * HOUR, 36 * HOUR, "staff").match
    assert clocks.Clocks(Standstills(-SLOW)).ends(room, match, 0) == end * HOUR


@pytest.mark.parametrize("long", [True, False], ids=["clock", "limit"])
@pytest.mark.parametrize(("back", "lost", "end"), [(40, 0, 48), (50, 14, 62)])
def test_who_was_late_as_nobody_could_click_after_a_vacation_has_half_a_day(
    long: bool, back: float, lost: float, end: float
) -> None:
    room, match = asked((12, 36), long)
    running = clocks.Clocks(Standstills(back * HOUR))
    seconds = running.lost(room, match, back * HOUR)
    assert seconds == lost * HOUR
    match = match.postpone(seconds, back * HOUR).match
    assert running.ends(room, match, 0) == end * HOUR and running.lost(room, match, 0.0) == 0


def test_of_vacations_in_any_order_those_count_that_begin_before_time_is_up() -> None:
    room, match = asked((12, 36), long=True)
    hours = ((44, 54), (10, 34), (-24, -12), (70, 80), (2, 6))
    room.vacations = {ANNA: [Vacation(ANNA, begun * HOUR, end * HOUR) for begun, end in hours]}
    assert clocks.Clocks(Standstills(-SLOW)).ends(room, match, 0) == (24 + 4 + 24 + 10) * HOUR


def test_a_table_shows_until_when_it_waits_for_people_and_not_for_a_computer() -> None:
    room, match = asked((12, 36), long=True)
    room.table, room.match = replace(room.table, status="running"), match
    running = clocks.Clocks(Standstills(-SLOW))
    assert [running.shown(room, seat) for seat in (None, 0, 1)] == [48 * HOUR, 48 * HOUR, None]


def test_of_several_who_were_late_who_was_so_first_has_half_a_day() -> None:
    room, match = asked((12, 36), long=True)
    room.table = table(players=(Player(ANNA, "Anna"), Player(BEN, "Ben")))
    late = clocks.Clocks(Standstills(50 * HOUR)).lost(room, match, 50 * HOUR)
    assert late == (50 + 12 - 24) * HOUR


async def test_a_limit_of_the_game_s_own_stands_still_calls_and_reminds_as_any_other(
    house: House, wall: Wall, port: Listener
) -> None:
    """A last look at the cards in Monster Meister, in a game over days."""
    wall.now = at("2026-05-04 12:00")
    await house.servers.settle(GUILD, Settings(quiet_from=0, quiet_to=0))
    room = await house.lobby("monster_meister", ANNA, BEN)
    rules = house.games["monster_meister"]
    await house.change(room, lambda t: lobby.set_option(t, rules, "clock", "slow"))
    async with room.lock:
        await house.play.begin(room)
    while running(room).state.phase != "look":
        state = running(room).state
        seats = [s for s in people_asked(room) if state.drawn[s] or state.phase != "place"]
        await house.act(room, seats[0])
    due, port.told[:] = running(room).deadline or 0.0, []
    assert due == wall.now + SLOW and house.play.clocks.shown(room, 0) == due
    await wall.turn(house, 2 * HOUR)
    assert {seat for seat, _ in port.heard("call")} == {0, 1}
    user = room.person(0) or 0
    await house.vacations.take(user, "4.5.", "7.5.2026", "UTC")
    assert (house.play.clocks.shown(room, 0) or 0.0) > due + 2 * DAY
    assert house.play.clocks.shown(room, 1) == due
    left = await times(house, wall, port, "remind", DAY)
    assert left[0] == due - SLOW / 4
    end = house.play.clocks.shown(room, 0)
    await wall.turn(house, DAY)
    assert house.play.clocks.shown(room, 0) == end, "it is put off for a vacation once"
    assert running(room).state.phase == "look", "nobody loses sight of a card on vacation"
    await wall.turn(house, 4 * DAY)
    assert running(room).state.phase != "look" or running(room).over
    assert {seat for seat, _ in port.heard("remind")} == {0, 1}


async def test_nobody_waits_for_a_die_that_rolls_by_itself_though_they_are_on_vacation(
    house: House, wall: Wall
) -> None:
    wall.now = at("2026-05-04 12:00")
    room = await begun(house, "slow", ANNA, BEN, game="tueftelmonster")
    [seat], due = people_asked(room), running(room).deadline or 0.0
    await house.vacations.take(room.person(seat) or 0, "4.5.", "13.5.", "UTC")
    assert house.play.clocks.shown(room, None) is None
    async with room.lock:
        await house.play.catch_up(room, due)
    assert running(room).view(None).faces


async def test_a_restart_looks_within_a_day_at_a_table_of_who_is_on_vacation(
    house: House, store: Store, wall: Wall
) -> None:
    """As the vacation may end early while the bot is down."""
    wall.now = at("2026-05-04 12:00")
    room = await begun(house, "slow", ANNA, BEN, game="monster_meister")
    await house.vacations.take(ANNA, "4.5.", "13.5.", "UTC")
    await wall.turn(house, HOUR)
    while people_asked(room) != [room.seat_of(ANNA)]:
        await house.act(room, room.seat_of(BEN) or 0)
    assert await store.tables.due() == [(room.table.id, wall.now + SLOW)]
