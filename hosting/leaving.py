"""How a process is asked to stop, and that it is out in time whatever it waits for."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)

SECONDS = 4.6
"""After which a process that was asked to stop ends, with what it has stored: hosts give five."""


def listen(stop: asyncio.Event) -> None:
    """Set `stop` when the process is asked to stop, and see to it that it ends."""
    for name in _ways():
        asyncio.get_running_loop().add_signal_handler(name, _asked, stop)


async def broken_off(work: Coroutine[Any, Any, T]) -> T:
    """Do something; break it off when the process is asked to stop, at once when asked again."""
    doing = asyncio.current_task()
    assert doing is not None
    for name in _ways():
        # That of `asyncio.run` for Ctrl+C breaks in between any two lines, also of the loop's own.
        asyncio.get_running_loop().add_signal_handler(name, _break_off, doing, name)
    return await work


def _break_off(doing: asyncio.Task[Any], name: signal.Signals) -> None:
    asyncio.get_running_loop().remove_signal_handler(name)
    doing.cancel()


def _ways() -> Iterator[signal.Signals]:
    """Yield the signals that ask to stop."""
    yield signal.SIGINT
    yield signal.SIGTERM
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as with nohup
        yield signal.SIGHUP  # its terminal was closed


def _asked(stop: asyncio.Event) -> None:
    stop.set()
    last = threading.Timer(SECONDS, _leave)
    last.daemon = True
    last.start()


def _leave() -> None:
    """End the process at once, as a kill would, which costs nothing that was answered."""
    log.warning("something did not end in time; the bot leaves")
    sys.stdout.flush()
    os._exit(0)
