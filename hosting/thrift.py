"""Lets the C library give memory back to the machine, where it can be told to."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

TRIM_THRESHOLD, ARENA_MAX = -1, -8
"""Of glibc's mallopt: from how much free memory at its end on the heap is made smaller, and how
many heaps there are at most."""
BYTES = 128 * 1024


def thrifty() -> bool:
    """Give freed memory back from now on, large pieces at once, and let threads that are started
    later share one heap; return whether that is done.

    Else glibc learns to keep ever larger pieces, some 17 MB of them, and has a heap for each
    thread, though only one runs at a time. Who paints needs them again and again; for others they
    lie idle.
    """
    tell = _of_glibc("mallopt")
    return bool(tell and tell(TRIM_THRESHOLD, BYTES) and tell(ARENA_MAX, 1))


def trim() -> bool:
    """Give back what lies free between pieces in use; return whether there was any.

    It takes 2 ms, and what is given back costs a little when it is used again.
    """
    tell = _of_glibc("malloc_trim")
    return bool(tell and tell(0))


def _of_glibc(name: str) -> Callable[..., int] | None:
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
