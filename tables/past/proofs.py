"""What a finished table gives out, so that anybody can check its deal and its log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from engine import verify
from engine.match import Entry
from storage.records import Result, Table
from storage.store import Store
from tables.room.loading import whole_log
from tables.room.refusal import Refusal
from tables.room.room import header_of


async def proof(store: Store, table: Table, program: str) -> tuple[str, str]:
    """Return the proof of a finished table as JSON text, by this version of the program, and the
    fingerprint of its match; raise Refusal where there is none.

    A table from before digests of data were kept cannot be checked, nor one whose log is gone.
    """
    if table.status != "finished":
        raise Refusal("error.not_ended")
    log = await whole_log(store.tables, table.id)
    if not log or not table.data:
        raise Refusal("error.no_log")
    results = await store.history.results(table.id)
    return await asyncio.to_thread(_proved, table, log, results, program)


def _proved(
    table: Table, log: Sequence[Entry], results: Sequence[Result], program: str
) -> tuple[str, str]:
    places = [result.place for result in results]
    scores = [json.loads(result.scores) for result in results]
    proof = verify.prove(header_of(table), log, places, scores, program)
    return proof.text, proof.final
