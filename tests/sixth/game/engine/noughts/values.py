"""The values of noughts and crosses: its options, state, action, event and view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from engine import contract
from engine.codec import WHOLE
from engine.contract import Seat

Spot: TypeAlias = int
"""A spot of the board, 0…8 in reading order."""
SPOTS = 9
Marks: TypeAlias = tuple[Seat | None, ...]
"""By spot whose mark it bears."""


class Options(contract.HintedOptions):
    """What a lobby can set."""

    sleepers: Annotated[Literal[2, 3], WHOLE] = 2
    """How many monsters sleep under the board."""


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment."""

    marks: Marks
    asleep: tuple[Spot, ...]
    """Where monsters sleep, ascending; nobody may know it before the end."""
    woken: tuple[Spot, ...]
    """Spots whose mark was eaten; they stay empty."""
    turn: Seat


@dataclass(frozen=True, slots=True)
class Mark:
    """Put one's mark on a spot."""

    spot: Spot
    kind: Literal["mark"] = "mark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(contract.Event):
    """A seat marked a spot, and perhaps woke what ate the mark."""

    seat: Seat
    spot: Spot
    woke: bool
    kind: Literal["marked"] = "marked"


Step: TypeAlias = contract.Step[State, Marked]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """What a seat or a bystander may know."""

    marks: Marks
    woken: tuple[Spot, ...]
    sleepers: int
    """How many monsters still sleep."""
    asleep: tuple[Spot, ...]
    """Where they slept; empty before the end."""


Asked: TypeAlias = contract.Question[Options, View, None, Mark, State]
"""What a computer decides on."""
