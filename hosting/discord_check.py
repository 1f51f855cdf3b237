"""What Discord says of the bot: token, clock, application, commands, rights; asked, never told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from cogs.connection import point_at
from cogs.gate.permissions import EVERY, invitation
from cogs.line.unreachable import CONNECTION
from screens.texts import Catalogue
from settings import Settings

DRIFT = 3.0
"""Seconds that the machine's clock may differ from Discord's, which tells whole seconds."""
PAUSE = 0.1
"""Seconds between two servers that are looked at: the running bot needs its requests."""
PAGE = 200
"""Servers that Discord tells at once."""

Found = tuple[str, bool, str]
"""Of what something is said, whether it is good, and what."""


async def examine(settings: Settings) -> AsyncIterator[Found]:
    """Yield what is found, thing by thing, with the bot's own token and requests that only read."""
    if settings.discord_token is None:
        yield "token", False, "DISCORD_TOKEN is not set"
        return
    point_at(settings)
    trace, dates = aiohttp.TraceConfig(), list[str]()

    async def heard(session: Any, context: Any, end: aiohttp.TraceRequestEndParams) -> None:
        dates.append(end.response.headers.get("Date", ""))

    trace.on_request_end.append(heard)
    client = discord.Client(intents=discord.Intents(guilds=True), http_trace=trace)
    async with client:
        try:
            await client.login(settings.discord_token.get_secret_value())
            yield "token", True, f"that of {client.user}"
            yield _clock(dates[-1])
            yield _application(client)
            async for found in _servers(client, settings):
                yield found
        except discord.LoginFailure:
            yield "token", False, "Discord does not know it"
        except (discord.HTTPException, *CONNECTION) as error:
            yield "Discord", False, f"cannot be reached ({error or type(error).__name__})"


def _clock(date: str) -> Found:
    ahead = time.time() - parsedate_to_datetime(date).timestamp()
    return "clock", abs(ahead) <= DRIFT, f"{ahead:+.0f} s beside Discord's"


def _application(client: discord.Client) -> Found:
    assert client.application is not None
    address = client.application.interactions_endpoint_url
    if address:
        return "application", False, f"its clicks go to {address}; empty that in Discord's portal"
    return "application", True, f"invite it with {invitation(client.application.id)}"


async def _servers(client: discord.Client, settings: Settings) -> AsyncIterator[Found]:
    assert client.application_id is not None
    application = client.application_id
    sent = {command["name"] for command in await client.http.get_global_commands(application)}
    dev, seen = settings.dev_guild_id, set[int]()
    if dev is None:
        yield _commands("commands", sent)
    async for guild in _guilds(client):
        seen.add(int(guild["id"]))
        yield await _server(client, guild, dev)
        await asyncio.sleep(PAUSE)
    if dev is not None and dev not in seen:
        yield "DEV_GUILD_ID", False, f"{dev} is no server of this bot"


def _commands(subject: str, sent: set[str]) -> Found:
    wanted = {key for key in Catalogue().domains["commands"] if "." not in key}
    if not sent:
        return subject, True, "none yet; the first start sends them"
    if missing := sorted(wanted - sent):
        return subject, False, f"missing: {', '.join(missing)}; the next start sends them"
    return subject, True, f"all {len(wanted)} are there"


async def _guilds(client: discord.Client) -> AsyncIterator[dict[str, Any]]:
    last = None
    while True:
        page: list[Any] = await client.http.get_guilds(PAGE, after=last)
        for guild in page:
            yield guild
        if len(page) < PAGE:
            return
        last = int(page[-1]["id"])


async def _server(client: discord.Client, guild: dict[str, Any], dev: int | None) -> Found:
    subject, id = f"server {guild['name']!r} ({guild['id']})", int(guild["id"])
    rights = discord.Permissions(int(guild["permissions"]))
    missing = [] if rights.administrator else [name for name in EVERY if not getattr(rights, name)]
    assert client.application_id is not None
    try:
        own = await client.http.get_guild_commands(client.application_id, id)
    except discord.Forbidden:
        return subject, False, "commands are not allowed there: invite the bot anew"
    if missing:
        return subject, False, f"not permitted: {', '.join(missing)}"
    if id == dev:
        return _commands(f"{subject}, DEV_GUILD_ID", {command["name"] for command in own})
    return subject, True, "all that is needed is permitted"
