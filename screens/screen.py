"""How games look: one screen a game, found by the game's id; what every screen provides."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from PIL import Image

from engine.contract import Advice, AnyGame, Event, Outcome, Seat, heard
from engine.match import Match
from screens import stack
from screens.kit.emojis import Drawings
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.names import Names
from screens.page import Field, Page, Picture, Row
from screens.texts import Words
from screens.wording import sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What one seat, or a bystander, sees of a match now: all that a screen may show."""

    view: Any
    legal: Sequence[Any] = ()
    """What the seat may do; empty when it is not asked."""
    outcome: Outcome | None = None
    """How the match ended, once it is over."""
    news: Sequence[Event] = ()
    """What happened last, as far as this seat was shown it."""
    since: Sequence[Event] = ()
    """What happened since this seat's person acted last, as far as it was shown it."""
    own: Sequence[Event] = ()
    """What this seat's newest act led to that is still kept, as far as it was shown it."""
    names: Names
    words: Words
    """The texts of the game in the reader's language."""
    look: str = ""
    """What a panel shows of several pages."""
    brief: bool = False
    """Whether the reader has chosen short words."""
    due: float | None = None
    """Until when this seat must have decided, in seconds since the epoch."""

    @classmethod
    def of(
        cls, match: Match, seat: Seat | None, names: Names, words: Words, look: str = ""
    ) -> Self:
        """Return what a seat, or a bystander (None), sees of a match; in words of any domain."""
        return cls(
            view=match.view(seat),
            legal=() if seat is None else match.legal(seat),
            outcome=match.game.outcome(match.state) if match.over else None,
            news=heard(match.news, seat),
            since=_since(match, seat),
            own=() if seat is None else match.newest_of(seat),
            names=names,
            words=words.within(match.game.id),
            look=look,
            due=match.due(seat) if seat in match.asked else None,
        )


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a press on a panel means: an action of the game, or only another look at the panel."""

    action: Any | None = None
    look: str = ""
    """What the panel shows of several pages; travels in the panel's controls."""


class Yours(str):
    """What happened to its reader, in a few words: it is told however much else happened."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a table tells in words to whoever asks for it."""

    key: str
    """Travels in its button: letters and digits."""
    name: str
    """What its button says."""
    told: str
    forgets: bool = False
    """Whether it tells what must not stay readable once it is no longer so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A screen's share of a message; the frame adds title, footer and its own controls."""

    ask: str = ""
    """What the table waits for, to stand after the names: `to play a card`; where nobody is
    waited for, a sentence of its own, at the end on why ties are broken as they are."""
    text: str = ""
    """On a board all that can be seen, in words, for who asks for them; on a panel what the next
    decision needs and the picture does not say."""
    fields: Sequence[Field] = ()
    """The seats in words, one by one."""
    below: str = ""
    """What has to be read at the buttons: time that runs out."""
    rows: Sequence[Row] = ()
    pictures: Sequence[Picture] = ()
    """Up to three on a board, what matters now first; at most three quarters as high as wide."""
    forgets: bool = False
    """Whether its words tell what must not stay readable once it is no longer so."""


