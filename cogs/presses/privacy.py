"""What the button does that asks to be forgotten."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.line.messages import embeds
from cogs.shown.services import Services
from screens.page import Page


async def forget(services: Services, answer: Answer) -> None:
    """Forget the person who confirmed it."""
    await services.host.forgetting.forget(answer.interaction.user.id, services.computer_name)
    words = services.words(answer)
    page = Page(title=words("forget.done"), text=words("forget.rest"))
    await answer.show(embeds=embeds(page), view=None)
