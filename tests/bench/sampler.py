"""Notes what a process's CPU goes into: of each thread where it stands, every few milliseconds."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType

from settings import ROOT

EVERY = 0.004
"""Seconds of CPU between two samples."""
OURS, LIBRARY = f"{ROOT}/", "site-packages/"


class Sampler:
    """Samples its own process from `start` on, and writes what it found at each SIGUSR2."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._used: dict[int, float] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def start(self) -> None:
        """Sample from now on; to be called in the main thread."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.signal(signal.SIGUSR2, self._tell)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _sample(self, number: int, here: FrameType | None) -> None:
        frames = sys._current_frames() | {threading.get_ident(): here}
        for thread, top in frames.items():
            used = time.clock_gettime(time.pthread_getcpuclockid(thread))
            spent = used - self._used.get(thread, used)
            self._used[thread] = used
            if spent > 0:
                self._seconds[_stack(top)] += spent

    def _tell(self, number: int, here: FrameType | None) -> None:
        part = self._file.with_suffix(".part")
        part.write_text(json.dumps(dict(self._seconds)))  # more is noted meanwhile
        part.replace(self._file)


def _stack(frame: FrameType | None) -> str:
    """Return where a thread stands, the outermost call first."""
    places = []
    while frame is not None:
        places.append(f"{_short(frame.f_code.co_filename)}:{frame.f_code.co_name}")
        frame = frame.f_back
    return ";".join(reversed(places))


def _short(file: str) -> str:
    return file.removeprefix(OURS).rpartition(LIBRARY)[2]
