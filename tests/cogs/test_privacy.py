"""A person gets their data, and is forgotten: nothing that is stored holds their id any more."""

from __future__ import annotations

import io
import json
import logging
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from cogs.client import MonsterBot
from cogs.commands import privacy
from hosting import logs
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from storage.cases import Case
from storage.people import Ban, Deed
from storage.sqlite import database
from tests.cogs.clicking import forward, result, sentence, start
from tests.cogs.party import Message, Party, text, verbs

pytestmark = pytest.mark.usefixtures("one_round", "plain")


async def forgotten(party: Party, name: str) -> Message:
    """Let a person be forgotten; return the answer."""
    question = (await party.command(name, "forget-me")).message
    assert question["ephemeral"]
    answer: Message = (await party.press(name, question, "forget")).message
    return answer


def traces(folder: Path, user: str) -> list[str]:
    """Return the store's files in which a person's id can be read."""
    needles = (user.encode(), int(user).to_bytes(8, "big"))
    return [f.name for f in folder.iterdir() if any(n in f.read_bytes() for n in needles)]


async def test_my_data_is_private_and_whole(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    message = (await party.command("Ben", "my-data")).message
    assert message["ephemeral"]
    (file,) = party.world.channels[party.channel].messages[message["id"]].attachments
    data: Any = json.loads(file.data)
    row = await bot.host.store.tables.get(table)
    assert row is not None
    assert data["user"] == int(party.id("Ben"))
    assert [t["id"] for t in data["tables"]] == [table] and data["tables"][0]["actions"]
    assert len(data["results"]) == 1
    others = (row.seed, party.id("Anna"), "Anna")
    assert not any(secret in file.data.decode() for secret in others)


async def test_data_too_large_for_discord_are_packed(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    monkeypatch.setattr(privacy, "LARGEST", 100)
    message = (await party.command("Ben", "my-data")).message
    (file,) = party.world.channels[party.channel].messages[message["id"]].attachments
    assert file.filename == "monsterrunde.zip"
    with ZipFile(io.BytesIO(file.data)) as archive:
        data: Any = json.loads(archive.read("monsterrunde.json"))
    assert [each["id"] for each in data["tables"]] == [table]


async def test_who_only_asked_is_not_forgotten(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await party.command("Ben", "forget-me")
    row = await bot.host.store.tables.get(table)
    assert row is not None
    assert int(party.id("Ben")) in [player.user for player in row.players]


async def test_forgotten_everywhere(party: Party, bot: MonsterBot, tmp_path: Path) -> None:
    user = party.id("Ben")
    first = await start(party, "Ben", computers=1)
    board = await result(party, bot, first)
    await bot.host.ratings.settle()
    await party.press("Ben", board, "again")
    await party.until(lambda: verbs(party.board(), "join"))
    second = party.board()["components"][0]["components"][0]["custom_id"].split(":")[1]
    await party.press("Anna", party.board(), "join")
    assert traces(tmp_path, user)
    answer = await forgotten(party, "Ben")
    for said in ("forget.done", "forget.rest"):
        assert sentence(party, bot, "Ben", said) in text(answer)
    assert traces(tmp_path, user) == []
    room = await bot.host.rooms.get(second)
    assert [p.name for p in room.table.players if p.user] == ["Anna"]
    assert room.table.host == int(party.id("Anna"))
    results = await bot.host.store.history.results(first)
    assert len(results) == 3 and not any(each.name == "Ben" for each in results)
    await party.until(lambda: "Ben" not in text(party.board()))
    for command in ("history", "replay"):
        told = text(await party.filled(await party.command("Anna", command)))
        assert sentence(party, bot, "Anna", "seat.forgotten") in told and "–" not in told


@pytest.fixture
def logged(server: PlaygroundServer) -> Iterator[io.StringIO]:
    """Keep what the process logs, as it is written."""
    stream, root = io.StringIO(), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *logs.OURS)}
    handler = logs.start("DEBUG", [server.world.token], stream)
    yield stream
    root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.expects_log("error abc123", "panel at table")
async def test_no_trace_is_left_anywhere(
    logged: io.StringIO,
    party: Party,
    bot: MonsterBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game with a panel, a replay, errors and deeds of staff; then its person is forgotten."""
    ben, guild = int(party.id("Ben")), int(party.world.guild_id)
    table = await start(party, "Ben", computers=1)
    panel = await party.seat("Ben")
    await fails(party, bot, monkeypatch, table, logged)
    for deed in (
        Deed(guild, 1.0, 7, "remove", table, ben, json.dumps({"name": "Ben"})),
        Deed(guild, 2.0, ben, "skip", table, 7, json.dumps({"by": ben})),
    ):
        await bot.host.store.staff.record(Case(deed))
    await bot.host.store.staff.ban(Ban(guild, 4711, None, "rude", ben, 1.0))
    board = await result(party, bot, table)
    await party.press("Ben", board, "replay")
    await party.seat("Ben")
    assert (table, ben) in bot.panels._open
    await forgotten(party, "Ben")
    assert not [key for key in bot.panels._open if ben in key]
    audit = await bot.host.store.staff.audit(guild, 99)
    assert {"remove", "skip"} <= {deed.action for deed in audit}
    assert not [deed for deed in audit if ben in (deed.actor, deed.target)]
    assert not [deed for deed in audit if str(ben) in deed.detail or "Ben" in deed.detail]
    (ban,) = await bot.host.store.staff.bans(guild, 2.0)
    assert (ban.user, ban.by) == (4711, 0)
    await party.until(lambda: panel["id"] not in [m["id"] for m in party.seen("Ben")])
    assert traces(tmp_path, str(ben)) == []
    said = logged.getvalue()
    assert table in said and "is tried again" in said and f"error {KNOWN}" in said
    assert not [line for line in said.splitlines() if str(ben) in line]


KNOWN = "abc123"
"""The id of an error of ours."""


async def fails(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, table: str, logged: io.StringIO
) -> None:
    """Let a press of Ben's end in an error of ours, and an update of his panel be tried again."""
    user = int(party.id("Ben"))
    with monkeypatch.context() as broken:
        broken.setattr(secrets, "token_hex", lambda n: KNOWN)
        broken.setattr(bot.pages, "panel", None)
        await party.press("Ben", party.board(), "seat")
        broken.setattr(bot.pages, "panel", away)
        bot.panels.refresh(await bot.host.rooms.get(table), user)
        await party.until(lambda: "is tried again" in logged.getvalue())


def away(*_: Any) -> None:
    """Fail as when Discord cannot be reached."""
    raise OSError("away")


async def test_a_computer_goes_on_for_who_is_forgotten(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await forgotten(party, "Ben")
    await party.until(lambda: "Jemand ist nicht mehr dabei" in text(party.board()))
    assert "Ben" not in text(party.board())
    room = await bot.host.rooms.get(table)
    stored = await bot.host.store.tables.get(table)
    assert stored == room.table and room.table.status == "running"
    assert [p.user for p in room.table.players].count(None) == 2
    assert all(player.name not in ("", "Ben") for player in room.table.players)
    await forward(bot, table, lambda state: False)
    assert len(await bot.host.store.history.results(table)) == 3


async def test_the_last_person_ends_the_table(party: Party, bot: MonsterBot) -> None:
    table = await start(party, computers=2)
    await forgotten(party, "Anna")
    row = await bot.host.store.tables.get(table)
    assert row is not None and (row.status, row.host) == ("aborted", 0)


async def test_a_ban_survives_as_a_bare_id(party: Party, bot: MonsterBot) -> None:
    user, guild = int(party.id("Ben")), int(party.world.guild_id)
    await bot.host.store.staff.ban(Ban(guild, user, None, "rude", 7, 1.0))
    await forgotten(party, "Ben")
    ban = await bot.host.store.staff.banned(guild, user, 2.0)
    assert ban is not None and (ban.reason, ban.by) == ("", 0)


@pytest.mark.parametrize("days", [729, 731])
async def test_old_games_lose_their_logs_but_keep_results(
    party: Party, bot: MonsterBot, days: float
) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    row = await bot.host.store.tables.get(table)
    assert row is not None
    await bot.host.forgetting.sweep(row.updated + days * 86400, 730, [row.guild])
    assert bool(await bot.host.store.tables.entries(table)) == (days < 730)
    assert len(await bot.host.store.history.results(table)) == 3


@pytest.mark.parametrize(("days", "back", "kept"), [(29, [], True), (31, [], False)])
async def test_a_server_that_was_left(
    party: Party, bot: MonsterBot, days: float, back: list[int], kept: bool
) -> None:
    table = await start(party, "Ben", computers=1)
    guild = int(party.world.guild_id)
    await bot.host.forgetting.left(guild, 1000.0)
    await bot.host.forgetting.sweep(1000.0 + days * 86400, 1e6, back)
    assert (await bot.host.store.tables.get(table) is not None) == kept


async def test_a_table_that_is_deleted_while_its_board_is_sent(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    path, guild = rf"^/channels/{party.channel}/messages$", int(party.world.guild_id)
    with server.faults.hold("POST", path, stage=Stage.APPLIED) as held:
        await party.command("Ben", "board")
        await held.reached()
        await bot.host.forgetting.left(guild, 1000.0)
        await bot.host.forgetting.sweep(1000.0 + 31 * 86400, 1e6, [])
        held.release()
    await party.until(lambda: bot.idle)
    assert await bot.host.store.tables.get(table) is None


async def test_a_server_the_bot_is_on_again_keeps_its_data(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    guild = int(party.world.guild_id)
    await bot.host.forgetting.left(guild, 1000.0)
    await bot.host.forgetting.sweep(1000.0 + 31 * 86400, 1e6, [guild])
    await bot.host.forgetting.sweep(1000.0 + 62 * 86400, 1e6, [])
    assert await bot.host.store.tables.get(table) is not None


async def test_forgotten_while_the_files_are_read(
    party: Party, bot: MonsterBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    ben = party.id("Ben")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM matches").fetchall()
        answer = await forgotten(party, "Ben")
        assert sentence(party, bot, "Ben", "forget.done") in text(answer)
        assert traces(tmp_path, ben), "or this tests nothing"
        backup.execute("COMMIT")
    await bot.chores.sweep()
    assert not traces(tmp_path, ben)
