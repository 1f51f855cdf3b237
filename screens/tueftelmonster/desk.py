"""What every page of a seat's panel is made with: its view, its way, controls and pictures."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any, TypeAlias

from PIL import Image

from engine.contract import Seat
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import Action, Card
from screens.kit.drawing import HIGHEST
from screens.kit.studio import Studio
from screens.page import Button, Picture, Row
from screens.screen import Sight
from screens.tueftelmonster import choices, gallery, private, scene, shown, spotlight
from screens.tueftelmonster.choices import Look, Way
from screens.tueftelmonster.drawings import part_art
from screens.tueftelmonster.hints import Hints
from screens.tueftelmonster.keys import Keys
from screens.tueftelmonster.words import Wording
from screens.wording import alt_text, naming

DOTS = {
    "red": "🔴",
    "orange": "🟠",
    "yellow": "🟡",
    "green": "🟢",
    "turquoise": "💠",
    "blue": "🔵",
    "multi": "🌈",
}

Paint: TypeAlias = "Callable[[Studio], Image.Image]"


class Desk:
    """One seat at one point of its choice."""

    def __init__(self, sight: Sight, wording: Wording, box: TueftelBox, look: Look) -> None:
        self.view, self.names, self.words = sight.view, sight.names, sight.words
        self.wording, self.box, self.news = wording, box, sight.news
        self.hints = Hints(sight.view, sight.names, sight.words, wording, box)
        self.ways = choices.ways(sight.view, sight.legal)
        self.way = choices.onwards(self.ways, look.way)
        if self.view.phase == "attach" and self.way[1:] == (self.own,):
            # The own monster is shown at once when a card is chosen: that is the same page.
            self.way = choices.onwards(self.ways, self.way[:1])
        self.page = look.page
        self.keys = Keys(self.ways, self.way, look.page)

    @property
    def own(self) -> Seat:
        """Whose panel it is."""
        assert self.view.seat is not None
        return int(self.view.seat)

    @property
    def clicked(self) -> bool:
        """Whether a choice was made on the way here; else it came so far by itself."""
        return len(self.way) > len(choices.onwards(self.ways, ()))

    def on(self) -> list[tuple[Way, Action]]:
        """Return the ways that go on from here, in order, each with its action."""
        here = len(self.way)
        return sorted((w, a) for w, a in self.ways.items() if w[:here] == self.way)

    # Controls

    def named(self, key: str, seat: Seat, **values: object) -> str:
        """Return a button's label with a seat's name in it, which a phone shows whole."""
        return naming(lambda name: self.words(key, name=name, **values), self.names.plain[seat])

    def part_button(self, number: int, card: Card, way: Way, label: str = "") -> Button:
        """Return the button of a part that has this number in the picture."""
        dot = DOTS[self.box.parts[card].colour]
        label = f"{number}: {label or self.wording.part(card)}"
        return self.keys.button(label, way, dot, part_art(card))

    def monsters_row(self) -> Row:
        """Return the row that leads to a look at all monsters."""
        look = Look(self.way, self.page, choices.ALL)
        return [Button(self.words("button.monsters"), "look", look.written)]

    # Pictures

    def numbered(self, named: Container[Card]) -> Picture:
        """Return the own hand, numbered; of the cards that are `named` on buttons, with their
        numbers, what these do not say."""
        cards = self.view.hand
        told = self.words("panel.hand", parts=self._numbered(cards, 1, named))
        return self._cards(cards, 1, [told])

    def dug(self, cards: Sequence[Card], first: int) -> Picture:
        """Return cards of a pile, numbered from `first` on, that buttons name by these numbers."""
        told = self.words("picture.dug", parts=self._numbered(cards, first, cards))
        return self._cards(cards, first, [told])

    def _numbered(self, cards: Sequence[Card], first: int, named: Container[Card]) -> str:
        return "; ".join(
            f"{n}: {self.wording.marks(card) if card in named else self.wording.printed(card)}"
            for n, card in enumerate(cards, first)
        )

    def idle(self) -> Picture:
        """Return the own hand in full, while nothing is asked."""
        return self._cards(self.view.hand, None, list(map(self.wording.printed, self.view.hand)))

    def hand(self) -> Picture:
        """Return the own hand where something else is chosen; the part "your hand" tells it all."""
        cards = self.view.hand
        told = self.words("panel.hand", parts="; ".join(map(self.wording.part, cards)))
        return self._cards(cards, None, [told])

    def listed(self, cards: Sequence[Card], first: int) -> Picture:
        """Return cards, numbered from `first` on, that a select tells one by one."""
        return self._cards(cards, first, [self.words("picture.listed", n=len(cards))])

    def _cards(self, cards: Sequence[Card], first: int | None, told: Sequence[str]) -> Picture:
        parts = shown.parts(self.box, cards)
        counted = bool(self.view.prizes)
        paint = partial(private.cards, parts=parts, first=first, counted=counted)
        return picture(("cards", parts, first, counted), told, paint)

    def piles(
        self, numbered: bool = False, chosen: int | None = None, named: bool = False
    ) -> Picture:
        """Return all piles over the hand, whose cards are numbered, as the buttons are that name
        them, or only named; `named`: buttons say what lies on top of the piles; the question does
        so of the `chosen` one."""
        view = self.view
        piles, hand = shown.piles(self.box, view), shown.parts(self.box, view.hand)
        if numbered:
            held = self._numbered(view.hand, 1, view.hand)
        else:
            held = "; ".join(map(self.wording.part, view.hand))
        told = self.words("panel.hand", parts=held)
        paint = partial(
            private.piles, shown=piles, draw=view.pile, hand=hand, numbered=numbered,
            chosen=chosen, counted=bool(view.prizes),
        )  # fmt: skip
        key = ("piles", piles, view.pile, hand, numbered, chosen, bool(view.prizes))
        tops = self.wording.tops(named) if chosen is None else ""
        return picture(key, list(filter(None, (told, tops))), paint)

    def monster(
        self,
        seat: Seat,
        paint: Callable[..., Image.Image],
        numbers: Mapping[Any, int],
        told: Sequence[str],
        part: scene.Part | None = None,
    ) -> Picture:
        """Return a monster with numbers on it, told one by one; `part` is shown beside it."""
        lying = shown.monster(self.box, self.view.monsters[seat])
        person = shown.people(self.names.plain)[seat]
        more = {"part": part} if part else {}
        painted = partial(paint, person=person, shown=lying, numbers=numbers, **more)
        lines = [self.names[seat], *told]
        key = ("monster", self.view.phase, person, lying, tuple(numbers.items()), part)
        return picture(key, lines, painted)

    def gallery(self, seats: Sequence[Seat], more: Sequence[str] = ()) -> Picture:
        """Return these seats' monsters beside each other, each in a short line and what there is
        `more` to say of it."""
        every = shown.seats(self.box, self.view, self.names.plain, self.words)
        tiles = monsters([every[seat] for seat in seats], self.wording, gallery.TALLEST)
        lines = map(self.wording.standing, seats)
        told = ("; ".join(filter(None, both)) for both in zip_longest(lines, more, fillvalue=""))
        return replace(tiles, alt=alt_text("\n".join(told)))

    def whole(self, seat: Seat) -> Picture:
        """Return one seat's monster as large as it can be."""
        every = shown.seats(self.box, self.view, self.names.plain, self.words)
        return large(every[seat], self.wording, HIGHEST)


def monsters(
    seats: Sequence[scene.SeatFacts], wording: Wording, height: int, news: Sequence[str] = ()
) -> Picture:
    """Return monsters beside each other with their names and counts, and what happened there."""
    tiles = tuple(seats)
    paint = partial(gallery.gallery, seats=tiles, height=height)
    told = [*news, *(_told(facts, wording) for facts in tiles)]
    return picture(("gallery", tiles, height), told, paint)


def large(
    facts: scene.SeatFacts, wording: Wording, height: int, news: Sequence[str] = ()
) -> Picture:
    """Return one monster with its name and counts, large, and what happened there."""
    told = [*news, _told(facts, wording), *wording.cards_of(facts.person.seat)]
    paint = partial(spotlight.spotlight, facts=facts, height=height)
    return picture(("spotlight", facts, height), told, paint)


def _told(facts: scene.SeatFacts, wording: Wording) -> str:
    return f"{facts.person.name}: {'; '.join(wording.monster(facts.person.seat))}"


def picture(key: Hashable, lines: Sequence[str], paint: Paint) -> Picture:
    """Return a picture of this game with what it shows in words, line by line."""
    return Picture(("tueftelmonster", key), alt_text("\n".join(lines)), paint)
