"""What happens in Tüftelmonster, and who sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine import contract
from engine.contract import Seat
from engine.tueftelmonster.values import Card, Cell, Deed, Edge, Face, Pile, Reason, State


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(contract.Event):
    """It is a seat's turn."""

    seat: Seat
    round: int
    kind: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(contract.Event):
    """A seat rolled the die; all but the last face were thefts that nobody could commit."""

    seat: Seat
    faces: tuple[Face, ...]
    kind: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished(contract.Event):
    """A seat chose what to do."""

    seat: Seat
    deed: Deed
    kind: Literal["wished"] = "wished"


@dataclass(frozen=True, slots=True, kw_only=True)
class SilverTurned(contract.Event):
    """A silver prize was turned up; so many are in force now."""

    prize: str
    open: int
    kind: Literal["silver_turned"] = "silver_turned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(contract.Event):
    """A seat drew a card; what comes from the draw pile (None) is not named."""

    seat: Seat
    pile: Pile
    card: Card | None
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Got(contract.Event):
    """A seat, and nobody else, saw the cards that came to its hand."""

    cards: tuple[Card, ...]
    kind: Literal["got"] = "got"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refilled(contract.Event):
    """An emptied display pile got a card from the draw pile."""

    pile: int
    card: Card
    kind: Literal["refilled"] = "refilled"


@dataclass(frozen=True, slots=True, kw_only=True)
class DigBegan(contract.Event):
    """A seat looks at all cards of a display pile."""

    seat: Seat
    pile: int
    height: int
    kind: Literal["dig_began"] = "dig_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dug(contract.Event):
    """A seat has taken so many cards out of a display pile, and so many from the draw pile."""

    seat: Seat
    pile: int
    taken: int
    drawn: int
    kind: Literal["dug"] = "dug"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stolen(contract.Event):
    """A seat took a part off another one's monster, which got so many bolts."""

    seat: Seat
    robbed: Seat
    card: Card
    cell: Cell
    bolts: int
    kind: Literal["stolen"] = "stolen"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoltPlaced(contract.Event):
    """A bolt was put on an edge of a seat's monster."""

    seat: Seat
    edge: Edge
    asked: bool
    """Whether the seat chose it: there was more than one edge, and its time had not run out."""
    kind: Literal["bolt_placed"] = "bolt_placed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached(contract.Event):
    """A seat attached a part to a monster."""

    seat: Seat
    card: Card
    monster: Seat
    cell: Cell
    turn: int
    kind: Literal["attached"] = "attached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped(contract.Event):
    """No card of a seat fits anywhere; so many turns running attached nothing."""

    seat: Seat
    idle: int
    kind: Literal["skipped"] = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(contract.Event):
    """A seat laid a card on a display pile, or (None) face down out of the game."""

    seat: Seat
    card: Card | None
    pile: Pile
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(contract.Event):
    """A monster has no open end left; `by` attached or stole the last part."""

    seat: Seat
    by: Seat
    name: str
    kind: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(contract.Event):
    """The match is over."""

    reason: Reason
    kind: Literal["ended"] = "ended"


Event: TypeAlias = Annotated[
    TurnBegan
    | Rolled
    | Wished
    | SilverTurned
    | Drew
    | Got
    | Refilled
    | DigBegan
    | Dug
    | Stolen
    | BoltPlaced
    | Attached
    | Skipped
    | Discarded
    | Finished
    | Ended,
    Field(discriminator="kind"),
]

Step: TypeAlias = contract.Step[State, Event]
