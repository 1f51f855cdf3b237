"""The lines in which a table says for a while what clocks and staff have done there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

LASTING = 5 * 60.0
"""Seconds for which a note stands where nobody moves."""
READ = 10.0
"""Seconds for which it stands at least."""
TAKEN_BACK = "note.taken_back"
MOST = 3
"""Notes that stand at once; a newer one takes the oldest one's place."""


@dataclass(frozen=True, slots=True)
class Note:
    """One line: the key of its text, and what stands in it; a `name` is as its person writes it."""

    key: str
    at: float
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Notes:
    """The notes of one table, of little use to anybody after a restart."""

    _kept: list[Note] = field(default_factory=list)

    def add(self, key: str, **values: Any) -> None:
        """Write down what has just happened; what stands already is not said twice."""
        others = [note for note in self._kept if (note.key, note.values) != (key, values)]
        self._kept = [*others, Note(key, time.time(), values)][-MOST:]

    def moved(self, name: str) -> None:
        """Let go of what was there to be read before somebody of this name moved, and at once of
        their move that was taken back: another one stands there now."""
        self._keep(READ)
        back = (TAKEN_BACK, {"name": name})
        self._kept = [note for note in self._kept if (note.key, note.values) != back]

    def taken_back(self, name: str) -> None:
        """Write down that somebody has taken their last move back."""
        self.add(TAKEN_BACK, name=name)

    def unname(self, name: str) -> None:
        """Let go of what names a person who is to be forgotten."""
        self._kept = [note for note in self._kept if name not in note.values.values()]

    def standing(self) -> Sequence[Note]:
        """Return the notes that still stand, the oldest first."""
        self._keep(LASTING)
        return tuple(self._kept)

    @property
    def until(self) -> float | None:
        """When the first of those that stand is to be let go where nobody moves."""
        return min((note.at + LASTING for note in self.standing()), default=None)

    def _keep(self, seconds: float) -> None:
        now = time.time()
        self._kept = [note for note in self._kept if now - note.at < seconds]
