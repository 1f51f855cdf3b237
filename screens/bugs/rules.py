"""The rules of Bugs & Co in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from PIL import Image

from engine.bugs.box import BugsBox
from engine.bugs.values import SeatView, Spot, View
from screens.bugs import painting
from screens.kit.studio import Studio
from screens.page import Page, Picture
from screens.texts import Words

Paint: TypeAlias = Callable[[Studio], Image.Image]

PAGES = ("aim", "table", "trophy", "monsters")
"""The pages in order; each has a text `rules.<page>`."""


def rules(words: Words, box: BugsBox, colour: int) -> Sequence[Page]:
    """Return all pages."""
    images = range(len(box.images))
    paints: dict[str, Paint] = {
        "aim": partial(painting.rules, box=box),
        "table": partial(painting.board, view=_example(box), names=("Anna", "Ben", "Chiara")),
        "monsters": partial(painting.sheet, box=box, images=images),
    }
    return [_page(name, words, colour, paints.get(name)) for name in PAGES]


def _page(name: str, words: Words, colour: int, paint: Paint | None) -> Page:
    return Page(
        title=words(f"rules.{name}.title"),
        text=words(f"rules.{name}").strip(),
        pictures=(Picture(("bugs.rules", name), words(f"rules.{name}.alt"), paint),)
        if paint
        else (),
        colour=colour,
    )


def _example(box: BugsBox) -> View:
    """Return a table in the middle of a game: gaps, two tiles in hands, one seat done."""
    hands = (Spot(0, 4), Spot(4, 1))
    areas = tuple(
        tuple(
            place < 7 + area % 2 and (place * 3 + area) % 5 > 0 and Spot(area, place) not in hands
            for place in range(box.places)
        )
        for area in range(box.areas)
    )
    return View(
        seat=None,
        waiting=(),
        round=1,
        phase="play",
        deadline=None,
        cause=None,
        eyes=(2,),
        images=box.taking_part((2,)),
        areas=areas,
        seats=(SeatView(3, hands[0], 0), SeatView(4, hands[1], 0), SeatView(6, None, 3)),
        trophies=(2,),
        needed=0,
        held=None,
        over=(),
    )
