"""Nobody loses time in which they could not click: the gateway was away, the process stood still,
or the bot was down."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest

from engine.contract import Postpone
from storage.errors import StoreError
from storage.shards import Shards
from storage.store import Store
from tables.lobby import lobby
from tables.match import clocks
from tables.match.plan import Pace
from tables.match.standstills import GAP, Standstill, Standstills
from tables.match.timekeeper import RESPITE
from tests.tables.clocked import ANNA, BEN, CEM, DORA, LIVE, SLOW, act, begun, by, status
from tests.tables.house import House, Listener, fails, opened, people_asked, refused, running
from tests.tables.wall import Wall, quiet

HOUR, DAY = 3600.0, 86400.0
EVERYBODY = {(ANNA,), (BEN,), (CEM,)}


def standstills(house: House) -> Standstills:
    return house.play.clocks.standstills


async def away(house: House, wall: Wall, seconds: float) -> None:
    """Let Discord's gateway be away for so long."""
    standstills(house).begin(0)
    await wall.turn(house, seconds)
    standstills(house).end(0)
    await followed(house)


async def asleep(house: House, wall: Wall, seconds: float) -> None:
    """Let the machine sleep for so long."""
    await house.follow()
    wall.now += seconds
    await followed(house)


async def down(house: House, wall: Wall, seconds: float) -> None:
    """Let the tables be another process's, which has been down for so long."""
    wall.now += seconds
    house.play.clocks.standstills = Standstills(wall.now)
    await house._look_at_all()
    await followed(house)


async def followed(house: House) -> None:
    await house.follow()
    await wall_quiet(house)


async def wall_quiet(house: House) -> None:
    for _ in range(3):
        await quiet(house._alarms)


Way: TypeAlias = Callable[[House, Wall, float], Awaitable[None]]
"""Lets nobody click for so many seconds."""
WAYS = pytest.mark.parametrize("way", [away, asleep, down])


class TestStandstills:
    def test_a_process_that_begins_was_down(self, wall: Wall) -> None:
        every = Standstills(wall.now)
        assert every.last(1) == Standstill(float("-inf"), wall.now)
        assert not every.lasts(1) and not every.news

    def test_a_shard_without_a_gateway_is_its_servers_alone(self, wall: Wall) -> None:
        every, mine, others = Standstills(wall.now, Shards(2, (0, 1))), 1 << 22, 2 << 22
        before = every.last(mine)
        wall.now += 100
        gone = wall.now
        every.begin(1)
        assert every.lasts(mine) and not every.lasts(others)
        wall.now += GAP
        assert every.last(mine) == before, "that may be a moment"
        wall.now += 10
        every.begin(1)  # it is told again and again
        assert every.last(mine) == Standstill(gone, wall.now), "it lasts"
        every.end(1)
        assert every.last(mine) == Standstill(gone, wall.now) and every.news
        assert every.last(others) == before and not every.lasts(mine)
        wall.now += 100
        every.begin(1, 60.0)
        assert every.last(mine) == Standstill(wall.now - 60, wall.now), "it had died before"

    def test_a_moment_is_no_standstill(self, wall: Wall) -> None:
        every = Standstills(wall.now)
        wall.now += 100
        every.begin(0)
        wall.now += GAP
        every.end(0)
        every.end(0)
        assert every.last(1).until == wall.now - 100 - GAP and not every.news

    def test_a_start_lasts_until_the_gateway_is_there(self, wall: Wall) -> None:
        every = Standstills(wall.now)
        every.begin(0)
        wall.now += 2
        assert every.last(1) == Standstill(float("-inf"), wall.now)
        every.end(0)
        wall.now += 50
        assert every.last(1) == Standstill(float("-inf"), wall.now - 50) and every.news

    def test_what_follows_at_once_is_one(self, wall: Wall) -> None:
        """A process that stood still finds that Discord has given it up."""
        every = Standstills(wall.now)
        wall.now += 100
        every.beat()
        wall.now += 30
        every.beat()
        wall.now += 1
        every.begin(0)
        wall.now += 9
        every.end(0)
        assert every.last(1) == Standstill(wall.now - 40, wall.now)

    def test_the_wall_s_clock_may_be_put_back_meanwhile(
        self, wall: Wall, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ticks = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: ticks)
        every = Standstills(wall.now)
        every.beat()
        ticks, wall.now = ticks + 1, wall.now - HOUR
        every.beat()
        assert not every.news, "that is no standstill"
        ticks, wall.now = ticks + 20, wall.now - HOUR
        every.beat()
        assert every.news
        every = Standstills(wall.now)
        ticks, wall.now = ticks + 100, wall.now + 100
        every.begin(0, 20.0)
        every.end(0)
        wall.now -= HOUR
        assert every.last(1) == Standstill(wall.now - 20, wall.now), "it was as long as before"
        every.begin(0)
        ticks, wall.now = ticks + 100, wall.now + 100 - HOUR
        assert every.last(1) == Standstill(wall.now - 120, wall.now), "so it is while it lasts"

    def test_who_asks_first_notices(self, wall: Wall) -> None:
        every = Standstills(wall.now)
        wall.now += 100
        assert every.last(1).until == wall.now - 100, "nothing is known of it before the first beat"
        every.beat()
        wall.now += GAP
        assert every.last(1).until == wall.now - 100 - GAP
        wall.now += GAP + 1
        assert every.last(1) == Standstill(wall.now - GAP - 1, wall.now) and every.news
        every.news = False
        wall.now += 3 * HOUR
        every.leapt()
        every.beat()
        assert not every.news, "it was put ahead on purpose"


