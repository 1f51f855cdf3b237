"""Who may do what to whom: every act by everybody, on everybody; a refusal leaves nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settings
from tables.staff.rank import Person, Rank, demand
from tests.tables.house import GUILD, House, people_asked

MEMBER, STAFF, MANAGER, OWNER = Rank
ANNA, BEN, CEM = 100, 200, 300
Act = Callable[[House, Room, Person, Person], Coroutine[Any, Any, object]]


async def _ban(house: House, room: Room, actor: Person, target: Person) -> None:
    await house.staff.ban(GUILD, actor, target, None, "")


async def _remove(house: House, room: Room, actor: Person, target: Person) -> None:
    await house.staff.remove(room, actor, target)


async def _skip(house: House, room: Room, actor: Person, target: Person) -> None:
    await house.staff.skip(room, actor, target)


ON_PEOPLE: dict[str, Act] = {"ban": _ban, "remove": _remove, "skip": _skip}


async def outcome(doing: Coroutine[Any, Any, object]) -> str:
    """Return why something was refused, or that it was done."""
    try:
        await doing
    except Refusal as refused:
        return refused.key.removeprefix("staff.")
    return "done"


@pytest.fixture
async def room(house: House) -> Room:
    """A table in a game; the person in the seat that is asked is the target."""
    return await house.table("meistercoup", ANNA, BEN, CEM)


def asked(room: Room) -> int:
    """Return the person for whom the table waits."""
    user = room.person(people_asked(room)[0])
    assert user is not None
    return user


@pytest.mark.parametrize("act", ON_PEOPLE)
@pytest.mark.parametrize("target", Rank)
@pytest.mark.parametrize("actor", [STAFF, MANAGER, OWNER])
async def test_acting_on_people(
    house: House, room: Room, act: str, actor: Rank, target: Rank
) -> None:
    before = room.table
    doing = ON_PEOPLE[act](house, room, Person(900, "X", actor), Person(asked(room), "", target))
    expected = "done" if actor > target else "standing"
    assert await outcome(doing) == expected
    assert len(await house.store.staff.audit(GUILD, 9)) == (expected == "done")
    if expected != "done":
        assert room.table == before and await house.store.staff.bans(GUILD, time.time()) == []


@pytest.mark.parametrize("act", ON_PEOPLE)
@pytest.mark.parametrize("actor", [STAFF, MANAGER, OWNER])
async def test_nobody_acts_on_themselves_or_on_bots(
    house: House, room: Room, act: str, actor: Rank
) -> None:
    oneself = Person(asked(room), "", actor)
    assert await outcome(ON_PEOPLE[act](house, room, oneself, oneself)) == "yourself"
    bot = Person(asked(room), "", MEMBER, bot=True)
    assert await outcome(ON_PEOPLE[act](house, room, Person(900, "", actor), bot)) == "bot"
    assert await house.store.staff.audit(GUILD, 9) == []


async def _end(house: House, room: Room, actor: Person, target: Person) -> None:
    await house.staff.end(room, actor)


async def _pause(house: House, room: Room, actor: Person, target: Person) -> None:
    await house.staff.pause(room, actor)


async def _resume(house: House, room: Room, actor: Person, target: Person) -> None:
    await house.staff.resume(room, actor)


AT_TABLES: dict[str, Act] = {"end": _end, "pause": _pause, "resume": _resume}


@pytest.mark.parametrize("act", [*ON_PEOPLE, *AT_TABLES])
@pytest.mark.parametrize("actor", [STAFF, MANAGER, OWNER])
async def test_at_the_own_table(house: House, room: Room, act: str, actor: Rank) -> None:
    target = asked(room)
    me = Person(next(user for user in (ANNA, BEN, CEM) if user != target), "Ich", actor)
    if act == "resume":
        await house.staff.pause(room, Person(900, "", STAFF))
    before = room.table
    doing = {**ON_PEOPLE, **AT_TABLES}[act](house, room, me, Person(target))
    assert await outcome(doing) == ("own_table" if actor == STAFF else "done")
    named = [note.values for note in room.notes.standing() if note.key == "staff.note.beside"]
    assert named == ([] if actor == STAFF else [{"name": "Ich"}])
    if actor == STAFF:
        assert room.table == before and await house.store.staff.bans(GUILD, time.time()) == []


@pytest.mark.parametrize("act", ["end", "remove", "pause"])
async def test_elsewhere_nobody_is_named(house: House, room: Room, act: str) -> None:
    boss = Person(900, "Boss", STAFF)
    await {**ON_PEOPLE, **AT_TABLES}[act](house, room, boss, Person(BEN))
    assert [n for n in room.notes.standing() if n.key == "staff.note.beside"] == []


RIGHTS = {"staff": 7, "openers": 7, "log": 7}


@pytest.mark.parametrize("setting", [*RIGHTS, "quiet"])
@pytest.mark.parametrize("actor", [STAFF, MANAGER, OWNER])
async def test_settings_of_rights(house: House, actor: Rank, setting: str) -> None:
    settled = {setting: RIGHTS.get(setting, True)}
    may = actor >= MANAGER or setting not in RIGHTS
    doing = house.staff.settle(GUILD, Person(900, "", actor), settled)
    assert await outcome(doing) == ("done" if may else "manager_only")
    assert house.servers.of(GUILD) == Settings.model_validate(settled if may else {})


@pytest.mark.parametrize("actor", Rank)
async def test_purge(house: House, room: Room, actor: Rank) -> None:
    may = actor >= MANAGER
    doing = house.staff.purge(GUILD, Person(900, "", actor))
    assert await outcome(doing) == ("done" if may else "manager_only")
    assert (await house.store.tables.get(room.table.id) is None) == may


@pytest.mark.parametrize("by", [STAFF, MANAGER, OWNER])
@pytest.mark.parametrize("lifts", [STAFF, MANAGER, OWNER])
async def test_a_ban_is_lifted_by_nobody_who_stands_below(
    house: House, room: Room, by: Rank, lifts: Rank
) -> None:
    await _ban(house, room, Person(900, "", by), Person(BEN))
    [case] = await house.store.staff.audit(GUILD, 9)
    oneself = house.staff.undo(GUILD, Person(BEN, "", STAFF), case.number)
    assert await outcome(oneself) in ("yourself", "set_higher")
    doing = house.staff.undo(GUILD, Person(901, "", lifts), case.number)
    assert await outcome(doing) == ("done" if lifts >= by else "set_higher")
    assert bool(await house.store.staff.bans(GUILD, time.time())) == (lifts < by)
    bare = house.staff.unban(GUILD, Person(901, "", lifts), Person(BEN))
    assert await outcome(bare) == ("not_banned" if lifts >= by else "set_higher")


async def test_who_stands_below_replaces_no_ban_that_lasts(house: House, room: Room) -> None:
    manager, helper, ben = Person(900, "", MANAGER), Person(901, "", STAFF), Person(BEN)
    await _ban(house, room, manager, ben)
    assert await outcome(_ban(house, room, helper, ben)) == "set_higher"
    [ban] = await house.store.staff.bans(GUILD, time.time())
    assert ban.by == manager.id and len(await house.store.staff.audit(GUILD, 9)) == 1
    await house.store.staff.ban(replace(ban, until=1.0))
    assert await outcome(_ban(house, room, helper, ben)) == "done", "it has run out"
    assert await outcome(_ban(house, room, manager, ben)) == "done"


@pytest.mark.parametrize("forgotten", [BEN, 900])
async def test_a_ban_outranks_who_stands_below_also_when_its_people_are_forgotten(
    house: House, room: Room, forgotten: int
) -> None:
    owner, manager, ben = Person(900, "", OWNER), Person(901, "", MANAGER), Person(BEN)
    await _ban(house, room, owner, ben)
    await house.forgetting.forget(forgotten)
    assert await outcome(house.staff.unban(GUILD, manager, ben)) == "set_higher"
    assert await outcome(_ban(house, room, manager, ben)) == "set_higher"
    assert await outcome(_ban(house, room, owner, ben)) == "done"
    assert await outcome(house.staff.unban(GUILD, owner, ben)) == "done"


async def test_a_ban_outranks_however_much_was_done_since(house: House, room: Room) -> None:
    await _ban(house, room, Person(900, "", OWNER), Person(BEN))
    for user in range(500, 551):
        await _ban(house, room, Person(BEN, "", STAFF), Person(user))
    doing = house.staff.unban(GUILD, Person(901, "", STAFF), Person(BEN))
    assert await outcome(doing) == "set_higher"


@pytest.mark.parametrize("actor", Rank)
@pytest.mark.parametrize("least", [STAFF, MANAGER])
def test_what_is_for_staff_says_for_whom_it_is(actor: Rank, least: Rank) -> None:
    if actor >= least:
        demand(Person(900, "", actor), least)
        return
    with pytest.raises(Refusal) as refused:
        demand(Person(900, "", actor), least)
    assert refused.value.key == {STAFF: "staff.not_staff", MANAGER: "staff.manager_only"}[least]


async def test_the_bot_itself_follows_the_operator_s_orders(house: House, room: Room) -> None:
    owner = Person(BEN, "", OWNER)
    await house.staff.remove(room, None, owner)
    assert room.seat_of(BEN) is None
