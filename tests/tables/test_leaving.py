"""Who leaves comes behind all who stay; what all agree to end costs nobody anything."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine.contract import Outcome, Seat
from storage.people import Fared
from storage.records import Player, Result
from tables.match import clocks
from tables.match.ends import HALF, finished
from tables.room import room as rooms
from tables.room import seats
from tables.room.refusal import Refusal
from tables.room.room import Room
from tests.storage.contract_people import finished as played
from tests.storage.samples import table as sample
from tests.tables.house import CHANNEL, GUILD, House, people_asked, refused, running

ANNA, BEN, CEM = 100, 200, 300
GAME = "meistercoup"


async def play_on(house: House, room: Room, share: float) -> None:
    """Let everybody who is asked do the first thing they may until so much is played."""
    while room.going and running(room).game.progress(running(room).state, 0.0) < share:
        asked = running(room).asked
        seat = next((s for s in asked if s in people_asked(room)), None)
        if seat is None:
            await by_computer(house, room, asked[0])
        else:
            await house.act(room, seat)


async def by_computer(house: House, room: Room, seat: Seat) -> None:
    """Let a computer do the first thing it may, unless it has decided itself by now."""
    async with room.lock:
        match = running(room)
        if seat in match.asked:
            token = match.to_act()[seat]
            await house.play.act(room, seat, token, match.legal(seat)[0], match.at, "computer")


async def leave(house: House, room: Room, user: int) -> None:
    """Let a person leave the game."""
    seat = room.seat_of(user)
    assert seat is not None
    async with room.lock:
        await house.play.leave(room, seat)


async def places(house: House, room: Room) -> dict[int | None, tuple[int, bool]]:
    """Return the places in the store, by person, with whether they stayed."""
    results = await house.store.history.results(room.table.id)
    return {result.user: (result.place, result.completed) for result in results}


async def order(house: House) -> list[int]:
    """Return who is rated, the best first."""
    await house.ratings.settle()
    ratings = await house.store.history.ratings(GUILD, GAME, [ANNA, BEN, CEM])
    return sorted(ratings, key=lambda user: -ratings[user].mu)


def fared(by_rules: Sequence[int], left: Mapping[Seat, float]) -> list[Result]:
    """Return what is kept of a match with these places, that the people in these seats had left."""
    players = tuple(
        Player(n + 1, "", away=n in left, left=left.get(n)) for n in range(len(by_rules))
    )
    ended = Outcome(places=tuple(by_rules), winners=(), reason="", columns=(), scores=())
    match: Any = SimpleNamespace(game=SimpleNamespace(outcome=lambda _: ended), state=None, at=9.0)
    return finished(replace(sample(), players=players), match)


@pytest.mark.parametrize(
    ("by_rules", "left", "stored"),
    [
        ((1, 2, 1, 2), {}, [1, 2, 1, 2]),
        ((1, 1, 2), {}, [1, 1, 2]),
        ((1, 1, 3, 4), {}, [1, 1, 3, 4]),
        ((1, 2, 1, 2), {0: 5.0}, [4, 2, 1, 2]),
        ((1, 2, 1, 2), {0: 5.0, 2: 9.0}, [4, 1, 3, 1]),
        ((2, 1, 2), {1: 5.0}, [1, 3, 1]),
        ((1, 1, 3, 4), {0: 5.0}, [4, 1, 2, 3]),
        ((2, 1, 3), {0: 5.0, 1: 4.0, 2: 3.0}, [1, 2, 3]),
        ((1, 1, 2), {0: 3.0, 1: 5.0, 2: 4.0}, [3, 1, 2]),
    ],
    ids=str,
)
def test_who_stayed_keeps_the_places_of_the_rules(
    by_rules: tuple[int, ...], left: Mapping[Seat, float], stored: Sequence[int]
) -> None:
    """Teams and winners share the first place and all others the second, as the result says; where
    nobody stayed, whoever stayed longer comes first."""
    assert [result.place for result in fared(by_rules, left)] == stored


async def test_where_all_left_everybody_has_but_the_last_whoever_wins(house: House) -> None:
    for number, by_rules in enumerate(((1, 2, 3), (3, 2, 1), (1, 1, 1))):
        results = fared(by_rules, {0: 1.0, 1: 100.0, 2: 50.0})
        await played(house.store, f"t{number}", 20 + number, results)
    found = await house.store.manners.fared(10, [1, 2, 3])
    assert found == {1: Fared(3, 0), 3: Fared(3, 0)}
    tallies = [await house.store.history.tally(10, user) for user in (1, 2, 3)]
    assert [sum(tally.games for tally in told) for told in tallies] == [3, 0, 3]


async def test_who_left_comes_behind_all_who_stayed_whatever_the_computer_scores(
    house: House,
) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await leave(house, room, CEM)
    await leave(house, room, ANNA)
    await play_on(house, room, 2.0)
    assert room.table.status == "finished"
    assert await places(house, room) == {BEN: (1, True), ANNA: (2, False), CEM: (3, False)}
    assert await order(house) == [BEN, ANNA, CEM]


async def test_who_comes_back_has_not_left(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await leave(house, room, CEM)
    async with room.lock:
        await house.play.come_back(room, CEM)
        await refused(house.play.come_back(room, 400), "error.not_your_seat")
    assert room.table.players[2].left is None
    await play_on(house, room, 2.0)
    assert {stayed for _, stayed in (await places(house, room)).values()} == {True}


async def test_who_comes_to_a_table_that_nobody_is_at_hosts_it(house: House) -> None:
    table = (await house.lobby(GAME, ANNA, BEN, computers=1)).table
    empty = seats.away(seats.away(table, 0, 1.0), 1, 2.0)
    assert (empty.host, seats.back(empty, ANNA).host) == (BEN, ANNA)
    assert seats.person(empty, 2, CEM, "Cem", 0).host == CEM


async def test_a_computer_that_takes_a_seat_has_what_was_chosen_there(house: House) -> None:
    """As the match began so, and is replayed so."""
    table = (await house.lobby(GAME, ANNA, BEN)).table
    chosen = replace(table, players=tuple(replace(p, options='{"x":1}') for p in table.players))
    gone = seats.computer(chosen, 1, "Blobb")
    assert [player.options for player in gone.players] == ['{"x":1}'] * 2


async def test_the_last_to_leave_a_half_played_game_comes_before_who_left_it_earlier(
    house: House,
) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await play_on(house, room, HALF)
    for user in (CEM, ANNA, BEN):
        await leave(house, room, user)
    assert room.table.status == "aborted"
    assert await places(house, room) == {BEN: (1, True), ANNA: (2, False), CEM: (3, False)}
    assert await order(house) == [BEN, ANNA, CEM]
    [past] = await house.records.past(CHANNEL, 5)
    assert past.table.id == room.table.id
    house.rooms.forget(room.table.id)
    again = await house.rooms.get(room.table.id)
    assert [result.place for result in again.results] == [2, 1, 3]


async def test_who_leaves_the_one_other_person_has_lost(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, computers=1)
    await play_on(house, room, HALF)
    for user in (BEN, ANNA):
        await leave(house, room, user)
    assert await places(house, room) == {ANNA: (1, True), BEN: (2, False)}


async def test_before_the_half_it_is_not_rated_and_yet_they_have_left(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    for user in (CEM, ANNA, BEN):
        await leave(house, room, user)
    assert room.table.status == "aborted"
    assert await places(house, room) == {ANNA: (0, False), BEN: (0, True), CEM: (0, False)}
    assert await order(house) == [] and await house.records.past(CHANNEL, 5) == []
    fared = await house.store.manners.fared(GUILD, [ANNA, BEN, CEM])
    assert {user: each.stayed for user, each in fared.items()} == {ANNA: 0, BEN: 1, CEM: 0}


async def test_what_all_agree_to_end_is_not_rated(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await play_on(house, room, HALF)
    assert not await house.timekeeper.end(room, CEM)
    assert not await house.timekeeper.end(room, CEM), "twice is once"
    assert not await house.timekeeper.end(room, ANNA)
    assert clocks.ending(room) == {CEM, ANNA}
    assert await house.timekeeper.end(room, BEN)
    assert room.table.status == "aborted" and await places(house, room) == {}
    assert await order(house) == []


async def test_an_agreement_does_not_help_who_had_left_before(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await play_on(house, room, HALF)
    await leave(house, room, CEM)
    with pytest.raises(Refusal) as refused:
        await house.timekeeper.end(room, CEM)
    assert refused.value.key == "error.no_vote"
    assert not await house.timekeeper.end(room, ANNA)
    assert await house.timekeeper.end(room, BEN)
    assert await places(house, room) == {ANNA: (1, True), BEN: (1, True), CEM: (3, False)}
    assert (await order(house))[-1] == CEM


async def test_a_wish_to_stop_passes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await house.timekeeper.end(room, CEM)
    monkeypatch.setattr(rooms, "WISHED", -1.0)
    assert clocks.ending(room) == set()


async def test_what_staff_ends_is_not_rated(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await play_on(house, room, HALF)
    await leave(house, room, CEM)
    await house.staff.end(room, None)
    assert await places(house, room) == {} and await order(house) == []


async def test_who_takes_over_a_seat_is_not_rated(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, computers=1)
    async with room.lock:
        await house.play.sit_down(room, 2, CEM, "Person 300")
    await play_on(house, room, 2.0)
    assert CEM in await places(house, room)
    assert sorted(await order(house)) == [ANNA, BEN]


async def test_where_one_person_began_nobody_who_took_over_a_seat_wins_by_staying(
    house: House,
) -> None:
    room = await house.table(GAME, ANNA, computers=2)
    async with room.lock:
        await house.play.sit_down(room, 1, CEM, "Person 300")
    await play_on(house, room, HALF)
    for user in (ANNA, CEM):
        await leave(house, room, user)
    assert room.table.status == "aborted" and await places(house, room) == {}


async def test_who_is_away_and_leaves_has_left_when_they_went(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await leave(house, room, CEM)
    assert seats.away(room.table, 2, time.time() + 60) == room.table


async def test_who_is_forgotten_begins_anew(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    await play_on(house, room, 2.0)
    assert sorted(await order(house)) == [ANNA, BEN, CEM]
    await house.forgetting.forget(CEM)
    assert sorted(await order(house)) == [ANNA, BEN]
    again = await house.table(GAME, ANNA, BEN, CEM)
    await play_on(house, again, 2.0)
    await house.ratings.settle()
    ratings = await house.store.history.ratings(GUILD, GAME, [ANNA, CEM])
    assert (ratings[CEM].games, ratings[CEM].met) == (1, 2)
    assert (ratings[ANNA].games, ratings[ANNA].met) == (2, 2)
