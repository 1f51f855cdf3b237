"""The open tables of a server, for somebody: where one is waited for first, then all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cogs.gate.answer import Answer, WordsOf
from cogs.line.messages import controls, embeds
from cogs.presses.staff_controls import custom_id
from cogs.shown.boards import Boards
from engine.contract import AnyGame
from screens.frame import listing
from screens.frame.listing import PER_PAGE, Entry
from storage.records import Table
from storage.staff import Staff
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.room.room import Room


class TableList:
    """Shows the open tables of a server by pages."""

    def __init__(
        self,
        kept: Staff,
        rooms: Rooms,
        games: Mapping[str, AnyGame],
        boards: Boards,
        words: WordsOf,
    ) -> None:
        self._kept, self._rooms, self._games = kept, rooms, games
        self._boards, self._words = boards, words

    async def show(self, answer: Answer, page: int) -> None:
        """Answer with a page of the list, numbered from 0."""
        guild, user = answer.interaction.guild_id, answer.interaction.user.id
        if guild is None:
            raise Refusal("error.no_channel")
        tables = await self._sorted(guild, user)
        pages = max(1, -(-len(tables) // PER_PAGE))
        page = max(0, min(page, pages - 1))
        shown = tables[page * PER_PAGE : (page + 1) * PER_PAGE]
        entries = [await self._entry(table, user) for table in shown]
        found = listing.tables(entries, page, pages, "tables", self._words(answer))
        await answer.show(embeds=embeds(found), view=controls(found, custom_id))

    async def _sorted(self, guild: int, user: int) -> list[Table]:
        tables = await self._kept.open_tables(guild)
        waiting = [
            table.id
            for table in tables
            if any(p.user == user for p in table.players) and await self._waits(table, user)
        ]
        mine = {table.id for table in tables if any(p.user == user for p in table.players)}
        return sorted(tables, key=lambda t: (t.id not in waiting, t.id not in mine, t.created))

    async def _waits(self, table: Table, user: int) -> bool:
        if table.status != "running":
            return False
        room = await self._rooms.get(table.id)
        return user in [room.person(seat) for seat in _waited_for(room)]

    async def _entry(self, table: Table, user: int) -> Entry:
        room = await self._rooms.get(table.id)
        table = room.table
        message = await self._boards.message(table.id)
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        entry = Entry(
            table=table.id,
            game=table.game,
            channel=table.channel,
            link=f"{link}/{message}" if message else link,
            status="lobby",
            since=table.created,
            seats=(len(table.players), max(self._games[table.game].seat_counts)),
        )
        return _running(room, entry, user)


def _running(room: Room, entry: Entry, user: int) -> Entry:
    """Return the entry of a table at which something is played, from what everybody sees."""
    match, table = room.match, room.table
    if match is None:
        return entry
    if table.paused is not None:
        return _with(entry, "paused", table.paused)
    asked = _waited_for(room)
    if not asked:
        return _with(entry, "running", match.at)
    people = [seat for seat in asked if room.person(seat) is not None]
    own = [seat for seat in people if room.person(seat) == user]
    if own:
        return _with(entry, "you", match.since[own[0]])
    if not people:
        return _with(entry, "computers", match.at)
    names = tuple(table.players[seat].name for seat in people)
    return _with(entry, "others", min(match.since[seat] for seat in people), names)


def _with(entry: Entry, status: listing.Status, since: float, names: tuple[str, ...] = ()) -> Entry:
    return replace(entry, status=status, since=since, names=names)


def _waited_for(room: Room) -> list[int]:
    """Return the seats the table publicly waits for."""
    if not room.going:
        return []
    return list(room.running.view(None).waiting)
