"""What an update of the bot does to tables that began under rules which it does not know."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from playground.server import PlaygroundServer
from storage.url import open_store
from tests.cogs.party import Party, moves, running_bot, settings_for, text, verbs


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
