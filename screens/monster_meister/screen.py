"""The screen of Monster Meister: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.errors import Malformed
from engine.match import Match
from engine.monster_meister.values import (
    PROPERTIES,
    Action,
    Cell,
    Looked,
    Name,
    Place,
    Remove,
    Spot,
    TurnUp,
    View,
)
from screens.kit.studio import Studio
from screens.monster_meister import pad, painting
from screens.monster_meister.display import Hidden, cell_label
from screens.monster_meister.rules import rules
from screens.monster_meister.words import BACKS, DOTS, Wording, short
from screens.page import Button, Page, Picture, Row
from screens.screen import Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.wording import alt_text

LABELS = ("points",)
"""The words that pictures carry."""


class MeisterScreen(Screen):
    """Monster Meister."""

    forgets = True
    colour = 0x3FA45B

    def cover(self, studio: Studio) -> Image.Image:
        """Return monsters in a row."""
        return painting.cover(studio)

    def board(self, sight: Sight) -> Shown:
        """Return the task, all displays, what is face up now, points, roles and past rounds."""
        view, words = sight.view, sight.words
        wording = Wording(view, sight.names, words)
        picture = self._picture(sight)
        if view.phase == "over":
            return Shown(fields=wording.history(), pictures=(picture,))
        return Shown(
            ask=words(f"wait.{view.phase}"),
            text="\n".join([wording.task(), *wording.now(), wording.pile()]),
            fields=(*wording.seats(), *wording.history()),
            below=wording.time(),
            pictures=(picture,),
        )

    def panel(self, sight: Sight) -> Shown:
        """Return the own display and a button for everything this seat may do now."""
        view, words = sight.view, sight.words
        wording = Wording(view, sight.names, words)
        if view.phase == "over":
            return Shown()
        assert view.seat is not None
        return Shown(
            text="\n".join(_lines(view, view.seat, sight.legal, wording, words)),
            below=wording.time(),
            rows=_rows(view, view.seat, sight.legal, sight.look, words),
            pictures=(_display(view, view.seat, wording, words),),
        )

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return the board with the fronts of all cards, faint where they lie face down."""
        if sight.outcome is not None:
            return self.board(sight)
        state, fronts = match.state, self.game.box.fronts
        hidden = tuple(
            Hidden(
                {lying.cell: fronts[lying.card] for lying in display if not lying.up},
                None if drawn is None else fronts[drawn],
            )
            for display, drawn in zip(state.displays, state.drawn, strict=True)
        )
        board, picture = self.board(sight), self._picture(sight, hidden)
        wording = Wording(sight.view, sight.names, sight.words)
        told = [
            f"{name}: {', '.join(wording.at(cell, front) for cell, front in each.fronts.items())}"
            for name, each in zip(sight.names, hidden, strict=True)
        ]
        alt = alt_text("\n".join((*told, board.text)))
        return replace(board, pictures=(replace(picture, alt=alt),))

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action of a button; cells travel as column and row."""
        try:
            return _meaning(view, verb, args)
        except ValueError as error:
            raise Malformed("error.malformed") from error

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.colour, self.game.box)

    def _picture(self, sight: Sight, hidden: Sequence[Hidden] = ()) -> Picture:
        view, names, words = sight.view, sight.names, sight.words
        laid_open = tuple((*each.fronts.items(), each.drawn) for each in hidden)
        key = ("monster_meister.board", _painted(view), names.plain, words.language, laid_open)
        if sight.outcome is not None:
            places = sight.outcome.places
            paint = partial(painting.result, view=view, names=names.plain, places=places)
            told = [words("picture.result"), *Wording(view, names, words).counted(places)]
            return Picture(key, alt_text("\n".join(told)), paint)
        labels = {name: words(f"picture.{name}") for name in LABELS}
        paint = partial(
            painting.board,
            box=self.game.box,
            view=view,
            names=names.plain,
            labels=labels,
            hidden=hidden,
        )
        return Picture(key, "", paint)


def _painted(view: View) -> View:
    """Return the view without what the board's picture does not show, to tell pictures apart."""
    return replace(view, seat=None, drawn=None, free=(), deadline=None, results=(), own_left=())


def _display(view: View, seat: Seat, wording: Wording, words: Words) -> Picture:
    gone = tuple(card for card in view.removed if card.seat == seat)
    key = (view.displays[seat], gone, view.free, view.drawn, view.drawn_backs[seat])
    alt = [words("picture.display"), wording.up(seat)]
    if view.drawn is not None:
        alt.append(words("picture.drawn", card=wording.front(view.drawn)))
    return Picture(
        ("monster_meister.display", key),
        alt_text("\n".join(alt)),
        partial(painting.panel, view=view),
    )


def _lines(
    view: View, seat: Seat, legal: Sequence[Action], wording: Wording, words: Words
) -> list[str]:
    """Return what the next decision needs and the picture does not say."""
    lines = [wording.task()]
    lines += wording.now() if view.drawn is None else wording.roles()
    lines.append(wording.progress(seat))
    back = view.drawn_backs[seat]
    if view.drawn is not None and back is not None:
        lines.append(words("ask.place", card=wording.front(view.drawn), back=BACKS[back]))
    elif legal:
        lines.append(words(f"ask.{legal[0].kind}"))
    return [line for line in lines if line]


def _rows(
    view: View, seat: Seat, legal: Sequence[Action], look: str, words: Words
) -> Sequence[Row]:
    display = view.displays[seat]
    match legal[0] if legal else None:
        case Name():
            buttons = [_naming(wanted, words) for wanted in PROPERTIES if Name(wanted) in legal]
            return [buttons[:4], buttons[4:]]
        case Remove():
            ups = {spot.cell: _removing(spot) for spot in display if Remove(spot.cell) in legal}
            return pad.listing(ups, look)
        case Place():
            return pad.listing({cell: _placing(cell) for cell in view.free}, look)
        case Looked():
            return [[Button(words("button.looked"), "looked", style="success", emoji="👀")]]
        case TurnUp():
            return pad.grid(display, look, _turning)
    return []


def _turning(spot: Spot) -> Button:
    args = pad.args(spot.cell)
    if spot.front is None:
        return Button(cell_label(spot.cell), "turn", args)
    return Button(short(spot.front), "turn", args, "success", disabled=True)


def _removing(spot: Spot) -> Button:
    front = short(spot.front) if spot.front else ""
    return Button(f"{cell_label(spot.cell)} {front}", "give", pad.args(spot.cell), "primary")


def _placing(cell: Cell) -> Button:
    return Button(cell_label(cell), "place", pad.args(cell), "primary")


def _naming(wanted: str, words: Words) -> Button:
    return Button(words(f"property.{wanted}"), "name", wanted, "primary", DOTS.get(wanted))


def _meaning(view: View, verb: str, args: str) -> Pressed:
    match verb:
        case "turn" if view.seat is not None:
            cell = pad.cell(args)
            return Pressed(TurnUp(cell), pad.page_of(view.displays[view.seat], cell))
        case "give":
            return Pressed(Remove(pad.cell(args)))
        case "place":
            return Pressed(Place(pad.cell(args)))
        case "name" if args in PROPERTIES:
            return Pressed(Name(args))
        case "looked":
            return Pressed(Looked())
        case "page" if args.isdecimal():
            return Pressed(look=args)
    raise Malformed("error.malformed")
