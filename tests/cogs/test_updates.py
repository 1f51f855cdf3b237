"""What an update of the bot does to tables that began under rules which it does not know."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.client import MonsterBot
from playground.server import PlaygroundServer
from storage.url import open_store
from tests.cogs.clicking import result, start
from tests.cogs.party import Message, Party, moves, running_bot, settings_for, text, verbs

pytestmark = pytest.mark.usefixtures("brisk")


@pytest.mark.expects_log("it began under other rules")
@pytest.mark.parametrize("changed", ["rules = 77", "rules = 77, options = '{\"gone\": 1}'"])
async def test_a_match_of_other_rules_ends_with_a_page_that_says_why_under_its_last_board(
    server: PlaygroundServer, tmp_path: Path, changed: str
) -> None:
    settings, party = settings_for(server, f"{tmp_path}/tables.db"), Party(server.world)
    async with running_bot(settings):
        await party.open("meistercoup", "Ben", computers=2)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        panels = {name: await party.seat(name) for name in ("Anna", "Ben")}
        await party.until(lambda: any(moves(party.panel(name)) for name in panels))
        asked = next(name for name in panels if moves(party.panel(name)))
    last = party.board()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
        db.execute(f"UPDATE matches SET {changed}")
    async with running_bot(settings):
        await party.until(
            lambda: (
                "früheren Fassung" in text(party.board())
                or "earlier version" in text(party.board())
            )
        )
        assert not verbs(party.board(), "seat")
        board = party.board()
        assert board["id"] == last["id"] and len(board["embeds"]) == len(last["embeds"])
        assert [e["image"]["url"] for e in board["embeds"]] == [
            e["image"]["url"] for e in last["embeds"]
        ]
        log = await party.filled(await party.press("Chiara", board, "log"))
        told = server.world.files[log["attachments"][0]["id"]].data
        assert json.loads(told)["rules"] == 77 and json.loads(told)["seed"]
        await party.until(lambda: not moves(party.panel(asked)))
        assert "Fassung" in text(party.panel("Anna")) and "version" in text(party.panel("Ben"))
        await party.command("Anna", "play", game="meistercoup")
        await party.until(lambda: verbs(party.board(), "join"))
    store = await open_store(settings.store_url)
    assert ("meistercoup", "aborted", 1) in await store.tables.count()
    [deed, *_] = await store.staff.audit(int(next(iter(server.world.guilds))), 5)
    assert (deed.action, deed.actor, deed.detail) == ("end", None, '{"why": "outdated"}')
    await store.close()


async def over(party: Party, bot: MonsterBot) -> Message:
    """Play a game to its end; return the board that says so."""
    table = await start(party, "Ben", computers=1)
    final = await result(party, bot, table)
    await party.until(lambda: bot.idle)
    return final


@pytest.mark.expects_log("cannot be looked at any more: it")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("UPDATE matches SET rules = 77", "played by older rules"),
        ("DELETE FROM snapshots; DELETE FROM log WHERE sequence = 1", "record of this game"),
        ("DELETE FROM snapshots; DELETE FROM log WHERE sequence > 1", "record of this game"),
    ],
)
async def test_a_finished_match_that_cannot_be_looked_at_any_more_keeps_its_result(
    server: PlaygroundServer, one_round: None, tmp_path: Path, changed: str, said: str
) -> None:
    settings, party = settings_for(server, f"{tmp_path}/tables.db"), Party(server.world)
    async with running_bot(settings) as bot:
        final = await over(party, bot)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
        db.executescript(changed)
    async with running_bot(settings) as bot:
        for verb in ("seat", "words"):
            told = await party.filled(await party.press("Ben", party.board(), verb))
            assert said in text(told) and "Its result stays" in text(told)
        await party.until(lambda: bot.idle)
        assert party.board()["embeds"] == final["embeds"]
        await party.press("Anna", party.board(), "again")
        await party.until(lambda: verbs(party.board(), "join"))


async def test_a_game_whose_log_is_not_kept_any_more_is_not_dealt_anew(
    server: PlaygroundServer, one_round: None, tmp_path: Path
) -> None:
    settings, party = settings_for(server, f"{tmp_path}/tables.db"), Party(server.world)
    async with running_bot(settings) as bot:
        final = await over(party, bot)
        assert await bot.host.store.privacy.drop_logs(before=1e12) == 1
    async with running_bot(settings) as bot:
        for verb in ("seat", "words"):
            told = await party.filled(await party.press("Ben", party.board(), verb))
            assert "only the result is still stored" in text(told)
        await party.until(lambda: bot.idle)
        assert party.board()["embeds"] == final["embeds"]
        assert party.board()["components"] == final["components"] and not party.board()["content"]
