"""Lets a process group run for a part of the time only: `python -m tests.bench.throttle ID SHARE`.

As hosts share a core among many: a slice of each tenth of a second.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

PERIOD = 0.1
"""Seconds; what Linux's own quotas use."""


def throttle(group: int, share: float) -> None:
    """Stop and continue the group until it is gone."""
    with contextlib.suppress(ProcessLookupError, KeyboardInterrupt):
        while True:
            os.killpg(group, signal.SIGCONT)
            time.sleep(PERIOD * share)
            os.killpg(group, signal.SIGSTOP)
            time.sleep(PERIOD * (1 - share))


if __name__ == "__main__":
    throttle(int(sys.argv[1]), float(sys.argv[2]))
