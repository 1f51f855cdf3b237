"""The rules of Bugs & Co in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.bugs.box import BugsBox
from engine.bugs.values import SeatView, Spot, View
from screens import rules as frame
from screens.bugs import diagrams, painting
from screens.bugs.words import Wording
from screens.names import Names
from screens.page import Page
from screens.rules import Paint
from screens.texts import Words

PAGES = ("aim", "table", "trophy", "monsters")
"""The pages in order; each has a text `rules.<page>`."""


def rules(words: Words, box: BugsBox) -> Sequence[Page]:
    """Return all pages."""
    example, names = _example(box), ("Anna", "Ben", "Chiara")
    two = box.taking_part((2,))
    others = box.taking_part((1, 3))
    paints: dict[str, Sequence[Paint]] = {
        "aim": (partial(diagrams.scoring, box=box),),
        "table": (
            partial(painting.table, view=example, names=names),
            partial(painting.players, view=example, names=names),
        ),
        "monsters": tuple(partial(diagrams.monsters, box=box, images=i) for i in (two, others)),
    }
    every = Wording(replace(example, eyes=(1, 2, 3)), Names.of(names), words, box)
    told = {"monsters": _monsters(every, box)}
    return frame.pages(words, PAGES, paints, told)


def _monsters(wording: Wording, box: BugsBox) -> list[str]:
    """Return all monsters by their features, numbered as in the pictures."""
    return [f"{n + 1}. {wording.image(n)}" for n in range(len(box.images))]


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
