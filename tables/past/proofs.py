"""What a finished table gives out, so that anybody can check its deal and its log."""

from __future__ import annotations

import json

from engine import verify
from storage import records
from storage.store import Store
from tables.room.loading import entry_of
from tables.room.refusal import Refusal
from tables.room.room import header_of


async def proof(store: Store, table: records.Table) -> str:
    """Return the proof of a finished table as JSON text; raise Refusal where there is none.

    A table from before digests of data were kept cannot be checked, nor one whose log is gone.
    """
    if table.status != "finished":
        raise Refusal("error.not_ended")
    log = [entry_of(entry) for entry in await store.entries(table.id)]
    if not log or not table.data:
        raise Refusal("error.no_log")
    results = await store.results(table.id)
    places = [result.place for result in results]
    return verify.prove(header_of(table), log, places, [json.loads(r.scores) for r in results])
