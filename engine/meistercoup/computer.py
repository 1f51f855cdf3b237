"""How a computer plays, at three levels.

An easy one plays any card and takes what has the most points. A normal one tries every answer
against sampled plays of the seats to come. A hard one plays the round on in sampled worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.contract import Advice, Seat
from engine.meistercoup import reasons, score, search, trick
from engine.meistercoup.box import CoupBox
from engine.meistercoup.playout import STEPS, THRIFT, WIN, entered
from engine.meistercoup.values import (
    COLOURS,
    COUPS,
    DECK,
    ROUNDS,
    Action,
    Asked,
    Card,
    Confirm,
    Play,
    Plays,
    Propose,
    Take,
    TakePair,
    View,
    colour_of,
    value_of,
)
from engine.rng import Rng

SAMPLES = 12
"""Continuations of a trick that are looked at for each card that could be played."""
ENVY = 0.35
"""How much another's gain counts against the own."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Puts a price on the cards before the seats, in points."""

    view: View
    diamonds: Sequence[int]
    _gains: dict[tuple[Seat, tuple[Card, ...]], float] = field(default_factory=dict)
    """What was asked of `gain`: the sampled tricks have much in common."""

    def worth(self, seat: Seat, cards: Sequence[Card]) -> float:
        """Return what these cards are worth to the seat: points, coups, and steps towards one."""
        counts = [0] * len(COLOURS)
        for card in cards:
            counts[colour_of(card)] += 1
        coups = min(counts)
        price = score.points_of(cards, self.diamonds) + STEPS[4] * coups
        price += STEPS[sum(count > coups for count in counts)]
        return price + WIN if coups + self.before(seat) >= COUPS else price

    def before(self, seat: Seat) -> int:
        """Return the marks the seat could add this round's coups to."""
        if self.view.mode == "team":
            return self.view.coups[score.team_of(seat)]
        return self.view.coups[seat] - self.view.coups_round[seat]

    def gain(self, seat: Seat, cards: tuple[Card, ...]) -> float:
        """Return what the cards add for a seat."""
        known = self._gains.get((seat, cards))
        if known is None:
            had = self.view.taken[seat]
            known = self.worth(seat, had + cards) - self.worth(seat, had)
            self._gains[seat, cards] = known
        return known

    def share(self, own: Seat, seat: Seat) -> float:
        """Return how a seat's gain counts for the own seat."""
        if seat == own:
            return 1.0
        mate = self.view.mode == "team" and score.team_of(seat) == score.team_of(own)
        return 0.5 if mate else -ENVY

    def won(self, own: Seat, winner: Seat, runner_up: Seat, left: Plays, card: Card) -> float:
        """Return what it brings the own seat that the winner takes this card."""
        gain = self.share(own, winner) * self.gain(winner, (card,))
        return gain + self.second(own, runner_up, trick.pairs(trick.left_of(left, card)))

    def second(self, own: Seat, runner_up: Seat, pairs: Sequence[tuple[Card, Card]]) -> float:
        """Return what it brings the own seat that the runner-up takes its best pair."""
        return self.share(own, runner_up) * max(self.gain(runner_up, pair) for pair in pairs)

    def trick(self, own: Seat, plays: Plays) -> float:
        """Return what a complete trick brings the own seat when its winner takes what is best."""
        (winner, _), (runner_up, _) = trick.ranking(plays)[:2]
        cards = [card for _, card in plays]
        if winner != own:
            best = max(cards, key=lambda card: self.gain(winner, (card,)))
            return self.won(own, winner, runner_up, plays, best)
        return max(self.won(own, winner, runner_up, plays, card) for card in cards)


def advise(question: Asked, box: CoupBox, rng: Rng) -> Advice[Action]:
    """Return one of the legal actions, and why a hard computer chooses it."""
    view, legal, level = question.view, question.legal, question.options.level
    if len(legal) == 1:
        return Advice(legal[0])
    if view.phase == "enter":
        best = _considered(view, legal, box, rng)
        return Advice(best, reasons.of_entering(view, best))
    if level == "hard":
        return search.advise(question, box, rng)
    if level == "normal":
        return Advice(_considered(view, legal, box, rng))
    return Advice(max(rng.shuffled(legal), key=lambda action: _taken(action, box.diamonds)))


def _taken(action: Action, diamonds: Sequence[int]) -> int:
    """Return the points of the cards that an action takes."""
    match action:
        case Take(card):
            return score.points_of((card,), diamonds)
        case TakePair(cards):
            return score.points_of(cards, diamonds)
    return 0


def _considered(view: View, legal: Sequence[Action], box: CoupBox, rng: Rng) -> Action:
    """Return the action that is worth most in points, steps towards a coup and envy."""
    own = view.seat
    assert own is not None
    judge = Judge(view, box.diamonds)
    sampled = sample(view, rng) if view.phase == "play" else []
    return max(legal, key=lambda action: _price(judge, own, action, sampled))


def sample(view: View, rng: Rng) -> list[Plays]:
    """Return what the seats after the asked one might add to the trick, drawn at random.

    A seat's card has the colour of one of its backs and a value nobody has seen in this round.
    """
    seats = len(view.backs)
    done = len(view.trick) + 1
    later = [(view.leader + i) % seats for i in range(done, seats)]
    pools = _unseen(view)
    return [tuple(_draw(view, later, pools, rng)) for _ in range(SAMPLES)]


def _draw(
    view: View, later: Sequence[Seat], pools: Sequence[Sequence[Card]], rng: Rng
) -> list[tuple[Seat, Card]]:
    drawn: list[tuple[Seat, Card]] = []
    for seat in later:
        held = [colour for colour, count in enumerate(view.backs[seat]) for _ in range(count)]
        pool = [card for card in pools[rng.choice(held)] if all(card != c for _, c in drawn)]
        drawn.append((seat, rng.choice(pool)))
    return drawn


def _unseen(view: View) -> list[list[Card]]:
    seen = {*view.hand, *view.out, *(card for _, card in view.trick)}
    seen.update(card for cards in view.taken for card in cards)
    unseen = [card for card in DECK if card not in seen]
    return [[c for c in unseen if colour_of(c) == colour] for colour in range(len(COLOURS))]


def _price(judge: Judge, own: Seat, action: Action, sampled: Sequence[Plays]) -> float:
    view = judge.view
    match action:
        case Play(card):
            tricks = ((*view.trick, (own, card), *rest) for rest in sampled)
            mean = sum(judge.trick(own, plays) for plays in tricks) / len(sampled)
            return mean - THRIFT * value_of(card)
        case Take(card) if view.runner_up is not None:
            return judge.won(own, own, view.runner_up, view.trick, card)
        case TakePair(cards):
            return judge.gain(own, cards)
        case Confirm():
            return WIN
        case Propose(member):
            last = view.round == ROUNDS
            return entered(view.points_round[member], view.coups_round[member], last)
    return 0.0
