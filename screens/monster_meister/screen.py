"""The screen of Monster Meister: the board, one's panel, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PIL import Image

from engine import ranking
from engine.contract import Event, Seat
from engine.errors import Malformed
from engine.match import Match
from engine.monster_meister.values import (
    PROPERTIES,
    ROUNDS,
    Action,
    CardsDown,
    Cell,
    Looked,
    Name,
    Place,
    Remove,
    Spot,
    TurnedUp,
    TurnUp,
    View,
)
from screens.kit.studio import Studio
from screens.monster_meister import diagrams, own, pad, painting, telling
from screens.monster_meister.display import Hidden, cell_label
from screens.monster_meister.painting import Line
from screens.monster_meister.rules import rules
from screens.monster_meister.words import ASKS, BACKS, DOTS, Wording
from screens.page import Button, Page, Picture, Row
from screens.screen import Part, Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.wording import ALT, WHOLE, alt_text, capital, joined

PAIR = 2
"""Displays in a picture."""


class MeisterScreen(Screen):
    """Monster Meister."""

    colour = 0x3FA45B

    def cover(self, studio: Studio) -> Image.Image:
        """Return monsters in a row."""
        return diagrams.cover(studio)

    def board(self, sight: Sight) -> Shown:
        """Return the task, all displays, what is face up now, points, roles and past rounds."""
        view, words = sight.view, sight.words
        wording = _wording(sight)
        if sight.outcome is not None:
            places = sight.outcome.places
            return Shown(
                ask="\n".join(wording.ties(places)),
                text="\n".join(wording.counted(places)),
                pictures=_result(sight, wording),
            )
        # In short words each seat is told behind its own button alone.
        seats = () if sight.brief else map(wording.brief, range(len(view.displays)))
        return Shown(
            ask=words(wording.placing("wait") if view.phase == "place" else f"wait.{view.phase}"),
            text="\n".join([wording.task(), *wording.now(), wording.pile(), *seats]),
            below=wording.time(),
            pictures=self._board(sight, wording),
        )

    def called(self, sight: Sight, spot: str) -> str:
        """Return a cell of the own display by its name."""
        own = sight.view.displays[sight.view.seat]
        kind, name = spot.split(".")
        if kind == "cell" and name in {cell_label(each.cell) for each in own}:
            return name
        return super().called(sight, spot)

    def parts(self, sight: Sight) -> Sequence[Part]:
        """Return each seat's display, and the rounds so far."""
        return _wording(sight).parts()

    def tip(self, sight: Sight) -> str:
        """Return the phase in which a seat is asked for more than a look, a place that no longer
        matters, or a card in the contest; of one that gives a card away, which is best."""
        view: View = sight.view
        match sight.legal:
            case [Remove(), *_]:
                return _best_given(view, sight.legal)
            case [Looked(), *_]:
                return ""
            case [Place(), *_] if view.round == ROUNDS:
                return ""
            case [TurnUp(), *_] if view.contest is not None:
                return ""  # it is not played for points
        return view.phase

    def panel(self, sight: Sight) -> Shown:
        """Return the own display and a button for everything this seat may do now."""
        view, words = sight.view, sight.words
        wording = _wording(sight)
        if view.phase == "over":
            return Shown()
        assert view.seat is not None
        return Shown(
            text="\n".join(_lines(view, view.seat, sight.legal, wording, words)),
            below=wording.time(),
            rows=_rows(view, view.seat, sight.legal, sight.look, wording, words),
            pictures=(_display(sight, view.seat, wording),),
        )

    def recap(self, sight: Sight) -> Sequence[str]:
        """Return what was decided for this seat; who lost and who got a card in the round before,
        to whoever begins one."""
        seat = sight.view.seat
        if seat is None:
            return ()
        wording = _wording(sight)
        return [*wording.done_for(seat, sight.since), *wording.recap(seat)]

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
        wording = _wording(sight)
        return replace(self.board(sight), pictures=self._board(sight, wording, hidden))

    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        """Return what was turned up, removed and placed, and who has which role."""
        wording = _wording(sight)
        return list(telling.sentences(event, sight.words, wording))

    def shots(self, before: Match, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return what lay open at the end of a round, and who had which role."""
        down = any(isinstance(event, CardsDown) for event in match.happened)
        if not down and not match.over:
            return ()
        then = replace(sight, view=before.view(None), outcome=None)
        wording = _wording(then)
        pictures = self._board(then, wording, headed=False)
        return [Shown(ask=wording.came_to(), pictures=(picture,)) for picture in pictures]

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action of a button; cells travel as column and row."""
        try:
            return _meaning(view, verb, args)
        except ValueError as error:
            raise Malformed("error.malformed") from error

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, self.game.box)

    def _board(
        self, sight: Sight, wording: Wording, hidden: Sequence[Hidden] = (), headed: bool = True
    ) -> Sequence[Picture]:
        """Return the displays, two a picture, the first pair below the task unless not `headed`."""
        view, plain = sight.view, sight.names.plain
        drawn = [each.drawn for each in hidden] or [None] * len(plain)
        lines = [
            painting.line(view, seat, name, wording.points(seat), drawn[seat])
            for seat, name in enumerate(plain)
        ]
        return [
            self._pair(view, wording, pair, hidden, headed and not number)
            for number, pair in enumerate(_paired(lines))
        ]

    def _pair(
        self,
        view: View,
        wording: Wording,
        lines: Sequence[Line],
        hidden: Sequence[Hidden],
        headed: bool,
    ) -> Picture:
        seats = [line.seat for line in lines]
        told = [wording.seat(seat) for seat in seats]
        told += [wording.laid_open(seat, hidden[seat].fronts) for seat in seats if hidden]
        head: tuple[object, ...] = ()
        if headed:
            told, head = [wording.task(), *wording.now(), wording.pile(), *told], _head(view)
        open = tuple((*hidden[seat].fronts.items(), hidden[seat].drawn) for seat in seats if hidden)
        lit = tuple(seat for seat in seats if seat in view.waiting)
        gone = tuple(card for card in view.removed if card.seat in seats)
        shown = tuple(view.displays[seat] for seat in seats), gone, painting.cell(view)
        key = ("monster_meister.board", tuple(lines), head, lit, *shown, open)
        paint = partial(
            painting.board,
            box=self.game.box,
            view=view,
            lines=lines,
            hidden=hidden,
            headed=headed,
        )
        return Picture(key, alt_text("\n".join(told), WHOLE if hidden else ALT), paint)


