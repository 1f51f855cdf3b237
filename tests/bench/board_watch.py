"""How late boards show what happened, by the bot's store and by what stands in the channels."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from playground.world.world import World
from screens.texts import LANGUAGES, Catalogue
from tests.bench.crowd import controls
from tests.bench.report import Row, heartbeat, yardstick

LOOK = 0.05
"""Seconds between two looks at what boards show."""
BEAT = 0.005
"""Seconds between two looks at the stand-in's own loop."""
ENTRIES = "SELECT match, sequence, at FROM log WHERE at > ?"
_SHOWN = "SELECT match, sequence FROM boards"


class BoardWatch:
    """Reads since when each board has shown which entry, or has begun to tell it in pictures that
    follow one another at a pace of their own."""

    def __init__(self, database: Path, world: World) -> None:
        self._database, self._world = database, world
        self._yards: list[float] = []
        self._stalls: list[float] = []
        self._shown: dict[str, list[tuple[int, float]]] = {}
        """For each table entries that its board showed, and since when (epoch)."""
        self._stories: dict[str, list[float]] = {}
        """For each table when its board began to tell something (epoch)."""
        self._telling: set[str] = set()
        words = (Catalogue().words(language, "frame") for language in LANGUAGES)
        self._titles = tuple(each("story.title", game="") for each in words)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch until the block ends."""
        watching, forget = asyncio.create_task(self._watch()), self._world.subscribe(self._listen)
        try:
            with heartbeat(BEAT) as self._stalls:
                yield
        finally:
            forget()
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching

    async def _watch(self) -> None:
        while True:
            now = time.time()
            for match, sequence in await asyncio.to_thread(rows, self._database, _SHOWN):
                known = self._shown.setdefault(match, [])
                if not known or known[-1][0] < sequence:
                    known.append((sequence, now))
            self._yards.append(await asyncio.to_thread(yardstick))
            await asyncio.sleep(LOOK)

    def _listen(self, kind: str, subject: Any) -> None:
        """Note when a board begins to tell a story."""
        if kind not in ("message_create", "message_update") or subject.only_for is not None:
            return
        tables = {control["custom_id"].split(":")[1] for control in controls(subject)}
        for table in tables:
            if not any(str(e.get("title")).endswith(self._titles) for e in subject.embeds):
                self._telling.discard(table)
            elif table not in self._telling:
                self._telling.add(table)
                self._stories.setdefault(table, []).append(time.time())

    def lateness(self, since: float, until: float) -> list[float]:
        """Return after how many seconds a board showed each entry of a time (epoch), or more."""
        entries = [row for row in rows(self._database, ENTRIES, since) if row[2] < until]
        return [self._since(match, sequence, at) - at for match, sequence, at in entries]

    def _since(self, match: str, sequence: int, at: float) -> float:
        """Return when an entry stood on its board, or when that began to tell it."""
        known = self._shown.get(match, ())
        whole = next((when for shown, when in known if shown >= sequence), time.time())
        return next((when for when in self._stories.get(match, ()) if at < when < whole), whole)

    @property
    def yardstick(self) -> str:
        """How long a fixed piece of work took meanwhile."""
        return f"{statistics.median(self._yards):.1f} ms"

    @property
    def stall(self) -> Row:
        """How long the stand-in itself stood still, for which nothing of the bot can answer."""
        return Row("… longest stall of the stand-in", f"{max(self._stalls) * 1000:.0f} ms")

    def edits(self, since: float) -> int:
        """Return how often boards came to show something newer since a moment (epoch)."""
        return sum(at > since for known in self._shown.values() for _, at in known)


def rows(database: Path, query: str, *values: float) -> list[Any]:
    """Return the rows of a query to a bot's store."""
    with closing(sqlite3.connect(database)) as db:
        return db.execute(query, values).fetchall()
