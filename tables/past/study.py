"""Finds what decided a finished game for a seat: the answers that cost its chance to win most.

Each is judged as the strongest computer would have judged it then, by what the seat knew.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.contract import Seat, TakeBack
from engine.match import Entry, Match
from engine.rng import Rng

T = TypeVar("T")

LOOKS = (4, 8, 40)
"""Slices of work for each decision, then for those that may have cost most, then for what was
played there and the best answer alone: half as many for each, the rest where it is least clear
whether it is named."""
FEWEST = (3, 6, 12)
"""The same on the smallest host."""
CANDIDATES = (8, 6)
"""How many decisions are looked at more closely, and how many of them once more."""
RIVALS = 3
"""The best other answers, with which what was played is compared then."""
LEAST = 0.03
"""What a decision that is named has cost at least, of the chance to win."""
SURE = 3.0
"""How many standard errors of the estimate that must be."""
MOST = 3
"""How many are named."""
ALIKE = 0.01
"""What two decisions may cost that are alike: the estimates are no better."""


@dataclass(frozen=True, slots=True)
class Drop:
    """A decision that cost a part of the chance to win: a better answer was to be seen."""

    entry: int
    """The sequence of the entry that was the answer."""
    played: int
    """Which of the legal actions it was."""
    best: int
    """Which would have been best."""
    chances: tuple[float, ...]
    """By legal action the chance to win after it, 0 to 1."""

    @property
    def cost(self) -> float:
        """The part of the chance that it cost."""
        return self.chances[self.best] - self.chances[self.played]


@dataclass(slots=True, eq=False)
class Decision:
    """An answer of a seat, and what was found of its chances so far."""

    before: Match
    seat: Seat
    played: int
    """Which of the legal actions it was."""
    rows: list[Sequence[float]] = field(default_factory=list)
    """By slice of work the chance after each legal action."""
    exact: bool = False
    """Whether further slices tell nothing new."""

    @property
    def entry(self) -> int:
        """The sequence of the entry that was the answer."""
        return self.before.sequence + 1

    @property
    def judged(self) -> bool:
        """Whether the game judges such a decision."""
        return bool(self.rows and self.rows[0])

    def look(self, rng: Rng, effort: float, only: Sequence[int] | None = None) -> Sequence[float]:
        """Return the chance after each legal action, or after some, as a slice of work finds it."""
        question = self.before.question(self.seat, effort)
        if only is not None:
            question = replace(question, legal=[question.legal[which] for which in only])
        row = self.before.game.prospects(question, rng)
        self.exact = not rng.drawn
        return row

    @property
    def chance(self) -> tuple[float, float]:
        """The chance to win after the answer, and after the best one.

        Which is best is found in one half of the rows and priced in the other: the best of many
        guesses looks better than it is.
        """
        halves = _means(self.rows[::2]), _means(self.rows[1::2] or self.rows)
        own = statistics.fmean(half[self.played] for half in halves)
        found, priced = halves
        best = (priced[_best(found)] + found[_best(priced)]) / 2
        return own, best


@dataclass(slots=True, eq=False)
class _Suspect:
    """A decision that may have cost much: what was played beside its best rivals."""

    decision: Decision
    only: list[int]
    """Which of the legal actions are compared, what was played first."""
    rows: list[Sequence[float]]
    """By slice of work the chance after each of them."""

    def narrow(self) -> None:
        """Compare no other answer from now on but the best with what was played; anew where chance
        is in it, as what these rows found best looks better in them than it is."""
        best = self._best
        self.only = [self.only[0], self.only[best]]
        rows = self.rows if self.decision.exact else ()
        self.rows = [(row[0], row[best]) for row in rows]

    @property
    def _best(self) -> int:
        means = _means(self.rows)
        return max(range(1, len(means)), key=means.__getitem__)

    @property
    def _gaps(self) -> list[float]:
        best = self._best
        return [row[best] - row[0] for row in self.rows]

    @property
    def cost(self) -> float:
        """The part of the chance that the answer cost."""
        return statistics.fmean(self._gaps)

    @property
    def error(self) -> float:
        """The standard error of that."""
        gaps = self._gaps
        return statistics.stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else 0.0

    @property
    def most(self) -> float:
        """What it may well have cost: a standard error more."""
        return self.cost + self.error

    def clear(self, bar: float) -> float:
        """Return how many standard errors lie between the cost and a bar."""
        error = self.error
        return abs(self.cost - bar) / error if error else math.inf

    @property
    def drop(self) -> Drop:
        """What is told of it."""
        means, decision = _means(self.rows), self.decision
        best = self._best
        # What was only glanced at may look better than it is.
        chances = [min(chance, means[best]) for chance in _means(decision.rows)]
        for which, chance in zip(self.only, means, strict=True):
            chances[which] = chance
        rounded = tuple(round(chance, 4) for chance in chances)
        return Drop(decision.entry, decision.played, self.only[best], rounded)


class Study:
    """What is found, slice by slice, about the decisions of one seat."""

    def __init__(self, decisions: Sequence[Decision], effort: float, seed: object) -> None:
        self._decisions, self._effort, self._seed = decisions, effort, seed
        pairs = zip(LOOKS, FEWEST, strict=True)
        self._glance, self._look, self._stare = (max(b, round(a * effort)) for a, b in pairs)
        self.drops: Sequence[Drop] = ()
        """What cost most, in the order of the game, once all is done."""

    def work(self) -> Iterator[float]:
        """Do a slice of work at each step and give how much of all is done then, 0 to 1."""
        for done, decision in _through(self._decisions, self._glance):
            if not decision.rows or (decision.judged and not decision.exact):
                decision.rows.append(self._looked(decision, len(decision.rows)))
                yield 0.3 * done
        glanced = [_glanced(each) for each in self.judged]
        suspects = _likeliest([each for each in glanced if each.most > LEAST], CANDIDATES[0])
        yield from self._compare(suspects)
        suspects = _likeliest(suspects, CANDIDATES[1])
        for suspect in suspects:
            suspect.narrow()
        yield from self._settle(suspects, self._glance + self._look)
        self.drops = sorted((each.drop for each in _worst(suspects)), key=lambda drop: drop.entry)

    def _compare(self, suspects: Sequence[_Suspect]) -> Iterator[float]:
        """Compare what was played with its best rivals, further than at a glance."""
        for done, suspect in _through(suspects, self._look):
            if self._further(suspect, 0):
                yield 0.3 + 0.3 * done

    def _settle(self, suspects: Sequence[_Suspect], first: int) -> Iterator[float]:
        """Compare what was played with the best answer, most often where it is least clear whether
        it is named, from this number of a slice on."""
        each = self._stare // 2
        rest = len(suspects) * (self._stare - each)
        for done, suspect in _through(suspects, each):
            if self._further(suspect, first):
                yield 0.6 + 0.2 * done
        for number in range(rest):
            bar = _bar(suspects)
            if self._further(min(suspects, key=lambda suspect: suspect.clear(bar)), first):
                yield 0.8 + 0.2 * (number + 1) / rest

    def _further(self, suspect: _Suspect, first: int) -> bool:
        """Do the next slice for a decision; return whether there was anything to be learned."""
        if suspect.rows and suspect.decision.exact:
            return False
        number = first + len(suspect.rows)
        suspect.rows.append(self._looked(suspect.decision, number, suspect.only))
        return True

    @property
    def judged(self) -> Sequence[Decision]:
        """The decisions that the game judges."""
        return [decision for decision in self._decisions if decision.judged]

    @property
    def kept(self) -> float | None:
        """The share of the best chances to win that the decisions kept, 0 to 1; None where there
        was nothing to decide."""
        chances = [decision.chance for decision in self.judged]
        best = sum(best for _, best in chances)
        return min(1.0, sum(own for own, _ in chances) / best) if best > 0 else None

    def _looked(
        self, decision: Decision, number: int, only: Sequence[int] | None = None
    ) -> Sequence[float]:
        stream = Rng(self._seed, decision.seat, decision.entry, number)
        return decision.look(stream, self._effort, only)


async def decisions(
    steps: AsyncIterator[tuple[Match, Match]], entries: Sequence[Entry], seat: Seat, since: int = 0
) -> list[Decision]:
    """Return the decisions of the person who has this seat since an entry, from the match before
    and after each entry: where there was a choice, and but for what was taken back."""
    found: list[Decision] = []
    last = 0
    async for before, after in steps:
        entry = entries[after.sequence - 1]
        if entry.seat != seat:
            continue
        action = before.game.codecs.action.load(entry.action)
        if isinstance(action, TakeBack):
            found = [each for each in found if each.entry != last]
        elif entry.by == "person" and entry.sequence > since:
            legal = list(before.legal(seat))
            if len(legal) > 1 and action in legal:
                found.append(Decision(before, seat, legal.index(action)))
        last = entry.sequence
    return found


def _glanced(decision: Decision) -> _Suspect:
    """Return what was played beside the best other answers, as they seem by now."""
    means, played = _means(decision.rows), decision.played
    others = sorted(range(len(means)), key=lambda which: -means[which])
    only = [played, *[which for which in others if which != played][:RIVALS]]
    return _Suspect(decision, only, [[row[which] for which in only] for row in decision.rows])


def _likeliest(suspects: Iterable[_Suspect], count: int) -> Sequence[_Suspect]:
    return sorted(suspects, key=lambda each: -each.most)[:count]


def _bar(suspects: Sequence[_Suspect]) -> float:
    """Return from what cost on a decision is named: it is among those that cost most, too."""
    costs = sorted((each.cost for each in suspects), reverse=True)
    return max(LEAST, statistics.fmean(costs[MOST - 1 : MOST + 1])) if costs[MOST:] else LEAST


def _worst(suspects: Sequence[_Suspect]) -> Sequence[_Suspect]:
    """Return those that cost most; of those that may as well be the last to be named the first of
    the game, so that it is not chance which they are."""
    sure = [each for each in suspects if each.cost >= max(LEAST, SURE * each.error)]
    if len(sure) <= MOST:
        return sure
    last = sorted(sure, key=lambda each: -each.cost)[MOST - 1]
    clear = [each for each in sure if each.cost > last.cost + ALIKE]
    alike = [each for each in sure if abs(each.cost - last.cost) <= ALIKE]
    alike.sort(key=lambda each: each.decision.entry)
    return [*clear, *alike[: MOST - len(clear)]]


def _through(items: Sequence[T], slices: int) -> Iterator[tuple[float, T]]:
    """Give each item so many times, with how much of all that is done then."""
    for number in range(len(items) * slices):
        yield (number + 1) / (len(items) * slices), items[number // slices]


def _means(rows: Iterable[Sequence[float]]) -> list[float]:
    return [statistics.fmean(column) for column in zip(*rows, strict=True)]


def _best(row: Sequence[float]) -> int:
    return max(range(len(row)), key=row.__getitem__)
