"""The puzzle of the day: put to whoever asks, answered once, told with the computer's reason."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, custom_ids
from cogs.shown.pages import Pages
from cogs.shown.puzzle_line import PLACE
from cogs.shown.trials import Trial, Trials
from screens.frame import puzzle as frame
from screens.frame import trial as trials
from screens.frame.puzzle import AGAIN, PUZZLE, Score
from screens.page import Page
from tables.lobby.admission import Admission
from tables.puzzles.puzzles import Fared, Puzzle, Puzzles


class PuzzlePresses:
    """Puts puzzles to people; which one is meant is found by what a control carries."""

    def __init__(
        self, puzzles: Puzzles, admission: Admission, pages: Pages, trials: Trials
    ) -> None:
        self._puzzles, self._admission = puzzles, admission
        self._pages, self._trials = pages, trials

    async def open(self, answer: Answer, notice: str = "") -> None:
        """Answer with today's puzzle, or with what this person's answer came to."""
        await self._admit(answer)
        puzzle = await self._puzzles.today()
        if not isinstance(puzzle, Puzzle):
            words = answer.words
            await self._page(answer, frame.missing(puzzle, self._puzzles.tomorrow, words))
            return
        fared = await self._puzzles.fared(answer.user, puzzle)
        if fared.answer is None:
            await self._put(answer, puzzle, fared, notice=notice)
        else:
            await self._reveal(answer, puzzle, fared, fared.answer, notice)

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out a press in a puzzle's message; one of another day shows today's."""
        if press.verb == PUZZLE:
            await self.open(answer)
            return
        await self._admit(answer)
        puzzle = await self._puzzles.numbered(press.token)
        if puzzle is None:
            await self.open(answer, answer.words("puzzle.old"))
            return
        user = answer.user
        if press.verb == AGAIN or (press.verb, press.args) == (trials.WORDS, trials.BACK):
            await self._put(answer, puzzle, await self._puzzles.fared(user, puzzle))
            return
        if press.verb == trials.WORDS:
            title = frame.title(puzzle.position.match.game.id, answer.words)
            fared = await self._puzzles.fared(user, puzzle)
            back = () if fared.answer is None else (frame.back(answer.words),)
            page = self._trial(answer, puzzle).told(title, press.args, *back)
            await self._page(answer, page, puzzle)
            return
        meant = self._trial(answer, puzzle).meaning(press)
        if meant.which is None:
            fared = await self._puzzles.fared(user, puzzle)
            await self._put(answer, puzzle, fared, meant.look, meant.notice)
        else:
            fared = await self._puzzles.answer(user, puzzle, meant.which)
            newer = answer.words("puzzle.newer") if fared.answer is None else ""
            await self._reveal(answer, puzzle, fared, meant.which, newer)

    async def _admit(self, answer: Answer) -> None:
        """Raise Refusal for who may not play here."""
        await self._admission.admit(answer.guild, answer.user)

    async def _put(
        self, answer: Answer, puzzle: Puzzle, fared: Fared, look: str = "", notice: str = ""
    ) -> None:
        """Answer with the position and its controls."""
        trial = self._trial(answer, puzzle)
        words, name = trial.words, trial.scene.names[trial.seat]
        title = frame.title(trial.scene.game.id, words)
        if fared.answer is None:
            head = frame.asked(trial.stage, name, _score(puzzle, fared), words)
            page = trial.page(title, head, look)
        else:
            head = frame.asked_again(trial.stage, name, words)
            page = trial.page(title, head, look, frame.back(words))
        await self._page(answer, page, puzzle, notice)

    async def _reveal(
        self, answer: Answer, puzzle: Puzzle, fared: Fared, now: int, notice: str = ""
    ) -> None:
        """Answer with what is best and why, beside an answer and the one that counted."""
        answer.promptly()
        advice = await self._puzzles.advice(puzzle)
        trial, at = self._trial(answer, puzzle), puzzle.position
        words = trial.words
        best = trial.deed(at.best, at.chances[at.best], advice)
        other = fared.answer if fared.answer != now else None
        done = trial.deed(now, at.chances[now])
        said = trials.verdict(best, done, now == at.best, words, "puzzle.right", "puzzle.wrong")
        counted = None if other is None else trial.deed(other, at.chances[other])
        score = _score(puzzle, fared)
        page = frame.answered(
            trial.screen, trial.stage, said, counted, score, trial.pictures, words
        )
        await self._page(answer, page, puzzle, notice)

    def _trial(self, answer: Answer, puzzle: Puzzle) -> Trial:
        return Trial.of(puzzle.position, self._pages.screens, answer.words)

    async def _page(
        self, answer: Answer, page: Page, puzzle: Puzzle | None = None, notice: str = ""
    ) -> None:
        ids = custom_ids(PLACE, puzzle.number if puzzle else 0)
        await self._trials.show(answer, page, ids, notice)


def _score(puzzle: Puzzle, fared: Fared) -> Score:
    return Score(
        streak=fared.streak, answered=fared.answered, solved=fared.solved, over=puzzle.over
    )
