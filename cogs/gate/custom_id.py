"""A click as a value, and the custom_id it travels in: table, token, verb, arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

TEMPLATE = (
    r"mr:(?P<table>[0-9a-z]{0,40}):(?P<token>[0-9]{1,80}):"
    r"(?P<verb>[a-z_]{1,40}):(?P<args>[ -9;-~]{0,100})"
)
"""Only ASCII, and no more than Discord takes: numbers of other alphabets are numbers to Python."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a control."""

    table: str
    """The table's id; empty where no table is meant."""
    token: int
    """The question this control answers; 0 for controls that answer none."""
    verb: str
    args: str
    values: tuple[str, ...] = ()
    """What was chosen, where the control is a select."""


def custom_ids(table: str, token: int) -> Callable[[str, str], str]:
    """Return the maker of custom_ids for one table and one question."""
    return lambda verb, args: f"mr:{table}:{token}:{verb}:{args}"
