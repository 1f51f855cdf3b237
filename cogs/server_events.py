"""Notices what ends or is taken away in Discord, and ends or pauses the tables there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any

import discord
from discord.ext import commands

from cogs.gate.errors import guarded
from cogs.presses.settings import MODAL
from cogs.presses.staff import StaffPresses
from cogs.shown.services import Services
from engine.errors import RuleError
from storage.errors import StoreError
from storage.records import Table
from tables.room.refusal import Refusal
from tables.room.room import Room

log = logging.getLogger(__name__)

FIRST = 2.5
"""Seconds after a start that belong to what is owed."""
APART = 0.05
"""Seconds between two channels that are asked for after a start."""


class ServerEvents(commands.Cog):
    """Listens to what happens to servers, channels and threads."""

    def __init__(self, bot: discord.Client, services: Services, presses: StaffPresses) -> None:
        self._bot: Any = bot
        self._services, self._presses = services, presses
        self._begun = False

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Take the settings' modal, which is found by its custom_id alone."""
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit and str(
            data.get("custom_id")
        ).startswith(MODAL):
            await guarded(interaction, self._presses.submit)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look, once, at the tables that were open when the bot stopped."""
        if not self._begun:
            self._begun = True
            await asyncio.sleep(FIRST)
            await self._tried(self._begin())

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server the bot was taken from; one in trouble was not left."""
        await self._tried(self._services.host.staff.close_all(guild.id, "removed"))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a deleted channel, and those of its threads."""
        await self._tried(self._look(channel.guild))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the table of a deleted thread."""
        await self._tried(self._gone(payload.thread_id))

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Pause the table of a thread that staff has locked, until it is unlocked."""
        data: Any = payload.data
        locked = bool((data.get("thread_metadata") or {}).get("locked"))
        await self._tried(self._pause(payload.thread_id, "lock", locked))
        await self._tried(self._services.boards.changed(payload.guild_id))

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Pause a table in a channel that the bot no longer sees."""
        await self._tried(self._allowed_otherwise(after.guild))

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Look whether the bot still sees its tables' channels."""
        await self._tried(self._allowed_otherwise(after.guild))

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Look again: the role may have been what kept the bot from a channel, or let it in."""
        await self._tried(self._allowed_otherwise(role.guild))

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Look again when the bot's own roles have changed; of others' it is not told."""
        if after == after.guild.me:
            await self._tried(self._allowed_otherwise(after.guild))

    async def _tried(self, work: Coroutine[Any, Any, object]) -> None:
        if self._bot.leaving:
            work.close()  # the next start looks at everything
            return
        try:
            async with self._bot.at_work():
                await work
        except (Refusal, RuleError) as late:
            log.debug("too late: %s", late)
        except (StoreError, discord.HTTPException, OSError):
            if not self._bot.is_closed():
                log.exception("what happened in Discord was not taken in")

    async def _begin(self) -> None:
        for guild in list(self._bot.guilds):
            if not guild.unavailable:
                await self._look(guild)
        known = {guild.id for guild in self._bot.guilds}
        idle = await self._services.host.store.staff.idle(float("inf"))
        for guild_id in {table.guild for table in idle} - known:
            await self._services.host.staff.close_all(guild_id, "removed")
        await self._services.host.forgetting.look(time.time(), known)

    async def _allowed_otherwise(self, guild: discord.Guild) -> None:
        """Pause or go on with a server's tables, and try again what was forbidden there."""
        await self._look(guild)
        await self._services.boards.changed(guild.id)

    async def _look(self, guild: discord.Guild) -> None:
        """Look whether the channels of a server's tables are there and to be seen."""
        for table in await self._services.host.store.staff.open_tables(guild.id):
            await self._look_at(guild, table)

    async def _look_at(self, guild: discord.Guild, table: Table) -> None:
        place = guild.get_channel_or_thread(table.channel)
        if isinstance(place, discord.Thread) and place.parent is None:
            await self._gone(table.channel)
        elif place is not None:
            sees = place.permissions_for(guild.me).view_channel
            await self._pause(table.channel, "permissions", not sees)
        else:
            # Archived threads are not sent: whether it is one has to be asked.
            await asyncio.sleep(APART)
            try:
                await guild.fetch_channel(table.channel)
            except discord.NotFound:
                await self._gone(table.channel)
            except discord.Forbidden:
                await self._pause(table.channel, "permissions", True)

    async def _gone(self, channel: int) -> None:
        room = await self._services.host.rooms.at(channel)
        if room is not None:
            await self._services.host.staff.end(room, None, "gone")

    async def _pause(self, channel: int, why: str, wanted: bool) -> None:
        """Pause a channel's running table, or let it go on if it was paused for this."""
        room = await self._services.host.rooms.at(channel)
        if room is None or room.table.status != "running":
            return
        staff = self._services.host.staff
        if wanted and room.table.paused is None:
            await staff.pause(room, None, why)
        elif not wanted and await self._paused_for(room) == why:
            await staff.resume(room, None, why)

    async def _paused_for(self, room: Room) -> str | None:
        if room.table.paused is None:
            return None
        return await self._services.host.staff.paused_for(room)
