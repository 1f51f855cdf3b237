"""Reads what was typed into modals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import Malformed


def typed(data: Any) -> str:
    """Return what stands in the modal's one field; raise Malformed where there is none."""
    found = fields(data)
    if len(found) != 1:
        raise Malformed("error.malformed")
    return found[0][1]


def fields(data: Any) -> Sequence[tuple[str, str]]:
    """Return what was typed into a modal, by the fields' custom_ids; raise Malformed for what no
    modal sends."""
    try:
        parts = [part.get("component", part) for part in data["components"]]
        found = [(part["custom_id"], part["value"]) for part in parts]
    except (KeyError, TypeError, AttributeError) as error:
        raise Malformed("error.malformed") from error
    if not all(isinstance(text, str) for _, text in found):
        raise Malformed("error.malformed")
    return found
