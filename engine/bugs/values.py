"""The values of Bugs & Co: options, state, actions, events, views, memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine import contract
from engine.bugs.box import COPIES, Minutes
from engine.contract import Seat

NONE = -1
"""No tile at a spot; no tile in a right hand."""

Phase: TypeAlias = Literal["count_in", "play", "countdown", "over"]
Pace: TypeAlias = Literal["free", "calm", "slow"]
"""How much time lies between two actions of a seat at least: none, or what the box says."""
Cause: TypeAlias = Literal["trophies", "time"]
"""Why the countdown began: the last trophy was taken, or the time limit passed."""


class Options(contract.Options):
    """What a lobby can set."""

    eyes: Literal["random", "one", "three"] = "random"
    """Which images join the two-eyed ones; five and six seats only."""
    time_limit: Minutes = 5
    """Minutes from "go" after which the countdown starts at the latest."""
    pace: Pace = "free"
    six_first: bool = True
    """With two seats a trophy needs six tiles in the left hand."""
    newcomers: bool = False
    """Whether somebody has not finished a race here, so that the count-in is longer."""


@dataclass(frozen=True, slots=True)
class State:
    """A table of Bugs & Co.

    A tile is the number image × 3 + colour. A spot is the number area × places + place. A tile in
    a right hand stays in `table`, which keeps its place for it.
    """

    phase: Phase
    deadline: float | None
    """When this phase ends; None when the game is over."""
    limit: int
    """Seconds from "go" to the countdown at the latest."""
    cause: Cause | None
    needed: int
    """Tiles the left hand needs before a trophy."""
    eyes: tuple[int, ...]
    """Numbers of eyes of the images taking part."""
    table: tuple[int, ...]
    """The tile of each spot, or NONE."""
    right: tuple[int, ...]
    """For each seat the spot its right hand holds a tile from, or NONE."""
    left: tuple[tuple[int, ...], ...]
    """For each seat the tiles of its left hand, as they came."""
    trophies: tuple[int, ...]
    """The trophies still there, highest first."""
    taken: tuple[int, ...]
    """For each seat its trophy, or 0; who has one has stopped."""
    acted: tuple[float, ...]
    """At a calm or slow pace the time of each seat's last action, else empty."""
    removed: tuple[int, ...]
    newcomers: bool = False
    """Whether the count-in is the long one."""
    slow: bool = False
    """Whether the pace is the slow one."""


def image_of(tile: int) -> int:
    """Return the index of the tile's image."""
    return tile // COPIES


def colour_of(tile: int) -> int:
    """Return the index of the tile's colour."""
    return tile % COPIES


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick up whatever lies at a place; a tile in the right hand is laid back in the same go."""

    area: int
    place: int
    kind: Literal["pick"] = "pick"


@dataclass(frozen=True, slots=True)
class Back:
    """Lay the tile in the right hand back to its place."""

    kind: Literal["back"] = "back"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the tile in the right hand into an area; its own area means its own place."""

    area: int
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True, slots=True)
class Keep:
    """Move the tile in the right hand to the left hand."""

    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class Trophy:
    """Take the highest trophy, which has this value, and stop."""

    value: int
    kind: Literal["trophy"] = "trophy"


Action: TypeAlias = Annotated[Pick | Back | Lay | Keep | Trophy, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of an area."""

    area: int
    place: int


@dataclass(frozen=True, slots=True)
class Face:
    """The front of a tile: indices into the images and colours of the box."""

    image: int
    colour: int


@dataclass(frozen=True, slots=True)
class Started(contract.Event):
    """Somebody said "go"; `deadline` is the time limit."""

    deadline: float
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Seen(contract.Event):
    """A seat sees the front of the tile that it has just picked up; for that seat alone."""

    spot: Spot
    face: Face
    kind: Literal["seen"] = "seen"


@dataclass(frozen=True, slots=True)
class Moved(contract.Event):
    """A seat laid its tile into another area."""

    seat: Seat
    spot: Spot
    """Where it was; this place is free now."""
    to: Spot
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Kept(contract.Event):
    """A seat's tile went to its left hand; its place is free now."""

    seat: Seat
    spot: Spot
    kind: Literal["kept"] = "kept"


@dataclass(frozen=True, slots=True)
class Took(contract.Event):
    """A seat took a trophy and stopped."""

    seat: Seat
    value: int
    kind: Literal["took"] = "took"


@dataclass(frozen=True, slots=True)
class Countdown(contract.Event):
    """The countdown runs until `deadline`."""

    deadline: float
    cause: Cause
    kind: Literal["countdown"] = "countdown"


@dataclass(frozen=True, slots=True)
class Stopped(contract.Event):
    """Everybody has to stop; the hands are laid open."""

    kind: Literal["stopped"] = "stopped"


Event: TypeAlias = Annotated[
    Started | Seen | Moved | Kept | Took | Countdown | Stopped,
    Field(discriminator="kind"),
]

Step: TypeAlias = contract.Step[State, Event]


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat."""

    left: int
    """Tiles in the left hand."""
    right: Spot | None
    """The place that is kept for the tile in the right hand."""
    trophy: int
    """The trophy taken, or 0; who has one has stopped."""


@dataclass(frozen=True, slots=True)
class Held:
    """The tile in one's own right hand."""

    spot: Spot
    face: Face


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """A left hand at the end."""

    sets: tuple[int, ...]
    """Images of which all three tiles are there."""
    others: tuple[Face, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """What a seat or a bystander may know."""

    phase: Phase
    deadline: float | None
    """When "go" comes, the time limit passes or the countdown ends, by the phase."""
    cause: Cause | None
    eyes: tuple[int, ...]
    images: tuple[int, ...]
    """The images taking part, indices into the box."""
    areas: tuple[tuple[bool, ...], ...]
    """For each place whether a tile lies there; one in a right hand does not."""
    seats: tuple[SeatView, ...]
    trophies: tuple[int, ...]
    """The trophies still there, highest first."""
    needed: int
    """Tiles the left hand needs before a trophy."""
    held: Held | None
    """The tile in the own right hand."""
    over: tuple[LaidOpen, ...]
    """At the end what each seat has collected, else empty."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A tile that was seen at a place."""

    spot: Spot
    image: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What a computer remembers: its own looks and what it has kept itself."""

    seat: Seat
    sights: tuple[Sight, ...] = ()
    """The tiles it believes to be in place, latest last."""
    kept: tuple[int, ...] = ()
    """Images of the tiles it moved to its left hand."""
    older: tuple[Sight, ...] = ()
    """Tiles in place that it has forgotten and a person need not have, latest last."""


Asked: TypeAlias = contract.Question[Options, View, Memory, Action, State]
"""What a computer decides on."""
