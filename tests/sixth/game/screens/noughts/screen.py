"""The screen of noughts and crosses: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.noughts.values import SPOTS, Mark, Marked, Spot, View
from PIL import Image
from screens.noughts import art, painting
from screens.noughts.painting import Scene

from engine.contract import Advice, Event, Seat
from engine.errors import Malformed
from engine.match import Match
from engine.ranking import order
from screens import keypad
from screens import rules as frame
from screens.advice import told
from screens.kit.emojis import Drawings
from screens.kit.studio import Studio
from screens.page import Button, Page, Picture, Style
from screens.screen import Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.wording import alt_text, seat_field

ART = ("xo_cross", "xo_nought")
"""By seat the drawing of its mark on buttons."""


class NoughtsScreen(Screen):
    """Noughts and crosses."""

    rounds = False
    colour = 0x9B7BD8

    def cover(self, studio: Studio) -> Image.Image:
        """Return marks and monsters in a row."""
        return painting.cover(studio)

    def board(self, sight: Sight) -> Shown:
        """Return the board, in a picture and in words; at the end the places, best first."""
        seats, pictures = range(len(sight.names)), [_picture(sight)]
        if sight.outcome is not None:
            places = [_place(sight, seat) for seat in order(sight.outcome.places)]
            return Shown(text="\n".join((*places, *_below(sight))), pictures=pictures)
        fields = [seat_field(seat, sight.names, [_marked(sight, seat)]) for seat in seats]
        text = "\n".join(_below(sight))
        return Shown(ask=sight.words("wait"), text=text, fields=fields, pictures=pictures)

    def panel(self, sight: Sight) -> Shown:
        """Return the board with a button for every spot."""
        if sight.outcome is not None:
            return Shown()
        own = sight.words("own", mark=sight.words(f"mark.{sight.view.seat}"))
        buttons = [_button(sight, spot) for spot in range(SPOTS)]
        return Shown(text=own, rows=keypad.rows(buttons, 3), pictures=[_picture(sight)])

    def hint(self, sight: Sight, advice: Advice[Mark]) -> str:
        """Return the number of a spot, and why to mark that one."""
        done = sight.words("advice.mark", spot=advice.action.spot + 1)
        return told(sight, done, advice.reason, name=sight.names[1 - sight.view.seat])

    def called(self, sight: Sight, spot: str) -> str:
        """Return a spot as its button has it."""
        kind, number = spot.split(".")
        if kind == "spot" and int(number) < len(sight.view.marks):
            return f"{int(number) + 1}"
        return super().called(sight, spot)

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the mark that a button means."""
        match verb, keypad.numbers(args):
            case "mark", [spot]:
                return Pressed(Mark(spot))
        raise Malformed("error.malformed")

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules in two pages, the second with all that lies on a board."""
        signs = words("rules.signs").split("\n")
        drawn = frame.legend(words, "monsters", painting.legend, signs)
        return [frame.page(words, "aim"), frame.page(words, "monsters", [drawn], signs)]

    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        """Return where a mark was put, and what it woke."""
        return [f"{_told(event, sight)}."] if isinstance(event, Marked) else []

    def drawings(self) -> Drawings:
        """Return the marks, which buttons of marked spots show."""
        return dict(zip(ART, (art.cross, art.nought), strict=True))

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return the board with its sleepers."""
        return self.board(replace(sight, view=replace(sight.view, asleep=match.state.asleep)))

    def recap(self, sight: Sight) -> Sequence[str]:
        """Return where the other has put a mark, and what it woke."""
        return [_told(event, sight) for event in sight.since if isinstance(event, Marked)]


def _told(event: Marked, sight: Sight) -> str:
    key = "recap.woke" if event.woke else "recap.marked"
    return sight.words(key, name=sight.names[event.seat], n=event.spot + 1)


def _picture(sight: Sight) -> Picture:
    view = sight.view
    seats = (f"{name}: {_marked(sight, seat)}" for seat, name in enumerate(sight.names))
    text = "\n".join((*seats, *_below(sight)))
    lit = sight.outcome.winners if sight.outcome else view.waiting
    names = sight.names.plain
    scene = Scene(names, view.marks, view.woken, view.asleep, view.sleepers, lit)
    return Picture(("noughts.board", scene), alt_text(text), partial(painting.board, scene=scene))


def _below(sight: Sight) -> list[str]:
    """Return what was eaten, how many still sleep, and where if that may be known."""
    view, words = sight.view, sight.words
    lines = [words("woken", spots=_numbers(view.woken))] if view.woken else []
    lines.append(words("sleepers", n=view.sleepers))
    return lines + ([words("asleep", spots=_numbers(view.asleep))] if view.asleep else [])


def _marked(sight: Sight, seat: Seat) -> str:
    """Return a seat's mark, and where it stands."""
    own = [spot for spot, mark in enumerate(sight.view.marks) if mark == seat]
    mark = sight.words(f"mark.{seat}")
    return sight.words("seat", mark=mark, spots=_numbers(own)) if own else mark


def _place(sight: Sight, seat: Seat) -> str:
    assert sight.outcome is not None
    return f"{sight.outcome.places[seat]}. **{sight.names[seat]}**"


def _numbers(spots: Sequence[Spot]) -> str:
    return ", ".join(str(spot + 1) for spot in sorted(spots))


def _button(sight: Sight, spot: Spot) -> Button:
    mark = sight.view.marks[spot]
    drawn = "" if mark is None else ART[mark]
    open = Mark(spot) in sight.legal
    style: Style = "primary" if open else "secondary"
    return Button(f"{spot + 1}", "mark", f"{spot}", style, disabled=not open, art=drawn)
