"""The texts, read once a process: no test changes them."""

from __future__ import annotations

from functools import cache

from screens.texts import Catalogue


@cache
def catalogue() -> Catalogue:
    """Return the texts."""
    return Catalogue()
