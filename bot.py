"""Starts the bot: settings, games, store, then Discord, or the playground without a token."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import discord
from pydantic import SecretStr, ValidationError

from cogs.client import MonsterBot, point_at
from cogs.translation import UnknownServer
from engine import registry
from engine.seeds import SeedsError
from screens import screen as screens
from screens.texts import Catalogue, TextsError
from settings import ROOT, Settings
from storage.errors import StoreError
from storage.url import open_store

PORT = 8080


class CannotStart(Exception):
    """Why the bot cannot start, in a sentence for its owner."""


def main() -> int:
    """Run the bot until it is stopped; return the process's exit code."""
    arguments = _arguments()
    try:
        settings = Settings()
        logging.basicConfig(
            level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
        )
        asyncio.run(_run(settings, arguments))
    except ValidationError as error:
        faults = (f"{'.'.join(map(str, e['loc'])).upper()}: {e['msg']}" for e in error.errors())
        return _fail("A setting cannot be used.", *faults)
    except SeedsError as error:
        return _fail("What is in the games' boxes cannot be read:", *error.faults)
    except (CannotStart, StoreError, TextsError, UnknownServer) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        pass
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Board and card games around monsters on Discord")
    parser.add_argument(
        "--playground", action="store_true", help="run in the playground even with a token"
    )
    parser.add_argument("--port", type=_port, default=PORT, help="the playground's port")
    return parser.parse_args()


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError(text)
    return number


async def _run(settings: Settings, arguments: argparse.Namespace) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with AsyncExitStack() as stack:
        if arguments.playground or settings.discord_token is None:
            settings = await _playground(stack, settings, arguments.port)
        await _serve(settings, stop)


async def _playground(stack: AsyncExitStack, settings: Settings, port: int) -> Settings:
    """Start the playground until the stack closes; return the settings that point at it."""
    from playground.server import PlaygroundServer
    from playground.world import World

    world = World.example()
    server = PlaygroundServer(world, port)
    try:
        await server.start()
    except OSError as error:
        raise CannotStart(
            f"Port {port} cannot be used ({error.strerror}). Choose another one with --port."
        ) from error
    stack.push_async_callback(server.close)
    print(f"Playground: {server.url}  (stop with Ctrl+C)", flush=True)
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    return settings.model_copy(
        update={
            "discord_token": SecretStr(world.token),
            "discord_api_base": server.api_base,
            "discord_gateway_url": server.gateway_url,
            # The playground forgets everything when it stops, so its tables go with it.
            "database_url": f"sqlite:///{folder}/playground.db",
        }
    )


async def _serve(settings: Settings, stop: asyncio.Event) -> None:
    games = registry.load()
    catalogue, looks = Catalogue(), screens.load(games)
    default = f"sqlite:///{Path(ROOT, 'monsterrunde.db')}"
    store = await open_store(settings.database_url or default)
    try:
        point_at(settings)
        async with MonsterBot(settings, store, games, looks, catalogue) as bot:
            assert settings.discord_token is not None
            running = asyncio.create_task(_connect(bot, settings.discord_token))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            await bot.close()
            stopping.cancel()
            await running
    finally:
        await store.close()


async def _connect(bot: MonsterBot, token: SecretStr) -> None:
    try:
        await bot.start(token.get_secret_value())
    except discord.LoginFailure as error:
        raise CannotStart(
            "Discord does not know the token in DISCORD_TOKEN; it may have been revoked."
        ) from error
    except (aiohttp.ClientError, discord.GatewayNotFound, OSError) as error:
        raise CannotStart(f"Discord cannot be reached: {error}.") from error
    except discord.HTTPException as error:
        raise CannotStart(f"Discord refused to let the bot in: {error}.") from error
    except discord.ConnectionClosed as error:
        raise CannotStart(f"Discord closed the connection for good: {error}.") from error


def _fail(*lines: str) -> int:
    print(*lines, sep="\n  ", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
