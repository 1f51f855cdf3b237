"""The values of Mächtige Monster: parts, options, the action, events, the state and the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from pydantic import Field

from engine import contract
from engine.contract import Seat

STRENGTHS = (1, 2, 3, 4, 5)
"""Each people has one monster of each strength."""
LEVELS = (1, 2, 3)
"""A guard shows its level as stars."""
COPIES = 12
"""Guards of each level."""
TILES = 12
"""King's tiles."""
SEATS = (3, 4, 5, 6)
"""How many can play."""
HAND = 3
"""Cards in hand when a round begins; the others are set aside."""
SLOTS = 2
"""Monsters at a guard, and of each seat in the castle when it is full."""

Strength: TypeAlias = int
"""The strength of a monster, 1 to 5; with its owner it names a card."""
Post: TypeAlias = int
"""A place in the castle's row, counted from the gate from 0."""
Number: TypeAlias = int
"""A guard card's number in the box. It tells the face: never in a view."""
Range: TypeAlias = tuple[int, int]
"""From the lowest to the highest, both included."""
People: TypeAlias = Literal["orcs", "undead", "sea", "demons", "insects", "dragons"]
PEOPLES: tuple[People, ...] = get_args(People)
Phase: TypeAlias = Literal["play", "over"]
Why: TypeAlias = Literal["not_stronger", "closed", "gold", "barred"]
"""Why a monster cannot be displaced: it is not weaker, the guard has enough strength before it,
the price is not there, or the king bars the card."""


class Options(contract.HintedOptions):
    """What the lobby sets."""

    guard_chain: bool = False
    """Rulebook 001, "Variante: Wächterkette": the row ascends in level from the gate."""
    new_rules: bool = False
    """Rulebook 001, "Variante: Des Königs neue Regeln": the king's tiles count."""


class SeatOptions(contract.SeatOptions):
    """What a person chooses for the own seat."""

    people: Literal["orcs", "undead", "sea", "demons", "insects", "dragons", None] = None
    """Whose monsters one leads; each people once."""


@dataclass(frozen=True, slots=True)
class Face:
    """What the face of a guard shows."""

    level: int
    strength: int
    loot: int


@dataclass(frozen=True, slots=True)
class Back:
    """What the back of a guard shows."""

    level: int
    strength: Range
    loot: Range


@dataclass(frozen=True, slots=True)
class Monster:
    """A card of a seat's people."""

    seat: Seat
    strength: Strength


Castle: TypeAlias = tuple[tuple[Monster, ...], ...]
"""By post the monsters lying there, in the order of their slots."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where a seat's gold came from and went to."""

    start: int
    loot: int = 0
    to_bank: int = 0
    """For displacing, to the bank."""
    to_owners: int = 0
    """For displacing, to owners of displaced monsters."""
    received: int = 0
    """As the owner of displaced monsters."""
    healing: int = 0

    @property
    def gold(self) -> int:
        """What the seat has."""
        earned = self.start + self.loot + self.received
        return earned - self.to_bank - self.to_owners - self.healing


@dataclass(frozen=True, slots=True)
class Price:
    """What displacing a monster costs; the owner has its share at once."""

    bank: int
    owner: int = 0

    @property
    def total(self) -> int:
        """What must be there."""
        return self.bank + self.owner


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat gets of a guard's loot."""

    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class Battle:
    """The fight at one guard."""

    post: Post
    printed: Face
    strength: int
    """What the king's tile made of the printed strength."""
    loot: int
    """What the king's tile made of the printed loot."""
    total: int
    """The strength of the two monsters together."""
    beaten: bool
    shares: tuple[Share, ...] = ()
    """Who gets what, the owner of the first slot first; one share where both are of one seat."""
    odd: Seat | None = None
    """Who got the odd coin, as the owner of the stronger monster."""
    lost: int = 0
    """The odd coin that nobody got, as both were equally strong."""


@dataclass(frozen=True, slots=True)
class Healing:
    """What a seat pays for its monsters at one guard."""

    post: Post
    seat: Seat
    cost: int
    paid: int
    """Less than the cost where it had no more gold; nothing is owed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """A whole fight and the healing after it; only what was turned up."""

    round: int
    tile: str | None
    levels: tuple[int, ...]
    """By post the level on the guard's back."""
    castle: Castle
    gold: tuple[int, ...]
    """By seat before the fight."""
    lowest: tuple[Post, ...]
    """The guards with the weakest pair, where the king's tile rewards them."""
    battles: tuple[Battle, ...]
    """From the gate; the last is the only one that may be lost."""
    healings: tuple[Healing, ...]
    """From the guard that was not beaten on."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card at a guard, on a free slot or over the monster in a slot (0 or 1)."""

    card: Strength
    post: Post
    over: int | None = None
    kind: Literal["play"] = "play"


