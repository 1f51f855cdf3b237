"""Asks something costly rarely, however many want to know it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from storage.errors import StoreError

T = TypeVar("T")


class Seldom(Generic[T]):
    """Knows an answer for some seconds, also that there is none."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[T]],
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask, self._seconds, self._clock = ask, seconds, clock
        self._turn = asyncio.Lock()
        self._until = float("-inf")
        self._answer: T | StoreError

    async def __call__(self) -> T:
        """Return the answer, asked anew when it is too old; raise StoreError."""
        async with self._turn:
            if self._clock() >= self._until:
                self._answer = await self._asked()
                self._until = self._clock() + self._seconds
            answer = self._answer
        if isinstance(answer, StoreError):
            raise answer
        return answer

    async def _asked(self) -> T | StoreError:
        try:
            return await self._ask()
        except StoreError as error:
            return error
