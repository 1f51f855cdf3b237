"""What a finished table gives out, so that anybody can check its deal and its log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from engine import verify
from engine.match import Entry, Match
from storage.records import Result
from storage.store import Store
from tables.room.loading import whole_log
from tables.room.refusal import Refusal
from tables.room.room import Room


async def proof(store: Store, room: Room, program: str) -> tuple[str, str]:
    """Return the proof of a finished table as JSON text, by this version of the program, and the
    fingerprint of its match; raise Refusal where there is none.

    A table from before digests of data were kept cannot be checked, nor one whose log is gone.
    """
    table, match = room.table, room.match
    if table.status != "finished" or match is None:
        raise Refusal("error.not_ended")
    log = await whole_log(store.tables, table.id)
    if not log or not table.data:
        raise Refusal("error.no_log")
    results = await store.history.results(table.id)
    return await asyncio.to_thread(_proved, match, log, results, program)


def _proved(
    match: Match, log: Sequence[Entry], results: Sequence[Result], program: str
) -> tuple[str, str]:
    outcome = match.game.outcome(match.state)
    scores = [json.loads(result.scores) for result in results]
    places = outcome.places if outcome else ()
    proof = verify.prove(match.header, log, places, scores, program)
    return proof.text, proof.final
