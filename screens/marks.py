"""Drawings in texts: a mark shows one where there is one, and other text where there is none."""

from __future__ import annotations

import re
from collections.abc import Callable

_MARK = re.compile("( ?)\ue000(\\w+)\ue001([^\ue002]*)\ue002")


def drawn(art: str, otherwise: str = "") -> str:
    """Return a mark for a drawing; `otherwise` is what is read where it is not shown."""
    return f"\ue000{art}\ue001{otherwise}\ue002"


def resolved(text: str, shown: Callable[[str], object] = lambda art: None) -> str:
    """Return a text with what is shown of each drawing in the place of its mark."""

    if "\ue000" not in text:
        return text

    def one(mark: re.Match[str]) -> str:
        found = str(shown(mark[2]) or mark[3])
        return found and mark[1] + found

    return _MARK.sub(one, text)
