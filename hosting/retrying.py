"""Tries again what fails for now, with growing pauses, until it succeeds or the process stops."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import TypeVar

log = logging.getLogger(__name__)

PAUSES = (1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds between two tries; the last pause stays."""

T = TypeVar("T")


async def tried(
    attempt: Callable[[], Awaitable[T]], passing: Callable[[Exception], bool], stop: asyncio.Event
) -> T | None:
    """Return what an attempt returns once one does not fail; None when stopped before.

    Failures that are not passing are raised.
    """
    for seconds in chain(PAUSES, repeat(PAUSES[-1])):
        try:
            return await attempt()
        except Exception as error:
            if not passing(error):
                raise
            log.warning("%s It is tried again in %g s.", error, seconds)
        await pause(stop, seconds)
        if stop.is_set():
            break
    return None


async def pause(sooner: asyncio.Event, seconds: float) -> None:
    """Wait for so many seconds, or until something happens sooner."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(sooner.wait(), seconds)
