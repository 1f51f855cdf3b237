"""Notices what ends or is taken away in Discord, and ends or pauses the tables there."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

from cogs.line.allowance import Spent
from cogs.line.outbox import PAUSES
from cogs.line.unreachable import passing
from cogs.services import Services
from engine.errors import RuleError
from storage.errors import Lost
from storage.records import Table
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

FIRST = 2.5
"""Seconds after a start that belong to what is owed."""
APART = 0.05
"""Seconds between two channels that are asked for."""
SOON = 1.0
"""Seconds until what a server allows is looked at, once for all that is changed meanwhile."""
GLANCE = 15.0
"""Seconds between two looks how long the bot's own timeout lasts: staff may make it shorter."""
LATER = 2.0
"""Seconds after which it is over by Discord's clock, too."""

Work = Callable[[], Awaitable[Iterable[Any] | None]]
"""Takes in something that happened; may return further works, which fail each for itself."""
InServer = Callable[[int], Awaitable[Iterable[Any] | None]]
"""The same, of a server."""


@dataclass(slots=True, weakref_slot=True)
class _Thread:
    """A thread as Discord told of it last."""

    locked: bool = False


class ServerEvents(commands.Cog):
    """Listens to what happens to servers, channels and threads."""

    def __init__(
        self,
        bot: discord.Client,
        services: Services,
    ) -> None:
        self._bot: Any = bot
        self._host, shown = services.host, services.shown
        self._boards, self._meetings, self._events = shown.boards, shown.meetings, shown.events
        self._visibility, self._leftovers = services.visibility, shown.leftovers
        self._unused = shown.threads.unused
        self._tournament_boards, self._tournaments = (
            services.tournament_boards,
            services.tournaments,
        )
        self._languages = services.languages
        self._withdraw = services.withdraw
        self._again: Sequence[InServer] = (
            self._boards.allowed,
            self._meetings.allowed,
            self._tournament_boards.allowed,
            self._leftovers.allowed,
            shown.cases.allowed,
            services.puzzle_line.allowed,
        )
        """What tries again what was forbidden in a server."""
        self._threads: WeakValueDictionary[int, _Thread] = WeakValueDictionary()
        """Those of which something is still to be taken in."""
        self._soon: dict[int, tuple[InServer, ...]] = {}
        """What is done soon, by server."""
        self._due = math.inf
        """When it is, on the monotonic clock."""
        self._silenced: set[int] = set()
        """The servers where the end of the bot's own timeout is waited for."""
        self._begun = False
        self._over = asyncio.Event()

    async def cog_unload(self) -> None:
        """Let nothing be tried again any more."""
        self._over.set()

    @commands.Cog.listener()
    async def on_server(self, guild: int) -> None:
        """Look at a server of which nothing was told before: while the bot was down, between two
        sessions at Discord, in trouble there."""
        self._visibility.forget(guild)
        looked = self._look_soon(guild, FIRST, *self._again, self._look, self._events.look)
        await asyncio.gather(looked, self._outlasted(guild))

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """End, once, what went on when the bot stopped where it no longer can."""
        if not self._begun:
            self._begun = True
            if await self._rest(FIRST):
                await self._do(self._begin)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep the data of a server that the bot comes back to, and say there what has ended."""
        await self._do(
            partial(self._host.forgetting.returned, guild.id),
            partial(self._mark, guild.id),
        )

    @commands.Cog.listener()
    async def on_empty_thread(self, guild: int, thread: int) -> None:
        """Look soon whether a thread has a table: the bot may have died before that was stored, or
        not heard that it was opened."""
        self._unused(guild, thread)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server the bot was taken from; one in trouble was not left."""
        await self._do(
            partial(self._host.forgetting.left, guild.id, time.time()),
            partial(self._end_all, guild.id),
            partial(self._host.meetings.end, guild.id),
            partial(self._tournaments.end, guild.id),
        )

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Show a server's tables in its new language."""
        if before.preferred_locale != after.preferred_locale:
            self._languages.changed(after.id)

    @commands.Cog.listener()
    async def on_channel_gone(self, guild: int, channel: int) -> None:
        """End the table of a deleted channel, those of its threads, and what was agreed there."""
        ends = (self._host.meetings.end, self._tournaments.end)
        gone = [partial(end, guild, channel) for end in ends]
        await asyncio.gather(self._do(*gone), self._allowed_otherwise(guild))

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Post anew what must stand as long as it goes on."""
        self._tournament_boards.deleted([payload.message_id])

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Post anew what must stand as long as it goes on."""
        self._tournament_boards.deleted(payload.message_ids)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the table of a deleted thread."""
        ended = partial(self._host.meetings.end, payload.guild_id, payload.thread_id)
        await self._do(partial(self._gone, payload.thread_id), ended)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Pause the table of a thread that staff has locked, until it is unlocked."""
        data: Any = payload.data
        thread = self._threads.setdefault(payload.thread_id, _Thread())
        thread.locked = bool((data.get("thread_metadata") or {}).get("locked"))
        locked = self._do(partial(self._lock_as_told, payload.thread_id, thread))
        await asyncio.gather(locked, self._look_soon(payload.guild_id, SOON, *self._again))

    @commands.Cog.listener()
    async def on_thread_membership(self, guild: int, thread: int) -> None:
        """Look whether the bot sees a thread, to which it was added or from which it was taken."""
        looked = self._do(partial(self._look_in, guild, thread))
        await asyncio.gather(looked, self._look_soon(guild, SOON, *self._again))

    @commands.Cog.listener()
    async def on_rights(self, guild: int) -> None:
        """Look whether the bot still sees its tables' channels, or sees them again: a channel or a
        role has changed, or a role is gone."""
        await self._allowed_otherwise(guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Look again when the bot's own roles have changed, or staff has timed it out; of others it
        is not told."""
        if after == after.guild.me:
            guild = after.guild.id
            await asyncio.gather(self._allowed_otherwise(guild), self._outlasted(guild))

    @commands.Cog.listener()
    async def on_scheduled_event_update(
        self, before: discord.ScheduledEvent, after: discord.ScheduledEvent
    ) -> None:
        """Move or cancel what was agreed with the event that stands for it."""
        await self._do(partial(self._events.changed, after))

    @commands.Cog.listener()
    async def on_scheduled_event_delete(self, event: discord.ScheduledEvent) -> None:
        """Cancel what was agreed with the event that stood for it."""
        await self._do(partial(self._events.gone, event.id))

    @commands.Cog.listener()
    async def on_interest(self, event: int, user: int, interested: bool) -> None:
        """Notice who may come, or does not."""
        await self._do(partial(self._events.interested, event, user, interested))

    async def _do(self, *works: Work) -> None:
        """Do all of these; what fails because Discord or the store is away is done again."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            works = tuple([left for work in works for left in await self._left(work)])
            if not works or not await self._rest(pause):
                return

    async def _left(self, work: Work) -> list[Work]:
        """Do this and what it leads to; return what is to be done again."""
        if self._bot.leaving:
            return []  # the next start looks at everything
        try:
            async with self._bot.at_work():
                more = await work()
        except (Refusal, RuleError) as late:
            log.debug("too late: %s", late)
        except Lost as lost:
            self._bot.lose(lost)
        except Spent as spent:
            log.debug("what happened in Discord is taken in later: %s", spent)
            return [work]
        except Exception as error:
            if passing(error) and not self._bot.is_closed():
                log.warning("what happened in Discord is taken in later: %s", error)
                return [work]
            if not self._bot.is_closed():
                log.exception("what happened in Discord was not taken in")
        else:
            return [left for each in more or () for left in await self._left(each)]
        return []

    async def _rest(self, seconds: float) -> bool:
        """Wait; return whether the bot still runs."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), seconds)
        return not self._over.is_set()

    async def _begin(self) -> Iterable[Work]:
        idle = await self._host.store.tables.idle(float("inf"))
        gone = {table.guild for table in idle} - self._known()
        return [
            *(partial(self._end_all, left) for left in gone),
            partial(self._host.forgetting.look, time.time(), self._known),
            self._host.staff.unseat_banned,
            partial(self._host.meetings.left, self._known),
            partial(self._tournaments.left, self._known),
        ]

    def _known(self) -> set[int]:
        """Return the servers the bot is on by now; some may be new since a look began."""
        return {guild.id for guild in self._bot.guilds}

    async def _allowed_otherwise(self, guild: int) -> None:
        """Soon pause or go on with a server's tables, and try again what was forbidden there."""
        self._visibility.forget(guild)
        await self._look_soon(guild, SOON, *self._again, self._look)

    async def _outlasted(self, guild: int) -> None:
        """Look again once a timeout of the bot is over: bots can be timed out, and may only read
        then (discord-api-docs #6847); that it ends by itself is not told (#4269)."""
        if guild in self._silenced or not self._silent(guild):
            return
        self._silenced.add(guild)
        try:
            while left := self._silent(guild):
                if not await self._rest(min(left, GLANCE)):
                    return
        finally:
            self._silenced.discard(guild)
        await self._allowed_otherwise(guild)

    def _silent(self, guild: int) -> float:
        """Return the seconds that are left of the bot's own timeout on a server."""
        server = self._bot.get_guild(guild)
        until = server.me.timed_out_until if server and server.me else None
        return max(0.0, until.timestamp() + LATER - time.time()) if until else 0.0

    async def _look_soon(self, guild: int, seconds: float, *looks: InServer) -> None:
        """Look at a server in so many seconds at the latest, once for all that happens there
        meanwhile; at one server after another."""
        self._soon[guild] = tuple(dict.fromkeys((*self._soon.get(guild, ()), *looks)))
        due = time.monotonic() + seconds
        # One waits for all: ten thousand servers come at once.
        if due < self._due:
            self._due = due
            if await self._rest(seconds):
                self._due, soon, self._soon = math.inf, self._soon, {}
                await self._do(*(partial(_each, *looked) for looked in soon.items()))

    async def _look(self, guild: int) -> Iterable[Work]:
        """Look whether the channels of a server's tables are there and to be seen."""
        server = self._bot.get_guild(guild)
        if server is None or server.unavailable:
            return []  # once it is there again it is looked at
        tables = await self._host.store.tables.open_tables(guild)
        return [partial(self._look_at, server, table) for table in tables]

    async def _look_in(self, guild: int, channel: int) -> Iterable[Work]:
        """Look whether the channel of a table is there and to be seen."""
        there, table = self._bot.get_guild(guild), await self._host.store.tables.open_table(channel)
        return [] if there is None or table is None else [partial(self._look_at, there, table)]

    async def _look_at(self, guild: discord.Guild, table: Table) -> None:
        # Nothing is kept of a server's channels: what is true of one has to be asked.
        await asyncio.sleep(APART)
        try:
            async with self._bot.at(table):
                place = await guild.fetch_channel(table.channel)
        except discord.NotFound:
            await self._gone(table.channel)
        except discord.Forbidden:
            await self._pause(table.channel, "permissions", True)
        else:
            self._boards.stands(table)
            await self._pause(table.channel, "permissions", False)
            if isinstance(place, discord.Thread):
                await self._lock(table.channel, place.locked)

    async def _gone(self, channel: int) -> None:
        room = await self._host.rooms.at(channel)
        if room is not None:
            await self._host.staff.end(room, None, "gone")

    async def _end_all(self, guild: int) -> None:
        await self._host.staff.close_all(guild, "removed")

    async def _mark(self, guild: int) -> None:
        """Say at the tables of a server that they have ended, as could not be said there."""
        for table in await self._host.servers.unmarked(guild):
            self._boards.publish(table)
        await self._host.servers.marked(guild)

    async def _lock_as_told(self, channel: int, thread: _Thread) -> None:
        """Take in whether a thread is locked by now: what is done again may have been undone."""
        await self._lock(channel, thread.locked)

    async def _lock(self, thread: int, locked: bool) -> None:
        """Pause a thread's table while nothing can be changed there, or let it go on.

        What must be forgotten is taken away, which alone is possible there.
        """
        room = await self._host.rooms.at(thread)
        if locked and room is not None:
            self._withdraw(room)
        await self._pause(thread, "lock", locked)

    async def _pause(self, channel: int, why: str, wanted: bool) -> None:
        """Pause a channel's running table, or let it go on if it was paused for this."""
        room = await self._host.rooms.at(channel)
        if room is not None:
            act = self._host.staff.pause if wanted else self._host.staff.resume
            with suppress(Refusal):  # it is so already, or for another reason
                await act(room, None, why)


async def _each(guild: int, looks: Iterable[InServer]) -> Iterable[Work]:
    """Return what is to be done in a server."""
    return [partial(look, guild) for look in looks]
