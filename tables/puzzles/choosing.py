"""Finds a position to be put to people, in a game that strong computers play among themselves."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from engine.contract import AnyGame, Seat
from engine.match import Header, Match, begin
from engine.rng import Rng
from tables.puzzles.playing import answered, confirmed

RESEEDS, AHEAD = 100, 95
"""How often a position is judged, each time by other chance, and how often the best answer must be
ahead of all others then; where it was not each time, as often again: the first time may have been
luck."""
SPARE = 3
"""How often more it must be while it is looked for: what was found by chance is judged a little
worse by other chance."""
LEAST = 0.03
"""By how much it must be ahead on average, of the chance to win."""
OPEN = (0.1, 0.9)
"""Between what its chance must be: neither lost nor won whatever is done."""
FEWEST = 3
"""Answers there must be to choose among."""
SEATS = 4
"""Seats at most: more is slow to take in."""
ENOUGH = 3
"""Positions of a game that are compared."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision of which the best answer is sure."""

    match: Match
    seat: Seat
    best: int
    """Which of the legal actions it is."""
    chances: tuple[float, ...]
    """By legal action the chance to win after it, 0 to 1."""
    firm: bool = True
    """Whether that is so by other chance, too, not only each time in the same way."""


def suits(game: AnyGame) -> bool:
    """Return whether a position of this game can be put to people: all that counts is to be seen
    in it, and there is time to think."""
    return game.judged and game.memory_type is None and not game.race


class Search:
    """A look for a position in one game."""

    def __init__(self, game: AnyGame, seed: str, at: float, effort: float) -> None:
        """The game follows from the seed; `at`: when it is said to have begun."""
        self._game, self._seed, self._at, self._effort = game, seed, at, min(1.0, effort)
        self.found: Position | None = None
        """What was found, once all is done; None where the game has nothing of that kind."""

    def work(self) -> Iterator[None]:
        """Do a slice of work at each step: a decision of a computer, or a look at one."""
        decisions = yield from self._played()
        glances: list[Position] = []
        for match, seat in Rng(self._seed, "order").shuffled(decisions):
            position = yield from self._judged(match, seat)
            if position is None:
                continue
            yield
            if len(glances) < ENOUGH - 1 and self._quick(position):
                # What is seen at a glance is put only where there is nothing else.
                glances.append(position)
            elif (yield from self._stands(position)):
                return
        for position in glances:
            if (yield from self._stands(position)):
                return

    def _played(self) -> Generator[None, None, Sequence[tuple[Match, Seat]]]:
        """Play the game to its end; return its decisions, each with the match before it."""
        decisions = []
        match = begin(self._game, self._header(), range(self._seats)).match
        while match.asked:
            seat = match.asked[0]
            if len(match.legal(seat)) >= FEWEST:
                decisions.append((match, seat))
            match = answered(match, match.choose(seat, self._effort))
            yield
        return decisions

    @property
    def _seats(self) -> int:
        counts = [count for count in self._game.seat_counts if count <= SEATS]
        return Rng(self._seed, "seats").choice(counts)

    def _header(self) -> Header:
        game, codecs = self._game, self._game.codecs
        options = game.options_type(level="hard", clock="none")
        return Header(
            id="puzzle",
            game=game.id,
            version=game.version,
            options=codecs.options.dump(options),
            seed=self._seed,
            seats=(codecs.seat_options.dump(game.seat_options_type()),) * self._seats,
            at=self._at,
            data=game.data,
        )

    def _judged(self, match: Match, seat: Seat) -> Generator[None, None, Position | None]:
        """Return a decision as a position, where it is sure enough which answer is the best."""
        question = match.question(seat, self._effort)
        rows: list[Sequence[float]] = []
        best = missed = 0
        for number in range(2 * RESEEDS):
            if number == RESEEDS:
                if not missed:
                    break
                missed = 0
            yield
            rng = Rng(self._seed, match.sequence, number)
            row = self._game.prospects(question, rng)
            if not row or (not rows and _lead(row) < LEAST):
                return None
            best = best if rows else _best(row)
            rows.append(row)
            missed += not ahead(row, best)
            if missed > RESEEDS - AHEAD - SPARE:
                return None
            if not rng.drawn:
                break  # it would be the same each time
        means = [fmean(column) for column in zip(*rows, strict=True)]
        if _best(means) != best or _lead(means) < LEAST or not _open(means[best]):
            return None
        yield
        advice = match.hint(seat, self._effort)
        if advice.action != match.legal(seat)[best] or advice.reason is None:
            return None
        if advice.reason.key in self._game.idle:
            return None  # nothing could be learned from it
        return Position(match, seat, best, _rounded(means), _firm(rows, means))

    def _stands(self, position: Position) -> Generator[None, None, bool]:
        """Take a position, unless its judge is always of the same mind and play is of another;
        return whether it was taken."""
        if position.firm:
            self.found = position
            return True
        match, seat, chances = position.match, position.seat, position.chances
        played = yield from confirmed(match, seat, chances, self._seed)
        if played is not None and _open(played[position.best]):
            self.found = replace(position, chances=_rounded(played))
        return self.found is not None

    def _quick(self, position: Position) -> bool:
        """Return whether a computer that does not look far ahead finds it too."""
        match, seat = position.match, position.seat
        question = match.question(seat, self._effort)
        normal = question.options.model_copy(update={"level": "normal"})
        rng = Rng(self._seed, match.sequence, "quick")
        action = self._game.advice(replace(question, options=normal), rng).action
        return bool(action == question.legal[position.best])


def ahead(row: Sequence[float], best: int) -> bool:
    """Return whether the chance after the best answer is ahead of those after all others."""
    return _best(row) == best and _lead(row) > 0


def _firm(rows: Sequence[Sequence[float]], means: Sequence[float]) -> bool:
    """Return whether there was chance in what the best answer comes to, and in the one next to it.
    Where there was none the judge would make the same mistake each time."""
    nearest = sorted(range(len(means)), key=lambda which: -means[which])[:2]
    return all(len({row[which] for row in rows}) > 1 for which in nearest)


def _open(chance: float) -> bool:
    least, most = OPEN
    return least <= chance <= most


def _rounded(chances: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(chance, 4) for chance in chances)


def _best(row: Sequence[float]) -> int:
    return max(range(len(row)), key=row.__getitem__)


def _lead(row: Sequence[float]) -> float:
    """Return by how much the first is ahead of the second."""
    second, first = sorted(row)[-2:]
    return first - second
