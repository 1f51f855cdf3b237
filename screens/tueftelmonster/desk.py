"""What every page of a seat's panel is made with: its view, its words, its way, its pictures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from PIL import Image

from engine.contract import Seat
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import Action, Card
from screens.kit.studio import Studio
from screens.names import unmarked
from screens.page import Button, Picture, Row
from screens.screen import Sight
from screens.tueftelmonster import choices, private, scene, shown
from screens.tueftelmonster.choices import Look, Way
from screens.tueftelmonster.drawings import part_art
from screens.tueftelmonster.hints import Hints
from screens.tueftelmonster.keys import Entry, Keys
from screens.tueftelmonster.words import Wording
from screens.wording import alt_text

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


class Desk:
    """One seat at one point of its choice."""

    def __init__(self, sight: Sight, wording: Wording, box: TueftelBox, look: Look) -> None:
        self.view, self.names, self.words = sight.view, sight.names, sight.words
        self.wording, self.box, self.news = wording, box, sight.news
        self.hints = Hints(sight.view, sight.names, sight.words, wording, box)
        self.ways = choices.ways(sight.view, sight.legal)
        self.way = choices.onwards(self.ways, look.way)
        self.page = look.page
        self.keys = Keys(self.ways, self.way, look.page)

    @property
    def own(self) -> Seat:
        """Whose panel it is."""
        assert self.view.seat is not None
        return int(self.view.seat)

    def on(self) -> list[tuple[Way, Action]]:
        """Return the ways that go on from here, in order, each with its action."""
        here = len(self.way)
        return sorted((w, a) for w, a in self.ways.items() if w[:here] == self.way)

    # Controls

    def part_button(self, number: int, card: Card, way: Way, label: str = "") -> Button:
        """Return the button of a part that has this number in the picture."""
        dot = DOTS[self.box.parts[card].colour]
        label = f"{number} · {label or self.wording.part(card)}"
        return self.keys.button(label, way, dot, part_art(card))

    def monsters_row(self) -> Row:
        """Return the row that leads to a look at all monsters."""
        look = Look(self.way, self.page, choices.ALL)
        return [Button(self.words("button.monsters"), "look", look.written)]

    # Pictures

    def cards(self, cards: Sequence[Card], told: Sequence[str] = (), first: int = 1) -> Picture:
        """Return cards with their numbers; `told` is what to say of each beside what it is."""
        parts = shown.parts(self.box, cards)
        notes = told or [""] * len(cards)
        lines = [
            ": ".join((str(number), self.wording.printed(card))) + (note and f" · {note}")
            for number, (card, note) in enumerate(zip(cards, notes, strict=True), first)
        ]
        paint = partial(private.cards, parts=parts, first=first)
        return picture(("cards", parts, first), lines, paint)

    def piles(self, numbered: bool = False, chosen: int | None = None) -> Picture:
        """Return all piles over the hand."""
        view = self.view
        piles, hand = shown.piles(self.box, view), shown.parts(self.box, view.hand)
        numbers = [f"{n}: " if numbered else "" for n in range(1, len(hand) + 1)]
        held = zip(numbers, map(self.wording.printed, view.hand), strict=True)
        told = self.words("panel.hand", parts="; ".join(map("".join, held)))
        paint = partial(
            private.piles, shown=piles, draw=view.pile, hand=hand, numbered=numbered, chosen=chosen
        )
        key = ("piles", piles, view.pile, hand, numbered, chosen)
        return picture(key, [self.wording.piles(), told], paint)

    def monster(
        self,
        seat: Seat,
        paint: Callable[..., Image.Image],
        numbers: dict[Hashable, int],
        told: Iterable[str],
        part: scene.Part | None = None,
    ) -> Picture:
        """Return a monster with numbers, painted by this."""
        lying = shown.monster(self.box, self.view.monsters[seat])
        person = shown.people(self.names.plain)[seat]
        more = {"part": part} if part else {}
        painted = partial(paint, person=person, shown=lying, numbers=numbers, **more)
        lines = [self.names[seat], *told, *self.wording.monster(seat)]
        key = (self.view.phase, person, lying, tuple(numbers.items()), part)
        return picture(key, lines, painted)

    def gallery(self, seats: Sequence[Seat]) -> Picture:
        """Return these seats' monsters beside each other."""
        return gallery(self.box, self.view, self.names, self.words, self.wording, seats)
