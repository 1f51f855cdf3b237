"""Leafing through finished games: a private page that remembers nothing, all is in its controls."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from cogs.gate.answer import Answer
from cogs.gate.custom_id import AT_NO_TABLE, Press, custom_ids
from cogs.gate.here import demand_here
from cogs.line.painter import Painter
from cogs.shown.pages import Pages
from cogs.shown.painted import painted
from engine.contract import TakeBack
from engine.match import Entry, Match
from screens.frame import decided, film
from screens.frame import replay as frame
from screens.frame.replay import Moment, Sees, Stop
from screens.frame.scene import Scene
from screens.page import Page, Picture
from screens.screen import Screen
from screens.texts import Words
from tables.past.replays import Replay, Replays
from tables.past.reviews import Reviews
from tables.room.refusal import Refusal

Make: TypeAlias = Callable[[Scene, Screen, Moment, Words], Page]
"""A page of the frame's for a moment."""

_BOOKMARK = re.compile(
    r"(?P<table>[0-9a-z]+)\.(?P<number>[0-9]{1,6})(s(?P<frame>[0-9]{1,2}))?\."
    r"(?P<sees>[ob]|[0-9]{1,2})(\.(?P<tag>[a-z]+))?"
)
_CHOSEN = {"jump": r"[0-9]{1,6}", "sees": r"[ob]|[0-9]{1,2}"}


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A moment of a game as it travels in a control."""

    table: str
    number: int = 0
    sees: Sees = "o"
    frame: int | None = None
    """Which of the pictures that tell the entry; None for what it led to."""
    came: int | None = None
    """The entry that the person comes from, where it is the one before or after."""

    @classmethod
    def of(cls, press: Press) -> Bookmark:
        """Return what a press means, with what was chosen instead; raise Refusal for nothing."""
        found = _BOOKMARK.fullmatch(press.args)
        if found is None:
            raise Refusal("error.gone")
        table, number, sees, tag, frame = found.group("table", "number", "sees", "tag", "frame")
        if press.values:
            chosen = press.values[0]
            if tag not in _CHOSEN or not re.fullmatch(_CHOSEN[tag], chosen, re.ASCII):
                raise Refusal("error.gone")
            number, sees, frame = (chosen, sees, None) if tag == "jump" else (number, chosen, frame)
        shown = None if frame is None else int(frame)
        return cls(table, int(number), _sees(sees), shown, _came(tag, int(number), shown))


class ReplayPanel:
    """Shows finished games step by step."""

    def __init__(self, replays: Replays, reviews: Reviews, pages: Pages, painter: Painter) -> None:
        self._replays, self._reviews = replays, reviews
        self._pages, self._painter = pages, painter

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer a press on a page with the moment that is asked for."""
        await self.show(answer, Bookmark.of(press))

    async def show(self, answer: Answer, bookmark: Bookmark) -> None:
        """Answer with a moment of a finished game of this channel; who was told what decided it
        finds the way back to that."""
        replay = await self.find(answer, bookmark)
        told = await self._reviews.told(bookmark.table, answer.user)
        came = None
        if bookmark.came is not None and bookmark.came <= replay.last:
            came = self._moment(replay, Bookmark(bookmark.table, bookmark.came, bookmark.sees))
        back = [decided.back(answer.words)] if told else []
        make = partial(frame.panel, came=came, back=back)
        page = self.page(replay, bookmark, make, answer.words)
        await answer.show(**await painted(self._painter, page, _ids(bookmark.table)))

    async def find(self, answer: Answer, bookmark: Bookmark) -> Replay:
        """Return the game that is meant, of the channel that is asked from; or raise Refusal."""
        replay = await self._replays.get(bookmark.table)
        demand_here(answer, replay.table)
        seats = len(replay.table.players)
        if isinstance(bookmark.sees, int) and bookmark.sees >= seats:
            raise Refusal("error.gone")
        return replay

    async def film(self, replay: Replay, words: Words) -> Sequence[Picture]:
        """Return the pictures of a film of a game, the result last."""
        scene, screen = self._pages.scene(replay.table), self._pages.of(replay.table)
        pictures: list[Picture] = []
        async for before, match in replay.walk():
            pictures += film.moments(screen, before, match, scene.names, words)
        end = film.ending(scene, screen, replay.at(replay.last), words)
        return film.chosen([*pictures, *end], len(end))

    def page(self, replay: Replay, bookmark: Bookmark, make: Make, words: Words) -> Page:
        """Return a page of a moment, made by a function of the frame."""
        scene, screen = self._pages.scene(replay.table), self._pages.of(replay.table)
        return make(scene, screen, self._moment(replay, bookmark), words)

    def _moment(self, replay: Replay, bookmark: Bookmark) -> Moment:
        match = replay.at(bookmark.number)
        entry = replay.entries[match.sequence - 1] if match.sequence else None
        return Moment(
            match=match,
            last=replay.last,
            sees=bookmark.sees,
            actor=entry.seat if entry and entry.seat >= 0 else None,
            took_back=entry is not None and _took_back(match, entry),
            frame=bookmark.frame,
            stops=[Stop(mark.entry, mark.round, mark.seconds) for mark in replay.marks],
        )


def _ids(table: str) -> Callable[[str, str], str]:
    """Return the maker of custom_ids: what decided the game is asked at its table."""
    at_table = custom_ids(table)
    return lambda verb, args: (at_table if verb == decided.ALL else AT_NO_TABLE)(verb, args)


def _came(tag: str | None, number: int, shown: int | None) -> int | None:
    """Return from which entry a step leads to what this one led to."""
    if tag == "forward" and number:
        return number - 1
    return number + 1 if tag == "back" and shown is None else None


def _took_back(match: Match, entry: Entry) -> bool:
    return isinstance(match.game.codecs.action.load(entry.action), TakeBack)


def _sees(text: str) -> Sees:
    match text:
        case "o" | "b":
            return text
        case _:
            return int(text)
