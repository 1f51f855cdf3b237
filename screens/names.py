"""What people are called, made harmless: no markup, no mentions, nothing that turns text around."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Self

from screens.marks import resolved

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in r"\*_~|`>#[]()<:-"})
_ESCAPE = re.compile(r"\\(.)")
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")
JOINERS = "\u200c\u200d"
"""Of no width, but they make one letter, or one emoji, of two; at an end they join nothing."""
BLANK = (
    " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
    "\u2800\u3000\u115f\u1160\u3164\uffa0"
)
"""Spaces, the empty braille cell and the fillers of Hangul: characters drawn as nothing."""
UNSEEN = ("Cc", "Cf", "Zl", "Zp")
"""Unicode's categories of control and format characters, and of separators of lines."""
KEPT = 4096
"""Names that need not be looked at again."""
NAMELESS = "–"
"""Stands for a name of which nothing can be shown."""


class Names(tuple[str, ...]):
    """The names at a table by seat, made harmless for texts."""

    plain: tuple[str, ...] = ()
    """As people write them, for pictures and for labels of controls."""

    @classmethod
    def of(cls, plain: Iterable[str]) -> Self:
        """Return these names."""
        plain = tuple(map(visible, plain))
        names = cls(map(escape, plain))
        names.plain = plain
        return names


@lru_cache(KEPT)
def visible(name: str) -> str:
    """Return a name without control, direction and zero-width characters."""
    if name.isascii() and name.isprintable():
        return name.strip(" ") or NAMELESS
    seen = (c for c in name if c in JOINERS or unicodedata.category(c) not in UNSEEN)
    shown = "".join(seen).strip(JOINERS + BLANK)
    return shown if any(map(_drawn, shown)) else NAMELESS


def initial(name: str) -> str:
    """Return a name's first letter or digit, as a seat's mark shows it; empty where it has none."""
    return next((letter.upper() for letter in name if letter.isalnum()), "")


def _drawn(character: str) -> bool:
    """Return whether this is drawn also where nothing stands before it: accents need a letter."""
    hidden = character in JOINERS or character in BLANK
    return not hidden and unicodedata.category(character)[0] != "M"


def shortened(name: str, most: int) -> str:
    """Return a plain name in at most so many characters, cut with an ellipsis."""
    return name if len(name) <= most else name[: most - 1].rstrip(JOINERS + BLANK) + "…"


@lru_cache(KEPT)
def escape(name: str) -> str:
    """Return a name that neither formats nor mentions."""
    return _MENTION.sub("@\u200b\\1", visible(name).translate(_ESCAPED))


def unmarked(text: str) -> str:
    """Return a text without its formatting, for where Discord shows it as it is."""
    text = resolved(text).replace("**", "")
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return text.replace("@\u200b", "@")
