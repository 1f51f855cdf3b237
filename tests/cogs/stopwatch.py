"""A stopwatch that knows how long processes waited for a core: that long the machine was late."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")


class Stopwatch:
    """Measures a time in which this process, and further ones, have something to do."""

    def __init__(self, *pids: int) -> None:
        self._pids = (os.getpid(), *pids)
        self._begun, self._waited = time.monotonic(), self._all()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begun

    @property
    def waited(self) -> float:
        """For how much of that a process waited for a core, as far as that is known."""
        return min(self.seconds, max(0.0, self._all() - self._waited))

    @property
    def own(self) -> float:
        """How long it would have taken on a machine with nothing else to do."""
        return self.seconds - self.waited

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.waited:.1f} s of them without a core"

    def _all(self) -> float:
        return sum(map(_waited, self._pids))


def _waited(pid: int) -> float:
    """Return for how many seconds the threads of a process have waited for a core until now."""
    nanoseconds = 0
    for told in PROC.glob(f"{pid}/task/*/schedstat"):
        with suppress(OSError):  # a thread may just have ended
            nanoseconds += int(told.read_text().split()[1])
    return nanoseconds / 1e9
