"""Shards connect in turns and with growing pauses."""

from __future__ import annotations

import time
from pathlib import Path

import discord
import pytest
import yarl

from cogs import connection
from cogs.client import MonsterBot
from cogs.connection import CONNECTING
from playground.server import PlaygroundServer
from tests.cogs.party import running_bot, settings_for

GATEWAY = yarl.URL("wss://nowhere")


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Keep the client's pauses instead of making them."""
    kept: list[float] = []

    async def sleep(seconds: float) -> None:
        kept.append(seconds)

    monkeypatch.setattr("cogs.connection.asyncio.sleep", sleep)
    return kept


async def test_the_pauses_of_a_shard_that_cannot_connect_grow(
    bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    tries = 0

    async def launch(self: MonsterBot, gateway: yarl.URL, shard: int, initial: bool = True) -> None:
        """Fail as the library does: it tries again by itself, without an end."""
        nonlocal tries
        tries += 1
        if tries < 9:
            await self.launch_shard(gateway, shard)

    monkeypatch.setattr(discord.AutoShardedClient, "launch_shard", launch)
    await bot.launch_shard(GATEWAY, 0)
    assert slept == [*CONNECTING, *CONNECTING[-1:] * 3]
    slept.clear()
    await bot.launch_shard(GATEWAY, 0)
    assert slept == [0.0]


async def test_shards_identify_in_turns(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.world.max_concurrency, server.world.identify_seconds = 2, 0.0
    monkeypatch.setattr(connection, "IDENTIFY", 0.2)
    settings = settings_for(server, f"{tmp_path}/x.db", shard_count=3)
    began = time.monotonic()
    async with running_bot(settings) as bot:
        await server.world.until(lambda: len(server.world.online_shards) == 3)
        assert sorted(bot.shards) == [0, 1, 2]
        [first, second] = [
            await bot._store.settings.get(0, f"identify.{group}") for group in (0, 1)
        ]
        # Shards 0 and 2 share a group.
        assert float(first or 0) - float(second or 0) > 0.05
        assert time.monotonic() - began >= 0.2
