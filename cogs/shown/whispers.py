"""Letters to those who want to be told of new tables; each says so once its table is no lobby."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from hashlib import blake2b

import discord

from cogs.line.allowance import Spent
from cogs.line.direct import Sent
from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.line.reach import Reach
from cogs.line.unreachable import passing
from cogs.shown.leftovers import Leftovers
from cogs.shown.letters import END, Letters
from screens.page import Button
from screens.texts import Catalogue, Words
from storage.alerts import Letter
from storage.people import Alert
from storage.records import Table
from storage.store import Store
from tables.lobby.alerting import FRESH, Alerting
from tables.room.cache import Rooms
from tables.room.room import Room

SETTLING = 20.0
"""Seconds that a host has to close the door, or the lobby, before anybody is told of it."""


class Whispers:
    """Tells each person once of each table, whatever happens meanwhile."""

    def __init__(
        self,
        client: Reach,
        store: Store,
        catalogue: Catalogue,
        rooms: Rooms,
        outbox: Outbox,
        letters: Letters,
        leftovers: Leftovers,
    ) -> None:
        self._client, self._store, self._catalogue = client, store, catalogue
        self._rooms, self._outbox, self._letters = rooms, outbox, letters
        self._leftovers = leftovers
        self._alerting: Alerting
        self._once = Once[Sent | None]()
        self._standing: set[str] = set()
        """The tables of which people are told, or were told by what has to say once it is over."""

    async def start(self, alerting: Alerting) -> None:
        """Greet who was not greeted when the bot stopped, go on with what people were told of, and
        tell of lobbies of before, while they are new."""
        self._alerting = alerting
        for alert in await self._store.alerts.ungreeted():
            self._greet_later(alert)
        for table in await self._store.alerts.standing():
            self._standing.add(table)
            self._ask(table)
        for table in await self._store.tables.lobbies(time.time() - FRESH):
            self.opened(table)

    def opened(self, table: str) -> None:
        """Tell of a lobby soon, if it still is one then."""
        # Nothing is owed until then: what is opened and closed again nobody hears of.
        asyncio.get_running_loop().call_later(SETTLING, self._ask, table)

    def changed(self, room: Room) -> None:
        """Say so where people were told of a lobby that is none any more."""
        if room.table.id in self._standing and room.table.status != "lobby":
            self._ask(room.table.id)

    def _ask(self, table: str) -> None:
        self._outbox.ask(("whispers", table), lambda: self._tell(table))

    async def greet(self, alert: Alert) -> None:
        """Show a person where they will be told, and note whether they take direct messages; what
        fails is tried again."""
        try:
            await self._greet(alert.guild, alert.user)
        except Exception as error:
            if not (passing(error) or isinstance(error, Spent)):
                raise
            self._greet_later(alert)

    def _greet_later(self, alert: Alert) -> None:
        guild, user = alert.guild, alert.user
        self._outbox.ask(("greeting", f"{guild}", user), partial(self._greet, guild, user))

    async def _greet(self, guild: int, user: int) -> None:
        alert = await self._store.alerts.get(guild, user)
        if alert is None or not (alert.greeting and alert.games):
            return
        words, nonce = self._words(alert), alert.greeting
        text = words.named("company.alert.first", server=await self._letters.server(guild, words))
        whisper = partial(self._whisper, alert, text, nonce)
        taken = await self._once.sent(nonce, whisper)
        await self._store.alerts.greeted(alert, shut=taken is None)
        self._once.noted(nonce)

    async def _tell(self, table_id: str) -> None:
        """Tell who is still to be told of a table; all who were, once it is no lobby any more."""
        self._standing.add(table_id)  # first of all: what changes meanwhile is asked for again
        table, alerts = await self._store.tables.get(table_id), self._store.alerts
        if table is not None:
            await self._client.reach(table.guild)  # else nobody sees the channel
            if due := await self._alerting.due(table):
                await alerts.tell(table_id, table.guild, due, time.time())
            await self._send_all(table)
        if table is None or table.status != "lobby":
            await self._end(table_id, table.game if table else "")
            self._standing.discard(table_id)
        elif not await alerts.told_of(table_id):
            self._standing.discard(table_id)  # nobody has to hear of it again

    async def _send_all(self, table: Table) -> None:
        away: Exception | None = None
        for user in await self._store.alerts.unsent(table.id):
            nonce = blake2b(f"{table.id}{user}".encode(), digest_size=10).hexdigest()
            try:
                sent = await self._once.sent(nonce, partial(self._tell_one, table, user, nonce))
            except (discord.HTTPException, Spent) as error:
                away = error  # the others are told all the same
                continue
            await self._store.alerts.sent(table.id, user, *(sent or Sent()))
            self._once.noted(nonce)
        if away is not None:
            raise away

    async def _tell_one(self, table: Table, user: int, nonce: str) -> Sent | None:
        alert = await self._store.alerts.get(table.guild, user)
        room = self._rooms.known(table.id)
        if alert is None or not self._alerting.told(room.table if room else table):
            return None
        words = self._words(alert)
        text = words.named("company.alert.told", **await self._letters.about(table, words))
        sent = await self._whisper(alert, text, nonce)
        if sent is None:
            await self._store.alerts.shut(table.guild, user)
        return sent

    async def _end(self, table: str, game: str) -> None:
        """Let what people were told of a table say that it is over."""
        letters = await self._store.alerts.letters(table)
        left = [letter.left(await self._over(letter, game)) for letter in letters]
        if left:
            await self._store.alerts.leave(left)
        for each in left:
            self._leftovers.ask(each)

    async def _over(self, letter: Letter, game: str) -> str:
        """Return what a message has to say then; empty: it goes, as its person wants to be told no
        more, or nobody knows of what it was."""
        alert = await self._store.alerts.get(letter.guild, letter.user)
        if alert is None or not game:
            return ""
        words = self._words(alert)
        title, server = words.within(game)("title"), await self._letters.server(letter.guild, words)
        return words.named("company.alert.over", game=title, server=server)

    async def _whisper(self, alert: Alert, text: str, nonce: str) -> Sent | None:
        """Write to a person; return None where they take no messages of the bot."""
        button = Button(self._words(alert).named("company.alert.end"), END, str(alert.guild))
        return await self._letters.send(alert.guild, alert.user, text, button, nonce)

    def _words(self, alert: Alert) -> Words:
        return self._catalogue.words(alert.locale)
