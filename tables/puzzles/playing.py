"""Plays a position on to its end, many times after each answer, to see which of them wins most."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, stdev

from engine import ranking
from engine.contract import Seat
from engine.match import Match
from engine.rng import Rng

WORLDS = 150
"""How many ways the position may go on at most: what the seat does not know is dealt anew in each,
and all answers are tried in it."""
BLOCK = 10
"""After so many it is looked at who is ahead."""
FEWEST = 30
"""So many it takes at least until an answer is beaten."""
SURE = 2.5
"""Standard errors by which it must be behind then."""
LEAST = 0.03
"""By how much it must be behind, of the chance to win."""
RIVALS = 3
"""Answers with which the best one is compared: those that the judge puts next."""
EFFORT = 0.05
"""Of the computers that play on: as little as there is."""


@dataclass(slots=True, eq=False)
class _Rival:
    """An answer that may be better than what the judge puts first."""

    which: int
    gaps: list[float] = field(default_factory=list)
    """By world how much less of a win it brought."""

    @property
    def behind(self) -> float:
        """How much less it wins, of the chance to win."""
        return fmean(self.gaps)

    @property
    def beaten(self) -> bool:
        """Whether it is surely behind."""
        return len(self.gaps) >= FEWEST and self.behind >= self._needed(len(self.gaps))

    @property
    def lasting(self) -> bool:
        """Whether it will not be, as far as that can be foreseen: in the last world, it is not."""
        if len(self.gaps) < FEWEST:
            return self.behind <= 0
        return self.behind < self._needed(WORLDS)

    def _needed(self, worlds: int) -> float:
        """Return by how much it must be behind in so many worlds."""
        return max(LEAST, SURE * stdev(self.gaps) / math.sqrt(worlds))


def confirmed(
    match: Match, seat: Seat, chances: Sequence[float], seed: object
) -> Generator[None, None, Sequence[float] | None]:
    """Return by answer how often it wins, where the one with the best of these chances surely wins
    more often than those next to it; else None. A slice of work, at each step, is a decision."""
    legal = match.legal(seat)
    best, *others = sorted(range(len(chances)), key=lambda which: -chances[which])
    rivals = [_Rival(which) for which in others[:RIVALS]]
    left, won = rivals, list[float]()
    while left:
        world = _dealt(match, seat, Rng(seed, match.sequence, len(won)))
        won.append((yield from _share(world, seat, legal[best])))
        for rival in left:
            rival.gaps.append(won[-1] - (yield from _share(world, seat, legal[rival.which])))
        if len(won) % BLOCK == 0:
            if any(rival.lasting for rival in left):
                return None
            left = [rival for rival in left if not rival.beaten]
    return _told(chances, best, fmean(won), rivals)


def _dealt(match: Match, seat: Seat, rng: Rng) -> Match:
    """Return a match that the seat cannot tell from this one, with other chance to come."""
    header = replace(match.header, seed=f"{rng.stream.getrandbits(64)}")
    return replace(match, header=header, state=match.game.redeal(match.state, seat, rng))


def _share(match: Match, seat: Seat, action: object) -> Generator[None, None, float]:
    """Return the seat's share of the win after an answer."""
    played = answered(match, action)
    while played.asked:
        yield
        played = answered(played, played.choose(played.asked[0], EFFORT))
    outcome = played.game.outcome(played.state)
    assert outcome is not None
    return ranking.share(outcome.winners, seat)


def answered(match: Match, action: object) -> Match:
    """Return a match of computers after who is asked first has done this."""
    seat = match.asked[0]
    return match.play(seat, match.token(seat), action, match.at, "computer").match


def _told(
    chances: Sequence[float], best: int, won: float, rivals: Sequence[_Rival]
) -> Sequence[float]:
    """Return the chances as they were played; of what was not, by its share of the best in the
    judge's."""
    told = [chance * won / chances[best] for chance in chances]
    for rival in rivals:
        told[rival.which] = max(0.0, won - rival.behind)
    return told
