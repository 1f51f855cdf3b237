"""The small HTTP server that hosts ask for: `/`, /health and /metrics."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from hosting.figures import Figures
from hosting.health import Health
from hosting.seldom import Seldom

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus's text format."""
APART = 1.0
"""Seconds between two looks at the health, however many ask."""

Answer = Callable[[], Awaitable[web.Response]]


def main_pages(health: Health, version: str) -> dict[str, Answer]:
    """Return what is answered where a host looks whether the process lives and can work."""
    report = Seldom(health.report, APART)

    async def alive() -> web.Response:
        return web.Response(text=f"Monsterrunde {version}: see /health\n")

    async def answer_health() -> web.Response:
        healthy, words = await report()
        return web.Response(text=f"{words} ({version})\n", status=200 if healthy else 503)

    return {"/": alive, "/health": answer_health}


def metrics_page(figures: Figures) -> dict[str, Answer]:
    """Return what is answered to Prometheus."""

    async def answer() -> web.Response:
        body = await figures.text()
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE})

    return {"/metrics": answer}


@asynccontextmanager
async def serving(pages: Mapping[str, Answer], host: str | None, port: int) -> AsyncIterator[None]:
    """Answer on a port of an address meanwhile, None for all; raise OSError."""

    async def answer(request: web.BaseRequest) -> web.Response:
        page = pages.get(request.path)
        if page is None or request.method not in ("GET", "HEAD"):
            return web.Response(text="there is nothing here\n", status=404)
        return await page()

    server = web.Server(answer, request_factory=_request, access_log=None)
    runner = web.ServerRunner(server, shutdown_timeout=0.5)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()


class _Request(web.BaseRequest):
    """Lets no answer name what serves it, also to what is no request."""

    async def _prepare_hook(self, response: web.StreamResponse) -> None:
        response.headers.pop("Server", None)


def _request(message: Any, payload: Any, protocol: Any, writer: Any, task: Any) -> _Request:
    return _Request(message, payload, protocol, writer, task, asyncio.get_running_loop())
