"""Ports: one that is free, and what a bot answers there."""

from __future__ import annotations

import socket

import aiohttp


async def ask(port: int, path: str) -> tuple[int, str]:
    """Return the status and the text of a bot's answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, await response.text()


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
