"""What the bot does, in figures: counted from outside, where it speaks to Discord and the store."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from cachetools import LRUCache
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from cogs.client import MonsterBot
from cogs.line.painter import Painter
from hosting.seldom import Seldom
from storage.errors import StoreError
from storage.store import Store

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
"""Bounds of the answers' times; Discord gives up after 3 s."""
STALLS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)
BEAT = 0.5
"""Seconds between two looks at the event loop."""
APART = 15.0
"""Seconds between two counts of the store's tables, however many ask."""
MOST = 10_000
"""Of how many clicks the answer is waited for."""

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Figures:
    """The figures of one process, and of the store it shares."""

    def __init__(self) -> None:
        self._counted: Seldom[list[tuple[str, str, int]]] | None = None
        self.registry = CollectorRegistry()
        self._clicks = Counter(
            "clicks", "Commands and presses that came", ["kind"], registry=self.registry
        )
        self._answers = Histogram(
            *("answer_seconds", "From a click to its answer"),
            buckets=SECONDS,
            registry=self.registry,
        )
        self._refused = Counter(
            "edits_refused", "Edits that Discord refused", ["status"], registry=self.registry
        )
        self._tables = Gauge(
            "tables", "Tables in the store", ["game", "status"], registry=self.registry
        )
        self._lag = Histogram(
            *("loop_lag_seconds", "How late the event loop was"),
            buckets=STALLS,
            registry=self.registry,
        )
        self._came: LRUCache[int, float] = LRUCache(MOST)
        self._counts = _Counts()
        self.registry.register(self._counts)

    def watch(self, store: Store) -> None:
        """Count from now on what is in this store, and what it stores."""
        self._counted = Seldom(store.tables.count, APART)
        self._counts.store = store

    def watch_bot(self, bot: MonsterBot) -> None:
        """Count from now on what this bot does."""
        bot.on_click = self._clicked
        trace = bot.http.http_trace or aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        bot.http.http_trace = trace
        self._counts.painter = bot.painter

    @asynccontextmanager
    async def watching_the_loop(self) -> AsyncIterator[None]:
        """Measure meanwhile how late the event loop is."""
        task = asyncio.create_task(self._measure())
        try:
            yield
        finally:
            task.cancel()

    async def text(self) -> bytes:
        """Return all figures in Prometheus's text format, without the tables while the store cannot
        be read."""
        self._tables.clear()
        for game, status, count in await self._tables_stored():
            self._tables.labels(game, status).set(count)
        return generate_latest(self.registry)

    async def _tables_stored(self) -> list[tuple[str, str, int]]:
        try:
            return [] if self._counted is None else await self._counted()
        except StoreError:
            return []

    def _clicked(self, interaction: discord.Interaction[Any]) -> None:
        self._clicks.labels(interaction.type.name).inc()
        self._came[interaction.id] = time.monotonic()

    async def _answered(
        self, session: aiohttp.ClientSession, context: Any, params: aiohttp.TraceRequestEndParams
    ) -> None:
        status, callback = params.response.status, _CALLBACK.search(params.url.path)
        came = self._came.pop(int(callback[1]), None) if callback and status < 400 else None
        if came is not None:
            self._answers.observe(time.monotonic() - came)
        if params.method == "PATCH" and status >= 400:
            self._refused.labels(str(status)).inc()

    async def _measure(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(BEAT)
            self._lag.observe(max(0.0, time.monotonic() - began - BEAT))


class _Counts(Collector):
    """What the store and the painter count themselves, as soon as there are any."""

    store: Store | None = None
    painter: Painter | None = None

    def collect(self) -> Iterable[Metric]:
        """Return both counts."""
        commits = self.store.commits if self.store else 0
        paintings = self.painter.paintings if self.painter else 0
        yield CounterMetricFamily("commits", "Transactions stored", commits)
        yield CounterMetricFamily("paintings", "Pictures painted", paintings)
