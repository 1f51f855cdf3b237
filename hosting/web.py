"""The small HTTP server that hosts ask for: /health and /metrics."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from hosting.figures import Figures
from hosting.health import Health
from storage.errors import StoreError

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus's text format."""


@asynccontextmanager
async def serving(health: Health, figures: Figures, port: int) -> AsyncIterator[None]:
    """Answer on a port of all addresses meanwhile; raise OSError."""

    async def answer_health(request: web.Request) -> web.Response:
        healthy, words = await health.report()
        return web.Response(text=f"{words}\n", status=200 if healthy else 503)

    async def answer_metrics(request: web.Request) -> web.Response:
        try:
            body = await figures.text()
        except StoreError:
            return web.Response(text="the store cannot be read\n", status=503)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
    app.router.add_get("/health", answer_health)
    app.router.add_get("/metrics", answer_metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        site = web.TCPSite(runner, port=port)
        await site.start()
        yield
    finally:
        await runner.cleanup()
