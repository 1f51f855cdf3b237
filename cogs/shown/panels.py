"""The open panels: one ephemeral message a person and table, kept up to date while it can be."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.attached import Attachments, Keeping
from cogs.line.ephemeral import UNSENT, Reached, gone
from cogs.line.messages import content
from cogs.line.outbox import Key, Outbox
from cogs.line.painter import ANSWER, ASKED, LAST, Painter
from cogs.line.unreachable import passing
from cogs.shown.emojis import Emojis
from cogs.shown.pages import Pages
from cogs.shown.private_messages import PrivateMessage, PrivateMessages
from screens.page import Page, Select
from screens.texts import language
from storage.shown import Shown
from tables.readers import Readers
from tables.room.cache import Rooms
from tables.room.room import Room
from tables.tips import Tips

log = logging.getLogger(__name__)

APART = 1.5
"""Seconds between two edits of a panel that nobody pressed."""
NOTICE = 5.0
"""Seconds for which a notice stays above a panel that is brought up to date by itself."""
BYSTANDS = 1.5
"""Seconds by which who is not asked is told later than who is, where much is to be shown; boards,
which are for all, come between them."""
UNKNOWN_MESSAGE = 10008


class _Drawn(NamedTuple):
    """What a message takes, the page it shows, and what tells it from others."""

    content: dict[str, Any]
    page: Page
    sign: bytes


@dataclass(slots=True, eq=False)
class Panel(PrivateMessage):
    """A person's open panel at one table."""

    opens: Reached | None = None
    """The token whose next message becomes the panel."""
    look: str = ""
    question: int = 0
    """The question to which the look belongs."""
    notice: str | None = None
    """What its person was last told above it."""
    noticed: float = 0.0
    """When that was."""
    pressed: bool = False
    """Whether its person waits for what a press has changed."""
    shown: float = 0.0
    """When it was last edited by itself (monotonic)."""
    has: Attachments = ()
    """The pictures that it has, as far as that is known."""
    sign: bytes | None = None
    """That of all it is known to show."""
    empty: bool = False
    """Whether nothing was drawn for it so far: all it may say is why."""
    above: int | None = None
    """The board below which it has to stand."""
    sinks: bool = False
    """Whether it took over another message, such as a lesson's, which may be older than the board
    below which it has to come."""
    replaced: frozenset[int] = frozenset()
    """Messages in whose place it was posted anew."""
    restored: bool = False
    """Whether an earlier process may have deleted it to post it anew."""

    @property
    def locale(self) -> str:
        """The person's language."""
        reached = self.stands or self.opens
        return reached.locale if reached else ""

    @property
    def alive(self) -> bool:
        """Whether there is a token to edit or open it."""
        reached = self.stands or self.opens
        return reached is not None and reached.alive

    @property
    def says(self) -> str | None:
        """What stands above it: what its person was told just now."""
        return self.notice if time.time() < self.noticed + NOTICE else None

    def shows(self, drawn: _Drawn) -> bool:
        """Tell whether it is known to show this already.

        A select goes on showing what was chosen in it, and does not take that once more, until its
        message is edited (discord-api-docs, issues 3441 and 4801).
        """
        chosen = any(isinstance(row, Select) for row in drawn.page.rows)
        return not chosen and drawn.sign == self.sign

    def unknown(self) -> None:
        """Note that it is not known any more what it shows."""
        self.has, self.sign = (), None

    def stands_at(self, message: int | None) -> bool:
        """Tell whether it is known to be this message."""
        return message is not None and self.stands is not None and self.stands.message == message


