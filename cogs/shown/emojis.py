"""The application's own emojis: made once from the games' art, and kept in step with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import re
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from itertools import chain, repeat
from typing import TypeVar

import discord

from cogs.line.allowance import Allowance, Spent
from cogs.line.messages import NO_ART, Art
from cogs.line.outbox import PAUSES
from cogs.line.painter import Painter
from cogs.line.unreachable import unreachable
from screens.kit import emojis
from screens.screen import Screen

log = logging.getLogger(__name__)

SOON = 10.0
"""Seconds after the bot is ready until it asks which emojis there are: tables are shown first."""
REST = 4.0
"""How many times as long as one emoji took it rests before the next: nobody else shall wait."""
OTHERS = 60.0
"""Seconds until it is looked again for emojis that another process makes."""
CALM = 3600.0
"""Seconds between two times that the set is put in step because an emoji was gone."""
OUTLIVED = 15 * 60.0
"""Seconds after a start by which nobody sees an emoji of an earlier version: private messages
alone show art, and those that were not drawn anew since are taken away before their token dies."""

OURS = re.compile(r"mr_\w+_[0-9a-f]{8}", re.ASCII)
"""How the bot's emojis are called: by their art and its digest. Others are the owner's."""
INVALID_FORM, UNKNOWN_EMOJI = 50035, 10014
D = TypeVar("D")
T = TypeVar("T")


class Emojis:
    """Knows which art there is as an emoji; until an emoji is there, controls do without it."""

    def __init__(
        self,
        client: discord.Client,
        screens: Mapping[str, Screen],
        painter: Painter,
        allowance: Allowance,
        wanted: Callable[[int], bool],
        played: Callable[[], Mapping[str, int]],
        makes: bool = True,
    ) -> None:
        """`wanted` tells of a server whether it shows art, `played` of each game at how many tables
        it is played; of several processes one `makes`."""
        self._client, self._screens, self._wanted = client, screens, wanted
        self._painter, self._allowance, self._makes = painter, allowance, makes
        self._played = played
        self._names = {art: f"mr_{art}_{digest}" for art, digest in _noted(screens)}
        self._known: dict[str, discord.PartialEmoji] = {}
        self._replaced: list[discord.Emoji] = []
        self._gone = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Put the set in step once the bot is ready, in the background."""
        works = (self._keep, self._clear) if self._makes else (self._keep,)
        self._tasks = [asyncio.create_task(work()) for work in works]

    async def close(self) -> None:
        """Stop; the next start goes on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def of(self, guild: int) -> Art:
        """Return the emojis that controls show in a server, by the names of their art."""
        return self._known if self._wanted(guild) else NO_ART

    async def sent(self, draw: Callable[[], Awaitable[D]], send: Callable[[D], Awaitable[T]]) -> T:
        """Send what is drawn with `of`; drawn anew, without art, where an emoji is refused."""
        try:
            return await send(await draw())
        except discord.HTTPException as refused:
            if not self._blamed(refused):
                raise
        return await send(await draw())

    def _blamed(self, refused: discord.HTTPException) -> bool:
        """Tell whether a message was refused for an emoji that is gone.

        Then none is shown any more until the set is in step again.
        """
        wrong = refused.code == INVALID_FORM and "emoji" in refused.text
        if not wrong and refused.code != UNKNOWN_EMOJI:
            return False
        self._known = {}
        self._gone.set()
        return True

    async def _keep(self) -> None:
        """Put the set in step, and again when an emoji turned out to be gone, but rarely."""
        await self._client.wait_until_ready()
        await asyncio.sleep(SOON)
        healed = -math.inf
        while True:
            self._gone.clear()
            await self._tried(self._put_in_step)
            await self._gone.wait()
            await asyncio.sleep(healed + CALM - time.monotonic())
            healed = time.monotonic()

    async def _clear(self) -> None:
        """Delete what was replaced, once nobody sees it any more."""
        await self._client.wait_until_ready()
        await asyncio.sleep(OUTLIVED)
        await self._tried(self._delete_replaced)

    async def _put_in_step(self) -> None:
        missing = await self._missing()
        while missing and not self._makes:
            await asyncio.sleep(OTHERS)
            missing = await self._missing()
        if missing:
            log.info("emojis to upload: %d", len(missing))
            await self._complete(missing)

    async def _missing(self) -> Collection[str]:
        """Look which emojis there are; return the art of which there is none."""
        found = await self._asked(self._client.fetch_application_emojis)
        there, now = {each.name: each for each in found}, set(self._names.values())
        self._replaced = [e for n, e in there.items() if OURS.fullmatch(n) and n not in now]
        self._known = {
            art: _partial(there[name]) for art, name in self._names.items() if name in there
        }
        return self._names.keys() - self._known.keys()

    async def _complete(self, missing: Collection[str]) -> None:
        """Draw and upload these, one after another and slowly, of the games played most first."""
        left = [
            (game, art, draw)
            for game, screen in self._screens.items()
            for art, draw in screen.drawings().items()
            if art in missing
        ]
        while left and not self._gone.is_set():
            played, begun = self._played(), time.monotonic()
            first = max(left, key=lambda each: played.get(each[0], 0))
            left.remove(first)
            await self._upload(*first[1:])
            await asyncio.sleep(REST * (time.monotonic() - begun))

    async def _upload(self, art: str, draw: Callable[[], str]) -> None:
        name, image = self._names[art], await self._painter.emoji(draw)
        made = await self._asked(
            lambda: self._client.create_application_emoji(name=name, image=image)
        )
        self._known[art] = _partial(made)

    async def _delete_replaced(self) -> None:
        while self._replaced:
            with contextlib.suppress(discord.NotFound):
                await self._asked(self._replaced[-1].delete)
            self._replaced.pop()

    async def _asked(self, request: Callable[[], Awaitable[T]]) -> T:
        with self._allowance.attempt():
            await self._allowance.pace()
            return await request()

    async def _tried(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do this until it is done, or Discord says no: then it rests until the next start."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                return await work()
            except Exception as error:
                if not isinstance(error, Spent) and not unreachable(error):
                    ours = None if isinstance(error, discord.HTTPException) else error
                    log.warning("buttons stay without some art: %s", error, exc_info=ours)
                    return
                log.info("emojis are tried again: %s", error or type(error).__name__)
            await asyncio.sleep(pause)


def _noted(screens: Mapping[str, Screen]) -> Iterator[tuple[str, str]]:
    for id in screens:
        yield from emojis.noted(id).items()


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
