"""The strict JSON form of the engine's frozen values, by pydantic from their type annotations."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pydantic import BeforeValidator, ConfigDict, TypeAdapter

from engine.errors import Malformed

T = TypeVar("T")


def _whole(value: object) -> object:
    if isinstance(value, bool | float):
        raise ValueError("a whole number is expected")
    return value


WHOLE = BeforeValidator(_whole)
"""Annotates a Literal of numbers, which else takes `true` for 1 and 3.0 for 3."""
_STRICT = ConfigDict(extra="forbid", allow_inf_nan=False, defer_build=True)


class Codec(Generic[T]):
    """Writes and reads values of one type (frozen dataclasses and unions of them) as JSON text."""

    def __init__(self, kind: Any, migrate: Callable[[dict[str, Any]], Any] | None = None) -> None:
        """`migrate` brings the JSON object of an older type into the form of this one."""
        # A dataclass takes no configuration from outside, but inherits that of what holds it. What
        # reads and writes is made when it is used first, as that takes 10 ms and 0.1 MB.
        self._adapter: TypeAdapter[tuple[T]] = TypeAdapter(tuple[kind], config=_STRICT)
        self._migrate = migrate

    @property
    def made(self) -> bool:
        """Whether what reads and writes is made."""
        return self._adapter.pydantic_complete

    def make(self) -> None:
        """Make what reads and writes now."""
        self._adapter.rebuild()

    def dump(self, value: T) -> str:
        """Return the value's JSON text."""
        return self._adapter.dump_json((value,))[1:-1].decode()

    def load(self, text: str) -> T:
        """Return the value that `dump` wrote; raise Malformed when the text is no such value.

        Keys that are unknown or there twice are refused, and so is "3" for 3, or what is nested
        too deeply to be read; what has a default may be missing.
        """
        try:
            read = _READER.decode(text)
            if self._migrate is not None and isinstance(read, dict):
                text = json.dumps(self._migrate(read))
            (value,) = self._adapter.validate_json(f"[{text}]", strict=True)
        except (ValueError, RecursionError) as error:
            raise Malformed("error.malformed") from error
        return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


_READER = json.JSONDecoder(object_pairs_hook=_unique)
