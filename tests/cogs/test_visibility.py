"""Nobody is told of a table, a date or a result in a channel that they do not see."""

from __future__ import annotations

import asyncio

import pytest

from cogs.client import MonsterBot
from cogs.gate import visibility
from playground.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Role
from playground.server import PlaygroundServer
from playground.world import threads
from tests.cogs.clicking import lobby, result, start, table_of
from tests.cogs.dates import agree
from tests.cogs.party import Message, Party, text, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_finding import joins, tables
from tests.cogs.test_records import asked
from tests.cogs.test_scheduled import may
from tests.cogs.test_staff import stored

pytestmark = pytest.mark.usefixtures("plain")

__all__ = ["may"]


@pytest.fixture
def role(party: Party) -> Role:
    """Close the party's channel to all but those who have this role, of whom Ben is one."""
    [role] = party.world.guild.roles.values()
    party.world.moderation.hide(party.channel, party.world.guild_id)
    party.world.moderation.reveal(party.channel, role.id)
    party.world.person("Ben").roles.add(role.id)
    return role


def guild_id(party: Party) -> int:
    return int(party.world.guild_id)


def named(page: Message, channel: str) -> bool:
    """Return whether a list tells of something in a channel."""
    return f"<#{channel}>" in text(page) or f"/{channel}" in text(page)


def below(party: Party, kind: int) -> Channel:
    """Open a thread of the party's channel."""
    place = party.world.channels[party.channel]
    return threads.open_in(party.world, place, {"name": "abseits", "type": kind})


def asks(party: Party) -> int:
    """Return how often Discord was asked who sees what."""
    ends = ("/channels", "/roles", "/threads/active")
    return sum(r.method == "GET" and r.path.endswith(ends) for r in party.world.requests)


async def elsewhere(party: Party, bot: MonsterBot, name: str) -> Message:
    """Open the list of tables in another channel, once all else is shown."""
    await party.until(lambda: bot.idle)
    return await tables(party, name, "turnier")


async def test_only_who_sees_a_channel_is_told_of_its_tables(
    party: Party, bot: MonsterBot, role: Role
) -> None:
    await party.command("Ben", "play", game="meistercoup")
    await party.until(lambda: verbs(party.board("Ben"), "join"))
    table = table_of(party, "Ben")
    for name in ("Chiara", "Finn"):
        page = await elsewhere(party, bot, name)
        assert not named(page, party.channel) and table not in text(page) and not joins(page)
    assert named(await elsewhere(party, bot, "Ben"), party.channel), "it is Ben's"
    assert named(await elsewhere(party, bot, "Deniz"), party.channel), "staff looks after it"
    party.world.person("Finn").roles.add(role.id)
    assert joins(await elsewhere(party, bot, "Finn")), "a role counts at once"
    party.world.moderation.hide(party.channel, party.id("Finn"))
    await party.until(lambda: bot.idle)
    assert not joins(await elsewhere(party, bot, "Finn")), "and so does what the channel says"


@pytest.mark.parametrize(("kind", "told"), [(PUBLIC_THREAD, True), (PRIVATE_THREAD, False)])
@pytest.mark.parametrize("archived", [False, True])
async def test_a_thread_is_seen_as_its_channel_is_and_a_private_one_by_nobody_outside(
    party: Party, bot: MonsterBot, role: Role, kind: int, told: bool, archived: bool
) -> None:
    thread = below(party, kind)
    thread.members |= {party.id(name) for name in ("Ben", "Eva")}
    await bot.host.store.tables.add(stored(guild_id(party), int(thread.id)))
    if archived:
        party.world.moderation.archive(thread.id)
    assert named(await elsewhere(party, bot, "Ben"), thread.id) == told
    assert not named(await elsewhere(party, bot, "Finn"), thread.id)
    before = asks(party)
    page = (await party.world.command(party.id("Ben"), thread.id, "tables")).message
    assert named(page, thread.id), "who asks there is there"
    assert asks(party) == before


async def test_what_stands_in_a_channel_that_the_bot_does_not_see_is_hidden(
    party: Party, bot: MonsterBot
) -> None:
    """Discord leaves the channel out, so that nobody knows who sees it (discord-api-docs #8454)."""
    await lobby(party)
    assert named(await elsewhere(party, bot, "Ben"), party.channel)
    party.world.deny(party.channel, "VIEW_CHANNEL")
    await party.until(lambda: not bot.services.visibility._servers)
    assert not named(await elsewhere(party, bot, "Ben"), party.channel)
    assert named(await elsewhere(party, bot, "Anna"), party.channel), "her own"


async def test_dates_are_hidden_as_tables_are(party: Party, bot: MonsterBot) -> None:
    await agree(party, bot, "Ben")
    party.world.moderation.hide(party.channel, party.world.guild_id)
    page = await elsewhere(party, bot, "Finn")
    assert not named(page, party.channel) and not joins(page)
    assert named(await elsewhere(party, bot, "Ben"), party.channel), "Ben has a seat"


