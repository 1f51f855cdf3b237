"""A person's private page of those with whom they do not sit at a table."""

from __future__ import annotations

from collections.abc import Sequence

from screens.page import Page, People
from screens.texts import Words

MOST = 25
"""People that fit a select."""


def blocking(blocked: Sequence[int], words: Words) -> Page:
    """Return whom a person has blocked, to be changed."""
    named = " ".join(f"<@{user}>" for user in blocked) or words.named("manners.block.nobody")
    return Page(
        title=words.named("manners.block.title"),
        text="\n".join((words.named("manners.block.text"), named)),
        rows=(
            People(
                words.named("manners.block.choose"),
                "blocks",
                (),
                least=0,
                most=MOST,
                chosen=blocked[:MOST],
            ),
        ),
    )
