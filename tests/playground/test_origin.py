"""Only the playground's own page and programs of this machine get an answer."""

from __future__ import annotations

from collections.abc import Mapping

import aiohttp
import pytest

from playground import World
from tests.playground.conftest import RawApp

PATHS = ("/", "/static/main.js", "/app/world", "/app/live", "/api/v10/gateway", "/gateway")
FOREIGN: tuple[Mapping[str, str], ...] = (
    {"Origin": "https://example.org"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "null"},
    {"Host": "example.org"},
    {"Host": "example.org:80", "Origin": "http://example.org:80"},
    {"Host": "127.0.0.1.example.org"},
)


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize("path", PATHS)
async def test_foreign_pages_are_refused(
    app: RawApp, path: str, headers: Mapping[str, str]
) -> None:
    async with app.session.get(app.server.url + path, headers=headers) as answer:
        assert answer.status == 403


async def test_foreign_page_does_not_open_the_gateway(app: RawApp) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await app.session.ws_connect(app.server.gateway_url, origin="https://example.org")
    assert refused.value.status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_own_page(app: RawApp, anna: str, name: str) -> None:
    url = f"http://{name}:{app.server.port}"
    headers = {"Host": f"{name}:{app.server.port}", "Origin": url}
    async with app.session.get(app.server.url + "/app/world", headers=headers) as answer:
        assert answer.status == 200
    body = {"user": anna, "channel_id": app.channel, "content": "hello"}
    url = f"{app.server.url}/app/message"
    async with app.session.post(url, json=body, headers=headers) as answer:
        assert answer.status == 201


async def test_each_world_has_a_token_of_its_own() -> None:
    tokens = {World().token for _ in range(3)}
    assert len(tokens) == 3
    assert min(map(len, tokens)) > 20
