"""The page's interface: what a person's page is told and what it can do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import yarl

from playground import World
from playground.page.actions import ACTIONS
from playground.world import direct
from tests.playground.conftest import RawApp
from tests.playground.test_acknowledgement import MODAL
from tests.playground.test_emojis import create

PLAY = {
    "name": "play",
    "name_localizations": {"de": "spielen"},
    "description": "Start a game",
    "options": [
        {
            "type": 3,
            "name": "game",
            "description": "Which",
            "required": True,
            "choices": [{"name": "First", "value": "first", "name_localizations": {"de": "Erst"}}],
        },
        {"type": 3, "name": "tone", "description": "How", "autocomplete": True},
    ],
}
ADMIN = {
    "name": "admin",
    "description": "Moderate",
    "default_member_permissions": str(1 << 5),
    "options": [{"type": 1, "name": "stop", "description": "Stop"}],
}


@asynccontextmanager
async def page(app: RawApp, user: str) -> AsyncIterator[tuple[Any, Any]]:
    """Open a person's live feed and return it with its first frame."""
    url = f"{app.server.url}/app/live?user={user}"
    async with app.session.ws_connect(url) as socket:
        yield socket, await socket.receive_json(timeout=10)


async def until(socket: Any, op: str) -> dict[str, Any]:
    """Read the feed up to the next frame of a kind."""
    while True:
        frame: dict[str, Any] = await socket.receive_json(timeout=10)
        if frame["op"] == op:
            return frame


async def act(app: RawApp, action: str, /, **body: Any) -> tuple[int, Any]:
    """Do something on the page."""
    async with app.session.post(f"{app.server.url}/app/{action}", json=body) as answer:
        return answer.status, await answer.json()


async def test_world(app: RawApp, world: World) -> None:
    async with app.session.get(f"{app.server.url}/app/world") as answer:
        about = await answer.json()
    assert about["guild"]["locale"] == "de"
    assert [each["name"] for each in about["people"]][:4] == ["Anna", "Ben", "Chiara", "Deniz"]
    assert [each["name"] for each in about["people"] if each["moderator"]] == ["Deniz"]
    assert about["bot"]["id"] == world.bot.id


async def test_state_is_the_persons_own(app: RawApp, world: World, anna: str, ben: str) -> None:
    await app.register(PLAY, ADMIN)
    await app.post({"content": "hello"})
    async with page(app, anna) as (_, state):
        assert state["op"] == "state"
        assert state["messages"][app.channel][0]["content"] == "hello"
        assert [each["name"] for each in state["commands"]] == ["spielen"]
        assert state["commands"][0]["raw_name"] == "play"
        assert state["commands"][0]["aliases"] == ["play", "spielen"]
        assert state["commands"][0]["options"][0]["choices"] == [{"name": "Erst", "value": "first"}]
        assert state["bot_online"] is False
    async with page(app, ben) as (_, state):
        assert [each["name"] for each in state["commands"]] == ["play"]
    async with page(app, world.person("Deniz").id) as (_, state):
        assert [each["raw_name"] for each in state["commands"]] == ["play", "admin stop"]


async def test_command_message_and_status(app: RawApp, world: World, anna: str) -> None:
    await app.register(PLAY)
    async with page(app, anna) as (socket, _):
        sent = {"user": anna, "channel_id": app.channel, "name": "play", "nonce": "1"}
        assert (await act(app, "command", **sent, options={"game": "first"}))[0] == 202
        assert (await until(socket, "interaction"))["status"] == "pending"
        event = app.opened[-1][1]
        assert event["data"]["options"] == [{"name": "game", "type": 3, "value": "first"}]
        await app.respond(event, 4, {"content": "yours", "flags": 64})
        assert (await until(socket, "message"))["message"]["ephemeral"] is True
        done = await until(socket, "interaction")
        assert (done["nonce"], done["status"]) == ("1", "done")


async def test_a_direct_message_offers_only_what_can_be_used_there(
    app: RawApp, world: World, anna: str
) -> None:
    await app.register({**PLAY, "contexts": [0]}, {**PLAY, "name": "learn", "contexts": [0, 1]})
    async with page(app, anna) as (_, state):
        assert {c["raw_name"]: c["direct"] for c in state["commands"]} == {
            "play": False,
            "learn": True,
        }
    alone = direct.open_with(world, world.people[anna])
    sent = {"user": anna, "channel_id": alone.id, "options": {"game": "first"}}
    assert (await act(app, "command", **sent, name="play", nonce="1"))[0] == 409
    assert (await act(app, "command", **sent, name="learn", nonce="2"))[0] == 202
    await app.respond(app.opened[-1][1], 4, {"content": "yours"})
    assert (
        await act(app, "command", **sent | {"channel_id": app.channel}, name="play", nonce="3")
    )[0] == 202
    await app.respond(app.opened[-1][1], 4, {"content": "yours"})


