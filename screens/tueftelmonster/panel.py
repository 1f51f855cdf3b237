"""What a seat that is asked sees: the choice it has, one click after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from PIL import Image

from engine.contract import Seat
from engine.tueftelmonster import plane
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import (
    Action,
    Attach,
    Bolt,
    Card,
    Cell,
    Dig,
    Discard,
    Draw,
    Steal,
    Wish,
)
from screens import keypad
from screens.kit.studio import Studio
from screens.marks import drawn
from screens.names import unmarked
from screens.page import Button, Picture, Row
from screens.screen import Shown, Sight
from screens.tueftelmonster import choices, private, scene, shown
from screens.tueftelmonster.choices import REST, Look, Way
from screens.tueftelmonster.drawings import FACES, die_art, part_art
from screens.tueftelmonster.hints import Hints
from screens.tueftelmonster.keys import Entry, Keys
from screens.tueftelmonster.words import Wording
from screens.wording import ALT

ROW = 3
"""Buttons in a row that carry more than a number."""
DOTS = {
    "red": "🔴",
    "orange": "🟠",
    "yellow": "🟡",
    "green": "🟢",
    "turquoise": "💠",
    "blue": "🔵",
    "multi": "🌈",
}

Paint: TypeAlias = Callable[[Studio], Image.Image]


class Panel:
    """The panel of one seat at one point of its choice."""

    def __init__(self, sight: Sight, wording: Wording, box: TueftelBox) -> None:
        self._view, self._names, self._words = sight.view, sight.names, sight.words
        self._wording, self._box, self._news = wording, box, sight.news
        self._hints = Hints(sight.view, sight.names, sight.words, box)
        self._ways = choices.ways(sight.view, sight.legal)
        look = Look.read(sight.look)
        self._way = choices.onwards(self._ways, look.way)
        self._keys = Keys(self._ways, self._way, look.page)

    def shown(self) -> Shown:
        """Return text, controls and picture."""
        page = self._pages()[len(self._way)]()
        rows = list(page.rows)
        back = choices.back(self._ways, self._way)
        if back is not None:
            label = self._words("button.back")
            rows.append([Button(label, "look", Look(back).written, emoji="↩️")])
        text = "\n".join(part for part in (self._head(), page.text) if part)
        return Shown(text=text, rows=rows, pictures=page.pictures)

    def _pages(self) -> tuple[Callable[[], Shown], ...]:
        """Return the pages of the step, one a click."""
        match self._view.phase:
            case "draw":
                return (self._draw,)
            case "dig":
                return (self._dig,)
            case "take" | "lay":
                return (self._open_pile,)
            case "bolt":
                return (self._bolt,)
            case "steal":
                return self._whom, self._what
            case "attach":
                return self._card, self._whose, self._cell, self._turn
            case "discard":
                return self._card, self._where
        return (self._deeds,)

    def _head(self) -> str:
        """Return what happened, what the die says, and the steps left."""
        view, words = self._view, self._words
        # What happened has been read by who has clicked on since.
        lines = [] if self._way else self._wording.happened(self._news)
        if view.phase == "bolt":
            lines.append(self._wording.theft())
        else:
            steps = self._wording.steps()
            lines += [self._wording.faces(), words("steps", steps=steps)]
        if view.phase == "discard" and self._own in view.stuck:
            lines.append(words("panel.stuck", n=view.idle + 1))
        if view.phase == "attach":
            lines += [self._wording.finishing(), self._hints.withheld()]
        return "\n".join(filter(None, lines))

    # Where one click is enough

    def _deeds(self) -> Shown:
        """Return the die, or what a wish can be for."""
        buttons = []
        for way, action in self._ways.items():
            deed = action.deed if isinstance(action, Wish) else "roll"
            label = self._words(f"face.{deed}")
            art = die_art(deed) if deed in FACES else ""
            buttons.append(self._keys.button(label, way, FACES.get(deed, "🎲"), art))
        return self._with_hand(rows=keypad.rows(buttons, ROW))

    def _draw(self) -> Shown:
        """Return the piles to draw from, each with its top."""
        buttons, lines = [], []
        for way, action in self._ways.items():
            assert isinstance(action, Draw)
            pile = action.pile
            if pile is None:
                label = self._words("button.pile", n=self._view.pile)
                buttons.append(self._keys.button(label, way))
            else:
                top = self._view.displays[pile].top
                assert top is not None
                lines.append(f"**{pile + 1}** {self._wording.printed(top)}{self._warn(pile)}")
                buttons.append(self._part(pile + 1, top, way))
        return self._with_hand(lines, keypad.rows(buttons, 2))

    def _dig(self) -> Shown:
        """Return the piles to dig in, each with what that brings."""
        buttons, lines = [], []
        for way, action in self._ways.items():
            assert isinstance(action, Dig)
            lines.append(f"**{action.pile + 1}** {self._hints.dig(action.pile)}")
            label = self._words("button.dig", pile=action.pile + 1)
            buttons.append(self._keys.button(label, way))
        return self._with_hand(lines, keypad.rows(buttons))

    def _open_pile(self) -> Shown:
        """Return the cards of the pile dug in, to take two or to lay the rest back."""
        cards, first = self._view.looked_at, choices.LAID if self._view.phase == "lay" else 0
        rows: list[Row] = []
        entries = [
            Entry(self._label(n + 1, card), "", (n + first,), part_art(card))
            for n, card in enumerate(cards)
        ]
        if self._view.phase == "lay":
            rows.append([self._keys.button(self._words("button.rest"), (REST,))])
        rows += self._keys.select(self._words(f"choose.{self._view.phase}"), entries)
        lines = [f"**{n}** {self._wording.printed(card)}" for n, card in enumerate(cards, 1)]
        return self._with_cards(cards, lines, rows)

    def _bolt(self) -> Shown:
        """Return the edges a bolt can go on, numbered on the picture."""
        seat = self._own
        monster = self._view.monsters[seat]
        entries: list[Entry] = []
        numbers: dict[scene.Bolt, int] = {}
        for way, action in self._on():
            assert isinstance(action, Bolt)
            x, y, side = action.edge
            number = way[0] + 1
            numbers[scene.Bolt((x, y), side)] = number
            label = f"{number} · {self._wording.edge(monster, action.edge)}"
            entries.append(Entry(label, self._hints.bolt(action), way))
        on_page = {entry.way[0] + 1 for entry in self._keys.on_page(entries)}
        kept = {edge: n for edge, n in numbers.items() if n in on_page}
        paint = partial(private.edges, numbers=kept)
        rows = self._keys.select(self._words("choose.bolt"), entries)
        return self._with_monster(seat, tuple(kept.items()), paint, rows)

    # Stealing

    def _whom(self) -> Shown:
        """Return whose monster can be stolen from."""
        buttons, lines = [], []
        for seat in choices.following_of(self._ways, self._way):
            way = choices.shortened(self._ways, (seat,))
            action = self._ways.get(way)
            lines.append(self._hints.reward(seat))
            if isinstance(action, Steal):
                lines[-1] += f"\n ↳ {self._only_part(action)}"
            buttons.append(self._keys.button(self._seat(seat), way))
        return self._with_hand(lines, keypad.rows(buttons, 2))

    def _what(self) -> Shown:
        """Return the parts of a monster that can be stolen, numbered on the picture."""
        seat = self._way[0]
        entries: list[Entry] = []
        numbers: dict[Cell, int] = {}
        for way, action in self._on():
            assert isinstance(action, Steal)
            number = len(entries) + 1
            numbers[action.cell] = number
            label = f"{number} · {self._wording.at(self._view.monsters[seat], action.cell)}"
            laid = plane.card_at(self._view.monsters[seat], action.cell)
            art = part_art(laid.card) if laid else ""
            entries.append(Entry(label, self._hints.theft(action), way, art))
        rows = self._keys.select(self._words("choose.steal"), entries)
        return self._numbered(seat, entries, numbers, private.parts, rows, self._hints.reward(seat))

    # Attaching

    def _card(self) -> Shown:
        """Return the cards of the hand that can be attached, or discarded."""
        view = self._view
        buttons, lines = [], []
        alt = [f"{n} {self._wording.printed(c)}" for n, c in enumerate(view.hand, 1)]
        for held in choices.following_of(self._ways, ()):
            card = view.hand[held]
            way = choices.shortened(self._ways, (held,))
            action = self._ways.get(way)
            if isinstance(action, Attach):
                lines.append(f"**{held + 1}** {self._only(action)}")
            elif view.phase == "attach":
                alt[held] += f" ({self._words('hint.places', n=self._count(held))})"
            buttons.append(self._part(held + 1, card, way))
        return self._with_cards(view.hand, lines, keypad.rows(buttons, ROW), alt=alt)

    def _whose(self) -> Shown:
        """Return to whose monsters the card can be attached."""
        card, buttons, lines = self._view.hand[self._way[0]], [], []
        for seat in choices.following_of(self._ways, self._way):
            way = choices.shortened(self._ways, (*self._way, seat))
            action = self._ways.get(way)
            if isinstance(action, Attach):
                lines.append(self._only(action))
            buttons.append(self._keys.button(self._seat(seat), way))
        lines.insert(0, self._question("whose", card, self._wording.printed(card)))
        return self._with_cards((card,), lines, keypad.rows(buttons, 2), numbered=False)

    def _cell(self) -> Shown:
        """Return the cells of a monster where the card fits, numbered on the picture."""
        held, seat = self._way
        entries: list[Entry] = []
        numbers: dict[Cell, int] = {}
        for gap in choices.following_of(self._ways, self._way):
            way = choices.shortened(self._ways, (*self._way, gap))
            action = next(a for w, a in self._ways.items() if w[:3] == (*self._way, gap))
            assert isinstance(action, Attach)
            number = len(entries) + 1
            numbers[action.cell] = number
            where = self._wording.where(action.cell)
            entries.append(Entry(f"{number} · {where}", self._hints.attach(action), way))
        part = shown.part(self._box, self._view.hand[held])
        paint = partial(private.places, part=part)
        rows = self._keys.select(self._words("choose.cell"), entries)
        card = self._view.hand[held]
        text = self._question("whose", card, self._wording.printed(card))
        return self._numbered(seat, entries, numbers, paint, rows, text, part)

    def _turn(self) -> Shown:
        """Return the turns in which the card fits, as small pictures."""
        held, seat, gap = self._way
        monster = self._view.monsters[seat]
        cell, card = monster.gaps[gap].cell, self._view.hand[held]
        quarters = choices.following_of(self._ways, self._way)
        buttons = [
            self._keys.button(str(number), (*self._way, turn))
            for number, turn in enumerate(quarters, 1)
        ]
        action = self._ways[(*self._way, quarters[0])]
        assert isinstance(action, Attach)
        text = self._question("turn", card, self._wording.part(card))
        text = f"{text}\n{self._hints.attach(action)}"
        lying, part = shown.monster(self._box, monster), shown.part(self._box, card)
        paint = partial(private.turns, shown=lying, cell=cell, part=part, quarters=quarters)
        key = ("turns", lying, cell, part, tuple(quarters))
        return Shown(text=text, rows=keypad.rows(buttons), pictures=(_picture(key, text, paint),))

    # Discarding

    def _where(self) -> Shown:
        """Return on which display pile the card can go, and what it covers there."""
        card, buttons, lines = self._view.hand[self._way[0]], [], []
        for way, action in self._on():
            assert isinstance(action, Discard) and action.pile is not None
            top = self._view.displays[action.pile].top
            assert top is not None
            covered = self._wording.printed(top)
            lines.append(self._words("hint.covers", pile=action.pile + 1, part=covered))
            buttons.append(self._part(action.pile + 1, top, way))
        lines.insert(0, self._question("where", card, self._wording.part(card)))
        cards = [pile.top for pile in self._view.displays if pile.top is not None]
        return self._with_cards(cards, lines, keypad.rows(buttons, ROW))

    # Pieces

    @property
    def _own(self) -> Seat:
        assert self._view.seat is not None
        return int(self._view.seat)

    def _on(self) -> list[tuple[Way, Action]]:
        """Return the ways that go on from here, in order, each with its action."""
        here = len(self._way)
        return sorted((w, a) for w, a in self._ways.items() if w[:here] == self._way)

    def _count(self, held: int) -> int:
        return len({way[:3] for way in self._ways if way[0] == held})

    def _only(self, action: Attach) -> str:
        """Return where a card goes with the very next click, and what that leads to."""
        where = self._wording.where(action.cell)
        hint = self._hints.attach(action)
        return self._words("hint.only", name=self._names[action.seat], where=where, hint=hint)

    def _only_part(self, action: Steal) -> str:
        """Return what the very next click steals, and what that leads to."""
        part = self._wording.at(self._view.monsters[action.seat], action.cell)
        where = self._wording.where(action.cell)
        return self._words("hint.only_part", part=part, where=where, hint=self._hints.theft(action))

    def _warn(self, pile: int) -> str:
        hint = self._hints.draw(pile)
        return f"\n ↳ {hint}" if hint else ""

    def _question(self, what: str, card: Card, part: str) -> str:
        return f"{self._words(f'choose.{what}', part=part)} {drawn(part_art(card))}"

    def _part(self, number: int, card: Card, way: Way) -> Button:
        """Return the button of a part that has this number in the picture."""
        dot = DOTS[self._box.parts[card].colour]
        return self._keys.button(self._label(number, card), way, dot, part_art(card))

    def _label(self, number: int, card: Card) -> str:
        return f"{number} · {self._wording.part(card)}"

    def _seat(self, seat: Seat) -> str:
        if seat == self._own:
            return self._words("button.own")
        return f"{seat + 1} · {self._names.plain[seat]}"[:80]

    def _numbered(
        self,
        seat: Seat,
        entries: Sequence[Entry],
        numbers: dict[Cell, int],
        paint: Callable[..., Image.Image],
        rows: Sequence[Row],
        text: str,
        part: scene.Part | None = None,
    ) -> Shown:
        """Return a page with a monster on which the entries of the page are numbered."""
        labels = {entry.label for entry in self._keys.on_page(entries)}
        places = dict(zip(numbers, entries, strict=True))
        kept = {cell: numbers[cell] for cell, entry in places.items() if entry.label in labels}
        key = (tuple(kept.items()), part)
        return self._with_monster(seat, key, partial(paint, numbers=kept), rows, text)

    def _with_monster(
        self,
        seat: Seat,
        key: object,
        paint: Callable[..., Image.Image],
        rows: Sequence[Row],
        text: str = "",
    ) -> Shown:
        lying = shown.monster(self._box, self._view.monsters[seat])
        name = self._names.plain[seat]
        painted = partial(paint, seat=seat, name=name, shown=lying)
        alt = "\n".join((self._names[seat], *self._wording.monster(seat), text))
        picture = _picture(("monster", seat, name, lying, key, self._view.phase), alt, painted)
        return Shown(text=text, rows=rows, pictures=(picture,))

    def _with_hand(self, lines: Sequence[str] = (), rows: Sequence[Row] = ()) -> Shown:
        return self._with_cards(self._view.hand, lines, rows, numbered=False)

    def _with_cards(
        self,
        cards: Sequence[Card],
        lines: Sequence[str],
        rows: Sequence[Row],
        numbered: bool = True,
        alt: Sequence[str] = (),
    ) -> Shown:
        printed = shown.parts(self._box, cards)
        told = "\n".join(alt or [self._wording.printed(card) for card in cards])
        paint = partial(private.cards, parts=printed, numbered=numbered)
        picture = _picture(("cards", printed, numbered), told, paint)
        return Shown(text="\n".join(lines), rows=rows, pictures=(picture,))


def _picture(key: object, text: str, paint: Paint) -> Picture:
    return Picture(("tueftelmonster", key), unmarked(text)[:ALT], paint)
