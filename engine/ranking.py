"""Places with ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def places(results: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat from 1: the greater result is the better, equal ones share."""
    return tuple(1 + sum(other > result for other in results) for result in results)
