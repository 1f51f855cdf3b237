"""Decisions put anew in private messages: what their controls mean, and what they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.gate.errors import sentence
from cogs.line.messages import content
from cogs.line.painter import Painter
from cogs.shown.emojis import Emojis
from engine.contract import Advice, Seat
from engine.errors import RuleError
from engine.match import Match
from screens.frame import puzzle, trial
from screens.frame.replay import Moment
from screens.frame.scene import Scene
from screens.frame.trial import Deed
from screens.page import Button, Page, Picture
from screens.screen import Screen, Sight
from screens.texts import Words
from tables.puzzles.choosing import Position


@dataclass(frozen=True, slots=True)
class Meant:
    """What a press on a decision means."""

    which: int | None = None
    """Which of the legal actions; None where nothing is decided yet."""
    look: str = ""
    """What the panel shows then."""
    notice: str = ""
    """What is said of a press that the rules do not take."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A decision as it is put to somebody; nothing of it changes the match."""

    match: Match
    seat: Seat
    scene: Scene
    screen: Screen
    words: Words

    @classmethod
    def of(cls, position: Position, screens: Mapping[str, Screen], words: Words) -> Self:
        """Return a puzzle's position, as it is put to everybody who reads these words."""
        match = position.match
        screen = screens[match.game.id].of(match.game)
        return cls(match, position.seat, puzzle.scene(match, words), screen, words)

    def sight(self, look: str = "") -> Sight:
        """Return what the seat sees, without the time it had."""
        sight = Sight.of(self.match, self.seat, self.scene.names, self.words, look)
        return replace(sight, due=None)

    @property
    def stage(self) -> str:
        """When in the game that is."""
        return self.screen.stage(self.sight())

    def page(self, title: str, head: str, look: str, *deeds: Button) -> Page:
        """Return the decision with the real controls and these below them."""
        page = trial.put(self.scene, self.screen, self._moment, self.sight(look), head, *deeds)
        return replace(page, title=title)

    def told(self, title: str, part: str, *back: Button) -> Page:
        """Return what its pictures show, in words, or one part of it, with these ways back and the
        one to the decision."""
        page = trial.told(self.scene, self.screen, self._moment, self.sight(), part, *back)
        return replace(page, title=title)

    @property
    def pictures(self) -> Sequence[Picture]:
        """The table as the seat sees it."""
        return trial.pictures(self.screen, self._moment, self.sight())

    @property
    def _moment(self) -> Moment:
        return Moment(match=self.match, last=self.match.sequence, sees=self.seat)

    def meaning(self, press: Press) -> Meant:
        """Return what a press of its controls means."""
        match, seat = self.match, self.seat
        try:
            pressed = self.screen.press(match.view(seat), press.verb, press.args, press.values)
            if pressed.action is None:
                return Meant(look=pressed.look)
            match.play(seat, match.token(seat), pressed.action, match.at)
        except RuleError as refused:
            return Meant(notice=sentence(refused, self.words))
        return Meant(list(match.legal(seat)).index(pressed.action))

    def deed(self, which: int, chance: float, advice: Advice[Any] | None = None) -> Deed:
        """Return one of the legal actions as it is told; with advice also why it is done."""
        advice = advice or Advice(self.match.legal(self.seat)[which])
        return Deed(self.screen.hint(self.sight(), advice), chance)


class Trials:
    """Answers with pages whose controls may have drawings."""

    def __init__(self, painter: Painter, emojis: Emojis) -> None:
        self._painter, self._emojis = painter, emojis

    async def show(
        self, answer: Answer, page: Page, ids: Callable[[str, str], str], notice: str = ""
    ) -> None:
        """Answer with a page, and above it what was said of a press that it does not take."""
        page, files = await self._painter.paint(page)

        async def draw() -> dict[str, Any]:
            shown = content(page, ids, self._emojis.of(answer.guild))
            return {**shown, "content": notice or None, "attachments": files}

        await self._emojis.sent(draw, lambda drawn: answer.show(**drawn))
