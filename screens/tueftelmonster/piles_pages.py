"""The pages of a panel about piles and cards: wish, draw, dig, the open pile, discard."""

from __future__ import annotations

from engine.tueftelmonster.values import Dig, Draw, Wish
from screens import keypad
from screens.page import Button, Row
from screens.screen import Shown
from screens.tueftelmonster import choices
from screens.tueftelmonster.choices import REST, Look
from screens.tueftelmonster.desk import Desk
from screens.tueftelmonster.drawings import FACES, die_art, part_art
from screens.tueftelmonster.keys import FEW, Entry

PAIR = 2
"""Buttons in a row that name a part."""


def roll(desk: Desk) -> Shown:
    """Return the die to be rolled, and the hand."""
    [way] = desk.ways
    button = desk.keys.button(desk.words("face.roll"), way, "🎲")
    hand = desk.hand()
    alone = desk.words("choose.roll") if desk.view.deadline is not None else ""
    return Shown(text=alone, rows=[[button], desk.monsters_row()], pictures=[hand])


def wish(desk: Desk) -> Shown:
    """Return what a wish can be for."""
    buttons = []
    for way, action in desk.ways.items():
        assert isinstance(action, Wish)
        label = desk.wording.face(action.deed)
        art = die_art(action.deed)
        buttons.append(desk.keys.button(label, way, FACES[action.deed], art))
    rows = [desk.monsters_row(), *keypad.rows(buttons, PAIR)]
    return Shown(text=desk.words("choose.wish"), rows=rows, pictures=[desk.piles()])


def draw(desk: Desk) -> Shown:
    """Return the piles to draw from, each with its top."""
    buttons, lines = [], list[str]()
    for way, action in desk.on():
        assert isinstance(action, Draw)
        if action.pile is None:
            label = desk.words("button.pile", n=desk.view.pile)
            buttons.append(desk.keys.button(label, way))
            continue
        top = desk.view.displays[action.pile].top
        assert top is not None
        if warning := desk.hints.draw(action.pile):
            lines.append(f"**{desk.wording.pile(action.pile)}**: {warning}")
        buttons.append(desk.part_button(action.pile + 1, top, way))
    rows = [desk.monsters_row(), *keypad.rows(buttons, PAIR)]
    return Shown(text="\n".join(lines), rows=rows, pictures=[desk.piles(named=True)])


def dig(desk: Desk) -> Shown:
    """Return the piles to dig in, each with what that brings."""
    buttons = []
    for way, action in desk.ways.items():
        assert isinstance(action, Dig)
        label = desk.words("button.of_pile", pile=action.pile + 1)
        hint = desk.hints.dig(action.pile)
        buttons.append(desk.keys.button(f"{label}: {hint}", way))
    rows = [desk.monsters_row(), *keypad.rows(buttons, 1)]
    return Shown(rows=rows, pictures=[desk.piles()])


def open_pile(desk: Desk) -> Shown:
    """Return the cards of the pile dug in, to take two or to lay the rest back."""
    view, lays = desk.view, desk.view.phase == "lay"
    first = choices.LAID if lays else 0
    entries = [
        Entry(f"{n + 1}: {desk.wording.part(card)}", desk.wording.marks(card), (n + first,),
              part_art(card))
        for n, card in enumerate(view.looked_at)
    ]  # fmt: skip
    question, few = desk.words(f"choose.{view.phase}"), len(entries) <= FEW
    rows: list[Row] = (desk.keys.all if few else desk.keys.select)(question, entries)
    if lays:
        rows.append([desk.keys.button(desk.words("button.rest"), (REST,))])
    page = [entry.way[0] - first for entry in (entries if few else desk.keys.page_of(entries))]
    lying, number = [view.looked_at[n] for n in page], page[0] + 1
    pile = desk.dug(lying, number) if few else desk.listed(lying, number)
    hand = desk.hand()
    # What is left of the turn says that a card is to be taken.
    return Shown(text=question if lays and few else "", rows=rows, pictures=[pile, hand])


def discard(desk: Desk) -> Shown:
    """Return the hand, each card with the display pile it goes on, and the other piles."""
    view, words = desk.view, desk.words
    if not view.displays:
        cards = [
            desk.part_button(n + 1, card, (n, choices.OUT)) for n, card in enumerate(view.hand)
        ]
        hand, rows = desk.numbered(view.hand), keypad.rows(cards, PAIR)
        return Shown(text=words("choose.out"), rows=rows, pictures=[hand])
    pile = min(desk.page, len(view.displays) - 1)
    onto, top = desk.wording.pile(pile), view.displays[pile].top
    buttons = [desk.part_button(n + 1, card, (n, pile)) for n, card in enumerate(view.hand)]
    covered = "–" if top is None else desk.wording.part(top)
    return Shown(
        text=words("choose.where", pile=onto, part=covered),
        rows=[_onto(desk, pile), *keypad.rows(buttons, PAIR)],
        pictures=[desk.piles(numbered=True, chosen=pile)],
    )


def _onto(desk: Desk, chosen: int) -> Row:
    """Return the display piles to choose from, the chosen one out of use."""
    return [
        Button(
            desk.words("button.of_pile", pile=pile + 1),
            "look",
            Look((), pile).written,
            "primary",
            disabled=pile == chosen,
        )
        for pile in range(len(desk.view.displays))
    ]
