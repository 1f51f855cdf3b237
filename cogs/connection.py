"""How the bot connects to Discord with its shards, and notices when it never will again."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.heartbeats import Heartbeats
from cogs.lean_state import LeanState
from cogs.line.allowance import A_SECOND, Allowance, Placed
from cogs.line.uploads import Uploads
from cogs.line.voice import Voice
from settings import Settings
from storage.errors import Lost, StoreError
from storage.store import Store
from tables.match.standstills import Standstills

log = logging.getLogger(__name__)

GLANCE = 0.03
"""Seconds between two looks whether Discord has sent a server, after a start."""
IDENTIFY = 5.0
"""Seconds between two shards that identify, of as many at once as Discord allows."""
CONNECTING = (0.0, 0.0, 5.0, 15.0, 55.0, 295.0)
"""Seconds by which the library's pause grows when a shard cannot connect; the last stays."""
UNAUTHORIZED = 401
OF_INTERACTION = re.compile(r"/(webhooks|interactions)/")
"""Requests that go by a token of their own."""


class Revoked(Exception):
    """Discord does not take the bot's token any more."""


def point_at(settings: Settings) -> None:
    """Let discord.py speak to the configured API and gateway, and expect no voice."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    Route.BASE = settings.discord_api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


class Connection(commands.AutoShardedBot):
    """A client that keeps no messages and no members, and reads no message's content."""

    def __init__(self, settings: Settings, store: Store) -> None:
        part = len(settings.shards.ids) / settings.shards.count
        share = part * settings.requests_a_second / A_SECOND
        self.allowance = Allowance(settings.refused_requests, share)
        trace = self.allowance.trace()
        trace.on_request_end.append(self._answered)
        self.voice = Voice(store.leases, trace)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            shard_count=settings.shards.count,
            shard_ids=list(settings.shards.ids),
            intents=discord.Intents(guilds=True, guild_messages=True, guild_scheduled_events=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=1.0,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=False),
            connector=Uploads(),
            http_trace=trace,
        )
        self._settings, self._store = settings, store
        self._heartbeats = Heartbeats()
        self.standstills = Standstills(time.time(), settings.shards)
        for shard in settings.shards.ids:
            self.standstills.begin(shard)
        self.lost: asyncio.Future[Lost | Revoked] = asyncio.get_running_loop().create_future()
        """Done when the store or the token was taken away: nothing works any more, ever."""
        self._failures: defaultdict[int, int] = defaultdict(int)
        """How often each shard could not connect in a row."""

    def _get_state(self, **options: Any) -> LeanState:
        return LeanState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    def lose(self, error: Lost | Revoked) -> None:
        """Notice that nothing works any more, ever; whoever runs the bot stops it then."""
        if not self.lost.done():
            log.critical("%s The bot stops.", error)
            self.lost.set_result(error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a shard's turn among those of all processes."""
        if shard_id is None or self._settings.shards.count == 1:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        limits = await self.fetch_session_start_limits()
        key = f"identify.{shard_id % limits.max_concurrency}"
        try:
            seconds = await self._store.settings.turn(key, time.time(), IDENTIFY)
        except StoreError as error:
            log.warning("shard %d identifies without a turn: %s", shard_id, error)
            seconds = IDENTIFY
        await asyncio.sleep(seconds)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard for the first time, with growing pauses until it can be."""
        failures = self._failures[shard_id]
        self._failures[shard_id] += 1
        await asyncio.sleep(CONNECTING[min(failures, len(CONNECTING) - 1)])
        await super().launch_shard(gateway, shard_id, initial=initial)
        self._failures[shard_id] = 0

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Notice that nobody can click on a shard's servers."""
        self.standstills.begin(shard_id, self._heartbeats.silence(shard_id))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Notice that people can click on a shard's servers."""
        self._heartbeats.connected(shard_id)
        self.standstills.end(shard_id)
        await self.follow()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Notice that people can click on a shard's servers again."""
        await self.on_shard_connect(shard_id)

    def hear(self) -> None:
        """Notice which shards hear from Discord; this is to be asked every second."""
        self._heartbeats.note(self.latencies)

    async def follow(self) -> None:
        """Go on where people can click again."""

    async def _answered(
        self, session: aiohttp.ClientSession, context: Any, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if end.response.status == UNAUTHORIZED and not OF_INTERACTION.search(end.url.path):
            self.lose(Revoked("Discord does not take the bot's token any more."))

    def webhook(self, token: str) -> discord.Webhook:
        """Return the way to the private messages of an interaction's token."""
        assert self.application_id is not None
        data: Any = {"id": self.application_id, "type": 3, "token": token}
        return discord.Webhook.from_state(data, state=self._connection)

    async def reach(self, guild: int) -> None:
        """Wait until Discord has sent this server, as it does soon after a start."""
        # The library says only that all are there, a second after the last.
        while not self._sent(guild) and not self.is_ready():
            await asyncio.sleep(GLANCE)

    @asynccontextmanager
    async def at(
        self, shown: Placed, must: bool = False
    ) -> AsyncIterator[discord.PartialMessageable]:
        """Give the channel in which something is shown, once one more may be asked of Discord
        there, as `Allowance.request` has it."""
        async with self.allowance.request(shown, must):
            yield self.get_partial_messageable(shown.channel, guild_id=shown.guild)

    def _sent(self, guild: int) -> bool:
        found = self.get_guild(guild)
        return found is not None and not found.unavailable
