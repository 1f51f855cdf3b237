"""Freed memory goes back to the machine where the C library can be told so."""

from __future__ import annotations

import platform

from hosting.thrift import thrifty


def test_glibc_is_told() -> None:
    assert thrifty() == (platform.libc_ver()[0] == "glibc")
