"""Serve the page, its live feed and what its people do, and the files of messages."""

from __future__ import annotations

import contextlib
import mimetypes
from collections import ChainMap
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aiohttp import WSCloseCode, web

from playground.model import Person
from playground.page.actions import ACTIONS
from playground.page.feed import Feed
from playground.world.sight import NotVisible
from playground.world.wire import dumps, loads
from playground.world.world import World

STATIC = Path(__file__).with_name("static")

Body = dict[str, Any]


class Website:
    """The web page of one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._feeds: set[Feed] = set()
        self._stop = world.subscribe(self._pass_on)

    async def close(self) -> None:
        """End all live feeds and stop listening to the world."""
        self._stop()
        await self.drop()

    async def drop(self) -> None:
        """Break the connections of all open pages."""
        for feed in tuple(self._feeds):
            # The page may be going away at this moment.
            with contextlib.suppress(ConnectionError):
                await feed.socket.close(code=WSCloseCode.GOING_AWAY)

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request that is not the bot's."""
        path = unquote(request.path)
        if path.startswith(("/cdn/attachments/", "/cdn/ephemeral-attachments/")):
            return self._attachment(path)
        if path.startswith("/cdn/emojis/"):
            return self._emoji(path.removeprefix("/cdn/emojis/"))
        if path == "/fonts/emoji.ttf":
            return _font()
        if path.startswith("/app/"):
            return await self._app(request, path)
        return _static(path)

    async def _app(self, request: web.BaseRequest, path: str) -> web.StreamResponse:
        try:
            if path == "/app/live":
                return await self._live(request)
            if path == "/app/world" and request.method == "GET":
                return _json(200, self._about())
            if path == "/app/autocomplete":
                return _json(200, await self._complete(loads(await request.read())))
            act = ACTIONS.get(path)
            if act is None or request.method != "POST":
                return _json(404, {"error": "There is nothing of that name."})
            return _json(*act(self._world, loads(await request.read())))
        except NotVisible as error:
            return _json(409, {"error": f"{error}."})
        except (ValueError, KeyError, TypeError, AttributeError):
            return _json(400, {"error": "The request is incomplete."})

    def _about(self) -> Body:
        world = self._world
        people = [person for person in world.people.values() if not person.bot]
        return {
            "run": world.run,
            "guild": {
                "id": world.guild.id,
                "name": world.guild.name,
                "locale": world.guild.locale,
            },
            "people": [_person(person) for person in people],
            "bot": {"id": world.bot.id, "name": world.bot.name, "color": world.bot.color},
        }

    def _attachment(self, path: str) -> web.Response:
        parts = path.split("/")
        known = ChainMap(self._world.files, self._world.unlinked)
        found = known.get(parts[4]) if len(parts) == 6 else None
        if found is None or found.filename != parts[5]:
            return web.Response(status=404, text="This content is no longer available.")
        headers = {"Cache-Control": "no-store"}
        return web.Response(body=found.data, content_type=found.content_type, headers=headers)

    def _emoji(self, name: str) -> web.Response:
        found = self._world.emojis.get(name.partition(".")[0])
        if found is None:
            return web.Response(status=404, text="There is no such emoji.")
        return web.Response(body=found.data, content_type=found.content_type)

    async def _live(self, request: web.BaseRequest) -> web.StreamResponse:
        person = self._world.people.get(request.query.get("user", ""))
        if person is None or person.bot:
            raise NotVisible("There is no such person")
        socket = web.WebSocketResponse(heartbeat=30.0)
        try:
            await socket.prepare(request)
        except ConnectionResetError:
            return web.Response(status=400)  # the page went away meanwhile
        feed = Feed(self._world, person, socket)
        self._feeds.add(feed)
        try:
            await feed.run()
        finally:
            self._feeds.discard(feed)
        return socket

    async def _complete(self, body: Body) -> Body:
        choices = await self._world.autocomplete(
            body["user"], body["channel_id"], body["name"], body["options"], body["focused"]
        )
        return {"choices": choices}

    def _pass_on(self, kind: str, subject: Any) -> None:
        for feed in self._feeds:
            feed.tell(kind, subject)


def _person(person: Person) -> Body:
    names = ("id", "name", "username", "color", "moderator", "locale")
    return {name: getattr(person, name) for name in names}


def _json(status: int, body: Body) -> web.Response:
    data = dumps(body).encode()
    return web.Response(status=status, body=data, content_type="application/json")


def _font() -> web.Response:
    """Serve the font of emojis, for machines that have none."""
    file = files("manimgx_fonts") / "NotoEmoji[wght].ttf"
    headers = {"Cache-Control": "max-age=86400"}
    return web.Response(body=file.read_bytes(), content_type="font/ttf", headers=headers)


def _static(path: str) -> web.Response:
    """Serve one of the files in the page's folder."""
    name = "index.html" if path == "/" else path.removeprefix("/static/")
    file = next((file for file in STATIC.iterdir() if file.name == name), None)
    if file is None:
        return web.Response(status=404, text="There is nothing here.")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": "no-cache"}
    return web.Response(body=file.read_bytes(), content_type=kind, headers=headers)
