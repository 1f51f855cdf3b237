"""The boards: one public message a table, edited with the newest state and not too often."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass, replace
from typing import Any, Protocol

import discord

from cogs.messages import controls, embeds, posted
from cogs.painter import Painter
from cogs.press import custom_ids
from cogs.scenes import Scenes
from screens.page import Page
from storage.records import Board, Table
from storage.store import Store
from tables.cache import Rooms
from tables.kept import Kept
from tables.room import Room

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


@dataclass(slots=True, eq=False, weakref_slot=True)
class _Board:
    dirty: bool = False
    anew: bool = False
    shown: float = 0.0
    picture: object = None
    round: int | None = None
    since: int = 0
    failures: int = 0
    running: bool = False
    record: Board | None = None


class Boards:
    """Publishes tables: the newest state wins, the first edit goes out at once."""

    def __init__(
        self,
        client: Channels,
        rooms: Rooms,
        store: Store,
        painter: Painter,
        scenes: Scenes,
    ) -> None:
        self._client, self._rooms, self._store = client, rooms, store
        self._painter, self._scenes = painter, scenes
        self._boards: Kept[str, _Board] = Kept(KEPT)
        self._tasks: set[asyncio.Task[None]] = set()
        self._by_channel: dict[int, str] = {}

    async def start(self) -> None:
        """Show what was stored and not shown when the bot stopped."""
        for table_id in await self._store.owed():
            self.publish(table_id)

    def publish(self, table_id: str, anew: bool = False) -> None:
        """Show the table's newest state soon; `anew` posts a new message and deletes the old."""
        board = self._board(table_id)
        board.dirty = True
        board.anew = board.anew or anew
        if not board.running:
            board.running = True
            task = asyncio.create_task(self._run(table_id, board))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def show(self, table_id: str) -> None:
        """Show the table's state if this process has never done so."""
        if self._boards.get(table_id) is None:
            self.publish(table_id)

    async def message(self, table_id: str) -> int | None:
        """Return the id of the table's board."""
        record = self._board(table_id).record or await self._store.board(table_id)
        return record.message if record else None

    async def disown(self, room: Room, message: int) -> None:
        """Delete a board that a crash between posting and storing has left behind."""
        if room.table.status == "finished" or self._board(room.table.id).running:
            return
        await _delete(self._channel(room.table).get_partial_message(message))
        if message > (await self.message(room.table.id) or 0):
            # The table's own board stands above it.
            self.publish(room.table.id, anew=True)

    def noticed(self, channel: int) -> None:
        """Count a message of somebody in a channel; a buried board is posted anew."""
        table_id = self._by_channel.get(channel)
        board = self._boards.get(table_id) if table_id else None
        if table_id is not None and board is not None:
            board.since += 1
            if board.since == BURIED + 1:
                self.publish(table_id, anew=True)

    async def close(self) -> None:
        """Show what is still to be shown, then stop."""
        tasks = list(self._tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=5)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _board(self, table_id: str) -> _Board:
        return self._boards.get(table_id) or self._boards.keep(table_id, _Board())

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
            board.running = False

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
        page, round, table = self._scenes.board(room), self._scenes.round_of(room), room.table
        known = board.record or await self._store.board(table_id) or Board(table_id)
        shows = replace(known, version=table.version, sequence=room.shown)
        anew, board.anew = board.anew or known.message is None, False
        if table.status in ("lobby", "running"):
            old = time.time() - (known.posted or 0) > OLD
            anew = anew or old or (board.round is not None and round != board.round)
            self._by_channel[table.channel] = table_id
        elif self._by_channel.get(table.channel) == table_id:
            del self._by_channel[table.channel]
        try:
            show = self._post if anew else self._edit
            board.record = await show(table, page, board, shows)
        except discord.NotFound:
            board.record = await self._post(table, page, board, shows)
        await self._store.save_board(board.record)
        board.round = round

    async def _post(self, table: Table, page: Page, board: _Board, shows: Board) -> Board:
        channel, old = self._channel(table), shows.message
        content = await self._content(table, page)
        if old is not None and page.forgets:
            await _delete(channel.get_partial_message(old))
        sent = await channel.send(silent=True, **posted(content))
        board.picture, board.since = page.picture and page.picture.key, 0
        shows = board.record = replace(shows, message=sent.id, posted=time.time())
        await self._store.save_board(shows)
        if old is not None and not page.forgets:
            await _delete(channel.get_partial_message(old))
        return shows

    async def _edit(self, table: Table, page: Page, board: _Board, shows: Board) -> Board:
        assert shows.message is not None
        message = self._channel(table).get_partial_message(shows.message)
        key = page.picture and page.picture.key
        same = key is not None and key == board.picture
        await message.edit(**await self._content(table, page, same))
        board.picture = key
        return shows

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)

    async def _content(
        self, table: Table, page: Page, same_picture: bool = False
    ) -> dict[str, Any]:
        attachments: dict[str, Any] = {}
        if not same_picture:
            page, file = await self._painter.paint_later(page)
            attachments["attachments"] = [file] if file else []
        view = controls(page, custom_ids(table.id, 0))
        return {"embeds": embeds(page), "view": view, **attachments}


async def _delete(message: discord.PartialMessage) -> None:
    with contextlib.suppress(discord.NotFound):
        await message.delete()
