"""The values of Tüftelmonster: cards, monsters, options, actions, the state and the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from engine import contract
from engine.contract import Seat

Card: TypeAlias = int
"""A part by its number, the row in the data file; BODY is a monster's body."""
BODY: Card = -1
HAND = 3
"""Cards dealt to each seat, and kept at the end of a turn."""
DRAWN = 2
"""Cards that a turn brings to the hand, but for a theft."""
DISPLAYS = 3
"""Display piles beside the draw pile."""
REWARD = 2
"""Bolts for a robbed seat."""
STANDSTILL = 4
"""So many rounds of turns that attach nothing end the game."""

Cell: TypeAlias = tuple[int, int]
"""A place on a monster's plane: column (eastwards) and row (southwards); the body lies at 0, 0."""
Ends: TypeAlias = int
"""The edges of a card that something sticks out of, added up: N 1, E 2, S 4, W 8."""
Side: TypeAlias = Literal["E", "S"]
Edge: TypeAlias = tuple[int, int, Side]
"""Between two cards: column and row of the western or northern one, and its side."""
Pile: TypeAlias = int | None
"""A display pile 0…2, or None for the draw pile."""

Variant: TypeAlias = Literal["full", "six", "four"]
"""The whole game, or a variant for children of 6–7 or of 4–5 years."""
Face: TypeAlias = Literal["draw", "dig", "silver", "steal", "wish"]
Deed: TypeAlias = Literal["draw", "dig", "silver", "steal"]
"""What a wish can be for."""
Phase: TypeAlias = Literal[
    "roll", "wish", "draw", "dig", "take", "lay", "steal", "bolt", "attach", "discard", "over"
]
"""Choose a pile to dig in, take two of it, lay the rest back; the others as they are called."""
Reason: TypeAlias = Literal["finished", "empty", "standstill"]


class Options(contract.HintedOptions):
    """What the lobby can set."""

    variant: Variant = "full"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a monster as it lies."""

    cell: Cell
    card: Card
    turn: int
    """Quarter turns clockwise, 0…3."""
    ends: Ends
    """Its ends as it lies."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A free cell that ends point at: there a part can be attached."""

    cell: Cell
    must: Ends
    """The edges where a card here must have an end: so many open ends point here."""
    ban: Ends
    """The edges where it must be blank."""


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster with all that lies on its plane; all of it is public."""

    name: str
    body: int
    """The number of its body, the place in the data file."""
    cards: tuple[Laid, ...]
    """The body, then the parts in the order in which they came."""
    gaps: tuple[Gap, ...]
    """In reading order."""
    bolts: tuple[Edge, ...] = ()
    """In the order in which they were placed."""


@dataclass(frozen=True, slots=True)
class Theft:
    """What was stolen from whom, while the robbed seat places its bolts."""

    robber: Seat
    robbed: Seat
    card: Card
    cell: Cell
    bolts: int
    """How many the robbed seat got for it."""


@dataclass(frozen=True, kw_only=True)
class State:
    """A whole match at one moment."""

    variant: Variant
    limit: float
    """Seconds a robbed seat has for a bolt."""
    start: Seat
    turn: int
    """Turns that are over."""
    phase: Phase
    monsters: tuple[Monster, ...]
    hands: tuple[tuple[Card, ...], ...]
    """By seat its cards, ascending."""
    pile: tuple[Card, ...]
    """The draw pile, its top last."""
    displays: tuple[tuple[Card, ...], ...]
    """The display piles, their tops last; none in variant four."""
    out: tuple[Card, ...] = ()
    """What left the game in variant four, ascending."""
    silver: tuple[str, ...] = ()
    """Silver prizes in force, in the order in which they were turned up."""
    covered: tuple[str, ...] = ()
    """Silver prizes still face down, the next one last."""
    bolts: int = 0
    """Bolts that nobody has yet."""
    loose: tuple[int, ...]
    """By seat the bolts that wait to be placed."""
    faces: tuple[Face, ...] = ()
    """What the die showed in this turn."""
    to_come: int = 0
    """Cards that are still to be drawn, or taken out of the pile dug in."""
    dug: int | None = None
    """The display pile that is dug in."""
    relaid: tuple[Card, ...] = ()
    """What was laid back into it so far, from the bottom up."""
    theft: Theft | None = None
    mender: Seat | None = None
    """Whose bolts are placed now."""
    attached: bool = False
    """Whether this turn has attached a part."""
    idle: int = 0
    """Turns since the last one that attached a part."""
    stuck: tuple[Seat, ...] = ()
    """Who had nothing that fits, as monsters and prizes are now; each until its next turn."""
    finished: tuple[Seat, ...] = ()
    """Whose monsters are finished, in this order."""
    reason: Reason | None = None
    """Why the match is over."""
    deadline: float | None = None

    @property
    def owner(self) -> Seat:
        """Whose turn it is."""
        return (self.start + self.turn) % len(self.monsters)

    def but(self, **changes: Any) -> State:
        """Return this state with some fields changed, as `replace` does, in a tenth of the time."""
        changed = object.__new__(State)
        vars(changed).update(vars(self), **changes)
        return changed


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the die."""

    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Wish:
    """Do this, as the die lets one choose."""

    deed: Deed
    kind: Literal["wish"] = "wish"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top of a display pile or of the draw pile."""

    pile: Pile
    kind: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Dig:
    """Look at all cards of a display pile."""

    pile: int
    kind: Literal["dig"] = "dig"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card out of the pile dug in."""

    card: Card
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class LayBack:
    """Lay a card back on what was laid back before it."""

    card: Card
    kind: Literal["lay_back"] = "lay_back"


