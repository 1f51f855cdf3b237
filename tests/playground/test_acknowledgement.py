"""One acknowledgement within three seconds, and what an interaction's token is good for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from playground import Attempt, World
from tests.playground.conftest import JSON, Clock, RawApp, button, row

Pressed = tuple[asyncio.Task[Attempt], JSON]

MODAL = {
    "custom_id": "form",
    "title": "Form",
    "components": [
        {
            "type": 1,
            "components": [{"type": 4, "custom_id": "text", "label": "Text", "style": 1}],
        }
    ],
}


@pytest.fixture
async def pressed(app: RawApp, world: World, anna: str) -> AsyncIterator[Pressed]:
    """Anna's press of a button: its task and the interaction that the bot got."""
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    yield task, event
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_second_acknowledgement_is_refused(app: RawApp, pressed: Pressed) -> None:
    task, event = pressed
    assert (await app.respond(event, 6))[0] == 200
    status, body = await app.respond(event, 6)
    assert (status, body["code"]) == (400, 40060)
    assert (await task).kind == 6


async def test_late_acknowledgement_is_refused(app: RawApp, world: World, anna: str) -> None:
    world.desk.ack_seconds = 0.05
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    click = await task
    assert click.failed
    assert click.ms >= 50
    status, body = await app.respond(event, 4, {"content": "too late"})
    assert (status, body["code"]) == (404, 10062)
    assert [each["content"] for each in world.seen(anna, app.channel)] == ["panel"]


async def test_three_seconds_are_counted_by_the_worlds_clock(
    app: RawApp, world: World, clock: Clock, anna: str
) -> None:
    world.clock = clock
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    clock.now += 3.1
    assert (await app.respond(event, 6))[1]["code"] == 10062
    task.cancel()


async def test_unknown_token(app: RawApp, pressed: Pressed) -> None:
    _, event = pressed
    status, body = await app.respond(event | {"token": "x"}, 6)
    assert (status, body["code"]) == (404, 10062)
    status, body = await app("POST", app.webhook({"token": "x"}), {"content": "x"})
    assert (status, body["code"]) == (404, 10015)


async def test_token_is_no_webhook_before_the_answer(app: RawApp, pressed: Pressed) -> None:
    _, event = pressed
    status, body = await app("POST", app.webhook(event), {"content": "x"})
    assert (status, body["code"]) == (404, 10015)


async def test_webhook_that_answered_404_is_asked_again(app: RawApp, world: World) -> None:
    for number, token in enumerate(("x", "y", "y", "y")):
        await app("POST", app.webhook({"token": token}), {"content": "x"})
        assert world.desk.repeated == max(0, number - 1)


async def test_token_lives_fifteen_minutes(
    app: RawApp, world: World, clock: Clock, anna: str
) -> None:
    world.clock = clock
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    await app.respond(event, 4, {"content": "hello"})
    await task
    clock.now += 899
    original = app.webhook(event, "@original")
    assert (await app("PATCH", original, {"content": "still"}))[0] == 200
    clock.now += 2
    status, body = await app("PATCH", original, {"content": "over"})
    assert (status, body["code"]) == (401, 50027)


async def test_refused_response_does_not_acknowledge(app: RawApp, pressed: Pressed) -> None:
    _, event = pressed
    status, body = await app.respond(event, 4, {"content": "x" * 2001})
    assert (status, body["code"]) == (400, 50035)
    assert (await app.respond(event, 4, {"content": "x"}))[0] == 200


async def test_wrong_kind_of_response(app: RawApp, pressed: Pressed) -> None:
    _, event = pressed
    status, body = await app.respond(event, 8, {"choices": []})
    assert (status, body["code"]) == (400, 50035)


async def test_with_response_tells_the_message(app: RawApp, pressed: Pressed) -> None:
    _, event = pressed
    status, body = await app.respond(event, 4, {"content": "hello", "flags": 64})
    assert status == 200
    assert body["interaction"]["response_message_ephemeral"] is True
    assert body["resource"]["message"]["content"] == "hello"
    assert body["resource"]["message"]["id"] == body["interaction"]["response_message_id"]


