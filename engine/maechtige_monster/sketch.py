"""A round in the mind of a computer: cheap to copy, to play on and to price."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.contract import Seat
from engine.maechtige_monster import placing
from engine.maechtige_monster.odds import Odds
from engine.maechtige_monster.values import SLOTS, Monster, Play, Post, Strength, View

NOBODY: Seat = -1
"""The owner of what lies on a free slot."""
FREE = (NOBODY, 0)

Lying = tuple[Seat, Strength]
Move = tuple[Strength, Post, int]
"""A card, where it is played, and the slot: where one is free it is always the last."""
Terms = tuple[float, float, float]
"""Of one guard and seat: the chance of beating it, the gold that is worth, what healing costs."""


@dataclass(slots=True)
class Sketch:
    """A round on its way; guards are averaged over, hands are those of one possible world."""

    odds: Odds
    levels: Sequence[int]
    limits: Sequence[int]
    """By post the highest strength of the guard's back."""
    barred: Strength | None
    castle: list[tuple[Lying, Lying]]
    hands: list[tuple[Strength, ...]]
    gold: list[int]
    turn: Seat

    def copy(self) -> Sketch:
        """Return a sketch that can be played on without changing this one."""
        return Sketch(
            self.odds,
            self.levels,
            self.limits,
            self.barred,
            self.castle[:],
            self.hands[:],
            self.gold[:],
            self.turn,
        )

    @property
    def full(self) -> bool:
        """Whether all monsters of the round lie."""
        return len(self.hands[self.turn]) == 1

    def play(self, move: Move) -> None:
        """Play a card of the seat whose turn it is."""
        card, post, slot = move
        seat, pair = self.turn, self.castle[post]
        owner, strength = pair[slot]
        hands = self.hands
        hands[seat] = tuple([other for other in hands[seat] if other != card])
        if strength:
            hands[owner] = (*hands[owner], strength)
            self._pay(seat, owner, self.levels[post])
        self.castle[post] = (pair[0], (seat, card)) if slot else ((seat, card), pair[1])
        seats = len(hands)
        for step in range(1, seats + 1):
            self.turn = (seat + step) % seats
            if len(hands[self.turn]) > 1:
                return

    def moves(self) -> Iterator[tuple[Move, float]]:
        """Give what the seat whose turn it is may do, with the gold it then expects.

        The expectation is immediate: as if what lies stayed, and free slots were filled by chance.
        """
        seat = self.turn
        terms = [self.terms(post, pair, seat) for post, pair in enumerate(self.castle)]
        before, reached, after = _along(terms)
        healing = sum(cost for _, _, cost in terms)
        for post, slot, least, price in self._targets(seat):
            base = before[post] - healing + terms[post][2] - price
            for card in self.hands[seat]:
                if card > least and card != self.barred:
                    pair = self.castle[post]
                    new = (pair[0], (seat, card)) if slot else ((seat, card), pair[1])
                    p, gain, cost = self.terms(post, new, seat)
                    worth = base - cost + reached[post] * (gain + p * after[post])
                    yield (card, post, slot), worth

    def greedy(self) -> Move:
        """Return the move with the best immediate expectation."""
        best, most = None, 0.0
        for move, worth in self.moves():
            if best is None or worth > most:
                best, most = move, worth
        assert best is not None
        return best

    def guess(self, whim: float, stream: random.Random) -> Move:
        """Return what a seat may well do: what is best at once, or by a whim anything."""
        if stream.random() >= whim:
            return self.greedy()
        moves = [move for move, _ in self.moves()]
        return moves[int(stream.random() * len(moves))]

    def result(self) -> list[float]:
        """Return by seat the gold that is expected after the fight of a full castle."""
        gold: list[float] = list(self.gold)
        reached, healing = 1.0, self.odds.healing
        weakest = self._weakest()
        for chances, ((one, a), (two, b)) in zip(self.odds.chances, self.castle, strict=True):
            p, first, second, both = chances[a, b]
            lost = 1 - reached * p
            if one == two:
                gold[one] += reached * both - lost * (healing[a] + healing[b])
            else:
                gold[one] += reached * first - lost * healing[a]
                gold[two] += reached * second - lost * healing[b]
            if a + b == weakest:
                gold[one] += reached * p * self.odds.lowest / SLOTS
                gold[two] += reached * p * self.odds.lowest / SLOTS
            reached *= p
        return gold

    def ends(self) -> Iterator[tuple[float, list[float]]]:
        """Give each way in which the fight of a full castle may end: how likely it is, and by seat
        the gold that is expected then."""
        gold: list[float] = list(self.gold)
        reached, weakest = 1.0, self._weakest()
        for post, ((one, a), (two, b)) in enumerate(self.castle):
            p, first, second, both = self.odds.chances[post][a, b]
            if p < 1:
                yield reached * (1 - p), self._healed(gold, post)
            if not p:
                return
            lowest = self.odds.lowest / SLOTS if a + b == weakest else 0.0
            gold[one] += lowest + (both if one == two else first) / p
            gold[two] += lowest + (0.0 if one == two else second) / p
            reached *= p
        yield reached, gold

    def _healed(self, gold: Sequence[float], post: Post) -> list[float]:
        """Return what is left once all monsters from this guard on are healed, never below 0."""
        left = list(gold)
        for (one, a), (two, b) in self.castle[post:]:
            left[one] -= self.odds.healing[a]
            left[two] -= self.odds.healing[b]
        return [max(0.0, each) for each in left]

    def terms(self, post: Post, pair: tuple[Lying, Lying], seat: Seat) -> Terms:
        """Return a guard's chance with this pair, and what that means for a seat."""
        (one, a), (two, b) = pair
        p, first, second, both = self.odds.chances[post][a, b]
        healing = self.odds.healing
        if one == seat:
            if two == seat:
                cost = healing[a] + healing[b]
                return p, both + p * cost, cost
            return p, first + p * healing[a], healing[a]
        if two == seat:
            return p, second + p * healing[b], healing[b]
        return p, 0.0, 0.0

    def _targets(self, seat: Seat) -> Iterator[tuple[Post, int, Strength, int]]:
        """Give where cards may be played: the strength to exceed, and the price."""
        for post, ((one, a), (two, b)) in enumerate(self.castle):
            if not b:
                yield post, 1 if a else 0, 0, 0
            if a and a + b < self.limits[post]:
                level = self.levels[post]
                for slot, (owner, strength) in ((0, (one, a)), (1, (two, b))):
                    price = placing.price(level, owner == seat).total
                    if strength and price <= self.gold[seat]:
                        yield post, slot, strength, price

    def _pay(self, seat: Seat, owner: Seat, level: int) -> None:
        price = placing.price(level, owner == seat)
        self.gold[seat] -= price.total
        self.gold[owner] += price.owner

    def _weakest(self) -> int:
        return min(a + b for (_, a), (_, b) in self.castle) if self.odds.lowest else 0


