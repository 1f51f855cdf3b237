"""Serve one world on loopback: Discord's API and gateway, attachments and the page."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from playground.faults import Faults
from playground.gateway.gateway import Gateway
from playground.limits.messages import MAX_REQUEST_BYTES
from playground.page.origin import is_foreign
from playground.page.website import Website
from playground.rest import channels as routes_channels
from playground.rest import emojis as routes_emojis
from playground.rest import interactions as routes_interactions
from playground.rest import scheduled as routes_scheduled
from playground.rest import server as routes_server
from playground.rest.ratelimits import Limiter
from playground.rest.rest import PREFIX, Rest, RouteTable
from playground.world.world import World

HOST = "127.0.0.1"
ROUTES = RouteTable(
    (
        *routes_interactions.ROUTES,
        *routes_channels.ROUTES,
        *routes_emojis.ROUTES,
        *routes_server.ROUTES,
        *routes_scheduled.ROUTES,
    )
)


class PlaygroundServer:
    """A Discord stand-in; port 0 takes any free one."""

    def __init__(self, world: World, port: int = 0) -> None:
        self.world = world
        self.port = port
        self.faults = Faults()
        self._runner: web.ServerRunner | None = None

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.port}"

    @property
    def api_base(self) -> str:
        """What stands for https://discord.com/api/v10."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """What stands for wss://gateway.discord.gg/."""
        return f"ws://{HOST}:{self.port}/gateway"

    async def start(self) -> None:
        """Listen; OSError when the port is taken."""
        server = web.Server(self._serve, request_factory=_request, access_log=None)
        runner = web.ServerRunner(server, handle_signals=False, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, self.port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self.port = runner.addresses[0][1]
        self.world.base_url = self.url
        self.gateway = self.faults.gateway = Gateway(self.world, self.gateway_url)
        self.website = Website(self.world)
        self._rest = Rest(self.world, ROUTES, Limiter(self.world), self.faults)

    async def close(self) -> None:
        """Close all connections and stop listening; the world stays as it is."""
        if self._runner is None:
            return
        self.faults.clear()
        await self.gateway.close()
        await self.website.close()
        if self.world.movable is not None:
            await self.world.movable.close()
        self.world.desk.close()
        await self._runner.cleanup()
        self._runner = None

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if is_foreign(request):
            return web.Response(status=403, text="Only the playground's own page may do that.")
        path = request.raw_path
        if path.startswith(PREFIX):
            try:
                return await self._rest.serve(request)
            except ConnectionResetError:  # the bot has gone in the middle of its request
                return web.Response(status=400)
        if path.startswith("/gateway"):
            return await self.gateway.serve(request)
        return await self.website.serve(request)


def _request(message: Any, payload: Any, protocol: Any, writer: Any, task: Any) -> web.BaseRequest:
    """Make a request whose body may be as large as Discord takes."""
    loop = asyncio.get_running_loop()
    parts = (message, payload, protocol, writer, task, loop)
    return web.BaseRequest(*parts, client_max_size=MAX_REQUEST_BYTES)
