"""What a table that has ended gives out, so that anybody can check its deal and its log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence

from engine import match as matches
from engine import verify
from engine.contract import AnyGame
from engine.errors import RuleError
from engine.match import Entry
from engine.verify import Proof
from storage.records import Result, Table
from storage.store import Store
from tables.room.loading import rules_of, whole_log
from tables.room.refusal import Refusal
from tables.room.room import Room, header_of


async def proof(
    store: Store, games: Mapping[str, AnyGame], room: Room, user: int, program: str
) -> tuple[str, str]:
    """Return the proof of a table that has ended as JSON text, by this version of the program, and
    the fingerprint of its match; raise Refusal where there is none.

    Where a game was broken off only who sat there gets it. A table from before digests of data
    were kept cannot be checked, nor one whose log or whose rules are gone.
    """
    table = room.table
    if table.status not in ("finished", "aborted") or table.started is None:
        raise Refusal("error.not_ended")
    if table.status == "aborted" and room.seat_of(user) is None:
        raise Refusal("error.not_your_seat")
    game, log = rules_of(games, table), await whole_log(store.tables, table.id)
    if not log or not table.data or game is None or (table.status == "aborted" and not table.cuts):
        raise Refusal("error.no_log")
    results = await store.history.results(table.id)
    try:
        proved = await asyncio.to_thread(_proved, table, game, log, results, program)
    except RuleError as error:
        raise Refusal("error.log_damaged") from error
    return proved.text, proved.final


def _proved(
    table: Table, game: AnyGame, log: Sequence[Entry], results: Sequence[Result], program: str
) -> Proof:
    scores = [json.loads(result.scores) for result in results]
    begun = matches.begin(game, header_of(table)).match
    if table.cuts:
        return verify.prove_cut(begun, log, table.seed, table.head, scores, program)
    outcome = game.outcome(matches.replay(begun, log).state)
    places = outcome.places if outcome else ()
    return verify.prove(begun.header, log, places, scores, program)
