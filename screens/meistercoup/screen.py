"""The screen of Meister Coup: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from engine.contract import Event, Seat
from engine.errors import Malformed
from engine.meistercoup.values import (
    Action,
    Card,
    Confirm,
    Entered,
    Play,
    Propose,
    Proposed,
    Take,
    TakePair,
    View,
    colour_of,
)
from screens.kit.studio import Studio
from screens.meistercoup import painting
from screens.meistercoup.rules import rules
from screens.meistercoup.words import DOTS, Wording
from screens.page import Button, Page, Picture, Row
from screens.screen import Names, Pressed, Screen, Shown, numbers, unmarked
from screens.texts import Words

ROW = 4
"""Cards in a row of buttons: four fit a phone."""


class CoupScreen(Screen):
    """Meister Coup."""

    colour = 0x8E5CF7

    def board(self, view: View, names: Names, words: Words) -> Shown:
        """Return the trick, what everybody has taken, coups, points and the colours of hands."""
        wording = self._wording(view, names, words)
        text = "\n".join(part for part in (wording.now(), wording.teams()) if part)
        return Shown(
            text=text,
            fields=() if view.phase == "over" else wording.seats(),
            picture=Picture(
                ("meistercoup.board", view, names.plain, words.language),
                unmarked(text) or words("picture.over"),
                self._painting(painting.board, view, names, words),
            ),
        )

    def panel(
        self,
        view: View,
        legal: Sequence[Action],
        look: str,
        names: Names,
        words: Words,
    ) -> Shown:
        """Return the own hand and a button for everything this seat may do now."""
        wording = self._wording(view, names, words)
        hand = words("panel.hand", cards=", ".join(map(wording.card, view.hand)) or "–")
        asks = words(f"ask.{legal[0].kind}") if legal else ""
        return Shown(
            text="\n".join(part for part in (asks, wording.now(), hand) if part),
            rows=self._rows(view, legal, names, wording),
            picture=Picture(
                ("meistercoup.hand", view, names.plain, words.language),
                unmarked(hand),
                self._painting(painting.hand, view, names, words),
            ),
        )

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action of a button; cards travel as places in the hand or trick."""
        try:
            return Pressed(_action(view, verb, numbers(args)))
        except IndexError as error:
            raise Malformed("error.malformed") from error

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.colour, self.game.box.diamonds)

    def stirs(self, event: Event, seat: Seat) -> bool:
        """Bring panels up to date when a team's proposal changes."""
        return isinstance(event, Proposed | Entered)

    def _wording(self, view: View, names: Names, words: Words) -> Wording:
        return Wording(view, names, words, self.game.box.diamonds)

    def _painting(
        self, paint: Callable[..., Image.Image], view: View, names: Names, words: Words
    ) -> Callable[[Studio], Image.Image]:
        return partial(
            paint,
            view=view,
            names=names.plain,
            labels={name: words(f"picture.{name}") for name in painting.LABELS},
            diamonds=self.game.box.diamonds,
        )

    def _rows(
        self,
        view: View,
        legal: Sequence[Action],
        names: Names,
        wording: Wording,
    ) -> Sequence[Row]:
        buttons = [self._button(view, action, names, wording) for action in legal]
        return [buttons[i : i + ROW] for i in range(0, len(buttons), ROW)]

    def _button(self, view: View, action: Action, names: Names, wording: Wording) -> Button:
        match action:
            case Play(card):
                return _card(wording, "play", str(view.hand.index(card)), card)
            case Take(card):
                return _card(wording, "take", str(_place(view, card)), card)
            case TakePair(cards):
                args = ".".join(str(_place(view, card)) for card in cards)
                return Button(" + ".join(map(wording.card, cards)), "pair", args)
            case Propose(member):
                label = f"{names.plain[member]}: {wording.result(member)}"
                return Button(label[:80], "propose", str(member))
            case Confirm(member):
                label = f"✔ {names.plain[member]}: {wording.result(member)}"
                return Button(label[:80], "confirm", str(member), "success")
        raise Malformed("error.malformed")


def _card(wording: Wording, verb: str, args: str, card: Card) -> Button:
    return Button(wording.card(card), verb, args, emoji=DOTS[colour_of(card)])


def _place(view: View, card: Card) -> int:
    return next(place for place, (_, played) in enumerate(view.trick) if played == card)


def _action(view: View, verb: str, places: Sequence[int]) -> Action:
    match verb, places:
        case "play", [place]:
            return Play(view.hand[place])
        case "take", [place]:
            return Take(view.trick[place][1])
        case "pair", [one, other]:
            low, high = sorted((view.trick[one][1], view.trick[other][1]))
            return TakePair((low, high))
        case "propose", [member]:
            return Propose(member)
        case "confirm", [member]:
            return Confirm(member)
    raise Malformed("error.malformed")
