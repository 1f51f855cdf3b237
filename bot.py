"""Starts the bot on Discord or in the playground, or does the store's upkeep."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack

from pydantic import SecretStr, ValidationError

from cogs.commands.translation import UnknownServer
from engine.seeds import SeedsError
from hosting import arguments, doctor, leaving, logs, upkeep
from hosting.service import CannotStart, serve
from screens.texts import TextsError
from settings import Settings, faults, misspelt
from storage.errors import StoreError

NO_TOKEN = 2
"""The exit code of a bot that is to serve Discord and has no token."""


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
        if said.command == "doctor":
            return 0 if asyncio.run(doctor.say(settings, said.update)) else 1
        if said.command:
            print(asyncio.run(upkeep.carry_out(said, settings.store_url)))
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
    leaving.listen(stop)
    async with AsyncExitStack() as stack:
        playground = said.playground or settings.discord_token is None
        if playground:
            settings = await _playground(stack, settings, said.port)
        await serve(settings, stop, inviting=not playground)


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


def _fail(*lines: str, code: int = 1) -> int:
    print(*lines, sep="\n  ", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
