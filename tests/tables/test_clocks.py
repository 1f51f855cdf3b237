"""Clocks: who is late is played for, what was left is kept, and nobody holds up a table."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Mapping
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Any

import pytest

from engine.contract import Postpone
from storage.errors import Away, StoreError
from storage.people import Habit
from storage.records import Call, Entry
from storage.store import Store
from tables import host
from tables.lobby import lobby
from tables.match import clocks
from tables.match.plan import CALLED, TURN, plan
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settings
from tables.staff.rank import Person, Rank
from tests.engine.facts import at_most
from tests.tables.clocked import (
    ANNA,
    BEN,
    CEM,
    DORA,
    LIVE,
    SLOW,
    act,
    begun,
    by,
    status,
)
from tests.tables.house import (
    AT_ONCE,
    GAMES,
    GUILD,
    Everybody,
    House,
    Listener,
    fails,
    opened,
    people_asked,
    running,
    until,
)
from tests.tables.wall import Wall

LIMIT = 300.0
"""Seconds from "go" until the countdown of a race starts by itself."""
COUNT_IN = 10.0
"""Seconds until "go" where somebody has not finished a race."""


@pytest.mark.parametrize(("clock", "limit"), [("live", LIVE), ("slow", SLOW)])
async def test_the_clock_decides_when_time_is_up_and_not_before(
    house: House, wall: Wall, clock: str, limit: float
) -> None:
    room = await begun(house, clock, ANNA, BEN, CEM)
    seat = people_asked(room)[0]
    await wall.turn(house, limit - 1)
    assert await house.log(room) == []
    await wall.turn(house, 1.5)
    assert by(await house.log(room)) == [(seat, "clock")]
    [note] = room.notes.standing()
    assert note.key == "note.clock" and note.values == {"name": room.table.players[seat].name}


async def test_without_a_clock_nothing_is_decided(house: House, wall: Wall) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    await wall.turn(house, 6 * SLOW)
    assert await house.log(room) == []


async def absent(house: House, wall: Wall, room: Room, seat: int, times: int) -> None:
    """Let everybody act but one, whose time runs out so often."""
    missed = 0
    while missed < times:
        asked = people_asked(room)
        others = [other for other in asked if other != seat]
        if others:
            await act(house, room, others[0])
        else:
            await wall.turn(house, LIVE + 1)
            missed += 1


REFUSED = pytest.mark.expects_log("It is locked.")


@pytest.mark.parametrize("refuses", [False, pytest.param(True, marks=REFUSED)])
async def test_after_three_in_a_row_a_computer_keeps_the_seat(
    house: House, store: Store, wall: Wall, monkeypatch: pytest.MonkeyPatch, refuses: bool
) -> None:
    """Also where the store refuses that at first."""
    save, refusals = store.tables.save, list[Exception]()

    async def saves(*told: Any) -> Any:
        if refusals:
            raise refusals.pop()
        return await save(*told)

    monkeypatch.setattr(store.tables, "save", saves)
    room = await begun(house, "live", ANNA, BEN, CEM)
    await absent(house, wall, room, 0, 2)
    while 0 not in people_asked(room):
        await act(house, room, people_asked(room)[0])
    await act(house, room, 0)  # not in a row
    await absent(house, wall, room, 0, 2)
    assert not room.table.players[0].away
    refusals += [Away("It is locked.")] * refuses
    await absent(house, wall, room, 0, 1)
    if refuses:
        await wall.turn(house, host.RETRY + 1)
    assert room.table.players[0].away and room.table.players[0].user == ANNA
    assert room.table.host == BEN
    stored = await store.tables.get(room.table.id)
    assert stored == room.table
    with pytest.raises(Refusal) as refused:
        async with room.lock:
            await house.play.act(room, 0, running(room).counts[1], None, time.time())
    assert refused.value.key == "error.away"


@pytest.mark.parametrize("early", [False, True])
async def test_nobody_who_has_answered_loses_the_seat_for_what_they_missed_before(
    store: Store, wall: Wall, port: Listener, monkeypatch: pytest.MonkeyPatch, early: bool
) -> None:
    monkeypatch.setattr(clocks, "MISSES", 1)
    read, answering = store.tables.entries, list[asyncio.Task[None]]()

    async def answers() -> None:
        while people_asked(room) != [0]:
            await act(house, room, people_asked(room)[0])
        await act(house, room, 0)

    async def entries(table: str) -> list[Entry]:
        found = await read(table)
        if not early:
            answering.append(asyncio.create_task(answers()))
            await asyncio.wait(answering, timeout=0.3)
        return found

    async with opened(store, port) as house:
        room = await begun(house, "live", ANNA, BEN, CEM)
        while people_asked(room) != [0]:
            await act(house, room, people_asked(room)[0])
        monkeypatch.setattr(store.tables, "entries", entries)
        token = running(room).to_act()[0]
        if early:
            answering.append(asyncio.create_task(answers()))
            await asyncio.sleep(0)
        wall.now += LIVE + 1
        await house.timekeeper.expire(room, 0, token)
        [answer] = answering
        assert room.table.players[0].away is not answer.done()
        answer.cancel()


async def test_whose_time_is_up_for_the_last_decision_of_a_match_has_not_left(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "MISSES", 1)
    room = await begun(house, "live", ANNA, BEN, CEM)

    def last(seat: int) -> bool:
        match = running(room)
        token, action = match.to_act()[seat], match.legal(seat)[0]
        return match.play(seat, token, action, wall.now).match.over

    while not last(seat := people_asked(room)[0]):
        await act(house, room, seat)
    await wall.turn(house, LIVE + 1)
    assert status(room) == "finished" and not any(player.away for player in room.table.players)


async def test_who_is_away_or_has_left_takes_the_seat_back(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with opened(store, port) as house:
        room = await begun(house, "live", ANNA, BEN, CEM)
        async with room.lock:
            await house.play.leave(room, 0)
        assert room.person(0) is None and 0 in running(room).minds
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        assert 0 in running(room).minds
        for _ in range(12):
            await wall.turn(house, 5)
            if people_asked(room):
                await act(house, room, people_asked(room)[0])
        assert (0, "computer") in by(await house.log(room))
        async with room.lock:
            await house.play.come_back(room, ANNA)
        assert room.person(0) == ANNA and 0 not in running(room).minds
        house.rooms.forget(room.table.id)
        room = await house.rooms.get(room.table.id)
        assert room.person(0) == ANNA and 0 not in running(room).minds
        with pytest.raises(Refusal):
            async with room.lock:
                await house.play.come_back(room, DORA)


async def test_what_fell_due_while_the_bot_was_down_gets_a_minute(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with opened(store, port) as house:
        room = await begun(house, "live", ANNA, BEN, CEM)
    wall.now += 3600
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        seat = people_asked(room)[0]
        assert house.play.clocks.shown(room, seat) == wall.now + clocks.GRACE
        await wall.turn(house, clocks.GRACE - 1)
        assert await house.log(room) == []
        await wall.turn(house, 2)
        assert by(await house.log(room)) == [(seat, "clock")]


@pytest.mark.parametrize(
    ("down", "paused", "told"), [(3600, False, True), (60, False, False), (3600, True, False)]
)
async def test_the_minute_after_a_restart_is_shown(
    store: Store, wall: Wall, port: Listener, down: float, paused: bool, told: bool
) -> None:
    async with opened(store, port) as house:
        room = await begun(house, "live", ANNA, BEN, CEM)
        if paused:
            async with room.lock:
                await house.play.pause(room, time.time())
    wall.now += down
    port.told.clear()
    async with opened(store, port) as house:
        await wall.turn(house, 2)
    everybody = [(ANNA,), (BEN,), (CEM,)]
    assert port.heard("board") == ([(0,)] if told else [])
    assert port.heard("panel") == (everybody if told else [])


@pytest.mark.parametrize("clock", ["live", "slow"])
async def test_the_times_after_a_pause_are_shown_to_who_is_asked(
    store: Store, wall: Wall, port: Listener, clock: str
) -> None:
    async with opened(store, port) as house:
        room = await begun(house, clock, ANNA, BEN, CEM)
        async with room.lock:
            await house.play.pause(room, time.time())
            wall.now += 100
            port.told.clear()
            await house.play.resume(room, time.time())
        asked = {(room.person(seat),) for seat in people_asked(room)}
    assert set(port.heard("panel")) == asked


async def test_who_was_about_to_enter_a_result_when_the_bot_went_down_gets_a_minute_too(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with opened(store, port) as house:
        room = await house.lobby("meistercoup", ANNA, BEN, CEM, DORA)
        rules = house.games["meistercoup"]
        await house.change(room, lambda t: lobby.set_option(t, rules, "mode", "team"))
        async with room.lock:
            await house.play.begin(room)
        while running(room).deadline is None:
            await act(house, room, people_asked(room)[0])
        wall.now = (running(room).deadline or 0.0) - 10
        await house.act(room, people_asked(room)[0])
    wall.now += 3600
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        async with room.lock:
            await house.play.catch_up(room, wall.now)
        assert people_asked(room) and running(room).deadline == wall.now + clocks.GRACE


@pytest.mark.parametrize("clock", ["live", "slow"])
@pytest.mark.parametrize("down", [0.5, 0.9999, 2.0])
async def test_a_limit_of_the_game_s_own_is_put_off_after_a_restart(
    store: Store, wall: Wall, port: Listener, clock: str, down: float
) -> None:
    """At a live table by all the time for which it stood still, at a slow one where it is up."""
    async with opened(store, port) as house:
        room, rules = await house.lobby("meistercoup", ANNA, BEN, CEM, DORA), GAMES["meistercoup"]
        await house.change(room, lambda t: lobby.set_option(t, rules, "mode", "team"))
        await house.change(room, lambda t: lobby.set_option(t, rules, "clock", clock))
        async with room.lock:
            await house.play.begin(room)
        while (due := running(room).deadline) is None:
            await act(house, room, people_asked(room)[0])
        left = due - wall.now
    wall.now += down * left
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        async with room.lock:
            await house.play.catch_up(room, wall.now)
        least = clocks.GRACE_OF_DAYS if clock == "slow" else clocks.GRACE
        over = wall.now + least if due <= wall.now + clocks.GRACE else due
        expected = over if clock == "slow" else max(over, due + down * left)
        assert running(room).deadline == pytest.approx(expected, abs=0.01)


async def test_a_deadline_survives_a_restart(store: Store, wall: Wall, port: Listener) -> None:
    async with opened(store, port) as house:
        room = await begun(house, "slow", ANNA, BEN, CEM)
        seat = people_asked(room)[0]
        due = house.play.clocks.shown(room, seat)
        assert due == wall.now + SLOW
    wall.now += SLOW / 2
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        assert house.play.clocks.shown(room, None) == due
        await wall.turn(house, SLOW / 2 - 1)
        assert await house.log(room) == []
        await wall.turn(house, 2)
        assert by(await house.log(room)) == [(seat, "clock")]


@pytest.mark.parametrize("restart", [False, True])
async def test_a_pause_keeps_what_was_left(
    store: Store, wall: Wall, port: Listener, restart: bool
) -> None:
    async with opened(store, port) as house:
        room = await begun(house, "live", ANNA, BEN, CEM)
        seat = people_asked(room)[0]
        await wall.turn(house, 100)
        async with room.lock:
            await house.play.pause(room, time.time())
        if not restart:
            await paused(house, wall, room, seat)
    if restart:
        async with opened(store, port) as house:
            await paused(house, wall, await house.rooms.get(room.table.id), seat)


async def paused(house: House, wall: Wall, room: Room, seat: int) -> None:
    await wall.turn(house, 5000)
    assert await house.log(room) == [] and house.play.clocks.shown(room, seat) is None
    with pytest.raises(Refusal) as refused:
        await act(house, room, seat)
    assert refused.value.key == "pause.staff"
    async with room.lock:
        await house.play.resume(room, time.time())
    [entry] = await house.log(room)
    assert entry.by == "staff" and isinstance(
        running(room).game.codecs.action.load(entry.action), Postpone
    )
    assert entry.due is not None
    assert house.play.clocks.shown(room, seat) == pytest.approx(wall.now + LIVE - 100, abs=0.01)
    await wall.turn(house, LIVE - 101)
    assert len(await house.log(room)) == 1
    await wall.turn(house, 2)
    assert by(await house.log(room))[-1] == (seat, "clock")
    with pytest.raises(Refusal) as refused:
        async with room.lock:
            await house.play.resume(room, time.time())
    assert refused.value.key == "error.not_paused"


async def test_the_others_vote_on_who_is_silent(house: House, wall: Wall) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM, DORA)
    seat = people_asked(room)[0]
    token = running(room).to_act()[seat]
    silent = room.table.players[seat].user
    others = [user for user in (ANNA, BEN, CEM, DORA) if user != silent]
    await wall.turn(house, clocks.SILENCE - 1)
    assert not house.play.clocks.questions(room)
    await wall.turn(house, 2)
    assert house.play.clocks.questions(room) == [(seat, token)]
    assert not clocks.votes(room, seat, token)
    assert silent is not None
    with pytest.raises(Refusal, match=r"^error.no_vote$"):
        await house.timekeeper.vote(room, silent, seat, running(room).named(seat))
    assert not await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
    assert not await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
    assert await house.timekeeper.vote(room, others[1], seat, running(room).named(seat))
    assert room.table.players[seat].away
    with pytest.raises(Refusal, match=r"^error.stale$"):
        await house.timekeeper.vote(room, others[2], seat, running(room).named(seat))


async def test_who_plays_with_computers_alone_is_voted_on_by_nobody(
    house: House, wall: Wall
) -> None:
    room = await house.lobby("meistercoup", ANNA, computers=2)
    rules = house.games["meistercoup"]
    await house.change(room, lambda t: lobby.set_option(t, rules, "clock", "none"))
    async with room.lock:
        await house.play.begin(room)
    await wall.turn(house, 60)
    assert people_asked(room) and not running(room).asked[1:]
    found = plan(room, running(room), AT_ONCE, house.play.clocks, 0.0)
    assert "vote" not in {need.kind for need in found}, "it would ring again at once"
    await wall.turn(house, clocks.SILENCE)
    assert not house.play.clocks.questions(room)


async def test_votes_stand_when_an_entry_cannot_be_stored(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    seat = people_asked(room)[0]
    token = running(room).token(seat)
    others = [user for user in (ANNA, BEN, CEM) if user != room.person(seat)]
    await wall.turn(house, clocks.SILENCE + 1)
    assert not await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
    with monkeypatch.context() as broken:
        broken.setattr(house.store.tables, "append", fails)
        with pytest.raises(StoreError):
            await act(house, room, seat)
    assert clocks.votes(room, seat, token) == {others[0]}
    assert await house.timekeeper.vote(room, others[1], seat, running(room).named(seat))


async def test_leavers_do_not_vote(house: House, wall: Wall) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    seat = people_asked(room)[0]
    leaver, other = [s for s in range(3) if s != seat]
    async with room.lock:
        await house.play.leave(room, leaver)
    await wall.turn(house, clocks.SILENCE + 1)
    with pytest.raises(Refusal):
        await house.timekeeper.vote(room, (ANNA, BEN, CEM)[leaver], seat, running(room).named(seat))
    assert await house.timekeeper.vote(
        room, (ANNA, BEN, CEM)[other], seat, running(room).named(seat)
    )


async def test_a_slow_table_calls_at_most_once_an_hour(
    house: House, wall: Wall, port: Listener
) -> None:
    room = await begun(house, "slow", ANNA, BEN, CEM)
    users = (ANNA, BEN, CEM)
    called: dict[int, list[float]] = {user: [] for user in users}
    for _ in range(60):
        for _ in range(8):
            before = len(port.heard("call"))
            await wall.turn(house, 30)
            for seat, _token in port.heard("call")[before:]:
                called[users[seat]].append(wall.now)
        await act(house, room, people_asked(room)[0])
        if room.table.status != "running":
            break
    assert any(len(times) > 1 for times in called.values())
    for times in called.values():
        apart = [b - a for a, b in pairwise(times)]
        assert all(seconds >= 3600 - 30 for seconds in apart)


@pytest.mark.parametrize("stands", [False, True])
async def test_nor_does_a_restart_call_again_within_the_hour(
    store: Store, wall: Wall, port: Listener, stands: bool
) -> None:
    async with opened(store, port) as house:
        room = await begun(house, "slow", ANNA, BEN, CEM)
        [seat] = people_asked(room)
        await wall.turn(house, 60)
        assert [called for called, _ in port.heard("call")] == [seat]
        if stands:
            await store.shown.save_call(Call(room.table.id, seat, "nonce", 1))
        else:
            await again(house, room, seat)
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        if stands:
            await again(house, room, seat)
        before = len(port.heard("call"))
        await wall.turn(house, clocks.CALLS_APART - 1)
        assert seat not in [called for called, _ in port.heard("call")[before:]]
        await wall.turn(house, 60)
        assert seat in [called for called, _ in port.heard("call")[before:]]


async def test_a_call_of_a_clock_that_was_ahead_holds_up_none(
    house: House, wall: Wall, port: Listener
) -> None:
    room = await begun(house, "slow", ANNA, BEN, CEM)
    [seat] = people_asked(room)
    for ahead, calls in ((clocks.CALLS_APART, []), (clocks.CALLS_APART + 60, [seat])):
        room.called = dict.fromkeys(room.table.users, wall.now + ahead)
        house._alarms.drop(room.table.id, "call")
        house.play.schedule(room)
        await wall.turn(house, 60)
        assert [called for called, _ in port.heard("call")] == calls


async def again(house: House, room: Room, seat: int) -> None:
    """Let everybody act at once until this seat has acted and is asked anew."""
    token = running(room).to_act()[seat]
    while running(room).to_act().get(seat) in (None, token):
        await act(house, room, people_asked(room)[0])


@pytest.mark.parametrize(("quiet", "calls"), [(True, 0), (False, 1)])
async def test_a_server_can_do_without_calls(
    house: House, wall: Wall, port: Listener, quiet: bool, calls: int
) -> None:
    await house.servers.settle(GUILD, Settings(nudge=100, quiet=quiet))
    await begun(house, "live", ANNA, BEN, CEM)
    await wall.turn(house, 99)
    assert port.heard("call") == []
    await wall.turn(house, 2)
    assert len(port.heard("call")) == calls


@pytest.mark.parametrize("clock", ["live", "slow"])
async def test_no_calls_holds_for_those_that_are_planned_already(
    house: House, wall: Wall, port: Listener, clock: str
) -> None:
    room = await begun(house, clock, ANNA, BEN, CEM)
    await house.servers.settle(GUILD, Settings(quiet=True))
    await wall.turn(house, 0.9 * (LIVE if clock == "live" else SLOW))
    assert port.heard("call") == port.heard("remind") == [] and not room.called
    await house.servers.settle(GUILD, Settings())
    await act(house, room, people_asked(room)[0])
    await wall.turn(house, 60)
    assert len(port.heard("call")) == 1


BOSS = Person(900, "Boss", Rank.OWNER)


@pytest.mark.parametrize("clock", ["live", "slow", "none"])
@pytest.mark.parametrize("forgets", [False, True])
async def test_who_waited_while_nobody_was_called_is_called_once_that_is_over(
    house: House, wall: Wall, port: Listener, clock: str, forgets: bool
) -> None:
    """Also at a table that is no longer in memory."""
    room = await begun(house, clock, ANNA, BEN, CEM)
    await house.staff.settle(GUILD, BOSS, {"quiet": True})
    await wall.turn(house, 90)
    asked = people_asked(room)[0]
    if forgets:
        house.rooms.forget(room.table.id)
    await wall.turn(house, 10)
    assert port.heard("call") == []
    await house.staff.settle(GUILD, BOSS, {"quiet": False})
    await wall.turn(house, 1)
    assert [seat for seat, _ in port.heard("call")] == [asked]
    await house.staff.settle(GUILD, BOSS, {"most": 3})
    await house.staff.settle(GUILD, BOSS, {"nudge": 20})
    await wall.turn(house, 30)
    assert len(port.heard("call")) == 1, "once"


async def test_who_is_called_later_or_sooner_from_now_on_is_so_at_once(
    house: House, wall: Wall, port: Listener
) -> None:
    await begun(house, "none", ANNA, BEN, CEM)
    await house.staff.settle(GUILD, BOSS, {"nudge": 300})
    await wall.turn(house, 299)
    assert port.heard("call") == []
    await house.staff.settle(GUILD, BOSS, {"nudge": 100})
    await wall.turn(house, 0)
    assert len(port.heard("call")) == 1


@pytest.mark.parametrize("clock", ["live", "slow"])
@pytest.mark.parametrize(
    "habit", [{}, {"called": False}, {"roundup": 9}, {"quiet_from": 0, "quiet_to": 23}]
)
@pytest.mark.parametrize("settings", [{}, {"quiet": True}])
async def test_who_has_left_the_server_is_followed_whether_they_are_called_or_not(
    house: House,
    store: Store,
    wall: Wall,
    port: Listener,
    clock: str,
    habit: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> None:
    class Few(Everybody):
        async def there(self, guild: int, user: int) -> bool:
            return user != gone

    for user in (ANNA, BEN, CEM):
        await store.habits.save(Habit(user, **habit))
    await house.servers.settle(GUILD, Settings(**settings))
    room = await begun(house, clock, ANNA, BEN, CEM)
    seat = people_asked(room)[0]
    gone, house.calling._members = room.person(seat), Few()
    await wall.turn(house, 44)
    assert not room.table.players[seat].away
    await wall.turn(house, 16)
    assert room.table.players[seat].away and (seat, "clock") not in by(await house.log(room))
    assert all(called != seat for called, _ in port.heard("call"))


async def test_who_leaves_the_server_after_they_were_looked_for_is_missed_at_the_reminder(
    house: House, wall: Wall
) -> None:
    there = True

    class Leaving(Everybody):
        async def there(self, guild: int, user: int) -> bool:
            return there

    await house.servers.settle(GUILD, Settings(quiet=True))
    room = await begun(house, "slow", ANNA, BEN, CEM)
    seat, house.calling._members = people_asked(room)[0], Leaving()
    await wall.turn(house, 0.74 * SLOW)
    there = False
    assert not room.table.players[seat].away
    await wall.turn(house, 0.02 * SLOW)
    assert room.table.players[seat].away


@pytest.mark.parametrize(("clock", "after"), [("slow", TURN), ("live", AT_ONCE.nudge or 0.0)])
async def test_few_are_looked_for_at_once_and_one_of_a_server(
    house: House, wall: Wall, port: Listener, clock: str, after: float
) -> None:
    """What Discord lets wait in one server holds up no other's calls, and no boards."""
    asked: list[int] = []
    go_on = asyncio.Event()

    class Slow(Everybody):
        async def there(self, guild: int, user: int) -> bool:
            asked.append(guild)
            await go_on.wait()
            return True

    for channel, guild in enumerate([1, 1, 1, *range(2, 2 + CALLED)], 10):
        await begun(house, clock, ANNA, BEN, CEM, channel=channel, guild=guild)
    house.calling._members = Slow()
    wall.now += after
    leaping = asyncio.create_task(house.leapt(5))
    while len(asked) < CALLED:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.02)
    assert asked == list(range(1, 1 + CALLED))
    go_on.set()
    await leaping
    assert sorted(asked) == [1, 1, 1, *range(2, 2 + CALLED)]
    assert len(port.heard("call")) == len(asked)


