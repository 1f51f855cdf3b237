"""A playground with people and a bot for each test; what the bot sends is checked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import discord
import orjson
import pytest
from aiohttp import multipart
from discord.app_commands import CommandTree
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs import chores, server_events, services
from cogs.chores import Chores
from cogs.client import MonsterBot
from cogs.commands import translation
from cogs.gate import answer
from cogs.line.painter import Painter
from cogs.server_events import ServerEvents
from cogs.shown import boards, emojis, panels, private_pages, whispers
from engine import lessons
from engine.meistercoup import round_end
from playground.limits.commands import check_commands
from playground.model import Role
from playground.server import PlaygroundServer
from playground.world import commands
from playground.world.world import World
from screens.kit import emojis as kit_emojis
from screens.kit.encoding import png
from screens.kit.palette import Palette
from screens.page import Picture
from settings import Settings
from tables import host
from tables.lobby import admission
from tables.match import clocks
from tests.cogs import discord_rules
from tests.cogs.ahead import Ahead
from tests.cogs.clicking import server_listener
from tests.cogs.party import Party, running_bot, settings_for, studio, taught
from tests.cogs.stopwatch import within

Tree = CommandTree[Any]
LATE = 8.0
"""Seconds after which an answer is acknowledged first: so many that a busy machine needs no more.
The tests that are about that set their own."""


@pytest.fixture(scope="session", autouse=True)
def translated_once() -> Iterator[None]:
    """Translate the commands, hold them against Discord's limits, and read which emojis there are
    and what the parts of a request are called, once a process: each bot has the same."""
    translated, done = translation._translated, dict[str, str]()
    check, passed = check_commands, set[bytes]()

    async def once(tree: Tree, guild: discord.Object | None) -> list[dict[str, Any]]:
        said = json.dumps([command.to_dict(tree) for command in tree.get_commands(guild=guild)])
        if said not in done:
            done[said] = json.dumps(await translated(tree, guild))
        payload: list[dict[str, Any]] = json.loads(done[said])
        return payload

    def checked(bodies: list[dict[str, Any]]) -> None:
        said = orjson.dumps(bodies)
        if said not in passed:
            check(bodies)
            passed.add(said)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translation, "_translated", once)
        patch.setattr(commands, "check_commands", checked)
        patch.setattr(kit_emojis, "noted", cache(kit_emojis.noted))
        # Where aiohttp makes the same pattern of a thousand letters anew for every value.
        parse = cache(multipart.parse_content_disposition)
        patch.setattr(multipart, "parse_content_disposition", parse)
        yield


@pytest.fixture
def discord_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give discord.py its own addresses back after the test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people open tables one after another; no bot draws twice what another drew, or uploads
    its art meanwhile; a press is answered by what it shows, however busy the machine; who has lost
    Discord identifies again without the library's five seconds."""
    monkeypatch.setattr(admission, "APART", 0.0)
    monkeypatch.setattr(admission, "BRAKE", (0,))
    monkeypatch.setattr(host, "SETTLING", 0.0)
    monkeypatch.setattr(whispers, "SETTLING", 0.0)
    monkeypatch.setattr(answer, "LATE", LATE)
    monkeypatch.setattr(answer, "SOON", LATE)
    monkeypatch.setattr(emojis, "SOON", 3600.0)
    monkeypatch.setattr(server_events, "FIRST", 0.0)
    monkeypatch.setattr(server_events, "SOON", 0.05)
    monkeypatch.setattr(services, "Studio", lambda **kept: studio())
    monkeypatch.setattr(lessons, "load", taught)
    monkeypatch.setattr(discord.Client, "before_identify_hook", _in_turn)


async def _in_turn(client: discord.Client, shard: int | None, *, initial: bool = False) -> None:
    pass


@pytest.fixture
async def server(discord_addresses: None) -> AsyncIterator[PlaygroundServer]:
    """Serve a world, and check whatever a bot sent to it."""
    world = World.example()
    sent: list[discord_rules.Request] = []
    world.on_request = lambda r: sent.append(discord_rules.Request(r.method, r.path, r.body))
    world.desk.ack_seconds = LATE + 2.0
    server = PlaygroundServer(world)
    await server.start()
    yield server
    await server.close()
    assert world.rate_limited == world.desk.repeated == 0
    discord_rules.check(sent)


@pytest.fixture
def brisk(server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let boards and private messages be edited often, and Discord take all of it."""
    for shown in (boards, panels, private_pages):
        monkeypatch.setattr(shown, "APART", 0.05)
    server.world.rate_limits = False


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures be plain: how they look is tested elsewhere."""
    palette = Palette.of("meistercoup")

    def paint(painter: Painter, picture: Picture) -> bytes:
        on = palette.canvas(400, 40)
        on.putpixel((hash(picture.key) % 400, hash(picture.key) // 400 % 40), 1)
        return png(on)

    monkeypatch.setattr(Painter, "_paint", paint)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people vote at once on whom a table without a clock waits for."""
    monkeypatch.setattr(clocks, "SILENCE", 0.0)


@pytest.fixture
def one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a match of Meister Coup be over after its first round."""
    monkeypatch.setattr(round_end, "ROUNDS", 1)


@pytest.fixture
def rounds_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rounds of tournaments be looked at when a bot starts, and else by the tests alone."""
    monkeypatch.setattr(chores, "ROUNDS", 3600.0)


@pytest.fixture(scope="session")
def book() -> list[dict[str, Any]]:
    """The commands, as the first bot of a process has sent them: the others need not."""
    return []


@pytest.fixture
def settings(server: PlaygroundServer, tmp_path: Path) -> Settings:
    """The settings of each bot of a test, one after another."""
    return settings_for(server, str(tmp_path / "tables.db"))


@pytest.fixture
async def bot(
    server: PlaygroundServer,
    brisk: None,
    book: list[dict[str, Any]],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[MonsterBot]:
    """Run a bot whose computers act at once, and whose boards are edited often; it has seen to
    all that a start and a minute see to, so that it ends, forgets and posts nothing of a test's."""
    monkeypatch.setattr(boards, "AGAIN", 0.0)
    looked, look = asyncio.Event(), ServerEvents._begin
    swept, sweep = asyncio.Event(), Chores.sweep
    known, sync = server.world.commands, translation.sync

    async def synced(*asked: Any) -> bool:
        if book:
            known.replace(None, book)
            return True
        sent = await sync(*asked)
        book.extend(map(dict, known.all(None)))  # a test may change those of its own server
        return sent

    async def looks(events: ServerEvents) -> Any:
        works = await look(events)
        looked.set()
        return works

    async def sweeps(chores: Chores) -> None:
        await sweep(chores)
        swept.set()

    with monkeypatch.context() as patch:
        patch.setattr(translation, "sync", synced)
        patch.setattr(ServerEvents, "_begin", looks)
        patch.setattr(Chores, "sweep", sweeps)
        async with running_bot(settings) as bot:
            async with within(60):
                await asyncio.gather(looked.wait(), swept.wait())
                while server_listener(bot)._soon or bot._working:
                    await asyncio.sleep(0.01)
            yield bot


@pytest.fixture
def party(server: PlaygroundServer, bot: MonsterBot) -> Party:
    """Gather the people in the first channel."""
    return Party(server.world, bot=bot)


@pytest.fixture
def role(server: PlaygroundServer) -> Role:
    """The role that may be mentioned."""
    [role] = server.world.guild.roles.values()
    return role


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    """A wall clock that can be put ahead of a running bot."""
    return Ahead(monkeypatch)
