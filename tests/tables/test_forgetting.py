"""Who is forgotten is gone from every table; a server that was left keeps its data for 30 days."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import replace

import pytest

from storage.errors import Damaged, StoreError
from storage.people import Rating
from storage.records import Board, Table
from storage.shards import Shards
from tables.past.forgetting import GRACE, LEFT
from tables.room.room import Room
from tables.servers import DAY
from tables.servers import House as Settled
from tests.storage.contract_meetings import meeting
from tests.storage.contract_people import finished
from tests.storage.samples import table
from tests.tables.house import CHANNEL, GUILD, House, Listener, people_asked, running, until

START = 5_000_000.0
ANNA, BEN, CEM = 100, 200, 300
HERE, AWAY, LONG_AWAY = 1, 2, 3


@pytest.fixture
async def servers(house: House) -> House:
    """Store a table of each server; one was left before, and that was noticed."""
    for number, guild in enumerate((HERE, AWAY, LONG_AWAY)):
        aborted = table(f"t{guild}", 50 + number, guild=guild, started=1.0)
        await house.store.tables.add(aborted)
        await house.store.tables.save(replace(aborted, status="aborted"))
    await house.forgetting.left(LONG_AWAY, START - 20 * 86400)
    return house


async def stored(house: House) -> list[int]:
    """Return of which servers a table is stored."""
    every = (HERE, AWAY, LONG_AWAY)
    return [guild for guild in every if await house.store.tables.get(f"t{guild}") is not None]


async def test_their_time_begins_when_the_bot_starts(servers: House) -> None:
    kept = {guild: await servers.rooms.get(f"t{guild}") for guild in (HERE, AWAY, LONG_AWAY)}
    await servers.forgetting.look(START, lambda: [HERE])
    noted = await servers.store.settings.every(LEFT)
    assert {guild: float(at) for guild, at in noted.items()} == {
        AWAY: START,
        LONG_AWAY: START - 20 * 86400,
    }
    for now, left in (
        (START - 20 * 86400 + GRACE - 1, [HERE, AWAY, LONG_AWAY]),
        (START - 20 * 86400 + GRACE, [HERE, AWAY]),
        (START + GRACE - 1, [HERE, AWAY]),
        (START + GRACE, [HERE]),
    ):
        await servers.forgetting.sweep(now, 1e6, [HERE])
        assert await stored(servers) == left
        assert [guild for guild, room in kept.items() if servers.rooms.known(room.table.id)] == left


async def test_a_later_start_does_not_begin_it_anew(servers: House) -> None:
    await servers.forgetting.look(START, lambda: [HERE])
    await servers.forgetting.look(START + 20 * 86400, lambda: [HERE])
    await servers.forgetting.sweep(START + GRACE, 1e6, [HERE])
    assert await stored(servers) == [HERE]


async def test_a_server_the_bot_is_on_again_keeps_its_data(servers: House) -> None:
    await servers.forgetting.look(START, lambda: [HERE])
    await servers.forgetting.sweep(START + GRACE, 1e6, [HERE, AWAY])
    await servers.forgetting.sweep(START + 3 * GRACE, 1e6, [HERE])
    assert await stored(servers) == [HERE, AWAY]


async def test_other_processes_servers_are_not_ours_to_miss(
    servers: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers.store._database, "shards", Shards(2, (1,)))
    await servers.forgetting.look(START, list)
    assert list(await servers.store.settings.every(LEFT)) == [LONG_AWAY]
    ours = LONG_AWAY + (1 << 22)
    await servers.forgetting.left(ours, START)
    await servers.forgetting.sweep(START + GRACE, 1e6, [LONG_AWAY, ours])
    assert list(await servers.store.settings.every(LEFT)) == [LONG_AWAY], "ours is back"


async def test_what_has_had_its_time_goes_and_nothing_else(house: House) -> None:
    store, last = house.store, {"log": 90, "lobby": 3600 / DAY, "told": 2, "date": 90}
    for number, late in enumerate((0, 1)):
        at = {what: START - days * DAY - late for what, days in last.items()}
        await finished(store, f"log{late}", 10 + number, updated=at["log"])
        closed = table(f"lobby{late}", 20 + number, status="aborted", updated=at["lobby"])
        await store.tables.add(closed)
        await store.shown.save_board(Board(closed.id, 1, version=0))
        await store.alerts.tell(f"lobby{late}", GUILD, [ANNA], at["told"])
        await store.meetings.add(meeting(f"date{late}", stage="over", at=at["date"]))
    await house.forgetting.sweep(START, 90, [GUILD])
    for late, stays in ((0, True), (1, False)):
        assert (await store.tables.load(f"log{late}") is not None) == stays
        assert len(await store.history.results(f"log{late}")) == 2, "for good"
        assert (await store.tables.get(f"lobby{late}") is not None) == stays
        assert await store.alerts.told_of(f"lobby{late}") == [ANNA] * stays
        assert (await store.meetings.get(f"date{late}") is not None) == stays


def noted(room: Room) -> list[tuple[str, object]]:
    """Return what a table says was done there."""
    return [(note.key, note.values) for note in room.notes.standing()]


async def test_who_is_alone_leaves_no_computer_behind(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=2)
    await house.forgetting.forget(ANNA)
    assert room.table.status == "aborted" and noted(room) == [], "nothing goes on"
    assert room.table.why == "note.empty"


async def test_who_is_forgotten_has_no_seat_any_more(house: House, port: Listener) -> None:
    waiting = await house.lobby("meistercoup", ANNA, BEN)
    async with waiting.lock:
        await house.play.abort(waiting, "note.idle")
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, ANNA, "Anna")
    await house.join(other, CEM)
    for each, named in ((room, f"Person {ANNA}"), (other, "Anna")):
        each.notes.add("note.clock", name=named)
        each.notes.add("note.clock", name=f"Person {CEM}")
    await house.forgetting.forget(ANNA)
    kept = ("note.clock", {"name": f"Person {CEM}"})
    assert noted(room) == [kept, ("note.forgotten", {})], "whoever that was"
    assert noted(other) == [kept]
    player = room.table.players[0]
    assert (player.user, player.name) == (None, "Blobb") and 0 in running(room).minds
    assert room.table.host == BEN and room.going and (ANNA,) in port.heard("gone")
    assert [player.user for player in other.table.players] == [CEM] and other.table.host == CEM
    for each in (waiting, room, other):
        stored = await house.store.tables.get(each.table.id)
        assert stored is not None and ANNA not in [player.user for player in stored.players]
        assert (await house.rooms.get(each.table.id)).table == stored
    for user in (BEN, CEM):
        await house.forgetting.forget(user)
    assert room.table.status == other.table.status == "aborted"
    assert noted(other) == []


async def test_who_is_forgotten_while_their_game_begins_is_followed_by_a_computer(
    house: House,
) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    async with room.lock:
        forgetting = asyncio.create_task(house.forgetting.forget(ANNA))
        await until(lambda: room.lock._waiters)
        await house.play.begin(room)
    await forgetting
    assert [player.user for player in room.table.players] == [None, BEN, CEM]
    assert room.table.players[0].name == "Blobb" and room.going and 0 in running(room).minds


@pytest.mark.parametrize("asked", ["as they are looked for", "as they are removed"])
async def test_who_is_seated_while_they_are_forgotten_plays_nowhere(
    house: House, monkeypatch: pytest.MonkeyPatch, port: Listener, asked: str
) -> None:
    privacy, rooms = house.store.privacy, list[Room]()
    tables_of, looks = privacy.tables_of, 1 if asked == "as they are looked for" else 2

    async def seated_then(user: int) -> list[Table]:
        nonlocal looks
        found = await tables_of(user)
        looks -= 1
        if not looks:
            rooms.append(await house.table("meistercoup", ANNA, BEN, CEM))
            rooms.append(await house.lobby("bugs", ANNA, BEN, channel=CHANNEL + 1))
            rooms.append(await house.lobby("bugs", ANNA, channel=CHANNEL + 2))
            rooms[0].notes.add("note.clock", name=f"Person {ANNA}")
        return found

    monkeypatch.setattr(privacy, "tables_of", seated_then)
    await house.forgetting.forget(ANNA)
    game, lobby, alone = rooms
    assert game.person(0) is None and 0 in running(game).minds and game.table.host == BEN
    assert game.going and people_asked(game) != [0], "a computer plays on"
    assert noted(game) == [("note.forgotten", {})] and (ANNA,) in port.heard("gone")
    assert [player.user for player in lobby.table.players] == [BEN] and lobby.table.host == BEN
    assert alone.table.status == "aborted"
    for room in rooms:
        known = await house.rooms.get(room.table.id)
        assert known.table == await house.store.tables.get(room.table.id)
        assert not known.names(ANNA)


async def fails(*asked: object) -> None:
    """Fail as the store does."""
    raise StoreError("locked")


async def seated_later(user: int) -> list[Table]:
    """Find no table of a person, who is seated just then."""
    return []


async def named(house: House) -> list[Room]:
    """Return ended tables at which Anna sat, and was host."""
    seated = await house.table("meistercoup", BEN, ANNA, CEM)
    async with seated.lock:
        await house.play.break_off(seated, "end.note")
    hosted = await house.table("meistercoup", ANNA, BEN, CEM)
    async with hosted.lock:
        await house.play.hand_over(hosted, 0)
        hosted.table = await house.store.tables.save(replace(hosted.table, host=ANNA))
        await house.play.break_off(hosted, "end.note")
    return [seated, hosted]


@pytest.mark.parametrize(
    "part",
    [
        "the store",
        pytest.param("the rest", marks=pytest.mark.expects_log("who was forgotten is still")),
    ],
)
async def test_no_table_in_memory_names_who_is_forgotten_whatever_fails(
    house: House, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    rooms = await named(house)
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, BEN, "Ben")
    forget = house.store.privacy.forget

    async def breaks(user: int, now: float) -> None:
        await forget(user, now)
        await fails()

    with monkeypatch.context() as locked:
        if part == "the store":
            locked.setattr(house.store.privacy, "forget", breaks)
            with pytest.raises(StoreError):
                await house.forgetting.forget(ANNA)
        else:
            locked.setattr(house.store.meetings, "owed", fails)
            await house.forgetting.forget(ANNA)
    for room in rooms:
        anew = await house.rooms.get(room.table.id)
        assert room.names(ANNA) and not anew.names(ANNA)
    assert house.rooms.known(other.table.id) is other


@pytest.mark.expects_log("who was forgotten is still")
async def test_what_cannot_be_read_as_somebody_is_forgotten_is_read_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    privacy = house.store.privacy
    looks = [privacy.tables_of, seated_later]
    reads: list[Callable[[str], Awaitable[object]]] = [*[house.store.tables.get] * 9, fails]
    with monkeypatch.context() as away:
        away.setattr(privacy, "tables_of", lambda user: looks.pop()(user))
        away.setattr(house.store.tables, "get", lambda table: reads.pop()(table))
        await house.forgetting.forget(ANNA)
    assert room.names(ANNA), "or this tests nothing"
    anew = await house.rooms.get(room.table.id)
    assert not anew.names(ANNA) and 0 in running(anew).minds


async def test_nothing_of_a_server_is_known_that_may_be_removed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    purge = house.store.privacy.purge
    for stays in (True, False):
        room = await house.lobby("meistercoup", ANNA)
        async with room.lock:
            await house.play.abort(room, "note.idle")
        await house.servers.settle(GUILD, Settled(most=7))

        async def breaks(guild: int, case: object, stays: bool = stays) -> None:
            if not stays:
                await purge(guild)
            await fails()

        with monkeypatch.context() as locked:
            locked.setattr(house.store.privacy, "purge", breaks)
            with pytest.raises(StoreError):
                await house.forgetting.purge(GUILD)
        assert house.rooms.known(room.table.id) is None
        assert house.servers.of(GUILD) == Settled(most=7 if stays else None)


async def test_what_is_settled_during_a_purge_brings_back_nothing_of_before(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers, purge = house.servers, house.store.privacy.purge
    lock, others = servers.lock(GUILD), list[asyncio.Task[None]]()
    await servers.settle(GUILD, Settled(log=77))
    await servers.speak(GUILD, "de", 1)

    async def settles() -> None:
        async with servers.lock(GUILD):
            await servers.settle(GUILD, servers.of(GUILD).model_copy(update={"most": 5}))

    async def meanwhile(guild: int, case: object) -> None:
        await purge(guild)
        others.extend(map(asyncio.create_task, (settles(), servers.speak(GUILD, "en", 2))))
        await until(lambda: all(t.done() for t in others) or len(lock._waiters or ()) == 2)

    monkeypatch.setattr(house.store.privacy, "purge", meanwhile)
    await house.forgetting.purge(GUILD)
    await asyncio.gather(*others)
    await servers.renew(GUILD)
    assert servers.of(GUILD) == Settled(most=5)
    assert [servers.spoken(GUILD, channel) for channel in (1, 2)] == ["", "en"]


@pytest.mark.parametrize("stays", [True, False])
async def test_only_a_purge_that_failed_leaves_settings_known_while_the_store_cannot_be_read(
    house: House, monkeypatch: pytest.MonkeyPatch, stays: bool
) -> None:
    await house.servers.settle(GUILD, Settled(most=7))
    with monkeypatch.context() as locked:
        locked.setattr(house.store.settings, "get", fails)
        if stays:
            locked.setattr(house.store.privacy, "purge", fails)
        with pytest.raises(StoreError) if stays else nullcontext():
            await house.forgetting.purge(GUILD)
    assert house.servers.of(GUILD) == Settled(most=7 if stays else None)


async def test_who_is_forgotten_while_games_are_rated_has_no_rating_left(house: House) -> None:
    await finished(house.store, "t1", guild=GUILD)
    async with house.ratings.lock:
        forgetting = asyncio.create_task(house.forgetting.forget(ANNA))
        await until(lambda: house.ratings.lock._waiters or forgetting.done())
        rating = Rating(GUILD, "meister", ANNA, 25.0, 8.0, 1)
        await house.store.history.rate("t1", [rating])
    await forgetting
    assert await house.store.history.ratings(GUILD, "meister", [ANNA]) == {}


async def test_a_server_whose_data_are_removed_has_no_settings_left(servers: House) -> None:
    await servers.servers.settle(LONG_AWAY, Settled(own=7))
    await servers.forgetting.sweep(START + GRACE, 1e6, [HERE])
    assert servers.servers.of(LONG_AWAY) == Settled()


@pytest.mark.expects_log("is damaged")
async def test_a_damaged_table_keeps_nobody_from_being_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN)
    other = await house.lobbies.open("bugs", GUILD, CHANNEL + 1, ANNA, "Anna")
    await house.join(other, CEM)
    damaged, get = room.table.id, house.rooms.get

    async def gets(table_id: str) -> Room:
        if table_id == damaged:
            raise Damaged("a page is damaged")
        return await get(table_id)

    house.rooms.forget(damaged)
    monkeypatch.setattr(house.rooms, "get", gets)
    await house.forgetting.forget(ANNA)
    assert [player.user for player in other.table.players] == [CEM]
    assert await house.store.privacy.tables_of(ANNA) == []


async def test_whom_a_table_called_is_known_for_two_days(house: House) -> None:
    await house.lobbies.open("bugs", GUILD, CHANNEL, ANNA, "Anna")
    room = await house.rooms.at(CHANNEL)
    assert room is not None
    await house.store.alerts.tell(room.table.id, GUILD, [BEN], START)
    for now, told in ((START + 2 * 86400, [START]), (START + 2 * 86400 + 1, [])):
        await house.forgetting.sweep(now, 1e6, [GUILD])
        assert await house.store.alerts.told([BEN], 0.0, 9e9) == {BEN: told}
