"""What ends or is taken away in Discord ends or pauses the tables there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from yarl import URL

from cogs import connection, server_events
from cogs.chores import Chores
from cogs.client import MonsterBot
from cogs.line.allowance import IN_CHANNEL, Place
from playground.model import PRIVATE_THREAD
from playground.server import PlaygroundServer
from playground.world.world import World
from settings import Settings
from storage.errors import Away
from storage.people import Ban, Deed
from storage.records import Board
from storage.url import open_store
from tables.past.forgetting import GRACE, LEFT
from tables.servers import DAY
from tests.cogs.affairs import Server
from tests.cogs.clicking import server_listener, show_news, start
from tests.cogs.party import Party, running_bot, settings_for, text, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_staff import stored
from tests.cogs.test_troubles import session_of

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
async def thread(party: Party, bot: MonsterBot) -> Party:
    """Open and begin a table in a thread; return the people there."""
    await party.command("Anna", "play", game="meistercoup", thread=True)
    found = next(place for place in party.world.channels.values() if place.parent)
    inside = Party(party.world, found.id)
    await inside.until(inside.board)
    for _ in range(2):
        await inside.press("Anna", inside.board(), "add")
    await inside.press("Anna", inside.board(), "start")
    room = await bot.host.rooms.get(await open_at(bot, found.id))
    await inside.until(lambda: room.to_call)
    await inside.until(lambda: bot.idle)
    return inside


async def quiet(party: Party, bot: MonsterBot) -> str:
    """Begin a table of Anna, Ben and a computer; return its id once it waits for a person."""
    table = await start(party, "Ben", computers=1)
    room = await bot.host.rooms.get(table)
    await party.until(lambda: room.to_call)
    await party.until(lambda: bot.idle)
    return table


async def status(bot: MonsterBot, table: str) -> str:
    row = await bot.host.store.tables.get(table)
    assert row is not None
    return "paused" if row.paused else row.status


async def open_at(bot: MonsterBot, channel: str) -> str:
    row = await bot.host.store.tables.open_table(int(channel))
    assert row is not None
    return row.id


async def becomes(party: Party, bot: MonsterBot, table: str, wanted: str) -> None:
    """Wait until a table stands as wanted."""
    for _ in range(500):
        if await status(bot, table) == wanted:
            return
        await asyncio.sleep(0.02)
    assert await status(bot, table) == wanted


async def settled(bot: MonsterBot) -> None:
    """Wait until nothing is to be shown any more."""
    async with within(10):
        while await bot.host.store.shown.owed():
            await asyncio.sleep(0.02)


async def noted(bot: MonsterBot, world: World) -> Deed:
    """Wait for the one deed in the audit, which comes after what was done."""
    async with within(10):
        while not (deeds := await bot.host.store.staff.audit(int(world.guild_id), 9)):
            await asyncio.sleep(0.02)
    [deed] = deeds
    return deed


async def test_a_deleted_channel_ends_its_table(party: Party, bot: MonsterBot) -> None:
    table = await quiet(party, bot)
    party.world.moderation.delete_channel(party.channel)
    await becomes(party, bot, table, "aborted")
    await settled(bot)
    deed = await noted(bot, party.world)
    assert (deed.action, deed.actor) == ("end", None)


async def test_a_deleted_thread_ends_its_table(
    party: Party, bot: MonsterBot, thread: Party
) -> None:
    table = await open_at(bot, thread.channel)
    party.world.moderation.delete_channel(thread.channel)
    await becomes(party, bot, table, "aborted")
    await settled(bot)


async def test_a_thread_of_a_deleted_channel_ends_too(
    party: Party, bot: MonsterBot, thread: Party
) -> None:
    table = await open_at(bot, thread.channel)
    party.world.moderation.delete_channel(party.channel)
    await becomes(party, bot, table, "aborted")


async def test_a_locked_thread_pauses_its_table(
    party: Party, bot: MonsterBot, thread: Party
) -> None:
    table = await open_at(bot, thread.channel)
    party.world.moderation.lock(thread.channel)
    await becomes(party, bot, table, "paused")
    party.world.moderation.lock(thread.channel, False)
    await becomes(party, bot, table, "running")


async def test_an_archived_thread_is_no_end(party: Party, bot: MonsterBot, thread: Party) -> None:
    table = await open_at(bot, thread.channel)
    party.world.moderation.archive(thread.channel)
    await show_news(bot, table)
    await party.until(lambda: not party.world.channels[thread.channel].archived)
    assert await status(bot, table) == "running"


async def test_unlocking_does_not_undo_a_pause_of_staff(
    party: Party, bot: MonsterBot, thread: Party
) -> None:
    table = await open_at(bot, thread.channel)
    await thread.command("Deniz", "games-admin pause")
    party.world.moderation.lock(thread.channel)
    party.world.moderation.lock(thread.channel, False)
    await asyncio.sleep(0.2)
    assert await status(bot, table) == "paused"


async def test_a_channel_out_of_sight_pauses_its_table(party: Party, bot: MonsterBot) -> None:
    table = await quiet(party, bot)
    party.world.deny(party.channel, "VIEW_CHANNEL")
    await becomes(party, bot, table, "paused")
    party.world.allow(party.channel, "VIEW_CHANNEL")
    await becomes(party, bot, table, "running")


async def test_of_many_changes_at_once_one_look_is_taken(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_events, "SOON", 0.5)
    table, world = await quiet(party, bot), party.world
    world.requests.clear()
    for _ in range(20):
        world.deny(party.channel, "VIEW_CHANNEL")
        world.allow(party.channel, "VIEW_CHANNEL")
    world.deny(party.channel, "VIEW_CHANNEL")
    await becomes(party, bot, table, "paused")
    world.allow(party.channel, "VIEW_CHANNEL")
    await becomes(party, bot, table, "running")
    looks = [r for r in world.requests if r.path.endswith(f"/channels/{party.channel}")]
    assert len(looks) == 2, "one for all that came before it, one for what came after"


async def test_where_too_much_was_refused_a_look_is_taken_later(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_events, "PAUSES", (0.05,))
    table, place = await quiet(party, bot), Place(int(party.world.guild_id), int(party.channel))
    for _ in range(IN_CHANNEL):
        bot.allowance._refused_at(place)
    party.world.deny(party.channel, "VIEW_CHANNEL")
    await asyncio.sleep(0.5)
    assert await status(bot, table) == "running"
    bot.allowance._places.clear()
    await becomes(party, bot, table, "paused")


async def test_a_bot_that_is_thrown_out_plays_nowhere(party: Party, bot: MonsterBot) -> None:
    table = await quiet(party, bot)
    party.world.moderation.remove_bot()
    await becomes(party, bot, table, "aborted")
    await settled(bot)


@asynccontextmanager
async def between_sessions(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> AsyncIterator[None]:
    """Let nobody be told of what happens meanwhile, and a new session begin after it."""
    before = session_of(bot)
    with pytest.MonkeyPatch.context() as untold:
        untold.setattr(party.world, "publish", lambda *_, **__: None)
        await server.faults.drop_gateway(resumable=False)
        yield
    await party.until(lambda: session_of(bot) not in (None, before))


@pytest.mark.parametrize("what", ["deleted", "hidden", "removed"])
async def test_what_went_away_between_two_sessions(
    party: Party, bot: MonsterBot, server: PlaygroundServer, what: str
) -> None:
    table, world = await quiet(party, bot), party.world
    async with between_sessions(party, bot, server):
        if what == "deleted":
            world.moderation.delete_channel(party.channel)
        elif what == "hidden":
            world.deny(party.channel, "VIEW_CHANNEL")
        else:
            world.moderation.remove_bot()
    await becomes(party, bot, table, "paused" if what == "hidden" else "aborted")
    guild = int(world.guild_id)
    left = guild in await bot.host.store.settings.every(LEFT)
    assert left is (what == "removed") is (bot.get_guild(guild) is None)


async def test_what_came_back_between_two_sessions(
    party: Party, bot: MonsterBot, server: PlaygroundServer, thread: Party
) -> None:
    table = await open_at(bot, thread.channel)
    party.world.moderation.lock(thread.channel)
    await becomes(party, bot, table, "paused")
    async with between_sessions(party, bot, server):
        party.world.moderation.lock(thread.channel, False)
    await becomes(party, bot, table, "running")


async def test_nothing_is_looked_at_in_a_session_that_goes_on(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quiet(party, bot)
    looked = list[str]()
    monkeypatch.setattr(server_events, "FIRST", 0.1)
    before = session_of(bot)
    party.world.requests.clear()
    await server.faults.drop_gateway()
    await asyncio.sleep(1)
    looked = [r.path for r in party.world.requests if r.path.endswith(f"/channels/{party.channel}")]
    assert session_of(bot) == before and not looked


async def test_however_many_servers_come_at_once_one_waits_for_all(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quiet(party, bot)
    monkeypatch.setattr(server_events, "FIRST", 0.3)
    looked, owed = set[int | None](), bot.host.store.meetings.owed

    async def owes(guild: int | None = None) -> Any:
        looked.add(guild)
        return await owed(guild)

    monkeypatch.setattr(bot.host.store.meetings, "owed", owes)
    listener = server_listener(bot)
    tasks = [asyncio.ensure_future(listener.on_server(number)) for number in range(50)]
    await asyncio.sleep(0.1)
    assert sum(not task.done() for task in tasks) == 1 and not looked
    await asyncio.gather(*tasks)
    assert looked == set(range(50))
    await listener.on_server(50)
    assert 50 in looked


async def test_what_changes_in_threads_is_taken_in_once_a_moment(
    party: Party, bot: MonsterBot, thread: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_events, "SOON", 0.5)
    asked, owed = list[float](), bot.host.store.meetings.owed

    async def owes(guild: int | None = None) -> Any:
        asked.append(time.monotonic())
        return await owed(guild)

    monkeypatch.setattr(bot.host.store.meetings, "owed", owes)
    for _ in range(5):
        party.world.moderation.archive(thread.channel)
        party.world.moderation.archive(thread.channel, False)
    await asyncio.sleep(1)
    assert len(asked) == 1


async def test_a_server_in_trouble_was_not_left_and_is_looked_at_after_it(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table, guild = await quiet(party, bot), party.world.guild
    party.world.moderation.outage()
    await party.until(lambda: bot.guilds[0].unavailable)
    failing = server.faults.fail("GET", f"^/channels/{party.channel}$", 404, times=None)
    events = server_listener(bot)
    await events._do(partial(events._look, int(guild.id)))
    assert await status(bot, table) == "running" and not failing.struck
    failing.remove()
    party.world.deny(party.channel, "VIEW_CHANNEL")
    await asyncio.sleep(0.2)
    assert await status(bot, table) == "running"
    party.world.moderation.recover()
    await becomes(party, bot, table, "paused")


@pytest.mark.usefixtures("brisk")
async def test_what_went_away_while_the_bot_was_down(
    server: PlaygroundServer, settings: Settings
) -> None:
    party = Party(server.world)
    guild = int(server.world.guild_id)
    async with running_bot(settings) as bot:
        table = await start(party, "Ben", computers=1)
        for place in (stored(guild, 4711), stored(815, 4712)):
            await bot.host.store.tables.add(place)
            await bot.host.store.shown.save_board(Board(place.id, version=place.version))
    async with running_bot(settings) as bot:
        await becomes(party, bot, stored(guild, 4711).id, "aborted")
        await becomes(party, bot, stored(815, 4712).id, "aborted")
        assert await status(bot, table) == "running"
        while not (left := await bot.host.store.settings.every(LEFT)):
            await asyncio.sleep(0.02)
        assert list(left) == [815] and time.time() - 60 < float(left[815]) <= time.time()


@pytest.mark.usefixtures("brisk")
async def test_who_has_left_the_server_is_followed_by_a_computer(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    party = Party(server.world)
    settings = settings_for(server, str(tmp_path / "tables.db"), nudge_seconds=3)
    async with running_bot(settings) as bot:
        table = await start(party, "Ben", "Chiara")
        room = await bot.host.rooms.get(table)
        await party.until(lambda: room.to_call)
        [seat] = room.to_call
        name = room.table.players[seat].name
        server.world.moderation.leave(server.world.person(name).id)
        await party.until(lambda: room.table.players[seat].away)
        others = [n for n in ("Anna", "Ben", "Chiara") if n != name]
        await party.until(lambda: f"**{name}** ist nicht mehr" in text(party.board(others[0])))
        deed = await noted(bot, server.world)
        assert (deed.action, deed.target) == ("left", int(server.world.person(name).id))


@pytest.mark.usefixtures("brisk")
@pytest.mark.expects_log("is taken in later")
async def test_a_503_at_one_table_leaves_no_other_unlooked_at(
    server: PlaygroundServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_events, "PAUSES", (0.3,))
    guild = int(server.world.guild_id)
    gone = [stored(guild, channel) for channel in (4711, 4712, 4713)]
    store = await open_store(settings.database_url or "")
    for place in gone:
        await store.tables.add(place)
        await store.shown.save_board(Board(place.id, version=place.version))
    await store.close()
    failing = server.faults.fail("GET", "^/channels/4711", 503, times=2)
    async with running_bot(settings) as bot:
        for place in reversed(gone):
            await becomes(Party(server.world), bot, place.id, "aborted")
    assert failing.struck == 2


@pytest.mark.usefixtures("brisk")
async def test_a_thread_that_may_not_be_looked_at_is_no_end(
    server: PlaygroundServer, settings: Settings
) -> None:
    party = Party(server.world)
    async with running_bot(settings) as bot:
        table = await quiet(party, bot)
    server.world.channels[party.channel].type = PRIVATE_THREAD
    server.world.channels[party.channel].archived = True
    server.world.channels[party.channel].parent = server.world.add_channel("parent")
    async with running_bot(settings) as bot:
        await becomes(party, bot, table, "paused")


async def test_a_server_that_the_bot_comes_to_while_a_start_looks_was_not_left(
    party: Party, bot: MonsterBot
) -> None:
    works = await server_listener(bot)._begin()
    there = Server(party.world, 1)
    guild = int(there.guild.id)
    await there.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
    await there.staff("tournament", game="meistercoup")
    await there.until(lambda: bot.idle)
    for work in works:
        await work()
    [date] = await bot.host.store.meetings.open(guild)
    [contest] = await bot.host.store.tournaments.of(guild)
    assert date.stage == "planned" and contest.going
    assert guild not in await bot.host.store.settings.every(LEFT)


@pytest.mark.parametrize("away", [{0}, {1}])
async def test_nothing_is_forgotten_before_discord_has_said_where_the_bot_is(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, away: set[int]
) -> None:
    """It was taken off a server long ago, is on it again, and a shard connects late."""
    world, settings = server.world, settings_for(server, f"{tmp_path}/a.db", shard_count=2)
    world.shards, world.identify_seconds = 2, 0.0
    while {world.shard_of(guild, 2) for guild in world.guilds.values()} != {0, 1}:
        await asyncio.sleep(0.001)  # its id follows from when it is made
        world.add_guild("another")
    store, guilds = await open_store(settings.store_url), [int(guild) for guild in world.guilds]
    for guild in guilds:
        await store.staff.ban(Ban(guild, 42, None, "rude", 1, 1.0))
        await store.settings.set(guild, LEFT, str(time.time() - GRACE - DAY))
    await store.close()
    forget, looked, launch = Chores.forget, asyncio.Event(), MonsterBot.launch_shard

    async def forgets(chores: Chores) -> None:
        await forget(chores)
        if chores._bot.guilds or 0 in away:
            looked.set()

    async def late(bot: MonsterBot, url: URL, shard: int, *, initial: bool = False) -> None:
        if shard in away:
            await looked.wait()
        await launch(bot, url, shard, initial=initial)

    monkeypatch.setattr(connection, "IDENTIFY", 0.0)
    monkeypatch.setattr(Chores, "forget", forgets)
    monkeypatch.setattr(MonsterBot, "launch_shard", late)
    async with running_bot(settings) as bot:
        await bot.chores.forget()
        async with within(10):
            await looked.wait()
            while not bot.is_ready():
                await asyncio.sleep(0.02)
        await bot.chores.forget()
        for guild in guilds:
            assert len(await bot.host.store.staff.bans(guild, time.time())) == 1
        assert not await bot.host.store.settings.every(LEFT)


async def test_a_bot_that_comes_back_says_which_tables_have_ended(
    party: Party, bot: MonsterBot
) -> None:
    table, board = await quiet(party, bot), party.board()["id"]
    party.world.moderation.remove_bot()
    await becomes(party, bot, table, "aborted")
    await settled(bot)
    party.world.moderation.invite_bot()
    await party.until(lambda: "geschlossen" in text(party.board()))
    assert party.board()["id"] == board and not verbs(party.board(), "seat")
    async with within(10):
        while await bot.host.servers.unmarked(int(party.world.guild_id)):
            await asyncio.sleep(0.02)


@pytest.mark.expects_log("what happened in Discord is taken in later: It is locked.")
@pytest.mark.parametrize("write", ["save_board", "set"])
async def test_which_tables_have_ended_is_said_though_the_store_refused_meanwhile(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    table, store = await quiet(party, bot), bot.host.store
    part: object = store.shown if write == "save_board" else store.settings
    works, left = getattr(part, write), [Away("It is locked.")]

    async def fails(*args: object) -> None:
        if left and LEFT not in args:
            raise left.pop()
        await works(*args)

    monkeypatch.setattr(part, write, fails)
    monkeypatch.setattr(server_events, "PAUSES", (0.05,))
    party.world.moderation.remove_bot()
    await becomes(party, bot, table, "aborted")
    await party.until(lambda: not left)
    party.world.moderation.invite_bot()
    await party.until(lambda: "geschlossen" in text(party.board()))


async def test_no_ended_board_comes_below_a_new_lobby(party: Party, bot: MonsterBot) -> None:
    table, old = await quiet(party, bot), party.board()["id"]
    await party.command("Deniz", "games-admin end")
    await party.until(lambda: "geschlossen" in text(party.board()))
    await party.command("Ben", "play", game="meistercoup")
    await party.until(lambda: verbs(party.board(), "join"))
    party.world.moderation.delete_message(old)
    bot.boards.publish(table)
    await party.until(lambda: bot.idle)
    boards = [m for m in party.seen("Anna") if not m["ephemeral"] and m["embeds"]]
    assert len(boards) == 1 and verbs(boards[0], "join")
