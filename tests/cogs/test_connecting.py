"""Shards connect in turns and with growing pauses."""

from __future__ import annotations

import asyncio
import math
import time
from pathlib import Path

import discord
import pytest
import yarl

from cogs import chores, connection, heartbeats
from cogs.client import MonsterBot
from cogs.connection import CONNECTING
from cogs.heartbeats import MISSED, Heartbeats
from playground.server import PlaygroundServer
from storage.settings import Settings
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


def test_a_shard_is_silent_that_missed_an_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    now, beats = [0.0], Heartbeats()
    monkeypatch.setattr(heartbeats, "monotonic", lambda: now[0])
    for at, latency in ((0.0, math.inf), (1.0, 0.2), (42.0, 0.1), (43.0, 0.1), (60.0, math.inf)):
        now[0] = at
        beats.note([(0, latency)])
    now[0] = 42.0 + MISSED
    assert beats.silence(0) == 0.0 == beats.silence(1)
    now[0] += 5.0
    assert beats.silence(0) == MISSED + 5.0


async def test_nobody_could_click_since_a_connection_said_nothing_more(
    bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, real = list[tuple[int, float]](), time.monotonic
    await server.world.until(lambda: bot.latency < 1.0)
    bot.hear()
    monkeypatch.setattr(heartbeats, "monotonic", lambda: real() + 60.0)
    monkeypatch.setattr(bot.standstills, "begin", lambda *begun: told.append(begun))
    await bot.on_shard_disconnect(0)
    [(shard, silent)] = told
    assert shard == 0 and silent >= 60.0
    await bot.on_shard_resumed(0)
    await bot.on_shard_disconnect(0)
    assert told[1:] == [(0, 0.0)], "it spoke in between, though it has acknowledged nothing since"


async def test_a_store_that_hangs_is_no_silence_of_discord_s(
    bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = list[float]()
    monkeypatch.setattr(chores, "BEAT", 0.0)
    monkeypatch.setattr(bot.host, "follow", asyncio.Event().wait)
    monkeypatch.setattr(bot, "hear", lambda: heard.append(time.monotonic()))
    bot.chores.close()
    bot.chores.start()
    await server.world.until(lambda: len(heard) > 1)


async def test_rounds_get_their_time_back_as_soon_as_people_can_click(
    bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two outages may follow each other between two looks at the rounds."""
    away = list[bool]()

    async def sweep() -> None:
        away.append(bot.standstills.lasts(0))

    monkeypatch.setattr(bot.services.tournaments, "sweep", sweep)
    await bot.on_shard_disconnect(0)
    await bot.on_shard_resumed(0)
    assert away == [False]


async def test_shards_identify_in_turns(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.world.max_concurrency, server.world.identify_seconds = 2, 0.0
    monkeypatch.setattr(connection, "IDENTIFY", 0.2)
    settings = settings_for(server, f"{tmp_path}/x.db", shard_count=3)
    began, turn, first = time.monotonic(), Settings.turn, dict[str, float]()

    async def noted(kept: Settings, key: str, now: float, seconds: float) -> float:
        first.setdefault(key, now)
        return await turn(kept, key, now, seconds)

    monkeypatch.setattr(Settings, "turn", noted)
    async with running_bot(settings) as bot:
        await server.world.until(lambda: len(server.world.online_shards) == 3)
        assert sorted(bot.shards) == [0, 1, 2]
        last = {key: float(await bot._store.settings.get(0, key) or 0) for key in first}
        # Shards 0 and 2 share a group.
        taken = [last[f"identify.{group}"] - first[f"identify.{group}"] for group in (0, 1)]
        assert taken[0] >= 0.39 and taken[1] == pytest.approx(0.2, abs=0.001)
        assert time.monotonic() - began >= 0.2
