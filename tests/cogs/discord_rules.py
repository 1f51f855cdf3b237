"""An independent reading of what Discord takes: its published schemas where they are at hand, and
the limits its documentation names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

SCHEMAS = Path(__file__).resolve().parents[3] / "shared" / "discord" / "openapi.json"
MESSAGE = re.compile(
    r"^/(channels/\d+/messages(/\d+)?|webhooks/\d+/[^/]+(/messages/(@original|\d+))?)$"
)
TOKEN, ID = re.compile(r"^/(webhooks|interactions)/\d+/[^/]+"), re.compile(r"/\d+(?=/|$)")
CALLBACK = re.compile(r"^/interactions/\d+/[^/]+/callback$")


@dataclass(frozen=True)
class Request:
    """One request of the bot."""

    method: str
    path: str
    body: Any


def check(requests: Iterable[Request]) -> None:
    """Assert that every body is within Discord's rules."""
    for request in requests:
        if request.body is None:
            continue
        for message in _messages(request):
            check_message(message)
        check_schema(request)


def check_message(message: dict[str, Any]) -> None:
    """Assert the limits of one message."""
    assert len(message.get("content") or "") <= 2000
    embeds = message.get("embeds") or []
    assert len(embeds) <= 10
    assert sum(map(_embed_size, embeds)) <= 6000
    for embed in embeds:
        _check_embed(embed)
    _check_components(message.get("components") or [])
    _check_attachments(message)


def check_schema(request: Request) -> None:
    """Assert that a body fits Discord's published schema of its request."""
    validator = _validator(request.method.lower(), _template(request))
    if validator is None:
        return
    faults = [e.message[:300] for e in validator.iter_errors(_stringed(request.body))]
    assert not faults, f"{request.method} {request.path}: {faults[:3]}"


def check_answer(method: str, template: str, answer: Any) -> None:
    """Assert that an answer fits Discord's published schema of what a path answers."""
    operation = _document().get("paths", {}).get(template, {}).get(method)
    if operation is None:
        return
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**schema, "components": _document()["components"]})
    faults = [error.message[:300] for error in validator.iter_errors(answer)]
    assert not faults, f"{method} {template}: {faults[:3]}"


def _messages(request: Request) -> Iterator[dict[str, Any]]:
    path = request.path.split("?")[0]
    if CALLBACK.search(path) and request.body.get("type") in (4, 7):
        yield request.body.get("data") or {}
    elif MESSAGE.search(path) and request.method in ("POST", "PATCH"):
        yield request.body


def _embed_size(embed: dict[str, Any]) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields", ()):
        texts += [field["name"], field["value"]]
    return sum(len(text or "") for text in texts)


def _check_embed(embed: dict[str, Any]) -> None:
    assert len(embed.get("title") or "") <= 256
    assert len(embed.get("description") or "") <= 4096
    assert len((embed.get("footer") or {}).get("text") or "") <= 2048
    assert len(embed.get("fields", ())) <= 25
    for field in embed.get("fields", ()):
        assert 1 <= len(field["name"].strip()) <= 256
        assert 1 <= len(field["value"].strip()) <= 1024


SELECTS = (3, 5, 6, 7, 8)
"""The selects: of texts, people, roles, both, channels."""


def _check_components(rows: list[dict[str, Any]]) -> None:
    assert len(rows) <= 5
    ids = [c["custom_id"] for row in rows for c in row["components"] if "custom_id" in c]
    assert len(ids) == len(set(ids)), f"a custom_id twice: {sorted(ids)}"
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for row in rows:
        kinds = [c["type"] for c in row["components"]]
        alone = len(kinds) == 1 and kinds[0] in SELECTS
        assert alone or (set(kinds) == {2} and 1 <= len(kinds) <= 5)
        for control in row["components"]:
            _check_control(control)


def _check_control(control: dict[str, Any]) -> None:
    if control["type"] == 2:
        label = control.get("label") or ""
        assert len(label) <= 80
        assert label or control.get("emoji")
        return
    assert len(control.get("placeholder") or "") <= 150
    assert 0 <= control["min_values"] <= control["max_values"] <= 25
    if control["type"] != 3:
        assert len(control.get("default_values", ())) <= control["max_values"]
        return
    options = control["options"]
    assert 1 <= len(options) <= 25
    assert len({o["value"] for o in options}) == len(options)
    assert control["max_values"] <= len(options)
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100


def _check_attachments(message: dict[str, Any]) -> None:
    attached = {a.get("filename") for a in message.get("attachments") or []}
    assert len(attached) <= 10
    for attachment in message.get("attachments") or []:
        assert len(attachment.get("description") or "") <= 1024
        assert attachment.get("description"), "a picture without alt text"
    if "attachments" in message:
        for embed in message.get("embeds") or []:
            url = (embed.get("image") or {}).get("url", "")
            if url.startswith("attachment://"):
                assert url.removeprefix("attachment://") in attached


def _stringed(value: Any, key: str = "") -> Any:
    """Return the body with ids as text: Discord takes numbers too, its schemas do not say so."""
    if isinstance(value, dict):
        return {name: _stringed(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_stringed(item, key) for item in value]
    if key in ("id", "users", "roles", "recipient_id") and isinstance(value, int):
        return str(value)
    return value


def _template(request: Request) -> str:
    """Return the published path that fits best: the one with the fewest parameters."""
    path = TOKEN.sub(r"/\1/0/0", request.path.split("?")[0])
    return _published(ID.sub("/0", path))


@cache
def _published(path: str) -> str:
    fitting = [t for t in _document().get("paths", {}) if _pattern(t).fullmatch(path)]
    return min(fitting, key=lambda t: t.count("{"), default=path)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{[^}]*\}", "[^/]+", template))


@cache
def _document() -> dict[str, Any]:
    return json.loads(SCHEMAS.read_text(encoding="utf-8")) if SCHEMAS.exists() else {}


@cache
def _validator(method: str, template: str) -> Draft202012Validator | None:
    operation = _document().get("paths", {}).get(template, {}).get(method)
    content = (operation or {}).get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    schema = dict(content["application/json"]["schema"])
    schema["components"] = _document()["components"]
    return Draft202012Validator(schema)
