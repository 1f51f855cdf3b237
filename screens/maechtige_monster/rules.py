"""The rules of Mächtige Monster in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from screens.maechtige_monster import painting
from screens.maechtige_monster.scene import Figures
from screens.page import Page, Picture
from screens.texts import Words

PAGES = ("castle", "displace", "fight", "healing", "known", "variants")
"""The pages in order; each has a text `rules.<page>`, and a diagram where one has that name."""


def rules(words: Words, colour: int, figures: Figures) -> Sequence[Page]:
    """Return all pages, with the numbers of the box."""
    return [_page(name, words, colour, figures) for name in PAGES]


def _page(name: str, words: Words, colour: int, figures: Figures) -> Page:
    pictures: Sequence[Picture] = ()
    if name in painting.DIAGRAMS:
        paint = partial(painting.diagram, name=name, figures=figures)
        alt = words(f"rules.{name}.alt")
        pictures = (Picture(("maechtige_monster.rules", name), alt, paint),)
    return Page(
        title=words(f"rules.{name}.title"),
        text=words(f"rules.{name}"),
        pictures=pictures,
        colour=colour,
    )