async def test_calls_over_days_hold_up_no_call_where_people_play_now(
    house: House, wall: Wall, port: Listener
) -> None:
    hangs = True

    class Slow(Everybody):
        async def there(self, guild: int, user: int) -> bool:
            return not hangs or await asyncio.Future()

    for guild in range(GUILD, GUILD + CALLED):
        await begun(house, "slow", ANNA, BEN, CEM, channel=9 + guild, guild=guild)
    house.calling._members = Slow()
    wall.now += TURN
    await house.leapt(0.0)
    await until(house.calling._few.locked)
    hangs, room = False, await begun(house, "live", ANNA, BEN, CEM, channel=9)
    wall.now += AT_ONCE.nudge or 0.0
    await house.leapt(0.0)
    await until(lambda: port.heard("call"))
    assert [seat for seat, _ in port.heard("call")] == people_asked(room)


async def test_whoever_waits_to_be_called_keeps_no_table_in_memory(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with opened(store, port) as house, AsyncExitStack() as others:
        room = await begun(house, "slow", ANNA, BEN, CEM)
        table, there = room.table.id, weakref.ref(room)
        [call] = [need for need in house._alarms._timers[table] if need.kind == "call"]
        for _ in range(CALLED):
            await others.enter_async_context(house.calling.turn(call))
        wall.now += TURN
        await house.leapt(0.0)
        await until(lambda: house.calling._few._waiters)
        house.rooms.forget(table)
        del room
        assert there() is None and not port.heard("call")


async def test_idle_tables_end(house: House, store: Store, wall: Wall) -> None:
    waiting = await house.lobby("meistercoup", ANNA)
    wall.now += 3590
    await house.timekeeper.sweep()
    assert status(waiting) == "lobby"
    wall.now += 20
    await house.timekeeper.sweep()
    assert status(waiting) == "aborted"
    room = await begun(house, "none", ANNA, BEN, CEM)
    wall.now += 7 * 86400 - 10
    await house.timekeeper.sweep()
    assert status(room) == "running"
    wall.now += 20
    await house.timekeeper.sweep()
    assert status(room) == "aborted"
    stored = await store.tables.get(room.table.id)
    assert stored is not None and (stored.status, stored.why) == ("aborted", "note.idle")


async def test_idle_times_are_a_server_s(house: House, wall: Wall) -> None:
    await house.servers.settle(GUILD, Settings(lobby_minutes=10, idle_days=1))
    waiting = await house.lobby("meistercoup", ANNA)
    wall.now += 601
    await house.timekeeper.sweep()
    assert status(waiting) == "aborted"
    room = await begun(house, "none", ANNA, BEN, CEM)
    async with room.lock:
        await house.play.pause(room, time.time())
    wall.now += 86401
    await house.timekeeper.sweep()
    assert status(room) == "running"  # staff has stopped it, and staff ends it
    async with room.lock:
        await house.play.resume(room, time.time())
    wall.now += 86401
    await house.timekeeper.sweep()
    assert status(room) == "aborted"


async def test_an_absent_host_does_not_block_the_lobby(house: House, wall: Wall) -> None:
    game = house.games["meistercoup"]
    room = await house.lobby("meistercoup", ANNA, BEN)
    for later, computers, user, key in [
        (0, 1, BEN, "error.host_only"),
        (119, 0, BEN, "error.host_only"),
        (2, 0, CEM, "error.join_first"),
    ]:
        wall.now += later
        for _ in range(computers):
            await house.change(room, lambda t: lobby.add_computer(t, game, "Blobb"))
        with pytest.raises(Refusal) as refused:
            lobby.starts(room.table, game, user, wall.now, 0.0)
        assert refused.value.key == key
    assert lobby.starts(room.table, game, BEN, wall.now, 0.0) == room.table
    await house.change(room, lambda t: lobby.add_computer(t, game, "Klecks"))
    with pytest.raises(Refusal, match=r"^error.host_only$"):
        lobby.starts(room.table, game, BEN, wall.now, 0.0)


@pytest.mark.parametrize("game", ["monster_meister", "meistercoup"])
async def test_each_seat_has_its_own_time(house: House, wall: Wall, game: str) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM, game=game)
    due = {seat: house.play.clocks.shown(room, seat) for seat in people_asked(room)}
    await wall.turn(house, 60)
    first = people_asked(room)[0]
    await act(house, room, first)
    for seat in people_asked(room):
        expected = due[seat] if seat in due and seat != first else wall.now + LIVE
        assert house.play.clocks.shown(room, seat) == expected
    waiting = running(room).view(None).waiting
    ends = [house.play.clocks.shown(room, seat) or 0.0 for seat in waiting]
    assert house.play.clocks.shown(room, None) == min(ends)
    assert game == "meistercoup" or min(ends) < max(ends)


