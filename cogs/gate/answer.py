"""The one answer an interaction gets: in time, in the right place, and once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any

import discord

from cogs.gate.bot import bot_of
from cogs.line.ephemeral import Reached
from cogs.line.messages import posted
from cogs.line.unreachable import unreachable
from screens.texts import Words
from storage.errors import LeaseLost
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

LATE = 1.5
"""Seconds after which an answer is acknowledged first; Discord gives up after 3."""
SOON = 0.1
"""The same once all is done and only a picture is waited for: most are there by then, and what is
acknowledged first takes a second request."""
LAST = 2.2
"""Seconds after which an answer is given also where it is doubtful whether another process plays:
that one has acknowledged by then."""
ACKNOWLEDGED = 40060
"""Discord's code for a second answer: the first got through, though its own answer did not, or
another process gave it."""


class Answer:
    """Answers one interaction; `async with` it acknowledges by itself when the work takes long.

    A press on a panel (an ephemeral message) is answered by editing that panel, everything else
    by an ephemeral message.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        # Not the interaction's own, of which it would know: a circle, which only a look for garbage
        # lets go of.
        self.response = discord.InteractionResponse(interaction)
        message = interaction.message
        self.on_panel = message is not None and message.flags.ephemeral
        self.pressed = message.id if message is not None and message.flags.ephemeral else None
        """The panel that was pressed."""
        self.shown: discord.Message | None = None
        """The message that `show` made or changed, where Discord told it."""
        self._came = time.monotonic()
        self._given = False
        """Whether it was acknowledged though Discord's own answer to that was lost."""
        self._sent = False
        """Whether something to be read was sent as its acknowledgement."""
        self._beside = self.on_panel
        """Whether a sentence stands in a message of its own: @original is what was pressed."""
        self._empty = False
        """Whether @original is a reply that shows nothing yet: it is filled, or it goes."""
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

    @property
    def user(self) -> int:
        """Who gets the answer."""
        return self.interaction.user.id

    @property
    def guild(self) -> int:
        """The server that is asked from; 0 for none."""
        return self.interaction.guild_id or 0

    @property
    def words(self) -> Words:
        """The words in which whoever gets the answer reads it, as they are settled now."""
        asked = self.interaction
        return bot_of(asked).words(self.guild, asked.channel_id or 0, asked.locale)

    def promptly(self) -> None:
        """Let a press on a panel wait no longer than a moment; nobody sees that it is not all."""
        if self._timer and self.on_panel:
            self._timer.cancel()
            self._timer = asyncio.get_running_loop().call_later(SOON, self._hurry)

    async def show(self, **message: Any) -> int | None:
        """Show this in the panel that was pressed, or in a new one; return that message's id.

        Keywords as those of discord.py's edits.
        """
        async with self._lock:
            if not self._done:
                self._sent = True
                async with self._first():
                    return await self._respond(message)
                _rewind(message)
            if self._beside and not self.on_panel:
                # @original is the public message that was pressed, or is gone.
                return (await Reached.by(self.interaction, None).below(message)).message
            self._empty = False
            self.shown = await self.interaction.edit_original_response(**message)
            return self.shown.id

    async def think(self) -> None:
        """Answer with a message that is still empty; `show` fills it."""
        async with self._lock:
            await self._defer()

    async def acknowledge(self) -> None:
        """Answer without showing anything: it is seen elsewhere."""
        async with self._lock:
            await self._defer(update=True)
            await self._take_back()

    async def update(self, **message: Any) -> bool:
        """Answer a press on a public message by editing that message itself; return whether that
        came in time."""
        async with self._lock:
            if self._done:
                await self._take_back()
                return False
            self._beside = True
            async with self._first():
                try:
                    await self.response.edit_message(**message)
                except discord.NotFound:
                    # The message was just replaced by a newer one, which shows the same.
                    await self.response.defer()
            return not await self._take_back()

    async def ask(self, modal: discord.ui.Modal) -> None:
        """Answer with a modal; raise Refusal where that was waited for too long: what is
        acknowledged already cannot be asked any more."""
        async with self._lock:
            if self._done:
                raise Refusal("error.slow")
            async with self._first():
                await self.response.send_modal(modal)
            if self._empty:
                raise Refusal("error.slow")

    async def say(self, text: str) -> Reached:
        """Say one sentence, for this person only; return its message."""
        async with self._lock:
            said = Reached.by(self.interaction, None)
            if not self._done:
                sent, self._sent = self._sent, True
                async with self._first():
                    await self.response.send_message(text, ephemeral=True)
                    return said
                if sent:
                    return said  # It got through, and says what was to be told.
            if self._beside:
                return await said.below({"content": text})
            self._empty = False
            await self.interaction.edit_original_response(content=text)
            return said

    async def replace(self, text: str) -> None:
        """Show one sentence in place of the page that was pressed, without pictures or controls."""
        await self.show(content=text, embeds=[], attachments=[], view=None)

    @property
    def _done(self) -> bool:
        return self._given or self.response.is_done()

    async def _respond(self, message: dict[str, Any]) -> int | None:
        if not self.on_panel:
            sent = await self.response.send_message(ephemeral=True, **posted(message))
            self._note(sent)
            return sent.message_id
        self._note(await self.response.edit_message(**message))
        return self.pressed

    def _note(self, sent: discord.InteractionCallbackResponse[Any] | None) -> None:
        if sent is not None and isinstance(sent.resource, discord.Message):
            self.shown = sent.resource

    async def _defer(self, update: bool = False) -> None:
        if self._done:
            return
        if update or self.on_panel:
            self._beside = True
            async with self._first():
                await self.response.defer()
        else:
            self._empty = True
            async with self._first(empty=True):
                await self.response.defer(ephemeral=True, thinking=True)

    async def _take_back(self) -> bool:
        """Delete a reply that shows nothing, and will not; return whether there was one."""
        if not self._empty:
            return False
        self._empty, self._beside = False, True
        await self.interaction.delete_original_response()
        return True

    @asynccontextmanager
    async def _first(self, empty: bool = False) -> AsyncIterator[None]:
        """Give the first answer, unless another process plays; go on where it was given before,
        though Discord's own answer was lost."""
        voice = bot_of(self.interaction).voice
        await voice.sure(self._came + LAST - time.monotonic())
        try:
            yield
            self._empty = empty
        except discord.HTTPException as error:
            if not given(error) or not voice.owns(self.interaction.id):
                raise
            self._given = True

    def _hurry(self) -> None:
        self._late = asyncio.create_task(self._acknowledge())

    async def _acknowledge(self) -> None:
        async with self._lock:
            try:
                await self._defer()
            except Exception as error:
                if not untold(error):
                    raise
                log.info("not acknowledged: %s", error)


def given(error: Exception) -> bool:
    """Tell whether it was refused because the interaction was answered before."""
    return isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED


def untold(error: Exception) -> bool:
    """Tell whether an answer failed by no fault of ours: nobody is there any more, nothing gets
    through, or another process plays."""
    return isinstance(error, discord.HTTPException | LeaseLost) or unreachable(error)


def _rewind(message: dict[str, Any]) -> None:
    """Let files be sent a second time."""
    for attachment in message.get("attachments", ()):
        if isinstance(attachment, discord.File):
            attachment.reset(seek=True)
