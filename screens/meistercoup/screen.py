"""The screen of Meister Coup: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from engine.errors import Malformed
from engine.meistercoup.values import (
    DECK,
    Action,
    Card,
    Confirm,
    Play,
    Propose,
    Take,
    TakePair,
    View,
    colour_of,
)
from screens import keypad
from screens.kit.emojis import Drawings
from screens.kit.studio import Studio
from screens.meistercoup import art, painting
from screens.meistercoup.rules import rules
from screens.meistercoup.words import DOTS, Wording
from screens.page import Button, Page, Picture, Row
from screens.screen import Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.wording import alt_text

ROW = 4
"""Cards in a row of buttons: four fit a phone."""


class CoupScreen(Screen):
    """Meister Coup."""

    colour = 0x8E5CF7

    def cover(self, studio: Studio) -> Image.Image:
        """Return a parade of monsters."""
        return painting.cover(studio, self.game.box.diamonds)

    def board(self, sight: Sight) -> Shown:
        """Return the trick, what everybody has taken, coups, points and the colours of hands."""
        view, names, words = sight.view, sight.names, sight.words
        wording = self._wording(sight)
        text = "\n".join(part for part in (wording.now(), wording.teams()) if part)
        return Shown(
            ask="" if view.phase == "over" else words(f"wait.{view.phase}"),
            text=text,
            fields=() if view.phase == "over" else wording.seats(),
            pictures=(
                Picture(
                    ("meistercoup.board", view, names.plain, words.language),
                    words("picture.over") if view.phase == "over" else "",
                    self._painting(painting.board, sight),
                ),
            ),
        )

    def panel(self, sight: Sight) -> Shown:
        """Return the own hand and a button for everything this seat may do now."""
        view, legal, words = sight.view, sight.legal, sight.words
        if view.phase == "over":
            return Shown()
        wording = self._wording(sight)
        hand = words("panel.hand", cards=", ".join(map(wording.card, view.hand)) or "–")
        told = (wording.now(), hand) if legal or view.phase == "enter" else (hand,)
        # Who waits is shown what stays true: the own hand. What others do is on the board.
        shown = view if legal or view.phase == "enter" else view.hand
        return Shown(
            text=words(f"ask.{legal[0].kind}") if legal else "",
            rows=self._rows(sight, wording),
            pictures=(
                Picture(
                    ("meistercoup.hand", shown, sight.names.plain, words.language),
                    alt_text("\n".join(told)),
                    self._painting(painting.hand, sight),
                ),
            ),
        )

    def held(self, sight: Sight) -> Picture:
        """Return the hand in one line."""
        hand, wording = sight.view.hand, self._wording(sight)
        paint = partial(painting.held, cards=hand, diamonds=self.game.box.diamonds)
        return Picture(("meistercoup.held", hand), ", ".join(map(wording.card, hand)), paint)

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action of a button; cards travel as places in the hand or trick."""
        try:
            return Pressed(_action(view, verb, keypad.numbers(args)))
        except IndexError as error:
            raise Malformed("error.malformed") from error

    def drawings(self) -> Drawings:
        """Return the monster of every card."""
        return {_art(card): partial(art.figure_svg, card) for card in DECK}

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.colour, self.game.box.diamonds)

    def _wording(self, sight: Sight) -> Wording:
        return Wording(sight.view, sight.names, sight.words, self.game.box.diamonds)

    def _painting(
        self, paint: Callable[..., Image.Image], sight: Sight
    ) -> Callable[[Studio], Image.Image]:
        return partial(
            paint,
            view=sight.view,
            names=sight.names.plain,
            labels={name: sight.words(f"picture.{name}") for name in painting.LABELS},
            diamonds=self.game.box.diamonds,
            outcome=sight.outcome,
        )

    def _rows(self, sight: Sight, wording: Wording) -> Sequence[Row]:
        buttons = [self._button(sight, action, wording) for action in sight.legal]
        return keypad.rows(buttons, ROW)

    def _button(self, sight: Sight, action: Action, wording: Wording) -> Button:
        view, names = sight.view, sight.names
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
    emoji = DOTS[colour_of(card)]
    return Button(wording.card(card), verb, args, emoji=emoji, art=_art(card))


def _art(card: Card) -> str:
    return f"coup_{card}"


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
