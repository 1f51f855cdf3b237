"""What waits while staff has timed the bot out is shown once that is over, as nothing tells."""

from __future__ import annotations

import asyncio

import pytest

from cogs import server_events
from cogs.client import MonsterBot
from cogs.line import outbox
from playground.server import PlaygroundServer
from settings import Settings
from tests.cogs.clicking import show_news, start, turn
from tests.cogs.party import Party, running_bot, text

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let failures be tried again soon; there is but one clock."""
    monkeypatch.setattr(server_events, "LATER", 0.05)
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))


def called(party: Party) -> bool:
    """Return whether somebody is mentioned."""
    return any("<@" in message["content"] for message in party.seen("Ben"))


async def waits(party: Party, bot: MonsterBot) -> None:
    """Let a board have news and somebody be called, and wait until both are parked."""
    name, _, _ = await turn(party)
    [table] = await bot.host.store.tables.open_tables(int(party.world.guild_id))
    room, seat = await bot.host.rooms.get(table.id), ["Anna", "Ben"].index(name)
    await show_news(bot, table.id)
    await party.until(lambda: bot._outbox.parked)
    bot.services.shown.calls.call(room, seat, room.running.to_act()[seat])
    assert not called(party)


async def caught_up(party: Party, bot: MonsterBot) -> None:
    """Wait until all of it is shown."""
    await party.until(lambda: "Person" in text(party.board()) and called(party))
    await party.until(lambda: bot.idle)


async def test_what_waits_is_shown_after_it(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    party.world.moderation.time_out_bot(1.5)
    await waits(party, bot)
    await asyncio.sleep(0.3)
    assert bot._outbox.parked, "it is not over"
    await caught_up(party, bot)


async def test_staff_may_make_it_longer_or_shorter(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_events, "GLANCE", 0.1)
    await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    for seconds in (0.3, 3600.0):
        party.world.moderation.time_out_bot(seconds)
    await waits(party, bot)
    await asyncio.sleep(0.5)
    assert bot._outbox.parked
    party.world.moderation.time_out_bot(1.0)
    await asyncio.sleep(0.5)
    assert bot._outbox.parked
    await caught_up(party, bot)


@pytest.mark.usefixtures("brisk")
async def test_so_it_is_after_a_start(server: PlaygroundServer, settings: Settings) -> None:
    async with running_bot(settings) as bot:
        party = Party(server.world)
        await start(party, "Ben", computers=1)
        await party.until(lambda: bot.idle)
    server.world.moderation.time_out_bot(2.5)
    async with running_bot(settings) as bot:
        await waits(party, bot)
        await caught_up(party, bot)
