"""A hint as a sentence: what the strongest computer would do, and what weighed most."""

from __future__ import annotations

from engine.contract import Reason
from screens.screen import Sight


def told(sight: Sight, done: str, reason: Reason | None, **values: object) -> str:
    """Return what is to be done and why, if that is told; `values` are those that the reason
    does not have, or that are not read as they are."""
    if reason is None:
        return done
    read: dict[str, object] = {**reason.values, **values}
    if (seat := reason.values.get("seat")) is not None:
        read["name"] = sight.names[int(seat)]
    why = sight.words(f"advice.{reason.key}", **read)
    return f"{done}: {why}"
