"""Reads what was typed into modals."""

from __future__ import annotations

from collections.abc import Iterator
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


def fields(data: Any) -> Iterator[tuple[str, str]]:
    """Give what was typed into a modal, by the fields' custom_ids."""
    for part in data.get("components", ()):
        found = [part["component"]] if "component" in part else part.get("components", ())
        for field in found:
            yield field["custom_id"], field.get("value") or ""
