"""Chooses a few of many cases, which show between them all that any of them shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TypeVar

Case = TypeVar("Case")


def covering(cases: Iterable[Case], shown: Callable[[Case], Collection[Hashable]]) -> list[Case]:
    """Return cases, those that show the most first, without each that shows nothing new."""
    chosen, seen = list[Case](), set[Hashable]()
    for case in sorted(cases, key=lambda case: -len(shown(case))):
        if not seen.issuperset(shown(case)):
            seen.update(shown(case))
            chosen.append(case)
    return chosen
