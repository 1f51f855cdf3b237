"""Paints pictures off the event loop, one after another, and keeps the newest."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from typing import TypeAlias

import discord
from cachetools import LRUCache

from cogs.line.messages import PICTURE_NAMES, file
from cogs.line.precedence import Precedence
from cogs.line.workshop import Elsewhere, Workshop
from screens.kit import emojis
from screens.kit.studio import Studio
from screens.page import Page, Picture

log = logging.getLogger(__name__)

KEPT = 2 * 1024 * 1024
"""Bytes of finished pictures that are kept."""
ANSWER, ASKED, NEWS, LAST, EMOJI = 0.5, 1.0, 2.0, 3.0, 60.0
"""Seconds that a picture may take: of an answer, for who is asked now, of a board, for who is not
asked, of a button."""

AT_ONCE = 2
"""One picture is painted and one is ready to be, so that who paints never waits for the loop."""

Files: TypeAlias = Sequence[discord.File | None]
"""The files of a page's pictures, one after another; None for one that is shown already."""


class Painter:
    """The bot's one painter."""

    def __init__(self, studio: Studio, workshop: Workshop | None = None) -> None:
        """Where there is a workshop, it paints what it can, and the own thread all else."""
        self._studio, self._workshop = studio, workshop
        self._thread = ThreadPoolExecutor(1, "painter")
        self._done: LRUCache[bytes, bytes] = LRUCache(KEPT, len)
        # Whose time is up first is painted next, so that neither answers nor boards starve.
        self._precedence = Precedence(AT_ONCE)
        self.paintings = 0
        """How many pictures were painted."""

    async def png(self, picture: Picture, within: float = ANSWER) -> bytes:
        """Return the picture as PNG, soon enough for an answer; others wait less than `within`."""
        done = self._done.get(picture.sign)
        if done is None:
            async with self._precedence.turn(time.monotonic() + within):
                done = await self._made(picture)
        return done

    async def newest(
        self,
        draw: Callable[[], Page],
        known: Sequence[bytes | None],
        within: float = NEWS,
        news: Callable[[], bool] = lambda: True,
    ) -> tuple[Page, Files]:
        """Return the page that `draw` makes when its turn comes, and its pictures as files.

        Others wait less than `within`; who has waited draws again only where there are `news`. None
        stands for a picture whose sign is `known` in its place: that is shown already.
        """
        page = draw()
        if all(picture.sign in self._done for picture in _new(page, known) if picture):
            return await self._filed(page, known, self.png)
        async with self._precedence.turn(time.monotonic() + within) as waited:
            return await self._filed(draw() if waited and news() else page, known, self._made)

    async def emoji(self, draw: Callable[[], str]) -> bytes:
        """Return what `draw` draws as an emoji's file; what anybody waits for is painted first."""
        async with self._precedence.turn(time.monotonic() + EMOJI):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: emojis.png(draw()))

    async def paint(self, page: Page) -> tuple[Page, list[discord.File]]:
        """Return the page with its pictures as files; with words when they cannot be painted."""
        page, files = await self._filed(page, (), self.png)
        return page, [file for file in files if file]

    async def _filed(
        self, page: Page, known: Sequence[bytes | None], png: Callable[[Picture], Awaitable[bytes]]
    ) -> tuple[Page, Files]:
        try:
            return page, [
                file(picture, await png(picture), name) if picture else None
                for picture, name in zip(_new(page, known), PICTURE_NAMES, strict=False)
            ]
        except Exception:
            log.exception("a picture could not be painted")
            return page.without_pictures(), []

    async def _made(self, picture: Picture) -> bytes:
        done = self._done.get(picture.sign)
        if done is None:
            done = await self._painted(picture)
            self.paintings += 1
            if len(done) <= KEPT:
                self._done[picture.sign] = done
        return done

    async def _painted(self, picture: Picture) -> bytes:
        if self._workshop is not None:
            with contextlib.suppress(Elsewhere):
                return await self._workshop.png(picture.paint)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._paint, picture)

    def close(self) -> None:
        """Stop after what is being painted."""
        self._thread.shutdown(cancel_futures=True)

    def _paint(self, picture: Picture) -> bytes:
        return self._studio.png(picture.paint(self._studio))


def _new(page: Page, known: Sequence[bytes | None]) -> list[Picture | None]:
    """Return a page's pictures, None for each whose sign is known in its place."""
    return [
        None if picture.sign == shown else picture
        for picture, shown in zip_longest(page.pictures, known[: len(page.pictures)])
    ]
