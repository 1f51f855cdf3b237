"""What every store must do for the puzzle of each day."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from storage.puzzles import Solver
from storage.store import Store
from tests.storage.samples import PUZZLE

ADA, BOB = 2**63 - 1, 2**62 + 5


class PuzzlesContract:
    """One puzzle a day, and how people fare with them."""

    async def test_a_day_has_one_puzzle(self, store: Store) -> None:
        assert await store.puzzles.of(20) is None
        await store.puzzles.add(PUZZLE)
        await store.puzzles.add(replace(PUZZLE, number=8, game="bugs"))
        assert await store.puzzles.of(20) == PUZZLE and await store.puzzles.of(21) is None
        other = replace(PUZZLE, number=9)
        for late in (other, replace(PUZZLE, number=10)):
            # Two processes replace the same one: the first has.
            await store.puzzles.add(late, instead=PUZZLE.number)
            assert await store.puzzles.of(20) == other
        await store.puzzles.add(replace(PUZZLE, day=23, number=11))
        assert await store.puzzles.of(20) == other
        await store.puzzles.put(11)
        await store.puzzles.add(replace(PUZZLE, day=24, number=12, put=True))
        assert await store.puzzles.of(20) is None
        await store.puzzles.add(replace(PUZZLE, day=30, number=13, put=True))
        kept = [day for day in range(20, 31) if await store.puzzles.of(day)]
        assert kept == [24, 30], "the last one before it stays"
        assert [await store.puzzles.before(day) for day in (30, 31, 24)] == [24, 30, 23]

    async def test_a_puzzle_is_answered_once_and_days_in_a_row_are_counted(
        self, store: Store
    ) -> None:
        async def answered(day: int, answer: int) -> tuple[int, int, int, int]:
            puzzle = replace(PUZZLE, day=day, number=100 + day)
            fared = await store.puzzles.answer(ADA, puzzle, answer)
            assert fared == await store.puzzles.solver(ADA)
            return fared.answer, fared.streak, fared.answered, fared.solved

        assert await store.puzzles.solver(ADA) is None
        assert await answered(20, 1) == (1, 1, 1, 1)
        assert await answered(20, 0) == (1, 1, 1, 1), "the first answer counts"
        assert await answered(21, 0) == (0, 2, 2, 1)
        assert await answered(20, 1) == (0, 2, 2, 1), "a day that is over cannot be made up for"
        assert await answered(22, 1) == (1, 3, 3, 2)
        assert await answered(24, 1) == (1, 1, 4, 3), "a day was left out"
        assert await store.puzzles.answer(BOB, PUZZLE, 1) == Solver(BOB, 20, 7, 1, 1, 1, 1)
        assert await answered(389, 1) == (1, 1, 5, 4), "the clock is a year ahead"
        assert await answered(25, 0) == (0, 2, 6, 4), "and right again"
        assert await answered(24, 1) == (0, 2, 6, 4)
        await store.privacy.forget(ADA, 0.0)
        assert await store.puzzles.solver(ADA) is None
        assert await store.puzzles.solver(BOB) is not None

    async def test_days_in_a_row_are_those_that_had_a_puzzle(self, store: Store) -> None:
        for day, streak in ((20, 1), (22, 2), (30, 3), (31, None), (33, 1)):
            puzzle = replace(PUZZLE, day=day, number=100 + day)
            await store.puzzles.add(puzzle)
            await store.puzzles.put(puzzle.number)
            if streak:
                assert (await store.puzzles.answer(ADA, puzzle, 1)).streak == streak

    async def test_a_puzzle_that_was_put_to_nobody_ends_no_streak(self, store: Store) -> None:
        for day, put, streak in ((20, True, 1), (21, False, None), (30, True, 2), (31, False, 3)):
            puzzle = replace(PUZZLE, day=day, number=100 + day)
            await store.puzzles.add(puzzle)
            if put:
                await store.puzzles.put(puzzle.number)
            found = await store.puzzles.of(day)
            assert found is not None and found.put == put
            if streak:
                assert (await store.puzzles.answer(ADA, puzzle, 1)).streak == streak
        assert await store.puzzles.before(32) == 30

    async def test_who_has_answered_what_was_replaced_answers_the_other_of_that_day(
        self, store: Store
    ) -> None:
        other = replace(PUZZLE, number=PUZZLE.number + 1)
        await store.puzzles.add(PUZZLE)
        await store.puzzles.answer(ADA, replace(PUZZLE, day=PUZZLE.day - 1, number=3), 1)
        first = await store.puzzles.answer(ADA, PUZZLE, 1)
        assert (first.streak, first.answered, first.solved) == (2, 2, 2)
        assert await store.puzzles.answer(ADA, other, 0) == first, "it was not put"
        await store.puzzles.add(other, instead=PUZZLE.number)
        fared = await store.puzzles.answer(ADA, other, 0)
        assert fared == Solver(ADA, PUZZLE.day, other.number, 0, 2, 3, 2)
        for late in (other, PUZZLE):
            assert await store.puzzles.answer(ADA, late, 1) == fared

    async def test_of_two_answers_at_once_one_counts(self, store: Store) -> None:
        one, other = await asyncio.gather(
            *(store.puzzles.answer(ADA, PUZZLE, answer) for answer in (0, 1))
        )
        assert one == other and one.answered == 1
