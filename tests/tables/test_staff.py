"""What staff does at tables: done, stored, told, and in the audit."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.bugs.values import NONE
from engine.contract import CLOCK
from engine.meistercoup.values import Confirm
from engine.tueftelmonster.values import Bolt, Steal
from storage.cases import Case
from storage.errors import StoreError
from storage.people import Ban, Deed
from storage.shards import Shards
from tables.lobby import lobby
from tables.lobby.admission import Wish
from tables.match.alarms import Need
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settings
from tables.staff import moderation
from tables.staff.rank import Person, Rank
from tests.engine.driver import advance
from tests.tables.house import (
    CHANNEL,
    GAMES,
    GUILD,
    Everybody,
    House,
    Listener,
    fails,
    people_asked,
    refused,
    running,
    too_late,
    until,
)

ANNA, BEN, CEM = 100, 200, 300
BOSS = Person(900, "Boss", Rank.MANAGER)


async def deeds(house: House) -> list[Deed]:
    return await house.store.staff.audit(GUILD, 50)


def lines(room: Room) -> list[str]:
    return [note.key for note in room.notes.standing()]


async def test_end(house: House, port: Listener) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.end(room, BOSS)
    ended = await house.store.tables.get(room.table.id)
    assert ended == room.table
    assert (ended.status, ended.why) == ("aborted", "staff.note.end_staff")
    [deed] = await deeds(house)
    assert (deed.actor, deed.action, deed.table) == (BOSS.id, "end", room.table.id)
    assert {user for (user,) in port.heard("panel")} >= {ANNA, BEN, CEM}
    await refused(house.staff.end(room, BOSS), "error.ended")
    assert len(await deeds(house)) == 1


@pytest.mark.parametrize("why", ["gone", "removed", "staff"])
async def test_a_table_that_can_be_shown_nowhere_owes_nothing(
    house: House, port: Listener, why: str
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    port.told.clear()
    await house.staff.end(room, None, why)
    shown = why == "staff"
    assert bool(port.heard("board")) == shown
    assert (room.table.id in await house.store.shown.owed()) == shown
    assert await house.servers.unmarked(GUILD) == ([room.table.id] if why == "removed" else [])


async def test_of_tables_that_end_unsaid_at_once_none_is_missed(house: House) -> None:
    rooms = [await house.lobby("bugs", ANNA, channel=channel) for channel in range(5, 9)]
    await asyncio.gather(*(house.staff.end(room, None, "removed") for room in rooms))
    assert set(await house.servers.unmarked(GUILD)) == {room.table.id for room in rooms}


@pytest.mark.parametrize("act", ["end", "remove", "follow"])
async def test_what_could_not_be_stored_is_not_said(
    house: House, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    doing = {
        "end": house.staff.end(room, BOSS),
        "remove": house.staff.remove(room, BOSS, Person(BEN)),
        "follow": house.staff.follow(room, BEN),
    }
    monkeypatch.setattr(house.store.tables, "save", fails)
    with pytest.raises(StoreError):
        await doing.pop(act)
    for work in doing.values():
        work.close()
    assert lines(room) == [] and not room.table.why and await deeds(house) == []


async def test_tables_of_other_servers_are_none_of_ours(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    assert await house.staff.room(GUILD, room.table.id) is room
    await refused(house.staff.room(GUILD + 1, room.table.id), "staff.no_table")
    await refused(house.staff.room(GUILD, "nothing"), "staff.no_table")
    await house.staff.end(room, BOSS)
    await refused(house.staff.room(GUILD, room.table.id), "error.ended")
    assert await house.staff.any_room(GUILD, room.table.id) is room
    await refused(house.staff.any_room(GUILD + 1, room.table.id), "staff.no_table")


@pytest.mark.expects_log("cannot go on: it began under other rules")
async def test_what_another_process_looks_after_is_neither_loaded_nor_ended(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That may have newer rules, under which the table goes on."""
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    table = await house.store.tables.save(replace(room.table, rules=99))
    own = house.store.shards
    monkeypatch.setattr(house.store._database, "shards", Shards(2, (1 - (GUILD >> 22) % 2,)))
    house.rooms.forget(table.id)
    await refused(house.rooms.get(table.id), "error.gone")
    assert await house.store.tables.get(table.id) == table
    monkeypatch.setattr(house.store._database, "shards", own)
    assert (await house.rooms.get(table.id)).table.status == "aborted"


