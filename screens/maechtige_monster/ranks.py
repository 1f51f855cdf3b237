"""The ranks of the king's guards: how many look different, their cloth, their measures."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = (1, 2, 3)
LOOKS = 4
"""How many guards of one level and strength look different."""
CLOTH = (
    ("#3f8f86", "#2b6a63", "#f3e3c0"),
    ("#3a5fa8", "#284580", "#f4f5fa"),
    ("#b32d48", "#7f1d33", "#ffd34d"),
)
"""Of each level: the tabard, its shadow, its trim."""
STAR = "M0 -10L3 -3.4L10 -2.6L4.8 2.2L6.4 9.4L0 5.6L-6.4 9.4L-4.8 2.2L-10 -2.6L-3 -3.4Z"


@dataclass(frozen=True, slots=True)
class Build:
    """The measures of a guard, feet at (0, 0)."""

    level: int
    strength: int
    look: int

    @property
    def scale(self) -> float:
        """The size of the whole figure."""
        return 0.7 + 0.034 * (self.strength - 4) + 0.016 * (self.level - 1)

    @property
    def width(self) -> float:
        """Half the width of the chest."""
        return 25 + 3.4 * self.level
