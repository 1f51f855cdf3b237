"""Starts the bot on Discord or in the playground, or does the store's upkeep."""

from __future__ import annotations

import os
import signal

if os.getpid() == 1:
    # The first process of a container hears nothing of what it does not listen to, and what follows
    # takes a while to load. The code is that of others which end so.
    signal.signal(signal.SIGTERM, lambda number, _: os._exit(128 + number))

import argparse
import asyncio
import io
import sys
import tempfile
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from pydantic import SecretStr, ValidationError

from hosting import arguments, leaving, logs, upkeep
from hosting.cores import cores
from hosting.later import PAINTING, SELDOM, later
from settings import FILE, Settings, faults, misspelt
from storage.errors import StoreError

if TYPE_CHECKING:
    from playground.world.clock import Clock

NO_TOKEN = 2
"""The exit code of a bot that is to serve Discord and has no token."""

BROKEN_OFF = 128 + signal.SIGINT
"""That of an order that was broken off, as shells have it."""

UNHEARD = 128 + 13
"""That of an order whose reader has gone, as shells have it: SIGPIPE."""


def main() -> int:
    """Run the bot until it is stopped; return the process's exit code."""
    said = arguments.parse()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr; not every host's is UTF-8
    try:
        settings = Settings()
    except ValidationError as error:
        return _fail("A setting cannot be used:", *faults(error))
    except OSError as error:
        return _fail(f"The file {FILE} cannot be read ({error.strerror}).")
    except UnicodeError:
        return _fail(f"The file {FILE} cannot be read (it is no UTF-8 text).")
    try:
        for name, meant in misspelt().items():
            print(f"There is no setting {name}. Is {meant} meant?", file=sys.stderr)
        token = settings.discord_token
        if said.serve and token is None:
            return _fail("DISCORD_TOKEN is not set: there is no bot to serve.", code=NO_TOKEN)
        logs.start(settings.log_level, [token.get_secret_value()] if token else [], sys.stdout)
        if said.command in (None, "doctor"):
            return _with_the_bot(settings, said)
        print(
            asyncio.run(leaving.broken_off(upkeep.carry_out(said, settings.store_url))), flush=True
        )
    except BrokenPipeError:
        # What is left to say would fail once more as Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNHEARD
    except StoreError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, asyncio.CancelledError):
        if said.command:
            return _fail("It was broken off.", code=BROKEN_OFF)
    return 0


def _with_the_bot(settings: Settings, said: argparse.Namespace) -> int:
    """Do what needs Discord's library and the games; return the process's exit code.

    They are loaded here, as that takes a second, which the store's upkeep does without.
    """
    later(SELDOM)
    if cores() > 1:
        later(PAINTING)  # another process paints
    from cogs.commands.translation import UnknownServer
    from engine.seeds import SeedsError
    from hosting import doctor
    from hosting.service import CannotStart
    from screens.texts import TextsError

    try:
        if said.command == "doctor":
            good = asyncio.run(leaving.broken_off(doctor.say(settings, said.update)))
            return 0 if good else 1
        asyncio.run(_run(settings, said))
    except SeedsError as error:
        return _fail("What is in the games' boxes cannot be read:", *error.faults)
    except CannotStart as error:
        return _fail(str(error), code=error.code)
    except (TextsError, UnknownServer) as error:
        return _fail(str(error))
    return 0


async def _run(settings: Settings, said: argparse.Namespace) -> None:
    from hosting.service import CannotStart, serve

    try:
        tempfile.gettempdir()
    except OSError as error:
        raise CannotStart(f"{error.strerror}: TMPDIR may name one.") from error
    stop = asyncio.Event()
    leaving.listen(stop)
    async with AsyncExitStack() as stack:
        if not said.playground and settings.discord_token is not None:
            await serve(settings, stop)
            return
        settings, clock = await _playground(stack, settings, said.port)
        await serve(settings, stop, inviting=False, watch=clock.follow)


async def _playground(
    stack: AsyncExitStack, settings: Settings, port: int
) -> tuple[Settings, Clock]:
    """Start the playground until the stack closes; return the settings that point at it, and the
    clock by which this process goes meanwhile."""
    from hosting.service import CannotStart
    from playground.server import PlaygroundServer
    from playground.world.clock import Clock
    from playground.world.world import World

    clock = Clock()
    stack.enter_context(clock.shared())
    world = World.example(clock=clock)
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
    pointed = settings.model_copy(
        update={
            "discord_token": SecretStr(world.token),
            "discord_api_base": server.api_base,
            "discord_gateway_url": server.gateway_url,
            # The playground forgets everything when it stops, so its tables go with it.
            "database_url": f"sqlite:///{folder}/playground.db",
            # What is the host's own stays theirs: backups would push out those of the real tables.
            "backups": None,
            "port": None,
            "metrics_address": None,
            "shard_count": 1,
            "shard_ids": None,
            "dev_guild_id": None,
        }
    )
    return pointed, clock


def _fail(*lines: str, code: int = 1) -> int:
    print(*lines, sep="\n  ", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
