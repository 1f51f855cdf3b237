"""A pooler before PostgreSQL, which can lose the server in the middle of a commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

ENCRYPTS = 8
"""Bytes with which it is asked for encryption; whoever says who they are says more."""
FIELDS = (b"SFATAL", b"VFATAL", b"C08P01", b"Mserver conn crashed?", b"")
"""What PgBouncer says then, as PostgreSQL's protocol has it."""


class Pooler:
    """Passes on what both sides say."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self.loses = False
        """Whether the answer to the next commit is lost, which the server has carried out."""
        self.refuses: str = ""
        """What is said to whoever connects, if they are not let through."""

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """Listen meanwhile on a port, which is given."""
        async with await asyncio.start_server(self._meet, "127.0.0.1", 0) as server:
            yield server.sockets[0].getsockname()[1]

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            while len(await reader.read(65536)) == ENCRYPTS:
                writer.write(b"N")
            writer.write(_error(b"SFATAL", b"C08P01", b"M" + self.refuses.encode(), b""))
            writer.close()
            return
        answers, asks = await asyncio.open_unix_connection(self._socket)
        commits = asyncio.Event()
        """Set while the last that was asked is to commit."""

        async def ask() -> None:
            while said := await reader.read(65536):
                commits.set() if b"COMMIT" in said else commits.clear()
                asks.write(said)
            asks.close()

        async def answer() -> None:
            while said := await answers.read(65536):
                if self.loses and commits.is_set():
                    self.loses = False
                    writer.write(_error(*FIELDS))
                    break
                writer.write(said)
            writer.close()

        with suppress(ConnectionError):
            await asyncio.gather(ask(), answer())


def _error(*fields: bytes) -> bytes:
    said = b"".join(field + b"\0" for field in fields)
    return b"E" + (len(said) + 4).to_bytes(4, "big") + said
