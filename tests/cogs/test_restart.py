"""The bot as a process of its own that dies at any moment and comes back."""

from __future__ import annotations

import asyncio
import datetime
import logging
import operator
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
from discord.state import ConnectionState

from cogs.client import MonsterBot
from cogs.line.ephemeral import LEFT
from cogs.services import Services
from cogs.shown.threads import Threads
from playground.server import PlaygroundServer
from storage.errors import Away
from storage.url import open_store
from tables.match.computers import Computers
from tests.born import Born, Nursery
from tests.cogs.clicking import forward, often, start
from tests.cogs.party import (
    Party,
    environment,
    moves,
    running_bot,
    settings_for,
    text,
    verbs,
)
from tests.cogs.stopwatch import until, within


@asynccontextmanager
async def bot_process(
    nursery: Nursery, server: PlaygroundServer, database: Path, **more: str
) -> AsyncIterator[Born]:
    """Run the bot on the playground in a process of its own; kill it when the block ends."""
    more = {"DATABASE_URL": f"sqlite:///{database}", "LOG_LEVEL": "WARNING", **more}
    async with nursery.bear(environment=os.environ | environment(server, **more)) as process:
        await until(server.world, lambda: server.world.bot_online, 30, process.pid)
        yield process
    await until(server.world, lambda: not server.world.bot_online, 30)


async def my_turn(party: Party, name: str) -> list[str]:
    """Open this person's panel anew and return its buttons once it is their turn."""
    await party.seat(name)
    buttons: list[str] = await party.until(lambda: moves(party.panel(name)), 20)
    return buttons


