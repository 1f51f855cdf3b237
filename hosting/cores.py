"""How much of the machine's processors this process may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

GROUPS, OWN = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
"""Where Linux says what containers and services may use, and in which group this process is."""


def cores(groups: Path = GROUPS, own: Path = OWN) -> float:
    """Return the number of cores that this process may use at once, such as 0.5 or 2."""
    return min([float(_usable()), *_quotas(groups, own)])


def _usable() -> int:
    """Return on how many cores this process may run; not everywhere one may be told."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(groups: Path, own: Path) -> Iterator[float]:
    """Yield what its groups may use of one core (cgroups, version 2), where that is limited."""
    try:
        name = own.read_text("ascii").rpartition("::/")[2].strip()
    except OSError:
        return
    group = groups / name
    for folder in (group, *group.parents):
        try:
            quota, period = (folder / "cpu.max").read_text("ascii").split()
        except (OSError, ValueError):
            continue
        if quota != "max":
            yield int(quota) / int(period)
