"""What a position is worth to a seat: about how likely it wins, from what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from operator import add, sub
from typing import TypeAlias

from engine.contract import Seat
from engine.tueftelmonster import plane
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.score import GOLD, SILVER
from engine.tueftelmonster.values import Card, Monster, Variant

CLOSE = (1.0, 0.4, 0.18, 0.07, 0.02)
"""The chance that a monster with so many open ends is finished before the next own turn."""
ALMOST = 0.3
"""How much of it is left while one prize more must be turned up."""
SURE, OPEN = 0.7, 4.0
"""The lead in points that decides much: as the game ends, and before."""
TO_COME = 2.0
"""About how many silver prizes more are turned up."""
REACH = 1.5
"""How many good cards of a lead in a prize are safe before the end."""
FEWER = 1.5
"""How many open ends fewer decide much in a variant."""

Tally: TypeAlias = tuple[int, ...]
"""What counts on a monster, as `TueftelBox.tallies` adds it up."""
Standing: TypeAlias = tuple[tuple[Tally, int], ...]
"""A position: by seat what its monster has, and how many open ends."""


def with_card(tally: Tally, added: Tally) -> Tally:
    """Return what counts with a card more."""
    return tuple(map(add, tally, added))


def without_card(tally: Tally, taken: Tally) -> Tally:
    """Return what counts with a card fewer."""
    return tuple(map(sub, tally, taken))


class Judge:
    """Judges positions for one seat while the same prizes are in force."""

    def __init__(self, box: TueftelBox, variant: Variant, silver: Sequence[str], own: Seat) -> None:
        self._box, self.own = box, own
        self._scored = variant == "full"
        self._silver = silver
        self._first = len(box.colours) + 2
        # Most of what is compared differs in little: the same counts come again and again.
        self._shares = cache(_shares)
        covered = len(box.silver) - len(silver)
        chance = min(1.0, TO_COME / covered) if covered else 0.0
        self._prizes = [
            (prize, SILVER * (1.0 if prize in silver else chance), _unit(box, prize))
            for prize in box.silver
        ]

    def standing(self, monsters: Sequence[Monster]) -> Standing:
        """Return the position with these monsters."""
        return tuple((self._tally(monster), plane.open_ends(monster)) for monster in monsters)

    def adds(self, card: Card) -> Tally:
        """Return what a card adds to a monster."""
        return self._box.tallies[card]

    def worth(self, standing: Standing) -> float:
        """Return about how likely the own seat wins, 0 to 1."""
        if not self._scored:
            return self._race([ends for _, ends in standing])
        later = self._chance(self._hopes(standing), OPEN)
        allowed = len(self._silver) - len(standing)
        if allowed < 0:
            return later
        points = self.points(standing)
        left = 1.0
        total = 0.0
        for seat, (_, ends) in enumerate(standing):
            if ends < len(CLOSE):
                ended = list(points)
                ended[seat] += GOLD
                close = CLOSE[ends] if allowed or not ends else CLOSE[ends] * ALMOST
                chance = left * close
                total += chance * self._chance(ended, SURE)
                left -= chance
        return total + left * later

    def points(self, standing: Standing) -> list[float]:
        """Return what each seat would have if the match ended now, but for the finished one."""
        colours = [self._colours(tally) for tally, _ in standing]
        points = [float(main) for main, _ in colours]
        _award(points, [many for _, many in colours], GOLD)
        _award(points, [-tally[self._first - 1] for tally, _ in standing], GOLD)
        for number, prize in enumerate(self._box.silver, self._first):
            if prize in self._silver:
                counts = [tally[number] for tally, _ in standing]
                if any(counts):
                    _award(points, counts, SILVER)
        return points

    def _tally(self, monster: Monster) -> Tally:
        colour = self._box.colours.index(self._box.bodies[monster.body])
        tally = [0] * (self._first + len(self._box.silver))
        tally[colour] = tally[self._first - 1] = 1
        for laid in monster.cards[1:]:
            tally = list(map(add, tally, self._box.tallies[laid.card]))
        return tuple(tally)

    def _colours(self, tally: Tally) -> tuple[int, int]:
        """Return the points for the main colour, and the number of colours."""
        multi = tally[self._first - 2]
        plain = tally[: self._first - 2]
        return max(plain) + multi, sum(map(bool, plain)) + multi

    def parts(self, standing: Standing) -> Iterator[tuple[str, Sequence[float]]]:
        """Give what counts at the end, each part of it with what each seat can hope for: the main
        colour, each prize by its name."""
        colours = [self._colours(tally) for tally, _ in standing]
        yield "colour", [float(main) for main, _ in colours]
        yield "colourful", self._shares(tuple([many for _, many in colours]), GOLD, REACH)
        columns = list(zip(*[tally for tally, _ in standing], strict=True))
        compact = tuple([-cards for cards in columns[self._first - 1]])
        yield "compact", self._shares(compact, GOLD, 2 * REACH)
        finished = tuple([-ends for _, ends in standing])
        yield "finished", self._shares(finished, GOLD, 2 * REACH)
        for counts, (prize, worth, unit) in zip(columns[self._first :], self._prizes, strict=True):
            yield prize, self._shares(counts, worth, REACH * unit)

    def _hopes(self, standing: Standing) -> list[float]:
        """Return what each seat can hope for at the end."""
        hopes = [0.0] * len(standing)
        for _, shares in self.parts(standing):
            hopes = list(map(add, hopes, shares))
        return hopes

    def _chance(self, points: Sequence[float], scale: float) -> float:
        """Return about how likely the own seat is ahead of all others."""
        own, chance = points[self.own], 1.0
        for seat, other in enumerate(points):
            if seat != self.own:
                chance *= _sigmoid((own - other) / scale)
        return chance

    def _race(self, ends: Sequence[int]) -> float:
        """Return the same for a variant, in which the first finished monster wins."""
        if not ends[self.own]:
            return 1.0
        if not min(ends):
            return 0.0
        threat = 1.0
        for seat, left in enumerate(ends):
            if seat != self.own and left < len(CLOSE):
                threat *= 1 - CLOSE[left]
        return threat * self._chance([-float(left) for left in ends], FEWER)


def _unit(box: TueftelBox, prize: str) -> float:
    """Return how much a card that matters to a prize adds to it on average."""
    found = [worth for worth in box.worth[prize] if worth]
    return sum(found) / len(found)


def _award(points: list[float], counts: Sequence[int], worth: float) -> None:
    best = max(counts)
    for seat, count in enumerate(counts):
        if count == best:
            points[seat] += worth


def _shares(counts: tuple[int, ...], worth: float, scale: float) -> Sequence[float]:
    """Return what each seat may get of a prize."""
    shares = []
    for seat, count in enumerate(counts):
        share = worth
        for other, rival in enumerate(counts):
            if other != seat:
                share *= _sigmoid((count - rival) / scale)
        shares.append(share)
    return shares


def _sigmoid(lead: float) -> float:
    return 1 / (1 + exp(-lead)) if lead > -50 else 0.0
