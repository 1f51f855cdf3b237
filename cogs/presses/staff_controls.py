"""The controls that belong to a server and not to a table: how they travel in a custom_id."""

from __future__ import annotations

TEMPLATE = r"ga:(?P<verb>[a-z_]+):(?P<args>[ -~]{0,100})"


def custom_id(verb: str, args: str) -> str:
    """Return the custom_id of a control."""
    return f"ga:{verb}:{args}"