class Screen(ABC):
    """Turns one game's views into messages and presses into actions. Pure: no Discord, no clock."""

    rounds: ClassVar[bool] = True
    """Whether the board is headed by the round."""
    colour: ClassVar[int] = 0x7C5CFF

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._others: dict[AnyGame, Self] = {}

    def of(self, game: AnyGame) -> Self:
        """Return this screen for a match of the same game with other rules or data."""
        if game is self.game:
            return self
        return self._others.setdefault(game, type(self)(game))

    @property
    def forgets(self) -> bool:
        """Whether an old board must be gone before a new one is posted, as people must remember."""
        return self.game.forgets

    @cached_property
    def palette(self) -> Palette:
        """The colours of this game's pictures."""
        return Palette.of(self.game.id)

    @abstractmethod
    def cover(self, studio: Studio) -> Image.Image:
        """Return what invites to the game, an RGB picture 1000 wide."""

    def goal(self, options: Any, seats: int) -> str:
        """Return the key of the text that says in a line how one wins with these options."""
        return "goal"

    @abstractmethod
    def board(self, sight: Sight) -> Shown:
        """Return the public message from a bystander's sight (at most three rows of controls)."""

    @abstractmethod
    def panel(self, sight: Sight) -> Shown:
        """Return one seat's private message."""

    def parts(self, sight: Sight) -> Sequence[Part]:
        """Return what of a table is told in words only when it is asked for, each by a button; from
        a bystander's sight."""
        return ()

    @abstractmethod
    def press(self, view: Any, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return what a press on a panel means; raise RuleError when it means nothing."""

    @abstractmethod
    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules in our own words, page by page; the frame adds colour and controls."""

    @abstractmethod
    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        """Return what there is to say of an event, in whole sentences with names in them."""

    def line(self, events: Iterable[Event], sight: Sight) -> str:
        """Return what there is to say of events, in one line."""
        return " ".join(said for event in events for said in self.sentences(event, sight))

    def drawings(self) -> Drawings:
        """Return what buttons and options show as emojis; nothing that people must forget."""
        return {}

    def held(self, sight: Sight) -> Picture | None:
        """Return what a seat holds, as it lies beside its name when every hand is laid open.

        It is shown about 800 wide; this is the panel's picture, which a game may make simpler.
        """
        return next(iter(self.panel(sight).pictures), None)

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return a game that has ended as it was at some entry, with all that was hidden laid open.

        The sight is a bystander's of the match then. Here the board and what each seat held.
        """
        board, seats = self.board(sight), range(len(match.header.seats))
        if not board.pictures or sight.outcome is not None:
            return board
        held = [self.held(replace(sight, view=match.view(seat))) for seat in seats]
        hands = stack.hands(held, sight.names.plain, self.palette)
        return replace(board, pictures=(board.pictures[0], hands))

    def option_art(self, name: str, value: object) -> str:
        """Return the drawing of a value of an option that people choose for their seat, if any."""
        return ""

    def called(self, sight: Sight, spot: str) -> str:
        """Return what lies on a spot that this game's pictures note, as a sentence names it; raise
        LookupError where nothing of that name does."""
        raise LookupError(spot)

    def tip(self, sight: Sight) -> str:
        """Return of which kind the decision is that a seat is asked for; who has not finished this
        game before reads the text `tip.<kind>` there. Nothing where there is none."""
        return ""

    def hint(self, sight: Sight, advice: Advice[Any]) -> str:
        """Return what a computer would do, called as on its controls; where there is one,
        with the reason. In a game without hints nobody asks."""
        raise AssertionError(f"{self.game.id} gives no hints")

    def stage(self, sight: Sight) -> str:
        """Return when in the game this is."""
        return sight.words.within("frame")("decided.stage", round=sight.view.round)

    def keepsake(self, sight: Sight) -> Shown | None:
        """Return what a seat has made in a match that has ended, for its person to post, if
        anything."""
        return None

    def recap(self, sight: Sight) -> Sequence[str]:
        """Return in a few words each what others did since the reader acted, the oldest first; as
        `Yours` what they did to the reader, and what was decided for them."""
        return ()

    def heading(self, sight: Sight) -> Sequence[str]:
        """Return what of the recap heads a panel: all that the panel itself does not say."""
        said = self.said(sight)
        return self.recap(replace(sight, since=[e for e in sight.since if e not in said]))

    def said(self, sight: Sight) -> Sequence[Event]:
        """Return what a panel itself says of what happened since the reader acted."""
        return ()

    def retold(self, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return the steps in which a match's last entry is told later, `ask` of each saying what
        happened; nothing that lies hidden again by then. The sight is what the reader's seat sees
        now; its `since` is what happened in the entry, as far as the seat was shown it. Here words
        alone, those of the recap."""
        return (Shown(ask=sentences(self.recap(sight))),)

    def own(self, sight: Sight) -> Sequence[Part]:
        """Return what only this seat may know and its panel does not always tell, in words."""
        return ()

    def story(self, events: Sequence[Event], sight: Sight) -> Sequence[Shown]:
        """Return the steps in which the board tells these events before it shows what is; `ask` of
        each is its line, which says what happened."""
        return ()

    def shots(self, before: Match, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return what a film shows of a match's last entry, each picture captioned by `ask`; the
        sight is a bystander's. Here how it is told, or else the board after whatever happened."""
        happened = heard(match.happened, None)
        if told := self.story(happened, sight):
            return told
        if not happened or match.over:
            return ()
        board = self.board(sight)
        return (replace(board, ask=self.line(happened, sight), pictures=board.pictures[:1]),)


def _since(match: Match, seat: Seat | None) -> Sequence[Event]:
    if seat is None:
        return ()
    return [event for happened in match.since_turn(seat) for event in happened.events]


def load(games: Mapping[str, AnyGame]) -> Mapping[str, Screen]:
    """Return each game's screen; the package of its name beside this module has SCREEN."""
    return {id: importlib.import_module(f"screens.{id}").SCREEN(game) for id, game in games.items()}
