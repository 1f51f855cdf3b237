"""A message that one person alone sees, and the interaction's token that reaches it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import discord
from discord.utils import MISSING

from cogs.line.messages import posted
from storage.records import Private, PrivateKind

LIFE = 13.5 * 60
"""Seconds for which an untouched private message stays: its interaction's token, which lives 15
minutes, must outlast the next sweep."""

KEEPING = 5 * 60
"""Seconds by which a private message's life must have grown before that is stored."""

ENDING = 90
"""Seconds before the end of what is stored from which on any growth is: longer than a sweep takes
to come again."""

LEFT = 15 * 60 - LIFE
"""Seconds for which a token that is not relied on any more may still delete its message."""

UNSENT = 0
"""Stored as the id of a message that is still to be sent by the token."""

DEAD = frozenset({10015, 50027})
"""Discord's codes for a token that is none, or none any more."""

ORIGINAL: Any = "@original"
"""What a token calls the message that its interaction was answered by, or that was pressed."""


def gone(error: BaseException) -> bool:
    """Tell whether a private message is not there any more, or out of reach for good."""
    return isinstance(error, discord.HTTPException) and (error.status == 404 or error.code in DEAD)


@dataclass(slots=True, eq=False)
class Reached:
    """A private message as a token reaches it: Discord documents no other way."""

    webhook: discord.Webhook
    locale: str
    until: float
    """Until when the token is relied on, in seconds since the epoch."""
    followup: int | None = None
    """The token's own followup with this id; None: its @original."""
    message: int | None = None
    """The message's id, once known."""
    death: discord.HTTPException | None = None
    """What Discord said when the token had died, before its time or at its end."""
    _end: float = field(init=False)
    """The same as `until`, monotonic: the wall's clock may be put back meanwhile."""

    def __post_init__(self) -> None:
        self._end = time.monotonic() + min(LIFE, self.until - time.time())

    @classmethod
    def by(cls, interaction: discord.Interaction[Any], message: int | None) -> Reached:
        """Return what this interaction's token calls @original once it is answered so."""
        locale = str(interaction.locale)
        return cls(interaction.followup, locale, time.time() + LIFE, None, message)

    @classmethod
    def kept(cls, private: Private, webhook: discord.Webhook) -> Reached:
        """Return a message that was stored."""
        message = None if private.message == UNSENT else private.message
        return cls(webhook, private.locale, private.until, message, message)

    @property
    def alive(self) -> bool:
        """Whether the token still lives."""
        # Only the wall's clock goes on while the machine sleeps.
        ended = time.time() > self.until or time.monotonic() > self._end
        return self.death is None and not ended

    def row(self, table: str, user: int, kind: PrivateKind) -> Private:
        """Return what is stored to find the message again."""
        return self._row(table, user, kind, self.followup)

    def unsent(self, table: str, user: int, kind: PrivateKind) -> Private:
        """Return what is stored to send the message, which is still to come."""
        return self._row(table, user, kind, UNSENT)

    def _row(self, table: str, user: int, kind: PrivateKind, message: int | None) -> Private:
        token = self.webhook.token or ""
        return Private(table, user, kind, token, message, self.locale, self.until)

    async def edit(self, content: dict[str, Any]) -> discord.Message:
        """Edit the message and return it as it is now."""
        async with self._noting():
            sent = await self.webhook.edit_message(self.followup or ORIGINAL, **content)
        self.message = sent.id
        return sent

    async def learn(self) -> int:
        """Return the message's id, which the store does not know of an @original."""
        if self.message is None:
            async with self._noting():
                self.message = (await self.webhook.fetch_message(ORIGINAL)).id
        return self.message

    async def is_message(self, message: int | None) -> bool:
        """Tell whether this message is the one with that id."""
        try:
            return message is not None and await self.learn() == message
        except discord.NotFound:
            return False

    async def below(self, content: dict[str, Any]) -> Reached:
        """Send another message with the same token and return it."""
        content = posted({**content, "content": content.get("content") or MISSING})
        async with self._noting():
            sent = await self.webhook.send(ephemeral=True, wait=True, **content)
        below = copy(self)
        below.followup = below.message = sent.id
        return below

    async def delete(self) -> None:
        """Delete the message, unless it is gone already or its token has died."""
        with contextlib.suppress(discord.NotFound):
            async with self._noting():
                await self.webhook.delete_message(self.followup or ORIGINAL)

    @asynccontextmanager
    async def _noting(self) -> AsyncIterator[None]:
        """Ask a token for something, and never again once Discord has said that it is none."""
        if self.death is not None:
            raise self.death
        try:
            yield
        except discord.HTTPException as error:
            if error.code in DEAD:
                self.death = error
            raise
