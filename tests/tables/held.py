"""What is thought behind the tables, held up until a test lets it go."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tables.match.thinking import Thinking


def held_up(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Hold up what is thought behind the tables until the event is set."""
    go, later = asyncio.Event(), Thinking.later

    async def slow(thinking: Thinking, work: Any) -> Any:
        await go.wait()
        return await later(thinking, work)

    monkeypatch.setattr(Thinking, "later", slow)
    return go
