"""Fills a store with tables in the lobby, running ones and finished ones."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine import match as matches
from engine.contract import AnyGame
from engine.match import Match, Played
from engine.snapshots import snapshot
from storage import records
from storage.records import Player, Result, Table
from storage.store import Store
from tables.match.play import SNAPSHOT_EVERY
from tables.room.room import header_of
from tests.engine.driver import advance

AGO = 3600.0
"""Seconds since the tables were begun: long enough that nobody is called any more."""
NUDGE = 45.0
"""Seconds after which a table that waits for a person is due."""


def table(
    game: AnyGame, number: int, channel: int, users: Sequence[int | None], guild: int = 1
) -> Table:
    """Return a lobby with these users in its seats (None: a computer)."""
    began = time.time() - AGO
    return Table(
        id=f"bench{number}",
        guild=guild,
        channel=channel,
        host=next(user for user in users if user is not None),
        game=game.id,
        rules=game.version,
        options=game.codecs.options.dump(game.options_type()),
        seed=f"seed {number}",
        players=tuple(Player(user, f"Player {seat}") for seat, user in enumerate(users)),
        status="lobby",
        created=began,
        updated=began,
    )


async def add_running(store: Store, game: AnyGame, lobby: Table, moves: int) -> Match:
    """Store a running table that has seen at least so many moves and now asks seat 0."""
    chance = random.Random(lobby.id)
    started, played = await _begin(store, game, lobby)
    while played.match.sequence < moves or 0 not in played.match.to_act():
        played = advance(played.match, chance)
        await store.tables.append(started.id, _entry(played), _snapshot(played.match))
    return played.match


async def add_finished(store: Store, game: AnyGame, lobby: Table) -> None:
    """Store a table that was played to its end."""
    chance = random.Random(lobby.id)
    started, played = await _begin(store, game, lobby)
    while not played.match.over:
        played = advance(played.match, chance)
        if not played.match.over:
            await store.tables.append(started.id, _entry(played), _snapshot(played.match))
    ended = played.match
    finished = replace(started, status="finished", updated=ended.at)
    await store.tables.finish(finished, _entry(played), snapshot(ended), _results(finished, ended))


async def _begin(store: Store, game: AnyGame, lobby: Table) -> tuple[Table, Played]:
    computers = [seat for seat, player in enumerate(lobby.players) if player.user is None]
    started = replace(lobby, status="running", started=lobby.created)
    played = matches.begin(game, header_of(started), computers)
    await store.tables.add(lobby)
    started = await store.tables.start(started, played.match.at + NUDGE, snapshot(played.match))
    return started, played


def _entry(played: Played) -> records.Entry:
    entry = played.entry
    assert entry is not None
    return records.Entry(
        entry.sequence, entry.seat, entry.action, entry.at, entry.by, entry.at + NUDGE
    )


def _snapshot(match: Match) -> str | None:
    return snapshot(match) if match.sequence % SNAPSHOT_EVERY == 0 else None


def _results(finished: Table, match: Match) -> list[Result]:
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    return [
        Result(seat, player.user, player.name, outcome.places[seat], json.dumps({}), match.at)
        for seat, player in enumerate(finished.players)
    ]


def multiply(database: Path, times: int) -> None:
    """Add so many copies of everything stored, each table in a channel of its own."""
    keys = {"matches": "id", "log": "match", "snapshots": "match", "results": "match"}
    keys["boards"] = "match"
    count = f"WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy LIMIT {times})"
    with closing(sqlite3.connect(database)) as db:
        for name, key in keys.items():
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            copied = {key: f"{key} || 'x' || n", "channel": "channel + 1000000 * n"}
            values = ", ".join(copied.get(column, column) for column in columns)
            db.execute(f"{count} INSERT INTO {name} SELECT {values} FROM copy JOIN {name}")
        db.commit()
