"""How games look: one screen a game, found by the game's id; what every screen provides."""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import discord

from engine.contract import AnyGame, Event, Seat
from engine.errors import Malformed
from screens.page import Field, Page, Picture, Row
from screens.texts import Words


class Names(tuple[str, ...]):
    """The names at a table by seat, made harmless for texts."""

    plain: tuple[str, ...]
    """As people write them, for pictures and for labels of controls."""

    @classmethod
    def of(cls, plain: Iterable[str]) -> Self:
        """Return these names."""
        plain = tuple(plain)
        names = cls(escape(name) for name in plain)
        names.plain = plain
        return names


def escape(name: str) -> str:
    """Return a name that neither formats nor mentions."""
    return discord.utils.escape_mentions(_MARKUP.sub(r"\\\g<0>", name))


def numbers(args: str) -> list[int]:
    """Return the whole numbers in a control's arguments, `3.14`; raise Malformed for others."""
    parts = args.split(".")
    if not all(part.isdecimal() for part in parts):
        raise Malformed("error.malformed")
    return [int(part) for part in parts]


def unmarked(text: str) -> str:
    """Return a text without its formatting, for where Discord shows it as it is."""
    return re.sub(r"\\(.)", r"\1", text.replace("**", "")).replace("@\u200b", "@")


_MARKUP = re.compile(r"[\\*_~|`>#\[\]()<:-]")


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a press on a panel means: an action of the game, or only another look at the panel."""

    action: Any | None = None
    look: str = ""
    """What the panel shows of several pages; travels in the panel's controls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A screen's share of a message; the frame adds title, footer and its own controls."""

    text: str = ""
    fields: Sequence[Field] = ()
    rows: Sequence[Row] = ()
    picture: Picture | None = None


class Screen(ABC):
    """Turns one game's views into messages and presses into actions. Pure: no Discord, no clock."""

    forgets: ClassVar[bool] = False
    """Whether an old board must be gone before a new one is posted, as people must forget it."""
    rounds: ClassVar[bool] = True
    """Whether the board is headed by the round."""
    colour: ClassVar[int] = 0x7C5CFF

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @abstractmethod
    def board(self, view: Any, names: Names, words: Words) -> Shown:
        """Return the public message for a bystander's view (at most three rows of controls)."""

    @abstractmethod
    def panel(
        self, view: Any, legal: Sequence[Any], look: str, names: Names, words: Words
    ) -> Shown:
        """Return one seat's private message; `legal` is empty when that seat is not asked."""

    @abstractmethod
    def press(self, view: Any, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return what a press on a panel means; raise RuleError when it means nothing."""

    @abstractmethod
    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules in our own words, page by page."""

    def to_call(self, view: Any) -> Sequence[Seat]:
        """Return the seats to be called when they take long, from a bystander's view."""
        waiting: Sequence[Seat] = view.waiting
        return waiting

    def stirs(self, event: Event, seat: Seat) -> bool:
        """Tell whether this event should bring the open panel of another seat up to date."""
        return False


def load(games: Mapping[str, AnyGame]) -> Mapping[str, Screen]:
    """Return each game's screen; the package of its name beside this module has SCREEN."""
    return {id: importlib.import_module(f"screens.{id}").SCREEN(game) for id, game in games.items()}