@pytest.mark.parametrize(("left", "has"), [(-100, -100), (-99, 60), (59, 60), (61, 61)])
def test_what_ends_while_nobody_can_click_stands_for_a_minute_more(
    wall: Wall, left: int, has: int
) -> None:
    every = Standstills(wall.now)
    wall.now += 100
    every.begin(0)
    wall.now += 100
    every.end(0)
    assert clocks.Clocks(every).stands(1, wall.now + left) == wall.now + has


def test_a_store_that_failed_before_the_clock_was_put_back_gives_no_hours(wall: Wall) -> None:
    room: Any = SimpleNamespace(table=SimpleNamespace(guild=1), hindered=wall.now + HOUR)
    assert clocks.Clocks(Standstills(wall.now - 9)).reached(room) == wall.now


@pytest.mark.parametrize(
    ("slow", "legal", "given"),
    [(False, (), 600), (False, (1, 1), 600), (False, (1, 2), 656), (True, (), 656)],
)
def test_a_limit_of_the_game_s_own_gives_who_has_a_choice_a_minute(
    slow: bool, legal: tuple[int, ...], given: float
) -> None:
    options, race = SimpleNamespace(slow=slow), SimpleNamespace(race=False)
    match: Any = SimpleNamespace(
        at=100.0, deadline=104.0, stood=0.0, options=options, game=race,
        asked=range(len(legal)), legal=lambda seat: [seat] * legal[seat],
    )  # fmt: skip
    room: Any = SimpleNamespace(table=SimpleNamespace(guild=1), person=lambda seat: None)
    assert clocks.Clocks(Standstills(700.0)).lost(room, match, 700.0) == given


@WAYS
async def test_whose_time_was_up_has_a_minute_which_is_shown(
    house: House, wall: Wall, port: Listener, way: Way
) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    await wall.turn(house, 10)
    port.told.clear()
    await way(house, wall, 600.0)
    assert await house.log(room) == []
    assert house.play.clocks.shown(room, seat) == wall.now + clocks.GRACE
    assert port.heard("board") and set(port.heard("panel")) == EVERYBODY
    await wall.turn(house, clocks.GRACE - 1)
    assert await house.log(room) == []
    await wall.turn(house, 2)
    assert by(await house.log(room)) == [(seat, "clock")], "and no more"


@WAYS
@pytest.mark.parametrize(("left", "has"), [(1, 60), (59, 60), (61, 61), (100, 100)])
async def test_whose_time_is_up_soon_has_a_minute_too(
    house: House, wall: Wall, way: Way, left: float, has: float
) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    await way(house, wall, LIVE - left)
    end = house.play.clocks.shown(room, seat)
    assert end == pytest.approx(wall.now + has, abs=0.01)
    await act(house, room, seat)
    [seat] = people_asked(room)
    assert house.play.clocks.shown(room, seat) == pytest.approx(wall.now + LIVE, abs=0.01)


