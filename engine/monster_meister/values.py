"""The frozen values of Monster Meister: cards, options, state, actions, events, view, memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field

from engine import contract
from engine.codec import WHOLE
from engine.contract import Seat

Cell: TypeAlias = tuple[int, int]
"""A place in a seat's display: column (rightwards) and row (downwards); may be negative."""

Colour: TypeAlias = Literal["blue", "green", "yellow", "red"]
Eyes: TypeAlias = Annotated[Literal[1, 2, 3, 4], WHOLE]

Property: TypeAlias = Literal["blue", "green", "yellow", "red", "1", "2", "3", "4"]
"""What a contest names: a colour or a number of eyes."""

PROPERTIES: tuple[Property, ...] = get_args(Property)

Phase: TypeAlias = Literal["name", "turn", "remove", "place", "look", "over"]

Card: TypeAlias = int
"""A card's number: 16 × its back + its place in the set. It tells the front: never in a view."""

SET = 16
"""Cards in a set, and in a display at the beginning."""
STRAY = 4
"""The back of the strays; sets have the number of their seat."""
SIDE = 4
"""Columns and rows of a display at the beginning."""
FRAME = 6
"""The most columns and rows that a display may span."""
ROUNDS = 10
"""Tasks used in a game."""


@dataclass(frozen=True, slots=True)
class Monster:
    """One monster on a card."""

    colour: Colour
    eyes: Eyes


Front: TypeAlias = tuple[Monster, ...]
"""The monsters on a card: one, or two on a double."""


class Options(contract.Options):
    """What the lobby sets; the level is how well computers remember."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in a display."""

    cell: Cell
    card: Card
    up: bool = False


Display: TypeAlias = tuple[Lying, ...]
"""A seat's cards in reading order of their cells."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A card removed this round, shown until the cards go down."""

    seat: Seat
    cell: Cell
    card: Card


@dataclass(frozen=True, slots=True)
class Naming:
    """A property named in a contest."""

    seat: Seat
    property: Property


@dataclass(frozen=True, slots=True)
class Contest:
    """A running contest; all of it is public."""

    namer: Seat
    """Who names now, or has named last."""
    still_in: tuple[Seat, ...]
    named: tuple[Naming, ...] = ()
    shown: tuple[Seat, ...] = ()
    """Who has turned up the property in this step."""
    missed: tuple[Seat, ...] = ()
    """Who has turned up something else in this step."""
    first_out: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a round came to: points (None: a contest) and roles, in order from the holder."""

    task: str
    points: tuple[int, ...] | None
    memorisers: tuple[Seat, ...]
    muddlers: tuple[Seat, ...]
    none_drew: bool = False
    """The pile could not serve all muddlers."""


@dataclass(frozen=True, slots=True)
class Count:
    """The final count of a display; fewer is better, in this order."""

    own: int
    """Monsters on cards with the own back."""
    monsters: int
    eyes: int


@dataclass(frozen=True, slots=True)
class State:
    """A whole match at one moment."""

    tasks: tuple[int, ...]
    """Task cards in the order of play, by number; the two put back follow after ROUNDS."""
    round: int
    holder: Seat
    phase: Phase
    displays: tuple[Display, ...]
    pile: tuple[Card, ...]
    """The stray pile, its top first."""
    results: tuple[Result, ...] = ()
    """A result a round, the current one's as soon as its points are counted."""
    contest: Contest | None = None
    removed: tuple[Gone, ...] = ()
    drawn: tuple[Card | None, ...] = ()
    """For each seat the card it has drawn and not yet placed."""
    looked: tuple[bool, ...] = ()
    limit: float = 0.0
    """Seconds for the look before the cards go down."""
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn up a card of the own display."""

    cell: Cell
    kind: Literal["turn_up"] = "turn_up"


@dataclass(frozen=True, slots=True)
class Name:
    """Name the property of a contest's next step."""

    property: Property
    kind: Literal["name"] = "name"


@dataclass(frozen=True, slots=True)
class Remove:
    """As a memoriser, remove a turned-up card of the own display."""

    cell: Cell
    kind: Literal["remove"] = "remove"


@dataclass(frozen=True, slots=True)
class Place:
    """As a muddler, put the drawn card on a free cell."""

    cell: Cell
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Looked:
    """Confirm that one has looked and the cards may go down."""

    kind: Literal["looked"] = "looked"