@pytest.mark.parametrize("game", ["meistercoup", "monster_meister", "bugs"])
async def test_a_removed_player_is_followed_by_a_computer(
    house: House, port: Listener, game: str
) -> None:
    room = (
        await house.table(game, ANNA, BEN)
        if game != "meistercoup"
        else await house.table(game, ANNA, BEN, CEM)
    )
    seat = (people_asked(room) or [0])[0]  # mid-decision, where there is one
    user = room.person(seat)
    assert user is not None
    assert await house.staff.remove(room, BOSS, Person(user)) == seat
    player = room.table.players[seat]
    assert (player.user, player.name, player.away) == (None, "Blobb", False)
    assert room.table.host != user and (user,) in port.heard("gone")
    [note] = room.notes.standing()
    assert (note.key, note.values) == ("staff.note.remove", {"name": f"Person {user}"})
    assert await house.store.tables.get(room.table.id) == room.table
    with pytest.raises(Refusal):
        async with room.lock:
            await house.play.come_back(room, user)
    if game == "meistercoup":
        await until(lambda: seat not in running(room).asked)
    [deed] = await deeds(house)
    assert (deed.action, deed.target) == ("remove", user)
    await refused(house.staff.remove(room, BOSS, Person(user)), "staff.not_seated")


async def test_a_tile_in_a_removed_hand_is_a_computer_s(house: House) -> None:
    room = await house.table("bugs", ANNA, BEN)
    async with room.lock:
        while not people_asked(room):
            await house.play.catch_up(room, running(room).deadline or 0.0)
        match = running(room)
        await house.play.act(room, 0, match.to_act()[0], match.legal(0)[0], match.at)
    spot, tiles = running(room).state.right[0], running(room).state.table
    assert spot != NONE
    await house.staff.remove(room, BOSS, Person(ANNA))
    match = running(room)
    assert match.state.right[0] == spot and match.state.table == tiles and 0 in match.minds
    async with room.lock:
        action = match.choose(0)
        await house.play.act(room, 0, match.to_act()[0], action, match.at + 1, "computer")
    state = running(room).state
    assert spot not in state.right and (*state.table, *state.left[0]).count(tiles[spot]) == 1


@pytest.mark.parametrize("gone", ["removed", "skipped", "absent"])
async def test_the_bolts_of_a_robbed_person_do_not_hold_up_the_table(
    house: House, gone: str
) -> None:
    room, seat = await robbed(house)
    user = room.person(seat)
    assert user is not None
    if gone == "removed":
        await house.staff.remove(room, BOSS, Person(user))
    elif gone == "skipped":
        await house.staff.skip(room, BOSS, Person(user))
    else:
        due = running(room).deadline
        assert due is not None
        async with room.lock:
            await house.play.catch_up(room, due)
    by = {"removed": "computer", "skipped": "staff", "absent": "clock"}[gone]
    await until(lambda: people_asked(room))
    assert by in [entry.by for entry in await house.log(room)]


async def robbed(house: House) -> tuple[Room, int]:
    """Play Tüftelmonster until a person decides on bolts in the middle of another's turn."""
    chance = random.Random(3)
    while True:
        room = await house.table("tueftelmonster", ANNA, BEN, CEM)
        while people_asked(room):
            if bolting := _asks_for_bolts(room):
                return room, bolting[0]
            [seat] = people_asked(room)
            choices = running(room).legal(seat)
            thefts = [place for place, action in enumerate(choices) if isinstance(action, Steal)]
            await house.act(room, seat, chance.choice(thefts or range(len(choices))))


def _asks_for_bolts(room: Room) -> list[int]:
    match = running(room)
    return [seat for seat in people_asked(room) if isinstance(match.legal(seat)[0], Bolt)]


