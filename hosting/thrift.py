"""Lets the C library give memory back to the machine, where it can be told to."""

from __future__ import annotations

import ctypes
import sys

TRIM_THRESHOLD = -1
"""Of glibc's mallopt: from how much free memory at its end on the heap is made smaller."""
BYTES = 128 * 1024


def thrifty() -> bool:
    """Give freed memory back from now on, large pieces at once; return whether that is done.

    Else glibc learns to keep ever larger pieces, some 17 MB of them. Who paints needs them again
    and again; for others they lie idle.
    """
    if sys.platform != "linux":
        return False
    tell = getattr(ctypes.CDLL(None), "mallopt", None)
    return bool(tell and tell(TRIM_THRESHOLD, BYTES))
