"""The boards: one public message a table, edited with the newest state and not too often."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import discord
from cachetools import LRUCache

from cogs.gate.custom_id import custom_ids
from cogs.gate.permissions import needed_in, speaking
from cogs.line.attached import Attachments, Keeping
from cogs.line.embedded import edited, took
from cogs.line.messages import content, controls, posted
from cogs.line.outbox import Key, Outbox
from cogs.line.painter import Painter
from cogs.line.reach import Reach
from cogs.line.sending import stand
from cogs.line.unreachable import ARCHIVED, Unembedded, nowhere, passing, shut
from cogs.shown.pages import Pages
from screens.page import Page
from storage.errors import Damaged
from storage.records import Board, Table
from storage.store import Store
from tables.room.bounded_cache import BoundedCache
from tables.room.cache import Rooms
from tables.room.one_by_one import one_by_one
from tables.room.room import Room

log = logging.getLogger(__name__)

PUBLIC = 0.75
"""Seconds by which who is asked comes before the boards, where much is to be shown."""
APART = 1.5
"""Seconds between two edits of one board."""
AGAIN = 30.0
"""Seconds between two boards of a table, but for what must be forgotten."""
BURIED = 8
"""Messages after which a board is posted anew."""
OLD = 50 * 60
"""Seconds after which a board is posted anew: Discord throttles edits of older messages."""
OVERTAKEN = 0.3
"""Seconds for which a press that edits a board itself waits for an edit that is under way."""
TAKEN_DOWN = 0.3
"""Seconds after which a picture that must be forgotten goes, though the new one is not ready."""
KEPT = 2000
"""Boards whose last state is remembered."""

_UNKNOWN = object()

Posted = Callable[[Room, int], None]
"""Told of a table's new board, with its message."""


def early_by(posted: float) -> float:
    """Return the seconds for which what was posted then is not to be posted anew; none where it
    was posted long in a time to come, as the clock was put back since."""
    left = posted + AGAIN - time.time()
    return left if left <= 2 * AGAIN else 0.0


@dataclass(slots=True, eq=False, weakref_slot=True)
class _Board:
    """What this process knows of a board."""

    shown: float = 0.0
    """When it was last shown (monotonic)."""
    anew: bool = False
    has: Attachments = ()
    """The pictures that the message has, as far as that is known."""
    bare: bool = False
    """Whether it is known to have none."""
    sign: bytes | None = None
    """That of the page which the message is known to show."""
    round: object = _UNKNOWN
    since: int = 0
    """Messages of others below it."""
    record: Board | None = None
    withdrawn: bool = False
    """Whether it has to go, since it can no longer be brought up to date."""
    edit: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while an edit is under way."""
    news: bool = False
    """Whether something is to be shown that others may see."""
    unseen: int = 0
    """Entries since it was last shown that nobody else can see."""
    overtaken: bool = False
    """Whether a press has shown something since what is edited last was drawn."""
    story: list[Page] = field(default_factory=list)
    """The steps that are still to be told before the newest state is shown."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a board looks like: the page, its message, what it shows of the table."""

    page: Page
    content: dict[str, Any]
    shows: Board
    round: object


