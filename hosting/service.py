"""One process of the bot on Discord: its store, its lease and its connection, until it stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any

import discord
from pydantic import SecretStr

from cogs.client import MonsterBot
from cogs.connection import Revoked, point_at
from cogs.gate.permissions import invitation
from cogs.line.unreachable import CONNECTION, unreachable
from cogs.line.workshop import Workshop, workshop
from engine import registry
from hosting import web
from hosting.backups import scheduled
from hosting.cores import cores
from hosting.figures import Figures
from hosting.garbage import lessened
from hosting.health import Health
from hosting.retrying import tried
from hosting.tenure import holding
from hosting.thrift import thrifty, trim
from screens import screen as screens
from screens.orders import Orders
from screens.texts import Catalogue
from settings import VERSION, Settings
from storage.errors import Away, LeaseLost, Lost, StoreError
from storage.store import Store
from storage.url import on_server, open_store, shown

log = logging.getLogger(__name__)

BAD_TOKEN = 4004
"""The code with which the gateway closes on a token that it does not take."""
AWAY = 0.2
"""Seconds that a closed bot is given to return."""


class CannotStart(Exception):
    """Why the bot cannot start, in a sentence for its owner."""

    code = 1
    """The exit code."""


class TokenRefused(CannotStart):
    """Discord does not take the token: trying again only gets the host shut out."""

    code = 3

    def __init__(self) -> None:
        super().__init__(
            "Discord does not know the token in DISCORD_TOKEN; it may have been revoked."
        )


class DiscordAway(Exception):
    """Discord cannot be reached for now."""


async def serve(
    settings: Settings,
    stop: asyncio.Event,
    inviting: bool = True,
    watch: Callable[[MonsterBot], None] = lambda bot: None,
) -> None:
    """Serve Discord until it stops; wait for the store, the lease and Discord as long as it takes.
    `watch` is given each bot that runs.

    Raise CannotStart or StoreError for what does not pass.
    """
    if (why := unshared(settings)) is not None:
        raise CannotStart(why)
    log.info("%s", introduction(settings))
    if cores() > 1:
        thrifty()  # another process paints
    games = registry.load()
    catalogue, looks = Catalogue(), screens.load(games)
    health, figures = Health(), Figures()
    async with _observed(health, figures, settings), _opened(settings, stop) as store:
        if store is None:
            return
        health.check = store.check
        figures.watch(store)
        async with holding(store, health, stop, settings.shards), _backed_up(settings):
            point_at(settings)

            async def play() -> None:
                async with MonsterBot(settings, store, games, looks, catalogue, shop) as bot:
                    health.watch(bot)
                    figures.watch_bot(bot)
                    watch(bot)
                    await _play(bot, settings.discord_token, stop, inviting)

            if not stop.is_set():
                orders = Orders(games, looks, catalogue)
                async with _painting(settings, orders) as shop, lessened():
                    await tried(play, _passing, stop)


def unshared(settings: Settings) -> str | None:
    """Return why the other processes that SHARD_IDS means cannot use the store, if they cannot."""
    if settings.shards.whole or on_server(settings.store_url):
        return None
    return (
        "SHARD_IDS leaves shards to other processes, which cannot share SQLite: set "
        "DATABASE_URL to PostgreSQL, or leave SHARD_IDS out."
    )


def _backed_up(settings: Settings) -> AbstractAsyncContextManager[None]:
    """Make backups meanwhile, in one of all processes, if that is wanted."""
    folder = settings.backups if settings.shards.first else None
    return scheduled(settings.store_url, folder, settings.backup_hours, settings.backups_kept)


def _painting(settings: Settings, orders: Orders) -> AbstractAsyncContextManager[Workshop | None]:
    """Let another process paint meanwhile, where there is a core for it."""
    if cores() <= 1:
        return contextlib.nullcontext()
    return workshop(orders, settings.drawings)


def introduction(settings: Settings) -> str:
    """Return which version starts, with what, for the log's first line."""
    ids, count = settings.shards.ids, settings.shards.count
    asked = "nowhere: PORT is not set" if settings.port is None else f"port {settings.port}"
    return (
        f"Monsterrunde {VERSION}; store {shown(settings.store_url)}; "
        f"shard {', '.join(map(str, ids))} of {count}; /health at {asked}"
    )