async def test_thinking_is_filled_by_the_first_follow_up(
    app: RawApp, world: World, pressed: Pressed, anna: str, ben: str
) -> None:
    task, event = pressed
    await app.respond(event, 5, {"flags": 64})
    click = await task
    assert click.message["thinking"]
    status, filled = await app("POST", app.webhook(event), {"content": "here"})
    assert (status, filled["id"]) == (200, click.message["id"])
    assert not click.message["thinking"]
    assert click.message["edited_timestamp"] is None
    _, second = await app("POST", app.webhook(event), {"content": "public"})
    assert second["id"] != filled["id"]
    assert [each["content"] for each in world.seen(ben, app.channel)] == ["panel", "public"]
    assert click.followups[0]["content"] == "public"


async def test_original_after_an_update_is_the_message_of_the_button(
    app: RawApp, pressed: Pressed
) -> None:
    task, event = pressed
    await app.respond(event, 7, {"content": "changed"})
    click = await task
    assert click.message["content"] == "changed"
    status, original = await app("GET", app.webhook(event, "@original"))
    assert (status, original["id"]) == (200, click.message["id"])


async def test_token_reaches_only_its_own_messages(app: RawApp, pressed: Pressed) -> None:
    _, event = pressed
    other = await app.post({"content": "another"})
    await app.respond(event, 6)
    status, body = await app("PATCH", app.webhook(event, other["id"]), {"content": "x"})
    assert (status, body["code"]) == (404, 10008)


@pytest.mark.parametrize("kind", [6, 7])
@pytest.mark.parametrize("flags", [0, 64])
async def test_token_reaches_the_pressed_message_as_original(
    app: RawApp, world: World, anna: str, kind: int, flags: int
) -> None:
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    panel = {"content": "panel", "flags": flags, "components": [row(button("inner"))]}
    await app.respond(event, 4, panel)
    pressed = (await task).message["id"]
    task, event = await app.opens(world.press(anna, pressed, "inner"))
    assert (await app.respond(event, kind, {"content": "new"}))[0] == 200
    await task
    for method in ("GET", "PATCH", "DELETE"):
        status, body = await app(method, app.webhook(event, pressed), {"content": "by id"})
        assert (status, body["code"]) == (404, 10008), method
    original = app.webhook(event, "@original")
    assert (await app("GET", original))[1]["id"] == pressed
    assert (await app("PATCH", original, {"content": "by name"}))[1]["content"] == "by name"
    assert (await app("DELETE", original))[0] == 204
    assert pressed not in world.messages


async def test_token_reaches_what_it_made(app: RawApp, pressed: Pressed) -> None:
    _, event = pressed
    await app.respond(event, 5, {"flags": 64})
    _, filled = await app("POST", app.webhook(event), {"content": "filled"})
    _, second = await app("POST", app.webhook(event), {"content": "second", "flags": 64})
    for message in (filled, second):
        edited = await app("PATCH", app.webhook(event, message["id"]), {"content": "edited"})
        assert edited[0] == 200
        assert (await app("DELETE", app.webhook(event, message["id"])))[0] == 204


async def test_token_does_not_reach_another_tokens_messages(
    app: RawApp, world: World, pressed: Pressed, anna: str
) -> None:
    _, first = pressed
    await app.respond(first, 4, {"content": "mine", "flags": 64})
    mine = (await pressed[0]).message["id"]
    task, second = await app.opens(world.press(anna, first["message"]["id"], "go"))
    await app.respond(second, 4, {"content": "other"})
    await task
    status, body = await app("PATCH", app.webhook(second, mine), {"content": "x"})
    assert (status, body["code"]) == (404, 10008)
    assert (await app("PATCH", app.webhook(first, mine), {"content": "x"}))[0] == 200


