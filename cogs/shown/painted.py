"""The answer that is one page with its pictures, and belongs to no table."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.messages import controls, embeds
from cogs.line.painter import Painter
from screens.page import Page


async def show_painted(answer: Answer, painter: Painter, page: Page) -> None:
    """Answer with a page, its pictures painted and its controls as they stand at no table."""
    page, files = await painter.paint(page)
    view = controls(page, custom_ids("", 0))
    await answer.show(embeds=embeds(page), view=view, attachments=files)