async def test_failed_interaction_is_shown(app: RawApp, world: World, anna: str) -> None:
    world.desk.ack_seconds = 0.05
    panel = await app.panel()
    async with page(app, anna) as (socket, _):
        pressed = {"user": anna, "message_id": panel, "custom_id": "go", "nonce": "2"}
        assert (await act(app, "component", **pressed))[0] == 202
        await until(socket, "interaction")
        failed = await until(socket, "interaction")
        assert (failed["status"], failed["text"]) == ("failed", "The application did not respond")


async def test_modal(app: RawApp, world: World, anna: str, ben: str) -> None:
    panel = await app.panel()
    async with page(app, anna) as (socket, _):
        await act(app, "component", user=anna, message_id=panel, custom_id="go", nonce="3")
        await app.respond(app.opened[-1][1], 9, MODAL)
        frame = await until(socket, "modal")
        assert (frame["nonce"], frame["modal"]["custom_id"]) == ("3", "form")
        sent = {"nonce": "3", "custom_id": "form", "values": {"text": "x"}}
        assert (await act(app, "modal", user=ben, **sent))[0] == 409
        assert (await act(app, "modal", user=anna, **sent))[0] == 202
        assert app.opened[-1][1]["type"] == 5
        await app.respond(app.opened[-1][1], 6)


async def test_autocomplete(app: RawApp, world: World, anna: str) -> None:
    await app.register(PLAY)
    body = {"user": anna, "channel_id": app.channel, "name": "play", "focused": "tone"}
    typed = {"game": "", "tone": "lo"}
    asked = asyncio.create_task(act(app, "autocomplete", **body, options=typed))
    await world.until(lambda: app.opened or asked.done())
    event = app.opened[-1][1]
    assert event["type"] == 4
    sent = {"name": "tone", "type": 3, "value": "lo", "focused": True}
    assert event["data"]["options"] == [sent]
    await app.respond(event, 8, {"choices": [{"name": "Loud", "value": "loud"}]})
    assert await asked == (200, {"choices": [{"name": "Loud", "value": "loud"}]})


async def test_new_connection_has_lost_private_messages(
    app: RawApp, world: World, anna: str
) -> None:
    async with page(app, anna) as (before, _):
        task, event = await app.opens(world.press(anna, await app.panel(), "go"))
        await app.respond(event, 4, {"content": "mine", "flags": 64})
        await task
        assert (await until(before, "message"))["message"]["content"] == "panel"
        assert (await until(before, "message"))["message"]["content"] == "mine"
    async with page(app, anna) as (socket, state):
        assert [each["content"] for each in state["messages"][app.channel]] == ["panel"]
        await app("PATCH", app.webhook(event, "@original"), {"content": "edited"})
        await app("POST", app.webhook(event), {"content": "new", "flags": 64})
        assert (await until(socket, "message"))["message"]["content"] == "new"


async def test_emojis(app: RawApp, world: World, anna: str) -> None:
    item = await create(app, "first")
    async with page(app, anna) as (socket, state):
        assert state["emojis"] == [item["id"]]
        await app("DELETE", f"/applications/{world.application_id}/emojis/{item['id']}")
        gone = {"op": "emoji", "id": item["id"], "there": False}
        assert await until(socket, "emoji") == gone


async def test_first_reader_chooses_the_servers_language(
    app: RawApp, world: World, anna: str
) -> None:
    assert (await act(app, "guild_locale", locale="en-GB", only_if_silent=True))[0] == 200
    assert world.guild.locale == "en-GB"
    await act(app, "message", user=anna, channel_id=app.channel, content="hello")
    await act(app, "guild_locale", locale="de", only_if_silent=True)
    assert world.guild.locale == "en-GB"


async def test_font_of_emojis(app: RawApp) -> None:
    async with app.session.get(f"{app.server.url}/fonts/emoji.ttf") as answer:
        assert (answer.status, answer.content_type) == (200, "font/ttf")
        assert (await answer.read())[:4] == b"\0\1\0\0"


async def test_messages_and_deletion(app: RawApp, world: World, anna: str, ben: str) -> None:
    async with page(app, ben) as (socket, _):
        said = await act(app, "message", user=anna, channel_id=app.channel, content="hello")
        assert said[0] == 201
        assert (await until(socket, "message"))["message"]["author"]["global_name"] == "Anna"
        posted = await app.post({"content": f"<@{ben}>"})
        assert (await until(socket, "message"))["message"]["mentions_me"] is True
        await app("DELETE", f"/channels/{app.channel}/messages/{posted['id']}")
        gone = await until(socket, "delete")
        assert gone == {"op": "delete", "channel_id": app.channel, "id": posted["id"]}


