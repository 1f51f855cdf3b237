"""The values of Meister Coup: cards, options, actions, events, the state and the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine import contract
from engine.contract import Seat

COLOURS = ("violet", "blue", "green", "yellow")
"""The colours' names by number."""
VALUES = 12
"""Every colour has the values 1 to 12."""
DECK = range(len(COLOURS) * VALUES)
"""All cards, sorted by colour, then value."""
HAND = 8
"""Cards dealt to each seat, and tricks in a round."""
ROUNDS = 3
"""Rounds in a match that nobody wins by coups."""
COUPS = 3
"""Coups that win a match at once."""

Card: TypeAlias = int
"""A card as a number 0…47: colour * 12 + value - 1."""
Colour: TypeAlias = int
"""A colour as a number 0…3; COLOURS has the names."""
Team: TypeAlias = int
"""A team, 0 or 1: the seat modulo 2."""
Mode: TypeAlias = Literal["standard", "team"]
Phase: TypeAlias = Literal["play", "take", "pair", "enter", "over"]
"""Play a card; the winner takes one; the runner-up takes two; the teams enter a result; over."""
Plays: TypeAlias = tuple[tuple[Seat, Card], ...]
"""Cards of a trick with who played them, in order."""


def card(colour: Colour, value: int) -> Card:
    """Return the card of this colour (0…3) and value (1…12)."""
    return colour * VALUES + value - 1


def colour_of(card: Card) -> Colour:
    """Return the card's colour, 0…3."""
    return card // VALUES


def value_of(card: Card) -> int:
    """Return the card's value, 1…12."""
    return card % VALUES + 1


class Options(contract.HintedOptions):
    """What the lobby can set."""

    mode: Literal["auto", "standard", "team"] = "auto"
    """auto: teams at six seats, else everybody for themselves."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card of one's hand."""

    card: Card
    kind: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class Take:
    """Take any one card of the trick, as its winner."""

    card: Card
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class TakePair:
    """Take these two of the lowest cards left, as the runner-up; lower card number first."""

    cards: tuple[Card, Card]
    kind: Literal["pair"] = "pair"


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose that the team enters this member's result."""

    member: Seat
    kind: Literal["propose"] = "propose"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirm the standing proposal, which is of this member."""

    member: Seat
    kind: Literal["confirm"] = "confirm"


Action: TypeAlias = Annotated[
    Play | Take | TakePair | Propose | Confirm, Field(discriminator="kind")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(contract.Event):
    """All cards were shuffled and dealt; `leader` leads the first trick."""

    round: int
    leader: Seat
    kind: Literal["round_began"] = "round_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(contract.Event):
    """A seat played a card."""

    seat: Seat
    card: Card
    kind: Literal["card_played"] = "card_played"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickWon(contract.Event):
    """A trick is complete."""

    plays: Plays
    winner: Seat
    runner_up: Seat
    kind: Literal["trick_won"] = "trick_won"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTaken(contract.Event):
    """The winner took one card of the trick, or the runner-up two."""

    seat: Seat
    cards: tuple[Card, ...]
    kind: Literal["cards_taken"] = "cards_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupMarked(contract.Event):
    """A seat completed one coup, or two at once."""

    seat: Seat
    new: int
    in_round: int
    """The seat's coups of this round, the new ones included."""
    total: int
    """The seat's marks, in team mode what its team entered and `in_round` together."""
    kind: Literal["coup_marked"] = "coup_marked"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundScored(contract.Event):
    """The eighth trick is divided: what each seat reached in this round."""

    round: int
    points: tuple[int, ...]
    coups: tuple[int, ...]
    kind: Literal["round_scored"] = "round_scored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed(contract.Event):
    """A seat proposed to enter a member's result; an earlier proposal is replaced."""

    seat: Seat
    member: Seat
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(contract.Event):
    """A team's result of the round is that of `member`."""

    team: Team
    member: Seat
    points: int
    coups: int
    by: Seat | None
    """Who confirmed it; None when the time had run out."""
    kind: Literal["entered"] = "entered"


Event: TypeAlias = Annotated[
    RoundBegan | CardPlayed | TrickWon | CardsTaken | CoupMarked | RoundScored | Proposed | Entered,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round."""

    points: tuple[int, ...]
    """By seat."""
    coups: tuple[int, ...]
    """By seat."""
    entered: tuple[Seat, ...] = ()
    """By team the member whose result counts; empty in standard mode."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A team's standing proposal."""

    proposer: Seat
    member: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DividedTrick:
    """A complete trick and who took what of it; its other cards are out."""

    plays: Plays
    winner: Seat
    runner_up: Seat
    won: Card
    """What the winner took."""
    pair: tuple[Card, ...]
    """What the runner-up took; empty when the winner's card ended the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything about a match."""

    mode: Mode
    phase: Phase
    round: int
    leader: Seat
    """Who leads this trick."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, sorted."""
    undealt: tuple[Card, ...]
    """The cards not dealt in this round, sorted."""
    trick: Plays
    winner: Seat | None
    """The winner of the complete trick that is being divided."""
    runner_up: Seat | None
    won: Card | None
    """What the winner took of the trick that is being divided."""
    last_trick: DividedTrick | None
    taken: tuple[tuple[Card, ...], ...]
    """By seat, in the order in which they were taken in this round."""
    out: tuple[Card, ...]
    """Cards of this round's tricks that nobody took."""
    rounds: tuple[RoundResult, ...]
    proposals: tuple[Proposal | None, ...]
    """By team; empty in standard mode."""
    entered: tuple[Seat | None, ...]
    """By team whose result of this round is entered; empty in standard mode."""
    limit: float
    """Seconds the teams have to enter a result."""
    deadline: float | None
    champion: Seat | None
    """Who completed the coup that won the match."""


Step: TypeAlias = contract.Step[State, Event]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """What a seat, or a bystander, may know of a match."""

    mode: Mode
    phase: Phase
    teams: tuple[Team, ...] | None
    """By seat, None in standard mode."""
    trick_number: int
    """The trick being played or divided, from 1 to 8."""
    leader: Seat
    hand: tuple[Card, ...]
    """The own cards by colour, then value; empty for a bystander."""
    backs: tuple[tuple[int, int, int, int], ...]
    """By seat how many cards of each colour it holds."""
    undealt: int
    trick: Plays
    winner: Seat | None
    """Set with `runner_up` while a trick is being divided."""
    runner_up: Seat | None
    won: Card | None
    """What the winner took of the trick that is being divided."""
    last_trick: DividedTrick | None
    """The last trick that was divided, the one before a new deal included."""
    taken: tuple[tuple[Card, ...], ...]
    """By seat the cards before it."""
    out: tuple[Card, ...]
    """Cards of this round that nobody took; empty once the round has ended."""
    coups_round: tuple[int, ...]
    """By seat the coups of this round."""
    points_round: tuple[int, ...]
    """By seat the points of the cards before it."""
    coups: tuple[int, ...]
    """By seat all marks, this round's included; in team mode by team what it entered."""
    points: tuple[int, ...]
    """Points of finished rounds: by seat, in team mode by team what it entered."""
    rounds: tuple[RoundResult, ...]
    """The finished rounds."""
    proposals: tuple[Proposal | None, ...]
    """By team the standing proposal; empty in standard mode."""
    entered: tuple[Seat | None, ...]
    """By team whose result of this round is entered; empty in standard mode."""
    deadline: float | None
    """When undecided teams are decided for, in seconds since the epoch."""
    champion: Seat | None
    """Who completed the coup that won the match."""


Asked: TypeAlias = contract.Question[Options, View, None, Action, State]
"""What a computer decides on."""
