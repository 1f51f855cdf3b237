"""Loads what is in a game's box from its data file, and reports every fault of the file at once."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

FOLDER = Path(__file__).resolve().parent.parent / "seeds"


class SeedsError(Exception):
    """A data file that cannot be used; `faults` holds a line for each fault, file and key first."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Box(BaseModel):
    """Base of the models that describe data files; unknown keys are faults."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy; what has followed from the values until now follows anew from its own."""
        copied = super().model_copy(update=update, deep=deep)
        for followed in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[followed]
        return copied


B = TypeVar("B", bound=Box)


def load(model: type[B], name: str, folder: Path = FOLDER) -> B:
    """Read `folder/name.toml` as a `model`; raise SeedsError with all faults of the file."""
    return read(model, name, folder)[0]


def read(model: type[B], name: str, folder: Path = FOLDER) -> tuple[B, str]:
    """Read `folder/name.toml` as a `model`, with its digest; raise SeedsError as `load` does."""
    path = folder / f"{name}.toml"
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SeedsError([f"{path.name}: {error}"]) from error
    try:
        return model.model_validate(raw), _digest(raw)
    except ValidationError as error:
        raise SeedsError([_fault(path.name, found) for found in error.errors()]) from error


def former(name: str, folder: Path = FOLDER) -> list[str]:
    """Return the names, as `load` and `digest` take them, of the data files that were replaced."""
    return [f"former/{name}/{path.stem}" for path in sorted(folder.glob(f"former/{name}/*.toml"))]


def digest(name: str, folder: Path = FOLDER) -> str:
    """Return 32 hex digits of what `folder/name.toml` says; its comments and layout do not count.

    The file is one that `load` has read.
    """
    return _digest(tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")))


def _digest(raw: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(raw).encode()).hexdigest()[:32]


def _fault(file: str, found: object) -> str:
    assert isinstance(found, dict)
    key = ".".join(map(str, found["loc"])) or "(file)"
    return f"{file}: {key}: {found['msg']}"
