"""Leaves the sixth game's own tests to the project in which it is installed."""

from __future__ import annotations

collect_ignore = ["game"]