async def test_languages(app: RawApp, world: World, anna: str) -> None:
    await app.register(PLAY)
    async with page(app, anna) as (socket, _):
        assert (await act(app, "locale", user=anna, locale="en-GB"))[0] == 200
        assert (await until(socket, "commands"))["commands"][0]["name"] == "play"
        assert (await act(app, "guild_locale", locale="en-GB"))[0] == 200
        assert (await until(socket, "locale"))["guild_locale"] == "en-GB"


async def test_only_moderators_moderate(app: RawApp, world: World, anna: str, ben: str) -> None:
    deniz, said = world.person("Deniz").id, world.say(anna, app.channel, "x")
    removal = {"act": "delete_message", "target": said.id}
    assert (await act(app, "moderate", user=anna, **removal))[0] == 409
    assert said.id in world.messages
    assert (await act(app, "moderate", user=deniz, **removal))[0] == 200
    assert said.id not in world.messages
    assert (await act(app, "moderate", user=deniz, **removal))[0] == 400, "it is gone"
    assert (await act(app, "moderate", user=deniz, act="nothing", target="1"))[0] == 400


async def test_tools_of_moderators(app: RawApp, world: World, anna: str, ben: str) -> None:
    deniz = world.person("Deniz").id

    async def does(name: str, target: str, **more: Any) -> int:
        return (await act(app, "moderate", user=deniz, act=name, target=target, **more))[0]

    opened = await app("POST", f"/channels/{app.channel}/threads", {"name": "t", "type": 11})
    thread = world.channels[opened[1]["id"]]
    async with page(app, ben) as (socket, _):
        assert await does("lock", thread.id, value=True) == 200
        frame = (await until(socket, "channel"))["channel"]
        assert (frame["locked"], frame["archived"]) == (True, False)
        permission = {"permission": "ATTACH_FILES", "value": False}
        assert await does("permission", app.channel, **permission) == 200
        assert (await until(socket, "channel"))["channel"]["denied"] == ["ATTACH_FILES"]
        for person in (anna, world.bot.id):
            assert await does("membership", person, value=False) == 200
            assert person not in (await until(socket, "members"))["members"]
            assert await does("membership", person, value=True) == 200
            assert person in (await until(socket, "members"))["members"]
        assert await does("delete_channel", thread.id) == 200
        assert (await until(socket, "channel_delete"))["id"] == thread.id
    assert await does("lock", app.channel, value=True) == 400, "it is no thread"


async def test_who_is_thrown_out_sees_nothing(app: RawApp, world: World, anna: str) -> None:
    await app.register(PLAY)
    async with page(app, anna) as (socket, state):
        assert state["channels"] and state["commands"]
        world.moderation.leave(anna)
        state = await until(socket, "state")
        assert (state["channels"], state["commands"]) == ([], [])
        world.moderation.join(anna)
        assert len((await until(socket, "state"))["channels"]) == 3


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("command", {}, 400),
        ("command", {"user": "1", "channel_id": "1", "name": "x", "nonce": "1"}, 409),
        ("component", {"user": "1", "message_id": "1", "custom_id": "x", "nonce": "1"}, 409),
        ("message", {"user": "1", "channel_id": "1", "content": ""}, 409),
        ("nothing", {}, 404),
    ],
)
async def test_errors_are_sentences(app: RawApp, name: str, body: Any, status: int) -> None:
    answer = await act(app, name, **body)
    assert answer[0] == status
    assert answer[1]["error"].endswith(".")


@pytest.mark.parametrize("name", [*sorted(ACTIONS), "/app/autocomplete", "/app/nothing"])
@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"x"', "null", "\x00", '{"user":"1","channel_id":7,"content":null}']
)
@pytest.mark.parametrize("deep", [0, 100_000])
async def test_what_cannot_be_read_gets_a_sentence(
    app: RawApp, name: str, text: str, deep: int
) -> None:
    async with app.session.post(f"{app.server.url}{name}", data="[" * deep + text) as answer:
        assert answer.status in (400, 404, 409)
        assert (await answer.json())["error"].endswith(".")


@pytest.mark.parametrize("path", ["/static/../page.py", "/static/%2e%2e/page.py", "/static/", "/x"])
async def test_files_stay_inside_their_folder(app: RawApp, path: str) -> None:
    url = yarl.URL(app.server.url + path, encoded=True)
    async with app.session.get(url) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("name", ["%00", "%ff", ".", "x" * 5000])
async def test_what_is_no_file_is_not_found(app: RawApp, name: str) -> None:
    url = yarl.URL(f"{app.server.url}/static/{name}", encoded=True)
    async with app.session.get(url) as answer:
        assert answer.status == 404


async def test_index(app: RawApp) -> None:
    async with app.session.get(app.server.url + "/") as answer:
        assert answer.status == 200
        assert answer.content_type == "text/html"