def sketch(
    odds: Odds, view: View, hands: Sequence[tuple[Strength, ...]], barred: Strength | None
) -> Sketch:
    """Return the round as the view shows it, with these hands."""
    assert view.waiting
    return Sketch(
        odds=odds,
        levels=[guarded.back.level for guarded in view.row],
        limits=[guarded.back.strength[1] for guarded in view.row],
        barred=barred,
        castle=[_pair(guarded.monsters) for guarded in view.row],
        hands=list(hands),
        gold=list(view.gold),
        turn=view.waiting[0],
    )


def move_of(view: View, play: Play) -> Move:
    """Return an action as a move."""
    free = len(view.row[play.post].monsters)
    return play.card, play.post, free if play.over is None else play.over


def _pair(monsters: Sequence[Monster]) -> tuple[Lying, Lying]:
    first, second, *_ = [*((m.seat, m.strength) for m in monsters), FREE, FREE]
    return first, second


def _along(terms: Sequence[Terms]) -> tuple[list[float], list[float], list[float]]:
    """Return by post what a seat expects of all other guards: of those before and after it, each
    without this one's chance; the chance to reach it; and what those behind it are worth."""
    reached, gained = [1.0], [0.0]
    for p, gain, _ in terms:
        gained.append(gained[-1] + reached[-1] * gain)
        reached.append(reached[-1] * p)
    after = [0.0]
    for p, gain, _ in reversed(terms[1:]):
        after.append(gain + p * after[-1])
    return gained[:-1], reached[:-1], after[::-1]