class Boards:
    """Publishes tables: the newest state wins, the first edit goes out at once."""

    def __init__(
        self,
        client: Reach,
        rooms: Rooms,
        store: Store,
        painter: Painter,
        pages: Pages,
        outbox: Outbox,
        keeping: Keeping,
    ) -> None:
        self._client, self._rooms, self._store = client, rooms, store
        self._painter, self._pages = painter, pages
        self._outbox, self._keeping = outbox, keeping
        self._boards: BoundedCache[str, _Board] = BoundedCache(KEPT)
        self._by_channel: LRUCache[int, str] = LRUCache(KEPT)
        self._noted: dict[str, float] = {}
        """The open tables whose boards show a note, and until when it stands there."""
        self.on_posted: Posted = lambda room, message: None

    async def start(self) -> None:
        """Show what was stored and not shown when the bot stopped; what is forgotten first."""
        for table_id in await self._store.shown.owed():
            self.publish(table_id, urgent=await self._forgets(table_id))

    async def sweep(self) -> None:
        """Show the boards without notes that have stood long enough."""
        for table_id in [each for each, until in self._noted.items() if until <= time.time()]:
            del self._noted[table_id]
            self.publish(table_id)

    def publish(self, table_id: str, anew: bool = False, urgent: bool = False) -> None:
        """Show the table's newest state soon; `anew` posts a new message and deletes the old."""
        board = self._board(table_id)
        board.anew, board.news = board.anew or anew, True
        self._ask_soon(table_id, board, urgent)

    def unseen(self, table_id: str) -> None:
        """Note one entry that changes nothing of what all see: neither on a board of before."""
        board = self._board(table_id)
        board.unseen += 1
        self._ask_soon(table_id, board)

    def tell(self, table_id: str, steps: Sequence[Page]) -> float:
        """Show these steps one after another before the newest state; older ones are ended.

        Return the seconds that they take.
        """
        self._board(table_id).story = list(steps)
        return APART * len(steps)

    @asynccontextmanager
    async def overtaking(self, room: Room) -> AsyncIterator[None]:
        """Let a press edit the board itself once an edit that is under way is there; one that takes
        long, or whose picture is being painted, is followed at once by the newest state. What the
        press shows is followed, too, if the table changes meanwhile: it may come after that."""
        board = self._board(room.table.id)
        if board.edit.locked():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(OVERTAKEN), board.edit:
                    pass
        board.overtaken, shown = True, room.table
        try:
            yield
        finally:
            if room.table is not shown:
                board.overtaken, board.sign = True, None
                self.publish(shown.id)

    def withdraw(self, table_id: str) -> None:
        """Take a board down as soon as that is possible; the next is posted when it can be."""
        board = self._board(table_id)
        board.withdrawn = True
        self._ask(table_id, board, 0.0, urgent=True)

    async def message(self, table_id: str) -> int | None:
        """Return the id of the table's board."""
        record = self._board(table_id).record or await self._store.shown.board(table_id)
        return record.message if record else None

    def disown(self, room: Room, message: int) -> None:
        """Delete a board that was left behind: its nonce no longer held when it was sent again."""
        self._outbox.ask(("stray", room.table.id, message), partial(self._disown, room, message))

    async def _disown(self, room: Room, message: int) -> None:
        if room.table.status == "finished" or self._outbox.shows(_key(room.table.id)):
            return
        standing = await self.message(room.table.id) or 0
        if message == standing:
            # It was pressed before Discord had answered that it is posted.
            return
        await self._delete(room, message)
        if message > standing:
            # The table's own board stands above it.
            self.publish(room.table.id, anew=True)

    def stands(self, table: Table) -> None:
        """Note that the board of a table stands in its channel, or that it counts there no more."""
        if table.is_open:
            self._by_channel[table.channel] = table.id
        elif self._by_channel.get(table.channel) == table.id:
            del self._by_channel[table.channel]

    def noticed(self, channel: int) -> None:
        """Count a message of somebody in a channel; a buried board is posted anew."""
        table_id = self._by_channel.get(channel)
        if table_id is not None:
            board = self._board(table_id)
            board.since += 1
            if board.since == BURIED + 1:
                self.publish(table_id, anew=True)

    def bared(self, channel: int, message: int) -> None:
        """Post a board anew of which somebody has removed all embeds: no edit by the library brings
        them back."""
        table_id = self._by_channel.get(channel)
        board = self._boards.get(table_id) if table_id else None
        if table_id and board and board.record and board.record.message == message:
            self.publish(table_id, anew=True)

    def touched(self, table_id: str, interaction: discord.Interaction[Any]) -> None:
        """Try again what Discord has forbidden at a table, as far as it is allowed by now:
        somebody clicked there, which tells what the bot may do."""
        may = interaction.app_permissions
        if all(getattr(may, name) for name in needed_in(interaction.channel)):
            posts = getattr(may, speaking(isinstance(interaction.channel, discord.Thread)))
            self._outbox.wake(table_id, None if posts else ("board",))

    async def allowed(self, guild: int) -> None:
        """Try again what Discord has forbidden in a server: what the bot may do has changed."""
        await one_by_one(self._outbox.parked, partial(self._wake_at, guild))

    async def _wake_at(self, guild: int, table_id: str) -> None:
        table = await self._store.tables.get(table_id)
        if table is not None and table.guild == guild:
            self._outbox.wake(table_id)

    def _board(self, table_id: str) -> _Board:
        return self._boards.get(table_id) or self._boards.keep(table_id, _Board())

    def _ask_soon(self, table_id: str, board: _Board, urgent: bool = False) -> None:
        # What must be forgotten comes first.
        room = self._rooms.known(table_id)
        urgent = urgent or (room is not None and self._pages.forgets(room.table))
        self._ask(table_id, board, board.shown + APART, urgent)

    def _ask(self, table_id: str, board: _Board, ready: float, urgent: bool = False) -> None:
        self._outbox.ask(
            _key(table_id),
            lambda: self._show(table_id, board),
            ready=ready,
            urgent=urgent,
            within=PUBLIC,
        )

    async def _forgets(self, table_id: str) -> bool:
        try:
            table = await self._store.tables.get(table_id)
        except Damaged:
            return False
        return table is not None and self._pages.forgets(table)

    async def _show(self, table_id: str, board: _Board) -> None:
        if time.monotonic() < board.shown + APART and not board.withdrawn:
            # It was asked for before it was last shown.
            self._ask_soon(table_id, board)
            return
        room = await self._rooms.get(table_id)
        await self._client.reach(room.table.guild)
        known = board.record or await self._store.shown.board(table_id) or Board(table_id)
        self._recall(room, board, known)
        board.record, told = known, next(iter(board.story), None)
        self.stands(room.table)
        try:
            await self._put(room, board, known)
        except discord.NotFound as gone:
            if not nowhere(gone):
                raise
            log.info("board of table %s: its channel is gone", table_id)
            await self._nowhere(room, board, replace(known, leftovers=()))
            return
        except Exception as failed:
            if self._pages.forgets(room.table) and not passing(failed):
                # What cannot be updated is deleted.
                await self._withdrawn(room, board, board.record)
            raise
        await self._clear(room, board)
        if told is not None:
            board.story = [step for step in board.story if step is not told]
            self._ask(table_id, board, board.shown + APART)

    def _recall(self, room: Room, board: _Board, known: Board) -> None:
        """Learn what a board of before a start shows, if all that came since is unseen."""
        alone = board.record is None and not board.news
        since = known.version, known.sequence + board.unseen
        board.news, board.unseen = False, 0
        if alone and since == (room.table.version, room.sequence):
            board.sign = self._pages.board(room).sign

    async def _put(self, room: Room, board: _Board, known: Board) -> None:
        """Post the board or edit it."""
        table_id, early = room.table.id, early_by(known.posted or 0)
        if board.withdrawn:
            with _unless_shut():
                known = await self._withdrawn(room, board, known)
        superseded, unsent = await self._superseded(room), _unsent(known)
        board.anew = board.anew and not superseded
        if superseded and unsent and (room.match is None or known.sequence == room.sequence):
            await self._nowhere(room, board, known)
        elif unsent or (not superseded and self._posts(room, board, known, early)):
            await self._post(room, board, known)
        elif not await self._edited(room, board, known):
            board.record, board.shown = replace(known, message=None), 0.0
            self._ask(table_id, board, 0.0)
        elif board.anew:
            self._ask(table_id, board, time.monotonic() + early)

    def _posts(self, room: Room, board: _Board, known: Board, early: float) -> bool:
        """Tell whether a board that stands is posted anew."""
        must = board.withdrawn or self._must_post(room, board, known)
        return must or (early <= 0 and self._wants(room, board, known))

    def _must_post(self, room: Room, board: _Board, known: Board) -> bool:
        if not self._pages.forgets(room.table):
            return False
        if board.round is _UNKNOWN:
            return known.sequence not in (-1, room.sequence)
        return board.round is not None and board.round != self._pages.round_of(room)

    def _wants(self, room: Room, board: _Board, known: Board) -> bool:
        result = room.table.status == "finished" and known.sequence < room.sequence
        old = time.time() - (known.posted or 0) > OLD and (room.table.is_open or result)
        return board.anew or (old and self._changes(room, board))

    def _changes(self, room: Room, board: _Board) -> bool:
        """Return whether a board is to show what its message is not known to: an act that nobody
        else can see changes nothing there."""
        return bool(board.story) or self._pages.board(room).sign != board.sign

    async def _superseded(self, room: Room) -> bool:
        """Tell whether a table has ended and another is open there: no board comes below its."""
        return (
            not room.table.is_open
            and await self._store.tables.open_table(room.table.channel) is not None
        )

    async def _withdrawn(self, room: Room, board: _Board, known: Board) -> Board:
        """Delete a board that has to go."""
        if known.message is not None:
            await self._delete(room, known.message)
            known = board.record = replace(known, message=None)
            await self._store.shown.save_board(known)
        board.withdrawn = False
        return known

    async def _nowhere(self, room: Room, board: _Board, known: Board) -> None:
        """Store that a board is shown nowhere, and owes nothing."""
        sequence, version = room.sequence, room.table.version
        board.record = replace(known, version=version, sequence=sequence, message=None, nonce=None)
        await self._store.shown.save_board(board.record)

    async def _post(self, room: Room, board: _Board, known: Board) -> None:
        """Post the board; told before what the message is known by, Discord posts it once."""
        sent_before, old = known.nonce is not None, known.message
        nonce = known.nonce or secrets.token_hex(8)
        known = replace(known, nonce=nonce)
        if not sent_before:
            await self._store.shown.save_board(known)
        board.record = known
        if old is not None and self._pages.forgets(room.table):
            with _unless_shut():
                await self._delete(room, old)
                known = board.record = replace(known, message=None)
        board.anew = board.withdrawn = False
        look = await self._look(room, board, known, None)
        content, must = posted(look.content), self._pages.forgets(room.table)
        async with self._client.at(room.table, must) as there:
            sent = await stand(there, nonce, silent=True, **content)
        board.shown = time.monotonic()
        shows, board.round = look.shows, look.round
        self._learn(room, board, look, sent)
        bare = not took(sent, content)
        if sent_before or bare:
            # It may be the message of the first try, which shows what was so then.
            shows, board.has = replace(known, version=-1, sequence=-1), ()
            board.sign = None
            self._ask(room.table.id, board, 0.0)
        gone = () if known.message is None else (known.message,)
        board.record = replace(
            shows,
            message=sent.id,
            posted=time.time(),
            nonce=None,
            leftovers=tuple(dict.fromkeys((*shows.leftovers, *gone))),
        )
        board.since = 0
        self.on_posted(room, sent.id)
        await self._store.shown.save_board(board.record)
        if bare and not sent_before:
            board.shown = 0.0  # nothing is: the next try need not wait, which would count as done
            raise Unembedded

    async def _edited(self, room: Room, board: _Board, known: Board) -> bool:
        """Edit the board; return whether it still stood."""
        assert known.message is not None
        before = self._pages.round_of(room)
        try:
            look = await self._look(room, board, known, known.message)
            if self._pages.forgets(room.table) and before not in (None, look.round):
                await self._post(room, board, known)  # a round has ended while it was painted
                return True
            shows, board.round = look.shows, look.round
            # A lobby is edited by presses on it too: what it shows is not known for sure.
            if look.page.sign != board.sign or room.table.status == "lobby":
                board.has, board.sign = (), None
                sent = await self._edit(room, board, known.message, look.content)
                self._learn(room, board, look, sent)
        except discord.NotFound as gone:
            if nowhere(gone):
                raise
            return False
        except discord.HTTPException as refused:
            if refused.code != ARCHIVED:
                raise
            await self._post(room, board, known)  # which opens the thread again
            return True
        board.record = shows
        await self._store.shown.save_board(shows)
        return True

    async def _look(self, room: Room, board: _Board, known: Board, message: int | None) -> _Look:
        """Return what the newest board looks like, for a new message or one that stands."""
        shows, round = known, board.round

        def draw() -> Page:
            nonlocal shows, round
            board.overtaken = False
            round = self._pages.round_of(room)
            if board.story:
                # After a crash the end is shown: until it is, the board owes it.
                return self._pages.told(room, board.story[0])
            # Of what a restart does not know any more it has to be rid: until then the board owes.
            version = -1 if self._notes(room) else room.table.version
            shows = replace(known, version=version, sequence=room.sequence)
            return self._pages.board(room)

        has = () if message is None else board.has
        news = partial(self._outbox.awaits, _key(room.table.id))
        newest = self._painter.newest(draw, self._keeping.known(has), news=news)
        painting = asyncio.ensure_future(newest)
        try:
            if message is not None and await self._taken_down(room, board, message, painting):
                await painting
                page, files = await self._painter.newest(draw, ())
            else:
                page, files = await painting
        finally:
            painting.cancel()
        if page.keeps and message is not None:
            return _Look(page, self._above(room, page), shows, round)
        content = self._content(room, page, self._keeping.attachments(page, files, has))
        return _Look(page, content, shows, round)

    def _notes(self, room: Room) -> bool:
        """Return whether a board shows notes that go by themselves; note until when. Why a table
        has ended stays."""
        until = room.notes.until if room.table.is_open else None
        if until is None:
            self._noted.pop(room.table.id, None)
        else:
            self._noted[room.table.id] = until
        return until is not None

    def _content(self, room: Room, page: Page, attachments: list[Any]) -> dict[str, Any]:
        return {**content(page, custom_ids(room.table.id)), "attachments": attachments}

    def _above(self, room: Room, page: Page) -> dict[str, Any]:
        """Return what puts a page's text above what a message shows, which stays."""
        return {"content": page.text, "view": controls(page, custom_ids(room.table.id))}

    def _learn(self, room: Room, board: _Board, look: _Look, sent: discord.Message) -> None:
        """Note which pictures a message has now; show them again where Discord lost them."""
        has = self._keeping.learned(sent, look.page, look.content)
        board.has, board.bare = has or (), not look.page.pictures
        board.sign = None if has is None or board.overtaken else look.page.sign
        board.anew = board.anew or (sent.flags.suppress_embeds and room.table.is_open)
        if has is None:
            self._ask(room.table.id, board, 0.0)

    async def _taken_down(
        self, room: Room, board: _Board, message: int, painting: asyncio.Future[Any]
    ) -> bool:
        """Show a board that must forget without pictures when new ones take long."""
        if board.bare or room.match is None or not self._pages.forgets(room.table):
            return False
        ready, _ = await asyncio.wait({painting}, timeout=TAKEN_DOWN)
        if not ready:
            page = self._pages.board(room).without_pictures()
            board.sign = None
            await self._edit(room, board, message, self._content(room, page, []))
            board.has, board.bare = (), True
        return not ready

    async def _edit(
        self, room: Room, board: _Board, message: int, content: dict[str, Any]
    ) -> discord.Message:
        must = self._pages.forgets(room.table)
        async with self._client.at(room.table, must) as there, board.edit:
            sent = await edited(there.get_partial_message(message), **content)
        board.shown = 0.0 if board.overtaken else time.monotonic()
        if board.overtaken:
            self._ask(room.table.id, board, 0.0)
        return sent

    async def _clear(self, room: Room, board: _Board) -> None:
        """Delete what stands since a board was posted anew."""
        assert board.record is not None
        if board.record.leftovers:
            with _unless_shut():
                for message in board.record.leftovers:
                    await self._delete(room, message)
                board.record = replace(board.record, leftovers=())
                await self._store.shown.save_board(board.record)

    async def _delete(self, room: Room, message: int) -> None:
        with contextlib.suppress(discord.NotFound):
            async with self._client.at(room.table, must=True) as there:
                await there.get_partial_message(message).delete()


@contextlib.contextmanager
def _unless_shut() -> Iterator[None]:
    """Delete what stands in a thread; from one that is archived it goes once that is woken."""
    try:
        yield
    except discord.HTTPException as refused:
        if not shut(refused):
            raise


def _unsent(known: Board) -> bool:
    """Tell whether no message stands, or one was sent of which nothing is known."""
    return known.message is None or known.nonce is not None


def _key(table_id: str) -> Key:
    return ("board", table_id)
