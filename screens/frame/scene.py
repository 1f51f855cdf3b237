"""A table as the frame's pages show it, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.contract import SHARED, AnyGame, Options, Seat, SeatOptions
from screens.names import Names

Status: TypeAlias = Literal["lobby", "running", "finished", "aborted"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat."""

    name: str
    """As the person writes it."""
    host: bool = False
    computer: bool = False
    """Whether a computer plays here for good."""
    away: bool = False
    """Whether a computer plays for this person until they come back."""
    options: SeatOptions = field(default_factory=SeatOptions)
    """What was chosen for the seat."""
    stayed: tuple[int, int] | None = None
    """Of how many games this person was there at the end, where that has to be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything about a table that is not its match."""

    table: str
    """The table's id."""
    game: AnyGame
    status: Status
    sitters: Sequence[Sitter]
    """By seat."""
    options: Options
    roster: str
    """A sign of who sits where, to tell later whether that has changed."""

    opened: float = 0.0
    """When it was opened, in seconds since the epoch."""
    private: bool = False
    """Whether nobody sits down without being invited."""
    reliable: bool = False
    """Whether nobody sits down who often leaves games."""

    @property
    def names(self) -> Names:
        """The names at the table, by seat."""
        return Names.of(sitter.name for sitter in self.sitters)

    @property
    def teams(self) -> Sequence[int] | None:
        """The team of each seat, or None when everybody plays alone."""
        return self.game.teams(self.options, len(self.sitters))

    def seat_choices(self, seat: Seat) -> Mapping[str, tuple[object, ...]]:
        """Return what the person in this seat may choose for it, each with its values."""
        return self.game.seat_choices([sitter.options for sitter in self.sitters], seat)

    @property
    def offered(self) -> Mapping[str, tuple[object, ...]]:
        """The options the lobby offers, each with its values, the game's own first."""
        offered = self.game.choices(len(self.sitters))
        own = {name: values for name, values in offered.items() if name not in SHARED}
        return {**own, **offered}
