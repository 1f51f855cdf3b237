"""The gateway's rules: who is let in, what is told, and what a resume replays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from playground import World
from tests.playground.conftest import RawApp

GUILDS_AND_MESSAGES = 513


class Line:
    """A raw gateway connection."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def read(self) -> dict[str, Any]:
        return dict(await self.socket.receive_json(timeout=10))

    async def identify(self, token: str, intents: int = GUILDS_AND_MESSAGES) -> None:
        await self.send(2, {"token": token, "intents": intents, "properties": {}})

    async def closed(self) -> int:
        """Wait for the end and return its code."""
        while not self.socket.closed:
            await self.socket.receive(timeout=10)
        return int(self.socket.close_code)


@asynccontextmanager
async def line(app: RawApp) -> AsyncIterator[Line]:
    """Connect and take the greeting."""
    async with app.session.ws_connect(app.server.gateway_url + "?v=10&encoding=json") as socket:
        greeted = Line(socket)
        hello = await greeted.read()
        assert hello["op"] == 10
        assert hello["d"]["heartbeat_interval"] > 1000
        yield greeted


async def test_ready_and_server(app: RawApp, world: World) -> None:
    async with line(app) as bot:
        await bot.identify(world.token)
        ready, server = await bot.read(), await bot.read()
        assert (ready["t"], ready["s"]) == ("READY", 1)
        assert ready["d"]["guilds"] == [{"id": world.guild_id, "unavailable": True}]
        assert ready["d"]["resume_gateway_url"] == app.server.gateway_url
        assert server["t"] == "GUILD_CREATE"
        assert len(server["d"]["channels"]) == 3
        assert [each["user"]["id"] for each in server["d"]["members"]] == [world.bot.id]
        assert world.bot_online
        await bot.send(1, 2)
        assert (await bot.read())["op"] == 11


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (2, {"intents": 1 << 15}, 4014),
        (2, {"intents": 1 << 40}, 4013),
        (2, {"intents": 1, "shard": [2, 2]}, 4010),
        (2, {"intents": 1, "shard": [0, 0]}, 4010),
        (2, {"intents": 1, "shard": [0]}, 4010),
        (2, {"intents": 1, "shard": "first"}, 4010),
        (6, {"token": "wrong"}, 4004),
        (8, {}, 4003),
        (99, {}, 4003),
    ],
)
async def test_refused(app: RawApp, world: World, op: int, data: Any, code: int) -> None:
    async with line(app) as bot:
        await bot.send(op, {"token": world.token, **data})
        assert await bot.closed() == code


async def test_refused_later(app: RawApp, world: World) -> None:
    async with line(app) as bot:
        await bot.identify(world.token)
        await bot.identify(world.token)
        assert await bot.closed() == 4005
    async with line(app) as bot:
        await bot.socket.send_str("no json")
        assert await bot.closed() == 4002
    async with line(app) as bot:
        await bot.socket.send_str("[" * 100_000)
        assert await bot.closed() == 4002


async def test_intents_choose_the_events(app: RawApp, world: World, anna: str) -> None:
    async with line(app) as bot:
        await bot.identify(world.token, 1)
        await bot.read(), await bot.read()
        world.say(anna, app.channel, "unheard")
        await app("POST", f"/channels/{app.channel}/threads", {"name": "t", "type": 11})
        assert (await bot.read())["t"] == "THREAD_CREATE"


async def test_granted_content(app: RawApp, world: World, anna: str) -> None:
    world.granted_intents = 1 << 15
    async with line(app) as bot:
        await bot.identify(world.token, GUILDS_AND_MESSAGES | 1 << 15)
        await bot.read(), await bot.read()
        world.say(anna, app.channel, "heard")
        assert (await bot.read())["d"]["content"] == "heard"


async def test_resume_replays_what_was_missed(app: RawApp, world: World, anna: str) -> None:
    async with line(app) as bot:
        await bot.identify(world.token)
        ready = await bot.read()
        await bot.read()
    await world.until(lambda: not world.bot_online)
    await app.post({"content": "missed"})
    async with line(app) as bot:
        session = {"token": world.token, "session_id": ready["d"]["session_id"], "seq": 2}
        await bot.send(6, session)
        missed, resumed = await bot.read(), await bot.read()
        assert (missed["t"], missed["s"]) == ("MESSAGE_CREATE", 3)
        assert resumed["t"] == "RESUMED"


