"""The seasons of a server: spans of the calendar, each of which has ratings of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import MAXYEAR, UTC, datetime
from typing import Literal

Kind = Literal["month", "quarter", "year", "none"]
MONTHS: dict[Kind, int] = {"month": 1, "quarter": 3, "year": 12}
"""How many months the seasons of each kind take."""
_KEY = re.compile(r"([1-9]\d{3})(?:-(0[1-9]|1[0-2]|Q[1-4]))?")


@dataclass(frozen=True, slots=True)
class Season:
    """A span of the calendar, in UTC, so that it is the same one wherever it is asked for."""

    year: int
    first: int
    """Its first month, from 1."""
    months: int

    @property
    def key(self) -> str:
        """Return its name in the store: `2026-11`, `2026-Q4` or `2026`."""
        if self.months == MONTHS["year"]:
            return f"{self.year}"
        quarter = self.months == MONTHS["quarter"]
        return f"{self.year}-Q{self.first // 3 + 1}" if quarter else f"{self.year}-{self.first:02}"

    @property
    def begins(self) -> float:
        """Return when it begins, in seconds since the epoch."""
        return datetime(self.year, self.first, 1, tzinfo=UTC).timestamp()

    @property
    def ends(self) -> float:
        """Return when the next one begins, in seconds since the epoch."""
        year, month = divmod(self.first + self.months - 1, 12)
        return datetime(self.year + year, month + 1, 1, tzinfo=UTC).timestamp()


def season_at(kind: Kind, at: float) -> Season | None:
    """Return the season of a moment (seconds since the epoch); None where there are none."""
    if kind == "none":
        return None
    day, months = datetime.fromtimestamp(at, UTC), MONTHS[kind]
    return Season(day.year, (day.month - 1) // months * months + 1, months)


def season_of(key: str) -> Season | None:
    """Return the season of a key; None where it is the key of none."""
    if (found := _KEY.fullmatch(key)) is None:
        return None
    year, part = int(found[1]), found[2] or ""
    if year == MAXYEAR:
        return None  # the calendar ends before some of its seasons do
    if not part:
        return Season(year, 1, MONTHS["year"])
    if part.startswith("Q"):
        return Season(year, 3 * int(part[1]) - 2, MONTHS["quarter"])
    return Season(year, int(part), MONTHS["month"])