async def test_it_is_asked_of_discord_once_in_a_while(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lobby(party)
    before = asks(party)
    await party.command("Finn", "tables")
    assert asks(party) == before, "who asks where the table is needs no request"
    for name in ("Finn", "Chiara", "Finn"):
        assert joins(await elsewhere(party, bot, name))
    assert asks(party) - before == 2, "the channels and the roles"
    bot.services.visibility.forget(guild_id(party))
    await elsewhere(party, bot, "Finn")
    assert asks(party) - before == 4
    thread = below(party, PUBLIC_THREAD)
    await bot.host.store.tables.add(stored(guild_id(party), int(thread.id)))
    for _ in range(2):
        assert named(await elsewhere(party, bot, "Finn"), thread.id)
    assert asks(party) - before == 5, "and the threads"


async def test_a_thread_that_was_forbidden_is_told_of_once_it_is_not(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    thread = below(party, PUBLIC_THREAD)
    await bot.host.store.tables.add(stored(guild_id(party), int(thread.id)))
    party.world.moderation.archive(thread.id)
    forbidden = server.faults.fail("GET", f"/channels/{thread.id}$", 403, times=None)
    for _ in range(2):
        assert not named(await elsewhere(party, bot, "Finn"), thread.id)
    assert forbidden.struck == 1, "it is not asked for again as long as nothing changes"
    forbidden.remove()
    bot.services.visibility.forget(guild_id(party))
    assert named(await elsewhere(party, bot, "Finn"), thread.id)


@pytest.mark.parametrize("path", [r"/guilds/\d+/channels$", r"/guilds/\d+/roles$"])
@pytest.mark.parametrize("status", [403, 500, "cut"])
async def test_what_cannot_be_found_out_is_hidden(
    party: Party,
    bot: MonsterBot,
    server: PlaygroundServer,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    status: int | str,
) -> None:
    monkeypatch.setattr(visibility, "PATIENCE", 0.3)  # of the library, which tries again for long
    await lobby(party)
    if isinstance(status, int):
        server.faults.fail("GET", path, status, times=None)
    else:
        server.faults.cut("GET", path, times=None)
    assert await bot.services.visibility._known(guild_id(party), {1}) is None, "and is no fault"
    page = await elsewhere(party, bot, "Finn")
    assert not named(page, party.channel) and not joins(page)
    assert named(await elsewhere(party, bot, "Anna"), party.channel)


@pytest.mark.expects_log("rate limit")
async def test_a_look_that_takes_long_goes_on_and_holds_up_nothing_else(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py opens a limit on all requests again in the request that met it, or never."""
    monkeypatch.setattr(visibility, "PATIENCE", 0.1)
    await lobby(party)
    server.faults.limit("GET", r"/guilds/\d+/channels$", 0.5, everywhere=True)
    assert not joins(await elsewhere(party, bot, "Finn"))
    async with within(10):
        await bot.fetch_guild(guild_id(party))
    await party.until(lambda: bool(bot.services.visibility._servers))
    before = asks(party)
    assert joins(await elsewhere(party, bot, "Finn"))
    assert asks(party) == before, "what came late is kept"


async def test_a_look_that_takes_long_is_one_for_all_who_wait(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    await lobby(party)
    before = asks(party)
    with server.faults.hold("GET", r"/guilds/\d+/roles$") as held:
        looks = [asyncio.create_task(elsewhere(party, bot, name)) for name in ("Finn", "Chiara")]
        await held.reached()
        await asyncio.sleep(0.1)
    assert all([joins(await look) for look in looks])
    assert asks(party) - before == 2


async def test_what_changes_while_it_is_asked_for_is_not_kept(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    await lobby(party)
    with server.faults.hold("GET", r"/guilds/\d+/roles$") as held:
        look = asyncio.create_task(elsewhere(party, bot, "Finn"))
        await held.reached()
        party.world.moderation.hide(party.channel, party.world.guild_id)
        await party.until(lambda: guild_id(party) not in bot.services.visibility._current)
    await look
    assert not joins(await elsewhere(party, bot, "Finn"))


@pytest.mark.usefixtures("one_round")
async def test_a_link_to_a_result_leads_only_those_there_who_see_it(
    party: Party, bot: MonsterBot
) -> None:
    await result(party, bot, await start(party, "Ben", computers=1))
    ben = party.id("Ben")
    assert named(await asked(party, "Finn", "stats", person=ben), party.channel)
    party.world.moderation.hide(party.channel, party.world.guild_id)
    party.channel = party.world.channel("turnier").id
    hidden = next(iter(party.world.channels))
    page = await asked(party, "Finn", "stats", person=ben)
    assert not named(page, hidden) and "Master Coup" in text(page)
    assert named(await asked(party, "Ben", "stats"), hidden), "Ben was there"


async def test_a_date_that_not_everybody_may_know_is_no_event(
    may: None, party: Party, bot: MonsterBot, role: Role
) -> None:
    await party.command("Ben", "plan", game="meistercoup", when="morgen 20:00")
    await party.until(lambda: bot.idle)
    [meeting] = await bot.host.store.meetings.open(guild_id(party))
    assert meeting.listed and not party.world.events
