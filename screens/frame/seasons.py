"""What seasons are called, and what is said of the one whose leaderboard is shown."""

from __future__ import annotations

from dataclasses import dataclass

from screens.texts import Words
from screens.wording import countdown

EVER = "ever"
"""Stands where a season's key would, for all games that there ever were."""


@dataclass(frozen=True, slots=True)
class Span:
    """The season of a leaderboard."""

    key: str = EVER
    """`2026-11`, `2026-Q4` or `2026`."""
    ends: float = 0.0
    """When the next one begins, in seconds since the epoch."""
    over: bool = False


def called(key: str, words: Words) -> str:
    """Return what a season is called."""
    if key == EVER:
        return words("season.ever")
    year, _, part = key.partition("-")
    if not part:
        return words("season.year", year=year)
    if part.startswith("Q"):
        return words("season.quarter", number=part[1:], year=year)
    return words("season.month", month=words("season.months").split()[int(part) - 1], year=year)


def told(span: Span, words: Words) -> str:
    """Return the line that says which season a leaderboard is of, and how long it lasts."""
    if span.key == EVER:
        return words("season.told_ever")
    name = called(span.key, words)
    if span.over:
        return words("season.told_over", season=name)
    return words("season.told", season=name, when=countdown(span.ends))
