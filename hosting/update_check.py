"""Which running tables this version would end, said before it is started on a store."""

from __future__ import annotations

from collections.abc import AsyncIterator

from engine import registry
from engine.contract import KEPT
from storage.copying import opened_apart
from storage.errors import StoreError
from storage.store import Store
from tables.room.loading import CannotGoOn, revived

Found = tuple[str, bool, str]
"""Of what something is said, whether it is good, and what."""


async def examine(url: str) -> AsyncIterator[Found]:
    """Yield each running table of the store at this URL that would end, or that goes on under
    rules that are kept for a while, then how many go on."""
    try:
        async with opened_apart(url) as store:
            async for found in _tables(store):
                yield found
    except StoreError as error:
        yield "update", False, str(error)


async def _tables(store: Store) -> AsyncIterator[Found]:
    games, running, ending = registry.load(), 0, 0
    for idle in await store.tables.idle(float("inf")):
        table = await store.tables.get(idle.table)
        if table is None or table.status != "running":
            continue
        running += 1
        subject = f"table {table.id} of {table.game}, server {table.guild}"
        try:
            match = await revived(store, games, table)
        except CannotGoOn as why:
            ending += 1
            yield subject, False, f"ends: {why}"
            continue
        replaced = match.game.replaced.get(table.rules)
        if replaced is not None:
            words = f"goes on under rules {table.rules}, which are kept until {replaced + KEPT}"
            yield subject, True, words
    yield "update", not ending, f"{running - ending} of {running} running tables go on"
