"""The private messages of one kind that stand: one a person and table, stored and taken away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

import discord

from cogs.line.ephemeral import ENDING, KEEPING, LEFT, UNSENT, Reached
from cogs.line.outbox import Outbox
from cogs.line.unreachable import shut, unreachable
from storage.errors import aside
from storage.records import Private, PrivateKind
from storage.shown import Shown

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, int]
"""A table and a person."""


@dataclass(slots=True, eq=False)
class PrivateMessage:
    """A person's private message at one table."""

    stands: Reached | None = None
    """The message, once there is one."""
    stored: float = 0.0
    """Until when a restarted bot could reach it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is answered or edited."""

    @property
    def alive(self) -> bool:
        """Whether there is a token that reaches it."""
        return self.stands is not None and self.stands.alive

    @property
    def outlives(self) -> bool:
        """Whether it lives so much longer than is stored that this is to be stored, or what is
        stored ends soon, or later than it can: the clock was put back."""
        grown = 0.0 if self.stands is None else self.stands.until - self.stored
        soon = self.stored <= time.time() + ENDING
        return not 0 <= grown < KEEPING or (grown > 0 and soon)


M = TypeVar("M", bound=PrivateMessage)


class PrivateMessages(Generic[M]):
    """Messages of one kind: each is stored before it shows anything, and deleted in time."""

    def __init__(self, kind: PrivateKind, stored: Shown, outbox: Outbox) -> None:
        self._kind: PrivateKind = kind
        self._stored, self._outbox = stored, outbox
        self._open: dict[Key, M] = {}

    def withdraw(self, table_id: str) -> None:
        """Take away all messages at a table."""
        self._take_away(lambda key, message: key[0] == table_id)

    def forget(self, user: int) -> None:
        """Take away all messages to a person."""
        self._take_away(lambda key, message: key[1] == user)

    def sweep(self) -> None:
        """Take away the messages nobody has pressed for long, while that is still possible, and
        store how the others are reached before what is stored of them ends.

        One that can no longer be edited or deleted would go on showing what must be forgotten.
        """
        self._take_away(lambda key, message: not message.alive and not message.lock.locked())
        for key, message in self._open.items():
            if message.alive and not message.lock.locked():
                self._keep_soon(key, message)

    async def _kept(
        self, webhook: Callable[[str], discord.Webhook]
    ) -> Sequence[tuple[Key, Private, Reached]]:
        """Return the messages of this kind that stand since before the bot stopped; delete those
        that can only be deleted any more."""
        alive = list[tuple[Key, Private, Reached]]()
        for private in await self._stored.privates(time.time() - LEFT):
            if private.kind == self._kind:
                key = (private.table, private.user)
                reached = Reached.kept(private, webhook(private.token))
                if reached.alive:
                    alive.append((key, private, reached))
                elif private.message != UNSENT:
                    self._delete(key, PrivateMessage(reached))
        return alive

    async def _keep(self, key: Key, message: M) -> None:
        """Store how to reach a message, now and then: a click more is not worth a commit."""
        stands = message.stands
        if stands is not None and message.outlives:
            with aside():
                await self._stored.save_private(stands.row(*key, self._kind))
            message.stored = stands.until

    def _keep_soon(self, key: Key, message: M) -> None:
        """Store how to reach a message that is shown, as soon as the store takes it."""

        async def keep() -> None:
            async with message.lock:
                if self._open.get(key) is message:
                    await self._keep(key, message)

        if message.outlives:
            self._outbox.ask(("kept", *key, self._kind), keep)

    async def _replace(self, key: Key, old: Reached) -> None:
        """Delete an older message, before a newer one shows anything; what fails is tried again."""
        try:
            await old.delete()
        except Exception:
            self._delete(key, PrivateMessage(old))

    def _take_away(self, which: Callable[[Key, M], bool]) -> None:
        for key in [key for key, message in self._open.items() if which(key, message)]:
            self._close(key)

    def _close(self, key: Key) -> None:
        """Take a message away, if there is one."""
        if (message := self._open.pop(key, None)) is not None:
            self._delete(key, message)

    def _delete(self, key: Key, gone: PrivateMessage) -> None:
        async def delete() -> None:
            # What is being answered just now goes once it is shown.
            async with gone.lock:
                try:
                    if gone.stands is not None:
                        await gone.stands.delete()
                except discord.HTTPException as error:
                    if unreachable(error) or shut(error):
                        raise
                    log.debug("%s at table %s: %s", self._kind, key[0], error)
            if key not in self._open:
                await self._stored.drop_private(*key, self._kind)

        token = gone.stands.webhook.token if gone.stands else id(gone)
        message = gone.stands.followup if gone.stands else None
        self._outbox.ask(("gone", *key, self._kind, token, message), delete, urgent=True)
