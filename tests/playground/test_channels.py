"""Channels as the bot meets them: errors, permissions, rate limits, threads."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from playground import NotVisible, PlaygroundServer, World
from playground.model import Channel
from playground.world.sight import can_see
from playground.world.state import RequestRecord
from tests.playground.conftest import Clock, RawApp

PERMISSION_CASES: tuple[tuple[str, Any, Any, int], ...] = (
    ("SEND_MESSAGES", {"content": "x"}, {}, 50013),
    ("EMBED_LINKS", {"embeds": [{"title": "t"}]}, {}, 50013),
    ("ATTACH_FILES", {"content": "x"}, {"a": b"x"}, 50013),
    ("VIEW_CHANNEL", {"content": "x"}, {}, 50001),
)


@pytest.mark.parametrize(("permission", "body", "files", "code"), PERMISSION_CASES)
async def test_denied(
    app: RawApp, world: World, permission: str, body: Any, files: Any, code: int
) -> None:
    world.deny(app.channel, permission)
    path = f"/channels/{app.channel}/messages"
    status, answer = await app("POST", path, body, **files)
    assert (status, answer["code"]) == (403, code)
    world.allow(app.channel, permission)
    assert (await app("POST", path, body, **files))[0] == 200


@pytest.mark.parametrize(
    ("fate", "status", "shown"), [("ignored", 200, "old"), ("lost", 200, ""), ("refused", 403, "")]
)
@pytest.mark.parametrize("permission", ["EMBED_LINKS", "SEND_MESSAGES"])
async def test_embeds_of_an_edit_without_the_permission(
    app: RawApp, world: World, permission: str, fate: str, status: int, shown: str
) -> None:
    world.embeds_without_permission = fate
    path = f"/channels/{app.channel}/messages"
    _, sent = await app("POST", path, {"content": "x", "embeds": [{"title": "old"}]})
    world.deny(app.channel, permission)
    answer = await app("PATCH", f"{path}/{sent['id']}", {"embeds": [{"title": "new"}]})
    assert answer[0] == status
    assert "".join(each["title"] for each in answer[1].get("embeds", ())) == shown
    files = await app("PATCH", f"{path}/{sent['id']}", {"content": "y"}, a=b"x")
    assert files[0] == (403 if permission == "SEND_MESSAGES" else 200)


async def test_who_is_timed_out_only_reads(app: RawApp, world: World, clock: Clock) -> None:
    path = f"/channels/{app.channel}/messages"
    world.go_by(clock)
    world.moderation.time_out_bot(60.0)
    assert (await app("POST", path, {"content": "x"}))[1]["code"] == 50013
    assert (await app("GET", path))[0] == 200
    clock.now += 61
    assert (await app("POST", path, {"content": "x"}))[0] == 200
    _, member = await app("GET", f"/guilds/{world.guild_id}/members/{world.bot.id}")
    assert member["communication_disabled_until"], "as long as nobody changes it"


async def test_denied_in_threads_too(app: RawApp, world: World) -> None:
    _, thread = await app("POST", f"/channels/{app.channel}/threads", {"name": "t", "type": 11})
    world.deny(app.channel, "ATTACH_FILES")
    path = f"/channels/{thread['id']}/messages"
    assert (await app("POST", path, {"content": "x"}, a=b"x"))[1]["code"] == 50013


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/1", 404, 10003),
        ("POST", "/channels/1/messages", 404, 10003),
        ("GET", "/guilds/1", 404, 10004),
        ("GET", "/users/1", 404, 10013),
        ("GET", "/applications/1/commands", 404, 10002),
        ("GET", "/nothing", 404, 0),
        ("DELETE", "/users/@me", 405, 0),
    ],
)
async def test_unknown(app: RawApp, method: str, path: str, status: int, code: int) -> None:
    answer = await app(method, path, {})
    assert (answer[0], answer[1]["code"]) == (status, code)


async def test_wrong_token(app: RawApp) -> None:
    app.headers = {"Authorization": "Bot wrong"}
    assert (await app("GET", "/users/@me"))[0] == 401


@pytest.mark.parametrize("text", ["{", "[" * 10_000])
async def test_broken_json(app: RawApp, text: str) -> None:
    url = f"{app.server.api_base}/channels/{app.channel}/messages"
    async with app.session.post(url, data=text, headers=app.headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)


async def test_others_messages(app: RawApp, world: World, anna: str) -> None:
    said = world.say(anna, app.channel, "mine")
    path = f"/channels/{app.channel}/messages/{said.id}"
    assert (await app("PATCH", path, {"content": "x"}))[1]["code"] == 50005
    assert (await app("DELETE", path))[1]["code"] == 50013


async def test_rate_limit_of_a_channel(app: RawApp, world: World, clock: Clock) -> None:
    world.clock = clock
    path = f"/channels/{app.channel}/messages"
    for left in (4, 3, 2, 1, 0):
        await app.post({"content": "x"})
        assert app.last["X-RateLimit-Remaining"] == str(left)
    status, body = await app("POST", path, {"content": "x"})
    assert (status, world.rate_limited) == (429, 1)
    assert 0 < body["retry_after"] <= 5
    assert body["global"] is False
    assert app.last["Retry-After"] == "6"
    other = world.channel("turnier").id
    assert (await app("POST", f"/channels/{other}/messages", {"content": "x"}))[0] == 200
    clock.now += 5
    assert (await app("POST", path, {"content": "x"}))[0] == 200
    world.rate_limits = False
    for _ in range(9):
        await app.post({"content": "x"})


async def test_limit_of_all_requests(app: RawApp, world: World, clock: Clock, anna: str) -> None:
    world.clock = clock
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    statuses = [(await app("GET", "/users/@me"))[0] for _ in range(50)]
    assert statuses == [200] * 49 + [429], "the panel was the first of fifty"
    status, body = await app("GET", f"/channels/{app.channel}")
    assert (status, body["global"]) == (429, True)
    assert 0 < body["retry_after"] <= 1
    assert app.last["X-RateLimit-Global"] == "true"
    assert app.last["X-RateLimit-Scope"] == "global"
    assert (await app.respond(event, 6))[0] == 200
    await task
    edited = await app("PATCH", app.webhook(event, "@original"), {"content": "exempt"})
    assert edited[0] == 200
    clock.now += 1
    assert (await app("GET", "/users/@me"))[0] == 200


async def test_scope_of_a_channels_limit(app: RawApp, world: World, clock: Clock) -> None:
    world.clock = clock
    path = f"/channels/{app.channel}/messages"
    statuses = [(await app("POST", path, {"content": "x"}))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    assert app.last["X-RateLimit-Scope"] == "user"
    assert "X-RateLimit-Global" not in app.last


async def test_edits_have_a_limit_of_their_own(app: RawApp, world: World, clock: Clock) -> None:
    world.clock = clock
    message = await app.post({"content": "x"})
    path = f"/channels/{app.channel}/messages/{message['id']}"
    statuses = [(await app("PATCH", path, {"content": "y"}))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]


async def test_edits_of_old_messages(app: RawApp, world: World, clock: Clock) -> None:
    world.clock = clock
    message = await app.post({"content": "x"})
    clock.now += 3601
    path = f"/channels/{app.channel}/messages/{message['id']}"
    answers = [await app("PATCH", path, {"content": "y"}) for _ in range(4)]
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert answers[-1][1]["code"] == 30046


async def test_webhooks_are_not_limited(app: RawApp, world: World, anna: str) -> None:
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    await app.respond(event, 6)
    await task
    path = app.webhook(event, "@original")
    statuses = {(await app("PATCH", path, {"content": str(n)}))[0] for n in range(20)}
    assert statuses == {200}


async def test_mentions(app: RawApp, world: World, anna: str, ben: str) -> None:
    text = f"<@{anna}> <@{ben}> @everyone"
    silent = await app.post({"content": text, "allowed_mentions": {"parse": []}})
    assert (silent["mentions"], silent["mention_everyone"]) == ([], False)
    await app.post({"content": text, "allowed_mentions": {"parse": [], "users": [anna]}})
    assert world.seen(anna, app.channel)[-1]["mentions_me"]
    assert not world.seen(ben, app.channel)[-1]["mentions_me"]


async def test_enforced_nonce_posts_once(app: RawApp, world: World, clock: Clock) -> None:
    world.clock = clock
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    first = await app.post(body)
    clock.now += 170
    assert (await app.post(body | {"content": "y"}))["id"] == first["id"]
    assert (await app.post(body | {"nonce": "8"}))["id"] != first["id"]
    assert (await app.post(body | {"enforce_nonce": False}))["id"] != first["id"]
    clock.now += 200
    known = set(world.messages)
    assert (await app.post(body))["id"] not in known


async def test_nonce_of_a_deleted_message_posts_nothing(
    app: RawApp, world: World, clock: Clock
) -> None:
    """So Discord has it (discord-api-docs #6647): what was sent, and deleted, is not sent again."""
    world.clock = clock
    body = {"content": "x", "nonce": 7, "enforce_nonce": True}
    first = await app.post(body)
    path = f"/channels/{app.channel}/messages"
    await app("DELETE", f"{path}/{first['id']}")
    clock.now += 170
    status, answer = await app("POST", path, body)
    assert (status, answer["code"]) == (404, 10008)
    assert (await app.post(body | {"nonce": 8}))["id"] != first["id"]
    clock.now += 20
    assert (await app.post(body))["id"] != first["id"]
    assert len(world.channels[app.channel].nonces) == 2


@pytest.mark.parametrize("body", [5, [], "text", None, {"content": 5}, {"embeds": 5}])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_body_of_a_wrong_type(app: RawApp, method: str, body: Any) -> None:
    path = f"/channels/{app.channel}/messages"
    if method == "PATCH":
        path += f"/{(await app.post({'content': 'x'}))['id']}"
    url = app.server.api_base + path
    async with app.session.request(
        method, url, data=json.dumps(body), headers=app.headers
    ) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50035)


