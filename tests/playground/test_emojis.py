"""The application's own emojis: Discord's limits for them, and where they may be shown."""

from __future__ import annotations

import base64
import io
from typing import Any

import discord
import pytest
from PIL import Image

from playground import World
from playground.world.emojis import MOST, MOST_BYTES
from tests.playground.bot import Bot
from tests.playground.conftest import RawApp, button, row, select


def png(color: str = "red", *, extra: int = 0) -> bytes:
    """Return a small picture, with so many bytes more at its end."""
    data = io.BytesIO()
    Image.new("RGB", (8, 8), color).save(data, "PNG")
    return data.getvalue() + b"\0" * extra


def uri(data: bytes, kind: str = "image/png") -> str:
    """Return an upload as Discord takes it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def emojis(app: RawApp, emoji_id: str = "") -> str:
    """Return the path of all emojis, or of one."""
    return f"/applications/{app.world.application_id}/emojis" + (f"/{emoji_id}" if emoji_id else "")


async def create(app: RawApp, name: str = "card_1", image: Any = None) -> Any:
    """Create an emoji that must be accepted."""
    body = {"name": name, "image": image or uri(png())}
    status, item = await app("POST", emojis(app), body)
    assert status == 201, item
    return item


async def test_life_of_an_emoji(app: RawApp) -> None:
    item = await create(app)
    assert (item["name"], item["animated"], item["available"]) == ("card_1", False, True)
    assert (await app("GET", emojis(app)))[1] == {"items": [item]}
    renamed = await app("PATCH", emojis(app, item["id"]), {"name": "card_2"})
    assert renamed == (200, {**item, "name": "card_2"})
    assert await app("GET", emojis(app, item["id"])) == renamed
    async with app.session.get(f"{app.server.url}/cdn/emojis/{item['id']}.png") as answer:
        assert (answer.content_type, await answer.read()) == ("image/png", png())
    assert (await app("DELETE", emojis(app, item["id"])))[0] == 204
    for method in ("GET", "PATCH", "DELETE"):
        status, body = await app(method, emojis(app, item["id"]), {"name": "x2"})
        assert (status, body["code"]) == (404, 10014)
    async with app.session.get(f"{app.server.url}/cdn/emojis/{item['id']}.png") as answer:
        assert answer.status == 404


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"name": "x"}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "x" * 33}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "a-b"}, "name", "STRING_TYPE_REGEX"),
        ({"name": "größe"}, "name", "STRING_TYPE_REGEX"),
        ({"name": None}, "name", "BASE_TYPE_REQUIRED"),
        ({"name": 5}, "name", "STRING_TYPE_CONVERT"),
        ({"name": "taken"}, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        ({"image": None}, "image", "IMAGE_INVALID"),
        ({"image": "https://a.example/x.png"}, "image", "IMAGE_INVALID"),
        ({"image": uri(b"no picture")}, "image", "IMAGE_INVALID"),
        ({"image": "data:image/png;base64,?"}, "image", "IMAGE_INVALID"),
        ({"image": uri(png(), "text/plain")}, "image", "IMAGE_INVALID"),
        ({"image": uri(png(extra=MOST_BYTES))}, "image", "BINARY_TYPE_MAX_SIZE"),
    ],
)
async def test_refused(app: RawApp, change: dict[str, Any], field: str, code: str) -> None:
    await create(app, "taken")
    body = {"name": "card_1", "image": uri(png())} | change
    status, answer = await app("POST", emojis(app), body)
    assert (status, answer["code"]) == (400, 50035)
    assert answer["errors"][field]["_errors"][0]["code"] == code
    assert len(app.world.emojis) == 1


async def test_bounds_are_allowed(app: RawApp) -> None:
    await create(app, "xy")
    await create(app, "x" * 32, uri(png(extra=MOST_BYTES - len(png()))))


async def test_no_more_than_discord_keeps(app: RawApp) -> None:
    item = await create(app)
    kept = app.world.emojis[item["id"]]
    app.world.emojis.update({str(number): kept for number in range(MOST - 1)})
    status, body = await app("POST", emojis(app), {"name": "more", "image": uri(png())})
    assert (status, body["code"]) == (400, 30008)


async def test_other_applications_are_unknown(app: RawApp) -> None:
    assert (await app("GET", "/applications/1/emojis"))[1]["code"] == 10002


def shown(emoji: dict[str, Any], where: str) -> dict[str, Any]:
    """Return a message that shows an emoji on a control."""
    control = button("go", emoji=emoji)
    if where == "option":
        control = select("pick", "a")
        control["options"][0]["emoji"] = emoji
    return {"content": "x", "components": [row(control)]}


@pytest.mark.parametrize("where", ["button", "option"])
async def test_components_show_known_emojis_only(app: RawApp, where: str, anna: str) -> None:
    item = await create(app)
    known = shown({"id": item["id"], "name": "whatever"}, where)
    message = await app.post(known)
    unknown = shown({"id": "1", "name": "card_1"}, where)
    status, body = await app("POST", f"/channels/{app.channel}/messages", unknown)
    assert (status, body["code"]) == (400, 50035)
    inner = body["errors"]["components"]["0"]["components"]["0"]
    inner = inner["options"]["0"] if where == "option" else inner
    error = inner["emoji"]["id"]["_errors"][0]
    assert error == {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}
    await app("DELETE", emojis(app, item["id"]))
    path = f"/channels/{app.channel}/messages/{message['id']}"
    assert (await app("PATCH", path, known))[0] == 400, "somebody deleted it"


async def test_error_of_a_response_lies_under_its_data(
    app: RawApp, world: World, anna: str
) -> None:
    task, event = await app.opens(world.press(anna, await app.panel(), "go"))
    for kind in (4, 7):
        status, body = await app.respond(event, kind, shown({"id": "1", "name": "x"}, "button"))
        assert status == 400
        emoji = body["errors"]["data"]["components"]["0"]["components"]["0"]["emoji"]
        assert emoji["id"]["_errors"][0]["message"] == "Invalid emoji"
    await app.respond(event, 6)
    await task


async def test_library_makes_and_shows_them(bot: Bot, world: World, channel: str) -> None:
    made = await bot.create_application_emoji(name="card_1", image=png())
    assert [each.id for each in await bot.fetch_application_emojis()] == [made.id]
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Card", custom_id="card", emoji=made))
    view.stop()
    sent = await bot.place(channel).send(f"{made}", view=view)
    kept = world.messages[str(sent.id)]
    assert kept.content == f"<:card_1:{made.id}>"
    assert kept.components[0]["components"][0]["emoji"]["id"] == str(made.id)
    await made.delete()
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(view=view)
    assert refused.value.code == 50035
