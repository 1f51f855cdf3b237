"""Keep the application's own emojis within Discord's limits."""

from __future__ import annotations

import base64
import binascii
import io
import re
from typing import Any

from PIL import Image, UnidentifiedImageError

from playground.limits.errors import refusal
from playground.limits.problems import Body, Problems, check_text
from playground.model import Emoji
from playground.world.state import WorldState

MOST = 2000
MOST_BYTES = 256 * 1024
NAME = re.compile(r"\w+", re.ASCII)
IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)


def find(world: WorldState, emoji_id: str) -> Emoji:
    """Return an emoji or raise 10014."""
    try:
        return world.emojis[emoji_id]
    except KeyError:
        raise refusal("unknown_emoji") from None


def create(world: WorldState, body: Body) -> Emoji:
    """Add an emoji: a name, and an image as a data URI."""
    problems = Problems()
    _check_name(problems, world, body.get("name"))
    content_type, data, animated = _read_image(problems, body.get("image"))
    problems.raise_if_any()
    if len(world.emojis) >= MOST:
        raise refusal("too_many_emojis")
    item = Emoji(world.snowflakes.next(), body["name"], data, content_type, animated)
    world.emojis[item.id] = item
    world.publish("emoji_create", item)
    return item


def rename(world: WorldState, item: Emoji, body: Body) -> Emoji:
    """Give an emoji another name."""
    problems = Problems()
    if body.get("name") != item.name:
        _check_name(problems, world, body.get("name"))
    problems.raise_if_any()
    item.name = body["name"]
    return item


def remove(world: WorldState, item: Emoji) -> None:
    """Take an emoji away; messages that show it keep its name only."""
    del world.emojis[item.id]
    world.publish("emoji_delete", item)


def _check_name(problems: Problems, world: WorldState, name: Any) -> None:
    check_text(problems, ("name",), name, 2, 32)
    if isinstance(name, str) and name and not NAME.fullmatch(name):
        sentence = f"String value did not match validation regex: {NAME.pattern}"
        problems.add(("name",), "STRING_TYPE_REGEX", sentence)
    if any(item.name == name for item in world.emojis.values()):
        code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
        problems.add(("name",), code, "An emoji with this name already exists")


def _read_image(problems: Problems, image: Any) -> tuple[str, bytes, bool]:
    """Return type, bytes and whether it moves; note what is wrong."""
    found = IMAGE.fullmatch(image) if isinstance(image, str) else None
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
        with Image.open(io.BytesIO(data)) as picture:
            animated = bool(getattr(picture, "is_animated", False))
    except (binascii.Error, UnidentifiedImageError, OSError):
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
        return "", b"", False
    if len(data) > MOST_BYTES:
        sentence = f"File cannot be larger than {MOST_BYTES / 1024} kb."
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", sentence)
    return found[1] if found else "", data, animated
