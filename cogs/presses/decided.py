"""What decided a finished game: told to whoever asks, shown in the replay, decided once more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, custom_ids
from cogs.gate.errors import sentence
from cogs.line.messages import controls, embeds
from cogs.line.painter import Painter
from cogs.shown.emojis import Emojis
from cogs.shown.pages import Pages
from cogs.shown.replay import Place, ReplayPanel
from engine.contract import Advice
from engine.errors import RuleError
from engine.match import Match
from screens.frame import decided as frame
from screens.frame.decided import ALL, SHOW, STOP, TRY, Deed, Found, Told
from screens.frame.replay import Moment
from screens.page import Page
from screens.screen import Sight
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

    def __init__(
        self, host: Host, replays: ReplayPanel, pages: Pages, painter: Painter, emojis: Emojis
    ) -> None:
        self._rooms, self._reviews = host.rooms, host.reviews
        self._replays, self._pages = replays, pages
        self._painter, self._emojis = painter, emojis
        self.verbs: Mapping[str, Callable[[Answer, Press, Room], Awaitable[None]]] = {
            ALL: self._all,
            STOP: self._stop,
            SHOW: self._show,
            TRY: self._try,
        }

    async def trial(self, answer: Answer, press: Press) -> None:
        """Carry out a press on a decision that is made once more: never at the table itself."""
        table = press.table.removeprefix(TRIAL)
        if press.verb in self.verbs:
            room = await self._rooms.get(table)
            await self.verbs[press.verb](answer, replace(press, table=table), room)
            return
        case = await self._case(answer, table, press.token)
        try:
            action, look = case.meaning(press)
        except RuleError as refused:
            notice = sentence(refused, self._pages.words(answer))
            await self._put(answer, case, "", notice)
            return
        if action is None:
            await self._put(answer, case, look)
        else:
            await self._reveal(answer, case, action)

    async def _all(self, answer: Answer, press: Press, room: Room) -> None:
        review = await self._made(answer, room)
        if review is None:
            return
        words = self._pages.words(answer)
        cases = [_Case(self._pages, review, drop, words) for drop in review.drops]
        told = [case.told for case in cases]
        found = Found(
            drops=told, kept=review.kept, decisions=review.decisions, effort=review.effort
        )
        scene, screen = self._pages.scene(room.table), self._pages.of(room.table)
        await self._page(answer, frame.found(scene, screen, found, words), room.table.id)

    async def _made(self, answer: Answer, room: Room) -> Review | None:
        """Return a review once it is there, and say meanwhile how far it is; None where it was
        given up, which is said where it took too long."""
        table, user = room.table, answer.interaction.user.id
        scene, screen = self._pages.scene(table), self._pages.of(table)
        words = self._pages.words(answer)
        making = asyncio.ensure_future(self._reviews.of(table.id, user))
        try:
            async with asyncio.timeout(PATIENCE):
                seconds = FIRST
                while not (await asyncio.wait({making}, timeout=seconds))[0]:
                    done = self._reviews.done(table.id, user)
                    await self._page(answer, frame.working(scene, screen, done, words), table.id)
                    seconds = AGAIN
            return making.result()
        except Stopped:
            return None
        except TimeoutError:
            await self._page(answer, frame.stopped(scene, screen, words), table.id)
            return None
        finally:
            making.cancel()

    async def _stop(self, answer: Answer, press: Press, room: Room) -> None:
        self._reviews.stop(room.table.id, answer.interaction.user.id)
        scene, screen = self._pages.scene(room.table), self._pages.of(room.table)
        page = frame.stopped(scene, screen, self._pages.words(answer))
        await self._page(answer, page, room.table.id)

    async def _show(self, answer: Answer, press: Press, room: Room) -> None:
        """Answer with the step of the replay, as the seat saw it."""
        case = await self._case(answer, room.table.id, _entry(press))
        await self._replays.show(answer, Place(room.table.id, case.drop.entry, case.seat))

    async def _try(self, answer: Answer, press: Press, room: Room) -> None:
        await self._put(answer, await self._case(answer, room.table.id, _entry(press)))

    async def _case(self, answer: Answer, table: str, entry: int) -> _Case:
        """Return a decision of the person who asks; raise Refusal where there is none."""
        user = answer.interaction.user.id
        review = await self._reviews.known(table, user)
        if review is None:
            raise Refusal("error.gone")
        for drop in review.drops:
            if drop.entry == entry:
                return _Case(self._pages, review, drop, self._pages.words(answer))
        raise Refusal("error.gone")

    async def _put(self, answer: Answer, case: _Case, look: str = "", notice: str = "") -> None:
        """Answer with a decision to be made once more."""
        await self._page(answer, case.page(look), case.table, case.drop.entry, notice)

    async def _reveal(self, answer: Answer, case: _Case, action: Any) -> None:
        advice = await self._reviews.advice(case.match, case.seat, case.drop)
        await self._page(answer, case.revealed(action, advice), case.table)

    async def _page(
        self, answer: Answer, page: Page, table: str, entry: int = 0, notice: str = ""
    ) -> None:
        """Answer with a page; with an entry its controls are those of the decision there."""
        page, files = await self._painter.paint(page)
        ids = custom_ids(f"{TRIAL}{table}" if entry else table, entry)

        async def draw() -> dict[str, Any]:
            art = self._emojis.of(answer.interaction.guild_id or 0)
            return {
                "content": notice or None,
                "embeds": embeds(page, art=art),
                "view": controls(page, ids, art),
                "attachments": files,
            }

        await self._emojis.sent(draw, lambda drawn: answer.show(**drawn))


class _Case:
    """A decision that cost much, for the person who made it."""

    def __init__(self, pages: Pages, review: Review, drop: Drop, words: Words) -> None:
        replay, self.seat = review.replay, review.seat
        self.table, self.drop = replay.table.id, drop
        self.match: Match = replay.at(drop.entry - 1)
        self._scene, self._screen = pages.scene(replay.table), pages.of(replay.table)
        self._last, self._words = replay.last, words
        sight = Sight.of(self.match, self.seat, self._scene.names, words)
        self._sight = replace(sight, due=None)
        self._stage = self._screen.stage(self._sight)

    @property
    def told(self) -> Told:
        """The decision in words."""
        return Told(
            entry=self.drop.entry,
            stage=self._stage,
            played=self._deed(self.drop.played),
            best=self._deed(self.drop.best),
        )

    def page(self, look: str) -> Page:
        """Return the decision to be made once more, as it is put to the seat."""
        moment = Moment(match=self.match, last=self._last, sees=self.seat)
        sight = replace(self._sight, look=look)
        return frame.trial(self._scene, self._screen, moment, sight, self._stage)

    def meaning(self, press: Press) -> tuple[Any, str]:
        """Return what a press does, or else what the panel shows then; raise RuleError."""
        match, seat = self.match, self.seat
        pressed = self._screen.press(match.view(seat), press.verb, press.args, press.values)
        if pressed.action is not None:
            match.play(seat, match.token(seat), pressed.action, match.at)
        return pressed.action, pressed.look

    def revealed(self, action: Any, advice: Advice[Any]) -> Page:
        """Return what comes of an answer, and what would have been best."""
        now = self._deed(list(self.match.legal(self.seat)).index(action))
        best = Deed(self._screen.hint(self._sight, advice), self.drop.chances[self.drop.best])
        same = advice.action == action
        return frame.revealed(
            self._scene, self._screen, replace(self.told, best=best), now, same, self._words
        )

    def _deed(self, which: int) -> Deed:
        action = self.match.legal(self.seat)[which]
        return Deed(self._screen.hint(self._sight, Advice(action)), self.drop.chances[which])


def _entry(press: Press) -> int:
    if not press.args.isdecimal():
        raise Refusal("error.gone")
    return int(press.args)
