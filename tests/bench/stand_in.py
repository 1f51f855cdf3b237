"""Discord's stand-in in this process, bots in processes of their own, and people who click."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from engine import registry
from hosting.garbage import lessened
from playground.model import Emoji, Message, Person
from playground.server import PlaygroundServer
from playground.world.outcomes import Attempt
from playground.world.posting import post
from playground.world.world import World
from screens.kit.emojis import noted
from settings import ROOT
from tests.cogs.party import environment

ROW, BUTTON = 1, 2
PATIENCE = 240.0
"""Seconds that a start may take on a machine that has much else to do."""


@asynccontextmanager
async def stand_in(channels: int = 0) -> AsyncIterator[PlaygroundServer]:
    """Serve a world with so many more channels, which checks nothing and limits nothing.

    The bot was here before: all its emojis are there. Garbage is looked for as in the bot, since
    for whoever measures it is the bot that stands still here.
    """
    world = World.example()
    world.validation = world.rate_limits = False
    for name in (f"mr_{art}_{at}" for game in registry.load() for art, at in noted(game).items()):
        emoji = Emoji(world.snowflakes.next(), name, b"", "image/png", animated=False)
        world.emojis[emoji.id] = emoji
    for number in range(channels):
        world.add_channel(f"bench-{number}")
    server = PlaygroundServer(world)
    await server.start()
    try:
        async with lessened():
            yield server
    finally:
        await server.close()


@asynccontextmanager
async def bot(server: PlaygroundServer, database: Path) -> AsyncIterator[Process]:
    """Run the bot on a server of its own, its computers without pauses, until the block ends."""
    store = {"DATABASE_URL": f"sqlite:///{database}"}
    async with ours(server, ["bot.py"], store) as process:
        yield process


@asynccontextmanager
async def ours(
    server: PlaygroundServer, command: Sequence[str], more: dict[str, str]
) -> AsyncIterator[Process]:
    """Run the bot by this command, with further settings, until the block ends."""
    told = environment(server, **{"LOG_LEVEL": "WARNING", **more})
    async with _online(server, command, told) as process:
        yield process


@asynccontextmanager
async def bare_bot(server: PlaygroundServer) -> AsyncIterator[Process]:
    """Run the bot that does nothing but edit an embed."""
    addresses = [server.api_base, server.gateway_url, server.world.token]
    async with _online(server, ["-m", "tests.bench.bare_bot", *addresses], {}) as process:
        yield process


@asynccontextmanager
async def _online(
    server: PlaygroundServer, command: Sequence[str], environment: dict[str, str]
) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command),
        cwd=ROOT,
        env={**os.environ, **environment},
        start_new_session=True,
    )
    try:
        await server.world.until(lambda: server.world.bot_online, PATIENCE)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        await server.world.until(lambda: not server.world.bot_online, PATIENCE)


def public_message(world: World, channel: str) -> Message:
    """Return a public message of the bot in a channel, to press things on."""
    return post(world, world.channels[channel], world.bot, {"content": "Table"})


async def press(
    world: World,
    person: Person,
    message: Message,
    custom_id: str,
    values: Sequence[str] | None = None,
) -> Attempt:
    """Press a control, whether the message still has it or not, and wait for the answer."""
    attempt = await _pressed(world, person, message, custom_id, values)
    assert attempt.acknowledged, f"{custom_id} was not answered"
    return attempt


async def opened(world: World, public: Message, custom_id: str, name: str = "Anna") -> Message:
    """Let somebody press a control that opens a panel, and return it once it shows something."""
    attempt = await press(world, world.person(name), public, custom_id)
    panel: Message = await world.until(
        lambda: (shown := attempt.interaction.original) and shown.embeds and shown, 20
    )
    return panel


async def _pressed(
    world: World, person: Person, message: Message, custom_id: str, values: Sequence[str] | None
) -> Attempt:
    """Let the message look as if it had a button of this id: discord.py looks for it there."""
    shown = message.components
    if not any(part["custom_id"] == custom_id for row in shown for part in row["components"]):
        button = {"type": BUTTON, "style": 2, "label": "Old", "custom_id": custom_id, "id": 99}
        forged = [*shown, {"type": ROW, "components": [button], "id": 98}]
        message.components, message.wire = forged, None

        def put_back() -> None:
            if message.components is forged:
                message.components, message.wire = shown, None

        # What the bot is sent is written before the loop goes on.
        asyncio.get_running_loop().call_soon(put_back)
    return await world.forge(person.id, message.id, custom_id, values)
