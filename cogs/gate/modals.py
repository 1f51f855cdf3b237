"""Reads what was typed into a modal of one field."""

from __future__ import annotations

from typing import Any

from engine.errors import Malformed


def typed(data: Any) -> str:
    """Return what stands in the modal's one field; raise Malformed where there is none."""
    try:
        [part] = data["components"]
        text = part.get("component", part)["value"]
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed("error.malformed") from error
    if not isinstance(text, str):
        raise Malformed("error.malformed")
    return text