Action: TypeAlias = Play


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(contract.Event):
    """A row of guards was laid, and the king's tile turned up where the variant is played."""

    round: int
    start: Seat
    levels: tuple[int, ...]
    tile: str | None
    kind: Literal["round_began"] = "round_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(contract.Event):
    """A seat played a card; a displaced monster is back in its owner's hand."""

    seat: Seat
    card: Strength
    post: Post
    displaced: Monster | None = None
    bank: int = 0
    """What the seat paid to the bank."""
    owner: int = 0
    """What it paid to the owner of the displaced monster."""
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought(contract.Event):
    """All monsters lay, the guards were fought, the wounded healed."""

    follows: ClassVar[bool] = True
    fight: Fight
    kind: Literal["fought"] = "fought"


Event: TypeAlias = Annotated[RoundBegan | Played | Fought, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What stays the same in a match."""

    guard_chain: bool
    new_rules: bool
    peoples: tuple[People, ...]
    """By seat."""
    tiles: tuple[str, ...]
    """All of them in the order of use, one a round."""
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Guards:
    """Where the guards are."""

    row: tuple[Number, ...]
    """By post."""
    pile: tuple[Number, ...]
    """Its top first."""
    turned: tuple[Number, ...]
    """Those of earlier rounds that were turned up, in their order."""
    unturned: tuple[Number, ...]
    """Those of earlier rounds that stay secret, in the order in which they lay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything about a match."""

    table: Table
    guards: Guards
    phase: Phase
    round: int
    start: Seat
    turn: Seat
    """Who plays next, or has played last where all monsters lie."""
    hands: tuple[tuple[Strength, ...], ...]
    """By seat, ascending."""
    aside: tuple[tuple[Strength, ...], ...]
    """By seat, ascending."""
    proved: tuple[tuple[Strength, ...], ...]
    """By seat the cards of which everybody knows where they are, ascending."""
    castle: Castle
    accounts: tuple[Account, ...]
    bank: int
    """The bank's ledger: with all seats' gold it gives nought."""
    fight: Fight | None
    """The last fight."""


Step: TypeAlias = contract.Step[State, Event]


@dataclass(frozen=True, slots=True)
class Guarded:
    """A guard in the row with what lies before it, as everybody sees it."""

    back: Back
    strength: Range
    """In force in this round; one number once the guard is turned up."""
    loot: Range
    """In force in this round, as the monsters lie."""
    monsters: tuple[Monster, ...]
    total: int
    """The strength of the monsters lying there."""
    open: bool
    """Whether that is less than the highest strength of the back: none may be displaced else."""
    face: Face | None
    """Printed on the guard; None while it lies face down."""


@dataclass(frozen=True, slots=True)
class Known:
    """What open play has proved about a seat's cards, ascending."""

    hand: tuple[Strength, ...]
    aside: tuple[Strength, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the seat may do, and its price where it displaces a monster."""

    play: Play
    price: Price | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A displacement that the seat may not do, and why."""

    play: Play
    why: Why


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """What a seat, or a bystander, may know of a match."""

    phase: Phase
    guard_chain: bool
    new_rules: bool
    peoples: tuple[People, ...]
    rounds: int
    start: Seat
    row: tuple[Guarded, ...]
    """From the gate."""
    gold: tuple[int, ...]
    accounts: tuple[Account, ...]
    bank: int
    tile: str | None
    """The king's tile in force; None where the variant is not played."""
    used_tiles: tuple[str, ...]
    """The tiles of all rounds so far, this one's included."""
    pile: int
    gone: tuple[Face, ...]
    """The guards turned up in earlier rounds, in their order."""
    hands: tuple[int, ...]
    """By seat the number of cards in hand."""
    known: tuple[Known, ...]
    """By seat what open play has proved."""
    hand: tuple[Strength, ...]
    """The own cards, ascending; empty for a bystander."""
    aside: tuple[Strength, ...]
    """The own cards set aside, ascending; empty for a bystander."""
    offers: tuple[Offer, ...]
    """What the seat may do; empty when it is not asked."""
    refused: tuple[Refused, ...]
    """What the seat may not displace; empty when it is not asked."""
    fight: Fight | None
    """The last fight, from which it can be told again."""


Asked: TypeAlias = contract.Question[Options, View, None, Action, State]
"""What a computer decides on."""