def _wording(sight: Sight) -> Wording:
    return Wording(sight.view, sight.names, sight.words)


def _paired(lines: Sequence[Line]) -> Sequence[Sequence[Line]]:
    return [lines[i : i + PAIR] for i in range(0, len(lines), PAIR)]


def _head(view: View) -> tuple[object, ...]:
    """Return what stands above the first pair of displays."""
    named = view.contest.named if view.contest else ()
    return view.task, named, view.round, view.pile, view.pile_back


def _result(sight: Sight, wording: Wording) -> Sequence[Picture]:
    """Return the displays face up, the best first, and what each of them came to."""
    view, outcome = sight.view, sight.outcome
    assert outcome is not None
    places, winners = outcome.places, outcome.winners
    lines = [
        painting.counted(view, seat, sight.names.plain[seat], places[seat], seat in winners)
        for seat in ranking.order(places)
    ]
    return [
        Picture(
            ("monster_meister.result", tuple(pair), view.displays),
            alt_text("\n".join(wording.count(each.seat, places[each.seat]) for each in pair)),
            partial(painting.result, view=view, lines=pair, winners=winners),
        )
        for pair in _paired(lines)
    ]


def _display(sight: Sight, seat: Seat, wording: Wording) -> Picture:
    view, side = sight.view, wording.side(seat)
    gone = tuple(card for card in view.removed if card.seat == seat)
    roles = seat in view.memorisers, seat in view.muddlers
    shown = view.displays[seat], gone, view.free, view.drawn, view.drawn_backs[seat]
    key = ("monster_meister.display", *shown, side, roles, view.to_turn[seat], view.task)
    alt = _lying(sight, seat, wording)
    return Picture(key, alt_text(alt), partial(own.panel, view=view, points=side))


