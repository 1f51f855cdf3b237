"""The JSON form of the engine's frozen values, by pydantic from their type annotations."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from engine.errors import Malformed

T = TypeVar("T")


class Codec(Generic[T]):
    """Writes and reads values of one type (frozen dataclasses and unions of them) as JSON text."""

    def __init__(self, kind: Any) -> None:
        self._adapter: TypeAdapter[T] = TypeAdapter(kind)

    def dump(self, value: T) -> str:
        """Return the value's JSON text."""
        return self._adapter.dump_json(value).decode()

    def load(self, text: str) -> T:
        """Return the value that `dump` wrote; raise Malformed when the text is no such value."""
        try:
            return self._adapter.validate_json(text)
        except ValidationError as error:
            raise Malformed("error.malformed") from error
