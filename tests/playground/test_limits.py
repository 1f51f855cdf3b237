"""Discord's limits of message bodies, modals, completions and commands."""

from __future__ import annotations

from typing import Any

import pytest

from playground import World
from playground.limits.commands import check_choices, check_commands
from playground.limits.components import check_modal
from playground.limits.errors import ApiError
from playground.limits.messages import MAX_FILE_BYTES, check_message
from playground.model import File
from tests.playground.conftest import JSON, RawApp, button, row, select


def embed(**parts: Any) -> JSON:
    """Return a body with one embed."""
    return {"embeds": [parts]}


def control(*components: JSON) -> JSON:
    """Return a body with one row."""
    return {"components": [row(*components)]}


def options(*entries: JSON, **more: Any) -> JSON:
    """Return a body with a select of those options."""
    return control(select("s", "") | {"options": list(entries)} | more)


FIELD = {"name": "n", "value": "v"}
LONG = {"title": "t" * 256, "description": "d" * 4096}

GOOD = (
    {"content": "x" * 2000},
    embed(**LONG, footer={"text": "f" * 1648}),
    embed(fields=[FIELD] * 25),
    embed(title="t", image={"url": "https://example.org/a.png"}),
    {"components": [row(*(button(f"{r}{b}") for b in range(5))) for r in range(5)]},
    control(button("x" * 100, label="l" * 80)),
    control(button("e", label=None, emoji={"name": "\N{DRAGON}"})),
    control({"type": 2, "style": 5, "label": "l", "url": "https://example.org"}),
    control(select("s", "abcdefghijklmnopqrstuvwxy", max_values=25, min_values=0)),
    options({"label": "l" * 100, "value": "v" * 100, "description": "d" * 100}),
    {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
    {"content": "x", "embeds": [{"title": "t"}] * 10},
)

BAD = (
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    (
        embed(title="t", image={"url": "https://example.org/a.png", "description": "d" * 4097}),
        "embeds.0.image.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (embed(title="t" * 257), "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    (embed(description="t" * 4097), "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    (embed(footer={"text": "t" * 2049}), "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
    (embed(author={"name": "t" * 257}), "embeds.0.author.name", "BASE_TYPE_MAX_LENGTH"),
    (embed(fields=[FIELD] * 26), "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"),
    (
        embed(fields=[FIELD | {"name": "n" * 257}]),
        "embeds.0.fields.0.name",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        embed(fields=[FIELD | {"value": "n" * 1025}]),
        "embeds.0.fields.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (embed(fields=[{"name": " ", "value": "v"}]), "embeds.0.fields.0.name", "BASE_TYPE_REQUIRED"),
    (embed(color=3), "embeds.0.description", "BASE_TYPE_REQUIRED"),
    (embed(title="t", color=1 << 24), "embeds.0.color", "NUMBER_TYPE_MAX"),
    (
        {"embeds": [{"title": "t", "url": "https://example.org"}] * 2},
        "embeds.1.url",
        "EMBED_URL_DUPLICATED",
    ),
    (embed(title="t", url="ftp://x"), "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
    (
        embed(title="t", image={"url": "attachment://no.png"}),
        "embeds.0.image.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    ({"embeds": [LONG, {"description": "d" * 1649}]}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"title": "t"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(str(r))) for r in range(6)]}, "components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [button("b")]}, "components.0.type", "BASE_TYPE_CHOICES"),
    (control(), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (
        control(*(button(str(b)) for b in range(6))),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        control(select("s"), button("b")),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        control(button("b"), button("b")),
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (control(button("x" * 101)), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (control(button("")), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (
        control(button("b", label="l" * 81)),
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (control(button("b", label=None)), "components.0.components.0.label", "BASE_TYPE_REQUIRED"),
    (control(button("b", style=9)), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (
        control(button("b", emoji={"name": "x"})),
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        control({"type": 2, "style": 5, "label": "l"}),
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
    ),
    (control({"type": 4}), "components.0.components.0.type", "BASE_TYPE_CHOICES"),
    (options(), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (
        control(select("s", "abcdefghijklmnopqrstuvwxyz")),
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        control(select("s", "aa")),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        options({"label": "l" * 101, "value": "v"}),
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        options({"label": "l", "value": "v" * 101}),
        "components.0.components.0.options.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        options({"label": "l", "value": "v", "description": "d" * 101}),
        "components.0.components.0.options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        control(select("s", min_values=2, max_values=1)),
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX",
    ),
    (
        control(select("s", max_values=4)),
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES",
    ),
    (
        control(select("s", placeholder="p" * 151)),
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "attachments": [{"id": "7"}]},
        "attachments.0.id",
        "BASE_TYPE_CHOICES",
    ),
    (
        {"content": "x", "attachments": [{"id": "7", "description": "d" * 1025}]},
        "attachments.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
)


def error_at(error: ApiError, path: str) -> set[str]:
    """Return the codes noted at a place of the body."""
    node = error.body["errors"]
    for step in path.split("."):
        node = node[step]
    return {each["code"] for each in node["_errors"]}


@pytest.mark.parametrize("body", GOOD)
def test_accepted(body: JSON) -> None:
    check_message(body)


@pytest.mark.parametrize(("body", "path", "code"), BAD)
def test_refused(body: JSON, path: str, code: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_message(body)
    assert (caught.value.status, caught.value.body["code"]) == (400, 50035)
    assert code in error_at(caught.value, path)


def test_files() -> None:
    check_message({}, [File(str(n), f"{n}.png", b"x") for n in range(10)])
    with pytest.raises(ApiError) as caught:
        check_message({}, [File(str(n), f"{n}.png", b"x") for n in range(11)])
    assert "attachments" in caught.value.body["errors"]
    with pytest.raises(ApiError) as caught:
        check_message({}, [File("0", "big.png", bytes(MAX_FILE_BYTES + 1))])
    whole = [File(f"{n}", f"{n}.png", bytes(MAX_FILE_BYTES)) for n in range(3)]
    check_message({}, whole[:2])
    with pytest.raises(ApiError, match="40005"):
        check_message({}, whole)
    assert caught.value.body["code"] == 40005


def text_input(**more: Any) -> JSON:
    """Return a row with a text field."""
    return row({"type": 4, "custom_id": "t", "label": "Text", "style": 1} | more)


def label(**more: Any) -> JSON:
    """Return a text field under a label."""
    field = {"type": 4, "custom_id": "t", "style": 1}
    return {"type": 18, "label": "Text", "component": field} | more


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({}, None),
        ({"components": [label()]}, None),
        ({"title": "t" * 46}, "data.title"),
        ({"custom_id": "c" * 101}, "data.custom_id"),
        ({"components": []}, "data.components"),
        ({"components": [text_input(custom_id=str(n)) for n in range(6)]}, "data.components"),
        ({"components": [row(button("b"))]}, "data.components.0.components.0.type"),
        ({"components": [text_input(label="l" * 46)]}, "data.components.0.components.0.label"),
        ({"components": [text_input(max_length=0)]}, "data.components.0.components.0.max_length"),
        ({"components": [text_input(), text_input()]}, "data.components.1.components.0.custom_id"),
        ({"components": [label(label="l" * 46)]}, "data.components.0.label"),
    ],
)
def test_modals(change: JSON, path: str | None) -> None:
    body = {"custom_id": "c", "title": "t", "components": [text_input()]} | change
    if path is None:
        check_modal(body, ())
        return
    with pytest.raises(ApiError) as caught:
        check_modal(body, ())
    assert error_at(caught.value, path)


@pytest.mark.parametrize(
    ("choices", "path"),
    [
        ([{"name": "n" * 100, "value": "v" * 100}] * 25, None),
        ([{"name": "n", "value": 5}], None),
        ([{"name": "n", "value": "v"}] * 26, "data.choices"),
        ([{"name": "n" * 101, "value": "v"}], "data.choices.0.name"),
        ([{"name": "n", "value": "v" * 101}], "data.choices.0.value"),
    ],
)
def test_completions(choices: list[JSON], path: str | None) -> None:
    if path is None:
        check_choices({"choices": choices})
        return
    with pytest.raises(ApiError) as caught:
        check_choices({"choices": choices})
    assert error_at(caught.value, path)


PLAIN = {"name": "play", "description": "d"}
OPTION = {"type": 3, "name": "game", "description": "d"}


@pytest.mark.parametrize(
    ("commands", "path"),
    [
        ([PLAIN | {"name_localizations": {"de": "spielen"}}], None),
        ([PLAIN, PLAIN], "1"),
        ([PLAIN | {"name": "Play"}], "name"),
        ([PLAIN | {"name": "a b"}], "name"),
        ([PLAIN | {"name": "n" * 33}], "name"),
        ([PLAIN | {"description": ""}], "description"),
        ([PLAIN | {"name_localizations": {"de": "Ä"}}], "name_localizations.de"),
        (
            [PLAIN | {"description_localizations": {"de": "d" * 101}}],
            "description_localizations.de",
        ),
        ([PLAIN | {"options": [OPTION, OPTION]}], "options.1"),
        (
            [PLAIN | {"options": [OPTION, OPTION | {"name": "x", "required": True}]}],
            "options.1",
        ),
        (
            [PLAIN | {"options": [OPTION | {"choices": [{"name": "n", "value": "v"}] * 26}]}],
            "options.0.choices",
        ),
    ],
)
def test_commands(commands: list[JSON], path: str | None) -> None:
    if path is None:
        check_commands(commands)
        return
    with pytest.raises(ApiError) as caught:
        check_commands(commands)
    assert error_at(caught.value, path)


async def test_refusal_over_the_wire(app: RawApp) -> None:
    status, body = await app("POST", f"/channels/{app.channel}/messages", {"content": "x" * 2001})
    assert status == 400
    assert app.last["Content-Type"] == "application/json"
    assert body == {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {
            "content": {
                "_errors": [
                    {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}
                ]
            }
        },
    }


async def test_empty_messages(app: RawApp) -> None:
    path = f"/channels/{app.channel}/messages"
    status, body = await app("POST", path, {"content": ""})
    assert (status, body["code"]) == (400, 50006)
    message = await app.post({"content": "x"})
    status, body = await app("PATCH", f"{path}/{message['id']}", {"content": None})
    assert (status, body["code"]) == (400, 50006)
    assert (await app("GET", f"{path}/{message['id']}"))[1]["content"] == "x"


async def test_validation_can_be_switched_off(app: RawApp, world: World) -> None:
    world.validation = False
    assert len((await app.post({"content": "x" * 2001}))["content"]) == 2001
