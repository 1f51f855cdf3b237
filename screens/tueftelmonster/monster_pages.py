"""The pages of a panel about monsters: whom and what to steal, where bolts and cards go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from engine.contract import Seat
from engine.tueftelmonster import plane
from engine.tueftelmonster.values import Attach, Bolt, Steal
from screens import keypad
from screens.page import Button
from screens.screen import Shown
from screens.tueftelmonster import choices, outlook, private, scene, shown
from screens.tueftelmonster.choices import Way
from screens.tueftelmonster.desk import Desk, picture
from screens.tueftelmonster.drawings import part_art
from screens.tueftelmonster.keys import FEW, Entry
from screens.wording import capital, naming

PAIR = 2
"""Buttons in a row that name a part or a person."""
OFTEN = 3
"""So many thefts that do the same are told of by a question."""
LETTERS = "abc"
"""Tell the ways apart in which a part fits a cell."""


# Stealing


def whom(desk: Desk) -> Shown:
    """Return whose monster can be stolen from."""
    seats = choices.following_of(desk.ways, desk.way)
    buttons = [_victim(desk, seat) for seat in seats]
    lines = [desk.words("choose.whom"), *filter(None, map(desk.hints.reward, seats))]
    rows = [desk.monsters_row(), *keypad.rows(buttons, PAIR)]
    gallery = desk.gallery(seats, [_counted(desk, seat) for seat in seats])
    return Shown(text="\n".join(lines), rows=rows, pictures=[gallery])


def _counted(desk: Desk, seat: Seat) -> str:
    """Return what is counted of the only part that a seat can be robbed of: its button has no room
    for that."""
    only = _only_theft(desk, seat)
    laid = only and plane.card_at(desk.view.monsters[seat], only.cell)
    features = desk.wording.counted(laid.card) if laid else ""
    return f"{desk.wording.part(laid.card)}: {features}" if laid and features else ""


def _only_theft(desk: Desk, seat: Seat) -> Steal | None:
    found = desk.ways.get(choices.shortened(desk.ways, (seat,)))
    return found if isinstance(found, Steal) else None


def _victim(desk: Desk, seat: Seat) -> Button:
    """Return the button of a monster; where one part can be stolen it names it and says what that
    does, first of all that it ends the game."""
    way, only = choices.shortened(desk.ways, (seat,)), _only_theft(desk, seat)
    if only is None:
        return desk.keys.button(desk.named("button.steal", seat), way)
    laid, does = plane.card_at(desk.view.monsters[seat], only.cell), desk.hints.theft(only)
    assert laid is not None
    told = [desk.wording.part(laid.card), does]
    if outlook.stolen(desk.view, only).finishes:
        told.reverse()
    return desk.keys.button(desk.named("only.theft", seat, told="; ".join(filter(None, told))), way)


def what(desk: Desk) -> Shown:
    """Return the parts of a monster that can be stolen, numbered on the picture."""
    seat = desk.way[0]
    monster = desk.view.monsters[seat]
    entries: list[Entry] = []
    numbers: dict[Way, tuple[scene.Cell, int]] = {}
    thefts = [(way, action) for way, action in desk.on() if isinstance(action, Steal)]
    usual = _usual((desk.hints.theft(action) for _, action in thefts), OFTEN)
    for way, action in thefts:
        number, laid = len(entries) + 1, plane.card_at(monster, action.cell)
        assert laid is not None
        does, features = desk.hints.theft(action), desk.wording.counted(laid.card)
        if usual:
            does = "" if does == usual else does or desk.words("hint.as_many")
        label = f"{number}: {'; '.join(filter(None, (does, desk.wording.part(laid.card))))}"
        told = "; ".join(filter(None, (desk.wording.where(action.cell), features)))
        entries.append(Entry(label, told, way, part_art(laid.card)))
        numbers[way] = action.cell, number
    on_page = desk.keys.shown(entries, FEW)
    kept = dict(numbers[entry.way] for entry in on_page)
    unsaid = desk.keys.unsaid(entries, FEW)
    said = desk.words("choose.usual", hint=usual) if usual else ""
    return Shown(
        text=" ".join(filter(None, (desk.words("choose.steal"), desk.hints.reward(seat), said))),
        rows=desk.keys.all(desk.words("choose.part"), entries, FEW),
        pictures=[desk.monster(seat, private.parts, kept, unsaid)],
    )


# Bolts


def bolt(desk: Desk) -> Shown:
    """Return the edges a bolt can go on, numbered on the picture."""
    bolts = [(way, action) for way, action in desk.on() if isinstance(action, Bolt)]
    edges = [scene.Bolt((x, y), side) for _, action in bolts for x, y, side in [action.edge]]
    places = [desk.hints.bolted(action) for _, action in bolts]
    entries = [
        Entry(
            f"{number}: {desk.hints.bolt(action)}",
            place if places.count(place) == 1 else f"{place}; {desk.hints.at_side(action)}",
            way,
        )
        for number, (place, (way, action)) in enumerate(zip(places, bolts, strict=True), 1)
    ]
    on_page, question = desk.keys.shown(entries, FEW), desk.words("choose.bolt")
    numbers = {edges[n - 1]: n for n in (entry.way[0] + 1 for entry in on_page)}
    unsaid = desk.keys.unsaid(entries, FEW)
    return Shown(
        text=question if len(entries) <= FEW else "",  # A list says it itself.
        rows=desk.keys.all(question, entries, FEW),
        pictures=[desk.monster(desk.own, private.edges, numbers, unsaid)],
    )


# Attaching


def card(desk: Desk) -> Shown:
    """Return the cards of the hand that can be attached."""
    view = desk.view
    buttons, fitting = [], choices.following_of(desk.ways, ())
    for held in fitting:
        part, way = desk.wording.part(view.hand[held]), choices.shortened(desk.ways, (held,))
        elsewhere = not any(way[:2] == (held, desk.own) for way in desk.ways)
        label = _only(desk, part, way) or (
            desk.words("others_only", part=part) if elsewhere else part
        )
        buttons.append(desk.part_button(held + 1, view.hand[held], way, label))
    return Shown(
        text=desk.words("choose.card"),
        rows=[*keypad.rows(buttons, PAIR), desk.monsters_row()],
        pictures=[desk.numbered([view.hand[held] for held in fitting])],
    )


def _only(desk: Desk, part: str, way: Way) -> str:
    """Return what a click does that attaches at once; nothing where there is more to choose.

    A phone may cut the part and the place, which the button and the picture show as well.
    """
    action = desk.ways.get(way)
    if not isinstance(action, Attach):
        return ""
    does, where = desk.hints.attach(action), desk.wording.where(action.cell)
    if action.seat != desk.own:
        does = desk.named("only.other", action.seat, hint=does)
    return desk.words("only.part", does=does, part=part, where=where)


def place(desk: Desk) -> Shown:
    """Return where a card fits the own monster at once, or the one that was chosen."""
    fits = choices.following_of(desk.ways, desk.way[:1])
    seat = desk.own if len(desk.way) == 1 else desk.way[1]
    others = [_to(desk, other) for other in fits if other != seat]
    held = desk.view.hand[desk.way[0]]
    part = capital(desk.wording.shaped(held))
    if seat not in fits:
        question = desk.words("choose.place", part=part)
        return Shown(text=question, rows=keypad.rows(others, PAIR), pictures=[desk.gallery(fits)])
    gaps = _gaps(desk, seat)
    firsts = [_first(desk, (desk.way[0], seat, gap)) for gap in gaps]
    usual = _usual(map(desk.hints.attach, firsts), 2)
    spots = [_spot(desk, seat, gap, number, usual) for number, gap in enumerate(gaps, 1)]
    turned = any(len(found) > 1 for _, found in spots)
    question = desk.words("choose.place_turn" if turned else "choose.place", part=part)
    entries = [entry for _, found in spots for entry in found]
    on_page = desk.keys.shown(entries)
    numbers = {
        action.cell: number
        for number, (action, found) in enumerate(spots, 1)
        if any(entry in on_page for entry in found)
    }
    told, drawn = desk.keys.unsaid(entries), shown.part(desk.box, held)
    rows = desk.keys.all(desk.words("choose.cell"), entries)
    alike = all(desk.hints.attach(action) == usual for action, _ in spots)
    said = desk.words("choose.alike" if alike else "choose.usual", hint=usual) if usual else ""
    gain = _gain(desk, [action for action, _ in spots])
    return Shown(
        text=" ".join(filter(None, (question, said, gain))),
        rows=[*rows, others] if others else rows,
        pictures=[desk.monster(seat, private.places, numbers, told, drawn)],
    )


def _usual(hints: Iterable[str], least: int) -> str:
    """Return what most choices do, at `least` so many, which is said once; nothing where it
    differs."""
    [(hint, alike)] = Counter(hints).most_common(1)
    return hint if alike >= least else ""


def _gaps(desk: Desk, seat: Seat) -> list[int]:
    return choices.following_of(desk.ways, (desk.way[0], seat))


def _first(desk: Desk, way: Way) -> Attach:
    """Return one of the placements that a way leads to."""
    found = next(action for other, action in desk.ways.items() if other[: len(way)] == way)
    assert isinstance(found, Attach)
    return found


def _spot(
    desk: Desk, seat: Seat, gap: int, number: int, usual: str
) -> tuple[Attach, Sequence[Entry]]:
    """Return a placement in a cell of a monster, and what the cell is chosen by.

    How the part lies is asked next; at another's monster, which took a click, it is chosen at once.
    """
    here = desk.way[0], seat, gap
    first = _first(desk, here)
    turns = choices.following_of(desk.ways, here)
    if seat == desk.own or len(turns) == 1:
        return first, [_entry(desk, f"{number}", first, choices.shortened(desk.ways, here), usual)]
    return first, [
        _entry(desk, f"{number}{letter}", first, (*here, turn), usual, turn)
        for letter, turn in zip(LETTERS, turns, strict=False)
    ]


def _entry(
    desk: Desk, number: str, action: Attach, way: Way, usual: str, turn: int | None = None
) -> Entry:
    """Return the entry of a cell: where it is, or how the part lies where that `turn` is chosen
    with it, and what attaching there does if that is not what it usually does; with its first turn
    what lies beside it."""
    wording, hint = desk.wording, desk.hints.attach(action)
    where = wording.where(action.cell)
    beside = wording.beside(desk.view.monsters[action.seat], action.cell)
    if turn is not None:
        first = number.endswith(LETTERS[0])
        where, beside = wording.pointing(action.card, turn), f"{where}; {beside}" if first else ""
    # A phone may cut the place, which the picture shows as well.
    label = f"{number}: {where}" if hint == usual else f"{number}: {hint} ({where})"
    return Entry(label, beside, way)


def _gain(desk: Desk, actions: Sequence[Attach]) -> str:
    """Return how attaching changes the own points where it finishes nothing: in all cells alike."""
    for action in actions:
        if not outlook.attached(desk.box, desk.view, action).finishes:
            return desk.hints.gain(action)
    return ""


def _to(desk: Desk, seat: Seat) -> Button:
    """Return the button to another monster that the card fits."""
    key = "button.to_own" if seat == desk.own else "button.to"
    way = choices.shortened(desk.ways, (desk.way[0], seat))
    action = desk.ways.get(way)
    if not isinstance(action, Attach):
        return desk.keys.button(desk.named(key, seat), way)
    where, hint = desk.wording.where(action.cell), desk.hints.attach(action)

    def whole(name: str) -> str:
        return desk.words("only", what=desk.words(key, name=name), where=where, hint=hint)

    return desk.keys.button(naming(whole, desk.names.plain[seat]), way)


def turn(desk: Desk) -> Shown:
    """Return the turns in which the card fits, as small pictures and by their directions."""
    held, seat, gap = desk.way
    monster, card = desk.view.monsters[seat], desk.view.hand[held]
    cell, quarters = monster.gaps[gap].cell, choices.following_of(desk.ways, desk.way)
    labels = [f"{n}: {desk.wording.pointing(card, turn)}" for n, turn in enumerate(quarters, 1)]
    buttons = [
        desk.keys.button(label, (*desk.way, turn))
        for label, turn in zip(labels, quarters, strict=True)
    ]
    hint, beside = desk.hints.attach(_first(desk, desk.way)), desk.wording.beside(monster, cell)
    question = desk.words("choose.turn", part=capital(desk.wording.shaped(card)))
    lying, part = shown.monster(desk.box, monster), shown.part(desk.box, card)
    paint = partial(private.turns, shown=lying, cell=cell, part=part, quarters=tuple(quarters))
    key = ("turns", lying, cell, part, tuple(quarters))
    where = desk.wording.where(cell)
    return Shown(
        text=f"{question} ({where}: {hint})",
        rows=keypad.rows(buttons, PAIR),
        pictures=[picture(key, [beside], paint)],
    )
