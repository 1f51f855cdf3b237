"""What the button does that asks to be forgotten."""

from __future__ import annotations

from collections.abc import Callable

from cogs.gate.answer import Answer
from cogs.line.messages import embeds
from screens.page import Page
from screens.texts import Words
from tables.past.forgetting import Forgetting
from tables.room.room import Room


async def forget(
    answer: Answer, forgetting: Forgetting, computer_name: Callable[[Room], str], words: Words
) -> None:
    """Forget the person who confirmed it; computers of these names take their seats."""
    await forgetting.forget(answer.interaction.user.id, computer_name)
    page = Page(title=words("forget.done"), text=words("forget.rest"))
    await answer.show(embeds=embeds(page), view=None)
