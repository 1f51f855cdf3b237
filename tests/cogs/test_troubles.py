"""Trouble around a running table: the gateway, slow answers, moderators, a store in use."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from storage.sqlite import database
from tests.cogs.clicking import click, lobby, record, refused, start, turn
from tests.cogs.party import Party, moves, text, verbs

pytestmark = pytest.mark.usefixtures("plain")


async def made(party: Party, bot: MonsterBot, table: str) -> None:
    """Make a move and see that it is answered, stored once and shown on the one board."""
    before = len((await record(bot, table))[0])
    name, _, panel = await turn(party)
    pressed = await click(party, name, panel, moves(panel)[0])
    assert pressed.acknowledged and not pressed.failed
    log = (await record(bot, table))[0]
    assert len([entry for entry in log[before:] if entry.by == "person"]) == 1
    await shown(party, bot, table)


async def shown(party: Party, bot: MonsterBot, table: str) -> None:
    """Wait until the table waits for a person; the board shows what is stored, and stands once."""
    room = await bot.host.rooms.get(table)
    await party.until(lambda: room.to_call)
    await party.until(lambda: bot.idle)
    stored, log = await bot.host.store.shown.board(table), (await record(bot, table))[0]
    boards = [m for m in party.seen("Anna") if not m["ephemeral"] and table in text_of(m)]
    assert stored is not None and stored.sequence == log[-1].sequence
    assert [int(m["id"]) for m in boards] == [stored.message]


def text_of(message: Any) -> str:
    return text(message) + str(message["components"])


@pytest.mark.parametrize("how", ["drops", "drops for good", "asks to reconnect"])
async def test_the_gateway(
    party: Party, bot: MonsterBot, server: PlaygroundServer, how: str
) -> None:
    table, sessions = await start(party, "Ben", computers=1), session_of(bot)
    await made(party, bot, table)
    if how == "asks to reconnect":
        server.faults.ask_to_reconnect()
    else:
        await server.faults.drop_gateway(resumable=how == "drops")
    await party.until(lambda: party.world.bot_online and bot.shards[0].is_closed() is False)
    await made(party, bot, table)
    assert (session_of(bot) == sessions) == (how != "drops for good")


def session_of(bot: MonsterBot) -> str | None:
    """Return the gateway session of the bot."""
    ws: Any = bot._connection._get_websocket(shard_id=0)
    session: str | None = ws.session_id
    return session


@pytest.mark.expects_log("rate limited")
async def test_a_board_that_discord_lets_wait_long_delays_no_click(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    await party.until(lambda: bot.idle)
    with server.faults.limit("PATCH", r"/channels/\d+/messages/\d+$", 1.0) as limited:
        pressed = await click(party, name, panel, moves(panel)[0])
        await limited.reached()
        assert pressed.acknowledged and pressed.ms < 900 and not bot.idle
        await turn(party)
    await shown(party, bot, table)


@pytest.mark.parametrize("stage", [Stage.RECEIVED, Stage.APPLIED])
async def test_a_board_s_edit_that_hangs_delays_no_click(
    party: Party, bot: MonsterBot, server: PlaygroundServer, stage: Stage
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    await party.until(lambda: bot.idle)
    with server.faults.hold("PATCH", r"/channels/\d+/messages/\d+$", stage=stage) as held:
        pressed = await click(party, name, panel, moves(panel)[0])
        await held.reached()
        name, _, panel = await turn(party)
        again = await click(party, name, panel, moves(panel)[0])
        assert pressed.acknowledged and again.acknowledged and not again.failed
    await shown(party, bot, table)


async def test_an_answer_that_hangs_is_stored_and_not_repeated(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    server.world.desk.ack_seconds = 0.3
    with server.faults.hold("POST", r"/callback$"):
        hung = await party.world.press(party.id(name), panel["id"], moves(panel)[0])
        assert hung.failed
    server.world.desk.ack_seconds = 3.0
    stored = [e for e in (await record(bot, table))[0] if e.by == "person"]
    assert len(stored) == 1
    await party.until(lambda: bot.idle)
    await made(party, bot, table)


@pytest.mark.expects_log("error ")
async def test_what_was_done_is_shown_though_its_answer_fails_by_our_fault(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)

    async def fails(*_: object) -> None:
        raise KeyError(table)

    monkeypatch.setattr(bot.presses.match, "_next_table", fails)
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    attempt = await click(party, name, panel, moves(panel)[0])
    refused(party, bot, attempt, name, "error.ours", id="ababab")
    await party.until(lambda: moves(party.panel(name)) != moves(panel))


async def test_the_answer_to_who_watches_that_hangs_delays_nobody_at_the_table(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    chiara, board = party.id("Chiara"), party.board("Chiara")
    with server.faults.hold("POST", r"/callback$") as held:
        watching = asyncio.ensure_future(
            party.world.press(chiara, board["id"], verbs(board, "seat")[0])
        )
        await held.reached()
        await made(party, bot, table)
    await watching


async def test_a_bad_gateway(party: Party, bot: MonsterBot, server: PlaygroundServer) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    with server.faults.fail("PATCH", r"/channels/\d+/messages/\d+$", 502) as failed:
        await made(party, bot, table)
        await failed.reached()


async def test_a_board_that_a_moderator_deletes_is_posted_with_the_next_move(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    await party.until(lambda: bot.idle)
    party.world.moderation.delete_message(party.board()["id"])
    assert (await click(party, name, panel, moves(panel)[0])).acknowledged
    await party.until(party.board)
    await shown(party, bot, table)
    await made(party, bot, table)


@pytest.mark.expects_log("error ")
async def test_a_store_that_another_process_locks(
    party: Party, bot: MonsterBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    await made(party, bot, table)
    name, _, panel = await turn(party)
    await party.until(lambda: bot.idle)
    before = await record(bot, table)
    hurry, usual = 50, round(database.BUSY_SECONDS * 1000)
    writer = bot.host.store._database._writer  # type: ignore[attr-defined]
    await writer.execute(f"PRAGMA busy_timeout = {hurry}")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = await click(party, name, panel, moves(panel)[0])
        said = (refused.followups or [refused.message])[-1]
        assert said["ephemeral"] and "(" in said["content"]
    await writer.execute(f"PRAGMA busy_timeout = {usual}")
    assert await record(bot, table) == before
    await made(party, bot, table)


async def test_of_a_press_that_is_told_twice_the_second_says_nothing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, desk = await lobby(party), party.world.desk
    publish = desk._publish

    def twice(event: str, told: object) -> None:
        for _ in range(1 + (event == "interaction_create")):
            publish(event, told)

    monkeypatch.setattr(desk, "_publish", twice)
    await party.press("Anna", board, "add")
    await party.until(lambda: bot.idle and not bot._working)
    await party.until(lambda: verbs(party.board(), "add")[0].endswith(":1"))
    assert party.board()["content"] == "", "what all see has no refusal above it"