@asynccontextmanager
async def _opened(settings: Settings, stop: asyncio.Event) -> AsyncIterator[Store | None]:
    """Open the store, waiting for it; None when stopped before."""
    store = await tried(
        lambda: open_store(settings.store_url), lambda error: isinstance(error, Away), stop
    )
    try:
        yield store
    finally:
        if store is not None:
            await store.close()


def _passing(error: Exception) -> bool:
    """Tell whether a new bot may do better."""
    if isinstance(error, StoreError):
        return not isinstance(error, LeaseLost | Lost)
    return isinstance(error, DiscordAway)


async def _play(
    bot: MonsterBot, token: SecretStr | None, stop: asyncio.Event, inviting: bool
) -> None:
    assert token is not None
    running = asyncio.create_task(_connect(bot, token, inviting))
    stopping = asyncio.create_task(stop.wait())
    ends: set[asyncio.Future[Any]] = {running, stopping, bot.lost}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    await bot.close()
    await _ended(running)
    if bot.lost.done():
        lost = bot.lost.result()
        if isinstance(lost, Revoked):
            raise TokenRefused from lost
        raise lost


@asynccontextmanager
async def _observed(health: Health, figures: Figures, settings: Settings) -> AsyncIterator[None]:
    """Let the host ask meanwhile how the bot is, where it wants to."""
    pages, metrics = web.main_pages(health, VERSION), web.metrics_page(figures)
    async with AsyncExitStack() as stack:
        if settings.port is not None or settings.metrics_at is not None:
            await stack.enter_async_context(figures.watching_the_loop())
        if settings.port is not None:
            both = pages if settings.metrics_at else pages | metrics
            await stack.enter_async_context(_answering("PORT", both, None, settings.port))
        if settings.metrics_at is not None:
            host, port = settings.metrics_at
            await stack.enter_async_context(_answering("METRICS_ADDRESS", metrics, host, port))
        yield


@asynccontextmanager
async def _answering(
    setting: str, pages: dict[str, web.Answer], host: str | None, port: int
) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(web.serving(pages, host, port))
        except (OSError, OverflowError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise CannotStart(f"{setting} {port} cannot be used ({why}).") from error
        yield


async def _ended(running: asyncio.Task[None]) -> None:
    """Wait for a bot that was closed; discord.py may sleep for minutes while Discord is away."""
    await asyncio.wait({running}, timeout=AWAY)
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running


async def _connect(bot: MonsterBot, token: SecretStr, inviting: bool) -> None:
    try:
        await bot.login(token.get_secret_value())
        if inviting:
            assert bot.application_id is not None
            print(f"Invite the bot to a server: {invitation(bot.application_id)}", flush=True)
        bot.add_listener(_settle, "on_ready")
        await _settle()
        await bot.connect()
    except discord.LoginFailure as error:
        raise TokenRefused from error
    except (discord.HTTPException, discord.GatewayNotFound, *CONNECTION) as error:
        if isinstance(error, discord.GatewayNotFound) or unreachable(error):
            raise DiscordAway(f"Discord cannot be reached ({_named(error)}).") from error
        raise CannotStart(f"Discord refused to let the bot in: {error}.") from error
    except discord.ConnectionClosed as error:
        if error.code == BAD_TOKEN:
            raise TokenRefused from error
        raise CannotStart(f"Discord closed the connection for good: {error}.") from error


async def _settle() -> None:
    """Look for garbage only among what comes from now on: what stands, all servers too, stays."""
    trim()
    gc.freeze()


def _named(error: BaseException) -> str:
    return str(error) or type(error).__name__
