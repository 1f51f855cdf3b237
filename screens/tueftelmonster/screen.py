"""The screen of Tüftelmonster: the board, one's panel, and what its controls mean."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PIL import Image

from engine.contract import Event
from engine.errors import Malformed
from engine.tueftelmonster.events import Finished
from engine.tueftelmonster.values import View
from screens import keypad
from screens.kit.emojis import Drawings
from screens.kit.studio import Studio
from screens.names import unmarked
from screens.page import Page, Picture
from screens.screen import Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.tueftelmonster import board, diagrams, portrait, private, result, shown
from screens.tueftelmonster.choices import Look, action_of
from screens.tueftelmonster.drawings import drawings
from screens.tueftelmonster.panel import Panel
from screens.tueftelmonster.rules import rules
from screens.tueftelmonster.words import Wording
from screens.wording import ALT

Paint = Callable[[Studio], Image.Image]


class TueftelScreen(Screen):
    """Tüftelmonster. The look of a panel is how far a choice in several clicks has come."""

    colour = 0x7BC043

    def cover(self, studio: Studio) -> Image.Image:
        """Return a creature put together from parts."""
        return diagrams.cover(studio)

    def board(self, sight: Sight) -> Shown:
        """Return dice, piles, prizes and every monster; at the end how each did."""
        view, words = sight.view, sight.words
        wording = self._wording(sight)
        if sight.outcome is not None:
            return self._final(sight, wording)
        text = wording.table(sight.news)
        table = shown.table(self.game.box, view, sight.names.plain, words)
        return Shown(
            ask=words(f"ask.{view.phase}"),
            text=text,
            fields=wording.seats(),
            pictures=(_picture(("board", table), "", partial(board.board, table=table)),),
        )

    def panel(self, sight: Sight) -> Shown:
        """Return the hand, and what this seat may do now, click by click."""
        view, wording = sight.view, self._wording(sight)
        if sight.outcome is not None:
            return self._portrait(sight, view.seat, wording)
        if sight.legal:
            return Panel(sight, wording, self.game.box).shown()
        hand = [f"{n}. {wording.printed(card)}" for n, card in enumerate(view.hand, 1)]
        text = "\n".join((sight.words("panel.hand"), *hand))
        cards = shown.parts(self.game.box, view.hand)
        ask = sight.words(f"ask.{view.phase}")
        paint = partial(private.cards, parts=cards)
        return Shown(ask=ask, text=text, pictures=(_picture(("hand", cards), text, paint),))

    def held(self, sight: Sight) -> Picture:
        """Return the hand in one line."""
        wording = self._wording(sight)
        cards = shown.parts(self.game.box, sight.view.hand)
        text = ", ".join(map(wording.printed, sight.view.hand))
        return _picture(("held", cards), text, partial(private.held, parts=cards))

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action at the end of a choice, or the look that is one click further."""
        text = values[0] if verb == "pick" and values else args
        if text:
            keypad.numbers(text.partition("/")[0] or "0")
        look = Look.read(text)
        match verb, action_of(view, look.way):
            case ("look", _) | ("pick", None):
                return Pressed(look=look.written)
            case "go" | "pick", action if action is not None:
                return Pressed(action)
        raise Malformed("error.malformed")

    def drawings(self) -> Drawings:
        """Return the faces of the die, and every part."""
        return drawings(self.game.box)

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.colour)

    def story(self, events: Sequence[Event], sight: Sight) -> Sequence[Shown]:
        """Return the portrait of a monster that was just finished."""
        wording = self._wording(sight)
        return [
            self._portrait(sight, event.seat, wording)
            for event in events
            if isinstance(event, Finished)
        ]

    def _wording(self, sight: Sight) -> Wording:
        return Wording(sight.view, sight.names, sight.words, self.game.box)

    def _final(self, sight: Sight, wording: Wording) -> Shown:
        view, outcome, names = sight.view, sight.outcome, sight.names.plain
        assert outcome is not None
        standings = shown.standings(self.game.box, view, outcome, names)
        lines = [
            f"{standing.place}. {standing.name}: {standing.title}"
            + ("" if standing.points is None else f" ({standing.points})")
            for standing in standings
        ]
        text = "\n".join((sight.words("picture.result"), *lines))
        paint = partial(result.result, standings=standings)
        return Shown(
            text="\n".join(wording.prizes()),
            fields=wording.seats(),
            pictures=(_picture(("result", standings), text, paint),),
        )

    def _portrait(self, sight: Sight, seat: int, wording: Wording) -> Shown:
        grown = sight.view.monsters[seat]
        name = sight.names.plain[seat]
        monster = shown.monster(self.game.box, grown)
        head = sight.words("portrait", title=grown.name, name=sight.names[seat])
        text = "\n".join((head, *wording.monster(seat)))
        paint = partial(portrait.portrait, shown=monster, title=grown.name, by=name)
        key = ("portrait", monster, grown.name, name)
        return Shown(text=text, pictures=(_picture(key, text, paint),))


def _picture(key: Hashable, text: str, paint: Paint) -> Picture:
    return Picture(("tueftelmonster", key), unmarked(text)[:ALT], paint)