def _lying(sight: Sight, seat: Seat, wording: Wording) -> str:
    """Return what lies open before a seat, and what it has given away just now."""
    view, words = sight.view, sight.words
    if view.phase in ASKS:
        lying = joined(wording.turned(seat, _newest(sight.own)), wording.beneath(seat))
        return lying or words("picture.display.down")
    if view.phase == "remove" and seat in view.waiting:
        return joined(words("picture.display.choice"), wording.foreign(seat))
    up, removed = wording.up(seat), wording.removed(seat)
    lying = words("picture.display", cards=up) if up else words("picture.display.down")
    return f"{lying}\n{words('removed', card=removed)}" if removed else lying


def _newest(events: Sequence[Event]) -> Cell | None:
    """Return where a seat has just turned up a card."""
    return next((event.cell for event in events if isinstance(event, TurnedUp)), None)


def _lines(
    view: View, seat: Seat, legal: Sequence[Action], wording: Wording, words: Words
) -> list[str]:
    """Return what the next decision needs and the picture does not say."""
    lines = [wording.task()] if view.phase in ASKS else []
    lines += wording.now() if view.drawn is None else wording.roles()
    if not wording.has_role(seat):
        lines.append(capital((wording.still if view.phase == "turn" else wording.progress)(seat)))
    back = view.drawn_backs[seat]
    if view.drawn is not None and back is not None:
        card = wording.front(view.drawn)
        lines.append(words(wording.placing("ask"), card=card, back=wording.back(back)))
    elif legal and not isinstance(legal[0], TurnUp):
        lines.append(words(f"ask.{legal[0].kind}"))
    return [line for line in lines if line]


def _rows(
    view: View, seat: Seat, legal: Sequence[Action], look: str, wording: Wording, words: Words
) -> Sequence[Row]:
    display = view.displays[seat]
    match legal[0] if legal else None:
        case Name():
            buttons = [_naming(wanted, words) for wanted in PROPERTIES if Name(wanted) in legal]
            return [buttons[:4], buttons[4:]]
        case Remove():
            given = (spot for spot in display if Remove(spot.cell) in legal)
            ups = {spot.cell: _removing(spot, seat, wording) for spot in given}
            return pad.listing(ups, look, words)
        case Place():
            return pad.listing({cell: _placing(cell) for cell in view.free}, look, words)
        case Looked():
            return [[Button(words("button.looked"), "looked", style="success", emoji="👀")]]
        case TurnUp():
            return pad.grid(display, look, _turning, words)
    return []


def _turning(spot: Spot) -> Button:
    label, args = cell_label(spot.cell), pad.args(spot.cell)
    if spot.front is None:
        return Button(label, "turn", args, "primary")
    return Button(label, "turn", args, "success", disabled=True)


def _removing(spot: Spot, seat: Seat, wording: Wording) -> Button:
    label = wording.at(spot.cell, spot.front or ())
    sign = BACKS[spot.back] if spot.back != seat else None
    return Button(label, "give", pad.args(spot.cell), "primary", sign)


def _best_given(view: View, legal: Sequence[Action]) -> str:
    """Return what to give away rids a seat of most of its own monsters; nothing: none of all."""
    assert view.seat is not None
    given = (spot for spot in view.displays[view.seat] if Remove(spot.cell) in legal)
    own = [len(spot.front or ()) for spot in given if spot.back == view.seat]
    if not own:
        return ""
    return "remove_double" if max(own) > 1 else "remove_own"


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
