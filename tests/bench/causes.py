"""What a bot's CPU goes into, by cause, and that of who paints beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from tests.bench.report import Row

Stacks: TypeAlias = Mapping[str, float]
"""Seconds of CPU by where a thread stood, the outermost call first."""

BOT: Mapping[str, Sequence[str]] = {
    "computers think": ("engine/match.py:choose",),
    "pictures painted by the bot itself": ("cogs/line/painter.py:_paint;",),
    "orders for who paints": ("screens/orders.py", "cogs/line/workshop.py"),
    "pages": ("cogs/shown/pages.py",),
    "embeds and controls": ("cogs/line/messages.py",),
    "store": ("storage/", "aiosqlite/"),
    "requests": ("discord/http.py", "discord/webhook/", "aiohttp/"),
    "gateway and dispatch of discord.py": ("discord/",),
    "rules": ("engine/",),
    "the loop itself: timers, waiting": ("asyncio/",),
}
EASEL: Mapping[str, Sequence[str]] = {
    "drawings": ("screens/kit/raster.py", "screens/kit/shelf.py"),
    "encoded": ("screens/kit/studio.py:png",),
    "colours of the palette": ("screens/kit/palette.py",),
    "text": ("screens/kit/lettering.py",),
    "composed": ("screens/easel.py:_painted",),
}
OTHERWISE = "all else"


def rows(
    before: tuple[Stacks, Stacks], after: tuple[Stacks, Stacks], entries: int
) -> Iterator[Row]:
    """Give what each cause took for an entry: of the bot, then of who paints."""
    for who, had, has, causes in zip(
        ("the bot", "who paints"), before, after, (BOT, EASEL), strict=True
    ):
        stacks = {stack: seconds - had.get(stack, 0.0) for stack, seconds in has.items()}
        for cause, seconds in by_cause(stacks, causes).items():
            yield Row(f"… {who}: {cause}", f"{seconds / entries * 1000:.2f} ms")


def by_cause(stacks: Stacks, causes: Mapping[str, Sequence[str]]) -> Mapping[str, float]:
    """Return the seconds of each cause: the first of which a mark stands anywhere in a stack."""
    found = dict.fromkeys((*causes, OTHERWISE), 0.0)
    for stack, seconds in stacks.items():
        fits = (cause for cause, marks in causes.items() if any(mark in stack for mark in marks))
        found[next(fits, OTHERWISE)] += seconds
    return found
