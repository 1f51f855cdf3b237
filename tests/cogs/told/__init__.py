"""Which facts of a seat's view a game's pictures show, and in which words each must be heard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from screens.texts import Words
from tests.cogs.hearing import spoken

Fact: TypeAlias = tuple[str, ...]
"""Phrases that must all be heard in one passage: a line, with the name of what it belongs to."""
Facts: TypeAlias = Callable[[Any, "Say"], Iterator[Fact]]
Told: TypeAlias = Mapping[str, Facts]
"""By a view's field its facts; every field of the view is named here, or in what is not drawn."""


@dataclass(frozen=True)
class Say:
    """Phrases in one language."""

    words: Words
    """The game's."""
    names: tuple[str, ...]
    box: Any

    def __call__(self, key: str, **values: object) -> str:
        """Return a text as it is heard."""
        return heard_as(self.words(key, **values))


@cache
def heard_as(text: str) -> str:
    """Return a text as it is compared: its words in small letters."""
    return spoken(re.sub(r"[*\\\u00a0]", " ", text)).lower()


def holds(passage: str, fact: Fact) -> bool:
    """Return whether all phrases of a fact are heard in a passage, as whole words."""
    return all(f" {heard_as(phrase)} " in f" {passage} " for phrase in fact)
