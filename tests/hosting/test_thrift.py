"""Freed memory goes back to the machine where the C library can be told so."""

from __future__ import annotations

import platform
import subprocess
import sys

import psutil
import pytest

from hosting.thrift import thrifty, trim
from settings import ROOT

GLIBC = platform.libc_ver()[0] == "glibc"
THREADS = """
import ctypes, threading
from hosting.thrift import thrifty
{told}
threads = [threading.Thread(target=bytearray, args=(5000,)) for _ in range(3)]
for thread in threads:
    thread.start()
    thread.join()
ctypes.CDLL(None).malloc_stats()
"""


def test_glibc_is_told() -> None:
    assert thrifty() == GLIBC


@pytest.mark.skipif(not GLIBC, reason="only glibc has heaps for threads")
@pytest.mark.parametrize(("told", "one"), [("thrifty()", True), ("", False)])
def test_threads_share_a_heap(told: str, one: bool) -> None:
    code = THREADS.format(told=told)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert (done.stderr.count(b"Arena ") == 1) == one


@pytest.mark.skipif(not GLIBC, reason="only glibc keeps what is freed")
def test_what_lies_free_is_given_back() -> None:
    pieces = [bytearray(64 * 1024) for _ in range(600)]
    last = bytearray(1024)  # so that nothing but a gap is left
    full = psutil.Process().memory_info().rss
    pieces.clear()
    assert trim()
    assert psutil.Process().memory_info().rss < full - 30_000_000
    assert last is not None
