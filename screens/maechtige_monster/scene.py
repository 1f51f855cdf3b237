"""What the pictures of Mächtige Monster show, as plain values that a screen fills from a view.

Nothing here may hold what is secret: every value is painted. Seats and posts count from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from engine.contract import Seat

Range: TypeAlias = tuple[int, int]
"""From the lowest to the highest, both included; a single value twice."""
Whereabouts: TypeAlias = Literal["castle", "hand", "aside", "unknown"]
"""Where everybody knows a card to be."""
Fate: TypeAlias = Literal["", "beaten", "unbeaten"]
TILE_ICONS = ("strength", "loot", "healing", "hand", "barred", "pair", "lowest", "none")
"""What a king's tile is about: decides the sign beside its text."""
ICONS: Mapping[str, str] = MappingProxyType(
    {
        "no_ones": "barred",
        "twins": "pair",
        "strong_hands": "hand",
        "rich_first": "loot",
        "poor_start": "loot",
        "rich_end": "loot",
        "dear_healing": "healing",
        "rich_weakest": "lowest",
        "no_change": "none",
        "strong_second": "strength",
        "treasure_last": "loot",
        "weak_last": "strength",
    }
)
"""That sign by tile."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A monster in the castle."""

    seat: Seat
    strength: int


@dataclass(frozen=True, slots=True)
class Face:
    """A guard that is turned up."""

    strength: int
    """Printed on it."""
    loot: int
    """Printed on it."""
    strength_now: int
    """What the king's tile has made of it."""
    loot_now: int
    """What the king's tile has made of it."""
    look: int = 0
    """Which of four people it is; any number made of what is public, such as round + post."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat gets of a guard's loot."""

    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class Heal:
    """What a seat pays for its monsters at one guard."""

    seat: Seat
    cost: int
    paid: int
    """Less than the cost where there was no more gold."""


@dataclass(frozen=True, slots=True)
class GuardOnBoard:
    """A guard in the row with the monsters before it."""

    level: int
    strength: Range
    """Printed on its back."""
    loot: Range
    """Printed on its back."""
    strength_now: Range
    """In force in this round, as far as its back tells."""
    loot_now: Range
    """In force in this round, as far as its back tells."""
    slots: tuple[Slot | None, Slot | None] = (None, None)
    open: bool = True
    """Whether monsters may be displaced here, as far as their sum is concerned."""
    face: Face | None = None
    fate: Fate = ""
    """How the fight ended; nothing while it was not fought."""
    shares: tuple[Share, ...] = ()
    odd: Seat | None = None
    """Who got the odd coin; it is part of that seat's share."""
    lost: int = 0
    """The odd coin that nobody got."""
    heals: tuple[Heal, ...] = ()
    lowest: bool = False
    """Whether its pair is the weakest and the king's tile rewards that."""
    sure: bool = False
    """Whether what lies there beats every guard that this one can still be."""
    new: int | None = None
    """The slot of the monster that was played last."""
    out: Slot | None = None
    """The monster that it displaced."""

    @property
    def total(self) -> int:
        """The strength of the monsters lying there."""
        return sum(slot.strength for slot in self.slots if slot)

    @property
    def owners(self) -> tuple[Seat | None, Seat | None]:
        """Whose monster lies in each slot."""
        left, right = self.slots
        return left.seat if left else None, right.seat if right else None


@dataclass(frozen=True, slots=True)
class Player:
    """What everybody sees of a seat."""

    name: str
    """Plain, not escaped."""
    people: str
    gold: int
    cards: tuple[Whereabouts, ...] = ("unknown",) * 5
    """For the cards of strength 1, 2, … 5."""


