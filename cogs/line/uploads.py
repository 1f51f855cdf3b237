"""How requests go out: those with files in one piece, where aiohttp writes each part of a form,
what stands around it and each end of a line by itself; and how long they are waited for."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
from aiohappyeyeballs import AddrInfoType
from aiohttp.connector import Connection
from aiohttp.tracing import Trace

LARGE = 256 * 1024
"""Bytes from which on a form is written part by part; three pictures of a board are half of it."""

PATIENCE = 30.0
"""Seconds that a request may take; whatever shows something in the same place waits for it."""
DEAD = 10
"""Seconds after which a connection is dead whose other end acknowledges nothing."""
PROBES = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 5, "TCP_USER_TIMEOUT": DEAD * 1000}
"""What makes the system notice that; some systems know not all of it."""


class Uploads(aiohttp.TCPConnector):
    """Connects as discord.py does by itself, without a limit, and gathers forms that are small."""

    def __init__(self) -> None:
        super().__init__(limit=0, socket_factory=_probing)

    async def connect(
        self, req: aiohttp.ClientRequest, traces: list[Trace], timeout: aiohttp.ClientTimeout
    ) -> Connection:
        """Return a connection for a request, whose form is one piece then."""
        form = req.body
        if isinstance(form, aiohttp.MultipartWriter) and (form.size or LARGE) < LARGE:
            await req.update_body(await form.as_bytes())
        connection = await super().connect(req, traces, timeout)
        if "Upgrade" not in req.headers and connection.transport is not None:
            # Not cancelled: discord.py is to learn of it as of any connection that breaks.
            late = asyncio.get_running_loop().call_later(PATIENCE, connection.transport.abort)
            connection.add_callback(late.cancel)
        return connection


def _probing(address: AddrInfoType) -> socket.socket:
    """Return a socket that notices when the other end is gone without a word."""
    made = socket.socket(*address[:3])
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in PROBES.items():
        if hasattr(socket, name):
            made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return made
