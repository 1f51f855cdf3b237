"""How a process is asked to stop, and that it is out in time whatever it waits for."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading

log = logging.getLogger(__name__)

SECONDS = 4.6
"""After which a process that was asked to stop ends, with what it has stored: hosts give five."""


def listen(stop: asyncio.Event) -> None:
    """Set `stop` when the process is asked to stop, and see to it that it ends."""
    names = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as with nohup
        names.append(signal.SIGHUP)  # its terminal was closed
    for name in names:
        asyncio.get_running_loop().add_signal_handler(name, _asked, stop)


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
