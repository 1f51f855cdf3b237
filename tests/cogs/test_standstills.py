"""A bot without Discord's gateway lets nobody's time run, and goes on once it is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.client import MonsterBot
from playground.server import PlaygroundServer
from tables.match import clocks
from tests.cogs.ahead import Ahead
from tests.cogs.clicking import click, start, turn
from tests.cogs.faulty import hushed
from tests.cogs.party import Party, moves, running_bot, settings_for, text
from tests.cogs.stopwatch import within
from tests.cogs.test_calls import mentioned

pytestmark = pytest.mark.usefixtures("plain", "brisk")

AWAY = 3600.0


@pytest.fixture(autouse=True)
def unheard() -> Iterator[None]:
    """Let nobody hear that the gateway lets nobody in."""
    with hushed(["discord.shard", "discord.client"], logging.CRITICAL):
        yield


async def entries(bot: MonsterBot, table: str) -> list[str]:
    return [entry.by for entry in await bot.host.store.tables.entries(table)]


def until_shown(bot: MonsterBot, party: Party, table: str) -> float | None:
    """Return until when whom a table waits for has time, if their board says so."""
    room = bot.host.rooms.known(table)
    due = bot.host.play.clocks.shown(room, None) if room else None
    return due if due is not None and f"<t:{int(due)}" in text(party.board()) else None


async def goes_on(bot: MonsterBot, party: Party, table: str, ahead: Ahead) -> None:
    """See that a minute is left, that it is enough for a move, and that the next has its time."""
    room = await bot.host.rooms.get(table)
    began = bot.host.play.clocks.reached(room)
    await party.until(lambda: until_shown(bot, party, table) == began + clocks.GRACE)
    assert await entries(bot, table) == []
    ahead.let_pass(bot, clocks.GRACE - 10)
    name, _, panel = await turn(party)
    pressed = await click(party, name, panel, moves(panel)[0])
    assert pressed.acknowledged and not pressed.failed
    assert await entries(bot, table) == ["person"]
    await party.until(lambda: (until_shown(bot, party, table) or 0.0) > began + 120)
    ahead.let_pass(bot, 181)
    await party.until(lambda: "clock" in {each.by for each in room.running.recent})
    await party.until(lambda: bot.idle)


async def test_nobody_s_time_is_up_while_the_gateway_is_away(
    party: Party, bot: MonsterBot, server: PlaygroundServer, ahead: Ahead
) -> None:
    table = await start(party, "Ben", "Chiara")
    guild = int(party.world.guild.id)
    with server.faults.gateway_away():
        await server.faults.drop_gateway()
        await party.until(lambda: bot.standstills.lasts(guild))
        ahead.let_pass(bot, AWAY)
        await asyncio.sleep(0.5)
        assert await entries(bot, table) == []
    async with within(60):
        while bot.standstills.lasts(guild):
            await asyncio.sleep(0.01)
    await goes_on(bot, party, table, ahead)


async def test_nobody_s_time_is_up_before_a_bot_that_starts_has_its_gateway(
    server: PlaygroundServer, tmp_path: Path, ahead: Ahead
) -> None:
    settings = settings_for(server, str(tmp_path / "t.db"), nudge_seconds=20)
    async with running_bot(settings) as bot:
        party = Party(server.world)
        table = await start(party, "Ben", "Chiara")
        await party.until(lambda: bot.idle)
    before = mentioned(party)
    ahead._seconds += AWAY
    away = asyncio.create_task(kept_away(server, 1.0))
    await asyncio.sleep(0)
    async with running_bot(settings) as bot:
        await away
        await goes_on(bot, party, table, ahead)
        assert mentioned(party)[len(before) :] != [], "a start calls whom tables wait for"


async def kept_away(server: PlaygroundServer, seconds: float) -> None:
    with server.faults.gateway_away():
        await asyncio.sleep(seconds)