class Panels(PrivateMessages[Panel]):
    """Answers presses on panels, and refreshes open ones; a person has one panel a table."""

    def __init__(
        self,
        painter: Painter,
        shown: Shown,
        pages: Pages,
        rooms: Rooms,
        outbox: Outbox,
        emojis: Emojis,
        keeping: Keeping,
        tips: Tips,
        readers: Readers,
    ) -> None:
        super().__init__("panel", shown, outbox)
        self._painter, self._pages, self._rooms = painter, pages, rooms
        self.emojis, self._keeping = emojis, keeping
        self.tips, self._readers = tips, readers
        """What people were told who play a game for the first time."""

    async def start(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Bring the panels up to date that were open when the bot stopped."""
        for key, private, reached in await self._kept(webhook):
            if key not in self._open:
                # A board may have come below it just before.
                panel = Panel(reached, private.until, restored=True, sinks=True)
                if private.message == UNSENT:
                    panel = Panel(opens=reached)
                self._open[key] = panel
                self._ask(key, panel, urgent=True)

    async def answer(
        self, answer: Answer, room: Room, look: str | None, notice: str | None = None
    ) -> None:
        """Answer with the panel as the table is now, under a notice where there is one.

        Without a look it is that which the panel has, while its question stands.
        """
        key = (room.table.id, answer.user)
        panel = self._open.setdefault(key, Panel())
        if look is not None:
            panel.look, panel.question = look, room.question(key[1])
        panel.notice, panel.pressed = notice, True
        panel.noticed = time.time()
        if panel.lock.locked() and panel.stands_at(answer.pressed):
            await self._join(answer, key, panel)
            return
        answer.promptly()
        async with panel.lock:
            if self._open.get(key) is panel or room.seat_of(key[1]) is None:
                await self._answer(answer, room, key, panel)
                return
        # It was taken away while it was waited for: what nobody knows would never be changed.
        await self.answer(answer, room, look, notice)

    async def _answer(self, answer: Answer, room: Room, key: tuple[str, int], panel: Panel) -> None:
        if answer.pressed in panel.replaced and panel.stands is not None:
            await answer.acknowledge()
            self._ask(key, panel, at_once=True)
            return
        panel.sinks = panel.sinks or (answer.pressed is not None and panel.stands is None)
        try:
            await self._take_over(answer, key, panel)
            await self._show(answer, room, key, panel)
        except Exception as error:
            panel.unknown()
            if not _vanished(error, answer):
                self._ask(key, panel)
                raise
            await self._open_anew(answer, room, key, panel)

    async def _join(self, answer: Answer, key: tuple[str, int], panel: Panel) -> None:
        """Answer a press on a panel that is being edited: another edit follows at once.

        So presses never wait for each other's pictures, however fast somebody presses.
        """
        try:
            await answer.acknowledge()
            if panel.stands_at(answer.pressed):
                panel.stands = Reached.by(answer.interaction, answer.pressed)
        finally:
            self._ask(key, panel, at_once=True)

    def expect(self, room: Room, interaction: discord.Interaction[Any]) -> None:
        """Let the next refresh open a panel for this person, who has just sat down, even if the
        bot dies until then."""
        key = (room.table.id, interaction.user.id)
        panel = self._open[key] = Panel(opens=Reached.by(interaction, None))
        self._outbox.ask(("expected", *key), partial(self._note, key, panel))

    async def _note(self, key: tuple[str, int], panel: Panel) -> None:
        async with panel.lock:
            if panel.opens is not None and self._open.get(key) is panel:
                await self._stored.save_private(panel.opens.unsent(*key, "panel"))

    def refresh(self, room: Room, user: int) -> None:
        """Bring this person's panel up to date, if one is open."""
        key = (room.table.id, user)
        panel = self._open.get(key)
        if panel is not None and panel.alive:
            self._ask(key, panel, within=0.0 if room.asks_person(user) else BYSTANDS)

    def quote(self, table_id: str) -> None:
        """Have a table's panels quote its board's buttons as they read by now."""
        for key, panel in self._at(table_id):
            self._ask(key, panel, within=BYSTANDS)

    def follow(self, room: Room, board: int) -> None:
        """Post the table's panels anew below its new board."""
        for key, panel in self._at(room.table.id):
            if panel.stands is not None:
                panel.above = board
                self._ask(key, panel, at_once=True)

    def drop(self, table_id: str, user: int) -> None:
        """Take away the panel of somebody who has left the table."""
        self._close((table_id, user))

    def forget(self, user: int) -> None:
        """Take away all panels of a person, and what they were told."""
        self.tips.forget(user)
        self._readers.forget(user)
        super().forget(user)

    def _at(self, table_id: str) -> Iterator[tuple[tuple[str, int], Panel]]:
        """Yield the panels of a table that can still be edited."""
        for key, panel in self._open.items():
            if key[0] == table_id and panel.alive:
                yield key, panel

    def _ask(
        self,
        key: tuple[str, int],
        panel: Panel,
        at_once: bool = False,
        urgent: bool = False,
        within: float = 0.0,
    ) -> None:
        ready = 0.0 if at_once else panel.shown + APART
        work, urgent = partial(self._refresh, key, panel), urgent or at_once
        self._outbox.ask(_key(key), work, ready=ready, urgent=urgent, within=within)

    async def _refresh(self, key: tuple[str, int], panel: Panel) -> None:
        if self._open.get(key) is not panel:
            return
        room = await self._rooms.get(key[0])
        async with panel.lock:
            if self._open.get(key) is not panel or not panel.alive:
                return
            if panel.stands is None and room.table.status != "running":
                return
            soon = time.monotonic() < panel.shown + APART
            if soon and not panel.sinks and panel.above is None and not panel.pressed:
                # A press was answered meanwhile, which showed what was new then.
                self._ask(key, panel)
                return
            panel.shown = time.monotonic()
            if room.seat_of(key[1]) is None:
                self._close(key)
                return
            try:
                await self._bring_up(room, key, panel)
            except Exception as error:
                panel.unknown()
                if not gone(error):
                    if self._pages.forgets(room.table) and not (panel.empty or passing(error)):
                        # What cannot be updated is deleted.
                        self._close(key)
                    raise
                # Dismissed by its person, or its token has died: the next click opens it again.
                log.debug("panel at table %s: %s", key[0], error)
                self._open.pop(key, None)
                await self._stored.drop_private(*key, "panel")

    async def _bring_up(self, room: Room, key: tuple[str, int], panel: Panel) -> None:
        try:
            await self._place(room, key, panel)
            await self._keep(key, panel)
            await self._fill(room, key, panel)
        except discord.NotFound:
            stands = panel.stands
            if not panel.restored or stands is None:
                raise
            # It was deleted to be posted anew when the bot stopped.
            panel.restored = False
            await self._open_below(room, key, panel, stands)
            await self._fill(room, key, panel)
        panel.restored = False

    async def _place(self, room: Room, key: tuple[str, int], panel: Panel) -> None:
        """See that there is a panel and that it stands below the board."""
        if panel.sinks and panel.above is None:
            board = await self._stored.board(key[0])
            panel.above = board.message if board else None
        panel.sinks = False
        stands, above = panel.stands, panel.above
        if stands is not None and above is not None and await stands.learn() < above:
            await self._move(room, key, panel, stands)
        elif stands is None and panel.opens is not None:
            await self._open_below(room, key, panel, panel.opens)
        panel.above = None

    async def _move(self, room: Room, key: tuple[str, int], panel: Panel, old: Reached) -> None:
        """Post a panel anew: the old one goes first, so that there are never two."""
        message = await old.learn()
        panel.replaced |= {message}
        await old.delete()
        panel.opens, panel.stands = old, None
        await self._open_below(room, key, panel, old)

    async def _open_below(
        self, room: Room, key: tuple[str, int], panel: Panel, by: Reached
    ) -> None:
        """Send an empty panel and store it: what a crash leaves behind never shows anything."""
        page = self._pages.moment(room, language(by.locale))
        stands = await by.below(content(page, custom_ids(room.table.id)))
        panel.stands, panel.opens, panel.stored = stands, None, 0.0
        panel.unknown()
        await self._keep(key, panel)

    async def _fill(self, room: Room, key: tuple[str, int], panel: Panel) -> None:
        stands = panel.stands
        assert stands is not None

        async def edit(drawn: _Drawn) -> None:
            if not panel.shows(drawn):
                self._learn(key, panel, drawn, await stands.edit(drawn.content))

        await self.emojis.sent(partial(self._content, room, key, panel), edit)

    async def _take_over(self, answer: Answer, key: tuple[str, int], panel: Panel) -> None:
        """Make the message that will be answered the panel, in place of another."""
        stands, pressed = panel.stands, answer.pressed
        if stands is not None and await stands.is_message(pressed):
            return
        if pressed is None:
            await answer.think()
        if stands is not None:
            await self._replace(key, stands)
        panel.stands = Reached.by(answer.interaction, pressed)
        panel.opens, panel.stored, panel.empty = None, 0.0, pressed is None
        panel.unknown()
        await self._keep(key, panel)

    async def _show(self, answer: Answer, room: Room, key: tuple[str, int], panel: Panel) -> None:
        async def show(drawn: _Drawn) -> int | None:
            if panel.shows(drawn):
                await answer.acknowledge()
                return answer.pressed
            message = await answer.show(**drawn.content)
            self._learn(key, panel, drawn, answer.shown)
            return message

        message = await self.emojis.sent(partial(self._content, room, key, panel), show)
        panel.stands = Reached.by(answer.interaction, message)
        panel.shown, panel.restored = time.monotonic(), False
        self._keep_soon(key, panel)
        if panel.sinks:
            self._ask(key, panel, at_once=True)

    async def _open_anew(
        self, answer: Answer, room: Room, key: tuple[str, int], panel: Panel
    ) -> None:
        """Open a panel in place of one that was pressed and is gone."""
        await answer.acknowledge()
        panel.stands, panel.opens = None, Reached.by(answer.interaction, None)
        try:
            await self._open_below(room, key, panel, panel.opens)
            await self._fill(room, key, panel)
        except Exception:
            self._ask(key, panel)
            raise

    async def _content(self, room: Room, key: tuple[str, int], panel: Panel) -> _Drawn:
        user, locale, token = key[1], language(panel.locale), 0
        tips = await self.tips.of(room.table.id, room.table.game, user)
        short = await self._readers.short(user)

        def draw() -> Any:
            nonlocal token
            panel.pressed = False
            look = panel.look if panel.question == room.question(user) else ""
            page, token = self._pages.panel(room, user, look, locale, tips, short)
            return page

        within = ANSWER if panel.pressed else ASKED if room.asks_person(user) else LAST
        known = self._keeping.known(panel.has)
        news = partial(self._outbox.awaits, _key(key))
        page, files = await self._painter.newest(draw, known, within, news)
        panel.empty = False
        if tips.unsaved:
            keep = partial(self.tips.keep, tips, room.table.game, user)
            self._outbox.ask(("tips", *key), keep)
        art = self.emojis.of(room.table.guild)
        shown = content(page, custom_ids(room.table.id, token), art) | {"content": panel.says}
        sign = _sign(shown, page)
        shown["attachments"] = self._keeping.attachments(page, files, panel.has)
        return _Drawn(shown, page, sign)

    def _learn(
        self, key: tuple[str, int], panel: Panel, drawn: _Drawn, sent: discord.Message | None
    ) -> None:
        """Note which pictures a panel has now; show them again where Discord lost them."""
        has = self._keeping.learned(sent, drawn.page, drawn.content)
        panel.has, panel.sign = has or (), drawn.sign if sent and has is not None else None
        if has is None:
            self._ask(key, panel)


def _vanished(error: Exception, answer: Answer) -> bool:
    """Tell whether the message that was pressed is gone."""
    gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE
    return gone and answer.pressed is not None


def _sign(shown: Mapping[str, Any], page: Page) -> bytes:
    """Return 16 bytes that are the same where all is the same that a message shows."""
    words = shown["content"], [embed.to_dict() for embed in shown["embeds"]]
    pictures = [(picture.sign, picture.alt) for picture in page.pictures]
    every = words, shown["view"].to_components(), pictures
    return blake2b(repr(every).encode(), digest_size=16).digest()


def _key(key: tuple[str, int]) -> Key:
    return ("panel", *key)
