"""A person's private page of those with whom they do not sit at a table."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from screens.page import FIT, Page, People
from screens.texts import Words

MOST = FIT
"""People whom somebody may block: all of them stand in one select."""


def blocking(blocked: Sequence[int], words: Words, changed: bool = False) -> Page:
    """Return whom a person has blocked, to be changed; `changed`: nothing of what was just chosen
    was done, as the list was another than was shown."""
    named = " ".join(f"<@{user}>" for user in blocked) or words.named("manners.block.nobody")
    head = [words.named("manners.block.changed")] if changed else []
    return Page(
        title=words.named("manners.block.title"),
        text="\n".join((*head, words.named("manners.block.text"), named)),
        rows=(
            People(
                words.named("manners.block.choose"),
                "blocks",
                (),
                sign(blocked),
                least=0,
                most=MOST,
                chosen=blocked[:MOST],
            ),
        ),
    )


def sign(blocked: Sequence[int]) -> str:
    """Return a short sign of a list, to tell whether it is another now."""
    return f"{zlib.crc32(repr(sorted(blocked)).encode()):x}"
