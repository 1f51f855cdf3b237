"""Who may still speak, and who has answered: what a process finds out before it sends anything."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import BaseTestServer, TestServer

from cogs.line import voice
from cogs.line.voice import Voice
from storage.errors import Away, LeaseLost, Lost, StoreError
from tests.cogs.stopwatch import within

MESSAGE, ANSWER = "/api/v10/channels/5/messages", "/api/v10/interactions/7/token/callback"


class Leases:
    """A lease of which the store tells what it is to tell."""

    def __init__(self) -> None:
        self.doubtful, self.tells = False, list[StoreError | None]()
        self.asked = self.lost = 0
        self.slow = False

    async def demand(self) -> None:
        self.asked += 1
        if self.slow:
            await asyncio.Event().wait()
        if self.tells and (error := self.tells.pop(0)):
            raise error
        self.doubtful = False

    def lose(self) -> None:
        self.lost += 1


class Client:
    """A client whose voice is tried, and what it has sent."""

    def __init__(self, server: BaseTestServer, leases: Any) -> None:
        self.trace, self._server = aiohttp.TraceConfig(), server
        self.voice = Voice(leases, self.trace)

    async def send(self, path: str) -> int:
        async with (
            aiohttp.ClientSession(trace_configs=[self.trace]) as session,
            session.post(self._server.make_url(path)) as answer,
        ):
            return answer.status


@pytest.fixture
def leases() -> Leases:
    return Leases()


@pytest.fixture
def sent() -> list[str]:
    return []


@pytest.fixture
async def client(leases: Leases, sent: list[str]) -> Any:
    async def take(request: web.Request) -> web.Response:
        sent.append(request.path)
        if "broken" in request.query:
            assert request.transport is not None
            request.transport.abort()
        return web.Response(status=int(request.query.get("status", 200)))

    app = web.Application()
    app.router.add_post("/{path:.*}", take)
    async with TestServer(app) as server:
        yield Client(server, leases)


async def test_where_nothing_is_doubtful_nobody_is_asked(client: Client, leases: Leases) -> None:
    assert await client.send(MESSAGE) == 200
    await client.voice.sure(0.0)
    assert leases.asked == 0


async def test_it_is_found_out_before_anything_is_sent(
    client: Client, leases: Leases, sent: list[str]
) -> None:
    leases.doubtful = True
    await client.send(MESSAGE)
    assert leases.asked == 1 and not leases.doubtful and len(sent) == 1
    leases.doubtful, leases.tells = True, [LeaseLost()]
    with pytest.raises(LeaseLost):
        await client.send(MESSAGE)
    assert len(sent) == 1


@pytest.mark.parametrize("error", [Away("It is away."), Lost("It is gone.")])
async def test_where_the_store_does_not_tell_it_is_sent(
    client: Client, leases: Leases, sent: list[str], error: StoreError
) -> None:
    leases.doubtful, leases.tells = True, [error]
    await client.send(MESSAGE)
    assert leases.asked == len(sent) == 1


async def test_a_store_that_does_not_answer_is_not_waited_for_forever(
    client: Client, leases: Leases, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice, "ASKING", 0.05)
    leases.doubtful = leases.slow = True
    async with within(5):
        await client.send(MESSAGE)
        await client.voice.sure(0.05)
        await client.voice.sure(-1.0)
        leases.slow, leases.tells = False, [Away("It is away.")] * 9
        await client.voice.sure(0.05)
    assert len(sent) == 1 and leases.asked == 4, "it is not asked without a pause"


async def test_a_first_answer_asks_by_itself_for_as_long_as_there_is_time(
    client: Client, leases: Leases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice, "LOOK", 0.01)
    leases.doubtful = True
    await client.send(ANSWER)
    assert leases.asked == 0
    leases.tells = [Away("It is away."), Away("It is away."), None]
    async with within(5):
        await client.voice.sure(60.0)
    assert leases.asked == 3
    leases.doubtful, leases.tells = True, [Away("It is away."), LeaseLost()]
    with pytest.raises(LeaseLost):
        await client.voice.sure(60.0)


@pytest.mark.parametrize(
    ("tries", "own"),
    [
        ([], False),
        ([ANSWER], False),
        ([f"{ANSWER}?status=429"], False),
        ([f"{MESSAGE}?status=500"], False),
        ([ANSWER.replace("7", "8") + "?status=500"], False),
        ([f"{ANSWER}?status=500"], True),
        ([f"{ANSWER}?status=599", ANSWER], True),
        ([f"{ANSWER}?status=408"], True),
        ([f"{ANSWER}?broken"], True),
    ],
)
@pytest.mark.parametrize("doubtful", [False, True])
async def test_whose_answer_it_is_follows_from_tries_that_broke(
    client: Client, leases: Leases, tries: list[str], own: bool, doubtful: bool
) -> None:
    for path in tries:
        try:
            await client.send(path)
        except aiohttp.ServerDisconnectedError:
            assert "broken" in path
    leases.doubtful = doubtful
    assert client.voice.owns(7) == (own or not doubtful)
    assert leases.lost == (doubtful and not own)
