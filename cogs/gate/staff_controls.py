"""The controls that belong to a server and not to a table: how they travel in a custom_id, and what
carries them out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from cogs.gate.answer import Answer

Verb: TypeAlias = Callable[[Answer, str, Sequence[str]], Awaitable[None]]
"""Carries out a press: its arguments, and what was chosen in a select."""
TEMPLATE = r"ga:(?P<verb>[a-z_]+):(?P<args>[ -~]{0,100})"


def custom_id(verb: str, args: str) -> str:
    """Return the custom_id of a control."""
    return f"ga:{verb}:{args}"
