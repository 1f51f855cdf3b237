"""Paints pictures off the event loop, one at a time, and keeps the newest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor

from cogs.page import Picture
from cogs.pictures.studio import Studio

KEPT = 2 * 1024 * 1024
"""Bytes of finished pictures that are kept."""


class Painter:
    """The bot's one painter."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._thread = ThreadPoolExecutor(1, "painter")
        self._done: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    async def png(self, picture: Picture) -> bytes:
        """Return the picture as PNG."""
        done = self._done.get(picture.key)
        if done is None:
            loop = asyncio.get_running_loop()
            done = await loop.run_in_executor(self._thread, self._paint, picture)
            self._keep(picture.key, done)
        return done

    def close(self) -> None:
        """Stop after what is being painted."""
        self._thread.shutdown(cancel_futures=True)

    def _paint(self, picture: Picture) -> bytes:
        return self._studio.png(picture.paint(self._studio))

    def _keep(self, key: Hashable, done: bytes) -> None:
        self._size += len(done) - len(self._done.pop(key, b""))
        self._done[key] = done
        while self._size > KEPT:
            self._size -= len(self._done.popitem(last=False)[1])
