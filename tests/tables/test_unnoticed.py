"""What nobody else can see of an act shows at the table in nothing else: times and calls stand."""

from __future__ import annotations

import time
from dataclasses import replace

from engine.tueftelmonster.values import LayBack, LeaveRest
from tables.match import clocks
from tables.match.plan import Pace, plan
from tables.match.standstills import Standstill
from tables.room.notes import READ
from tables.room.room import Room
from tests.tables.house import House, Listener, running

ANNA, BEN, CEM = 100, 200, 300


async def laying(house: House) -> tuple[Room, int]:
    """Begin a game in which somebody lays back four cards."""
    room = await house.table("tueftelmonster", ANNA, BEN, CEM)
    return room, lay(room)


def lay(room: Room) -> int:
    """Let whose turn it is lay back four cards; return their seat."""
    match = running(room)
    state = match.state
    seat: int = state.owner
    displays, pile = (state.pile[-4:], *state.displays[1:]), state.pile[:-4]
    state = state.but(phase="lay", faces=("dig",), displays=displays, pile=pile, dug=0)
    state = state.but(deadline=None)
    asked = tuple(match.game.to_act(state))
    room.match = replace(match, state=state, asked=asked, since=(match.at - 50,) * 3)
    assert asked == (seat,)
    return seat


async def test_who_lays_back_cards_is_waited_for_since_they_began(
    house: House, port: Listener
) -> None:
    room, seat = await laying(house)
    since, token = running(room).since[seat], running(room).token(seat)
    due, seen = running(room).due(seat), running(room).view(None)
    room.rung = {("call", seat, token), ("remind", seat, token)}
    port.told.clear()
    for place in (1, 1):
        assert isinstance(running(room).legal(seat)[place], LayBack)
        await house.act(room, seat, place)
        assert running(room).view(None) == seen
        assert (running(room).since[seat], running(room).due(seat)) == (since, due)
    assert all(seat in standing for (standing,) in port.heard("calls")), "the call stands"
    assert running(room).token(seat) == token + 2
    assert room.rung == {("call", seat, token + 2), ("remind", seat, token + 2)}
    port.told.clear()
    assert isinstance(running(room).legal(seat)[0], LeaveRest)
    await house.act(room, seat)
    assert all(seat not in standing for (standing,) in port.heard("calls"))
    assert not room.rung


async def test_who_lays_back_cards_changes_no_call_and_no_note(house: House) -> None:
    room, seat = await laying(house)
    called = _called(house, room)
    room.notes.add("note.clock", name="Ben")
    room.notes._kept = notes = [replace(note, at=note.at - READ) for note in room.notes.standing()]
    await house.act(room, seat, 1)
    assert called and _called(house, room) == called
    assert [*room.notes.standing()] == notes
    await house.act(room, seat)
    assert not room.notes.standing()


async def test_who_lays_back_cards_ends_no_vote(house: House) -> None:
    room, seat = await laying(house)
    match, (user, other) = running(room), [u for u in (ANNA, BEN, CEM) if room.seat_of(u) != seat]
    untimed, since = match.options.model_copy(update={"clock": "none"}), match.at - clocks.SILENCE
    room.match = replace(match, options=untimed, since=(since,) * 3)
    house.play.clocks.standstills._process = Standstill(since, since)
    await house.timekeeper.vote(room, user, seat, running(room).named(seat))
    told = [rows async for rows in house.store.privacy.export(user)]
    await house.act(room, seat, 1)
    assert [rows async for rows in house.store.privacy.export(user)] == told
    token = running(room).token(seat)
    assert list(room.votes.values()) == await house.store.votes.of(room.table.id)
    assert clocks.votes(room, seat, token) == {user} and token == match.token(seat) + 1
    assert await house.timekeeper.vote(room, other, seat, running(room).named(seat)), (
        "both want a computer"
    )


def _called(house: House, room: Room) -> list[float]:
    """Return when somebody is called."""
    found = plan(room, running(room), Pace(), house.play.clocks, 0.0)
    return [at for need, at in found.items() if need.kind == "call"]


async def test_whose_time_is_up_while_they_lay_back_gets_time_for_the_next(house: House) -> None:
    room, seat = await laying(house)
    match, now = running(room), time.time()
    after = match.play(seat, match.token(seat), match.legal(seat)[1], now, "clock").match
    assert after.since[seat] == now and not after.waits_on(match, seat)
