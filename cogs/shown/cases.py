"""The cases of staff, as people read them; each is told in the log channel, and to its person."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import discord

from cogs.line.allowance import Place
from cogs.line.direct import DirectMessages
from cogs.line.messages import embeds
from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.line.reach import Reach
from cogs.line.unreachable import forbidden, unreachable
from cogs.shown.pages import Pages
from cogs.shown.settled import in_force
from screens.frame import cases
from screens.frame.cases import Case
from screens.page import Page
from screens.texts import Words
from storage.people import Deed
from storage.store import Store
from tables.servers import House
from tables.staff.cases import detail_of
from tables.staff.moderation import UNDOABLE

log = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[Deed, str], Awaitable[None]]
"""Tells a case by a message of this nonce."""

CASE = "case"
"""The kind of what tells a server's cases, in the outbox."""
PRIVATELY = frozenset({"ban", "unban", "remove", "skip"})
"""What is told to whom it was done."""


class CaseBook:
    """Reads cases out of the store."""

    def __init__(self, store: Store, games: Collection[str]) -> None:
        self._store, self._games = store, games

    async def read(self, deeds: Sequence[Deed], words: Words) -> list[Case]:
        """Return rows of one server's audit as cases, each with what ended it."""
        closers = [deed.closed for deed in deeds if deed.closed is not None]
        found = await self._store.staff.deeds(deeds[0].guild, closers) if deeds else []
        ended = {deed.number: self._case(deed, words) for deed in found}
        return [
            replace(
                self._case(deed, words),
                ended=ended.get(deed.closed or 0),
                undoable=await self._undoable(deed),
            )
            for deed in deeds
        ]

    async def _undoable(self, deed: Deed) -> bool:
        """Return whether a case can be taken back: it has changed something, and nothing has ended
        it; nor has it run out, its person been forgotten, or the table of a pause ended."""
        detail = detail_of(deed)
        if deed.closed is not None or deed.action not in UNDOABLE or not detail:
            return False
        if deed.action == "pause":
            table = await self._store.tables.get(deed.table or "")
            return table is not None and table.is_open
        if deed.action == "settings":
            return bool(detail.get("changed"))
        return (detail.get("until") or math.inf) > time.time()

    def _case(self, deed: Deed, words: Words) -> Case:
        detail = detail_of(deed)
        game = detail.get("game", "")
        return Case(
            number=deed.number,
            at=deed.at,
            actor=deed.actor,
            action=deed.action,
            target=deed.target,
            table=deed.table,
            game=words.within(game)("title") if game in self._games else game,
            channel=detail.get("channel"),
            reason=detail.get("reason", ""),
            lasts=deed.action == "ban" and "until" in detail,
            until=detail.get("until"),
            changed=self._changed(detail.get("changed"), words),
            times=[detail[name] for name in ("at", "to") if name in detail],
        )

    def _changed(self, changed: Any, words: Words) -> list[tuple[str, str, str]]:
        if not isinstance(changed, Mapping):
            return []  # of before old and new values were written down
        old, new = (
            dict(in_force(_house(changed, which), self._games, words)) for which in range(2)
        )
        return [
            (words.named(f"staff.name.{name}"), old[name], new[name])
            for name in changed
            if name in new
        ]


class CaseFeed:
    """Tells each case once, whatever happens meanwhile."""

    def __init__(
        self,
        client: Reach,
        store: Store,
        book: CaseBook,
        pages: Pages,
        outbox: Outbox,
        direct: DirectMessages,
        house: Callable[[int], House],
    ) -> None:
        self._client, self._store, self._book, self._pages = client, store, book, pages
        self._outbox, self._direct, self._house = outbox, direct, house
        self._once = Once[None]()

    async def start(self) -> None:
        """Tell what was not told before the bot stopped."""
        for guild in {deed.guild for deed in await self._store.staff.untold()}:
            self.ask(guild)

    async def allowed(self, guild: int) -> None:
        """Try again what Discord has forbidden in a server: what the bot may do has changed."""
        self._outbox.wake(str(guild), (CASE,))

    def ask(self, guild: int) -> None:
        """Tell a server's cases soon, also those that could not be told in the log channel: staff
        may have named another."""
        self._outbox.ask((CASE, str(guild)), partial(self._tell, guild))
        self._outbox.wake(str(guild), (CASE,))

    async def _tell(self, guild: int) -> None:
        """Tell a server's cases; where the log channel is closed to the bot they wait for it, and
        are told to their people all the same."""
        await self._client.reach(guild)  # which tells the server's name and language
        closed: discord.HTTPException | None = None
        for deed in await self._store.staff.untold(guild):
            posted, told = f"case{deed.number}", f"told{deed.number}"
            if closed is None:
                try:
                    await self._once.sent(posted, partial(self._tried, self._post, deed, posted))
                except discord.HTTPException as refused:
                    if not forbidden(refused):
                        raise
                    closed = refused
            if not deed.heard:
                await self._once.sent(told, partial(self._tried, self._whisper, deed, told))
            if closed is None:
                await self._store.staff.told(deed.number)
            elif not deed.heard:
                await self._store.staff.heard(deed.number)
            for nonce in (posted, told):
                self._once.noted(nonce)
        if closed is not None:
            raise closed

    async def _post(self, deed: Deed, nonce: str) -> None:
        """Post a case in the server's log channel, if there is one."""
        channel = self._house(deed.guild).log or detail_of(deed).get("log")
        if channel is not None:
            words = self._pages.words_of(deed.guild, channel)
            [case] = await self._book.read([deed], words)
            page = Page(title="", text=cases.one(case, deed.at, words))
            async with self._client.at(Place(deed.guild, channel)) as there:
                await there.send(embeds=embeds(page), silent=True, nonce=nonce)

    async def _whisper(self, deed: Deed, nonce: str) -> None:
        """Tell a case to whom it was done."""
        if deed.target in (None, deed.actor) or deed.action not in PRIVATELY:
            return
        habit = await self._store.habits.of(deed.target or 0)
        channel = detail_of(deed).get("channel", 0)
        words = (
            self._pages.private(deed.guild, channel, habit.locale)
            if habit.locale
            else self._pages.words_of(deed.guild, channel)
        )
        [case] = await self._book.read([deed], words)
        server = self._client.get_guild(deed.guild)
        name = server.name if server else words.named("staff.told.unseen")
        page = cases.told(case, name, words)
        await self._direct.send(deed.guild, deed.target or 0, embeds=embeds(page), nonce=nonce)

    async def _tried(self, tell: Tell, deed: Deed, nonce: str) -> None:
        """Do what cannot always be done: channels are gone, people take no messages."""
        try:
            await tell(deed, nonce)
        except discord.HTTPException as refused:
            if unreachable(refused) or (tell == self._post and forbidden(refused)):
                raise
            log.info("a case was not told: %s", refused)


def _house(changed: Mapping[str, Sequence[Any]], which: int) -> House:
    """Return the settings as they were (0), or became (1), as far as a case tells."""
    return House.model_validate({name: values[which] for name, values in changed.items()})