@pytest.mark.parametrize("gone", ["proposer", "other"])
async def test_a_removed_member_does_not_hold_up_the_decision_of_a_team(
    house: House, gone: str
) -> None:
    room = await entering(house)
    await house.act(room, 0)
    seat, stays = (0, 2) if gone == "proposer" else (2, 0)
    user = room.person(seat)
    assert user is not None and people_asked(room) == [1, 2, 3]
    await house.staff.remove(room, BOSS, Person(user))
    async with asyncio.timeout(10):
        while running(room).state.entered[0] is None:
            if stays in people_asked(room):
                await house.act(room, stays, confirming(room, stays))
            await asyncio.sleep(0)
    log = [(entry.seat, entry.by) for entry in await house.log(room)]
    assert CLOCK not in [by for by, _ in log] and people_asked(room) == [1, 3]
    assert ((seat, "computer") in log) == (gone == "other")


async def entering(house: House) -> Room:
    """Play in teams until both enter the result of their first round."""
    room = await house.lobby("meistercoup", ANNA, BEN, CEM, 400)
    rules = house.games["meistercoup"]
    await house.change(room, lambda table: lobby.set_option(table, rules, "mode", "team"))
    async with room.lock:
        await house.play.begin(room)
    while running(room).state.phase != "enter":
        await house.act(room, people_asked(room)[0])
    return room


def confirming(room: Room, seat: int) -> int:
    """Return the place of what a seat may confirm."""
    return next(n for n, a in enumerate(running(room).legal(seat)) if isinstance(a, Confirm))


async def test_a_removed_player_leaves_the_round_of_the_others_alone(house: House) -> None:
    room = await house.table("monster_meister", ANNA, BEN, CEM)
    async with asyncio.timeout(10):
        while people_asked(room) != [0, 1, 2]:
            await house.act(room, people_asked(room)[0])
    questions, before = running(room).to_act(), running(room).sequence
    await house.act(room, 0)
    await house.staff.remove(room, BOSS, Person(BEN))
    await until(lambda: running(room).to_act().get(1) != questions[1])
    async with room.lock:
        match = running(room)
        # What was on the third person's screen before is still their question.
        await house.play.act(room, 2, questions[2], match.legal(2)[0], match.at)
    log = {entry.seat: entry.by for entry in (await house.log(room))[before:]}
    assert log == {0: "person", 1: "computer", 2: "person"}
    await until(lambda: people_asked(room))


async def test_in_the_lobby_a_removed_player_is_gone(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN)
    await house.staff.remove(room, BOSS, Person(ANNA))
    assert [player.user for player in room.table.players] == [BEN] and room.table.host == BEN


async def test_the_last_who_is_removed_ends_the_table(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=2)
    await house.staff.remove(room, BOSS, Person(ANNA))
    assert (room.table.status, room.table.why) == ("aborted", "note.empty")


