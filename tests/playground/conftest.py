"""Give the playground's tests a served world, a raw application and a discord.py bot."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp
import discord
import pytest
import yarl

from playground import Attempt, PlaygroundServer, World
from playground.world.interactions import Interaction
from tests.playground.bot import Bot, running

JSON = dict[str, Any]
Answer = tuple[int, Any]
"""Status and JSON of an answer."""


def row(*components: JSON) -> JSON:
    """Return an action row."""
    return {"type": 1, "components": list(components)}


def button(custom_id: str, **more: Any) -> JSON:
    """Return a button."""
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id} | more


def select(custom_id: str, values: str = "abc", **more: Any) -> JSON:
    """Return a select of one-letter options."""
    options = [{"label": value.upper(), "value": value} for value in values]
    return {"type": 3, "custom_id": custom_id, "options": options} | more


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class RawApp:
    """An application that sends exactly what a test says, without a library between."""

    def __init__(self, server: PlaygroundServer, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.world = server.world
        self.session = session
        self.headers = {"Authorization": f"Bot {self.world.token}"}
        self.opened: list[tuple[Interaction, JSON]] = []
        self.last: Mapping[str, str] = {}
        """The headers of the latest answer."""
        self.world.subscribe(self._note)

    def _note(self, kind: str, subject: Any) -> None:
        if kind == "interaction_create":
            self.opened.append(subject)

    async def __call__(self, method: str, path: str, body: Any = None, **files: bytes) -> Answer:
        """Send a request and return status and JSON of the answer."""
        data: Any = None if body is None else json.dumps(body)
        headers = self.headers | {"Content-Type": "application/json"}
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=f"{name}.png")
            headers = self.headers
        url = self.server.api_base + path
        async with self.session.request(method, url, data=data, headers=headers) as answer:
            self.last = answer.headers
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def register(self, *commands: JSON) -> list[JSON]:
        """Set the global commands, which must be accepted."""
        path = f"/applications/{self.world.application_id}/commands"
        status, registered = await self("PUT", path, list(commands))
        assert status == 200, registered
        return list(registered)

    async def panel(self) -> str:
        """Post a message with a button "go" and return its id."""
        message = await self.post({"content": "panel", "components": [row(button("go"))]})
        return str(message["id"])

    @property
    def channel(self) -> str:
        """The id of the first channel."""
        return self.world.channel("spieltisch").id

    async def post(self, body: JSON, **files: bytes) -> JSON:
        """Post a message that must be accepted."""
        status, message = await self("POST", f"/channels/{self.channel}/messages", body, **files)
        assert status == 200, message
        return dict(message)

    async def opens(self, attempt: Any) -> tuple[asyncio.Task[Attempt], JSON]:
        """Start what a person does and return its task and the interaction the bot gets."""
        known = len(self.opened)
        task = asyncio.create_task(attempt)
        await self.world.until(lambda: len(self.opened) > known or task.done())
        if task.done():
            task.result()
        return task, self.opened[-1][1]

    async def respond(
        self, event: JSON, kind: int, data: JSON | None = None, **files: bytes
    ) -> Answer:
        """Give an interaction a response."""
        path = f"/interactions/{event['id']}/{event['token']}/callback?with_response=1"
        return await self("POST", path, {"type": kind, "data": data}, **files)

    def webhook(self, event: JSON, message: str = "") -> str:
        """Return the path of an interaction's follow-ups or of one of its messages."""
        path = f"/webhooks/{self.world.application_id}/{event['token']}"
        return f"{path}/messages/{message}" if message else path


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until it is moved."""
    return Clock()


@pytest.fixture
async def world() -> World:
    """The example world."""
    return World.example()


@pytest.fixture
async def server(world: World) -> AsyncIterator[PlaygroundServer]:
    """A server of the world on a free port."""
    server = PlaygroundServer(world)
    await server.start()
    yield server
    await server.close()


@pytest.fixture
async def app(server: PlaygroundServer) -> AsyncIterator[RawApp]:
    """A raw application."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(10)) as session:
        yield RawApp(server, session)


@pytest.fixture
def pointed(server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point discord.py to the server."""
    monkeypatch.setattr(discord.http.Route, "BASE", server.api_base)
    gateway = yarl.URL(server.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)


@pytest.fixture
async def bot(world: World, pointed: None) -> AsyncIterator[Bot]:
    """A ready discord.py bot; a busy machine gives it time to answer."""
    world.desk.ack_seconds = 30.0
    async with running(world) as bot:
        yield bot


@pytest.fixture
def anna(world: World) -> str:
    """Anna's id."""
    return world.person("Anna").id


@pytest.fixture
def ben(world: World) -> str:
    """Ben's id."""
    return world.person("Ben").id


@pytest.fixture
def channel(world: World) -> str:
    """The id of the first channel."""
    return world.channel("spieltisch").id
