"""Modules that are loaded when something of them is used first: a process may never need them."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

SELDOM = ("openskill.models",)
"""What a process needs once a game that is rated ends: 1 MB."""
PAINTING = (
    *("PIL.Image", "PIL.ImageChops", "PIL.ImageDraw", "PIL.ImageFilter", "PIL.ImageFont"),
    *("PIL.ImageOps", "PIL.PngImagePlugin"),
)
"""What a process needs only if it paints itself: 4 MB."""


class _Later(ModuleType):
    """Stands in its package for a module, until something of that is used, by any thread."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(importlib.import_module(self.__name__), name)
        setattr(self, name, value)
        return value


def later(modules: Iterable[str]) -> None:
    """Let these modules, where they are imported from their packages from now on, be loaded only
    once they are used; raise ModuleNotFoundError where one is missing."""
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
        package, _, name = module.rpartition(".")
        setattr(importlib.import_module(package), name, _Later(module))