async def test_a_named_person_takes_the_seat(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.act(room, people_asked(room)[0])
    seat = await house.staff.remove(room, BOSS, Person(BEN))
    await refused(house.staff.sit_down(room, seat, Person(ANNA, "Anna")), "error.seated")
    await refused(house.staff.sit_down(room, 2, Person(400, "Dora")), "error.seat_taken")
    await house.staff.sit_down(room, seat, Person(400, "Dora"))
    assert room.person(seat) == 400 and seat not in running(room).minds
    player = room.table.players[seat]
    assert player.late and player.since == running(room).sequence > 0
    assert player.name == "Dora"
    await refused(house.staff.sit_down(room, seat, Person(500, "Emil")), "error.seat_taken")


async def test_who_was_taken_from_a_seat_gets_no_other_of_that_game(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    ben, anna = (room.seat_of(user) for user in (BEN, ANNA))
    assert anna is not None and ben is not None
    await house.staff.remove(room, BOSS, Person(BEN))
    await house.staff.remove(room, BOSS, Person(ANNA))
    await refused(house.staff.sit_down(room, anna, Person(BEN, "Ben")), "staff.other_seat")
    assert room.person(anna) is None
    await house.staff.sit_down(room, ben, Person(BEN, "Ben"))
    assert room.person(ben) == BEN, "what he knows of it he knew before"
    await house.staff.remove(room, BOSS, Person(BEN))
    await house.staff.sit_down(room, ben, Person(400, "Dora"))
    await refused(house.staff.sit_down(room, anna, Person(BEN, "Ben")), "staff.other_seat")


async def test_who_was_banned_from_a_table_gets_no_seat_of_that_game(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    anna = room.seat_of(ANNA)
    assert anna is not None
    await house.staff.remove(room, BOSS, Person(ANNA))
    await ban(house, BEN)
    await house.staff.unban(GUILD, BOSS, Person(BEN))
    await ban(house, 400)
    await house.staff.unban(GUILD, BOSS, Person(400))
    await refused(house.staff.sit_down(room, anna, Person(BEN, "Ben")), "staff.other_seat")
    await house.staff.sit_down(room, anna, Person(400, "Dora"))
    assert room.person(anna) == 400


async def test_who_was_taken_from_the_lobby_knows_nothing_of_its_game(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM, 400)
    await house.staff.remove(room, BOSS, Person(CEM))
    async with room.lock:
        await house.play.begin(room)
    seat = await house.staff.remove(room, BOSS, Person(BEN))
    await house.staff.sit_down(room, seat, Person(CEM, "Cem"))
    assert room.person(seat) == CEM


async def test_skip_decides_once(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    seat = people_asked(room)[0]
    user, other = room.person(seat), room.person((seat + 1) % 3)
    assert user is not None and other is not None
    await refused(house.staff.skip(room, BOSS, Person(other)), "staff.not_waited")
    await refused(house.staff.skip(room, BOSS, Person(901)), "staff.not_seated")
    await house.staff.skip(room, BOSS, Person(user))
    [entry] = await house.log(room)
    assert (entry.seat, entry.by) == (seat, "staff")
    [note] = room.notes.standing()
    assert (note.key, note.values) == ("staff.note.skip", {"name": f"Person {user}"})
    assert room.person(seat) == user


async def test_a_skip_that_is_typed_twice_skips_one_decision(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    person = Person(room.person(people_asked(room)[0]) or 0)
    monkeypatch.setattr(moderation, "AGAIN", 3600.0)
    await house.staff.skip(room, BOSS, person)
    while people_asked(room)[0] != room.seat_of(person.id):
        await house.act(room, people_asked(room)[0])
    await refused(house.staff.skip(room, BOSS, person), "staff.skipped")
    assert [entry.by for entry in await house.log(room)].count("staff") == 1
    monkeypatch.setattr(moderation, "AGAIN", 0.0)
    await house.staff.skip(room, BOSS, person)
    assert [entry.by for entry in await house.log(room)].count("staff") == 2


async def test_who_decides_meanwhile_is_not_skipped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)

    async def late(*_: object) -> bool:
        return False

    monkeypatch.setattr(house.computers, "decide", late)
    person = Person(room.person(people_asked(room)[0]) or 0)
    await refused(house.staff.skip(room, BOSS, person), "error.stale")
    assert lines(room) == [] and await deeds(house) == []


async def test_pause_and_resume(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.pause(room, BOSS)
    await refused(house.staff.pause(room, BOSS), "staff.is_paused")
    await refused(house.act(room, people_asked(room)[0]), "pause.staff")
    user = room.person(people_asked(room)[0])
    assert user is not None
    await refused(house.staff.skip(room, BOSS, Person(user)), "pause.staff")
    assert room.table.why == "pause.staff"
    await house.staff.resume(room, BOSS)
    await refused(house.staff.resume(room, BOSS), "error.not_paused")
    await house.act(room, people_asked(room)[0])
    assert [deed.action for deed in await deeds(house)] == ["resume", "pause"]
    lobby = await house.store.tables.get(room.table.id)
    assert lobby is not None and lobby.paused is None and lobby.why == ""


async def test_the_bot_goes_on_only_with_what_it_has_paused_for_the_same(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    for actor, why in ((BOSS, "staff"), (None, "permissions")):
        await house.staff.pause(room, actor, why)
        assert room.table.why == f"pause.{why}"
        await refused(house.staff.resume(room, None, "lock"), "error.not_paused")
        assert room.table.paused is not None
        await refused(house.act(room, people_asked(room)[0]), f"pause.{why}")
        await house.staff.resume(room, actor, why)
    assert room.table.paused is None


async def test_a_lobby_cannot_be_paused(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA)
    await refused(house.staff.pause(room, BOSS), "error.not_begun")


async def test_who_is_banned_sits_down_nowhere(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    until = time.time() + 100
    assert await ban(house, ANNA, until) == [room]
    assert room.seat_of(ANNA) is None
    told = f"<t:{int(until)}:R>"
    await refused(house.admission.admit(GUILD, ANNA), "staff.banned_until", until=told)
    await house.admission.admit(GUILD + 1, ANNA)
    await refused(house.admission.open(wish(ANNA)), "staff.banned_until")
    await house.staff.unban(GUILD, BOSS, Person(ANNA))
    await house.admission.admit(GUILD, ANNA)
    await refused(house.staff.unban(GUILD, BOSS, Person(ANNA)), "staff.not_banned")
    await ban(house, BEN)
    await refused(house.admission.admit(GUILD, BEN), "staff.banned")
    await house.store.staff.ban(Ban(GUILD, CEM, None, "grob", BOSS.id, 1.0))
    await refused(house.admission.admit(GUILD, CEM), "staff.banned_why", reason="grob")
    assert [deed.action for deed in await deeds(house)] == ["ban", "unban", "ban"]


async def test_who_leaves_just_then_is_banned_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.lobby("meistercoup", ANNA, BEN)

    monkeypatch.setattr(house.staff, "_take", too_late)
    await ban(house, BEN)
    assert [ban.user for ban in await house.store.staff.bans(GUILD, time.time())] == [BEN]


async def ban(house: House, user: int, until: float | None = None) -> Sequence[Room]:
    """Ban a person as the boss."""
    return await house.staff.ban(GUILD, BOSS, Person(user), until, "")


async def test_who_left_the_server_is_followed_and_may_come_back(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    asked: list[int] = []

    class Nobody(Everybody):
        async def there(self, guild: int, user: int) -> bool:
            asked.append(user)
            return False

    house.calling._members = Nobody()
    seat = people_asked(room)[0]
    await house.calling.call(room, Need("call", seat, running(room).to_act()[seat]))
    assert asked == [room.table.players[seat].user] and room.table.players[seat].away
    assert lines(room) == ["staff.note.left"] and (await deeds(house))[0].actor is None


async def test_what_everybody_has_seen_of_a_running_table(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    for _ in range(4):
        await house.act(room, people_asked(room)[0])
    text = await house.staff.export(room, BOSS)
    shown = json.loads(text)
    assert set(shown) == {
        "table", "game", "rules", "status", "options", "players", "started", "events",
    }  # fmt: skip
    assert room.table.seed not in text and shown["events"]
    assert all(event["audience"] is None for event in shown["events"])
    await house.staff.end(room, BOSS)
    whole = json.loads(await house.staff.export(room, BOSS))
    assert whole["status"] == "aborted"


async def test_what_everybody_has_seen_is_given_out_once_though_a_move_was_taken_back(
    house: House,
) -> None:
    room = await house.table("maechtige_monster", ANNA, BEN, CEM)
    for _ in range(2):
        seat = people_asked(room)[0]
        await house.act(room, seat)
    events = json.loads(await house.staff.export(room, BOSS))["events"]
    async with room.lock:
        await house.play.take_back(room, seat, running(room).token(seat), time.time())
    assert json.loads(await house.staff.export(room, BOSS))["events"] == events


async def test_who_plays_at_a_running_table_is_not_helped_by_its_log(
    house: House, port: Listener
) -> None:
    room = await house.table("tueftelmonster", ANNA, BEN, CEM)
    anna, boss = Person(ANNA, "Anna", Rank.STAFF), Person(BEN, "Ben", Rank.MANAGER)
    await refused(house.staff.export(room, anna), "staff.own_export")
    assert not await deeds(house) and not lines(room)
    port.told.clear()
    assert json.loads(await house.staff.export(room, boss))["events"]
    assert lines(room) == ["staff.note.export"] and port.heard("board")
    await house.staff.export(room, Person(901, "Other", Rank.STAFF))
    assert lines(room) == ["staff.note.export"]
    await house.staff.end(room, BOSS)
    assert "entries" in json.loads(await house.staff.export(room, anna))


async def test_a_lobby_is_given_out_as_it_is(house: House) -> None:
    room = await house.lobbies.open("meistercoup", GUILD, CHANNEL, ANNA, "Zoë")
    text = await house.staff.export(room, BOSS)
    assert json.loads(text) == {
        "table": room.table.id,
        "game": "meistercoup",
        "rules": room.table.rules,
        "status": "lobby",
        "options": json.loads(room.table.options),
        "players": ["Zoë"],
        "started": None,
    }
    assert "Zoë" in text, "it is read by people"


async def step(house: House, room: Room, chance: random.Random) -> None:
    """Let anybody who is asked do anything, or time pass."""
    async with room.lock:
        match, entry = running(room), advance(running(room), chance).entry
        assert entry is not None
        if entry.seat == CLOCK:
            await house.play.catch_up(room, entry.at)
        else:
            action, token = match.game.codecs.action.load(entry.action), match.token(entry.seat)
            await house.play.act(room, entry.seat, token, action, entry.at)


async def test_what_only_one_seat_has_seen_is_not_given_out(house: House, port: Listener) -> None:
    room, chance = await house.table("tueftelmonster", ANNA, BEN), random.Random(3)

    def shown() -> list[Any]:
        return [event for _, events in port.heard("story") for event in events]

    while all(event.audience is None for event in shown()):
        await step(house, room, chance)
    events = json.loads(await house.staff.export(room, BOSS))["events"]
    assert events and all(event["audience"] is None for event in events)


@pytest.mark.parametrize("game", sorted(name for name, game in GAMES.items() if game.forgets))
async def test_of_a_running_game_of_memory_nothing_is_given_out_that_was_seen(
    house: House, game: str
) -> None:
    room, chance = await house.table(game, ANNA, BEN), random.Random(3)
    before = json.loads(await house.staff.export(room, BOSS))
    while not people_asked(room):
        await step(house, room, chance)
    for _ in range(4):
        await house.act(room, people_asked(room)[0], now=running(room).at)
    assert json.loads(await house.staff.export(room, BOSS)) == before
    assert set(before) == {
        "table", "game", "rules", "status", "options", "players", "started",
    }  # fmt: skip
    await house.staff.end(room, BOSS)
    assert json.loads(await house.staff.export(room, BOSS))["entries"]


async def test_a_running_table_without_its_match_gives_out_no_secret(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    bare = await house.staff.export(Room(room.table), BOSS)
    assert json.loads(bare)["status"] == "running"
    assert room.table.seed not in bare and "entries" not in bare


async def test_a_finished_table_is_given_out_whole(house: House) -> None:
    room = await house.table("meistercoup", ANNA, computers=2)
    async with asyncio.timeout(60):
        while room.table.status == "running":
            if people_asked(room):
                await house.act(room, 0)
            await asyncio.sleep(0)
    whole = json.loads(await house.staff.export(room, BOSS))
    assert whole["seed"] == room.table.seed
    assert whole["cuts"] == json.loads(room.table.cuts)
    assert whole["seats"] == [json.loads(player.options) for player in room.table.players]
    log = [
        {"sequence": e.sequence, "seat": e.seat, "at": e.at, "by": e.by}
        | {"action": json.loads(e.action)}
        for e in await house.log(room)
    ]
    assert whole["entries"] == log and len(log) == running_count(room)
    room.table = replace(room.table, cuts="")  # of before everybody cut
    assert json.loads(await house.staff.export(room, BOSS))["cuts"] == []


def running_count(room: Room) -> int:
    assert room.match is not None
    return room.match.sequence


async def test_a_table_that_cannot_be_closed_holds_up_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = [
        await house.lobbies.open("bugs", GUILD, channel, ANNA, "Anna") for channel in range(5, 9)
    ]
    abort, troubles = house.play.abort, [Refusal("error.ended"), StoreError("It is locked."), None]

    async def busy(room: Room, why: str, told: bool, case: Case) -> None:
        trouble = troubles.pop(0) if troubles else None
        if trouble is not None:
            raise trouble
        await abort(room, why, told, case=case)

    monkeypatch.setattr(house.play, "abort", busy)
    with pytest.raises(StoreError):
        await house.staff.close_all(GUILD)
    assert sorted(room.table.status for room in rooms) == ["aborted"] * 2 + ["lobby"] * 2
    troubles += [Refusal("error.ended"), None]
    assert len(await house.staff.close_all(GUILD)) == 2
    troubles.append(Refusal("error.try_again"))
    await refused(house.staff.close_all(GUILD), "error.try_again")
    await house.staff.close_all(GUILD)
    assert await house.store.tables.open_tables(GUILD) == []


async def test_purge_leaves_nothing_but_that_it_happened(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tables")
    before = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.close_all(GUILD)
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    elsewhere = await house.lobby("meistercoup", ANNA, guild=GUILD + 1, channel=CHANNEL + 1)
    await house.staff.settle(GUILD, BOSS, {"most": 1})
    assert await house.staff.close_all(GUILD) == [room.table.id]
    await house.staff.purge(GUILD, BOSS)
    for each in (before, room):
        assert await house.store.tables.get(each.table.id) is None
        await refused(house.rooms.get(each.table.id), "error.gone")
    assert house.rooms.known(elsewhere.table.id) is elsewhere
    [deed] = await deeds(house)
    assert (deed.action, deed.actor) == ("purge", BOSS.id)
    assert f"server {GUILD}: all its data were deleted by {BOSS.id}" in caplog.messages
    assert house.servers.of(GUILD) == Settings()
    assert await house.store.settings.every("house") == {}


def wish(user: int, **values: object) -> Wish:
    return Wish(**{"guild": GUILD, "user": user, "game": "bugs", "places": (CHANNEL,)} | values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "key", "values"),
    [
        (Settings(channels=(77, 78)), "staff.channels", {"links": "<#77> <#78>"}),
        (Settings(games=("meistercoup",)), "staff.games", {}),
        (Settings(openers=5), "staff.openers", {"role": "<@&5>"}),
        (Settings(most=1), "staff.most", {"most": 1}),
    ],
)
async def test_refusals_name_the_setting(
    house: House, settings: Settings, key: str, values: dict[str, object]
) -> None:
    await house.table("meistercoup", BEN, 1, 2)
    await house.servers.settle(GUILD, settings)
    await refused(house.admission.open(wish(ANNA)), key, **values)
    await house.admission.open(wish(ANNA, guild=GUILD + 1))


async def test_what_the_settings_allow(house: House) -> None:
    await house.servers.settle(
        GUILD, Settings(channels=(77,), games=("bugs",), openers=5, most=1, clock="slow")
    )
    await house.admission.open(wish(ANNA, places=(3, 77), roles=(4, 5)))
    room = await house.lobby("meistercoup", ANNA)
    assert '"clock":"slow"' in room.table.options


async def test_settings_survive_a_restart(house: House) -> None:
    settled = Settings(language="de", nudge=30, quiet=True, staff=7)
    await house.servers.settle(GUILD, settled)
    house.servers._houses.clear()
    await house.servers.start()
    assert house.servers.of(GUILD) == settled and house.servers.of(GUILD + 1) == Settings()
    await house.servers.settle(GUILD, Settings())
    assert await house.store.settings.every("house") == {}


async def test_of_many_tables_at_once_one_is_opened(house: House) -> None:
    tries = [house.admission.open(wish(ANNA)) for _ in range(600)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(result) for result in results].count(type(None)) == 1
    assert {r.key for r in results if isinstance(r, Refusal)} == {"staff.apart"}
    await house.admission.open(wish(BEN))
