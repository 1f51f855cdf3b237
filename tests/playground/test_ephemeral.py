"""An ephemeral message is its person's alone and lives by its interaction's token."""

from __future__ import annotations

import pytest

from playground import NotVisible, PlaygroundServer, World
from tests.playground.conftest import JSON, RawApp, button, row

Private = tuple[JSON, str]


@pytest.fixture
async def private(app: RawApp, world: World, anna: str) -> Private:
    """Anna's ephemeral panel: the interaction that made it and its id."""
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    data = {"content": "mine", "flags": 64, "components": [row(button("inner"))]}
    await app.respond(event, 4, data, hand=b"picture")
    click = await task
    return event, click.message["id"]


async def test_only_its_person_sees_it(
    world: World, app: RawApp, private: Private, anna: str, ben: str
) -> None:
    _, message_id = private
    assert [each["id"] for each in world.seen(anna, app.channel)][-1] == message_id
    assert message_id not in [each["id"] for each in world.seen(ben, app.channel)]
    assert all(each.get("filename") is None for each in world.openable(ben, app.channel))
    assert world.openable(anna, app.channel)[-1]["data"] == b"picture"
    with pytest.raises(NotVisible):
        await world.press(ben, message_id, "inner")


async def test_its_files_are_at_an_address_of_their_own(app: RawApp, private: Private) -> None:
    """As on Discord, also once an embed shows them and an edit keeps them (esmBot #550)."""
    event, _ = private
    path = app.webhook(event, "@original")
    [file] = (await app("GET", path))[1]["attachments"]
    address = f"/cdn/ephemeral-attachments/{app.channel}/{file['id']}/hand.png"
    assert file["url"].endswith(address)
    shown = {"embeds": [{"image": {"url": "attachment://hand.png"}}]}
    for kept in ({}, {"attachments": [{"id": file["id"]}]}):
        _, edited = await app("PATCH", path, {**shown, **kept})
        url = edited["embeds"][0]["image"]["url"]
        assert url.endswith(address)
    async with app.session.get(url) as answer:
        assert await answer.read() == b"picture"


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
async def test_channel_does_not_know_it(app: RawApp, private: Private, method: str) -> None:
    _, message_id = private
    path = f"/channels/{app.channel}/messages/{message_id}"
    status, body = await app(method, path, None if method == "GET" else {"content": "x"})
    assert (status, body["code"]) == (404, 10008)


async def test_history_does_not_list_it(app: RawApp, private: Private) -> None:
    _, listed = await app("GET", f"/channels/{app.channel}/messages")
    assert [each["content"] for each in listed] == ["panel"]


async def test_its_own_token_edits_it(
    app: RawApp, world: World, private: Private, anna: str
) -> None:
    event, message_id = private
    status, edited = await app("PATCH", app.webhook(event, "@original"), {"content": "new"})
    assert (status, edited["id"], edited["flags"]) == (200, message_id, 64)
    assert world.seen(anna, app.channel)[-1]["content"] == "new"


async def test_its_button_edits_it(app: RawApp, world: World, private: Private, anna: str) -> None:
    _, message_id = private
    task, event = await app.opens(world.press(anna, message_id, "inner"))
    assert event["message"]["id"] == message_id
    assert event["message"]["flags"] == 64
    await app.respond(event, 7, {"content": "turned", "attachments": []})
    assert (await task).message["content"] == "turned"
    assert (await app("PATCH", app.webhook(event, "@original"), {"content": "again"}))[0] == 200


async def test_reloaded_client_has_forgotten_it(
    app: RawApp, world: World, private: Private, anna: str
) -> None:
    event, message_id = private
    world.reload(anna)
    await app("PATCH", app.webhook(event, "@original"), {"content": "edited, and still unknown"})
    assert [each["content"] for each in world.seen(anna, app.channel)] == ["panel"]
    with pytest.raises(NotVisible):
        await world.press(anna, message_id, "inner")
    await app("POST", app.webhook(event), {"content": "new", "flags": 64})
    assert [each["content"] for each in world.seen(anna, app.channel)] == ["panel", "new"]


async def test_gateway_is_silent_about_it(
    app: RawApp, world: World, server: PlaygroundServer, private: Private, anna: str
) -> None:
    events: list[str] = []
    world.subscribe(lambda kind, subject: events.append(kind))
    async with app.session.ws_connect(server.gateway_url) as socket:
        await socket.receive_json(timeout=10)
        identify = {"token": world.token, "intents": 513, "properties": {}}
        await socket.send_json({"op": 2, "d": identify})
        event, _ = private
        await app("PATCH", app.webhook(event, "@original"), {"content": "quiet"})
        await app.post({"content": "loud"})
        told = [(await socket.receive_json(timeout=10)) for _ in range(3)]
    assert [each["t"] for each in told] == ["READY", "GUILD_CREATE", "MESSAGE_CREATE"]
    assert told[-1]["d"]["content"] == "loud"
    assert "message_update" in events
