"""How requests with files go out: in one piece, where aiohttp writes each part of a form, what
stands around it and each end of a line by itself."""

from __future__ import annotations

import aiohttp
from aiohttp.connector import Connection
from aiohttp.tracing import Trace

LARGE = 256 * 1024
"""Bytes from which on a form is written part by part; three pictures of a board are half of it."""


class Uploads(aiohttp.TCPConnector):
    """Connects as discord.py does by itself, without a limit, and gathers forms that are small."""

    def __init__(self) -> None:
        super().__init__(limit=0)

    async def connect(
        self, req: aiohttp.ClientRequest, traces: list[Trace], timeout: aiohttp.ClientTimeout
    ) -> Connection:
        """Return a connection for a request, whose form is one piece then."""
        form = req.body
        if isinstance(form, aiohttp.MultipartWriter) and (form.size or LARGE) < LARGE:
            await req.update_body(await form.as_bytes())
        return await super().connect(req, traces, timeout)
