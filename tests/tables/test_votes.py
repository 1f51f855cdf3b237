"""A vote is stored before it counts: it is there after a crash, and gone with what it was on."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage.errors import StoreError
from storage.store import Store
from storage.votes import ALL, Vote
from tables.match import clocks
from tables.room.refusal import Refusal
from tables.room.room import WISHED, Room
from tests.tables.clocked import ANNA, BEN, CEM, DORA, act, begun
from tests.tables.house import House, Listener, fails, opened, people_asked, refused, running
from tests.tables.wall import Wall


async def silent(house: House, wall: Wall, *users: int) -> tuple[Room, int, int, list[int]]:
    """Begin a game in which somebody is silent for long; return the table, their seat and question,
    and the others."""
    room = await begun(house, "none", *users)
    seat = people_asked(room)[0]
    await wall.turn(house, clocks.SILENCE + 1)
    others = [user for user in users if user != room.person(seat)]
    return room, seat, running(room).token(seat), others


async def cast(house: House, room: Room) -> list[tuple[int, int]]:
    """Return who has voted on which seat, as it is stored."""
    return [(vote.user, vote.seat) for vote in await house.store.votes.of(room.table.id)]


async def test_after_a_crash_a_vote_counts_on(store: Store, wall: Wall, port: Listener) -> None:
    async with opened(store, port) as house:
        room, seat, token, others = await silent(house, wall, ANNA, BEN, CEM, DORA)
        port.told.clear()
        assert not await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
        assert port.heard("board") and not clocks.ending(room), "it is no wish to stop"
    assert await store.shown.owed() == [room.table.id], "its board is shown by the start"
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        assert house.play.clocks.questions(room) == [(seat, token)], (
            "nobody waits until it is called anew"
        )
        assert clocks.votes(room, seat, token) == {others[0]}
        earlier = house.timekeeper.vote(room, others[1], seat, running(room).named(seat) - 1)
        await refused(earlier, "error.stale")
        before = room.table.version
        assert not await house.timekeeper.vote(room, others[0], seat, running(room).named(seat)), (
            "twice is once"
        )
        assert room.table.version == before, "nothing is stored for it"
        assert await cast(house, room) == [(others[0], seat)]
        assert await house.timekeeper.vote(room, others[1], seat, running(room).named(seat))
        assert room.table.players[seat].away and await cast(house, room) == []


@pytest.mark.parametrize("clock", ["none", "slow"])
async def test_after_a_crash_a_wish_to_stop_counts_on(
    store: Store, wall: Wall, port: Listener, clock: str
) -> None:
    async with opened(store, port) as house:
        room = await begun(house, clock, ANNA, BEN, CEM)
        assert not await house.timekeeper.end(room, ANNA)
        wall.now += WISHED - 1
        assert not await house.timekeeper.end(room, BEN)
    async with opened(store, port) as house:
        room = await house.rooms.get(room.table.id)
        assert clocks.ending(room) == {ANNA, BEN}
        wall.now += 2
        assert clocks.ending(room) == {BEN}, "a wish passes"
        at_once = [house.timekeeper.end(room, user) for user in (CEM, BEN, ANNA)]
        assert await asyncio.gather(*at_once) == [False, False, True]
        assert room.table.status == "aborted" and not room.votes
        assert await cast(house, room) == []
    ended = await store.tables.get(room.table.id)
    assert ended is not None and ended.why == "end.note", "whoever comes by reads who ended it"


@pytest.mark.parametrize("known", [True, False])
async def test_a_wish_to_stop_is_stored_and_shown_as_long_as_it_counts(
    house: House, wall: Wall, port: Listener, known: bool
) -> None:
    room, other = [await begun(house, "none", ANNA, BEN, CEM, channel=c) for c in (1, 2)]
    for each in (room, other):
        await house.timekeeper.end(each, ANNA)
        wall.now += 1
    assert [vote.token for vote in room.votes.values()] == [0], "it is on no question"
    if not known:
        house.rooms.forget(room.table.id)
    wall.now += WISHED - 3
    await house.timekeeper.sweep()
    assert await cast(house, room) == [(ANNA, ALL)]
    wall.now += 1
    port.told.clear()
    await house.timekeeper.sweep()
    assert await cast(house, room) == [] and await cast(house, other) == [(ANNA, ALL)]
    again = await house.rooms.get(room.table.id)
    assert not again.votes and len(port.heard("board")) == 1
    assert house.rooms.known(room.table.id) is again and (again is room) == known


async def test_an_entry_takes_away_a_wish_that_counts_no_more(house: House, wall: Wall) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    await house.timekeeper.end(room, ANNA)
    wall.now += WISHED
    await house.timekeeper.end(room, BEN)
    assert await cast(house, room) == [(BEN, ALL)]
    wall.now += WISHED
    await act(house, room, people_asked(room)[0])
    assert await cast(house, room) == [] and not room.votes


async def test_what_cannot_be_stored_does_not_count(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, seat, token, others = await silent(house, wall, ANNA, BEN, CEM)
    with monkeypatch.context() as broken:
        broken.setattr(house.store.tables, "save", fails)
        for vote in (
            house.timekeeper.vote(room, others[0], seat, running(room).named(seat)),
            house.timekeeper.end(room, ANNA),
        ):
            with pytest.raises(StoreError):
                await vote
    assert not room.votes and not clocks.ending(room)
    assert not clocks.votes(room, seat, token)


async def test_an_answer_settles_what_was_voted_on_it_alone(house: House, wall: Wall) -> None:
    room, seat, _token, others = await silent(house, wall, ANNA, BEN, CEM)
    await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
    await house.timekeeper.end(room, others[0])
    await act(house, room, seat)
    assert await cast(house, room) == [(others[0], ALL)]
    assert [vote.seat for vote in room.votes.values()] == [ALL]


async def test_a_vote_on_an_earlier_question_of_a_seat_does_not_count(
    house: House, wall: Wall
) -> None:
    room, seat, token, others = await silent(house, wall, ANNA, BEN, CEM)
    earlier = Vote(room.table.id, others[0], seat, token - 1, wall.now)
    room.votes = {(others[0], seat): earlier}
    assert not clocks.votes(room, seat, token)
    assert room.lapsed(room.table, room.match) == [earlier]
    room.votes = {(others[0], seat): replace(earlier, token=token)}
    assert clocks.votes(room, seat, token) == {others[0]}
    assert room.lapsed(room.table, room.match) == []


async def test_who_comes_back_before_a_computer_answers_is_voted_on_anew(
    house: House, wall: Wall
) -> None:
    room, seat, token, others = await silent(house, wall, ANNA, BEN, CEM, DORA)
    user = room.person(seat)
    assert user is not None
    named = running(room).named(seat)
    at_once = [house.timekeeper.vote(room, other, seat, named) for other in others[:2]]
    assert await asyncio.gather(*at_once) == [False, True]
    async with room.lock:
        await house.play.come_back(room, user)
    assert house.play.clocks.questions(room) == [(seat, token)]
    assert not clocks.votes(room, seat, token)
    assert not await house.timekeeper.vote(room, others[2], seat, running(room).named(seat))


async def test_the_votes_of_who_leaves_go(house: House, wall: Wall) -> None:
    room, seat, token, others = await silent(house, wall, ANNA, BEN, CEM, DORA)
    await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
    await house.timekeeper.end(room, others[0])
    leaver = room.seat_of(others[0])
    assert leaver is not None
    async with room.lock:
        await house.play.leave(room, leaver)
    assert await cast(house, room) == [] and not room.votes
    async with room.lock:
        await house.play.come_back(room, others[0])
    assert not clocks.votes(room, seat, token) and not clocks.ending(room)


async def test_who_is_forgotten_as_they_vote_does_not_vote(
    house: House, store: Store, wall: Wall
) -> None:
    room = await begun(house, "none", ANNA, BEN, CEM)
    await house.timekeeper.end(room, BEN)
    await store.privacy.forget(ANNA, wall.now)  # as another process does
    with pytest.raises(Refusal, match=r"^error.no_vote$"):
        await house.timekeeper.end(room, ANNA)
    assert await cast(house, room) == [(BEN, ALL)]


async def test_a_vote_on_a_table_that_stands_still_waits(house: House, wall: Wall) -> None:
    room, seat, token, others = await silent(house, wall, ANNA, BEN, CEM)
    await house.timekeeper.vote(room, others[0], seat, running(room).named(seat))
    async with room.lock:
        await house.play.pause(room, wall.now)
    assert house.play.clocks.questions(room) == ()
    with pytest.raises(Refusal, match=r"^error.stale$"):
        await house.timekeeper.vote(room, others[1], seat, running(room).named(seat))
    wall.now += 100
    async with room.lock:
        await house.play.resume(room, wall.now)
    assert clocks.votes(room, seat, token) == {others[0]}
    assert await house.timekeeper.vote(room, others[1], seat, running(room).named(seat))


async def test_an_answer_ends_the_vote_on_its_question(house: House, wall: Wall) -> None:
    room, seat, *_ = await silent(house, wall, ANNA, BEN, CEM)
    assert house.play.clocks.questions(room)
    await act(house, room, seat)
    assert not house.play.clocks.questions(room)


@pytest.mark.parametrize("away", ["Discord", "store"])
async def test_a_vote_is_offered_again_after_nobody_could_click(
    house: House, wall: Wall, port: Listener, monkeypatch: pytest.MonkeyPatch, away: str
) -> None:
    room, seat, *_ = await silent(house, wall, ANNA, BEN, CEM)
    assert house.play.clocks.questions(room)
    if away == "store":
        with monkeypatch.context() as broken, pytest.raises(StoreError):
            broken.setattr(house.store.tables, "append", fails)
            await act(house, room, seat)
    else:
        house.play.clocks.standstills.begin(0)
        await wall.turn(house, 20)
        house.play.clocks.standstills.end(0)
        await house.follow()
    await wall.turn(house, clocks.SILENCE - 1)
    assert not house.play.clocks.questions(room)
    port.told.clear()
    await wall.turn(house, 2)
    assert house.play.clocks.questions(room) and port.heard("board")
    port.told.clear()
    await wall.turn(house, clocks.SILENCE)
    assert not port.heard("board"), "once"