async def test_unknown_session_is_invalid(app: RawApp, world: World) -> None:
    async with line(app) as bot:
        await bot.send(6, {"token": world.token, "session_id": "x", "seq": 0})
        assert await bot.read() == {"op": 9, "d": False, "s": None, "t": None}
        await bot.identify(world.token)
        assert (await bot.read())["t"] == "READY"


async def test_forgotten_session_is_invalid(app: RawApp, world: World) -> None:
    async with line(app) as bot:
        await bot.identify(world.token)
        session = (await bot.read())["d"]["session_id"]
        await app.server.gateway.drop(resumable=False)
    async with line(app) as bot:
        await bot.send(6, {"token": world.token, "session_id": session, "seq": 1})
        assert (await bot.read())["op"] == 9


async def test_channel_events(app: RawApp, world: World) -> None:
    async with line(app) as bot:
        await bot.identify(world.token)
        await bot.read(), await bot.read()
        place = world.add_channel("new")
        world.deny(place.id, "ATTACH_FILES")
        created, updated = await bot.read(), await bot.read()
        assert created["t"] == "CHANNEL_CREATE"
        assert updated["t"] == "CHANNEL_UPDATE"
        assert updated["d"]["permission_overwrites"][0]["deny"] == str(1 << 15)


async def test_bot_that_does_not_read_is_cut_off(
    app: RawApp, world: World, anna: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.gateway.session.REPLAY", 3)
    async with line(app) as bot:
        await bot.identify(world.token)
        await bot.read()
        for number in range(9):
            world.say(anna, app.channel, str(number))
        assert await bot.closed() == 4000
    await world.until(lambda: not world.bot_online)


async def test_killed_bot_is_noticed(app: RawApp, world: World, anna: str) -> None:
    panel = await app.panel()
    world.desk.ack_seconds = 0.1
    async with line(app) as bot:
        await bot.identify(world.token)
        await world.until(lambda: world.bot_online)
        bot.socket._response.connection.transport.abort()
        await world.until(lambda: not world.bot_online)
    assert (await world.press(anna, panel, "go")).failed
    assert world.seen(anna, app.channel)[0]["id"] == panel


async def test_a_private_thread_is_told_of_once_the_bot_is_added(
    app: RawApp, world: World, anna: str, ben: str
) -> None:
    async with line(app) as bot:
        await bot.identify(world.token)
        await bot.read(), await bot.read()
        place = world.open_thread(anna, app.channel, "secret")
        world.say(anna, place.id, f"<@{ben}>")
        world.moderation.archive(place.id)
        world.say(anna, place.id, f"<@{world.bot.id}>")
        told = [await bot.read() for _ in range(3)]
        assert [each["t"] for each in told] == [
            *("THREAD_CREATE", "THREAD_MEMBERS_UPDATE", "MESSAGE_CREATE")
        ]
        thread, members, message = (each["d"] for each in told)
        assert "newly_created" not in thread and thread["member"]["user_id"] == world.bot.id
        assert [each["user_id"] for each in members["added_members"]] == [world.bot.id]
        assert message["channel_id"] == place.id
        await app("DELETE", f"/channels/{place.id}/thread-members/@me")
        gone = await bot.read()
        assert (gone["t"], gone["d"]["removed_member_ids"]) == (
            *("THREAD_MEMBERS_UPDATE", [world.bot.id]),
        )
        world.say(anna, place.id, "unheard")
        world.say(anna, app.channel, "heard")
        assert (await bot.read())["d"]["channel_id"] == app.channel


async def test_of_a_channel_that_is_not_seen_nothing_is_told_but_that_it_is_there(
    app: RawApp, world: World
) -> None:
    """As on Discord since November 2026 (discord-api-docs #8454)."""
    world.deny(app.channel, "VIEW_CHANNEL")
    async with line(app) as bot:
        await bot.identify(world.token)
        _, server = await bot.read(), await bot.read()
        world.allow(app.channel, "VIEW_CHANNEL")
        seen = (await bot.read())["d"]
    hidden = next(each for each in server["d"]["channels"] if each["id"] == app.channel)
    assert (hidden["name"], hidden["flags"]) == ("___hidden___", 1 << 17)
    assert [each["deny"] for each in hidden["permission_overwrites"]] == ["1024"]
    assert (seen["name"], seen["flags"]) == ("spieltisch", 0)