Action: TypeAlias = Annotated[TurnUp | Name | Remove | Place | Looked, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(contract.Event):
    """The holder turned up the next task."""

    round: int
    holder: Seat
    task: str
    kind: Literal["round_began"] = "round_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(contract.Event):
    """A seat named a property."""

    seat: Seat
    property: Property
    kind: Literal["named"] = "named"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp(contract.Event):
    """A seat turned up a card."""

    seat: Seat
    cell: Cell
    back: int
    front: Front
    kind: Literal["turned_up"] = "turned_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEnded(contract.Event):
    """A step of a contest ended."""

    out: tuple[Seat, ...]
    still_in: tuple[Seat, ...]
    kind: Literal["step_ended"] = "step_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(contract.Event):
    """All have turned up their cards; the round has its roles."""

    result: Result
    kind: Literal["scored"] = "scored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(contract.Event):
    """A memoriser removed a card."""

    seat: Seat
    cell: Cell
    back: int
    front: Front
    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(contract.Event):
    """A muddler drew a card of this back."""

    seat: Seat
    back: int
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Peeked(contract.Event):
    """A muddler, and nobody else, saw the card it drew."""

    seat: Seat
    front: Front
    kind: Literal["peeked"] = "peeked"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoneDrew(contract.Event):
    """The pile could not serve all muddlers, so none drew."""

    kind: Literal["none_drew"] = "none_drew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(contract.Event):
    """A muddler put its card face down on a cell."""

    seat: Seat
    cell: Cell
    back: int
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDown(contract.Event):
    """All cards were turned down; from here on nothing may show what lay where."""

    kind: Literal["cards_down"] = "cards_down"


Event: TypeAlias = Annotated[
    RoundBegan
    | Named
    | TurnedUp
    | StepEnded
    | Scored
    | Removed
    | Drew
    | Peeked
    | NoneDrew
    | Placed
    | CardsDown,
    Field(discriminator="kind"),
]

Step: TypeAlias = contract.Step[State, Event]


@dataclass(frozen=True, slots=True)
class Spot:
    """A card in a display as everybody sees it; `front` only while it lies face up."""

    cell: Cell
    back: int
    front: Front | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A card removed this round as everybody has seen it."""

    seat: Seat
    cell: Cell
    back: int
    front: Front


@dataclass(frozen=True, slots=True)
class Goal:
    """The task of the round: how its turning up ends."""

    id: str
    cards: int | None
    """Exactly so many cards, or None."""
    until: str | None
    """Until a card shows this property (or is a "double"), or None."""
    contest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """What a seat or a bystander may know of a match."""

    phase: Phase
    holder: Seat
    task: Goal
    displays: tuple[tuple[Spot, ...], ...]
    to_turn: tuple[int | None, ...]
    """For each seat how many cards it still turns up (0: it is done; None: until it appears)."""
    points: tuple[int, ...] | None
    """For each seat the points of the cards turned up so far; None in a contest."""
    contest: Contest | None
    memorisers: tuple[Seat, ...]
    muddlers: tuple[Seat, ...]
    none_drew: bool
    """Whether the pile could not serve all muddlers, so that none drew in this round."""
    removed: tuple[Shown, ...]
    drawn_backs: tuple[int | None, ...]
    """For each seat the back of the card it has drawn and not yet placed."""
    drawn: Front | None
    """The front of the seat's own drawn card, until it is placed."""
    free: tuple[Cell, ...]
    """Where the seat may place its drawn card."""
    looked: tuple[Seat, ...]
    """Who has confirmed."""
    deadline: float | None
    """When the cards go down at the latest, in seconds since the epoch."""
    own_left: tuple[int, ...]
    """For each seat the cards of its own back in its display."""
    pile: int
    pile_back: int | None
    """The back of the pile's top card; None when the pile is empty."""
    results: tuple[Result, ...]
    """What the finished rounds came to."""
    counts: tuple[Count, ...]
    """The final count a seat; empty before the end."""


@dataclass(frozen=True, slots=True)
class Note:
    """A front that a computer saw in its own display, and in which round it last saw it."""

    cell: Cell
    back: int
    front: Front
    round: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What a computer has seen of its own cards."""

    seat: Seat
    round: int
    notes: tuple[Note, ...] = ()
    gone: tuple[Note, ...] = ()
    """Cards it has removed."""
    held: Front | None = None
    """The drawn card it has not placed yet."""


Asked: TypeAlias = contract.Question[Options, View, Memory, Action, State]
"""What a computer decides on."""
