"""The one answer an interaction gets: in time, in the right place, and once."""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType
from typing import Any

import discord

from cogs.messages import posted

log = logging.getLogger(__name__)

LATE = 1.5
"""Seconds after which an answer is acknowledged first; Discord gives up after 3."""


class Answer:
    """Answers one interaction; `async with` it acknowledges by itself when the work takes long.

    A press on a panel (an ephemeral message) is answered by editing that panel, everything else
    by an ephemeral message.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        message = interaction.message
        self.on_panel = message is not None and message.flags.ephemeral
        self._lock = asyncio.Lock()
        self._late: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Answer:
        self._timer = asyncio.get_running_loop().call_later(LATE, self._hurry)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timer:
            self._timer.cancel()
        if self._late:
            await self._late

    async def show(self, **message: Any) -> int | None:
        """Show this in the panel that was pressed, or in a new one; return that message's id.

        Keywords as those of discord.py's edits.
        """
        async with self._lock:
            response = self.interaction.response
            if response.is_done():
                return (await self.interaction.edit_original_response(**message)).id
            if not self.on_panel:
                sent = await response.send_message(ephemeral=True, **posted(message))
                return sent.message_id
            await response.edit_message(**message)
            return self.interaction.message.id if self.interaction.message else None

    async def update(self, **message: Any) -> None:
        """Answer a press on a public message by editing that message itself."""
        async with self._lock:
            response = self.interaction.response
            if response.is_done():
                await self.interaction.delete_original_response()
                return
            try:
                await response.edit_message(**message)
            except discord.NotFound:
                # The message was just replaced by a newer one, which shows the same.
                await response.defer()

    async def say(self, text: str) -> None:
        """Say one sentence, for this person only."""
        async with self._lock:
            response = self.interaction.response
            if not response.is_done():
                await response.send_message(text, ephemeral=True)
            elif self.on_panel:
                await self.interaction.followup.send(text, ephemeral=True)
            else:
                await self.interaction.edit_original_response(content=text)

    def _hurry(self) -> None:
        self._late = asyncio.create_task(self._acknowledge())

    async def _acknowledge(self) -> None:
        async with self._lock:
            response = self.interaction.response
            if response.is_done():
                return
            try:
                if self.on_panel:
                    await response.defer()
                else:
                    await response.defer(ephemeral=True, thinking=True)
            except discord.HTTPException as error:
                log.info("not acknowledged: %s", error)
