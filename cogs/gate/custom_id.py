"""A click as a value, and the custom_id it travels in: table, token, verb, arguments; or, at a
server's own pages, verb and arguments alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.errors import Malformed

TEMPLATE = (
    r"mr:(?P<table>[0-9a-z]{0,40}):(?P<token>[0-9]{1,80}):"
    r"(?P<verb>[a-z_]{1,40}):(?P<args>[ -9;-~]{0,100})"
)
"""Only ASCII, and no more than Discord takes: numbers of other alphabets are numbers to Python."""
OF_SERVER = r"ga:(?P<verb>[a-z_]+):(?P<args>[ -~]{0,100})"
"""That of controls that belong to a server and not to a table."""
BEYOND = 2**63
"""What the store counts no further than."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a control."""

    table: str
    """The table's id, or what stands in its place; empty where none is meant."""
    token: int
    """The question this control answers; 0 for controls that answer none."""
    verb: str
    args: str
    values: tuple[str, ...] = ()
    """What was chosen, where the control is a select."""


def custom_ids(table: str, token: int = 0) -> Callable[[str, str], str]:
    """Return the maker of custom_ids for one table and one question, if they answer one."""
    return lambda verb, args: f"mr:{table}:{token}:{verb}:{args}"


AT_NO_TABLE = custom_ids("")


def of_server(verb: str, args: str) -> str:
    """Return the custom_id of a control that belongs to a server."""
    return f"ga:{verb}:{args}"


def ids_of(values: Sequence[str]) -> list[int]:
    """Return the ids of Discord's that a control carries; raise Malformed for what is none."""
    if not all(value.isascii() and value.isdecimal() and int(value) < BEYOND for value in values):
        raise Malformed("error.malformed")
    return [int(value) for value in values]


def number_of(text: str) -> int:
    """Return the number that a control carries, of a page for example; 0 where it carries none."""
    return int(text) if text.isdecimal() else 0
