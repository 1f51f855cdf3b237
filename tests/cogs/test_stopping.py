"""The bot stops when it is asked to, whatever it waits for, and when its store is taken away."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs import client
from cogs.client import MonsterBot
from cogs.gate import answer
from hosting import leaving
from playground.server import PlaygroundServer
from tests.born import Nursery
from tests.cogs.clicking import server_listener, table_of
from tests.cogs.party import Party, moves, text, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_restart import bot_process, my_turn

pytestmark = pytest.mark.usefixtures("plain")

SECONDS = 5.0
"""Within which the bot has to be out."""


async def test_stopping_while_the_gateway_is_away(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    async with bot_process(nursery, server, tmp_path / "tables.db") as process:
        with server.faults.gateway_away():
            await server.faults.drop_gateway(resumable=False)
            await asyncio.sleep(1.0)
            process.send_signal(signal.SIGTERM)
            async with within(SECONDS):
                assert await process.wait() == 0


async def test_closing_the_terminal_stops_it_well(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    """All is in the file itself then: who takes only that along loses nothing."""
    async with bot_process(nursery, server, tmp_path / "tables.db") as process:
        wal = tmp_path / "tables.db-wal"
        async with within(2 * SECONDS):
            while not wal.stat().st_size:
                await asyncio.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        async with within(SECONDS):
            assert await process.wait() == 0
    assert not wal.exists()


async def test_what_was_started_not_to_mind_its_terminal_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, heard = asyncio.get_running_loop(), list[int]()
    monkeypatch.setattr(loop, "add_signal_handler", lambda name, *_: heard.append(name))
    monkeypatch.setattr(signal, "getsignal", lambda name: signal.SIG_IGN)
    leaving.listen(asyncio.Event())
    assert set(heard) == {signal.SIGTERM, signal.SIGINT}


async def test_stopping_with_a_click_in_work(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    party, anna = Party(server.world), server.world.person("Anna").id
    async with bot_process(nursery, server, tmp_path / "tables.db") as process:
        await party.open("meistercoup", computers=3)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        button = (await my_turn(party, "Anna"))[0]
        panel = party.panel("Anna")
        with server.faults.delay("POST", r"/callback$", 0.5) as fault:
            pressing = asyncio.create_task(server.world.press(anna, panel["id"], button))
            await fault.reached()
            process.send_signal(signal.SIGTERM)
            pressed = await pressing
            async with within(SECONDS):
                await process.wait()
    assert pressed.acknowledged and not pressed.failed
    assert button not in moves(party.panel("Anna"))


async def test_stopping_with_the_store_locked_and_clicks_in_work(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    party, database = Party(server.world), tmp_path / "tables.db"
    async with bot_process(nursery, server, database) as process:
        await party.open("meistercoup", computers=3)
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            board = party.board()
            pressing = [
                asyncio.create_task(party.press(name, board, verb))
                for name, verb in (("Ben", "join"), ("Anna", "start"), ("Chiara", "join"))
            ]
            await asyncio.sleep(0.3)
            process.send_signal(signal.SIGTERM)
            async with within(SECONDS):
                assert await process.wait() == 0
        for press in pressing:
            press.cancel()
        await asyncio.wait(pressing)


async def test_a_store_that_was_taken_away(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    database, told = tmp_path / "tables.db", asyncio.Event()
    party = Party(server.world)
    server.world.subscribe(lambda kind, _: told.set() if kind == "interaction_create" else None)
    async with bot_process(nursery, server, database) as process:
        await party.open("meistercoup", computers=3)
        await party.until(lambda: party._counts(3))
        # Whichever it would see first, the file that is gone or the press, there are both.
        process.send_signal(signal.SIGSTOP)
        database.unlink()
        told.clear()
        pressing = asyncio.create_task(party.press("Anna", party.board(), "add"))
        await told.wait()
        [session] = server.gateway._sessions.values()
        await party.until(lambda: session.outbox is not None and session.outbox.empty())
        process.send_signal(signal.SIGCONT)
        assert (await pressing).acknowledged
        async with within(2 * SECONDS):
            assert await process.wait() == 1


async def test_a_press_that_comes_while_the_bot_stops_is_answered(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, close = list[bool](), bot.host.close

    async def closing() -> None:
        begins.append(not bot.leaving)
        await close()

    monkeypatch.setattr(bot.host, "close", closing)
    monkeypatch.setattr(client, "ANSWERING", 60.0)
    await party.open("meistercoup", computers=3)
    with server.faults.hold("POST", r"/callback$") as held:
        pressing = asyncio.create_task(party.press("Ben", party.board(), "join"))
        await held.reached()
        stopping = asyncio.create_task(bot.close())
        await party.until(lambda: not bot.chores._tasks)
        assert (await party.command("Anna", "help")).message["embeds"]
    await asyncio.gather(pressing, stopping)
    assert "Ben" in text(party.board())
    assert begins == [False], "nothing is begun any more once the tables are closed"


@pytest.mark.expects_log("answers that are cut off: 1")
async def test_what_cannot_be_answered_in_time_is_cut_off_without_a_traceback(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seconds in ("ANSWERING", "SHOWING"):
        monkeypatch.setattr(client, seconds, 0.05)
    monkeypatch.setattr(answer, "LATE", 0.0)
    await party.open("meistercoup", computers=3)
    room = await bot.host.rooms.get(table_of(party))
    await party.until(lambda: not bot._working)
    async with room.lock:
        pressing = asyncio.create_task(party.press("Ben", party.board(), "join"))
        await party.until(lambda: bot._working)
        await bot.close()
    await asyncio.sleep(0.1)  # for what would go on now that the room is free
    pressing.cancel()


async def test_what_comes_from_discord_while_the_bot_stops_waits_for_the_next_start(
    party: Party, bot: MonsterBot
) -> None:
    await party.open("meistercoup", computers=3)
    [guild], events = bot.guilds, server_listener(bot)
    bot.leaving = True
    await events.on_guild_remove(guild)
    assert await bot.host.store.tables.open_tables(guild.id)
    bot.leaving = False
    await events.on_guild_remove(guild)
    assert not await bot.host.store.tables.open_tables(guild.id)


async def test_nothing_is_begun_that_could_not_be_answered(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    bot.leaving, server.world.desk.ack_seconds = True, 0.1
    assert (await party.command("Anna", "help")).failed
    assert not [each for each in server.world.requests if each.path.endswith("/callback")]
