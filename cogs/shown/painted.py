"""The answer that is one page with its pictures, and belongs to no table."""

from __future__ import annotations

from typing import Any

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.ephemeral import Reached
from cogs.line.messages import controls, embeds
from cogs.line.painter import Painter
from screens.page import Page


async def show_painted(answer: Answer, painter: Painter, page: Page) -> None:
    """Answer with a page, its pictures painted and its controls as they stand at no table."""
    await answer.show(**await _painted(painter, page))


async def show_below(answer: Answer, painter: Painter, page: Page) -> None:
    """Show such a page in a message of its own, below the private one that was pressed."""
    await answer.acknowledge()
    await Reached.by(answer.interaction, None).below(await _painted(painter, page))


async def _painted(painter: Painter, page: Page) -> dict[str, Any]:
    page, files = await painter.paint(page)
    view = controls(page, custom_ids("", 0))
    return {"embeds": embeds(page), "view": view, "attachments": files}
