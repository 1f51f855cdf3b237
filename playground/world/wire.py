"""Read and write JSON for the wire, compactly and fast."""

from __future__ import annotations

import json
from typing import Any

dumps = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""Return a value as ASCII JSON; the value must be a tree."""


def loads(text: str | bytes) -> Any:
    """Return what a JSON text holds; raise ValueError where it cannot be read."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
