"""What a table needs by itself comes when it is due, and not for a question that is another."""

from __future__ import annotations

import pytest

from storage.records import Board
from tables.match import clocks, plan
from tables.match.alarms import Alarms, Need
from tables.match.plan import Pace
from tables.room.room import Room
from tests.tables.clocked import ANNA, BEN, CEM, LIVE, SLOW, act, begun, status
from tests.tables.house import House, Listener, people_asked, running
from tests.tables.wall import Wall


async def test_who_is_not_asked_has_no_clock(house: House, wall: Wall) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    asked = people_asked(room)
    shown = [house.play.clocks.shown(room, seat) for seat in range(3)]
    assert shown == [wall.now + LIVE if seat in asked else None for seat in range(3)]
    assert len(asked) < 3


async def test_a_clock_woken_early_decides_nothing(house: House, wall: Wall) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    seat, token = next(iter(running(room).to_act().items()))
    wall.now += LIVE - 1
    await house.timekeeper.expire(room, seat, token)
    assert await house.log(room) == []


async def test_who_answers_as_the_clock_thinks_is_not_said_to_be_late(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answered(*_: object) -> bool:
        return False

    room = await begun(house, "live", ANNA, BEN, CEM)
    seat, token = next(iter(running(room).to_act().items()))
    wall.now += LIVE + clocks.GRACE
    monkeypatch.setattr(house.computers, "decide", answered)
    await house.timekeeper.expire(room, seat, token)
    assert not room.notes.standing()


async def test_nobody_votes_early_nor_where_a_clock_runs(house: House, wall: Wall) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    seat, token = next(iter(running(room).to_act().items()))
    wall.now += clocks.SILENCE - 1
    house._alarms.set(room.table.id, {})  # it has rung a little early
    house.timekeeper.call_vote(room, seat, token)
    assert not room.rung and not house.play.clocks.questions(room)
    assert Need("vote", seat, token) in house._alarms._timers[room.table.id], "it rings again"
    await house.play.abort(room, "note.idle")
    room = await begun(house, "slow", ANNA, BEN, CEM)
    assert clocks.SILENCE < SLOW
    await wall.turn(house, clocks.SILENCE + 1)
    assert ("vote", seat, token) not in room.rung and not house.play.clocks.questions(room)


async def test_who_is_silent_at_a_later_question_is_offered_too(
    house: House, wall: Wall, port: Listener
) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    while not any(seat and token for seat, token in running(room).to_act().items()):
        await act(house, room, people_asked(room)[0])
    question = next((s, t) for s, t in running(room).to_act().items() if s and t)
    await wall.turn(house, clocks.SILENCE - 1)
    port.told.clear()
    await wall.turn(house, 2)
    assert port.heard("board"), "it shows the button"
    assert question in house.play.clocks.questions(room)
    assert ("vote", *question) in room.rung


async def test_a_table_that_moved_meanwhile_is_not_closed(house: House, wall: Wall) -> None:
    waiting = await house.lobby("meistercoup", ANNA)
    await house.timekeeper._close(wall.now - 1, waiting)
    assert waiting.table.status == "lobby"
    await house.play.abort(waiting, "note.idle")
    room = await begun(house, "none", ANNA, BEN, CEM)
    wall.now += 10
    await act(house, room, people_asked(room)[0])
    await house.timekeeper._close(wall.now - 5, room)
    assert status(room) == "running"
    await house.timekeeper._close(wall.now, room)
    assert status(room) == "aborted"


async def test_who_sees_to_a_table_holds_its_lock_and_passes_over_one_that_is_gone(
    house: House,
) -> None:
    room, held = await house.lobby("meistercoup", ANNA), list[bool]()

    async def act(room: Room) -> None:
        held.append(room.lock.locked())

    for table in (room.table.id, "gone"):
        await house.timekeeper._at(table, act)
    assert held == [True]


async def test_what_is_set_already_keeps_its_time() -> None:
    async def wake(table: str, need: Need) -> None:
        raise AssertionError

    alarms, call, clock = Alarms(wake), Need("call", 2), Need("clock", 1)
    alarms.set("a", {call: 5e9, clock: 5e9})
    assert alarms.merged("a", {call: 6e9, clock: 6e9}) == {call: 5e9, clock: 6e9}
    assert alarms.merged("b", {call: 6e9}) == {call: 6e9}
    alarms.put_off("a", call, 4e9)
    assert alarms.soonest == 5e9, "else it would ring twice"
    await alarms.close()


async def test_computers_that_are_asked_at_once_do_not_answer_at_once(house: House) -> None:
    room = await house.table("bugs", ANNA, BEN, CEM)
    assert len({plan._pause(running(room), seat, Pace()) for seat in range(3)}) == 3


async def test_a_table_whose_channel_is_gone_owes_nothing(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.store.shown.save_board(Board(room.table.id, nonce="posting", leftovers=(4,)))
    assert await house.store.shown.owed() == [room.table.id]
    await house.staff.end(room, None, "gone")
    assert await house.store.shown.owed() == []


async def test_who_was_late_sees_what_the_clock_decided(
    house: House, wall: Wall, port: Listener
) -> None:
    room = await begun(house, "live", ANNA, BEN, CEM)
    late = room.table.players[people_asked(room)[0]].user
    port.told.clear()
    await wall.turn(house, LIVE + 1)
    assert (late,) in port.heard("panel")
