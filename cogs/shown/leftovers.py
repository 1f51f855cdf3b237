"""Messages that are out of date: each goes, or says something else, as soon as Discord lets it."""

from __future__ import annotations

import contextlib
from functools import partial

import discord

from cogs.line.allowance import Spent
from cogs.line.outbox import Outbox
from cogs.line.reach import Reach
from cogs.line.unreachable import CONNECTION, forbidden
from cogs.shown.pages import Pages
from storage.leftovers import Leftover
from storage.store import Store
from tables.room.owed import Owed


class Leftovers:
    """Deletes what is noted as left over; until then it says so, without its controls. What has
    something else to say says that."""

    def __init__(self, client: Reach, store: Store, pages: Pages, outbox: Outbox) -> None:
        self._client, self._store, self._pages = client, store.leftovers, pages
        self._outbox, self._owed = outbox, Owed()

    async def sweep(self) -> None:
        """Clear away what was left over when the bot stopped, or noted though nobody heard of it:
        people are forgotten by the store alone."""
        due = {str(leftover.message): leftover for leftover in await self._store.due()}
        for message in self._owed.fresh(dict.fromkeys(due, 0)):
            self.ask(due[message])

    async def allowed(self, guild: int) -> None:
        """Try again what Discord has forbidden in a server: what the bot may do has changed."""
        for leftover in await self._store.due(guild):
            self._outbox.wake(str(leftover.message))

    def ask(self, leftover: Leftover | None) -> None:
        """Clear a message away soon, if there is one."""
        if leftover is not None:
            key = ("leftover", str(leftover.message))
            self._outbox.ask(key, partial(self._clear, leftover.message))

    async def _clear(self, message: int) -> None:
        leftover = await self._store.get(message)
        if leftover is None:
            return
        await self._client.reach(leftover.guild)
        try:
            async with self._client.at(leftover, must=True) as there:
                left = there.get_partial_message(message)
                if leftover.says:
                    await left.edit(content=leftover.says, view=None)
                else:
                    await left.delete()
        except discord.NotFound:
            pass  # somebody else has, or its channel is gone
        except discord.HTTPException as refused:
            if forbidden(refused) and not leftover.says:
                await self._disown(leftover)
            raise
        await self._store.drop(leftover)

    async def _disown(self, leftover: Leftover) -> None:
        """Let a message that may not be deleted say that it is over, if that is allowed."""
        words = self._pages.words_of(leftover.guild, leftover.channel)
        with contextlib.suppress(discord.HTTPException, *CONNECTION, Spent):
            async with self._client.at(leftover, must=True) as there:
                await there.get_partial_message(leftover.message).edit(
                    content=words("leftover"), embeds=[], attachments=[], view=None
                )