async def test_a_moment_gives_nobody_time(house: House, wall: Wall) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    await wall.turn(house, LIVE - 1)
    await away(house, wall, 3)
    assert by(await house.log(room)) == [(seat, "clock")], "it was only held up"


async def test_nothing_goes_on_by_itself_where_nobody_can_click(
    house: House, wall: Wall, port: Listener
) -> None:
    room = await house.table("meistercoup", ANNA, computers=2)
    while not people_asked(room):
        await wall.turn(house, 1)
    standstills(house).begin(0)
    await act(house, room, people_asked(room)[0])  # a press that was on its way
    log = len(await house.log(room))
    port.told.clear()
    await wall.turn(house, HOUR)
    assert len(await house.log(room)) == log and not port.told
    await house.follow()
    assert house._alarms.soonest is None, "it is not tried in vain"
    standstills(house).end(0)
    await followed(house)
    await wall.turn(house, 5)
    assert len(await house.log(room)) > log


async def test_tables_whose_servers_have_their_gateway_go_on(house: House, wall: Wall) -> None:
    house.play.clocks.standstills = Standstills(wall.now, Shards(2, (0, 1)))
    room = await begun(house, "live", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    standstills(house).begin(1)
    await wall.turn(house, LIVE + 1)
    assert by(await house.log(room)) == [(seat, "clock")]


@WAYS
async def test_who_could_not_click_is_not_put_away(house: House, wall: Wall, way: Way) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    for _ in range(4):
        await way(house, wall, 20 * 60.0)
    assert await house.log(room) == [] and not any(p.away for p in room.table.players)


@pytest.mark.parametrize("way", [away, asleep])
@pytest.mark.parametrize("acted", [False, True])
async def test_a_race_goes_on_with_what_was_left(
    house: House, wall: Wall, way: Way, acted: bool
) -> None:
    room = await house.table("bugs", ANNA, BEN)
    await wall.turn(house, 30)
    if acted:
        await house.act(room, 0, place=-1)
    await wall.turn(house, 20)
    deadline = running(room).deadline
    assert deadline is not None
    left = deadline - wall.now
    await way(house, wall, 1000.0)
    assert running(room).deadline == pytest.approx(wall.now + left, abs=0.1)
    entries = [running(room).game.codecs.action.load(e.action) for e in await house.log(room)]
    assert isinstance(entries[-1], Postpone)
    assert len([each for each in entries if isinstance(each, Postpone)]) == 1
    before = running(room)
    house.rooms.forget(room.table.id)
    again = running(await house.rooms.get(room.table.id))
    assert (again.state, again.deadline) == (before.state, before.deadline)


@pytest.mark.parametrize(("pressed", "given"), [(0, 65), (20, 45)])
async def test_a_race_gets_a_silence_back_in_which_a_computer_went_on(
    store: Store, wall: Wall, port: Listener, pressed: float, given: float
) -> None:
    """All since people pressed anything, once, though a press comes before it is over."""
    async with opened(store, port, Pace()) as house:
        room = await house.table("bugs", ANNA, BEN, computers=1)
        await wall.turn(house, 20)
        await house.follow()
        deadline = running(room).deadline or 0.0
        await wall.turn(house, pressed)
        await house.act(room, 0, place=-1)
        await wall.turn(house, 60 - pressed)
        assert by(await house.log(room))[-1] == (2, "computer")
        standstills(house).begin(0, 60.0)
        await wall.turn(house, 3)
        async with house.play.caught_up(room):
            await wall.turn(house, 2)
        standstills(house).end(0)
        await followed(house)
        assert running(room).deadline == pytest.approx(deadline + given, abs=0.1)
        await wall.turn(house, 10)
        last = running(room)
        await down(house, wall, 1000.0)
        left = (last.deadline or 0.0) - last.at
        assert running(room).deadline == pytest.approx(wall.now + left, abs=0.1), "it ran on"


async def test_who_presses_before_the_standstill_is_noticed_loses_nothing(
    house: House, wall: Wall
) -> None:
    """Presses that lie in the socket come before all else when a process goes on."""
    room = await house.table("bugs", ANNA, BEN)
    await wall.turn(house, 15)
    await house.follow()
    wall.now += 2 * HOUR
    async with house.play.caught_up(room):
        assert running(room).state.phase == "play"
        await house.play.act(room, 0, running(room).token(0), running(room).legal(0)[-1], 0.0)


async def test_a_clock_that_is_put_back_holds_up_no_race(house: House, wall: Wall) -> None:
    await away(house, wall, 100.0)
    wall.now -= HOUR
    await house.follow()
    room = await house.table("bugs", ANNA, BEN)
    await wall.turn(house, 15)
    assert running(room).state.phase == "play"
    assert [entry for entry in await house.log(room) if "ostpone" in entry.action] == []


async def test_a_press_of_before_a_standstill_gives_its_time_once(house: House, wall: Wall) -> None:
    room = await house.table("bugs", ANNA, BEN)
    await wall.turn(house, 30)
    await house.follow()
    pressed, deadline = wall.now, running(room).deadline or 0.0
    wall.now += 1000
    for at in (pressed, wall.now):
        async with house.play.caught_up(room, at):
            pass
    assert running(room).deadline == pytest.approx(deadline + 1000, abs=0.1)


async def test_a_table_that_is_paused_after_a_standstill_keeps_what_was_left(
    house: House, wall: Wall
) -> None:
    room = await house.table("bugs", ANNA, BEN)
    await wall.turn(house, 30)
    left = (running(room).deadline or 0.0) - wall.now
    standstills(house).begin(0)
    wall.now += 100
    standstills(house).end(0)
    async with room.lock:
        await house.play.pause(room, wall.now)
        await house.play.resume(room, wall.now)
    assert running(room).deadline == pytest.approx(wall.now + left, abs=0.1)


async def test_at_a_table_over_days_there_is_half_a_day(
    house: House, wall: Wall, port: Listener
) -> None:
    room = await begun(house, "slow", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    await wall.turn(house, 1)
    await down(house, wall, SLOW + 15 * HOUR)  # at 3 in the night
    until = wall.now + clocks.GRACE_OF_DAYS
    assert house.play.clocks.shown(room, seat) == pytest.approx(until, abs=0.01)
    port.told.clear()
    await wall.turn(house, 4 * HOUR)
    assert not port.heard("call") and not port.heard("remind"), "it is night"
    await wall.turn(house, 3.5 * HOUR)
    assert port.heard("call") or port.heard("remind")
    await down(house, wall, HOUR)
    assert house.play.clocks.shown(room, seat) == pytest.approx(until, abs=0.01), "once"
    await wall.turn(house, until - wall.now - 1)
    assert by(await house.log(room)) == [(-1, "clock")]
    await wall.turn(house, 2)
    assert by(await house.log(room)) == [(-1, "clock"), (seat, "clock")]


async def test_at_a_table_over_days_short_standstills_change_nothing(
    house: House, wall: Wall
) -> None:
    room = await begun(house, "slow", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    until = house.play.clocks.shown(room, seat)
    await away(house, wall, SLOW - 600)
    assert house.play.clocks.shown(room, seat) == until and await house.log(room) == []


async def test_a_store_that_does_not_take_a_press_costs_nobody_their_time(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    await wall.turn(house, LIVE - 4)
    with monkeypatch.context() as broken, pytest.raises(StoreError):
        broken.setattr(house.store.tables, "append", fails)
        await act(house, room, seat)
    tried = wall.now
    await wall.turn(house, clocks.GRACE - 1)
    assert await house.log(room) == []
    assert house.play.clocks.shown(room, seat) == tried + clocks.GRACE
    await wall.turn(house, 2)
    assert by(await house.log(room)) == [(seat, "clock")]


@WAYS
async def test_nobody_is_voted_on_who_could_not_click(house: House, wall: Wall, way: Way) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    token = running(room).token(seat)
    others = [user for user in (ANNA, BEN, CEM) if user != room.person(seat)]
    await way(house, wall, 900.0)
    await wall.turn(house, clocks.SILENCE - 5)
    await refused(
        house.timekeeper.vote(room, others[0], seat, running(room).named(seat)), "error.stale"
    )
    await wall.turn(house, 10)
    assert house.play.clocks.questions(room) == [(seat, token)]
    assert not await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
    await way(house, wall, 900.0)
    assert house.play.clocks.questions(room) == [(seat, token)], "a vote that is cast stays"


@WAYS
async def test_nothing_is_closed_that_nobody_could_go_on_with(
    house: House, wall: Wall, way: Way
) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    waiting = await house.lobby("meistercoup", ANNA, BEN, channel=77)
    await wall.turn(house, 60)
    await way(house, wall, 7 * DAY)
    await wall.turn(house, RESPITE - 1)
    await house.timekeeper.sweep()
    assert (status(room), status(waiting)) == ("running", "lobby")
    await wall.turn(house, 2)
    await house.timekeeper.sweep()
    assert (status(room), status(waiting)) == ("running", "aborted")
    await wall.turn(house, clocks.GRACE_OF_DAYS - RESPITE - 2)
    await house.timekeeper.sweep()
    assert status(room) == "running"
    await wall.turn(house, 2)
    await house.timekeeper.sweep()
    assert status(room) == "aborted"


async def test_what_was_left_lying_before_is_closed_all_the_same(house: House, wall: Wall) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    await wall.turn(house, 7 * DAY + 1)
    await away(house, wall, 60)
    await house.timekeeper.sweep()
    assert status(room) == "aborted"


async def test_others_begin_in_place_of_a_host_who_could_have_clicked(
    house: House, wall: Wall
) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    await away(house, wall, HOUR)
    await wall.turn(house, lobby.HOST_ABSENT - 1)
    await refused(house.begin(room, BEN), "error.host_only")
    await wall.turn(house, 1)
    room.settled = float("-inf")
    await house.begin(room, BEN)
    assert status(room) == "running"


async def test_tables_that_cannot_be_read_are_looked_at_later(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    with monkeypatch.context() as broken, pytest.raises(StoreError):
        broken.setattr(house.store.tables, "due", fails)
        await asleep(house, wall, HOUR)
    house._alarms.set(room.table.id, {})
    await followed(house)
    assert house._alarms.soonest is not None and not standstills(house).news


@pytest.mark.parametrize("limit", [False, True])
async def test_a_bot_that_runs_for_hours_a_day_ends_a_wait_over_days(
    house: House, wall: Wall, limit: bool
) -> None:
    """Half a day is given once a question, whether the table's clock runs or the game's own."""
    room = await house.lobby("meistercoup", ANNA, BEN, CEM, DORA)
    rules = house.games["meistercoup"]
    await house.change(room, lambda t: lobby.set_option(t, rules, "mode", "team"))
    await house.change(room, lambda t: lobby.set_option(t, rules, "clock", "slow"))
    async with room.lock:
        await house.play.begin(room)
    while limit and running(room).deadline is None:
        await act(house, room, people_asked(room)[0])
    begun, load = len(await house.log(room)), rules.codecs.action.load
    await wall.turn(house, 4 * HOUR)
    decided = []
    for _ in range(6):
        await down(house, wall, 20 * HOUR)
        house.rooms.forget(room.table.id)
        room = await house.rooms.get(room.table.id)
        for seconds in (clocks.GRACE - 1, 4 * HOUR - clocks.GRACE + 1):
            await wall.turn(house, seconds)
            log = (await house.log(room))[begun:]
            decided.append(len([e for e in log if not isinstance(load(e.action), Postpone)]))
    assert decided == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3], "a minute after the second start"


async def test_a_pause_over_days_takes_nobody_s_half_day(house: House, wall: Wall) -> None:
    room = await begun(house, "slow", ANNA, BEN, CEM)
    async with room.lock:
        await house.play.pause(room, wall.now)
    await wall.turn(house, 2 * DAY)
    async with room.lock:
        await house.play.resume(room, wall.now)
    await down(house, wall, SLOW)
    until = wall.now + clocks.GRACE_OF_DAYS
    assert house.play.clocks.shown(room, None) == pytest.approx(until, abs=0.01)


async def test_a_bot_that_runs_for_hours_a_day_closes_what_is_left_lying(
    house: House, wall: Wall
) -> None:
    """That is spared only until it has been left lying for twice as long as it may."""
    room = await begun(house, "none", ANNA, BEN, CEM)
    await wall.turn(house, 4 * HOUR)
    for _ in range(13):
        await down(house, wall, 20 * HOUR)
        await wall.turn(house, 4 * HOUR)
        await house.timekeeper.sweep()
    assert status(room) == "running"
    await down(house, wall, 20 * HOUR)
    await wall.turn(house, RESPITE - 1)
    await house.timekeeper.sweep()
    assert status(room) == "running"
    await wall.turn(house, 2)
    await house.timekeeper.sweep()
    assert status(room) == "aborted"
