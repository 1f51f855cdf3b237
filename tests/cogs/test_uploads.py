"""Forms go out in one piece where they are small, and arrive whole in any case."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import BaseTestServer, TestServer

from cogs.client import MonsterBot
from cogs.line import uploads
from cogs.line.unreachable import unreachable
from cogs.line.uploads import LARGE, PROBES, Uploads
from tests.cogs.clicking import start
from tests.cogs.party import Party
from tests.cogs.stopwatch import within


class Post:
    """Uploads pictures, and counts in how many pieces."""

    def __init__(self, server: BaseTestServer) -> None:
        self._server, self.pieces = server, 0

    async def send(self, pictures: list[bytes]) -> Any:
        """Return the parts that the server got, by their names."""
        trace = aiohttp.TraceConfig()
        trace.on_request_chunk_sent.append(self._sent)
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", '{"content": "ä"}', content_type="application/json")
        for number, data in enumerate(pictures):
            name = f"files[{number}]"
            form.add_field(name, io.BytesIO(data), filename="a.png", content_type="image/png")
        async with (
            aiohttp.ClientSession(connector=Uploads(), trace_configs=[trace]) as session,
            session.post(self._server.make_url("/"), data=form) as answer,
        ):
            return await answer.json()

    async def _sent(self, *_: object) -> None:
        self.pieces += 1


@pytest.fixture(name="post")
async def _post() -> AsyncIterator[Post]:
    async def parts(request: web.Request) -> web.Response:
        found = {}
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            kind = part.headers["Content-Type"]
            found[part.name] = [part.filename, kind, (await part.read()).decode("latin1")]
        return web.json_response(found)

    app = web.Application()
    app.router.add_post("/", parts)
    async with TestServer(app) as server:
        yield Post(server)


@pytest.mark.parametrize(("size", "whole"), [(20_000, True), (LARGE, False)])
async def test_a_form_arrives_as_it_was(post: Post, size: int, whole: bool) -> None:
    pictures = [bytes(range(256)) * (size // 256), b"\r\n--", b""]
    parts = await post.send(pictures)
    said = ['{"content": "ä"}'.encode().decode("latin1")]
    assert parts == {
        "payload_json": [None, "application/json", *said],
        **{
            f"files[{number}]": ["a.png", "image/png", data.decode("latin1")]
            for number, data in enumerate(pictures)
        },
    }
    assert (post.pieces == 1) == whole


async def test_a_request_that_nobody_answers_breaks_and_a_gateway_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A press waits for the one before it on the same panel: for no longer than that."""

    async def hang(request: web.Request) -> web.Response:
        await asyncio.sleep(60)
        raise AssertionError

    async def gateway(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await asyncio.sleep(0.4)
        await socket.send_str("still there")
        return socket

    monkeypatch.setattr(uploads, "PATIENCE", 0.2)
    app = web.Application()
    app.router.add_get("/hang", hang)
    app.router.add_get("/gateway", gateway)
    async with TestServer(app) as server, aiohttp.ClientSession(connector=Uploads()) as session:
        async with within(1):
            with pytest.raises(aiohttp.ServerDisconnectedError) as broken:
                await session.get(server.make_url("/hang"))
        assert unreachable(broken.value)
        async with session.ws_connect(server.make_url("/gateway")) as told:
            assert (await told.receive()).data == "still there"


async def test_an_answered_request_leaves_its_connection_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def peer(request: web.Request) -> web.Response:
        assert request.transport is not None
        return web.json_response(request.transport.get_extra_info("peername"))

    monkeypatch.setattr(uploads, "PATIENCE", 0.1)
    app = web.Application()
    app.router.add_get("/", peer)
    ends = []
    async with TestServer(app) as server, aiohttp.ClientSession(connector=Uploads()) as session:
        for _ in range(2):
            async with session.get(server.make_url("/")) as answer:
                ends.append(await answer.json())
            await asyncio.sleep(0.2)
    assert ends[0] == ends[1]


async def test_a_connection_whose_other_end_is_gone_is_noticed() -> None:
    async def begun(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        await asyncio.sleep(60)
        return answer

    app = web.Application()
    app.router.add_get("/", begun)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(connector=Uploads()) as session,
        session.get(server.make_url("/")) as answer,
    ):
        assert answer.connection is not None and answer.connection.transport is not None
        end = answer.connection.transport.get_extra_info("socket")
        assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        for name, value in PROBES.items():
            if hasattr(socket, name):
                assert end.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) == value
    assert PROBES["TCP_USER_TIMEOUT"] == 10_000, "milliseconds"


async def test_the_bot_s_pictures_go_out_so(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write(*_: object) -> None:
        raise AssertionError("part by part")

    monkeypatch.setattr(aiohttp.MultipartWriter, "write", write)
    await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    panel = await party.seat("Ben")
    assert panel["embeds"][0]["image"]["url"]
