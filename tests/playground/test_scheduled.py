"""Scheduled events of a server: Discord's limits for them, and who is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from playground.model import ScheduledEvent
from playground.world import scheduled
from playground.world.snowflakes import iso
from playground.world.world import World
from tests.cogs.discord_rules import Request, check_answer, check_schema
from tests.playground.conftest import RawApp
from tests.playground.test_gateway import line

HOUR = 3600.0
EVENTS = "/guilds/{guild_id}/scheduled-events"


@pytest.fixture(autouse=True)
def may(world: World) -> Iterator[None]:
    """Let the bot make events."""
    world.moderation.promote_bot()
    yield


def path(app: RawApp, event: str = "") -> str:
    """Return the path of all events, or of one."""
    return f"/guilds/{app.world.guild_id}/scheduled-events" + (f"/{event}" if event else "")


def body(app: RawApp, ahead: float = HOUR, **changes: Any) -> dict[str, Any]:
    """Return a new event as Discord takes it."""
    start = app.world.clock() + ahead
    return {
        "name": "Bugs & Co",
        "entity_type": 3,
        "privacy_level": 2,
        "scheduled_start_time": iso(start),
        "scheduled_end_time": iso(start + HOUR),
        "entity_metadata": {"location": "there"},
        **changes,
    }


async def made(app: RawApp, **changes: Any) -> dict[str, Any]:
    """Make an event that must be accepted, and is one by Discord's own description."""
    sent = body(app, **changes)
    check_schema(Request("POST", path(app), sent))
    status, event = await app("POST", path(app), sent)
    assert status == 200, event
    check_answer("post", EVENTS, event)
    return event  # type: ignore[no-any-return]


async def test_life_of_an_event(app: RawApp) -> None:
    event = await made(app)
    assert (event["status"], event["entity_metadata"]) == (1, {"location": "there"})
    assert (await app("GET", path(app)))[1] == [event]
    later = iso(app.world.clock() + 3 * HOUR)
    end = iso(app.world.clock() + 4 * HOUR)
    moved = {"scheduled_start_time": later, "scheduled_end_time": end}
    status, changed = await app("PATCH", path(app, event["id"]), moved)
    assert (status, changed["scheduled_start_time"]) == (200, later)
    assert (await app("GET", path(app, event["id"]))) == (200, changed)
    for step in (3, 1):
        status, refused = await app("PATCH", path(app, event["id"]), {"status": step})
        assert (status == 400) is (step == 3), refused
    assert (await app("PATCH", path(app, event["id"]), {"status": 2}))[1]["status"] == 2
    assert (await app("PATCH", path(app, event["id"]), {"status": 3}))[0] == 200
    assert (await app("GET", path(app, event["id"])))[1]["code"] == 10070
    other = await made(app)
    assert (await app("DELETE", path(app, other["id"])))[0] == 204
    assert (await app("DELETE", path(app, other["id"])))[1]["code"] == 10070


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"entity_metadata": {"location": "x" * 101}},
        {"entity_metadata": None},
        {"entity_type": 2},
        {"scheduled_end_time": None},
        {"scheduled_start_time": "soon"},
        {"ahead": -60.0},
        {"description": "x" * 1001},
    ],
)
async def test_what_is_no_event(app: RawApp, changes: dict[str, Any]) -> None:
    status, refused = await app("POST", path(app), body(app, **changes))
    assert (status, refused["code"]) == (400, 50035), refused
    assert not app.world.events


async def test_who_may_make_and_change_events(app: RawApp, world: World) -> None:
    event = await made(app)
    of_deniz = scheduled.create(world, world.guild, world.person("Deniz"), body(app))
    assert (await app("PATCH", path(app, of_deniz.id), {"name": "mine"}))[0] == 200
    world.moderation.promote_bot(False)
    for method, where in (("POST", ""), ("PATCH", event["id"]), ("DELETE", event["id"])):
        status, refused = await app(method, path(app, where), body(app))
        assert (status, refused["code"]) == (403, 50013)
    assert (await app("GET", path(app)))[0] == 200


async def test_a_server_has_a_hundred(app: RawApp, world: World) -> None:
    for _ in range(scheduled.MOST):
        scheduled.create(world, world.guild, world.bot, body(app))
    assert (await app("POST", path(app), body(app)))[1]["code"] == 30038


async def test_who_is_told(app: RawApp, world: World, anna: str) -> None:
    async with line(app) as bot, line(app) as deaf:
        for session, intents in ((bot, 1 | 1 << 16), (deaf, 1)):
            await session.identify(world.token, intents)
            await session.read(), await session.read()
        event: ScheduledEvent = scheduled.create(world, world.guild, world.bot, body(app))
        scheduled.interest(world, event, world.people[anna], True)
        users = f"{path(app, event.id)}/users"
        _, interested = await app("GET", users)
        assert [each["user_id"] for each in interested] == [anna]
        check_answer("get", f"{EVENTS}/{{guild_scheduled_event_id}}/users", interested)
        assert await app("GET", f"{users}?limit=1&after={int(anna) - 1}") == (200, interested)
        assert await app("GET", f"{users}?after={anna}") == (200, [])
        scheduled.interest(world, event, world.people[anna], False)
        scheduled.change(world, event, {"name": "else"})
        scheduled.remove(world, event)
        told = [await bot.read() for _ in range(5)]
        assert [each["t"].removeprefix("GUILD_SCHEDULED_EVENT_") for each in told] == [
            "CREATE",
            "USER_ADD",
            "USER_REMOVE",
            "UPDATE",
            "DELETE",
        ]
        assert told[1]["d"]["user_id"] == anna and told[3]["d"]["name"] == "else"
        world.add_channel("heard")
        assert (await deaf.read())["t"] == "CHANNEL_CREATE"
