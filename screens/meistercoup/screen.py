"""The screen of Meister Coup: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from PIL import Image

from engine.contract import Advice, Event, Seat
from engine.errors import Malformed
from engine.match import Match
from engine.meistercoup.values import (
    DECK,
    HAND,
    ROUNDS,
    Action,
    Card,
    CardsTaken,
    Confirm,
    DividedTrick,
    Options,
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
from screens.meistercoup import advice as hints
from screens.meistercoup import art, outlook, painting, telling
from screens.meistercoup.rules import rules
from screens.meistercoup.tokens import Scene
from screens.meistercoup.words import DOTS, Wording
from screens.names import Names
from screens.page import ON_BUTTON, Button, Page, Picture, Row
from screens.screen import Part, Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.wording import alt_text, capital, joined, naming

Paint: TypeAlias = "Callable[..., Image.Image]"
"""Paints a scene."""
ROW = 4
"""Cards in a row of buttons: four fit a phone."""


class CoupScreen(Screen):
    """Meister Coup."""

    colour = 0x8E5CF7

    def cover(self, studio: Studio) -> Image.Image:
        """Return a parade of monsters."""
        return painting.cover(studio, self.game.box.diamonds)

    def goal(self, options: Options, seats: int) -> str:
        """Return how one wins, alone or in a team."""
        return "goal.teams" if self.game.teams(options, seats) else "goal"

    def board(self, sight: Sight) -> Shown:
        """Return the trick, what everybody has taken, coups, points and the colours of hands."""
        view, words, wording = sight.view, sight.words, self._wording(sight)
        if view.phase == "over":
            return self._end(sight, wording)
        now, seats = wording.now(), wording.seats()
        # Once the next trick has begun, what the last one brought is seen with what was taken.
        trick = [now] if view.trick else [now, wording.last()]
        told = [wording.last()] if view.trick else []
        told += [f"{seat.name}: {seat.value}" for seat in seats]
        return Shown(
            ask=words(f"wait.{view.phase}"),
            text=joined(now, wording.teams()),
            below=wording.until(),
            fields=seats,
            pictures=(
                self._picture(sight, painting.trick, _trick(view), "\n".join(trick)),
                self._picture(sight, painting.seats, _seats(view), "\n".join(told)),
            ),
        )

    def parts(self, sight: Sight) -> Sequence[Part]:
        """Return what is told of the rounds and of each seat only to who asks."""
        return self._wording(sight).parts()

    def stage(self, sight: Sight) -> str:
        """Return the round and the trick."""
        view = sight.view
        return sight.words("stage", round=view.round, trick=view.trick_number)

    def recap(self, sight: Sight) -> Sequence[str]:
        """Return who took which cards since the reader played, and whose coup it was."""
        return list(self._wording(sight).recap(sight.since))

    def tip(self, sight: Sight) -> str:
        """Return what a seat is asked to do: play, take, pair, propose or confirm; or the last
        result to enter."""
        if not sight.legal:
            return ""
        ends = sight.view.phase == "enter" and sight.view.round == ROUNDS
        return "last" if ends else sight.legal[0].kind

    def hint(self, sight: Sight, advice: Advice[Any]) -> str:
        """Return which card to play or take, or whose result to enter, and why."""
        return hints.told(sight, self._wording(sight), advice)

    def called(self, sight: Sight, spot: str) -> str:
        """Return a card, of the hand or the trick, a colour, or whose something is."""
        view, (kind, number) = sight.view, spot.split(".")
        if kind == "card" and int(number) in {*view.hand, *(card for _, card in view.trick)}:
            return self._wording(sight).card(int(number))
        if kind == "trick":
            return self._wording(sight).card(dict(view.trick)[int(number)])
        if kind == "sum":
            return sight.words(f"colour.{number}")
        if kind in ("backs", "taken", "went"):
            return sight.names[int(number)]
        return super().called(sight, spot)

    def panel(self, sight: Sight) -> Shown:
        """Return the own hand and a button for everything this seat may do now."""
        view, legal = sight.view, sight.legal
        if view.phase == "over":
            return Shown()
        wording = self._wording(sight)
        if legal and view.phase == "play":
            hand = wording.gems(view.hand)
        else:
            hand = wording.own_hand(view.hand)
        asked = bool(legal) or view.phase == "enter"
        if not asked and not view.hand:
            return Shown(text=joined(hand, wording.partners()))
        told = (wording.now(), hand) if asked else (hand,)
        if legal and view.phase in ("take", "pair"):
            told = (wording.choosing(view.seat),)
        # Who waits is shown what stays true: the own hand. What others do is on the board.
        shown = view if asked else view.hand
        return Shown(
            text=joined(*wording.asks(legal), wording.partners()),
            below=wording.until(),
            rows=self._rows(sight, wording),
            pictures=(self._picture(sight, painting.hand, shown, "\n".join(told)),),
        )

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return the trick and every hand; what was taken is in words."""
        board = self.board(sight)
        if sight.outcome is not None:
            return board
        names, wording = sight.names, self._wording(sight)
        hands = tuple(match.view(seat).hand for seat in range(len(names)))
        told = "\n".join(
            f"{name}: {wording.groups(hand)}" for name, hand in zip(names, hands, strict=True)
        )
        paint = self._painting(sight, painting.hands, hands=hands)
        key = ("meistercoup.hands", hands, names.plain)
        return replace(board, pictures=(board.pictures[0], Picture(key, alt_text(told), paint)))

    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        """Return who played and took what, coups and results."""
        return list(telling.sentences(event, sight.names, sight.words, self._wording(sight)))

    def story(self, events: Sequence[Event], sight: Sight) -> Sequence[Shown]:
        """Return the last trick of the game, divided, before the result is shown."""
        view, done = sight.view, sight.view.last_trick
        taken = any(isinstance(event, CardsTaken) for event in events)
        if view.phase != "over" or done is None or not taken:
            return ()
        trick = replace(view, trick=done.plays, winner=done.winner, runner_up=done.runner_up)
        return (self._divided(trick, done, sight),)

    def shots(self, before: Match, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return a trick once it is divided."""
        trick, done = before.view(None), sight.view.last_trick
        taken = any(isinstance(event, CardsTaken) for event in match.happened)
        if not taken or done is None or sight.view.trick:
            return ()
        return (self._divided(trick, done, sight),)

    def _divided(self, view: View, done: DividedTrick, sight: Sight) -> Shown:
        """Return the trick of a view as it was divided."""
        told = self._wording(sight).division(done)
        whole = replace(sight, view=replace(view, phase="take", won=done.won), outcome=None)
        picture = self._picture(whole, painting.trick, _trick(whole.view), told)
        return Shown(ask=told, text=told, pictures=(picture,))

    def retold(self, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return the trick as it was then, as long as it lies there or is the last one."""
        then, now = Sight.of(match, None, sight.names, sight.words), sight.view
        view, done = then.view, then.view.last_trick
        said = self.line(sight.since, then)
        if view.trick and _lies(view, now):
            told = self._wording(then).now()
            picture = self._picture(then, painting.trick, _trick(view), told)
            return (Shown(ask=said, text=told, pictures=(picture,)),)
        taken = any(isinstance(event, CardsTaken) for event in sight.since)
        if not view.trick and taken and done is not None and done == now.last_trick:
            trick = replace(view, trick=done.plays, winner=done.winner, runner_up=done.runner_up)
            return (replace(self._divided(trick, done, then), ask=said),)
        return super().retold(match, sight)

    def own(self, sight: Sight) -> Sequence[Part]:
        """Return the own cards with their diamonds."""
        held = sight.view.hand
        told = self._wording(sight).own_hand(held)
        return [Part("hand", sight.words("parts.hand"), told)] if held else []

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
        return rules(words, self.game.box.diamonds)

    def _end(self, sight: Sight, wording: Wording) -> Shown:
        assert sight.outcome is not None
        told = "\n".join(wording.end(sight.outcome))
        shown = (sight.view, sight.outcome)
        picture = self._picture(sight, painting.result, shown, told)
        return Shown(text=told, pictures=(picture,))

    def _wording(self, sight: Sight) -> Wording:
        return Wording(sight.view, sight.names, sight.words, self.game.box.diamonds)

    def _picture(self, sight: Sight, paint: Paint, shown: Hashable, alt: str) -> Picture:
        """Return a picture that shows this of a view, and nothing else that changes."""
        key = (f"meistercoup.{paint.__name__}", shown, sight.names.plain, sight.words.language)
        return Picture(key, alt_text(alt), self._painting(sight, paint))

    def _painting(
        self, sight: Sight, paint: Paint, **more: Sequence[Sequence[Card]]
    ) -> Callable[[Studio], Image.Image]:
        facts = {
            "view": sight.view,
            "names": sight.names.plain,
            "labels": {name: sight.words(f"picture.{name}") for name in painting.LABELS},
            "diamonds": self.game.box.diamonds,
            "outcome": sight.outcome,
        }
        return partial(_paint, paint=paint, facts=facts, more=more)

    def _rows(self, sight: Sight, wording: Wording) -> Sequence[Row]:
        buttons = [self._button(sight, action, wording) for action in sight.legal]
        return keypad.rows(buttons, ROW)

    def _button(self, sight: Sight, action: Action, wording: Wording) -> Button:
        view, names = sight.view, sight.names
        match action:
            case Play(card):
                return _card(wording.playing(card), "play", str(view.hand.index(card)), card)
            case Take(card):
                return _card(wording.taking(card), "take", str(_place(view, card)), card)
            case TakePair(cards):
                args = ".".join(str(_place(view, card)) for card in cards)
                return Button(_label(wording.taking_pair(cards)), "pair", args)
            case Propose(member):
                return Button(_member(names, member, wording), "propose", str(member))
            case Confirm(member):
                label = _member(names, member, wording, "✔ ")
                return Button(label, "confirm", str(member), "success")
        raise Malformed("error.malformed")


def _paint(
    studio: Studio, paint: Paint, facts: Mapping[str, Any], more: Mapping[str, Any]
) -> Image.Image:
    return paint(Scene(studio=studio, **facts), **more)


def _trick(view: View) -> Hashable:
    """Return all that the picture of the trick shows of a view."""
    if view.phase == "enter":
        entering: Hashable = (view.proposals, view.entered, view.points_round, view.coups_round)
    else:
        entering = (view.leader, view.trick, view.winner, view.runner_up, view.won, view.backs)
    last = None if view.trick or view.phase == "enter" else view.last_trick
    totals = view.teams and (view.points, view.coups)
    return view.phase, view.round, view.trick_number, view.waiting, entering, last, totals


def _lies(view: View, now: View) -> bool:
    """Return whether a view's trick is the one that lies there now, or the last one."""
    tricks = [now.trick, *([now.last_trick.plays] if now.last_trick else [])]
    one, other = (each.round * HAND + each.trick_number for each in (view, now))
    return other - one < 2 and any(plays[: len(view.trick)] == view.trick for plays in tricks)


def _seats(view: View) -> Hashable:
    """Return all that the picture of the seats shows of a view."""
    marks = tuple(outlook.marks(view, seat) for seat in range(len(view.backs)))
    points = (None if view.teams else view.points, view.points_round)
    return view.last_trick, view.won, view.taken, marks, points, view.teams


def _member(names: Names, member: Seat, wording: Wording, sign: str = "") -> str:
    """Return a team's member with what they reached, which a phone shows however long the name."""
    reached = wording.result(member)
    return naming(lambda name: f"{sign}{name}: {reached}", names.plain[member])


def _card(label: str, verb: str, args: str, card: Card) -> Button:
    emoji = DOTS[colour_of(card)]
    return Button(_label(label), verb, args, emoji=emoji, art=_art(card))


def _label(text: str) -> str:
    return capital(text)[:ON_BUTTON]


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
