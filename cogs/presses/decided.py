"""What decided a finished game: told to whoever asks, shown in the replay, decided once more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, custom_ids
from cogs.gate.here import demand_here
from cogs.presses.verbs import Verb
from cogs.shown.pages import Pages
from cogs.shown.replay import Bookmark, ReplayPanel
from cogs.shown.trials import Trial, Trials
from engine.contract import Advice
from screens.frame import decided as frame
from screens.frame.decided import ALL, SHOW, STOP, TRY, Found, Told
from screens.frame.trial import BACK, WORDS, Deed
from screens.page import Page
from screens.texts import Words
from tables.host import Host
from tables.past.reviews import Review, Stopped
from tables.past.study import Drop
from tables.room.refusal import Refusal
from tables.room.room import Room

TRIAL = "try"
"""What stands before a table's id in the controls of a decision that is made once more."""
FIRST, AGAIN = 1.0, 3.0
"""Seconds until it is said how far the work is, and until it is said anew; where nobody reads
that any more the work ends."""
PATIENCE = 14 * 60.0
"""Seconds for which an answer can be waited for: a token lives 15 minutes."""


class Decided:
    """Answers who asks what decided a game that they have played."""

    def __init__(self, host: Host, replays: ReplayPanel, pages: Pages, trials: Trials) -> None:
        self._rooms, self._reviews = host.rooms, host.reviews
        self._replays, self._pages, self._trials = replays, pages, trials
        self.verbs: Mapping[str, Verb] = {
            ALL: self._all,
            STOP: self._stop,
            SHOW: self._show,
            TRY: self._try,
        }

    async def trial(self, answer: Answer, press: Press) -> None:
        """Carry out a press on a decision that is made once more: never at the table itself."""
        table = press.table.removeprefix(TRIAL)
        room = await self._rooms.get(table)
        demand_here(answer, room.table)
        if press.verb in self.verbs:
            await self.verbs[press.verb](answer, replace(press, table=table), room)
            return
        case = await self._case(answer, table, press.token)
        if press.verb == WORDS:
            page = case.page("") if press.args == BACK else case.in_words(press.args)
            await self._page(answer, page, table, press.token)
            return
        meant = case.trial.meaning(press)
        if meant.which is None:
            await self._put(answer, case, meant.look, meant.notice)
        else:
            await self._reveal(answer, case, meant.which)

    async def _all(self, answer: Answer, press: Press, room: Room) -> None:
        review = await self._made(answer, room)
        if review is None:
            return
        words = answer.words
        cases = [_Case(self._pages, review, drop, words) for drop in review.drops]
        told = [case.told for case in cases]
        found = Found(
            drops=told, kept=review.kept, decisions=review.decisions, effort=review.effort
        )
        scene, screen = self._pages.scene(room.table), self._pages.of(room.table)
        await self._page(answer, frame.found(scene, screen, found, words), room.table.id)

    async def _made(self, answer: Answer, room: Room) -> Review | None:
        """Return a review once it is there, and say meanwhile how far it is; None where it was
        given up, which is said."""
        table, user = room.table, answer.user
        scene, screen = self._pages.scene(table), self._pages.of(table)
        words = answer.words
        making = asyncio.ensure_future(self._reviews.of(table.id, user))
        seconds, late = FIRST, time.monotonic() + PATIENCE
        try:
            with suppress(Stopped):
                while time.monotonic() <= late:
                    if (await asyncio.wait({making}, timeout=seconds))[0]:
                        return making.result()
                    done = self._reviews.done(table.id, user)
                    await self._page(answer, frame.working(scene, screen, done, words), table.id)
                    seconds = AGAIN
        finally:
            making.cancel()
        # After all other edits of this message: one that is broken off may still arrive.
        await self._page(answer, frame.stopped(scene, screen, words), table.id)
        return None

    async def _stop(self, answer: Answer, press: Press, room: Room) -> None:
        if self._reviews.stop(room.table.id, answer.user):
            await answer.acknowledge()  # who waits says that it is given up
            return
        scene, screen = self._pages.scene(room.table), self._pages.of(room.table)
        page = frame.stopped(scene, screen, answer.words)
        await self._page(answer, page, room.table.id)

    async def _show(self, answer: Answer, press: Press, room: Room) -> None:
        """Answer with the step of the replay, as the seat saw it."""
        case = await self._case(answer, room.table.id, _entry(press))
        await self._replays.show(answer, Bookmark(room.table.id, case.drop.entry, case.trial.seat))

    async def _try(self, answer: Answer, press: Press, room: Room) -> None:
        await self._put(answer, await self._case(answer, room.table.id, _entry(press)))

    async def _case(self, answer: Answer, table: str, entry: int) -> _Case:
        """Return a decision of the person who asks; raise Refusal where there is none."""
        review = await self._reviews.known(table, answer.user)
        if review is None:
            raise Refusal("error.gone")
        for drop in review.drops:
            if drop.entry == entry:
                return _Case(self._pages, review, drop, answer.words)
        raise Refusal("error.gone")

    async def _put(self, answer: Answer, case: _Case, look: str = "", notice: str = "") -> None:
        """Answer with a decision to be made once more."""
        await self._page(answer, case.page(look), case.table, case.drop.entry, notice)

    async def _reveal(self, answer: Answer, case: _Case, which: int) -> None:
        advice = await self._reviews.advice(case.trial.match, case.trial.seat, case.drop)
        await self._page(answer, case.revealed(which, advice), case.table)

    async def _page(
        self, answer: Answer, page: Page, table: str, entry: int = 0, notice: str = ""
    ) -> None:
        """Answer with a page; with an entry its controls are those of the decision there."""
        ids = custom_ids(f"{TRIAL}{table}" if entry else table, entry)
        await self._trials.show(answer, page, ids, notice)


class _Case:
    """A decision that cost much, for the person who made it."""

    def __init__(self, pages: Pages, review: Review, drop: Drop, words: Words) -> None:
        table, match = review.replay.table, review.replay.at(drop.entry - 1)
        self.table, self.drop = table.id, drop
        scene, screen = pages.scene(table), pages.of(table)
        self.trial = Trial(match, review.seat, scene, screen, words)

    @property
    def told(self) -> Told:
        """The decision in words."""
        return Told(
            entry=self.drop.entry,
            stage=self.trial.stage,
            played=self._deed(self.drop.played),
            best=self._deed(self.drop.best),
        )

    def page(self, look: str) -> Page:
        """Return the decision to be made once more, as it is put to the seat."""
        trial, words = self.trial, self.trial.words
        title, head = frame.title(trial.scene, words), frame.again(trial.stage, words)
        return trial.page(title, head, look, frame.back(words))

    def in_words(self, part: str) -> Page:
        """Return what the pictures of that decision show, in words."""
        return self.trial.told(frame.title(self.trial.scene, self.trial.words), part)

    def revealed(self, which: int, advice: Advice[Any]) -> Page:
        """Return what comes of an answer, and what would have been best."""
        trial, told = self.trial, replace(self.told, best=self._deed(self.drop.best, advice))
        same = which == self.drop.best
        return frame.revealed(trial.scene, trial.screen, told, self._deed(which), same, trial.words)

    def _deed(self, which: int, advice: Advice[Any] | None = None) -> Deed:
        return self.trial.deed(which, self.drop.chances[which], advice)


def _entry(press: Press) -> int:
    if not press.args.isdecimal():
        raise Refusal("error.gone")
    return int(press.args)
