"""Forms go out in one piece where they are small, and arrive whole in any case."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import BaseTestServer, TestServer

from cogs.client import MonsterBot
from cogs.line.uploads import LARGE, Uploads
from tests.cogs.clicking import start
from tests.cogs.party import Party


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
