"""Each fault does what it says to the requests meant, and to no other."""

from __future__ import annotations

import asyncio
import time
from urllib.parse import urlsplit

import aiohttp
import pytest

from playground import PlaygroundServer, Stage, World
from tests.playground.bot import Bot
from tests.playground.conftest import RawApp

POST = r"^/channels/\d+/messages$"


def contents(world: World) -> list[str]:
    """Return what stands in the first channel."""
    return [item.content for item in world.channel("spieltisch").messages.values()]


async def post(app: RawApp, text: str) -> int:
    """Post a message and return the status."""
    return (await app("POST", f"/channels/{app.channel}/messages", {"content": text}))[0]


async def test_nth_request_fails(app: RawApp, world: World) -> None:
    fault = app.server.faults.fail("POST", POST, 502, nth=2, times=2)
    assert [await post(app, text) for text in "abcd"] == [200, 502, 502, 200]
    assert contents(world) == ["a", "d"]
    assert fault.struck == 2


async def test_other_methods_and_paths_pass(app: RawApp) -> None:
    with app.server.faults.fail("PATCH", POST, times=None), app.server.faults.fail("*", "/users"):
        assert await post(app, "a") == 200
        assert (await app("GET", "/users/@me"))[0] == 500
        assert (await app("GET", "/users/@me"))[0] == 200


async def test_fault_ends_with_its_block(app: RawApp) -> None:
    with app.server.faults.fail("POST", POST, times=None):
        assert await post(app, "a") == 500
    assert await post(app, "b") == 200


@pytest.mark.parametrize("everywhere", [False, True])
async def test_limit(app: RawApp, world: World, everywhere: bool) -> None:
    app.server.faults.limit("POST", POST, 7.5, everywhere=everywhere)
    status, body = await app("POST", f"/channels/{app.channel}/messages", {"content": "x"})
    assert (status, body["retry_after"], body["global"]) == (429, 7.5, everywhere)
    assert world.rate_limited == 0, "it is the test's doing, not the bot's"


@pytest.mark.parametrize(
    ("stage", "applied"),
    [(Stage.RECEIVED, False), (Stage.APPLIED, True), (Stage.HALF_ANSWERED, True)],
)
async def test_cut(app: RawApp, world: World, stage: Stage, applied: bool) -> None:
    fault = app.server.faults.cut("POST", POST, stage=stage)
    with pytest.raises(aiohttp.ClientError):
        await post(app, "cut")
    assert fault.struck == 1
    assert contents(world) == (["cut"] if applied else [])
    assert await post(app, "next") == 200


async def test_delay(app: RawApp) -> None:
    app.server.faults.delay("POST", POST, 0.2)
    begun = time.perf_counter()
    assert await post(app, "late") == 200
    assert time.perf_counter() - begun > 0.19


@pytest.mark.parametrize(("stage", "shown"), [(Stage.RECEIVED, []), (Stage.APPLIED, ["held"])])
async def test_hold_and_release(app: RawApp, world: World, stage: Stage, shown: list[str]) -> None:
    fault = app.server.faults.hold("POST", POST, stage=stage)
    posting = asyncio.create_task(post(app, "held"))
    await fault.reached()
    assert contents(world) == shown
    assert await post(app, "passes") == 200
    fault.release()
    assert await asyncio.wait_for(posting, 10) == 200
    assert "held" in contents(world)


async def test_closing_server_lets_go(app: RawApp, server: PlaygroundServer) -> None:
    fault = server.faults.hold("POST", POST)
    posting = asyncio.create_task(post(app, "held"))
    await fault.reached()
    async with asyncio.timeout(5):
        await server.close()
        await asyncio.gather(posting, return_exceptions=True)


async def test_reached_has_an_end(app: RawApp) -> None:
    with pytest.raises(TimeoutError):
        await app.server.faults.fail("POST", POST).reached(timeout=0.05)


@pytest.mark.expects_log("rate limited")
async def test_library_tries_again(bot: Bot, server: PlaygroundServer, channel: str) -> None:
    server.faults.limit("POST", POST, 0.05)
    assert (await asyncio.wait_for(bot.place(channel).send("again"), 5)).content == "again"


@pytest.mark.expects_log("Attempting a reconnect")
async def test_gateway_is_away_for_a_while(
    bot: Bot, world: World, server: PlaygroundServer, anna: str, channel: str
) -> None:
    with server.faults.gateway_away():
        await server.faults.drop_gateway()
        world.say(anna, channel, f"missed? <@{world.bot.id}>")
        await asyncio.sleep(0.1)
        assert not world.bot_online
    await world.until(lambda: bot.heard)
    assert (bot.resumed, bot.heard[0].content[:6]) == (1, "missed")


async def test_asked_to_reconnect(bot: Bot, world: World, server: PlaygroundServer) -> None:
    server.faults.ask_to_reconnect()
    await world.until(lambda: not world.bot_online, 5)
    await world.until(lambda: world.bot_online, 10)


async def test_resume_is_refused(
    bot: Bot, world: World, server: PlaygroundServer, anna: str, channel: str
) -> None:

    await server.faults.drop_gateway(resumable=False)
    await world.until(lambda: world.bot_online, 15)
    click = await world.command(anna, channel, "play", {"game": "first"})
    assert click.acknowledged
    assert bot.resumed == 0


async def test_a_bot_that_goes_in_the_middle_of_a_request_is_no_error(
    app: RawApp, world: World
) -> None:
    head = (
        "POST /api/v10/channels/1/messages HTTP/1.1\r\nHost: {host}:{port}\r\n"
        f"Authorization: Bot {world.token}\r\nContent-Length: 5000\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\n\r\n"
        '--x\r\nContent-Disposition: form-data; name="files[0]"\r\n\r\nhalf a file'
    )
    there = urlsplit(app.server.url)
    before = len(world.requests)
    _, writer = await asyncio.open_connection(there.hostname, there.port)
    writer.write(head.format(host=there.hostname, port=there.port).encode())
    await writer.drain()
    await asyncio.sleep(0.1)
    writer.transport.abort()
    await asyncio.sleep(0.1)
    assert len(world.requests) == before