@dataclass(frozen=True, slots=True)
class LeaveRest:
    """Lay all that is left back as it lay."""

    kind: Literal["leave_rest"] = "leave_rest"


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a part off another seat's monster."""

    seat: Seat
    cell: Cell
    kind: Literal["steal"] = "steal"


@dataclass(frozen=True, slots=True)
class Bolt:
    """Put one's bolt on an edge of one's monster."""

    edge: Edge
    kind: Literal["bolt"] = "bolt"


@dataclass(frozen=True, slots=True)
class Attach:
    """Attach a card to a seat's monster, turned clockwise by so many quarters, no more than it
    takes."""

    card: Card
    seat: Seat
    cell: Cell
    turn: int
    kind: Literal["attach"] = "attach"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a card face up on a display pile; in variant four (None) face down out of the game."""

    card: Card
    pile: Pile
    kind: Literal["discard"] = "discard"


Action: TypeAlias = Annotated[
    Roll | Wish | Draw | Dig | Take | LayBack | LeaveRest | Steal | Bolt | Attach | Discard,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize in force as it stands now."""

    name: str
    gold: bool
    counts: tuple[int, ...]
    """By seat how much of it the monster has; at "finished" 1 or 0."""
    leaders: tuple[Seat, ...]
    """Who would get it now."""


@dataclass(frozen=True, slots=True)
class Display:
    """A display pile as everybody sees it."""

    height: int
    top: Card | None
    """None while somebody digs in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """What a seat or a bystander may know of a match."""

    variant: Variant
    phase: Phase
    owner: Seat
    """Whose turn it is."""
    start: Seat
    monsters: tuple[Monster, ...]
    open_ends: tuple[int, ...]
    """By seat how many open ends the monster has."""
    hand: tuple[Card, ...]
    """The own cards; empty for a bystander."""
    hands: tuple[int, ...]
    """By seat how many cards."""
    pile: int
    displays: tuple[Display, ...]
    faces: tuple[Face, ...]
    to_come: int
    """Cards that are still to be drawn, or taken out of the pile dug in."""
    dug: int | None
    """The display pile that is dug in."""
    looked_at: tuple[Card, ...]
    """For who digs the cards still in the pile, its top first."""
    relaid: tuple[Card, ...]
    """For who digs what was laid back so far, from the bottom up."""
    bolts: int
    """Bolts that nobody has yet."""
    loose: tuple[int, ...]
    """By seat the bolts that wait to be placed."""
    theft: Theft | None
    """What the robbed seat places bolts for."""
    prizes: tuple[Prize, ...]
    colours: tuple[int, ...]
    """By seat the points for the main colour; empty where nothing is scored."""
    covered: int
    """Silver prizes still face down."""
    may_finish: bool
    attached: bool
    """Whether this turn has attached a part."""
    idle: int
    """Turns since the last one that attached a part."""
    stuck: tuple[Seat, ...]
    """Who had nothing that fits; each until its next turn, or until something changes."""
    finished: tuple[Seat, ...]
    deadline: float | None
    """Until when the bolt is placed, or the die rolls by itself, in seconds since the epoch."""


Asked: TypeAlias = contract.Question[Options, View, None, Action, State]
"""What a computer decides on."""