async def test_the_clock_of_a_race_is_the_game_s_own(house: House, wall: Wall) -> None:
    assert "clock" not in house.games["bugs"].choices(2)
    room = await house.table("bugs", ANNA, BEN)
    assert house.play.clocks.shown(room, None) is None
    assert room.person(0) == ANNA


async def test_a_clock_put_back_while_the_bot_was_down_takes_no_time_from_anybody(
    store: Store, wall: Wall, port: Listener
) -> None:
    async with opened(store, port) as house:
        room = await house.table("bugs", ANNA, BEN)
        await wall.turn(house, COUNT_IN + LIMIT / 2)
        await house.act(room, 0, place=-1)
        before = running(room)
    wall.now -= 100
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        async with room.lock:
            await house.play.catch_up(room, wall.now)
        after = running(room)
        assert after.sequence == before.sequence
        assert (after.deadline, after.since) == (before.deadline, before.since)


async def test_a_broken_off_try_to_go_on_counts_the_pause_once(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("bugs", ANNA, BEN)
    before = running(room).deadline
    async with room.lock:
        await house.play.pause(room, wall.now)
        wall.now += 500
        with monkeypatch.context() as broken:
            broken.setattr(house.store.tables, "save", fails)
            with pytest.raises(StoreError):
                await house.play.resume(room, wall.now)
        wall.now += 20
        await house.play.resume(room, wall.now)
    assert before is not None and room.table.paused is None
    assert sum(running(room).since) == pytest.approx(2 * (before - COUNT_IN + 520), abs=0.01)


async def test_all_that_is_due_by_now_is_logged_before_anybody_acts(
    house: House, wall: Wall
) -> None:
    room = await house.table("bugs", ANNA, BEN)
    wall.now += COUNT_IN + LIMIT
    async with house.play.caught_up(room):
        assert running(room).state.phase == "countdown", "not only that it has begun"
    assert by(await house.log(room)) == [(-1, "clock")] * 2


def test_every_race_is_looked_at_when_the_bot_starts() -> None:
    assert 60 * max(GAMES["bugs"].box.time_limits) < host.SOON


async def test_a_paused_race_goes_on_with_what_was_left(house: House, wall: Wall) -> None:
    room = await house.table("bugs", ANNA, BEN)
    deadline = running(room).deadline
    assert deadline is not None
    left = deadline - wall.now
    async with room.lock:
        await house.play.pause(room, time.time())
    await wall.turn(house, 500)
    assert len(await house.log(room)) == 0
    async with room.lock:
        await house.play.resume(room, time.time())
    assert running(room).deadline == pytest.approx(wall.now + left, abs=0.01)


@pytest.mark.parametrize(
    ("begun", "acted", "left"),
    [
        (2.0, False, COUNT_IN),
        (COUNT_IN + 20, True, LIMIT - 20),
        (COUNT_IN + LIMIT, False, 10.0),
        (COUNT_IN + LIMIT + 4, True, 6.0),
        (COUNT_IN + LIMIT + 9, True, 3.0),
    ],
)
@pytest.mark.parametrize("down", [1.0, 30.0, 3600.0])
async def test_a_race_goes_on_with_what_was_left_when_the_bot_went_down(
    store: Store, wall: Wall, port: Listener, begun: float, acted: bool, left: float, down: float
) -> None:
    async with opened(store, port) as house:
        room = await house.table("bugs", ANNA, BEN)
        await wall.turn(house, begun)
        if acted:
            await house.act(room, 0, place=-1)
        phase, sequence = running(room).state.phase, running(room).sequence
    wall.now += down
    async with opened(store, port) as house:
        began, room = wall.now, await house.rooms.get(room.table.id)
        port.told.clear()
        await wall.turn(house, 0)
        assert port.heard("board") and set(port.heard("panel")) == {(ANNA,), (BEN,)}
        assert running(room).sequence == sequence + 1
        assert running(room).state.phase == phase
        assert running(room).deadline == pytest.approx(began + left, abs=0.01)
        await wall.turn(house, left + 0.1)
        assert running(room).state.phase != phase


async def test_the_clock_starts_when_what_happened_has_been_told(
    house: House, wall: Wall, port: Listener
) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    port.seconds = 9.0
    await act(house, room, people_asked(room)[0])
    await wall.turn(house, LIVE + 8)
    assert len(await house.log(room)) == 1
    await wall.turn(house, 1.5)
    assert len(await house.log(room)) == 2


@pytest.mark.parametrize("game", list(GAMES))
async def test_a_match_whose_people_have_all_gone_comes_to_its_end(
    house: House, wall: Wall, game: str
) -> None:
    people = (ANNA, BEN, CEM)[: at_most(3, house.games[game])]
    room = await house.lobby(game, *people)
    if "clock" in house.games[game].choices(len(people)):
        await house.change(room, lambda t: lobby.set_option(t, house.games[game], "clock", "live"))
    async with room.lock:
        await house.play.begin(room)
    hours = 0
    while room.table.status == "running" and hours < 24:
        await wall.turn(house, 3600)
        hours += 1
    assert room.table.status == "finished"
    for seat in range(len(people)):
        own = [entry.by for entry in await house.log(room) if entry.seat == seat]
        assert own or game == "bugs"
        assert own == ["clock"] * min(2, len(own)) + ["computer"] * (len(own) - 2)


@pytest.mark.parametrize("hours", [-5, 5])
async def test_a_machine_s_clock_that_jumps_stops_nobody(
    house: House, wall: Wall, hours: float
) -> None:
    room = await house.table("meistercoup", ANNA, computers=3)
    for moves in range(6):
        async with asyncio.timeout(10):
            while not people_asked(room):
                await asyncio.sleep(0.001)
        if moves == 3:
            wall.now += hours * 3600
        [seat] = people_asked(room)
        await act(house, room, seat)
    log = await house.log(room)
    assert len([entry for entry in log if entry.by == "person"]) == 6
    assert [entry.at for entry in log] == sorted(entry.at for entry in log)
    assert {entry.by for entry in log} == {"person", "computer"}
    while not people_asked(room):
        await asyncio.sleep(0.001)
    await wall.turn(house, abs(hours) * 3600 + LIVE + 1)
    assert "clock" in {entry.by for entry in await house.log(room)}


@pytest.mark.parametrize("clock", ["live", "none"])
async def test_who_only_looks_while_another_decides_is_hurried_by_no_clock_nor_vote(
    house: House, wall: Wall, clock: str
) -> None:
    room = await house.lobby("monster_meister", ANNA, BEN, CEM)
    rules = house.games["monster_meister"]
    await house.change(room, lambda t: lobby.set_option(t, rules, "clock", clock))
    async with room.lock:
        await house.play.begin(room)
    while running(room).state.phase != "place":
        await house.act(room, people_asked(room)[0])
    match, log = running(room), await house.log(room)
    late = {seat for seat in match.asked if match.state.drawn[seat] is not None}
    assert late < set(match.asked)
    await wall.turn(house, clocks.SILENCE + 1 if clock == "none" else 181)
    assert {seat for seat, _ in house.play.clocks.questions(room)} == (
        late if clock == "none" else set()
    )
    if clock == "live":
        assert {e.seat for e in (await house.log(room))[len(log) :] if e.seat >= 0} == late
