"""The puzzle of each day, and how people fare with them."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from storage import sql
from storage.part import Part
from storage.sql import Statement

KEPT = 3
"""Days for which a puzzle stays; the last one that was put stays until there is a newer one."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game that computers played, put to everybody on one day."""

    day: int
    """Since the epoch."""
    number: int
    """Tells it from another one of the same day."""
    game: str
    head: str
    """What the match began with, as JSON text."""
    state: str
    """The match's snapshot."""
    seat: int
    """Whose answer is asked for."""
    best: int
    """Which of the legal actions is the best."""
    chances: str
    """By legal action the chance to win after it, as JSON text."""
    put: bool = False
    """Whether it was put to people: it is made ahead, and the bot may be down all its day."""


@dataclass(frozen=True, slots=True)
class Solver:
    """How a person has fared."""

    user: int
    day: int
    """Of the puzzle that they answered last."""
    number: int
    answer: int
    """Which of the legal actions they chose there."""
    streak: int
    """How many days in a row, of those whose puzzle was put, they had answered by then."""
    answered: int
    solved: int
    """How many of their answers were the best ones."""


_PUZZLE, _SOLVER = sql.columns(Puzzle), sql.columns(Solver)
_ADD = f"{sql.insert('puzzles', Puzzle)} ON CONFLICT DO NOTHING"
_BEFORE = "SELECT max(puzzles.day) FROM puzzles WHERE puzzles.put = 1 AND puzzles.day <"
_OLD = f"DELETE FROM puzzles WHERE day < ? AND day < ({_BEFORE} ?)"
_ANSWER = f"""
{sql.insert("solvers", Solver)} ON CONFLICT ("user") DO UPDATE SET
streak = CASE WHEN solvers.day = excluded.day THEN solvers.streak
    WHEN solvers.day >= coalesce(({_BEFORE} excluded.day), excluded.day - 1)
    THEN solvers.streak + 1 ELSE 1 END,
answered = solvers.answered + 1, solved = solvers.solved + excluded.solved,
day = excluded.day, number = excluded.number, answer = excluded.answer
WHERE solvers.day NOT BETWEEN excluded.day AND excluded.day + 1 OR solvers.day = excluded.day
    AND solvers.number <> excluded.number
    AND EXISTS (SELECT 1 FROM puzzles WHERE puzzles.number = excluded.number)"""


class Puzzles(Part):
    """Puzzles by day, and solvers by person."""

    async def of(self, day: int) -> Puzzle | None:
        """Return a day's puzzle, if it was made."""
        return await self._record(Puzzle, f"SELECT {_PUZZLE} FROM puzzles WHERE day = ?", day)

    async def before(self, day: int) -> int:
        """Return the last day before whose puzzle was put; the day before where none was."""
        [last] = await self._column(f"{_BEFORE} ?", day)
        return day - 1 if last is None else int(last)

    async def add(self, puzzle: Puzzle, instead: int | None = None) -> None:
        """Store a day's puzzle, unless there is one already that is not the one to be replaced."""
        await self._write(
            Statement("DELETE FROM puzzles WHERE number = ?", (instead or 0,)),
            Statement(_OLD, (puzzle.day - KEPT, puzzle.day)),
            Statement(_ADD, astuple(puzzle)),
        )

    async def put(self, number: int) -> None:
        """Note that a puzzle is put to people."""
        query = "UPDATE puzzles SET put = 1 WHERE number = ? AND put = 0"
        await self._write_again(Statement(query, (number,)))

    async def solver(self, user: int) -> Solver | None:
        """Return how a person has fared; None for who has never answered."""
        return await self._record(Solver, f'SELECT {_SOLVER} FROM solvers WHERE "user" = ?', user)

    async def answer(self, user: int, puzzle: Puzzle, answer: int) -> Solver:
        """Store a person's answer and return how they fare then: one counts a day, the first, and
        one to a puzzle that was put that day instead; none of the day before. A later day than the
        next is of a clock that was wrong, and holds up nothing."""
        first = Solver(
            user, puzzle.day, puzzle.number, answer, 1, 1, int(answer == puzzle.best)
        )  # fmt: skip
        query = 'SELECT 1 FROM solvers WHERE "user" = ? AND number = ?'
        answered = Statement(query, (user, puzzle.number))
        await self._write_surely(answered, Statement(_ANSWER, astuple(first)))
        return await self.solver(user) or first
