"""A tournament whose bot is thrown away at any moment: no table is opened twice, none is missing.

As in test_kills.py the points are found, not listed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from cogs.client import MonsterBot
from playground.model import Channel
from playground.server import PlaygroundServer
from playground.world.world import World
from tables.staff.rank import Person, Rank
from tables.tournament.standings import standings
from tables.tournament.values import Group, Tournament
from tests.cogs.abandoned import watched_bot
from tests.cogs.clicking import forward
from tests.cogs.party import Party, running_bot, settings_for, text, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_kills import Lives

pytestmark = pytest.mark.usefixtures("rounds_by_hand", "plain")

BOSS = Person(900, "Boss", Rank.STAFF)
EVERY = 9
"""Of the points every so-manieth is tried."""


async def begun(bot: MonsterBot, channel: str, people: int, size: int, planned: int) -> str:
    """Return a tournament of so many people whose first round is drawn, and no more."""
    tournaments, [guild] = bot.services.tournaments, bot.guilds
    place = int(channel)
    contest = await tournaments.open(BOSS, guild.id, place, place, "meistercoup", size, planned)
    for number in range(people):
        await tournaments.enter(contest.id, guild.id, 100 + number, f"Person {number}")
    await tournaments.begin(contest.id, guild.id, BOSS)
    return contest.id


async def value_of(bot: MonsterBot, tournament: str) -> Tournament:
    return (await bot.services.tournaments.get(tournament, bot.guilds[0].id))[1]


async def opened(bot: MonsterBot, tournament: str) -> Tournament:
    """Return the tournament once all tables of its round are open."""
    async with within(20):
        while True:
            await bot.services.tournaments.sweep()
            value = await value_of(bot, tournament)
            if value.round is not None and all(group.table for group in value.round.groups):
                return value
            await asyncio.sleep(0.02)


def threads(world: World, channel: str) -> list[Channel]:
    """Return the threads of a channel."""
    return [each for each in world.channels.values() if each.parent and each.parent.id == channel]


async def faults(bot: MonsterBot, world: World, channel: str, tournament: str) -> list[str]:
    """Return what is wrong with a round that is to be played at two tables."""
    value, party = await opened(bot, tournament), Party(world, channel)
    await party.until(lambda: bot.idle)
    found = list[str]()
    named = sorted(each.name.rpartition(" · ")[0] for each in threads(world, channel))
    if named != ["Runde 1 · Tisch 1", "Runde 1 · Tisch 2"]:
        found.append(f"threads {[each.name for each in threads(world, channel)]}")
    assert value.round is not None and len(value.rounds) == 1
    for group in value.round.groups:
        table = await bot.host.store.tables.get(group.table)
        assert table is not None
        people = [None if player.user is None else player.user - 100 for player in table.players]
        if table.status != "running" or people != list(group.seats):
            found.append(f"table {table.status}, {people} for {group.seats}")
        boards = [m for m in Party(world, str(table.channel)).seen("Anna") if m["embeds"]]
        if len(boards) != 1 or not verbs(boards[0], "seat"):
            found.append(f"{len(boards)} boards")
    messages = [m for m in party.seen("Anna") if verbs(m, "contest")]
    links = [f"<#{each.id}>" for each in threads(world, channel)]
    if len(messages) != 1 or not all(link in text(messages[0]) for link in links):
        found.append(f"messages {[text(message) for message in messages]}")
    elif any(int(messages[0]["id"]) < int(each.id) for each in threads(world, channel)):
        found.append("it stands above its threads")
    return found


async def test_a_kill_at_any_point_while_tables_are_opened(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(server, str(tmp_path / "tables.db"), computer_pace=100)
    async with Lives(server, lambda points: watched_bot(settings, points, monkeypatch)) as lives:
        last = await killed_at(None, lives, server.world)
        assert last > 20
        for point in range(1 + last % EVERY, last + 1, EVERY):
            await killed_at(point, lives, server.world)


async def killed_at(point: int | None, lives: Lives, world: World) -> int:
    """Kill the bot at one point between a draw and the last open table, and look at what the next
    one makes of it; return how many points there are."""
    channel = world.add_channel(f"kill-{point}").id
    tournament = await begun(lives.bot, channel, 5, 3, 1)
    await lives.rests()
    async with lives.killed(point, lives.bot.services.tournaments.sweep()) as passed:
        found = await faults(lives.bot, world, channel, tournament)
        assert not found, f"point {point} of {passed}: {found}"
        await lives.bot.services.tournaments.cancel(tournament, lives.bot.guilds[0].id, BOSS)
    return passed


async def test_a_bot_begins_anew_between_the_ends_of_two_tables(
    server: PlaygroundServer, brisk: None, one_round: None, tmp_path: Path
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        tournament = await begun(bot, party.channel, 6, 3, 2)
        first, second = await groups(bot, tournament)
        points = await played(bot, first)
        await bot.services.tournaments.sweep()
        assert [group.ended for group in await groups(bot, tournament)] == [True, False]
        await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        tables = [group.table for group in await groups(bot, tournament)]
        assert tables == [first.table, second.table]
        points |= await played(bot, second)
        await bot.services.tournaments.sweep()
        drawn = await groups(bot, tournament)
        value = await value_of(bot, tournament)
        assert len(value.rounds) == 2 and len(threads(server.world, party.channel)) == 4
        assert {row.person: row.points for row in standings(value)} == points
        assert sorted(one for group in drawn for one in group.people) == list(range(6))
        await party.until(lambda: bot.idle)
        [message] = [m for m in party.seen("Anna") if verbs(m, "contest")]
        assert "Runde 2 von 2" in text(message)
        for group in drawn:
            await played(bot, group)
    async with running_bot(settings) as bot:
        await bot.services.tournaments.sweep()
        assert (await value_of(bot, tournament)).status == "over"
        assert len(threads(server.world, party.channel)) == 4


async def played(bot: MonsterBot, group: Group) -> dict[int, float]:
    """Let the people at a table play to its end; return what each has scored there."""
    await forward(bot, group.table, lambda state: False)
    places = [result.place for result in await bot.host.store.history.results(group.table)]
    assert len(places) == 3
    return {
        person: sum(1.0 * (own < other) + 0.5 * (own == other) for other in places) - 0.5
        for person, own in zip(group.people, places, strict=True)
    }


async def groups(bot: MonsterBot, tournament: str) -> Sequence[Group]:
    value = await opened(bot, tournament)
    assert value.round is not None
    return value.round.groups