@pytest.mark.parametrize(
    "body",
    [
        {"embeds": [5]},
        {"embeds": [{"fields": [5]}]},
        {"embeds": [{"image": "url"}]},
        {"components": [5]},
        {"components": [{"type": 1, "components": [[]]}]},
        {"components": [{"type": 1, "components": [{"type": 3, "options": ["a"]}]}]},
        {"attachments": [5]},
        {"allowed_mentions": {"parse": 5}},
        {"flags": "64"},
    ],
)
async def test_wrong_types_inside_a_body(app: RawApp, body: Any) -> None:
    status, answer = await app("POST", f"/channels/{app.channel}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert next(iter(body)) in answer["errors"]


async def test_commands_are_a_list(app: RawApp, world: World) -> None:
    path = f"/applications/{world.application_id}/commands"
    bodies: tuple[Any, ...] = ({}, 5, [5], [{"name": "x", "description": "x", "options": 5}])
    for body in bodies:
        assert (await app("PUT", path, body))[1]["code"] == 50035


async def test_messages_are_bounded(app: RawApp, world: World, anna: str) -> None:
    world.messages_per_channel = 3
    for number in range(5):
        await app.post({"content": str(number)}, file=b"x")
    assert [each["content"] for each in world.seen(anna, app.channel)] == ["2", "3", "4"]
    assert len(world.files) == len(world.messages) == 3


async def test_requests_are_logged(app: RawApp, world: World) -> None:
    heard: list[RequestRecord] = []
    world.on_request = heard.append
    await app.post({"content": "x"}, a=b"abc")
    record = world.requests[-1]
    assert heard == [record]
    assert (record.method, record.path) == ("POST", f"/channels/{app.channel}/messages")
    assert (record.body, record.files, record.status) == ({"content": "x"}, [("a.png", 3)], 200)


async def test_threads(app: RawApp, world: World, anna: str, ben: str) -> None:
    path = f"/channels/{app.channel}/threads"
    status, private = await app("POST", path, {"name": "secret"})
    assert (status, private["type"]) == (201, 12)
    assert not any(place.name == "secret" for place in _visible(world, anna))
    await app("PUT", f"/channels/{private['id']}/thread-members/{anna}")
    assert any(place.name == "secret" for place in _visible(world, anna))
    assert not any(place.name == "secret" for place in _visible(world, ben))
    path_in = f"/channels/{private['id']}/messages"
    assert (await app("POST", path_in, {"content": f"<@{ben}>"}))[0] == 200
    assert any(place.name == "secret" for place in _visible(world, ben))
    message = await app.post({"content": "start"})
    start = f"/channels/{app.channel}/messages/{message['id']}/threads"
    status, public = await app("POST", start, {"name": "open"})
    assert (status, public["id"], public["type"]) == (201, message["id"], 11)
    assert (await app("POST", start, {"name": "open"}))[1]["code"] == 160004
    assert (await app("POST", path, {"name": ""}))[1]["code"] == 50035
    await app("PATCH", f"/channels/{public['id']}", {"archived": True, "locked": True})
    posted = await app("POST", f"/channels/{public['id']}/messages", {"content": "x"})
    assert posted[1]["code"] == 160005


@pytest.mark.parametrize(("kind", "allowed"), [(0, {11, 12}), (5, {10})])
async def test_a_thread_is_of_its_channel_s_kind(
    app: RawApp, world: World, kind: int, allowed: set[int]
) -> None:
    path = f"/channels/{world.add_channel('news', kind=kind).id}"
    for wanted in (10, 11, 12):
        status, thread = await app("POST", f"{path}/threads", {"name": "t", "type": wanted})
        assert status == (201 if wanted in allowed else 400)
        assert wanted not in allowed or thread["type"] == wanted
    message = (await app("POST", f"{path}/messages", {"content": "x"}))[1]["id"]
    opened = await app("POST", f"{path}/messages/{message}/threads", {"name": "t"})
    assert opened[1]["type"] == min(allowed)


async def test_public_thread_is_announced_in_its_channel(
    app: RawApp, world: World, anna: str
) -> None:
    path = f"/channels/{app.channel}/threads"
    _, thread = await app("POST", path, {"name": "open", "type": 11})
    await app("POST", path, {"name": "secret", "type": 12})
    [announced] = world.seen(anna, app.channel)
    assert (announced["type"], announced["content"]) == (18, "open")
    assert announced["message_reference"]["channel_id"] == thread["id"]
    assert announced["author"]["id"] == world.bot.id


def _visible(world: World, person_id: str) -> list[Channel]:
    return [each for each in world.channels.values() if can_see(each, world.people[person_id])]


async def test_occupied_port(app: RawApp) -> None:
    second = PlaygroundServer(World.example(), app.server.port)
    with pytest.raises(OSError):
        await second.start()
    await second.close()


async def test_loopback_only(app: RawApp) -> None:
    assert app.server.url.startswith("http://127.0.0.1:")
    with pytest.raises(aiohttp.ClientConnectorError):
        await app.session.get(f"http://127.0.0.2:{app.server.port}/")


async def test_a_private_thread_is_there_for_who_was_invited(
    app: RawApp, world: World, anna: str, ben: str
) -> None:
    """What people do there reaches the bot all the same (JDA #2602)."""
    place = world.open_thread(anna, app.channel, "secret", ben)
    path = f"/channels/{place.id}"
    posts = ("POST", f"{path}/messages", {"content": "x"})
    for request in (("GET", path, None), posts, ("PUT", f"{path}/thread-members/@me", None)):
        status, answer = await app(*request)
        assert (status, answer["code"]) == (403, 50001)
    active = f"/guilds/{world.guild_id}/threads/active"
    assert (await app("GET", active))[1]["threads"] == []
    await app.register({"name": "x", "description": "x"})
    task, event = await app.opens(world.command(ben, place.id, "x"))
    assert (await app.respond(event, 4, {"content": "seen", "flags": 64}))[0] == 200
    assert (await task).message["content"] == "seen"
    world.say(ben, place.id, f"<@{world.bot.id}>")
    assert (await app(*posts))[0] == 200
    assert [t["id"] for t in (await app("GET", active))[1]["threads"]] == [place.id]
    await app("DELETE", f"{path}/thread-members/@me")
    assert (await app(*posts))[0] == 403
    world.moderation.promote_bot()
    assert (await app(*posts))[0] == 200, "who manages threads sees all"


@pytest.mark.parametrize("permits", [True, False])
async def test_what_is_done_in_an_unseen_thread_may_say_that_all_is_permitted(
    app: RawApp, world: World, anna: str, permits: bool
) -> None:
    world.unseen_threads_permit = permits
    await app.register({"name": "x", "description": "x"})
    place = world.open_thread(anna, app.channel, "secret")
    task, event = await app.opens(world.command(anna, place.id, "x"))
    await app.respond(event, 4, {"content": "seen"})
    await task
    assert bool(int(event["app_permissions"])) == permits


async def test_an_interaction_brings_what_is_documented_of_its_channel(
    app: RawApp, world: World, anna: str
) -> None:
    world.moderation.hide(app.channel, world.person("Ben").id)
    place = world.open_thread(anna, app.channel, "secret", world.bot.id)
    await app.register({"name": "x", "description": "x"})
    seen = []
    for channel in (app.channel, place.id):
        task, event = await app.opens(world.command(anna, channel, "x"))
        await app.respond(event, 4, {"content": "x"})
        await task
        seen.append(event["channel"])
    text, thread = seen
    unsaid = {"permission_overwrites", "owner_id", "message_count", "member_count"}
    assert not unsaid & (text.keys() | thread.keys())
    assert thread["thread_metadata"]["archived"] is False and text["permissions"]


async def test_channels_that_the_bot_does_not_see_are_left_out(app: RawApp, world: World) -> None:
    """As on Discord since November 2026 (discord-api-docs #8454)."""
    path = f"/guilds/{world.guild_id}/channels"
    world.deny(app.channel, "VIEW_CHANNEL")
    listed = [each["name"] for each in (await app("GET", path))[1]]
    assert listed == ["hinterzimmer", "turnier"]
    world.allow(app.channel, "VIEW_CHANNEL")
    assert len((await app("GET", path))[1]) == 3


async def test_an_archived_thread_is_changed_only_as_it_is_brought_back(
    app: RawApp, world: World
) -> None:
    _, thread = await app("POST", f"/channels/{app.channel}/threads", {"name": "t", "type": 11})
    path = f"/channels/{thread['id']}"
    assert (await app("PATCH", path, {"archived": True}))[0] == 200
    for body in ({"auto_archive_duration": 60}, {"archived": True}):
        status, answer = await app("PATCH", path, body)
        assert (status, answer["code"]) == (400, 50083)
    assert (await app("PATCH", path, {"archived": False, "auto_archive_duration": 60}))[0] == 200


async def test_a_thread_counts_what_all_can_read(app: RawApp, world: World, anna: str) -> None:
    await app.register({"name": "x", "description": "x"})
    _, thread = await app("POST", f"/channels/{app.channel}/threads", {"name": "t", "type": 11})
    task, event = await app.opens(world.command(anna, thread["id"], "x"))
    await app.respond(event, 4, {"content": "x", "flags": 64})
    await task
    await app("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    found = (await app("GET", f"/channels/{thread['id']}"))[1]
    assert (found["message_count"], found["total_message_sent"]) == (1, 1)


async def test_who_may_use_no_commands_sees_none(app: RawApp, world: World, anna: str) -> None:
    await app.register({"name": "x", "description": "x"})
    world.moderation.restrict("USE_APPLICATION_COMMANDS")
    with pytest.raises(NotVisible):
        await world.command(anna, app.channel, "x")
