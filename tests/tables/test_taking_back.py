"""Taking back at a table: who may, what is stored and told, and what a restart finds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.contract import By, Seat
from engine.errors import Illegal
from storage.url import open_store
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settled
from tests.tables.house import GUILD, House, Listener, opened, people_asked, running

ANNA, BEN, CEM = 100, 200, 300
GAME = "maechtige_monster"


@pytest.fixture
async def room(house: House) -> AsyncIterator[Room]:
    yield await house.table(GAME, ANNA, BEN, CEM)


async def placed(house: House, room: Room) -> Seat:
    """Let whoever is asked place a monster; return the seat."""
    seat = people_asked(room)[0]
    await house.act(room, seat)
    assert running(room).offers_back(seat)
    return seat


async def take_back(house: House, room: Room, seat: Seat) -> None:
    """Let a seat take its last action back."""
    async with room.lock:
        await house.play.take_back(room, seat, running(room).token(seat), running(room).at + 1)


async def test_a_move_taken_back_is_an_entry_and_everybody_is_told(
    house: House, port: Listener, room: Room
) -> None:
    before = running(room)
    seat = await placed(house, room)
    [asked] = people_asked(room)
    port.told.clear()
    await take_back(house, room, seat)
    log = await house.log(room)
    assert [(e.seat, e.action, e.by) for e in log[1:]] == [(seat, '{"kind":"take_back"}', "person")]
    assert running(room).state == before.state and running(room).asked == before.asked
    assert (2,) in port.heard("board")
    assert (room.table.players[asked].user,) in port.heard("panel"), "who is no longer asked"
    assert [note.key for note in room.notes.standing()] == ["note.taken_back"]
    await house.act(room, seat)
    assert not room.notes.standing(), "what they did instead stands there now"


async def test_it_is_found_again_after_a_restart(
    tmp_path: Path, house: House, port: Listener, room: Room
) -> None:
    seat = await placed(house, room)
    await take_back(house, room, seat)
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    async with opened(store, port) as other:
        again = await other.rooms.get(room.table.id)
        assert running(again) == running(room)
        await other.act(again, seat)
        with pytest.raises(Illegal, match=r"error\.not_revocable"):
            await take_back(other, again, seat)
    await store.close()


@pytest.mark.parametrize("by", ["clock", "staff"])
async def test_what_was_decided_for_somebody_is_no_move_of_theirs(
    house: House, room: Room, by: By
) -> None:
    seat, match = people_asked(room)[0], running(room)
    action, token = match.legal(seat)[0], match.token(seat)
    async with room.lock:
        await house.play.act(room, seat, token, action, match.at + 1, by)
    assert running(room).takes_back(seat) and not running(room).offers_back(seat)
    with pytest.raises(Illegal, match=r"error\.not_revocable"):
        await take_back(house, room, seat)
    assert len(await house.log(room)) == 1


async def test_the_next_move_ends_it_and_takes_the_button_away(
    house: House, port: Listener, room: Room
) -> None:
    seat = await placed(house, room)
    port.told.clear()
    await house.act(room, people_asked(room)[0])
    assert (room.table.players[seat].user,) in port.heard("panel")
    with pytest.raises(Illegal, match=r"error\.not_revocable"):
        await take_back(house, room, seat)


async def test_a_server_may_do_without_it_where_people_play_each_other(
    house: House, room: Room
) -> None:
    seat = await placed(house, room)
    await house.servers.settle(GUILD, replace_setting(house, take_back=False))
    with pytest.raises(Refusal, match=r"error\.not_revocable"):
        await take_back(house, room, seat)
    assert len(await house.log(room)) == 1
    alone = replace(room.table, players=(room.table.players[0],))
    assert house.servers.takes_back(alone)


def replace_setting(house: House, **changes: bool) -> Settled:
    """Return the server's settings with these changes."""
    return house.servers.of(GUILD).model_copy(update=changes)


async def test_who_is_away_or_at_a_paused_table_takes_nothing_back(
    house: House, room: Room
) -> None:
    seat = await placed(house, room)
    async with room.lock:
        await house.play.pause(room, running(room).at)
    with pytest.raises(Refusal, match=r"pause\.staff"):
        await take_back(house, room, seat)
    async with room.lock:
        await house.play.resume(room, running(room).at)
        await house.play.leave(room, seat)
    with pytest.raises(Refusal, match=r"error\.away"):
        await take_back(house, room, seat)