async def test_update_of_a_deleted_message(app: RawApp, world: World, pressed: Pressed) -> None:
    _, event = pressed
    await app("DELETE", f"/channels/{app.channel}/messages/{event['message']['id']}")
    status, body = await app.respond(event, 7, {"content": "x"})
    assert (status, body["code"]) == (404, 10008)


async def test_deleted_answer(app: RawApp, pressed: Pressed) -> None:
    task, event = pressed
    await app.respond(event, 4, {"content": "x"})
    assert (await app("DELETE", app.webhook(event, "@original")))[0] == 204
    assert (await task).message is None
    assert (await app("GET", app.webhook(event, "@original")))[1]["code"] == 10008


async def test_modal_can_be_sent_once(
    app: RawApp, world: World, anna: str, pressed: Pressed
) -> None:
    task, event = pressed
    assert (await app.respond(event, 9, MODAL))[0] == 200
    submit, sent = await app.opens(world.submit(anna, await task, {"text": "hello"}))
    assert sent["type"] == 5
    assert sent["data"]["components"][0]["components"][0]["value"] == "hello"
    assert sent["message"]["id"] == event["message"]["id"]
    assert (await app.respond(sent, 9, MODAL))[1]["code"] == 50035
    messages = len(world.seen(anna, app.channel))
    assert (await app.respond(sent, 7, {"content": "filled"}))[0] == 200
    filled = (await submit).message
    assert (filled["content"], filled["id"]) == ("filled", event["message"]["id"])
    assert len(world.seen(anna, app.channel)) == messages, "the pressed message is edited"


async def test_a_modal_of_a_command_has_no_message_to_edit(
    app: RawApp, world: World, anna: str
) -> None:
    await app.register({"name": "go", "description": "Go"})
    task, event = await app.opens(world.command(anna, app.channel, "go"))
    await app.respond(event, 9, MODAL)
    submit, sent = await app.opens(world.submit(anna, await task, {"text": "hello"}))
    assert "message" not in sent
    for kind in (6, 7):
        assert (await app.respond(sent, kind, {"content": "x"}))[1]["code"] == 50035
    assert (await app.respond(sent, 4, {"content": "new"}))[0] == 200
    assert (await submit).message["content"] == "new"


async def test_a_modal_that_is_submitted_tells_what_opened_it(
    app: RawApp, world: World, anna: str, pressed: Pressed
) -> None:
    task, event = pressed
    await app.respond(event, 9, MODAL)
    submit, sent = await app.opens(world.submit(anna, await task, {"text": "hello"}))
    await app.respond(sent, 4, {"content": "new"})
    told = (await submit).message["interaction_metadata"]
    assert (told["id"], told["type"]) == (sent["id"], 5)
    opened = told["triggering_interaction_metadata"]
    assert (opened["id"], opened["type"]) == (event["id"], 3)
    assert opened["interacted_message_id"] == event["message"]["id"]


async def test_interaction_carries_everything(
    app: RawApp, world: World, pressed: Pressed, anna: str
) -> None:
    _, event = pressed
    assert event["locale"] == "de"
    assert event["guild_locale"] == "de"
    assert event["context"] == 0
    assert event["entitlements"] == []
    assert event["authorizing_integration_owners"] == {"0": world.guild_id}
    assert event["member"]["user"]["id"] == anna
    assert int(event["member"]["permissions"]) > 0
    assert event["channel"]["id"] == event["channel_id"] == app.channel
    assert event["data"] == {"custom_id": "go", "component_type": 2, "id": 2}


async def test_tokens_are_bounded(app: RawApp, world: World, anna: str) -> None:
    world.desk.max_tokens = 2
    panel = await app.panel()
    events = []
    for _ in range(3):
        task, event = await app.opens(world.press(anna, panel, "go"))
        await app.respond(event, 6)
        await task
        events.append(event)
    codes = [(await app("GET", app.webhook(event, "@original")))[0] for event in events]
    assert codes == [404, 200, 200]
