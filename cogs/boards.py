"""The boards: one public message a table, edited with the newest state and not too often."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import discord

from cogs.painter import Painter
from cogs.press import custom_ids
from screens import page as pages
from screens.page import Page, posted
from storage.store import Store
from tables.rooms import Room, Rooms

log = logging.getLogger(__name__)

APART = 1.5
"""Seconds between two edits of one board."""
BURIED = 8
"""Messages after which a board is posted anew."""
OLD = 50 * 60
"""Seconds after which a board is posted anew: Discord throttles edits of older messages."""
TRIES = 5
"""How often a board that could not be shown is tried again."""
PATIENCE = 3.0
"""Seconds by which each further try comes later."""
KEPT = 2000
"""Boards whose last state is remembered."""


class Channels(Protocol):
    """What boards need of a Discord client."""

    def get_partial_messageable(
        self, id: int, *, guild_id: int | None = None
    ) -> discord.PartialMessageable: ...

    async def reach(self, guild: int) -> None: ...


@dataclass(slots=True, eq=False)
class _Board:
    dirty: bool = False
    anew: bool = False
    shown: float = 0.0
    picture: object = None
    round: int | None = None
    since: int = 0
    failures: int = 0
    task: asyncio.Task[None] | None = None


class Boards:
    """Publishes tables: the newest state wins, the first edit goes out at once."""

    def __init__(
        self,
        client: Channels,
        rooms: Rooms,
        store: Store,
        painter: Painter,
        draw: Callable[[Room], Page],
        round_of: Callable[[Room], int | None],
    ) -> None:
        self._client = client
        self._rooms = rooms
        self._store = store
        self._painter = painter
        self._draw = draw
        self._round_of = round_of
        self._boards: OrderedDict[str, _Board] = OrderedDict()
        self._by_channel: dict[int, str] = {}

    def publish(self, table_id: str, anew: bool = False) -> None:
        """Show the table's newest state soon; `anew` posts a new message and deletes the old."""
        board = self._board(table_id)
        board.dirty = True
        board.anew = board.anew or anew
        if board.task is None:
            board.task = asyncio.create_task(self._run(table_id, board))

    def show(self, table_id: str) -> None:
        """Show the table's state if this process has never done so."""
        if table_id not in self._boards:
            self.publish(table_id)

    async def disown(self, room: Room, message: int) -> None:
        """Delete a board that a crash between posting and storing has left behind."""
        if room.table.status == "finished" or self._board(room.table.id).task is not None:
            return
        await _delete(self._channel(room).get_partial_message(message))
        if message > (room.table.message or 0):
            # The table's own board stands above it.
            self.publish(room.table.id, anew=True)

    def noticed(self, channel: int) -> None:
        """Count a message of somebody in a channel; a buried board is posted anew."""
        table_id = self._by_channel.get(channel)
        if table_id is not None and table_id in self._boards:
            board = self._boards[table_id]
            board.since += 1
            if board.since == BURIED + 1:
                self.publish(table_id, anew=True)

    async def close(self) -> None:
        """Show what is still to be shown, then stop."""
        tasks = [board.task for board in self._boards.values() if board.task]
        if tasks:
            await asyncio.wait(tasks, timeout=5)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _board(self, table_id: str) -> _Board:
        board = self._boards.setdefault(table_id, _Board())
        self._boards.move_to_end(table_id)
        while len(self._boards) > KEPT and next(iter(self._boards.values())).task is None:
            self._boards.popitem(last=False)
        return board

    async def _run(self, table_id: str, board: _Board) -> None:
        try:
            while board.dirty:
                await asyncio.sleep(max(0.0, board.shown + APART - time.monotonic()))
                board.dirty = False
                board.shown = time.monotonic()
                await self._try(table_id, board)
        except discord.Forbidden:
            log.info("board of table %s: the channel may not be written to", table_id)
        except Exception:
            log.exception("board of table %s", table_id)
        finally:
            board.task = None

    async def _try(self, table_id: str, board: _Board) -> None:
        anew = board.anew
        try:
            await self._show(table_id, board)
            board.failures = 0
        except discord.Forbidden:
            raise
        except (TimeoutError, discord.HTTPException, OSError) as error:
            log.warning("board of table %s: %s", table_id, error)
            board.failures += 1
            board.anew = board.anew or anew
            # What an older board shows may have to be forgotten, so it is tried again.
            board.dirty = board.dirty or board.failures <= TRIES
            board.shown = time.monotonic() + PATIENCE * board.failures

    async def _show(self, table_id: str, board: _Board) -> None:
        room = await self._rooms.get(table_id)
        await self._client.reach(room.table.guild)
        page, round, table = self._draw(room), self._round_of(room), room.table
        anew, board.anew = board.anew or table.message is None, False
        if table.status in ("lobby", "running"):
            old = time.time() - (table.posted or 0) > OLD
            anew = anew or old or (board.round is not None and round != board.round)
            self._by_channel[table.channel] = table_id
        elif self._by_channel.get(table.channel) == table_id:
            del self._by_channel[table.channel]
        try:
            if anew:
                await self._post(room, page, board)
            else:
                await self._edit(room, page, board)
        except discord.NotFound:
            await self._post(room, page, board)
        board.round = round

    async def _post(self, room: Room, page: Page, board: _Board) -> None:
        channel = self._channel(room)
        old = room.table.message
        content = await self._content(room, page)
        if old is not None and page.forgets:
            await _delete(channel.get_partial_message(old))
        sent = await channel.send(silent=True, **posted(content))
        board.picture, board.since = page.picture and page.picture.key, 0
        async with room.lock:
            room.table = replace(room.table, message=sent.id, posted=time.time())
            if room.table.status != "aborted":
                await self._store.save_table(room.table)
        if old is not None and not page.forgets:
            await _delete(channel.get_partial_message(old))

    async def _edit(self, room: Room, page: Page, board: _Board) -> None:
        assert room.table.message is not None
        message = self._channel(room).get_partial_message(room.table.message)
        key = page.picture and page.picture.key
        same = key is not None and key == board.picture
        await message.edit(**await self._content(room, page, same))
        board.picture = key

    def _channel(self, room: Room) -> discord.PartialMessageable:
        table = room.table
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)

    async def _content(self, room: Room, page: Page, same_picture: bool = False) -> dict[str, Any]:
        attachments: dict[str, Any] = {}
        if not same_picture:
            page, file = await self._painter.paint_later(page)
            attachments["attachments"] = [file] if file else []
        view = pages.controls(page, custom_ids(room.table.id, 0))
        return {"embed": pages.embed(page), "view": view, **attachments}


async def _delete(message: discord.PartialMessage) -> None:
    with contextlib.suppress(discord.NotFound):
        await message.delete()
