"""Tournaments at real tables: each round ends by itself, whoever is absent, and after a restart."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import pytest

from engine.meistercoup import round_end
from engine.seal import digest, seal
from storage import privacy
from storage.errors import Conflict
from storage.people import Ban
from storage.records import Result, Table
from storage.store import Store
from storage.tournaments import Contest
from tables.match.plan import Pace
from tables.room import seats as seating
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import CHANNELS, Servers
from tables.staff.cases import Cases
from tables.staff.rank import Person, Rank
from tables.tournament import tournaments as module
from tables.tournament.standings import standings
from tables.tournament.tournaments import LENGTHS, PATIENCE, Tournaments
from tables.tournament.values import Group, Tournament, dumped
from tests.storage.samples import entry, play_to_the_end
from tests.tables.evenings import by_skill
from tests.tables.house import GAMES, GUILD, House, Listener, opened, people_asked, refused
from tests.tables.wall import Wall

BOSS = Person(900, "Boss", Rank.STAFF)
GAME = "meistercoup"
NEVER = Pace(nudge=None, pause=1e6)
"""The pace of computers that are not to act while a test looks."""


@dataclass
class Field:
    """A ground with a channel for every table."""

    placed: list[tuple[int, int]] = field(default_factory=list)
    """The round and the table of each channel that was made."""
    shown: list[str] = field(default_factory=list)
    most: int = 10**6
    """Channels after which none can be made."""

    async def place(self, contest: Contest, game: str, number: int, table: int) -> int:
        if len(self.placed) >= self.most:
            raise Refusal("error.threads_full")
        self.placed.append((number, table))
        return 1000 + len(self.placed)

    def computers(self, contest: Contest, taken: Sequence[str], count: int) -> Sequence[str]:
        return [f"Computer {number}" for number in range(count)]

    def shows(self, tournament: str) -> None:
        self.shown.append(tournament)


@pytest.fixture
async def still(store: Store, port: Listener) -> AsyncIterator[House]:
    """All tables of one process, whose computers never act."""
    async with opened(store, port, NEVER) as house:
        yield house


@pytest.fixture
def ground() -> Field:
    """Where is played."""
    return Field()


def of(house: House, ground: Field, port: Listener | None = None) -> Tournaments:
    """Return the tournaments of a process, which knows none yet."""
    cases = Cases(house.store, port or Listener())
    parts = (house.rooms, house.play, house.admission, cases, house.servers, ground)
    return Tournaments(house.store, GAMES, *parts)


async def begun(
    tournaments: Tournaments,
    people: int,
    size: int = 4,
    planned: int = 0,
    game: str = GAME,
    slow: bool = False,
) -> str:
    """Return a tournament that so many people have entered, with its first round drawn."""
    contest = await tournaments.open(BOSS, GUILD, 20, 21, game, size, planned, slow)
    for number in range(people):
        await tournaments.enter(contest.id, GUILD, 100 + number, f"Person {number}")
    await tournaments.begin(contest.id, GUILD, BOSS)
    return contest.id


async def value_of(tournaments: Tournaments, tournament: str) -> Tournament:
    return (await tournaments.get(tournament, GUILD))[1]


async def play_out(house: House, value: Tournament, chance: random.Random) -> None:
    """End all tables of the round that are played; a tenth of the people leave theirs."""
    assert value.round is not None
    people = [one for group in value.round.groups for one in group.people]
    absent = set(chance.sample(people, max(1, len(people) // 10)))
    for group in value.round.groups:
        table = await house.store.tables.get(group.table)
        assert table is not None and table.status == "running"
        places = by_skill(group, absent & set(group.people), chance)
        results = [
            Result(seat, p.user, p.name, places[seat], "{}", time.time(), one not in absent)
            for seat, (one, p) in enumerate(zip(group.seats, table.players, strict=True))
        ]
        await play_to_the_end(house.store, table, results)
        house.rooms.forget(table.id)


@pytest.mark.parametrize(("people", "size"), [(8, 4), (24, 4), (9, 4)])
async def test_an_evening_ends_without_staff(
    still: House, ground: Field, people: int, size: int
) -> None:
    tournaments, chance = of(still, ground), random.Random(people)
    tournament = await begun(tournaments, people, size)
    for number in range(1, 9):
        await tournaments.sweep()
        value = await value_of(tournaments, tournament)
        if value.status == "over":
            break
        assert len(value.rounds) == number
        await play_out(still, value, chance)
    assert value.status == "over" and len(value.rounds) == value.planned
    assert len(ground.placed) == sum(len(each.groups) for each in value.rounds)
    assert len(set(ground.placed)) == len(ground.placed)
    rows = standings(value)
    assert rows[0].place == 1 and rows[0].points > rows[-1].points
    await still.ratings.settle()
    assert await still.store.history.unrated() == []
    assert tournament in ground.shown
    assert [c.id for c in await still.store.tournaments.due()] == [tournament], "still to be shown"


async def test_tables_are_of_the_tournaments_size_and_chance_sealed_from_the_start(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 5, 3)
    value = await value_of(tournaments, tournament)
    before = seal(value.seed)
    await tournaments.sweep()
    assert value.round is not None
    tables = [await still.store.tables.get(g.table) for g in await groups(tournaments, tournament)]
    assert [len(table.players) for table in tables if table] == [3, 3]
    people = {player.user for table in tables if table for player in table.players}
    assert people == {None, *range(100, 105)}
    seeds = {table.seed for table in tables if table}
    assert seeds == {digest(value.seed, table.id) for table in tables if table}
    assert len(seeds) == 2 and value.seed not in seeds
    assert seal((await value_of(tournaments, tournament)).seed) == before
    for table, group in zip(tables, value.round.groups, strict=True):
        assert table is not None
        numbers = [None if p.user is None else p.user - 100 for p in table.players]
        assert numbers == list(group.seats), "people sit as they were drawn"
        room = await still.rooms.get(table.id)
        assert not room.running.options.hinted and room.running.options.clock == "live"


async def test_who_alone_sits_with_computers_in_a_tournament_has_no_hints(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 3, 2, game="tueftelmonster")
    await tournaments.sweep()
    drawn = await groups(tournaments, tournament)
    assert sorted(len(group.people) for group in drawn) == [1, 2]
    for group in drawn:
        assert not (await still.rooms.get(group.table)).running.options.hinted


async def groups(tournaments: Tournaments, tournament: str) -> Sequence[Group]:
    value = await value_of(tournaments, tournament)
    assert value.round is not None
    return value.round.groups


async def opened_table(
    still: House, tournaments: Tournaments, tournament: str
) -> tuple[Group, Room]:
    """Open the only table of a round; return who plays there, and it."""
    await tournaments.sweep()
    [group] = await groups(tournaments, tournament)
    return group, await still.rooms.get(group.table)


async def hurries(
    still: House, tournaments: Tournaments, tournament: str, wall: Wall, seconds: float
) -> None:
    """See that who is asked at the only table of a round keeps their seat for so many seconds."""
    _, room = await opened_table(still, tournaments, tournament)
    asked = set(room.running.asked)
    wall.now += seconds - 1
    await tournaments.sweep()
    assert not any(player.away for player in room.table.players)
    wall.now += 2
    await tournaments.sweep()
    assert {seat for seat, p in enumerate(room.table.players) if p.away} == asked


async def standing_still(still: House, tournaments: Tournaments, tournament: str) -> Group:
    """Open the only table of a round and pause it; return who plays there."""
    group, room = await opened_table(still, tournaments, tournament)
    async with room.lock:
        await still.play.pause(room, time.time())
    return group


@pytest.mark.parametrize("late", [False, True])
async def test_nobody_is_seated_who_was_forgotten_as_the_table_was_opened(
    still: House, ground: Field, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 8)
    _, second = await groups(tournaments, tournament)
    gone = 100 + second.people[0]
    place, add = ground.place, still.store.tables.add
    due = [gone]

    async def forget() -> None:
        if due:
            await still.forgetting.forget(due.pop())

    async def placed(contest: Contest, game: str, number: int, table: int) -> int:
        if table == 2 and not late:
            await forget()
        return await place(contest, game, number, table)

    async def added(table: Table) -> None:
        if late and gone in table.users:
            await forget()
        await add(table)

    monkeypatch.setattr(ground, "place", placed)
    monkeypatch.setattr(still.store.tables, "add", added)
    for _ in range(2):
        await tournaments.sweep()
    table = await still.store.tables.get((await groups(tournaments, tournament))[1].table)
    assert table is not None and table.status == "running" and not due
    people = [100 + one for one in second.people if 100 + one != gone]
    assert table.users == people and table.host == people[0]


async def test_what_a_process_could_not_open_the_next_one_opens_once(
    store: Store, ground: Field, port: Listener
) -> None:
    async with opened(store, port, NEVER) as house:
        tournaments, ground.most = of(house, ground), 2
        tournament = await begun(tournaments, 16)
        await tournaments.sweep()
        assert [bool(g.table) for g in await groups(tournaments, tournament)] == [True] * 2 + [
            False
        ] * 2
    async with opened(store, port, NEVER) as house:
        tournaments, ground.most = of(house, ground), 9
        for _ in range(2):
            await tournaments.sweep()
        drawn = await groups(tournaments, tournament)
        assert all(group.table for group in drawn) and len(ground.placed) == 4
        assert ground.placed == [(1, 1), (1, 2), (1, 3), (1, 4)]


async def test_a_table_that_was_stored_and_not_noted_is_found_again(
    store: Store, ground: Field, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(store, port, NEVER) as house:
        tournaments = of(house, ground)
        tournament = await begun(tournaments, 4)
        with monkeypatch.context() as patch:
            patch.setattr(house.play, "begin", _dies)
            with pytest.raises(RuntimeError):
                await tournaments.go_on(tournament, GUILD)
        assert not (await groups(tournaments, tournament))[0].table
    async with opened(store, port, NEVER) as house:
        tournaments = of(house, ground)
        await tournaments.sweep()
        [group] = await groups(tournaments, tournament)
        table = await store.tables.get(group.table)
        assert table is not None and table.status == "running" and len(ground.placed) == 1


async def _dies(*_: object) -> None:
    raise RuntimeError("as if the process died")


async def test_after_its_time_a_round_waits_for_nobody(
    still: House, ground: Field, wall: Wall
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4)
    _, room = await opened_table(still, tournaments, tournament)
    wall.now += LENGTHS["live"] - 1
    await tournaments.sweep()
    assert not any(player.away for player in room.table.players)
    asked = set(room.running.asked)
    wall.now += PATIENCE["live"] + 2
    await tournaments.sweep()
    away = {seat for seat, player in enumerate(room.table.players) if player.away}
    assert away == asked and asked


async def test_who_has_just_been_asked_is_hurried_by_no_round(
    still: House, ground: Field, wall: Wall
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4)
    _, room = await opened_table(still, tournaments, tournament)
    wall.now += LENGTHS["live"] + 1
    await still.act(room, people_asked(room)[0])
    wall.now += PATIENCE["live"] - 1
    await tournaments.sweep()
    assert not any(player.away for player in room.table.players)
    wall.now += 2
    await tournaments.sweep()
    assert any(player.away for player in room.table.players)


@pytest.mark.parametrize("slow", [False, True])
async def test_a_round_gets_back_for_how_long_nobody_could_click_unless_it_takes_a_week(
    still: House, ground: Field, wall: Wall, slow: bool
) -> None:
    tournaments, standstills = of(still, ground), still.play.clocks.standstills
    tournament = await begun(tournaments, 4, slow=slow)
    _, room = await opened_table(still, tournaments, tournament)
    due = wall.now + LENGTHS["slow" if slow else "live"]
    for there, away in ((60.0, LENGTHS["live"]), (60.0, 20.0), (0.0, 10.0)):
        wall.now += there
        standstills.begin(0)
        for _ in range(2):
            wall.now += away / 2
            await tournaments.sweep()
            value = await value_of(tournaments, tournament)
            assert value.round is not None and value.round.due == due, "it is not over yet"
        standstills.end(0)
        due += 0.0 if slow else away
        versions = set[int]()
        for _ in range(2):
            await tournaments.sweep()
            contest, value = await tournaments.get(tournament, GUILD)
            versions.add(contest.version)
            assert value.round is not None and value.round.due == due
        assert len(versions) == 1, "what has not changed is not shown anew"
    assert not any(player.away for player in room.table.players)
    wall.now = due + PATIENCE["slow"]
    await tournaments.sweep()
    assert any(player.away for player in room.table.players)
    standstills.begin(0)
    wall.now += 60.0
    standstills.end(0)
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    assert value.round is not None and value.round.due == due, "it was over before"


@pytest.mark.parametrize(("slow", "patience"), [(False, 60.0), (True, 6 * 3600.0)])
async def test_who_is_asked_when_the_bot_is_back_has_time_to_think_from_then_on(
    store: Store, ground: Field, port: Listener, wall: Wall, slow: bool, patience: float
) -> None:
    async with opened(store, port, NEVER) as house:
        tournament = await begun(of(house, ground), 4, slow=slow)
        await of(house, ground).sweep()
    wall.now += LENGTHS["slow" if slow else "live"] + 3600.0
    async with opened(store, port, NEVER) as house:
        await hurries(house, of(house, ground), tournament, wall, patience)


@pytest.mark.parametrize(("slow", "least"), [(False, 60.0), (True, 3600.0)])
async def test_who_was_asked_long_ago_is_hurried_though_the_bot_runs_for_hours_a_day(
    store: Store, ground: Field, port: Listener, wall: Wall, slow: bool, least: float
) -> None:
    async with opened(store, port, NEVER) as house:
        tournament = await begun(of(house, ground), 4, slow=slow)
        await of(house, ground).sweep()
        _, room = await opened_table(house, of(house, ground), tournament)
    wall.now += LENGTHS["slow" if slow else "live"] + 1
    async with opened(store, port, NEVER) as house:
        room = await house.rooms.get(room.table.id)
        async with room.lock:
            await house.play.catch_up(room, wall.now)
    wall.now += 20 * 3600.0
    async with opened(store, port, NEVER) as house:
        await hurries(house, of(house, ground), tournament, wall, least)


async def test_a_rounds_time_counts_from_when_its_last_table_was_opened(
    still: House, ground: Field, wall: Wall
) -> None:
    tournaments, ground.most = of(still, ground), 1
    tournament = await begun(tournaments, 8)
    await tournaments.sweep()
    wall.now += LENGTHS["live"] + 5
    ground.most = 2
    await tournaments.sweep()
    ended, group = await groups(tournaments, tournament)
    room = await still.rooms.get(group.table)
    asked = set(room.running.asked)
    await end(still, ended.table)
    wall.now += LENGTHS["live"] - 1
    await tournaments.sweep()
    assert [g.ended for g in await groups(tournaments, tournament)] == [True, False]
    assert not any(player.away for player in room.table.players)
    wall.now += 2
    await tournaments.sweep()
    assert {seat for seat, p in enumerate(room.table.players) if p.away} == asked
    wall.now += LENGTHS["live"]
    await tournaments.sweep()
    assert [g.channel for g in await groups(tournaments, tournament)] == [1001, 1002]


async def test_a_round_that_was_to_open_while_the_bot_was_down_opens_once_it_is_back(
    store: Store, ground: Field, port: Listener, wall: Wall
) -> None:
    async with opened(store, port, NEVER) as house:
        tournament = await begun(of(house, ground), 4, planned=1)
    wall.now += 5 * LENGTHS["live"]
    async with opened(store, port, NEVER) as house:
        await of(house, ground).sweep()
        [group] = await groups(of(house, ground), tournament)
        assert group.table and not group.ended


async def test_a_table_at_which_is_played_holds_its_round_up_as_long_as_it_takes(
    still: House, ground: Field, wall: Wall
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4, planned=1)
    await tournaments.sweep()
    wall.now += 3 * LENGTHS["live"]
    await tournaments.sweep()
    [group] = await groups(tournaments, tournament)
    assert not group.ended


async def test_no_round_begins_while_the_operator_lets_no_game_begin(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4)
    still.restrictions.halted = True
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    assert value.held == "staff.halted" and ground.placed == []
    still.restrictions.halted = False
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    assert value.held == "" and len(ground.placed) == 1


async def test_what_people_and_looks_do_at_the_same_time_is_done_one_after_the_other(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    contest = await tournaments.open(BOSS, GUILD, 20, 21, GAME, 4)
    enter, leave = (
        partial(act, contest.id, GUILD) for act in (tournaments.enter, tournaments.leave)
    )
    await asyncio.gather(*(enter(100 + number, f"Person {number}") for number in range(6)))
    begin = tournaments.begin(contest.id, GUILD, BOSS)
    await asyncio.gather(leave(100), enter(106, "Person 6"), leave(101), begin)
    assert len((await value_of(tournaments, contest.id)).present) == 5
    await asyncio.gather(*(tournaments.go_on(contest.id, GUILD) for _ in range(2)))
    assert ground.placed == [(1, 1), (1, 2)], "no table gets two threads"
    [first, second] = (group.table for group in await groups(tournaments, contest.id))
    correct = partial(tournaments.correct, contest.id, GUILD, BOSS)
    await asyncio.gather(correct(first, ()), correct(second, ()), leave(102))
    value = await value_of(tournaments, contest.id)
    assert value.round is not None and value.round.over and 2 in value.out
    await asyncio.gather(leave(103), tournaments.cancel(contest.id, GUILD, BOSS))
    assert (await value_of(tournaments, contest.id)).status == "cancelled"
    another = await begun(tournaments, 3)
    await asyncio.gather(tournaments.leave(another, GUILD, 100), tournaments.end(GUILD, 20))
    assert (await value_of(tournaments, another)).status == "cancelled"


async def test_where_no_table_can_be_opened_the_round_ends_all_the_same(
    still: House, ground: Field, wall: Wall
) -> None:
    tournaments, ground.most = of(still, ground), 0
    tournament = await begun(tournaments, 4, planned=1)
    await tournaments.sweep()
    assert (await value_of(tournaments, tournament)).status == "running"
    wall.now += 2 * LENGTHS["live"] + 1
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    assert value.status == "over" and {row.points for row in standings(value)} == {1.5}


async def test_a_table_that_stands_still_holds_a_round_up_for_a_while_only(
    still: House, ground: Field, wall: Wall
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4, planned=1)
    _, room = await opened_table(still, tournaments, tournament)
    await still.act(room, people_asked(room)[0])
    async with room.lock:
        await still.play.go_on(room, 3)
    await standing_still(still, tournaments, tournament)
    wall.now += 2 * LENGTHS["live"] - 1
    await tournaments.sweep()
    assert (await value_of(tournaments, tournament)).status == "running"
    wall.now += 2
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    assert value.status == "over" and {row.points for row in standings(value)} == {1.5}


async def test_why_no_table_can_be_opened_is_stored_until_one_is(
    still: House, ground: Field
) -> None:
    tournaments, ground.most = of(still, ground), 1
    tournament = await begun(tournaments, 8)
    for _ in range(2):
        await tournaments.sweep()
    contest, value = await tournaments.get(tournament, GUILD)
    assert value.held == "error.threads_full"
    await tournaments.sweep()
    assert (await tournaments.get(tournament, GUILD))[0].version == contest.version, "said once"
    ground.most = 9
    await tournaments.sweep()
    assert (await value_of(tournaments, tournament)).held == ""


@pytest.mark.expects_log("does not go on")
async def test_one_that_fails_holds_up_no_other(still: House, ground: Field) -> None:
    tournaments = of(still, ground)
    names = sorted([await begun(tournaments, 4) for _ in range(2)])
    contest, value = await tournaments.get(names[0], GUILD)
    await still.store.tournaments.save(replace(contest, state=dumped(replace(value, game="x"))))
    await tournaments.sweep()
    assert len(ground.placed) == 2 and (await groups(tournaments, names[1]))[0].table


async def test_where_another_table_is_in_its_way_a_round_waits_and_says_so(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    await still.lobby(GAME, 1, channel=1001)
    tournament = await begun(tournaments, 4)
    await tournaments.sweep()
    assert (await value_of(tournaments, tournament)).held == "error.taken"


async def test_a_tournament_whose_tables_open_slowly_lets_others_have_their_turn(
    still: House, ground: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONG", -1.0)
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 12)
    for count in (1, 2, 3):
        await tournaments.sweep()
        opened = [bool(group.table) for group in await groups(tournaments, tournament)]
        assert opened == [number < count for number in range(3)]
    assert ground.placed == [(1, 1), (1, 2), (1, 3)]


async def end(house: House, table: str) -> None:
    """End a table without a result."""
    async with (room := await house.rooms.get(table)).lock:
        await house.play.abort(room, "staff.note.end_staff")


async def test_the_seed_of_one_that_is_broken_off_is_secret_until_its_last_table_has_ended(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 8)
    await tournaments.sweep()
    first, second = (group.table for group in await groups(tournaments, tournament))
    await tournaments.cancel(tournament, GUILD, BOSS)
    for table in (first, second):
        await tournaments.sweep()
        contest, value = await tournaments.get(tournament, GUILD)
        await still.store.tournaments.show(tournament, 1, contest.version, value.stage)
        assert value.status == "cancelled" and value.told == "" and contest.going
        await end(still, table)
    ground.shown.clear()
    await tournaments.sweep()
    contest, value = await tournaments.get(tournament, GUILD)
    assert value.told == value.seed and not contest.going
    assert ground.shown == [tournament], "its message says so now"
    await refused(tournaments.cancel(tournament, GUILD, BOSS), "tournament.over")


async def test_the_seed_of_one_that_is_over_is_secret_as_long_as_a_table_stands_still(
    still: House, ground: Field, wall: Wall
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4, planned=2)
    group = await standing_still(still, tournaments, tournament)
    wall.now += 2 * LENGTHS["live"] + 1
    await tournaments.sweep()
    await play_out(still, await value_of(tournaments, tournament), random.Random(1))
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    assert value.status == "over" and len(value.rounds) == 2 and value.told == ""
    await tournaments.correct(tournament, GUILD, BOSS, group.table, [1, 2, 3, 4])
    await tournaments.left(list)
    value = await value_of(tournaments, tournament)
    assert value.status == "over" and value.told == ""
    await end(still, group.table)
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    assert value.status == "over" and value.told == value.seed


async def test_the_seed_is_secret_though_a_process_died_before_a_table_was_noted(
    still: House, ground: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4)
    with monkeypatch.context() as patch:
        patch.setattr(still.play, "begin", _dies)
        with pytest.raises(RuntimeError):
            await tournaments.go_on(tournament, GUILD)
    await tournaments.cancel(tournament, GUILD, BOSS)
    value = await value_of(tournaments, tournament)
    assert value.status == "cancelled" and value.told == ""


async def test_who_has_the_staff_role_alone_corrects_no_table_of_their_own(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 8)
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    await play_out(still, value, random.Random(2))
    await tournaments.sweep()
    own, other = (await value_of(tournaments, tournament)).rounds[0].groups
    before, mine, user = own.places, other.people[0], 100 + own.people[1]
    places = [4, 3, 2, 1]
    for actor, table in (
        (Person(user, "", Rank.STAFF), own.table),
        (Person(100 + mine, "", Rank.STAFF), other.table),
    ):
        acts = tournaments.correct(tournament, GUILD, actor, table, places)
        await refused(acts, "staff.own_table")
    assert (await value_of(tournaments, tournament)).rounds[0].groups == (own, other)
    await refused(tournaments.correct(tournament, GUILD, BOSS, "x", places), "tournament.no_table")
    for actor, table in (
        (Person(100 + mine, "", Rank.STAFF), own.table),
        (Person(100 + mine, "", Rank.MANAGER), other.table),
    ):
        await tournaments.correct(tournament, GUILD, actor, table, places)
    corrected = (await value_of(tournaments, tournament)).rounds[0].groups
    assert [group.places for group in corrected] == [tuple(places)] * 2 != [before] * 2


async def test_one_round_more_is_drawn_for_two_and_none_for_one(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 3, planned=3)
    for gone, status in ((102, "running"), (101, "over")):
        await tournaments.sweep()
        await play_out(still, await value_of(tournaments, tournament), random.Random(1))
        await still.store.staff.ban(Ban(GUILD, gone, None, "", 900, 1.0))
        await tournaments.sweep()
        value = await value_of(tournaments, tournament)
        assert (value.status, len(value.rounds)) == (status, 2)


async def test_where_nobody_is_any_more_a_tournament_is_broken_off(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    names = [await begun(tournaments, 4) for _ in range(3)]
    await tournaments.end(GUILD, 21)
    assert (await value_of(tournaments, names[0])).status == "running", "it stands elsewhere"
    await tournaments.left(lambda: [GUILD])
    assert (await value_of(tournaments, names[1])).status == "running"
    await tournaments.end(GUILD, 20)
    assert {(await value_of(tournaments, name)).status for name in names} == {"cancelled"}
    another = await begun(tournaments, 4)
    await tournaments.left(lambda: [GUILD + 1])
    assert (await value_of(tournaments, another)).status == "cancelled"
    await refused(tournaments.enter(another, GUILD, 200, "Zoe"), "tournament.over")
    await refused(tournaments.begin(another, GUILD, BOSS), "tournament.over")


async def test_one_that_is_over_just_then_holds_up_no_other_of_a_channel_that_is_gone(
    still: House, ground: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournaments = of(still, ground)
    names = [await begun(tournaments, 4) for _ in range(3)]
    known = await still.store.tournaments.of(GUILD)
    await tournaments.cancel(known[0].id, GUILD, BOSS)

    async def before(guild: int) -> list[Contest]:
        return known

    monkeypatch.setattr(still.store.tournaments, "of", before)
    await tournaments.end(GUILD, 20)
    assert {(await value_of(tournaments, name)).status for name in names} == {"cancelled"}


async def test_what_cannot_be_shown_is_not_asked_for_at_each_look(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 4)
    await tournaments.sweep()  # which opens its table
    ground.shown.clear()
    for _ in range(3):
        await tournaments.sweep()
    assert ground.shown == [tournament]
    await tournaments.leave(tournament, GUILD, 100)
    await of(still, ground).sweep()
    assert ground.shown == [tournament] * 3, "as it has changed, and after a start"


async def test_a_round_that_is_played_is_looked_at_with_one_question(
    still: House, ground: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 24)
    await tournaments.sweep()
    asked, read = list[str](), still.store.tables._read

    async def counted(query: str, *values: object) -> list[object]:
        asked.append(query)
        return await read(query, *values)

    monkeypatch.setattr(still.store.tables, "_read", counted)
    await tournaments.go_on(tournament, GUILD)
    assert len(asked) == 1


async def test_nobody_comes_and_the_round_is_played_by_computers(
    store: Store, ground: Field, port: Listener, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_end, "ROUNDS", 1)
    async with opened(store, port, Pace(nudge=None, pause=0.0, effort=0.01)) as house:
        tournaments = of(house, ground)
        tournament = await begun(tournaments, 3, 3, planned=1)
        await tournaments.sweep()
        [group] = await groups(tournaments, tournament)
        room = await house.rooms.get(group.table)
        await wall.turn(house, LENGTHS["live"])
        assert room.table.status == "finished", "clocks have seen to it long before"
        await tournaments.sweep()
        value = await value_of(tournaments, tournament)
        assert value.status == "over" and value.rounds[0].groups[0].left
        assert len(value.rounds[0].groups[0].left) == 3
        assert {row.points for row in standings(value)} == {0.0}


@pytest.mark.parametrize("broken", ["add", "start", "save", "nothing"])
async def test_who_left_the_last_round_is_played_for_from_the_start_of_the_next(
    still: House, ground: Field, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 8, planned=3)
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    await play_out(still, value, random.Random(4))

    async def conflicts(*_: object) -> None:
        raise Conflict

    with monkeypatch.context() as patch:
        if broken != "nothing":
            patch.setattr(still.store.tables, broken, conflicts)
        await tournaments.sweep()
    if broken != "nothing":
        for known in await still.store.tables.open_tables(GUILD):
            still.rooms.forget(known.id)
    tournaments = of(still, ground)
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    gone = {one for group in value.rounds[0].groups for one in group.left}
    assert gone and value.round is not None and len(value.rounds) == 2
    for group in value.round.groups:
        table = await still.store.tables.get(group.table)
        assert table is not None and table.status == "running"
        for person, player in zip(group.seats, table.players, strict=True):
            assert player.away == (person in gone)
        assert table.host in [player.user for player in table.players if not player.away]
        room = await still.rooms.get(table.id)
        assert set(room.running.minds) == {s for s, p in enumerate(table.players) if p.away}


async def played(
    house: House, ground: Field, game: str, **absent: Collection[int]
) -> tuple[Tournament, Group]:
    """Return a tournament of three after its first round, in which the first seat won, and how
    that is taken in."""
    tournaments = of(house, ground)
    tournament = await begun(tournaments, 3, size=3, planned=2, game=game)
    await tournaments.sweep()
    [group] = await groups(tournaments, tournament)
    table = await house.store.tables.get(group.table)
    assert table is not None
    fared = [
        Result(seat, p.user, p.name, place, "{}", time.time())
        for seat, (p, place) in enumerate(zip(table.players, (1, 2, 3), strict=True))
    ]
    await play_to_the_end(house.store, table, fared, **absent)
    house.rooms.forget(table.id)
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    return value, value.rounds[0].groups[0]


async def test_who_never_moves_was_not_there_though_no_computer_has_the_seat(
    still: House, ground: Field
) -> None:
    """Too few decisions for that: the clock made them all. Who was asked nothing was there."""
    _, group = await played(still, ground, "meistercoup", idle=[2], late=[0])
    assert group.left == (group.seats[0],) and group.places == (3, 1, 2)


async def test_who_does_nothing_in_a_race_was_not_there(still: House, ground: Field) -> None:
    """There nobody is waited for, and who turns up nothing may have more points than others."""
    [idle, best, last] = range(3)
    value, group = await played(still, ground, "bugs", idle=[idle])
    assert group.left == (group.seats[idle],) and group.places == (3, 1, 2)
    points = {row.person: row.points for row in standings(value)}
    assert [points[group.people[seat]] for seat in (idle, best, last)] == [0.0, 2.0, 1.0]


@pytest.mark.parametrize(
    ("game", "acted", "away", "gone"),
    [
        ("meistercoup", {0: "person", 1: "clock"}, [], [1]),
        ("meistercoup", {0: "person"}, [0], [0]),
        ("meistercoup", {}, [], []),
        ("bugs", {1: "person"}, [], [0, 2]),
        ("bugs", {}, [], []),
    ],
)
async def test_who_never_moves_was_not_there_though_a_table_ends_without_a_result(
    still: House,
    ground: Field,
    game: str,
    acted: Mapping[int, str],
    away: Sequence[int],
    gone: Sequence[int],
) -> None:
    """Who was asked nothing was there unless a computer has the seat, and everybody where nothing
    had happened yet."""
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 3, size=3, planned=2, game=game)
    await tournaments.sweep()
    [group] = await groups(tournaments, tournament)
    for number, (seat, by) in enumerate(acted.items(), 1):
        await still.store.tables.append(group.table, replace(entry(number), seat=seat, by=by))
    table = await still.store.tables.get(group.table)
    assert table is not None
    for seat in away:
        table = seating.away(table, seat, time.time())
    await still.store.tables.save(replace(table, status="aborted"))
    await tournaments.sweep()
    ended = (await value_of(tournaments, tournament)).rounds[0].groups[0]
    assert ended.ended and not ended.places
    assert ended.left == tuple(group.seats[seat] for seat in gone)


async def test_a_table_that_is_gone_is_level_for_all(still: House, ground: Field) -> None:
    """As while what is stored of a server is removed, which is done in steps."""
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 3, size=3, planned=2)
    await tournaments.sweep()
    [group] = await groups(tournaments, tournament)
    await still.store.privacy._drop([group.table], privacy._ALL)
    await tournaments.sweep()
    ended = (await value_of(tournaments, tournament)).rounds[0].groups[0]
    assert ended.ended and ended.places == ended.left == ()


@pytest.mark.parametrize(
    ("status", "heir", "places"),
    [
        ("finished", True, (3, 1, 2)),
        ("finished", False, (1, 2, 3)),
        ("aborted", True, ()),
        ("aborted", False, ()),
    ],
)
async def test_who_has_a_seat_then_gains_nothing_for_who_was_removed_from_it(
    still: House,
    ground: Field,
    status: Literal["finished", "aborted"],
    heir: bool,
    places: Sequence[int],
) -> None:
    tournaments = of(still, ground)
    tournament = await begun(tournaments, 3, size=3, planned=2)
    await tournaments.sweep()
    [group] = await groups(tournaments, tournament)
    room = await still.rooms.get(group.table)
    async with room.lock:
        await still.play.hand_over(room, 0)
        if heir:
            await still.play.sit_down(room, 0, 999, "Heir")
    if status == "finished":
        fared = [
            Result(seat, p.user, p.name, seat + 1, "{}", time.time())
            for seat, p in enumerate(room.table.players)
        ]
        await play_to_the_end(still.store, room.table, fared)
    else:
        await still.store.tables.save(replace(room.table, status=status))
    still.rooms.forget(room.table.id)
    await tournaments.sweep()
    ended = (await value_of(tournaments, tournament)).rounds[0].groups[0]
    assert ended.ended and ended.left == (group.seats[0],) and ended.places == places


async def test_what_is_typed_again_as_discord_called_it_failed_opens_one_tournament(
    still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    make = partial(tournaments.open, BOSS, GUILD, 20, 21, GAME)
    both = await asyncio.gather(make(4), make(4), return_exceptions=True)
    [made] = [each for each in both if isinstance(each, Contest)]
    await tournaments.enter(made.id, GUILD, 100, "Person 0")
    await tournaments.leave(made.id, GUILD, 100)
    await refused(make(4), "tournament.twice")
    await still.store.tournaments.save(replace(await make(3), state="{}"))
    await tournaments.open(BOSS, GUILD, 22, 21, GAME, 4)
    await tournaments.cancel(made.id, GUILD, BOSS)
    await make(4)


async def test_entering_and_leaving(still: House, ground: Field) -> None:
    tournaments = of(still, ground)
    await refused(
        tournaments.open(BOSS, GUILD, 20, 21, GAME, 9), "tournament.size", least=3, most=6
    )
    contest = await tournaments.open(BOSS, GUILD, 20, 21, GAME, 4)
    await refused(tournaments.begin(contest.id, GUILD, BOSS), "tournament.few")
    await tournaments.enter(contest.id, GUILD, 100, "Anna")
    await tournaments.enter(contest.id, GUILD, 107, "Gül")
    await still.store.staff.ban(Ban(GUILD, 107, None, "", 900, 1.0))
    await refused(tournaments.begin(contest.id, GUILD, BOSS), "tournament.few", least=2)
    await refused(tournaments.enter(contest.id, GUILD, 100, "Anna"), "tournament.entered")
    await refused(tournaments.leave(contest.id, GUILD, 101), "tournament.not_entered")
    await still.store.staff.ban(Ban(GUILD, 102, None, "", 900, 1.0))
    await refused(tournaments.enter(contest.id, GUILD, 102, "Cem"), "staff.banned")
    await refused(tournaments.enter(contest.id, 77, 103, "Dora"), "tournament.none")
    await refused(tournaments.leave("another", GUILD, 100), "tournament.none")
    await tournaments.leave(contest.id, GUILD, 100)
    await refused(tournaments.leave(contest.id, GUILD, 100), "tournament.not_entered")
    assert (await value_of(tournaments, contest.id)).present == (1,)
    for user in (100, 101, 104):
        await tournaments.enter(contest.id, GUILD, user, f"Person {user}")
    await tournaments.enter(contest.id, GUILD, 106, "Finn")
    await still.store.staff.ban(Ban(GUILD, 106, None, "", 900, 1.0))
    await still.store.privacy.forget(104, time.time())
    await tournaments.begin(contest.id, GUILD, BOSS)
    assert (await value_of(tournaments, contest.id)).present == (0, 2)
    await refused(tournaments.begin(contest.id, GUILD, BOSS), "tournament.closed")
    await refused(tournaments.enter(contest.id, GUILD, 105, "Eva"), "tournament.closed")


async def test_staff_corrects_and_breaks_off_which_is_written_down_and_told(
    still: House, ground: Field, port: Listener
) -> None:
    tournaments = of(still, ground, port)
    tournament = await begun(tournaments, 4, planned=2)
    await tournaments.sweep()
    value = await value_of(tournaments, tournament)
    await play_out(still, value, random.Random(1))
    await tournaments.sweep()
    [first, _] = (await value_of(tournaments, tournament)).rounds
    table = first.groups[0].table
    for _ in range(2):  # what comes late is typed again
        await tournaments.correct(tournament, GUILD, BOSS, table, (1, 2, 3, 4), "a wrong click")
    value = await value_of(tournaments, tournament)
    points = {row.person: row.points for row in standings(value)}
    assert [points[one] for one in value.rounds[0].groups[0].people] == [3.0, 2.0, 1.0, 0.0]
    await tournaments.cancel(tournament, GUILD, BOSS, "it is late")
    await tournaments.sweep()
    assert (await value_of(tournaments, tournament)).status == "cancelled"
    deeds = await still.store.staff.audit(GUILD, 9)
    assert [deed.action for deed in deeds] == [
        f"tournament_{what}" for what in ("cancel", "correct", "begin", "open")
    ]
    assert "a wrong click" in deeds[1].detail and deeds[1].table == table
    assert "it is late" in deeds[0].detail and all(GAME in deed.detail for deed in deeds)
    assert port.heard("case") == [(GUILD,)] * 4


async def test_each_of_its_tables_is_addressed_as_its_channel_is(
    still: House, ground: Field, store: Store
) -> None:
    tournaments, others = of(still, ground), range(5000, 5000 + CHANNELS - 2)
    contest = await tournaments.open(BOSS, GUILD, 20, 21, GAME, 4, planned=2, locale="de")
    for number in range(4):
        await tournaments.enter(contest.id, GUILD, 100 + number, f"Person {number}")
    await tournaments.begin(contest.id, GUILD, BOSS)
    for channel in others:
        await still.servers.speak(GUILD, "en-GB", channel)
    await tournaments.sweep()
    assert await spoken(store) == ["de", "", "de", ""]
    for channel in others:
        await still.servers.speak(GUILD, "fr", channel)
    await play_out(still, await value_of(tournaments, contest.id), random.Random(1))
    await tournaments.sweep()
    assert await spoken(store) == ["de", "", "", "de"], "of what is over it is forgotten first"


async def spoken(store: Store) -> list[str]:
    """Return how a tournament's channel, its ground and its first two tables are addressed."""
    servers = Servers(store.settings)
    await servers.start()
    return [servers.spoken(GUILD, channel) for channel in (20, 21, 1001, 1002)]
