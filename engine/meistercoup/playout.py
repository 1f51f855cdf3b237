"""Plays a round on in a sampled world, fast: lists instead of values, nothing told.

The rules are those of `play` and `trick`; the tests play both side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.contract import Seat
from engine.meistercoup import score
from engine.meistercoup.values import COLOURS, COUPS, VALUES, Card, State

STEPS = (0.0, 0.4, 1.2, 2.6, 6.0)
"""What cards of so many colours are worth towards a coup, in points; the last is a coup."""
WIN = 100.0
"""What the third coup is worth, in points."""
THRIFT = 0.12
"""What a point of a card's value is worth in the hand."""

MARK, TIE = 3.0, 0.1
"""What a coup that a team enters is worth, in points; in the last round it only breaks ties."""

Reached: TypeAlias = tuple[int, int, float]
"""The points of a seat's cards, its coups, and what the cards are worth towards the next one, in
points."""
Draw: TypeAlias = Callable[[], float]
"""Returns a random number from 0 up to 1."""


class Playout:
    """A round that is played on; seats take what is worth most to them at once."""

    __slots__ = (
        "before",
        "begun",
        "champion",
        "counts",
        "hands",
        "leader",
        "points",
        "sides",
        "trick",
        "whim",
        "worth",
    )

    def __init__(self, state: State, diamonds: Sequence[int], whim: float = 0.0) -> None:
        self.whim = whim
        """How often a seat plays just any card in the trick that is played now."""
        self.worth = [1 + diamonds[value] for _ in COLOURS for value in range(VALUES)]
        """By card its points."""
        self.hands = [list(hand) for hand in state.hands]
        self.leader = state.leader
        self.trick = [play for play in state.trick if play[1] != state.won]
        self.points = [sum(self.worth[card] for card in cards) for cards in state.taken]
        self.counts = [_by_colour(cards) for cards in state.taken]
        self.before = [score.marks(state, seat, 0) for seat in range(len(state.hands))]
        """By seat the marks that this round's coups add to."""
        self.sides = [score.side_of(state, seat) for seat in range(len(state.hands))]
        """By seat what it scores for."""
        self.champion: Seat | None = None
        self.begun = self.reached()
        """By seat what was there at first."""

    def copy(self) -> Playout:
        """Return another that can be played on by itself."""
        other = Playout.__new__(Playout)
        other.worth, other.before, other.begun = self.worth, self.before, self.begun
        other.sides, other.whim = self.sides, self.whim
        other.leader, other.champion = self.leader, self.champion
        other.hands = [hand[:] for hand in self.hands]
        other.trick, other.points = self.trick[:], self.points[:]
        other.counts = [counts[:] for counts in self.counts]
        return other

    def finish(self, draw: Draw) -> None:
        """Play on to the end of the round.

        In the trick that is played now a seat plays as if its card were the last one, or by a whim
        any card; later and as a leader any card.
        """
        self.complete(draw)
        self.play_on(draw)

    def play_on(self, draw: Draw) -> None:
        """Play to the end of the round with any cards, once a trick is divided.

        Each seat has a draw of its own in a trick: so others play the same cards whoever leads, and
        two answers that are tried with the same draws differ by less than chance.
        """
        while self.champion is None and self.hands[self.leader]:
            draws = [draw() for _ in self.hands]
            for _ in draws:
                seat = self.next_seat()
                self.play(seat, self.any_card(seat, draws[seat]))
            self.divide()

    def complete(self, draw: Draw) -> tuple[Seat, Seat]:
        """Play this trick to its end; return its winner and its runner-up."""
        while len(self.trick) < len(self.hands):
            seat = self.next_seat()
            anyhow = not self.trick or (self.whim and draw() < self.whim)
            self.play(seat, self.any_card(seat, draw()) if anyhow else self.greedy_card(seat))
        return self.divide()

    def next_seat(self) -> Seat:
        """Return whose turn it is to play a card."""
        return (self.leader + len(self.trick)) % len(self.hands)

    def play(self, seat: Seat, card: Card) -> None:
        """Play a card."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))

    def any_card(self, seat: Seat, drawn: float) -> Card:
        """Return the card of a hand that a random number from 0 up to 1 stands for."""
        hand = self.hands[seat]
        return hand[int(drawn * len(hand))]

    def greedy_card(self, seat: Seat) -> Card:
        """Return the card that brings most if the trick ends with it; high cards are dear."""
        return max(self.hands[seat], key=lambda card: self._promise(seat, card))

    def divide(self) -> tuple[Seat, Seat]:
        """Let the winner take its card, then the runner-up the pair that is worth most to it;
        return who they are."""
        winner, runner_up = best_two(self.trick)
        self.take(winner, self.safe_card(winner, runner_up))
        if self.champion is None:
            self.take_pair(runner_up, self.best_pair(runner_up))
        return winner, runner_up

    def best_card(self, winner: Seat) -> Card:
        """Return the card of the trick that is worth most to its winner."""
        return max((card for _, card in self.trick), key=lambda card: self.gain(winner, card))

    def safe_card(self, winner: Seat, runner_up: Seat) -> Card:
        """Return the card of the trick that is worth most to its winner, of those that keep a rival
        from its third coup if there are any and none wins at once."""
        best = self.best_card(winner)
        near = min(self.counts[runner_up]) + self.before[runner_up] == COUPS - 1
        if not near or self.sides[winner] == self.sides[runner_up]:
            return best
        if self.gain(winner, best) >= WIN:
            return best
        cards = [card for _, card in self.trick]
        safe = [card for card in cards if not self._wins_by(runner_up, cards, card)]
        return max(safe, key=lambda card: self.gain(winner, card), default=best)

    def _wins_by(self, runner_up: Seat, cards: Sequence[Card], taken: Card) -> bool:
        """Tell whether a pair of what is left without a card is the runner-up's third coup."""
        left = lowest_pairs([card for card in cards if card != taken])
        return any(self.gain_pair(runner_up, pair) >= WIN for pair in left)

    def best_pair(self, runner_up: Seat) -> tuple[Card, Card]:
        """Return the pair of what the winner left that is worth most to the runner-up."""
        choice = lowest_pairs([card for _, card in self.trick])
        if len(choice) == 1:
            return choice[0]
        return max(choice, key=lambda pair: self.gain_pair(runner_up, pair))

    def take(self, winner: Seat, card: Card) -> None:
        """Give the winner a card of the trick."""
        self.trick = [play for play in self.trick if play[1] != card]
        self._receive(winner, (card,))

    def take_pair(self, runner_up: Seat, pair: tuple[Card, Card]) -> None:
        """Give the runner-up its pair; it leads next."""
        self._receive(runner_up, pair)
        self.trick, self.leader = [], runner_up

    def gain(self, seat: Seat, card: Card) -> float:
        """Return what a card is worth to a seat: points, coups, and steps towards one."""
        counts = self.counts[seat]
        coups = min(counts)
        if counts[card // VALUES] > coups:
            return self.worth[card]
        ahead = len(counts) - counts.count(coups)
        price = self.worth[card] + STEPS[ahead + 1] - STEPS[ahead]
        wins = ahead + 1 == len(counts) and coups + 1 + self.before[seat] >= COUPS
        return price + WIN if wins else price

    def gain_pair(self, seat: Seat, pair: tuple[Card, Card]) -> float:
        """Return what two cards that arrive together are worth to a seat."""
        low, high = pair
        first = self.gain(seat, low)
        self.counts[seat][low // VALUES] += 1
        second = self.gain(seat, high)
        self.counts[seat][low // VALUES] -= 1
        return first + second

    def reached(self) -> list[Reached]:
        """Return what each seat has by now."""
        return [
            (points, (coups := min(counts)), STEPS[len(counts) - counts.count(coups)])
            for points, counts in zip(self.points, self.counts, strict=True)
        ]

    def _promise(self, seat: Seat, card: Card) -> float:
        plays = [*self.trick, (seat, card)]
        winner, runner_up = best_two(plays)
        price = -THRIFT * (card % VALUES)
        if winner == seat:
            return price + max(self.gain(seat, other) for _, other in plays)
        if runner_up == seat and len(plays) > 2:
            return price + self.gain_pair(seat, lowest_pairs([other for _, other in plays])[0])
        return price

    def _receive(self, seat: Seat, cards: Sequence[Card]) -> None:
        counts = self.counts[seat]
        for card in cards:
            counts[card // VALUES] += 1
            self.points[seat] += self.worth[card]
        if min(counts) + self.before[seat] >= COUPS:
            self.champion = seat


def entered(points: int, coups: int, last: bool) -> float:
    """Return what a member's result is worth to its team, in points; `last`: in the last round."""
    return points + coups * (TIE if last else MARK)


def best_two(plays: Sequence[tuple[Seat, Card]]) -> tuple[Seat, Seat]:
    """Return the winner and the runner-up of a trick like `trick.ranking`; one play is both."""
    ranks = [0] * len(COLOURS)
    highs = [0] * len(COLOURS)
    for position, (_, card) in enumerate(plays):
        colour, value = card // VALUES, card % VALUES + 1
        if value > highs[colour]:
            # Of a rank's digits the last are the highest card and how early it was played.
            ranks[colour] += (value - highs[colour]) * _HIGH - ranks[colour] % _HIGH + 9 - position
            highs[colour] = value
        ranks[colour] += value * _SUM
    first = ranks.index(max(ranks))
    ahead = sorted([(card, seat) for seat, card in plays if card // VALUES == first])
    if len(ahead) > 1:
        return ahead[-1][1], ahead[-2][1]
    ranks[first] = 0
    second = ranks.index(max(ranks))
    rest = [(card, seat) for seat, card in plays if card // VALUES == second]
    return ahead[0][1], max(rest or ahead)[1]


_HIGH, _SUM = 10, 1000
"""Where in a colour's rank its highest card and its sum begin."""


def lowest_pairs(cards: Sequence[Card]) -> list[tuple[Card, Card]]:
    """Return the pairs the runner-up may choose from, like `trick.pairs` in any order."""
    ordered = sorted(cards, key=lambda card: card % VALUES)
    limit = ordered[1] % VALUES
    if len(ordered) == 2 or ordered[2] % VALUES > limit:
        return [(ordered[0], ordered[1])]
    equal = [card for card in ordered if card % VALUES == limit]
    if ordered[0] % VALUES < limit:
        return [(ordered[0], card) for card in equal]
    return [(one, other) for i, one in enumerate(equal) for other in equal[i + 1 :]]


def _by_colour(cards: Sequence[Card]) -> list[int]:
    counts = [0] * len(COLOURS)
    for card in cards:
        counts[card // VALUES] += 1
    return counts
