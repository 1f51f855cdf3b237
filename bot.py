"""Starts the bot on Discord or in the playground, or does the store's upkeep."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
from pydantic import SecretStr, ValidationError

from cogs.client import MonsterBot, Revoked, point_at
from cogs.commands.translation import UnknownServer
from cogs.gate.permissions import invitation
from engine import registry
from engine.seeds import SeedsError
from hosting import arguments, logs, upkeep, web
from hosting.figures import Figures
from hosting.health import Health
from hosting.tenure import holding
from screens import screen as screens
from screens.texts import Catalogue, TextsError
from settings import ROOT, Settings, faults, misspelt
from storage.errors import StoreError
from storage.url import on_server, open_store

NO_TOKEN = 2
"""The exit code of a bot that is to serve Discord and has no token."""
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


def main() -> int:
    """Run the bot until it is stopped; return the process's exit code."""
    said = arguments.parse()
    try:
        settings = Settings()
        for name, meant in misspelt().items():
            print(f"There is no setting {name}. Is {meant} meant?", file=sys.stderr)
        token = settings.discord_token
        if said.serve and token is None:
            return _fail("DISCORD_TOKEN is not set: there is no bot to serve.", code=NO_TOKEN)
        logs.start(settings.log_level, [token.get_secret_value()] if token else [], sys.stdout)
        if said.command:
            print(asyncio.run(upkeep.carry_out(said, _store_url(settings))))
        else:
            asyncio.run(_run(settings, said))
    except ValidationError as error:
        return _fail("A setting cannot be used:", *faults(error))
    except SeedsError as error:
        return _fail("What is in the games' boxes cannot be read:", *error.faults)
    except CannotStart as error:
        return _fail(str(error), code=error.code)
    except (StoreError, TextsError, UnknownServer) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        pass
    return 0


async def _run(settings: Settings, said: argparse.Namespace) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with AsyncExitStack() as stack:
        playground = said.playground or settings.discord_token is None
        if playground:
            settings = await _playground(stack, settings, said.port)
        await _serve(settings, stop, inviting=not playground)


async def _playground(stack: AsyncExitStack, settings: Settings, port: int) -> Settings:
    """Start the playground until the stack closes; return the settings that point at it."""
    from playground.server import PlaygroundServer
    from playground.world.world import World

    world = World.example()
    server = PlaygroundServer(world, port)
    try:
        await server.start()
    except OSError as error:
        raise CannotStart(
            f"Port {port} cannot be used ({error.strerror}). Choose another one with --port."
        ) from error
    stack.push_async_callback(server.close)
    print(f"This is the playground, no Discord: {server.url}  (stop with Ctrl+C)", flush=True)
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    return settings.model_copy(
        update={
            "discord_token": SecretStr(world.token),
            "discord_api_base": server.api_base,
            "discord_gateway_url": server.gateway_url,
            # The playground forgets everything when it stops, so its tables go with it.
            "database_url": f"sqlite:///{folder}/playground.db",
            "port": None,
        }
    )


async def _serve(settings: Settings, stop: asyncio.Event, inviting: bool) -> None:
    if not settings.shards.whole and not on_server(_store_url(settings)):
        raise CannotStart(
            "SHARD_IDS leaves shards to other processes, which cannot share SQLite: set "
            "DATABASE_URL to PostgreSQL, or leave SHARD_IDS out."
        )
    games = registry.load()
    catalogue, looks = Catalogue(), screens.load(games)
    store = await open_store(_store_url(settings))
    health, figures = Health(store.check), Figures(store)
    try:
        tenure = holding(store, health, stop, settings.shards)
        async with _observed(health, figures, settings.port), tenure:
            if not stop.is_set():
                point_at(settings)
                async with MonsterBot(settings, store, games, looks, catalogue) as bot:
                    health.watch(bot)
                    figures.watch(bot, bot.painter)
                    await _play(bot, settings.discord_token, stop, inviting)
    finally:
        await store.close()


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
async def _observed(health: Health, figures: Figures, port: int | None) -> AsyncIterator[None]:
    """Let the host ask meanwhile how the bot is, if it named a port."""
    async with AsyncExitStack() as stack:
        if port is not None:
            await stack.enter_async_context(figures.watching_the_loop())
            try:
                await stack.enter_async_context(web.serving(health, figures, port))
            except OSError as error:
                raise CannotStart(f"PORT {port} cannot be used ({error.strerror}).") from error
        yield


def _store_url(settings: Settings) -> str:
    return settings.database_url or f"sqlite:///{Path(ROOT, 'monsterrunde.db')}"


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
        gc.freeze()  # what stands by now stays: garbage is looked for among what comes later
        await bot.connect()
    except discord.LoginFailure as error:
        raise TokenRefused from error
    except (aiohttp.ClientError, discord.GatewayNotFound, OSError) as error:
        raise CannotStart(f"Discord cannot be reached: {error}.") from error
    except discord.HTTPException as error:
        raise CannotStart(f"Discord refused to let the bot in: {error}.") from error
    except discord.ConnectionClosed as error:
        if error.code == BAD_TOKEN:
            raise TokenRefused from error
        raise CannotStart(f"Discord closed the connection for good: {error}.") from error


def _fail(*lines: str, code: int = 1) -> int:
    print(*lines, sep="\n  ", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
