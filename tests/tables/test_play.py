"""A match at a table: what is checked, stored and told, in which order."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from typing import Any

import pytest

from engine import match as matches
from engine import snapshots
from engine.codec import Codec
from engine.errors import Stale
from storage.errors import StoreError, Unsure
from storage.people import Tally
from storage.records import Entry
from storage.store import Store
from tables.match import play
from tables.match.plan import Pace
from tables.room import notes
from tables.room.refusal import Refusal
from tables.room.room import Room, header_of
from tests.tables.house import GAMES, House, Listener, fails, opened, people_asked, running, until
from tests.tables.wall import Wall

ANNA, BEN = 100, 200


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_of_people_and_computers_is_played_to_its_end(
    house: House, port: Listener, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if game == "bugs":  # nobody has to be counted in
        box = GAMES[game].box.model_copy(update={"first_count_in": 0.2, "countdown": 0.5})
        monkeypatch.setattr(GAMES[game], "box", box)
    chance = random.Random(game)
    room = await house.table(game, ANNA, computers=max(1, min(GAMES[game].seat_counts) - 1))
    async with asyncio.timeout(60):
        while not running(room).over:
            port.moved.clear()
            async with room.lock:  # a computer may move meanwhile
                acted = await _acted(house, room, chance)
            if not acted:
                await port.moved.wait()
            await asyncio.sleep(0)
    assert room.table.status == "finished"
    log = await house.log(room)
    assert [entry.sequence for entry in log] == list(range(1, len(log) + 1))
    by = {-1: "clock", 0: "person"}
    assert all(entry.by == by.get(entry.seat, "computer") for entry in log)
    results = await house.store.history.results(room.table.id)
    outcome = GAMES[game].outcome(running(room).state)
    assert outcome is not None
    assert [list(json.loads(result.scores)) for result in results] == [
        list(outcome.columns[: len(scores)]) for scores in outcome.scores or ((),) * len(results)
    ]
    assert [[*json.loads(result.scores).values()] for result in results] == [
        [*scores] for scores in outcome.scores or ((),) * len(results)
    ]
    assert port.heard("board")[-1] == (len(log),)


async def _acted(house: House, room: Room, chance: random.Random) -> bool:
    """Let a person who is asked do anything, or time pass where nobody is; tell whether it did."""
    match, asked = running(room), people_asked(room)
    if asked and room.table.status == "running":
        action, token = chance.choice(match.legal(asked[0])), match.to_act()[asked[0]]
        await house.play.act(room, asked[0], token, action, match.at)
    elif not match.asked and match.deadline is not None:
        await house.play.catch_up(room, match.deadline)
    else:
        return False
    return True


async def test_what_is_told_is_stored(
    house: House, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)
    seat = people_asked(room)[0]
    stored: list[int] = []
    append = house.store.tables.append

    async def watched(table: str, entry: Entry, *more: Any) -> None:
        assert port.heard("board")[-1] == (entry.sequence - 1,), "told before it is stored"
        await append(table, entry, *more)
        stored.append(entry.sequence)

    monkeypatch.setattr(house.store.tables, "append", watched)
    await house.act(room, seat)
    assert stored == [1] and port.heard("board")[-1] == (1,)


async def test_a_failed_commit_changes_nothing_and_tells_nobody(
    house: House, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)
    before, told = running(room), list(port.told)
    with monkeypatch.context() as broken:
        broken.setattr(house.store.tables, "append", fails)
        with pytest.raises(StoreError):
            await house.act(room, people_asked(room)[0])
    assert room.match is before and port.told == told
    await house.act(room, people_asked(room)[0])


@pytest.mark.parametrize("stored", [True, False])
async def test_of_what_may_be_stored_nothing_else_is_said_and_the_table_goes_on_as_it_is_stored(
    house: House, port: Listener, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    room = await house.table("meistercoup", ANNA, computers=2)
    await until(lambda: people_asked(room) == [0])
    append, before = house.store.tables.append, running(room).sequence

    async def breaks_off(*args: Any) -> None:
        if stored:
            await append(*args)
        raise Unsure("It broke off.")

    port.told.clear()
    with monkeypatch.context() as broken:
        broken.setattr(house.store.tables, "append", breaks_off)
        with pytest.raises(Unsure):
            await house.act(room, 0)
    assert port.heard("board") and port.heard("panel") == [(ANNA,)]
    room = await house.rooms.get(room.table.id)
    await until(lambda: people_asked(room) == [0])
    assert (running(room).sequence > before) is stored


async def test_who_is_asked_next_is_told_and_who_acted_is_not(house: House, port: Listener) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)
    acting = people_asked(room)[0]
    port.told.clear()
    await house.act(room, acting)
    asked = people_asked(room)
    assert acting not in asked
    assert [user for (user,) in port.heard("panel")] == [room.person(seat) for seat in asked]
    assert port.heard("calls") == [(frozenset(asked),)]


async def test_a_double_click_counts_once(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)
    seat = people_asked(room)[0]
    match = running(room)
    token, action = match.to_act()[seat], match.legal(seat)[0]

    async def click() -> None:
        async with room.lock:
            await house.play.act(room, seat, token, action, time.time())

    results = await asyncio.gather(click(), click(), return_exceptions=True)
    assert [type(result) for result in results].count(type(None)) == 1
    assert len(await house.log(room)) == 1
    with pytest.raises((Stale, Exception)):
        await click()


async def test_another_process_that_went_on_is_not_overwritten(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)
    seat, match = people_asked(room)[0], running(room)
    entry = match.play(seat, match.to_act()[seat], match.legal(seat)[-1], time.time()).entry
    assert entry is not None
    stored = Entry(entry.sequence, seat, entry.action, entry.at, entry.by)
    await house.store.tables.append(room.table.id, stored)
    with pytest.raises(Refusal) as refused:
        await house.act(room, seat)
    assert refused.value.key == "error.try_again"
    fresh = await house.rooms.get(room.table.id)
    assert fresh is not room and running(fresh).sequence == 1
    assert await house.log(room) == [stored]


async def test_loading_replays_what_follows_the_snapshot(
    house: House, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "SNAPSHOT_EVERY", 3)
    room = await house.table("meistercoup", ANNA, BEN, 300)
    for _ in range(8):
        await house.act(room, people_asked(room)[0])
    table = room.table.id
    saved = await house.store.tables.load(table)
    assert saved is not None and saved.sequence == 6 and len(saved.entries) == 2
    house.rooms.forget(table)
    fresh = await house.rooms.get(table)
    assert fresh is not room and fresh.match == room.match


async def test_a_bad_snapshot_is_made_good_by_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, computers=1)
    await until(lambda: people_asked(room))
    await house.act(room, people_asked(room)[0])
    load = house.store.tables.load

    async def damaged(table: str) -> Any:
        saved = await load(table)
        return saved and type(saved)("{}", saved.sequence, saved.entries)

    monkeypatch.setattr(house.store.tables, "load", damaged)
    await until(lambda: people_asked(room))
    house.rooms.forget(room.table.id)
    fresh = await house.rooms.get(room.table.id)
    assert running(fresh).state == running(room).state
    assert set(running(fresh).minds) == {2}


async def test_leaving_hands_the_seat_to_a_computer(house: House, port: Listener) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)
    async with room.lock:
        await house.play.leave(room, 0)
    assert room.person(0) is None and room.table.host == BEN
    assert not port.heard("gone") and port.heard("panel")[-3:] == [(ANNA,), (BEN,), (300,)]
    assert (await house.store.tables.get(room.table.id)) == room.table
    await until(lambda: 0 not in running(room).asked)
    for seat in (1, 2):
        async with room.lock:
            await house.play.leave(room, seat)
    assert (room.table.status, room.table.why) == ("aborted", "note.empty")


async def test_time_stands_still_while_the_bot_is_down(store: Store, port: Listener) -> None:
    async with opened(store, port, Pace(pause=1000.0)) as house:
        room = await house.table("bugs", ANNA, BEN)
        match = running(room)
        assert match.deadline is not None
        before = match.deadline - match.at
    down = 3600.0
    async with opened(store, port, Pace(pause=1000.0)) as house:
        room = await house.rooms.get(room.table.id)
        async with room.lock:
            await house.play.catch_up(room, match.at + down)
            await house.play.catch_up(room, match.at + down)
        now = running(room)
        assert now.deadline is not None and now.deadline - now.at == pytest.approx(before)
        last = (await house.log(room))[-1]
        assert (last.sequence, last.seat, last.by) == (1, -1, "clock")
        begun = matches.begin(house.games["bugs"], header_of(room.table)).match
        again = matches.replay(begun, [now_entry(entry) for entry in await house.log(room)])
        assert again.state == now.state


def now_entry(entry: Entry) -> matches.Entry:
    return matches.Entry(entry.sequence, entry.seat, entry.action, entry.at, entry.by)  # type: ignore[arg-type]


async def test_a_tile_in_a_hand_is_taken_off_the_others_panels(
    house: House, port: Listener
) -> None:
    room = await house.table("bugs", ANNA, BEN)
    async with room.lock:
        await house.play.catch_up(room, running(room).deadline or 0.0)
    port.told.clear()
    await house.act(room, 0, now=running(room).at + 0.1)
    assert port.heard("panel") == [(BEN,)]


@pytest.mark.parametrize(
    ("past", "seconds"),
    [
        ([], 10.0),
        ([Tally("bugs", False, 1, 3)], 10.0),
        ([Tally("meistercoup", True, 1, 3)], 10.0),
        ([Tally("meistercoup", True, 1, 3), Tally("bugs", True, 2, 1)], 3.0),
    ],
)
async def test_the_count_in_is_longer_where_somebody_has_not_finished_a_race_here(
    house: House, monkeypatch: pytest.MonkeyPatch, past: list[Tally], seconds: float
) -> None:
    async def tally(guild: int, user: int) -> list[Tally]:
        return past if user == BEN else [Tally("bugs", True, 1, 1)]

    monkeypatch.setattr(house.store.history, "tally", tally)
    room = await house.table("bugs", ANNA, BEN, computers=1)
    match = running(room)
    assert match.deadline is not None and match.deadline - match.at == pytest.approx(seconds)
    stored = await house.store.tables.get(room.table.id)
    assert stored is not None and header_of(stored) == match.header
    again = matches.begin(house.games["bugs"], match.header).match
    assert again.deadline == match.deadline


async def test_notes_stand_until_somebody_has_moved_and_they_were_read(
    house: House, wall: Wall
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)

    def standing() -> list[str]:
        return [note.key for note in room.notes.standing()]

    for key in ("one", "other", "one"):
        room.notes.add(key, name="Anna")
    assert standing() == ["other", "one"], "what stands is not said twice"
    wall.now += notes.READ + 1
    assert standing() == ["other", "one"]
    room.notes.add("late")
    await house.act(room, people_asked(room)[0])
    assert standing() == ["late"]
    wall.now += notes.LASTING + 1
    assert standing() == []


def test_a_note_takes_the_place_of_the_oldest_and_who_moves_of_their_own_alone(
    wall: Wall,
) -> None:
    some = notes.Notes()
    for number in range(notes.MOST + 1):
        some.add("late", number=number)
        wall.now += 1
    some.add("late", number=2)
    assert [note.values["number"] for note in some.standing()] == [1, 3, 2]
    assert some.until == wall.now - 3 + notes.LASTING
    some.taken_back("Anna")
    some.moved("Ben")
    assert some.standing()[-1].values == {"name": "Anna"}
    some.moved("Anna")
    assert [note.values["number"] for note in some.standing()] == [3, 2]


async def test_a_question_of_a_table_that_has_ended_is_asked_no_more(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, 300)
    [(seat, token)] = running(room).to_act().items()
    assert [room.question(user) for user in (room.person(seat) or 0, 999)] == [token, 0]
    assert room.asks(seat, token) and not room.asks(seat, token + 1)
    assert house.rooms.played() == {"meistercoup": 1}
    async with room.lock:
        await house.play.abort(room, "note.idle")
    assert not room.asks(seat, token) and house.rooms.played() == {}


@pytest.mark.parametrize("loads", [False, True], ids=["begins", "loads"])
async def test_what_reads_and_writes_a_game_is_made_off_the_loop(
    store: Store, port: Listener, monkeypatch: pytest.MonkeyPatch, loads: bool
) -> None:
    make, threads = Codec.make, set[int]()

    def noted(codec: Codec[Any]) -> None:
        threads.add(threading.get_ident())
        make(codec)

    rules = type(GAMES["meistercoup"])
    async with opened(store, port, games={"meistercoup": rules()}) as house:
        room = await house.lobby("meistercoup", ANNA, BEN, computers=1)
        if not loads:
            monkeypatch.setattr(Codec, "make", noted)
        async with room.lock:
            await house.play.begin(room)
    if loads:
        monkeypatch.setattr(Codec, "make", noted)
        async with opened(store, port, games={"meistercoup": rules()}) as house:
            room = await house.rooms.get(room.table.id)
    assert snapshots.is_ready(running(room).game)
    assert threads and threading.get_ident() not in threads


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("how", ["pause", "abort"])
async def test_a_table_that_comes_to_rest_calls_nobody_and_ends_what_it_told(
    house: House, port: Listener, how: str, told: bool
) -> None:
    room = await house.table("tueftelmonster", ANNA, BEN)
    assert house.soonest is not None
    port.told.clear()
    async with room.lock:
        if how == "pause":
            await house.play.pause(room, time.time(), told=told)
        else:
            await house.play.abort(room, "note.idle", told)
    assert port.heard("story") == [(room.sequence, ())]
    assert port.heard("calls") == ([(frozenset(),)] if told else [])
    assert len(port.heard("board")) == int(told)
    assert house.soonest is None
