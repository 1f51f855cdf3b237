"""What a screen reader says of a message, and how many words that are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unicodedata import category

from screens.names import unmarked
from screens.page import Page, Select

WORD = re.compile(r"\w+(?:[.,:/'’–-]\w+)*")
"""What is heard as one word: letters or digits, joined by what stands within words."""


HEX = re.compile(r"(?=.*[0-9])(?:\d+:)?[0-9a-f]{8,}")
"""A number that is read digit by digit."""
TIME = re.compile(r"<t:\d+:R>")


def heard(page: Page) -> str:
    """Return all that is read of a message, in its order, each control in a line of its own."""
    return "\n".join(filter(None, map(unmarked, read(page))))


def controls(page: Page) -> str:
    """Return what is read of a message's controls, every entry of a select with them."""
    return "\n".join(map(unmarked, _controls(page)))


def count(text: str) -> int:
    """Return how many words a text is; a time that runs out is `in 20 seconds`, a sign for per cent
    is read, and of a number in hex each digit for itself."""
    words = WORD.findall(TIME.sub("in 20 seconds", text).replace("%", " percent "))
    return sum(len(word) if HEX.fullmatch(word) else 1 for word in words)


def read(page: Page) -> Iterator[str]:
    """Give what is read of a message, text by text, in its order."""
    yield page.title
    yield page.text
    for field in page.fields:
        yield field.name
        yield field.value
    yield from (picture.alt for picture in page.pictures)
    yield page.below
    yield page.footer
    yield from _controls(page)


def _controls(page: Page) -> Iterator[str]:
    for row in page.rows:
        if isinstance(row, Select):
            yield row.placeholder
            for choice in row.choices:
                yield " ".join(filter(None, (choice.label, choice.description)))
        else:
            yield from (button.label for button in row)


@cache
def _silent() -> tuple[frozenset[str], frozenset[str]]:
    """Return the signs, and the categories of signs, that carry nothing for the ear."""
    lists = tomllib.loads(Path(__file__).with_name("silent.toml").read_text("utf-8"))["signs"]
    signs = frozenset("".join(each["signs"] for each in lists))
    return signs, frozenset(name for each in lists for name in each.get("categories", ()))


def spoken(text: str) -> str:
    """Return what is left of a text for the ear, its silent signs taken away."""
    signs, categories = _silent()
    left = (" " if c in signs or category(c) in categories else c for c in text)
    return " ".join("".join(left).split())
