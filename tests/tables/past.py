"""Finished games in the store, as they were really played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.contract import Seat
from engine.match import Played
from engine.snapshots import snapshot
from storage.records import Entry, Player, Result, Table
from storage.store import Store
from tests.storage.samples import at_once

GUILD, CHANNEL = 1, 2


async def finished(
    store: Store,
    played: Sequence[Played],
    name: str = "past",
    channel: int = CHANNEL,
    guild: int = GUILD,
    people: Sequence[int] = (),
    late: Mapping[Seat, int | None] = MappingProxyType({}),
) -> Table:
    """Store a match, given from its set-up on, as a table that has ended; return it.

    These people had the first seats, inventions the others; some came late, after an entry or at
    a time that was not noted.
    """
    first, last = played[0].match, played[-1].match
    header, outcome = first.header, last.game.outcome(last.state)
    assert outcome is not None
    users = [*people, *range(100 + len(people), 100 + len(header.seats))]
    players = [
        Player(user, f"Person {seat}", options, late=seat in late, since=late.get(seat))
        for seat, (user, options) in enumerate(zip(users, header.seats, strict=True))
    ]
    lobby = Table(
        name, guild, channel, 100, header.game, header.version, header.options, header.seed,
        tuple(players), "lobby", header.at, header.at, header.at, data=header.data,
    )  # fmt: skip
    entries = [
        Entry(each.entry.sequence, each.entry.seat, each.entry.action, each.entry.at, each.entry.by)
        for each in played
        if each.entry is not None
    ]
    results = [
        Result(seat, player.user, player.name, place, "{}", last.at)
        for seat, (player, place) in enumerate(zip(players, outcome.places, strict=True))
    ]
    async with at_once(store.tables) as tables:
        await tables.add(lobby)
        table = await tables.start(lobby, None, snapshot(first))
        for entry in entries[:-1]:
            await tables.append(name, entry)
        return await tables.finish(table, entries[-1], None, results)
