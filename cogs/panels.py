"""The open panels: one ephemeral message a person and table, kept up to date while it can be."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from typing import Any

import discord
from discord.utils import MISSING

from cogs.answer import Answer
from cogs.messages import controls, embeds, posted
from cogs.painter import Painter
from cogs.press import custom_ids
from cogs.scenes import Scenes
from screens.texts import language
from storage.records import Private
from storage.store import Store
from tables.cache import Rooms
from tables.room import Room

log = logging.getLogger(__name__)

LIFE = 13.5 * 60
"""Seconds for which an untouched panel stays: its interaction's token, which lives 15 minutes,
must outlast the next sweep."""

KEEPING = 5 * 60
"""Seconds by which a panel's life must have grown before that is stored."""

NOTICE = 5.0
"""Seconds for which a notice stays above a panel that is brought up to date by itself."""


@dataclass(slots=True, eq=False)
class Panel:
    """A person's open panel at one table."""

    webhook: discord.Webhook | None = None
    """Edits the message with the token of the interaction that opened or pressed it last."""
    message: int | None = None
    locale: str = ""
    look: str = ""
    until: float = 0.0
    """Until when it can be edited, in seconds since the epoch."""
    stored: float = 0.0
    """Until when a restarted bot could edit it."""
    noticed: float = 0.0
    """When it was last answered with a notice."""
    picture: Hashable = None
    """The key of the picture it shows."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    refreshing: bool = False

    def hold(self, interaction: discord.Interaction[Any]) -> None:
        """Let this interaction edit the message from now on."""
        self.webhook, self.locale = interaction.followup, str(interaction.locale)
        self.until = time.time() + LIFE

    async def edit(self, content: dict[str, Any]) -> None:
        """Edit the message, or send it where there is none yet."""
        assert self.webhook is not None
        if self.message is not None:
            await self.webhook.edit_message(self.message, **content)
        else:
            content = posted({**content, "content": MISSING})
            sent = await self.webhook.send(ephemeral=True, wait=True, **content)
            self.message = sent.id

    async def delete(self) -> None:
        """Delete the message: what it shows would never change again."""
        if self.webhook is not None and self.message is not None:
            with contextlib.suppress(discord.HTTPException):
                await self.webhook.delete_message(self.message)


class Panels:
    """Answers presses on panels, and refreshes open ones; a person has one panel a table."""

    def __init__(self, painter: Painter, store: Store, scenes: Scenes) -> None:
        self._painter = painter
        self._store = store
        self._scenes = scenes
        self._open: dict[tuple[str, int], Panel] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def answer(
        self, answer: Answer, room: Room, look: str, notice: str | None = None
    ) -> None:
        """Answer with the panel as the table is now, under a notice where there is one."""
        user = answer.interaction.user.id
        panel = self._open.setdefault((room.table.id, user), Panel())
        async with panel.lock:
            panel.look = look
            # From here on no change of the table is missed: its refresh waits for the lock.
            panel.until = time.time() + LIFE
            panel.noticed = time.time() if notice else 0.0
            was = _shown_before(panel, answer)
            content, key = await self._content(room, user, panel, answer.interaction.locale, was)
            message = await answer.show(content=notice, **content)
            if panel.message not in (None, message):
                await panel.delete()
                panel.stored = 0.0
            panel.hold(answer.interaction)
            panel.message, panel.picture = message, key
            await self._keep(room, user, panel)

    def expect(self, room: Room, interaction: discord.Interaction[Any]) -> None:
        """Let the next refresh open a panel for this person, who has just sat down."""
        panel = self._open[room.table.id, interaction.user.id] = Panel()
        panel.hold(interaction)

    async def start(self, rooms: Rooms, webhook: Callable[[str], discord.Webhook]) -> None:
        """Bring the panels up to date that were open when the bot stopped."""
        for kept in await self._store.privates(time.time()):
            try:
                self._adopt(await rooms.get(kept.table), kept, webhook(kept.token))
            except Exception:
                log.exception("panel at table %s", kept.table)

    def _adopt(self, room: Room, kept: Private, webhook: discord.Webhook) -> None:
        key = (room.table.id, kept.user)
        if key not in self._open:
            self._open[key] = Panel(
                webhook, kept.message, kept.locale, until=kept.until, picture=_UNKNOWN
            )
            self.refresh(room, kept.user)

    def refresh(self, room: Room, user: int) -> None:
        """Bring this person's panel up to date, if one is open."""
        panel = self._open.get((room.table.id, user))
        if panel is None or panel.refreshing or time.time() > panel.until:
            return
        panel.refreshing = True
        self._start(self._refresh(room, user, panel))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def drop(self, table_id: str, user: int) -> None:
        """Take away the panel of somebody who has left the table."""
        panel = self._open.pop((table_id, user), None)
        if panel is not None:
            self._start(panel.delete())

    def sweep(self) -> None:
        """Take away the panels nobody has pressed for long, while that is still possible.

        A panel that can no longer be edited would go on showing what must be forgotten.
        """
        now = time.time()
        for key in [k for k, p in self._open.items() if p.until < now and not p.lock.locked()]:
            self._start(self._open.pop(key).delete())

    async def close(self) -> None:
        """Stop refreshing."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _refresh(self, room: Room, user: int, panel: Panel) -> None:
        try:
            async with panel.lock:
                panel.refreshing = False
                if panel.webhook is None:
                    return
                content, key = await self._content(room, user, panel, panel.locale, panel.picture)
                if time.time() > panel.noticed + NOTICE:
                    content["content"] = None
                await panel.edit(content)
                panel.picture = key
                await self._keep(room, user, panel)
        except discord.HTTPException as error:
            # Dismissed by its person, or its token has died: the next click opens it again.
            panel.until = 0.0
            log.debug("panel at table %s: %s", room.table.id, error)
        except Exception:
            log.exception("panel at table %s", room.table.id)

    async def _keep(self, room: Room, user: int, panel: Panel) -> None:
        """Store how to edit the panel, now and then: a click more is not worth a commit."""
        if panel.until - panel.stored < KEEPING or not panel.webhook or not panel.message:
            return
        await self._store.save_private(
            Private(
                table=room.table.id,
                user=user,
                kind="panel",
                token=panel.webhook.token or "",
                message=panel.message,
                locale=panel.locale,
                until=panel.until,
            )
        )
        panel.stored = panel.until

    async def _content(
        self, room: Room, user: int, panel: Panel, locale: object, was: Hashable
    ) -> tuple[dict[str, Any], Hashable]:
        page, token = self._scenes.panel(room, user, panel.look, language(locale))
        key = page.picture.key if page.picture else None
        content: dict[str, Any] = {}
        if key is not None and key != was:
            page, file = await self._painter.paint(page)
            content["attachments"] = [file] if file else []
        elif key is None and was is not None:
            content["attachments"] = []
        view = controls(page, custom_ids(room.table.id, token))
        return {"embeds": embeds(page), "view": view, **content}, key


_UNKNOWN = object()


def _shown_before(panel: Panel, answer: Answer) -> Hashable:
    """Return the key of the picture that the message to be edited shows now."""
    message = answer.interaction.message
    if not answer.on_panel or message is None:
        return None
    if message.id == panel.message:
        return panel.picture
    return _UNKNOWN if message.attachments else None
