"""Calls of a role to a lobby: one message each, which says so once nobody is missing any more."""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace

import discord

from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.line.reach import Reach
from cogs.line.sending import told
from cogs.shown.links import address
from cogs.shown.pages import Pages
from storage.records import Summons
from storage.store import Store
from tables.room.cache import Rooms
from tables.room.room import Room

TOO_LATE = 10 * 60.0
"""Seconds after which a call that could not be sent is of no use."""


class Summonses:
    """Sends each call once, whatever happens meanwhile."""

    def __init__(
        self, client: Reach, store: Store, pages: Pages, rooms: Rooms, outbox: Outbox
    ) -> None:
        self._client, self._store, self._pages = client, store, pages
        self._rooms, self._outbox = rooms, outbox
        self._standing: set[str] = set()
        """The lobbies whose calls are to be sent, or to be said to be over."""
        self._once = Once[int | None]()

    async def start(self) -> None:
        """Go on with the calls of before the bot stopped."""
        for summons in await self._store.company.open_summons():
            self.call(summons.table)

    def call(self, table: str) -> None:
        """Send a lobby's call soon."""
        self._standing.add(table)
        self._outbox.ask(("summons", table), lambda: self._show(table))

    def changed(self, room: Room) -> None:
        """Take back the call of a lobby that is none any more."""
        if room.table.id in self._standing and room.table.status != "lobby":
            self.call(room.table.id)

    async def _show(self, table: str) -> None:
        room = await self._rooms.get(table)
        await self._client.reach(room.table.guild)
        summons = await self._store.company.summons(table)
        if summons is None or summons.over:
            self._standing.discard(table)
        elif room.table.status != "lobby":
            await self._end(room, summons)
        elif summons.message is None and not self._timely(summons):
            await self._store.company.drop_summons(summons)
            self._standing.discard(table)
        elif summons.message is None:
            nonce = _nonce(table)
            message = await self._once.sent(nonce, lambda: self._send(room, summons))
            sent = replace(summons, message=message, over=message is None)
            await self._store.company.save_summons(sent)
            self._once.noted(nonce)

    def _timely(self, summons: Summons) -> bool:
        """Return whether a call may still be sent, or was."""
        late = time.time() - summons.at >= TOO_LATE
        return not late or self._once.knows(_nonce(summons.table))

    async def _send(self, room: Room, summons: Summons) -> int | None:
        """Mention the role; return the message, None where somebody has deleted it since."""
        board = await self._store.shown.board(room.table.id)
        link = address(room.table, board.message if board else None)
        text = self._pages.summons(room, summons.role, link)
        allowed = discord.AllowedMentions(roles=[discord.Object(summons.role)])
        nonce = _nonce(room.table.id)
        async with self._client.at(room.table) as there:
            return await told(there, nonce, content=text, allowed_mentions=allowed)

    async def _end(self, room: Room, summons: Summons) -> None:
        """Say that nobody is missing any more, mentioning nobody."""
        message = summons.message
        if message is None and self._timely(summons):
            message = await self._once.sent(_nonce(room.table.id), lambda: self._found(room))
        if message is not None:
            with contextlib.suppress(discord.NotFound):
                async with self._client.at(room.table) as there:
                    over = self._pages.summoned(room)
                    await there.get_partial_message(message).edit(content=over)
        await self._store.company.save_summons(replace(summons, over=True))
        self._standing.discard(room.table.id)
        self._once.noted(_nonce(room.table.id))

    async def _found(self, room: Room) -> int | None:
        """Return the message of a call that was perhaps sent; None, and nothing stands, if not."""
        with contextlib.suppress(discord.NotFound):
            async with self._client.at(room.table, must=True) as there:
                found = await there.send("…", nonce=_nonce(room.table.id), silent=True)
            if found.content != "…":
                return found.id
            async with self._client.at(room.table, must=True):
                await found.delete()
        return None


def _nonce(table: str) -> str:
    """Return what a lobby's call is known by: sent twice, Discord posts it once."""
    return f"summons{table}"
