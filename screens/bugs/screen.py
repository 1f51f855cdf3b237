"""The screen of Bugs & Co: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PIL import Image

from engine import ranking
from engine.bugs.values import (
    Action,
    Back,
    Keep,
    Kept,
    Lay,
    Pick,
    Spot,
    Took,
    Trophy,
    View,
)
from engine.contract import Event
from engine.errors import Malformed
from engine.match import Match
from screens import keypad
from screens.bugs import diagrams, laid, opened, painting, telling
from screens.bugs.laid import Hand
from screens.bugs.opened import Hands
from screens.bugs.pad import Look, rows
from screens.bugs.rules import rules
from screens.bugs.words import Wording
from screens.kit.studio import Studio
from screens.page import Page, Picture
from screens.screen import Part, Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.wording import WHOLE, alt_text

ROOM = 1550
"""Pixels that a board's pictures are high together at most."""


class BugsScreen(Screen):
    """Bugs & Co. What a panel shows of the table is an area."""

    rounds = False
    colour = 0x2A9D8F

    def cover(self, studio: Studio) -> Image.Image:
        """Return monsters in a row."""
        return diagrams.cover(studio, self.game.box)

    def board(self, sight: Sight) -> Shown:
        """Return areas, hands by number, trophies and time; at the end every hand laid open."""
        view, words = sight.view, sight.words
        wording = self._wording(sight)
        if view.over:
            return self._final(sight, wording)
        return Shown(
            ask=words(f"board.{view.phase}"),
            text=wording.table(),
            fields=wording.seats(),
            below=wording.time(),
            pictures=(_table(sight, wording), _players(sight, wording)),
            forgets=True,
        )

    def panel(self, sight: Sight) -> Shown:
        """Return one area as buttons, what to do now, the own hands, and the time.

        While a seat plays, it all stays where it is: as many lines, a picture of one size, and as
        many rows.
        """
        view, words = sight.view, sight.words
        assert view.seat is not None
        wording = self._wording(sight)
        if view.over:
            return Shown(text=wording.collected(view.seat))
        if view.seats[view.seat].trophy:
            return Shown(text=wording.done(view.seat), below=wording.time())
        look = Look.read(sight.look, view)
        stopping = look.stopping(sight.legal)
        return Shown(
            text=wording.hands(view.seat, look.area, stopping),
            below=wording.beside_controls(view.seat, look.trophy, stopping),
            rows=rows(view, sight.legal, look, words, sight.brief),
            pictures=(self._hands(view, wording.in_hands(stopping)),),
        )

    def called(self, sight: Sight, spot: str) -> str:
        """Return a place where a tile lies, or an area, by its name."""
        kind, *numbers = spot.split(".")
        match kind, list(map(int, numbers)):
            case "place", [area, place] if sight.view.areas[area][place]:
                return painting.spot_label(Spot(area, place))
            case "area", [area] if area < len(sight.view.areas):
                return painting.area_label(area)
        return super().called(sight, spot)

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return the table with every tile's face, and every hand."""
        board, view, names = self.board(sight), sight.view, sight.names.plain
        if view.over:
            return board
        hidden = opened.hidden(self.game.box, match.state)
        wording = self._wording(sight)
        lying = wording.lying(hidden.areas)
        tables = [
            Picture(
                ("bugs.open", view.areas, view.seats, names, hidden.areas, tuple(areas)),
                # The first one's words tell all: where the same monsters lie is to be heard.
                alt_text(wording.named(areas) if number else lying, WHOLE),
                partial(
                    opened.paint,
                    box=self.game.box,
                    view=view,
                    names=names,
                    hidden=hidden,
                    areas=areas,
                ),
            )
            for number, areas in enumerate(opened.divided(view))
        ]
        hands = self._playing(opened.held(hidden, view, names), view, wording)
        return replace(board, text=wording.prospect(), fields=(), pictures=(*tables, hands))

    def shots(self, before: Match, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return everybody's hands whenever somebody keeps a tile or takes a trophy."""
        for event in match.happened:
            if isinstance(event, Kept | Took) and not match.over:
                hidden = opened.hidden(self.game.box, match.state)
                hands = opened.held(hidden, sight.view, sight.names.plain)
                shown = self._playing(hands, sight.view, self._wording(sight))
                return (Shown(ask=self.line([event], sight), pictures=(shown,)),)
        return ()

    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        """Return which tiles were looked at, moved and kept, and who has stopped."""
        wording = self._wording(sight)
        return list(telling.sentences(event, sight.names, sight.words, wording))

    def own(self, sight: Sight) -> Sequence[Part]:
        """Return the tile in the own right hand."""
        held = sight.view.held
        if held is None:
            return []
        wording = self._wording(sight)
        return [Part("hand", sight.words("parts.hand"), wording.face(held.face), forgets=True)]

    def parts(self, sight: Sight) -> Sequence[Part]:
        """Return, to who reads short words, where tiles lie; all others are told at once."""
        if not sight.brief or sight.view.over:
            return []
        told = self._wording(sight).areas()
        return [Part("areas", sight.words("parts.areas"), told, forgets=True)]

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action of a button; its numbers end with the area that is shown."""
        meant = keypad.numbers(args)
        if meant[-1] >= len(view.areas):
            raise Malformed("error.malformed")
        if verb == "stop" and len(meant) == 2:
            return Pressed(look=Look(meant[1], meant[0]).written)
        return Pressed(_action(verb, meant), Look(meant[-1]).written)

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.game.box)

    def _wording(self, sight: Sight) -> Wording:
        return Wording(sight.view, sight.names, sight.words, self.game.box, sight.brief)

    def _hands(self, view: View, told: str) -> Picture:
        assert view.seat is not None
        held, left = view.held, view.seats[view.seat].left
        paint = partial(painting.hands, box=self.game.box, held=held, left=left)
        return Picture(("bugs.hands", held, left), told, paint)

    def _final(self, sight: Sight, wording: Wording) -> Shown:
        """Return the finest set of who won, and every hand laid open, best first."""
        view, names, outcome = sight.view, sight.names.plain, sight.outcome
        assert outcome is not None
        places, scores = outcome.places, outcome.scores
        hands = [
            Hand(
                seat,
                names[seat],
                view.over[seat],
                places[seat],
                scores[seat],
                view.seats[seat].trophy,
            )
            for seat in ranking.order(places)
        ]
        best = laid.finest(self.game.box, [h for h in hands if h.place == 1], view.images)
        finest = () if best is None else (self._finest(*best, wording),)
        room = ROOM - laid.FINEST_HIGH * len(finest)
        return Shown(
            ask=wording.shared(places),
            text=wording.laid_open(places, scores),
            pictures=(*finest, *self._laid(hands, room, wording)),
        )

    def _finest(self, hand: Hand, image: int, wording: Wording) -> Picture:
        paint = partial(laid.finest_set, box=self.game.box, hand=hand, image=image)
        alt = wording.finest(hand.seat, image)
        return Picture(("bugs.finest", hand.seat, hand.name, hand.scores, image), alt, paint)

    def _laid(self, hands: Sequence[Hand], room: int, wording: Wording) -> Sequence[Picture]:
        """Return these hands in one picture or two, together so high."""
        return [
            Picture(
                ("bugs.laid", tuple(each), size),
                alt_text("\n".join(wording.hand(h.seat, h.open) for h in each)),
                partial(laid.lay_out, box=self.game.box, hands=each, size=size),
            )
            for size, each in laid.divided_hands(hands, room, 2)
        ]

    def _playing(self, hands: Sequence[Hands], view: View, wording: Wording) -> Picture:
        told = "\n".join(wording.playing(hand.seat, hand.right, hand.left) for hand in hands)
        paint = partial(opened.hands, box=self.game.box, hands=hands, trophies=view.trophies)
        return Picture(("bugs.playing", tuple(hands), view.trophies), alt_text(told, WHOLE), paint)


def _table(sight: Sight, wording: Wording) -> Picture:
    """Return the areas; a seat matters to them while it holds a tile."""
    view, names = sight.view, sight.names.plain
    holding = tuple((n, s.right, names[n]) for n, s in enumerate(view.seats) if s.right)
    paint = partial(painting.table, view=view, names=names)
    return Picture(("bugs.table", view.areas, holding), alt_text(wording.areas()), paint)


def _players(sight: Sight, wording: Wording) -> Picture:
    """Return trophies and what each seat has collected."""
    view, names = sight.view, sight.names.plain
    facts = tuple((seat.left, seat.trophy) for seat in view.seats)
    paint = partial(painting.players, view=view, names=names)
    return Picture(
        ("bugs.players", facts, view.trophies, names), alt_text(wording.players()), paint
    )


def _action(verb: str, meant: Sequence[int]) -> Action | None:
    match verb, meant:
        case "show" | "on", [_]:
            return None
        case "pick", [place, area]:
            return Pick(area, place)
        case "lay", [area, _]:
            return Lay(area)
        case "keep", [_]:
            return Keep()
        case "return", [_]:
            return Back()
        case "trophy", [value, _]:
            return Trophy(value)
    raise Malformed("error.malformed")
