"""The bot as it is started everywhere, with somebody who watches its event loop closely."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import bot
from hosting.figures import Figures

BEAT = 0.001
"""Seconds between two looks at the loop."""


class Watch(logging.Handler):
    """Writes down how late the loop is and how many errors are logged.

    It begins anew at SIGUSR1 and tells at SIGUSR2.
    """

    def __init__(self, file: Path) -> None:
        super().__init__(logging.ERROR)
        self._file, self._gaps, self._errors = file, [0.0], 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count an error."""
        self._errors += 1

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch the loop meanwhile."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self._begin)
        loop.add_signal_handler(signal.SIGUSR2, self._tell)
        logging.getLogger().addHandler(self)
        task = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _begin(self) -> None:
        self._gaps, self._errors = [0.0], 0

    def _tell(self) -> None:
        over = sum(gap > 0.02 for gap in self._gaps)
        part = self._file.with_suffix(".part")
        said = {"longest": max(self._gaps), "over": over, "errors": self._errors}
        part.write_text(json.dumps(said))
        part.replace(self._file)

    async def _beat(self) -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(BEAT)
            now = time.perf_counter()
            if now - last - BEAT > 0.005:
                self._gaps.append(now - last - BEAT)
            last = now


if __name__ == "__main__":
    watch = Watch(Path(os.environ["BENCH_STALLS"]))
    Figures.watching_the_loop = lambda self: watch.watching()  # type: ignore[method-assign]
    sys.exit(bot.main())
