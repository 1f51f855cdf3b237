"""What answers need of the bot, where Discord's library only hands on some client."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, cast

import discord

from cogs.line.ephemeral import Reached
from cogs.line.reach import Reach
from cogs.line.voice import Voice
from screens.texts import Words
from storage.errors import Lost


class Bot(Reach, Protocol):
    """The bot as its answers see it."""

    @property
    def leaving(self) -> bool:
        """Whether no answer is begun any more, because the bot stops."""
        ...

    @property
    def on_click(self) -> Callable[[discord.Interaction[Any]], None]:
        """Told of each command and press."""
        ...

    @property
    def voice(self) -> Voice:
        """Whether this process may still speak."""
        ...

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """Let the bot wait for what is done meanwhile when it stops."""
        ...

    def words(self, guild: int, channel: int, locale: object) -> Words:
        """Return the words for somebody of this locale in a server's channel."""
        ...

    def refused(self, table: str, user: int, message: Reached) -> None:
        """Note by which message a person was told what cannot be done at a table."""
        ...

    def lose(self, error: Lost) -> None:
        """Stop: the store was taken away."""
        ...


def bot_of(interaction: discord.Interaction[Any]) -> Bot:
    """Return the bot that an interaction came to."""
    return cast(Bot, interaction.client)
