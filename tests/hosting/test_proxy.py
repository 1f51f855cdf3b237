"""The bot behind a proxy that keeps Discord's rate limits for it, as docs/scale.md says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from multidict import CIMultiDict
from yarl import URL

from playground.server import PlaygroundServer
from tests.born import Nursery
from tests.cogs.party import Party, moves, verbs
from tests.cogs.test_restart import bot_process, my_turn

HOP = {"host", "transfer-encoding", "connection", "content-length", "content-encoding"}
"""Headers that are of one connection."""


class Proxy:
    """Hands on what the bot asks; while Discord is slow it answers edits by itself."""

    def __init__(self, server: PlaygroundServer, session: ClientSession) -> None:
        self._to, self._session = URL(server.api_base).origin(), session
        self.slow = False
        self.passed, self.timed_out = 0, 0

    async def handle(self, request: web.Request) -> web.Response:
        """Answer a request with what Discord answers to it, or 408."""
        body = await request.read()
        if self.slow and request.method == "PATCH" and "/channels/" in request.path:
            self.timed_out += 1
            return web.Response(status=408)
        headers = _handed_on(request.headers)
        url = self._to.join(request.rel_url)
        asked = self._session.request(request.method, url, headers=headers, data=body)
        async with asked as answer:
            self.passed += 1
            told = _handed_on(answer.headers)
            return web.Response(status=answer.status, headers=told, body=await answer.read())


def _handed_on(headers: Mapping[str, str]) -> CIMultiDict[str]:
    return CIMultiDict((name, told) for name, told in headers.items() if name.lower() not in HOP)


@pytest.fixture
async def proxy(server: PlaygroundServer) -> AsyncIterator[tuple[Proxy, str]]:
    """Run a proxy; return it with its address for DISCORD_API_BASE."""
    async with ClientSession(auto_decompress=False) as session:
        made = Proxy(server, session)
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", "/{path:.*}", made.handle)
        async with TestServer(app) as running:
            yield made, str(running.make_url("/api/v10"))


async def test_a_table_behind_a_proxy(
    nursery: Nursery, server: PlaygroundServer, proxy: tuple[Proxy, str], tmp_path: Path
) -> None:
    (between, address), party = proxy, Party(server.world)
    told = {"DISCORD_API_BASE": address, "REQUESTS_A_SECOND": "200"}
    async with bot_process(nursery, server, tmp_path / "tables.db", **told):
        await party.open("meistercoup", computers=2)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        buttons, before = await my_turn(party, "Anna"), party.board()
        between.slow = True
        panel = party.panel("Anna")
        pressed = await server.world.press(server.world.person("Anna").id, panel["id"], buttons[0])
        assert pressed.acknowledged and not pressed.failed
        await party.until(lambda: {*moves(party.panel("Anna"))} - {*buttons}, 20)
        await party.until(lambda: between.timed_out)
        assert party.board() == before
        between.slow = False
        await party.until(lambda: party.board() != before, 20)
    assert between.passed > 10
