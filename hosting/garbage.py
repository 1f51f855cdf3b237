"""Lets Python look for garbage without holding up the loop for long."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hosting.thrift import trim

OLDEST = 2
"""The generation of what has outlived the others: it is looked through when it has grown."""
YOUNG, MIDDLE, OFTEN = 5000, 0, 1
"""How many objects more there are before Python looks, and how often it looks through what is young
and what is younger before it looks further. What a few clicks at once make and let go of is fewer;
at Python's own 700 looking took a twentieth of what a click costs. A look stays short, as what it
has seen is left out later."""
WHOLE = 3600.0
"""Seconds from one look through everything to the next, which takes 0.13 s at 100 tables."""
GIVEN_BACK = 60.0
"""Seconds from one time that memory is given back to the next, which takes 2 ms."""


@contextmanager
def lessened(
    clock: Callable[[], float] = time.monotonic, give_back: Callable[[], object] = trim
) -> Iterator[None]:
    """Until the block ends look each time only through what came since the last look, and through
    everything once an hour: what stays in a circle of references is as good as never garbage. What
    then lies free is given back to the machine, at most once a minute."""
    next_whole, before = clock() + WHOLE, gc.get_threshold()
    next_back = clock() + GIVEN_BACK

    def note(phase: str, told: dict[str, Any]) -> None:
        nonlocal next_whole, next_back
        if told["generation"] != OLDEST:
            return
        if phase == "stop":
            gc.freeze()
            if clock() >= next_back:
                next_back = clock() + GIVEN_BACK
                give_back()
        elif clock() >= next_whole:
            gc.unfreeze()
            next_whole = clock() + WHOLE

    gc.callbacks.append(note)
    gc.set_threshold(YOUNG, MIDDLE, OFTEN)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(note)