@dataclass(frozen=True, slots=True)
class Tile:
    """The king's tile in force."""

    icon: str
    """One of TILE_ICONS."""
    text: str
    """Short, in the reader's language; two lines of about 40 characters fit."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the board."""

    players: tuple[Player, ...]
    guards: tuple[GuardOnBoard, ...]
    """From the gate."""
    round: int
    """From 1."""
    rounds: int
    start: Seat
    asked: Seat | None = None
    tile: Tile | None = None
    focus: int | None = None
    """The post that a fight is told of right now."""
    caption: str = ""
    """A short text in the head instead of who is asked, such as the name of a step."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The words of LABELS in `painting`, in the reader's language."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Where the chosen card may go, or what it may not displace."""

    over: int | None
    """The slot of the monster that would be displaced; None for a free one."""
    total: int = 0
    """The strength that would lie there."""
    beats: int = 0
    """Of the guards that this one can still be, how many that strength beats."""
    of: int = 1
    price: int = 0
    """What it costs in all."""
    why: str = ""
    """Why it may not: closed, gold or not_stronger; nothing where it may."""

    @property
    def sign(self) -> str:
        """What is drawn there of how it stands: sure, chance, closed or gold; empty for nothing."""
        if self.why:
            return self.why if self.why != "not_stronger" else ""
        return "sure" if self.beats == self.of else "chance" if self.beats else ""


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat alone sees: its cards, and what it may do with the one it has chosen."""

    seat: Seat
    players: tuple[Player, ...]
    cards: tuple[int, ...]
    """The strengths in hand."""
    aside: tuple[int, ...]
    """The strengths set aside."""
    healing: tuple[int, ...]
    """What it costs to heal a monster of strength 1, 2, … in this round."""
    barred: tuple[int, ...] = ()
    """The strengths that may not be played in this round."""
    chosen: int | None = None
    guards: tuple[GuardOnBoard, ...] = ()
    """From the gate, once a card is chosen."""
    offers: tuple[tuple[Offer, ...], ...] = ()
    """By guard, for the chosen card."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The words of LABELS in `painting`, in the reader's language."""

    @property
    def people(self) -> str:
        """The seat's own people."""
        return self.players[self.seat].people


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat at the end: its place and where its gold came from and went to."""

    seat: Seat
    name: str
    people: str
    place: int
    gold: int
    start: int
    loot: int
    received: int
    """As the owner of displaced monsters."""
    bank: int
    """Paid to the bank."""
    owners: int
    """Paid to owners of displaced monsters."""
    healing: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers in the box that diagrams of the rules show."""

    backs: tuple[tuple[Range, Range], ...]
    """For guards of level 1, 2, 3 the strength and the loot printed on their backs."""
    healing: tuple[int, ...]
    """What it costs to heal a monster of strength 1, 2, …"""


def steps(scene: Scene) -> int:
    """Return how many pictures tell a fight: one a guard that was turned up, one for the end."""
    return sum(guard.face is not None for guard in scene.guards) + 1


def at_step(scene: Scene, step: int) -> Scene:
    """Return a fight as it is told at a step from 0; the last shows it as a whole.

    `scene` holds the whole fight: faces, shares and heals at all guards, and the gold that seats
    had before it. The gold shown grows by the loot told so far and, in the end, falls by healing.
    """
    last = steps(scene) - 1
    told = len(scene.guards) if step >= last else step + 1
    guards = tuple(
        _told(guard, step >= last) if post < told else _untold(guard)
        for post, guard in enumerate(scene.guards)
    )
    gold = [player.gold for player in scene.players]
    for guard in guards:
        for share in guard.shares:
            gold[share.seat] += share.gold
        for heal in guard.heals:
            gold[heal.seat] -= heal.paid
    players = tuple(replace(p, gold=g) for p, g in zip(scene.players, gold, strict=True))
    focus = None if step >= last else step
    return replace(scene, guards=guards, players=players, focus=focus, asked=None)


def _told(guard: GuardOnBoard, healed: bool) -> GuardOnBoard:
    return guard if healed else replace(guard, heals=())


def _untold(guard: GuardOnBoard) -> GuardOnBoard:
    """Return a guard as it was before it was turned up."""
    return replace(guard, face=None, fate="", shares=(), odd=None, lost=0, heals=())
