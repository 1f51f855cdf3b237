"""From what is stored of a table to the table in memory."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import match as matches
from engine import snapshots
from engine.contract import AnyGame, By
from engine.errors import Malformed, RuleError
from engine.match import Entry, Header, Match
from storage import records
from storage.cases import Case
from storage.errors import Damaged
from storage.people import Deed, Vacation
from storage.records import Saved, Table
from storage.store import Store
from storage.tables import Tables
from tables.room.refusal import Refusal
from tables.room.room import Room, header_of

log = logging.getLogger(__name__)

PART = 500
"""Entries that are read at a time."""


class CannotGoOn(Exception):
    """Why a match cannot be played any more."""


class Dropped(CannotGoOn):
    """Of a match that is over only the result is stored: its log was removed when it was old."""


async def load(store: Store, games: Mapping[str, AnyGame], table_id: str) -> Room:
    """Return a stored table; raise Refusal when there is none, or it is another process's.

    A match that can no longer be played ends its table as aborted; one that is over stays so.
    """
    table = await store.tables.get(table_id)
    if table is None or not store.shards.owns(table.guild):
        raise Refusal("error.gone")
    if table.status in ("lobby", "aborted"):
        table = renewed(games, table)
        fared = await store.manners.fared(table.guild, table.users)
        return Room(table, fared=fared, results=await store.history.results(table.id))
    try:
        match = await revived(store, games, table)
        votes = {(vote.user, vote.seat): vote for vote in await store.votes.of(table.id)}
        if not match.options.slow:
            return Room(table, match, votes=votes)
        called, vacations = await _called(store, table), await vacations_at(store, table)
        return Room(table, match, votes=votes, called=called, vacations=vacations)
    except Dropped:
        return Room(table, dropped=True)
    except (CannotGoOn, Damaged) as why:
        return await _ended(store, table, str(why))


async def made_ready(game: AnyGame) -> None:
    """Make what reads and writes a game's values, the first time it is played: off the event loop,
    as that takes 50 ms."""
    if not snapshots.is_ready(game):
        await asyncio.to_thread(snapshots.make_ready, game)


async def revived(store: Store, games: Mapping[str, AnyGame], table: Table) -> Match:
    """Return the match of a stored table as it stands; raise CannotGoOn."""
    game = rules_of(games, table)
    if game is None:
        raise CannotGoOn("it began under other rules")
    await made_ready(game)
    try:
        match = await _match(store, table, game)
    except (RuleError, Damaged) as error:
        raise CannotGoOn(f"its log cannot be replayed: {error!r}") from error
    if table.status == "finished" and not match.over:
        raise CannotGoOn("its log has no end") if match.sequence else Dropped
    return match


async def vacations_at(store: Store, table: Table) -> Mapping[int, Sequence[Vacation]]:
    """Return the vacations of those who sit at a table, by person, the first first."""
    return await store.vacations.of(table.users)


async def _called(store: Store, table: Table) -> dict[int, float]:
    """Return when each person may last have been called, as is not stored: by a call that stands
    until now, by any other before their last entry."""
    now, acted = time.time(), await store.tables.acted(table.id)
    latest = acted | {call.seat: now for call in await store.shown.calls(table.id)}
    return {
        player.user: latest[seat]
        for seat, player in enumerate(table.players)
        if player.user is not None and seat in latest
    }


def rules_of(games: Mapping[str, AnyGame], table: Table) -> AnyGame | None:
    """Return the rules and the data that a table's match began with; None where they are not kept.

    A match from before digests of data were kept has none; it goes on with the newest.
    """
    game = games.get(table.game)
    return game and game.of(table.rules, table.data)


def renewed(games: Mapping[str, AnyGame], table: Table) -> Table:
    """Return a lobby of older rules as one of the newest: nothing has begun there. Any other table
    stays as it is.

    What was chosen under rules that are not kept any more is what is preset.
    """
    old, new = rules_of(games, table), games.get(table.game)
    if table.status != "lobby" or new is None or old is new:
        return table
    options, seats = new.options_type(), [new.seat_options_type() for _ in table.players]
    if old is not None:
        options = old.codecs.options.load(table.options)
        seats = [old.codecs.seat_options.load(player.options) for player in table.players]
    told = map(new.codecs.seat_options.dump, seats)
    players = tuple(replace(p, options=o) for p, o in zip(table.players, told, strict=True))
    written = new.codecs.options.dump(options)
    return replace(table, rules=new.version, options=written, players=players)


async def _ended(store: Store, table: Table, why: str) -> Room:
    """Return a table without its match; one that ran has ended, which staff finds in the log."""
    if table.status != "running":
        log.warning("table %s cannot be looked at any more: %s", table.id, why)
        return Room(table)
    log.error("table %s cannot go on: %s", table.id, why)
    aborted = replace(table, status="aborted", why="note.stuck")
    detail = json.dumps({"why": "outdated"})
    case = Case(Deed(table.guild, time.time(), None, "end", table.id, detail=detail))
    return Room(await store.tables.save(aborted, case=case), ended=True)


async def _match(store: Store, table: Table, game: AnyGame) -> Match:
    header = header_of(table)
    try:
        match = _restored(game, header, await store.tables.load(table.id))
    except (RuleError, Damaged):
        # A snapshot is only a cache: the log alone is the match.
        entries = await whole_log(store.tables, table.id)
        match = matches.replay(matches.begin(game, header).match, entries)
    return manned(match, table)


def manned(match: Match, table: Table) -> Match:
    """Return a match with a computer's memory for every seat that a computer plays."""
    for seat, player in enumerate(table.players):
        computer = player.user is None or player.away
        if computer and seat not in match.minds:
            match = match.seat_computer(seat)
        elif not computer and seat in match.minds:
            match = match.seat_person(seat)
    return match


def _restored(game: AnyGame, header: Header, saved: Saved | None) -> Match:
    if saved is None:
        raise Malformed("error.malformed")
    match = snapshots.restore(game, header, saved.snapshot)
    return matches.replay(match, map(entry_of, saved.entries))


async def whole_log(tables: Tables, table_id: str) -> Sequence[Entry]:
    """Return the whole log of a table, read in parts: others have their turn meanwhile."""
    entries: list[Entry] = []
    while part := await tables.entries(table_id, len(entries), PART):
        entries += map(entry_of, part)
    return entries


def entry_of(saved: records.Entry) -> Entry:
    """Return a stored entry as the engine knows it."""
    by: By = saved.by  # type: ignore[assignment]  # the store knows entries as plain values
    return Entry(saved.sequence, saved.seat, saved.action, saved.at, by)