async def test_the_old_button_goes_on_after_a_kill(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    party, database = Party(server.world), tmp_path / "tables.db"
    chooser = random.Random(5)
    async with bot_process(nursery, server, database):
        table = await start(party, computers=3)
        for _ in range(3):
            buttons = await my_turn(party, "Anna")
            anna = server.world.person("Anna").id
            await server.world.press(anna, party.panel("Anna")["id"], chooser.choice(buttons))
        buttons = await my_turn(party, "Anna")
        panel = party.panel("Anna")
    store = await open_store(f"sqlite:///{database}")
    before = await store.tables.entries(table)
    await store.close()
    async with bot_process(nursery, server, database):
        answer = await server.world.press(anna, panel["id"], buttons[0])
        assert answer.acknowledged
        await party.until(lambda: buttons[0] not in moves(party.panel("Anna")))
    store = await open_store(f"sqlite:///{database}")
    after = await store.tables.entries(table)
    await store.close()
    assert after[: len(before)] == before
    assert [e.sequence for e in after] == list(range(1, len(after) + 1))
    mine = [e for e in after[len(before) :] if e.seat == 0]
    assert mine[:1] and mine[0].sequence == len(before) + 1


async def test_no_acknowledged_click_is_lost_by_kills_at_any_moment(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    party, database = Party(server.world), tmp_path / "tables.db"
    chooser = random.Random(11)
    acknowledged = pressed = 0
    anna, patience = server.world.person("Anna").id, server.world.desk.ack_seconds
    for kill in range(2):
        async with bot_process(nursery, server, database) as process:
            if kill == 0:
                table = await start(party, computers=3)
            for _ in range(chooser.randint(1, 3)):
                buttons = await my_turn(party, "Anna")
                press = server.world.press(anna, party.panel("Anna")["id"], chooser.choice(buttons))
                acknowledged += (await press).acknowledged
                pressed += 1
            buttons = await my_turn(party, "Anna")
            server.world.desk.ack_seconds = 0.5  # nobody will answer
            dying = asyncio.create_task(
                server.world.press(anna, party.panel("Anna")["id"], buttons[0])
            )
            await asyncio.sleep(chooser.random() * 0.004)
            process.kill()
            acknowledged += (await dying).acknowledged
            pressed += 1
            server.world.desk.ack_seconds = patience
    store = await open_store(f"sqlite:///{database}")
    entries = [e for e in await store.tables.entries(table) if e.seat == 0]
    await store.close()
    # A click that was stored and not answered may be there too, each once at most.
    assert acknowledged <= len(entries) <= pressed


async def test_computers_go_on_by_themselves_after_a_restart(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    stopping = asyncio.Event()

    async def ponder(*_: object) -> bool:
        return await stopping.wait()

    with monkeypatch.context() as first:
        first.setattr(Computers, "decide", ponder)
        async with running_bot(settings) as bot:
            table = await start(party, computers=3)
            room = await bot.host.rooms.get(table)
            await forward(bot, table, lambda state: 0 not in room.running.game.to_act(state))
            before = len(await bot.host.store.tables.entries(table))
            stopping.set()
    async with running_bot(settings) as bot:
        await my_turn(party, "Anna")
        entries = await bot.host.store.tables.entries(table)
        assert {entry.by for entry in entries[before:]} == {"computer"}
        assert "Runde 1" in text(party.board())


CHORES = ("sweep", "settle", "look")


def met(
    bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, fate: Callable[[str], None]
) -> Sequence[str]:
    """Let three chores meet this fate, often; return which of them did, one after the other."""
    found = list[str]()

    def failing(name: str) -> Callable[..., Awaitable[None]]:
        async def fails(*args: object) -> None:
            found.append(name)
            fate(name)

        return fails

    monkeypatch.setattr(bot.host.timekeeper, "sweep", failing("sweep"))
    monkeypatch.setattr(bot.host.ratings, "settle", failing("settle"))
    monkeypatch.setattr(bot.host.operator, "look", failing("look"))
    often(bot, monkeypatch, MINUTE=0.02, LOOK=0.02)
    return found


@pytest.mark.expects_log("fails")
async def test_no_fault_ends_what_happens_by_itself(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(name: str) -> None:
        raise ZeroDivisionError("it fails")

    seen = met(bot, monkeypatch, fails)
    await party.until(lambda: all(seen.count(each) > 1 for each in CHORES))
    monkeypatch.undo()


async def test_private_messages_are_taken_away_in_time_whatever_else_hangs(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung, swept = asyncio.Event(), list[bool]()

    async def hangs(*_: object) -> None:
        hung.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Threads, "sweep", hangs)
    monkeypatch.setattr(Services, "sweep", lambda parts: swept.append(hung.is_set()))
    often(bot, monkeypatch, MINUTE=0.02)
    await party.until(hung.is_set)
    await party.until(lambda: swept.count(True) > 1)


@pytest.mark.expects_log("the store does not answer")
async def test_chores_say_once_that_the_store_is_away_and_once_that_it_is_back(
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    away = True

    def fails(name: str) -> None:
        if away:
            raise Away("settle is slow" if name == "settle" else "it is away")

    seen = met(bot, monkeypatch, fails)
    await party.until(lambda: all(seen.count(each) > 2 for each in CHORES))
    away = False
    back = "the store answers again"
    await party.until(lambda: back in [record.getMessage() for record in caplog.records])
    records = (r for r in caplog.records if r.name == "cogs.chores")
    said = [r.getMessage() for r in records if r.levelno > logging.DEBUG]
    assert sorted(said[:-1]) == [
        "the store does not answer: it is away",
        "the store does not answer: settle is slow",
    ]
    assert said[-1] == back


async def test_what_is_seen_to_now_and_then_does_not_go_by_the_wall_s_clock(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[float]()

    async def look(*args: object) -> None:
        looks.append(time.monotonic())

    monkeypatch.setattr(bot.host.operator, "look", look)
    often(bot, monkeypatch, LOOK=0.05)
    await party.until(lambda: len(looks) > 1)
    for hours in (-8, 8):

        class Put(datetime.datetime):
            @classmethod
            def now(cls, tz: datetime.tzinfo | None = None, hours: int = hours) -> Put:
                there = datetime.datetime.now(tz) + datetime.timedelta(hours=hours)
                return cls.fromtimestamp(there.timestamp(), tz)

        put = SimpleNamespace(**vars(datetime) | {"datetime": Put})
        monkeypatch.setattr(discord.utils, "datetime", put)
        looks.clear()
        await party.until(lambda: len(looks) > 3)
        assert min(map(operator.sub, looks[1:], looks)) > 0.04, "none is made up for"


@pytest.mark.usefixtures("brisk")
async def test_who_sat_down_gets_a_panel_though_the_bot_died_before_it_was_there(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as bot:
        monkeypatch.setattr(bot.panels, "refresh", lambda room, user: None)
        table = await start(party, "Ben", computers=1)
        await party.until(lambda: bot.idle)
        assert not [m for m in party.seen("Ben") if m["ephemeral"]]
        assert {p.user for p in await bot.host.store.shown.privates(0.0) if p.table == table}
    async with running_bot(settings):
        await party.until(lambda: party.panel("Ben")["attachments"])
        assert len([m for m in party.seen("Ben") if m["ephemeral"]]) == 1


@pytest.mark.usefixtures("brisk")
async def test_a_board_after_a_start_waits_for_its_own_server_alone(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as bot:
        await start(party, "Ben", computers=1)
        await party.until(lambda: bot.idle)
    party.world.moderation.delete_message(party.board()["id"])
    store = await open_store(settings.database_url or "")
    [table] = await store.tables.open_tables(int(server.world.guild_id))
    await store.tables.save(replace(table, host=table.host))  # by which it owes its board
    await store.close()
    late = property(lambda state: 3600.0, lambda state, seconds: None)
    monkeypatch.setattr(ConnectionState, "guild_ready_timeout", late)
    async with running_bot(settings) as bot:
        await party.until(lambda: verbs(party.board(), "seat"))
        assert not bot.is_ready() and "Runde" in text(party.board()), "in the server's language"
        waiting = bot._connection._ready_task
        assert waiting is not None
        waiting.cancel()


async def test_a_server_that_is_only_named_is_waited_for(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord names its servers first, without their languages."""
    monkeypatch.setattr(bot, "is_ready", lambda: False)
    [guild] = bot.guilds
    guild.unavailable = True
    waiting = asyncio.create_task(bot.reach(guild.id))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    guild.unavailable = False
    async with within(10):
        await waiting


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("late", [30.0, 100.0])
async def test_what_a_start_can_only_delete_any_more_goes(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: float
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as bot:
        await start(party, "Ben", computers=1)
        await party.seat("Ben")
        await party.until(lambda: bot.idle)
        kept = await bot.host.store.shown.privates(0.0)
        [until] = [p.until for p in kept if str(p.user) == party.id("Ben")]
    real, gone = time.time, until + late - time.time()
    monkeypatch.setattr(time, "time", lambda: real() + gone)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        standing = [m for m in party.seen("Ben") if m["ephemeral"] and m["embeds"]]
        assert len(standing) == (0 if late < LEFT else 1)
