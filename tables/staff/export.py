"""A table's log as a text of JSON: of one that runs no secret, nor what people must remember."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from engine import match as matches
from engine.contract import AnyGame, heard
from engine.match import Entry
from storage.records import Table
from storage.store import Store
from tables.room.loading import whole_log
from tables.room.room import Room, header_of


async def export(store: Store, room: Room) -> str:
    """Return a table's log; of one that runs what everybody has seen, alone, and in a game in which
    that must be remembered nothing of it."""
    table, match = room.table, room.match
    if table.started is not None and table.status in ("finished", "aborted"):
        return await asyncio.to_thread(_whole, table, await whole_log(store.tables, table.id))
    if table.status == "running" and match is not None and not match.game.forgets:
        log = await whole_log(store.tables, table.id)
        return await asyncio.to_thread(_seen, table, match.game, log)
    return _json(_about(table))


def _about(table: Table) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.game,
        "rules": table.rules,
        "status": table.status,
        "options": json.loads(table.options),
        "players": [player.name for player in table.players],
        "started": table.started,
    }


def _seen(table: Table, game: AnyGame, log: Sequence[Entry]) -> str:
    """Return what everybody has seen of a table."""
    begun = matches.begin(game, header_of(table))
    events, match = list(heard(begun.events, None)), begun.match
    for entry in log:
        match = matches.replay(match, [entry])
        events += heard(match.happened, None)
    told = [json.loads(game.codecs.event.dump(event)) for event in events]
    return _json(_about(table) | {"events": told})


def _whole(table: Table, log: Sequence[Entry]) -> str:
    """Return all there is of a table that has ended, without playing it."""
    entries = [
        {"sequence": e.sequence, "seat": e.seat, "at": e.at, "by": e.by}
        | {"action": json.loads(e.action)}
        for e in log
    ]
    secret = {
        "seed": table.seed,
        "cuts": json.loads(table.cuts or "[]"),
        "seats": [json.loads(p.options) for p in table.players],
    }
    return _json(_about(table) | secret | {"entries": entries})


def _json(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, indent=1)
