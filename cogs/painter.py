"""Paints pictures off the event loop, one at a time, and keeps the newest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import discord
from cachetools import LRUCache

from cogs.messages import file
from screens.kit.studio import Studio
from screens.page import Page, Picture

log = logging.getLogger(__name__)

KEPT = 2 * 1024 * 1024
"""Bytes of finished pictures that are kept."""


class Painter:
    """The bot's one painter."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._thread = ThreadPoolExecutor(1, "painter")
        self._done: LRUCache[Hashable, bytes] = LRUCache(KEPT, len)
        # One board at a time stands in the thread's queue, however many are to be shown.
        self._patient = asyncio.Lock()
        self.paintings = 0
        """How many pictures were painted."""

    async def png(self, picture: Picture) -> bytes:
        """Return the picture as PNG."""
        done = self._done.get(picture.key)
        if done is None:
            loop = asyncio.get_running_loop()
            done = await loop.run_in_executor(self._thread, self._paint, picture)
            self.paintings += 1
            if len(done) <= KEPT:
                self._done[picture.key] = done
        return done

    async def paint_later(self, page: Page) -> tuple[Page, discord.File | None]:
        """Paint like `paint`, but let whoever waits for an answer go first."""
        async with self._patient:
            return await self.paint(page)

    async def paint(self, page: Page) -> tuple[Page, discord.File | None]:
        """Return the page with its picture as a file; with words when it cannot be painted."""
        if page.picture is None:
            return page, None
        try:
            return page, file(page.picture, await self.png(page.picture))
        except Exception:
            log.exception("a picture could not be painted")
            text = "\n".join(part for part in (page.text, page.instead) if part)
            return replace(page, picture=None, text=text), None

    def close(self) -> None:
        """Stop after what is being painted."""
        self._thread.shutdown(cancel_futures=True)

    def _paint(self, picture: Picture) -> bytes:
        return self._studio.png(picture.paint(self._studio))
