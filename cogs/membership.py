"""Asks Discord who is still on a server, which it tells no bot without the members' intent, and
which threads are locked."""

from __future__ import annotations

import logging

import discord

log = logging.getLogger(__name__)

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


class Membership:
    """Members as Discord knows them."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def there(self, guild: int, user: int) -> bool:
        """Return whether a person is on a server; True where that cannot be found out."""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return True
        try:
            await server.fetch_member(user)
        except discord.NotFound as gone:
            return gone.code not in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except (discord.HTTPException, OSError) as error:
            log.info("a member of server %s: %s", guild, error)
        return True

    async def locked(self, guild: int, channel: int) -> bool:
        """Return whether this is a thread that is locked; False where that cannot be found out."""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return False
        try:
            # A locked thread is mostly archived too, and of those Discord does not tell by itself.
            place = server.get_channel_or_thread(channel) or await server.fetch_channel(channel)
        except (discord.DiscordException, OSError) as error:
            log.info("a channel of server %s: %s", guild, error)
            return False
        return isinstance(place, discord.Thread) and place.locked
