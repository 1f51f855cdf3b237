"""Check messages against Discord's limits: text, files, embeds and mentions."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from playground.limits.components import check_rows
from playground.limits.errors import refusal
from playground.limits.problems import (
    Body,
    Path,
    Problems,
    check_count,
    check_number,
    check_text,
    invalid,
)
from playground.model import COMPONENTS_V2, File, Message

MAX_FILE_BYTES, MAX_REQUEST_BYTES = 10 * 1024 * 1024, 25 * 1024 * 1024
MAX_EMBED_CHARACTERS = 6000
MAX_IMAGE_TEXT = 4096
EMBED_TEXTS = (
    (("title",), 256),
    (("description",), 4096),
    (("footer", "text"), 2048),
    (("author", "name"), 256),
)
"""The texts of an embed, each with its longest length."""
FIELD_TEXTS = (("name", 256), ("value", 1024))
EMBED_LINKS = (
    (("url",), False),
    (("image", "url"), True),
    (("thumbnail", "url"), True),
    (("footer", "icon_url"), True),
    (("author", "icon_url"), True),
    (("author", "url"), False),
)
"""The links of an embed, and whether each may name an attachment."""
VISIBLE_PARTS = ("title", "description", "fields", "image", "thumbnail", "footer", "author")


def check_message(
    body: Body,
    files: Sequence[File] = (),
    known: Message | None = None,
    emojis: Container[str] = (),
) -> None:
    """Check a message to post, or to change when `known` is given.

    `emojis` are the ids of those that the application may use.
    """
    if not isinstance(body, dict):
        raise invalid((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    sizes = [len(each.data) for each in files]
    if max(sizes, default=0) > MAX_FILE_BYTES or sum(sizes) > MAX_REQUEST_BYTES:
        raise refusal("too_large")
    problems = Problems()
    check_text(problems, ("content",), body.get("content") or "", 0, 2000)
    names = _check_attachments(problems, body, files, known)
    names = _names(known, files) if names is None else names
    _check_embeds(problems, body.get("embeds") or [], names)
    if (body.get("flags") or 0) & COMPONENTS_V2:
        problems.add(("flags",), "BASE_TYPE_CHOICES", "This server has components of version 1.")
    elif body.get("components"):
        check_rows(problems, body["components"], emojis)
    if body.get("allowed_mentions"):
        _check_mentions(problems, body["allowed_mentions"])
    problems.raise_if_any()


def _check_attachments(
    problems: Problems, body: Body, files: Sequence[File], known: Message | None
) -> set[str] | None:
    """Check the list of attachments; return the file names afterwards if the body sets them."""
    listed = body.get("attachments", ...)
    if listed is ...:
        if len(_names(known, files)) > 10:
            problems.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
        return None
    old = {each.id: each.filename for each in known.attachments} if known else {}
    new = {each.index: each.filename for each in files}
    names = set(new.values())
    for index, entry in enumerate(listed or []):
        key = str(entry.get("id"))
        if key not in old and key not in new:
            problems.add(("attachments", index, "id"), "BASE_TYPE_CHOICES", "Unknown attachment.")
        names.add(old.get(key) or entry.get("filename") or new.get(key, ""))
        if entry.get("description") is not None:
            path = ("attachments", index, "description")
            check_text(problems, path, entry["description"], 0, 1024)
    if len(listed or []) > 10 or len(files) > 10:
        problems.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return names


def _names(known: Message | None, files: Sequence[File]) -> set[str]:
    old = (each.filename for each in known.attachments) if known else ()
    return {*old, *(each.filename for each in files)}


def _check_embeds(problems: Problems, embeds: list[Body], names: set[str]) -> None:
    if len(embeds) > 10:
        problems.add(("embeds",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    _check_urls(problems, [embed.get("url") for embed in embeds])
    total = 0
    for index, embed in enumerate(embeds):
        path: Path = ("embeds", index)
        total += _check_embed_texts(problems, path, embed)
        _check_links(problems, path, embed, names)
        described = _at(embed, ("image", "description"))
        if described is not None:
            check_text(problems, (*path, "image", "description"), described, 0, MAX_IMAGE_TEXT)
        if embed.get("color") is not None:
            check_number(problems, (*path, "color"), embed["color"], 0, 0xFFFFFF)
        if not any(embed.get(part) for part in VISIBLE_PARTS):
            problems.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    if total > MAX_EMBED_CHARACTERS:
        sentence = f"Embed size exceeds maximum size of {MAX_EMBED_CHARACTERS}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", sentence)


def _check_urls(problems: Problems, urls: list[str | None]) -> None:
    """Refuse what Discord takes and its clients then merge or drop: two embeds of one address."""
    for index, url in enumerate(urls):
        if url is not None and url in urls[:index]:
            sentence = "Clients merge embeds of one address."
            problems.add(("embeds", index, "url"), "EMBED_URL_DUPLICATED", sentence)


def _check_embed_texts(problems: Problems, path: Path, embed: Body) -> int:
    """Check the texts of an embed and return how many characters they have together."""
    total = 0
    for steps, high in EMBED_TEXTS:
        text = _at(embed, steps)
        if text is not None:
            check_text(problems, path + steps, text, 0, high)
            total += len(str(text).strip())
    fields = embed.get("fields") or []
    if len(fields) > 25:
        problems.add((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for number, entry in enumerate(fields):
        for name, high in FIELD_TEXTS:
            text = entry.get(name)
            blank = not isinstance(text, str) or not text.strip()
            check_text(problems, (*path, "fields", number, name), None if blank else text, 1, high)
            total += len(str(text or "").strip())
    return total


def _check_links(problems: Problems, path: Path, embed: Body, names: set[str]) -> None:
    for steps, may_attach in EMBED_LINKS:
        link = _at(embed, steps)
        if link is None or (isinstance(link, str) and link.startswith(("http://", "https://"))):
            continue
        name = str(link).removeprefix("attachment://")
        if not may_attach or name == link:
            sentence = "Scheme of the address must be one of ('http', 'https')."
            problems.add(path + steps, "URL_TYPE_INVALID_SCHEME", sentence)
        elif name not in names:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            problems.add(path + steps, code, f"The referenced attachment {name} was not found")


def _at(embed: Body, steps: tuple[str, ...]) -> Any:
    value: Any = embed
    for step in steps:
        value = (value or {}).get(step)
    return value


def _check_mentions(problems: Problems, allowed: Body) -> None:
    path: Path = ("allowed_mentions",)
    parse = allowed.get("parse") or []
    for unknown in set(parse) - {"users", "roles", "everyone"}:
        problems.add((*path, "parse"), "BASE_TYPE_CHOICES", f"Unknown value {unknown}.")
    for kind in ("users", "roles"):
        check_count(problems, (*path, kind), allowed.get(kind) or [], 0, 100)
        if kind in parse and allowed.get(kind):
            code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
            sentence = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(path, code, sentence)
