"""Several servers and shards: who is told of what, and how fast shards may identify."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest

from playground import World
from playground.model import Channel, Guild
from tests.playground.bot import Panel
from tests.playground.conftest import Clock, RawApp
from tests.playground.test_gateway import Line, line

COUNT = 3


@pytest.fixture
def guilds(world: World) -> list[Guild]:
    """Twelve servers, each with a channel."""
    world.shards = COUNT
    for number in range(11):
        guild = world.add_guild(f"server {number}")
        world.add_channel(f"place {number}", guild)
    return list(world.guilds.values())


def place_of(world: World, guild: Guild) -> Channel:
    """Return the first channel of a server."""
    return world.channels_of(guild)[0]


async def identify(bot: Line, world: World, shard: int, count: int = COUNT) -> dict[str, Any]:
    """Identify as a shard and return what comes first."""
    data = {"token": world.token, "intents": 513, "properties": {}, "shard": [shard, count]}
    await bot.send(2, data)
    return await bot.read()


async def test_servers_are_divided(app: RawApp, world: World, guilds: list[Guild]) -> None:
    world.identify_seconds = 0.0
    told: list[set[str]] = []
    for shard in range(COUNT):
        async with line(app) as bot:
            ready = await identify(bot, world, shard)
            assert ready["d"]["shard"] == [shard, COUNT]
            own = {each["id"] for each in ready["d"]["guilds"]}
            created = {(await bot.read())["d"]["id"] for _ in own}
            assert created == own
            assert all((int(each) >> 22) % COUNT == shard for each in own)
            told.append(own)
    assert set.union(*told) == {guild.id for guild in guilds}
    assert sum(map(len, told)) == len(guilds)


async def test_events_go_to_the_shard_of_their_server(
    app: RawApp, world: World, guilds: list[Guild]
) -> None:
    world.identify_seconds = 0.0
    async with line(app) as first, line(app) as second:
        for bot, shard in ((first, 0), (second, 1)):
            ready = await identify(bot, world, shard)
            for _ in ready["d"]["guilds"]:
                await bot.read()
        for guild in guilds:
            body = {"content": guild.id}
            await app("POST", f"/channels/{place_of(world, guild).id}/messages", body)
        for bot, shard in ((first, 0), (second, 1)):
            for guild in guilds:
                if world.shard_of(guild, COUNT) == shard:
                    assert (await bot.read())["d"]["guild_id"] == guild.id
        assert world.online_shards == {0, 1}


async def test_gateway_tells_of_shards(app: RawApp, world: World, guilds: list[Guild]) -> None:
    world.max_concurrency = 2
    body = (await app("GET", "/gateway/bot"))[1]
    assert (body["shards"], body["session_start_limit"]["max_concurrency"]) == (COUNT, 2)


async def test_identifies_are_counted(app: RawApp, world: World, clock: Clock) -> None:
    world.clock, world.max_concurrency = clock, 2
    async with line(app) as a, line(app) as b, line(app) as c:
        assert (await identify(a, world, 0, 4))["t"] == "READY"
        assert (await identify(b, world, 1, 4))["t"] == "READY", "of another group"
        assert (await identify(c, world, 2, 4))["op"] == 9
        clock.now += 4.9
        assert (await identify(c, world, 2, 4))["op"] == 9
        clock.now += 0.2
        assert (await identify(c, world, 2, 4))["t"] == "READY"


class Sharded(discord.AutoShardedClient):
    """A client of several shards in one process that answers a panel's buttons."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)

    async def setup_hook(self) -> None:
        self.add_view(Panel())

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait the library's five seconds between shards."""


@asynccontextmanager
async def sharded(world: World) -> AsyncIterator[Sharded]:
    """Run the client until its shards are connected."""
    async with Sharded() as client:
        task = asyncio.create_task(client.start(world.token))
        try:
            await world.until(lambda: len(world.online_shards) == COUNT or task.done())
            await world.until(lambda: len(client.guilds) == len(world.guilds) or task.done())
            yield client
        finally:
            await asyncio.wait_for(client.close(), 10)
            await asyncio.wait((task,), timeout=10)


async def test_library_shards_itself(
    pointed: None, app: RawApp, world: World, guilds: list[Guild]
) -> None:
    world.identify_seconds = 0.0
    async with sharded(world) as client:
        assert sorted(client.shards) == [0, 1, 2]
        for guild in guilds:
            known = client.get_guild(int(guild.id))
            assert known is not None and known.shard_id == world.shard_of(guild, COUNT)
            person = world.add_person(f"of {guild.name}", guild=guild)
            channel = client.get_partial_messageable(int(place_of(world, guild).id))
            panel = await channel.send("panel", view=Panel())
            click = await world.press(person.id, str(panel.id), "count")
            assert click.acknowledged
