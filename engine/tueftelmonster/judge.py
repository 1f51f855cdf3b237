"""What a position is worth to a seat: about how likely it wins, from what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp
from operator import add, sub
from typing import TypeAlias

from engine.contract import Seat
from engine.tueftelmonster import plane
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.score import GOLD, SILVER
from engine.tueftelmonster.values import Card, Monster, Variant

CLOSE = (1.0, 0.85, 0.27, 0.08, 0.02)
"""The chance that a monster with so many open ends is finished next by who wins by it for sure.
This and the next two are fitted to the winners of 1,500 matches between hard computers."""
HINDERED = 0.25
"""How much of it is left for the own seat, as all others come first."""
ALMOST = 0.5
"""How much of it is left while one prize more must be turned up."""
TURN = 2.0
"""What a turn brings, in points: so much that chances told are neither too high nor too low."""
SURE, OPEN = 0.7, 4.0
"""The lead in points that decides much: as the game ends, and before."""
TO_COME = 2.0
"""About how many silver prizes more are turned up."""
REACH = 1.5
"""How many good cards of a lead in a prize are safe before the end."""
TIE = 2**-10
"""What a prize counts beside its points: of equal points more prizes win."""
RACE = (1.0, 0.4, 0.18, 0.07, 0.02)
"""In a variant, which is a race, the chance that a monster with so many open ends is finished
before the next own turn."""
FEWER = 1.5
"""How many open ends fewer decide much in it."""

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
        # Most of what is compared differs in little: the same comes again and again.
        self._worths: dict[Standing, float] = {}
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
        if standing not in self._worths:
            self._worths[standing] = self._worth(standing)
        return self._worths[standing]

    def _worth(self, standing: Standing) -> float:
        if not self._scored:
            return self._race([ends for _, ends in standing])
        allowed = len(self._silver) - len(standing)
        finished = [not ends for _, ends in standing]
        if any(finished) and allowed > 0:
            return self._ended(standing, finished)
        later = self._chance(self._later(standing), OPEN, self.own)
        if allowed < 0:
            return later
        points, seats = self.points(standing), len(standing)
        shown = 1.0 if allowed else ALMOST
        left = 1.0
        for turn in range(self.own + 1, self.own + seats):
            left *= 1 - shown * self._finishes(standing, points, turn % seats)
        won = left * shown * HINDERED * self._finishes(standing, points, self.own)
        return won + (left - won) * later

    def _finishes(self, standing: Standing, points: Sequence[float], seat: Seat) -> float:
        """Return the chance that a seat finishes a monster next, its own or another's, and wins by
        it: not to lose by it."""
        chance = 0.0
        for owner, (_, ends) in enumerate(standing):
            if ends < len(CLOSE) and CLOSE[ends] > chance:
                ended = list(points)
                ended[owner] += GOLD
                chance = max(chance, CLOSE[ends] * self._chance(ended, SURE, seat))
        return chance

    def _ended(self, standing: Standing, finished: Sequence[bool]) -> float:
        """Return the own seat's share of the win where a monster is finished, which ends it all."""
        points = self.points(standing)
        _award(points, finished, GOLD)
        own = points[self.own]
        return 0.0 if own < max(points) else 1 / points.count(own)

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
        yield "colourful", _shares(tuple([many for _, many in colours]), GOLD, REACH)
        columns = list(zip(*[tally for tally, _ in standing], strict=True))
        compact = tuple([-cards for cards in columns[self._first - 1]])
        yield "compact", _shares(compact, GOLD, 2 * REACH)
        finished = tuple([-ends for _, ends in standing])
        yield "finished", _shares(finished, GOLD, 2 * REACH)
        for counts, (prize, worth, unit) in zip(columns[self._first :], self._prizes, strict=True):
            yield prize, _shares(counts, worth, REACH * unit)

    def in_force(self, part: str) -> bool:
        """Return whether a part counts already: all but the silver prizes not turned up yet."""
        return part in self._silver or part not in self._box.silver

    def _hopes(self, standing: Standing) -> list[float]:
        """Return what each seat can hope for at the end."""
        every = [shares for _, shares in self.parts(standing)]
        return [sum(column) for column in zip(*every, strict=True)]

    def _later(self, standing: Standing) -> list[float]:
        """Return the same as turns will be even: the own seat has just had one. Whenever the match
        ends, each of the others is the likelier to have had one more the sooner its next is."""
        seats = len(standing)
        sooner = [(self.own - seat) % seats / seats for seat in range(seats)]
        return [hope + TURN * s for hope, s in zip(self._hopes(standing), sooner, strict=True)]

    def _chance(self, points: Sequence[float], scale: float, seat: Seat) -> float:
        """Return about how likely a seat is ahead of all others."""
        had, chance = points[seat], 1.0
        for other, has in enumerate(points):
            if other != seat:
                chance *= _sigmoid((had - has) / scale)
        return chance

    def _race(self, ends: Sequence[int]) -> float:
        """Return the same for a variant, in which the first finished monster wins."""
        if not ends[self.own]:
            return 1.0
        if not min(ends):
            return 0.0
        threat = 1.0
        for seat, left in enumerate(ends):
            if seat != self.own and left < len(RACE):
                threat *= 1 - RACE[left]
        return threat * self._chance([-float(left) for left in ends], FEWER, self.own)


def _unit(box: TueftelBox, prize: str) -> float:
    """Return how much a card that matters to a prize adds to it on average."""
    found = [worth for worth in box.worth[prize] if worth]
    return sum(found) / len(found)


def _award(points: list[float], counts: Sequence[int], worth: float) -> None:
    best = max(counts)
    for seat, count in enumerate(counts):
        if count == best:
            points[seat] += worth + TIE


@lru_cache(maxsize=4096)
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
