"""The answer that is one page, with its pictures or without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cogs.gate.answer import Answer
from cogs.gate.custom_id import AT_NO_TABLE
from cogs.line.ephemeral import Reached
from cogs.line.messages import content
from cogs.line.painter import Painter
from screens.page import Page


async def show_page(
    answer: Answer,
    page: Page,
    custom_id: Callable[[str, str], str] = AT_NO_TABLE,
    said: str | None = None,
) -> None:
    """Answer with a page without pictures, and with what is `said` above it."""
    await answer.show(content=said, **content(page, custom_id))


async def show_painted(answer: Answer, painter: Painter, page: Page) -> None:
    """Answer with a page, its pictures painted and its controls as they stand at no table."""
    await answer.show(**await painted(painter, page))


async def show_below(answer: Answer, painter: Painter, page: Page) -> None:
    """Show such a page in a message of its own, below the private one that was pressed."""
    await answer.acknowledge()
    await Reached.by(answer.interaction, None).below(await painted(painter, page))


async def painted(
    painter: Painter, page: Page, custom_id: Callable[[str, str], str] = AT_NO_TABLE
) -> dict[str, Any]:
    """Return a page, its pictures painted, as discord.py's edits take it."""
    page, files = await painter.paint(page)
    return {**content(page, custom_id), "attachments": files}
