"""What the button does that asks to be forgotten."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.line.messages import embeds
from screens.page import Page
from tables.past.forgetting import Forgetting


class PrivacyPresses:
    """Carries out what people want of what is stored about them."""

    def __init__(self, forgetting: Forgetting) -> None:
        self._forgetting = forgetting

    async def forget(self, answer: Answer, press: Press) -> None:
        """Forget the person who confirmed it; computers take their seats."""
        user, words = answer.user, answer.words
        await self._forgetting.forget(user)
        page = Page(title=words("forget.done"), text=words("forget.rest"))
        await answer.show(embeds=embeds(page), view=None)
