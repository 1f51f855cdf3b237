"""A roll without a choice is made by the clock; the click before can be taken back until then."""

from __future__ import annotations

import pytest

from engine.contract import CLOCK
from engine.errors import Stale
from engine.tueftelmonster.values import Discard, Roll
from tables.match.clocks import Clocks
from tables.match.standstills import Standstills
from tables.room.room import Room
from tests.tables.house import House, running

ANNA, BEN = 100, 200


async def caught_up(house: House, room: Room, now: float) -> None:
    """Let the clock log what is due at a time."""
    async with room.lock:
        await house.play.catch_up(room, now)


async def discarded(house: House, room: Room) -> tuple[int, float]:
    """Play until a turn has ended with a discard; return whose it was and when."""
    while True:
        match = running(room)
        [seat] = match.asked
        await house.act(room, seat, now=match.at)
        discards = isinstance(match.legal(seat)[0], Discard)
        if discards and running(room).view(None).phase == "roll":
            return seat, running(room).at


async def test_the_clock_rolls_for_a_person(house: House) -> None:
    room = await house.table("tueftelmonster", ANNA, BEN)
    match = running(room)
    [seat], due = match.asked, match.deadline
    assert match.legal(seat) == (Roll(),) and due is not None
    await caught_up(house, room, due - 0.1)
    assert running(room) is match
    await caught_up(house, room, due)
    [entry] = await house.log(room)
    assert (entry.seat, entry.by, running(room).view(None).faces != ()) == (CLOCK, "clock", True)
    with pytest.raises(Stale):
        async with room.lock:
            await house.play.act(room, seat, match.token(seat), Roll(), due + 0.1)


async def test_a_seat_may_roll_sooner(house: House) -> None:
    room = await house.table("tueftelmonster", ANNA, BEN)
    [seat] = running(room).asked
    await house.act(room, seat)
    [entry] = await house.log(room)
    assert (entry.seat, entry.by) == (seat, "person")


async def test_the_last_discard_can_be_taken_back_until_the_die_rolls(house: House) -> None:
    room = await house.table("tueftelmonster", ANNA, BEN)
    seat, at = await discarded(house, room)
    assert running(room).takes_back(seat)
    async with room.lock:
        await house.play.take_back(room, seat, running(room).token(seat), at + 2)
    assert running(room).view(None).phase == "discard"
    seat, at = await discarded(house, room)
    await caught_up(house, room, at + 3)
    assert not running(room).takes_back(seat)


async def test_nobody_waits_a_minute_for_a_roll_after_a_restart(house: House) -> None:
    room = await house.table("tueftelmonster", ANNA, BEN)
    match = running(room)
    assert match.deadline is not None
    house.play.clocks = Clocks(Standstills(match.at + 500))
    await caught_up(house, room, match.at + 501)
    assert running(room).deadline == match.deadline + 500
