"""What a message looks like, as a text that can be compared: words and buttons, no pictures."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import Any

from cogs.gate.custom_id import custom_ids
from cogs.line.messages import embeds
from screens.page import Page, Select
from tests.cogs.party import Message

BUTTON = 2


def look(page: Page, token: int, table: str) -> str:
    """Return what a message looks like that shows this page."""
    told = [_told(embed.to_dict()) for embed in embeds(page)]
    rows = [row for row in page.rows if not isinstance(row, Select)]
    ids = [[custom_ids(table, token)(b.verb, b.args), b.label or ""] for row in rows for b in row]
    return json.dumps([told, ids])


def seen(message: Message) -> str:
    """Return what this message looks like."""
    controls = [control for row in message["components"] for control in row["components"]]
    ids = [[c["custom_id"], c.get("label") or ""] for c in controls if c["type"] == BUTTON]
    return json.dumps([[_told(embed) for embed in message["embeds"]], ids])


def difference(one: str, other: str) -> str:
    """Return where two looks begin to differ."""
    pairs = enumerate(zip_longest(one, other))
    start = next((place for place, (a, b) in pairs if a != b), 0)
    return f"…{one[start : start + 60]} for …{other[start : start + 60]}"


def faithful(message: Message, page: Page, token: int, table: str) -> bool:
    """Tell whether a message shows just this page."""
    return seen(message) == look(page, token, table)


def _told(embed: Any) -> list[Any]:
    names = ("title", "description", "fields", "footer")
    return [_plain(embed.get(name)) for name in names]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: value[key] for key in ("text",)}
    if isinstance(value, list):
        return [(item["name"], item["value"]) for item in value]
    return value or None
