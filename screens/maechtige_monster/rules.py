"""The rules of Mächtige Monster in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from screens.maechtige_monster import painting
from screens.maechtige_monster.scene import Figures
from screens.maechtige_monster.words import spanned
from screens.page import Page, Picture
from screens.texts import Words

PAGES = (
    "castle", "displace", "fight", "healing", "known", "signs", "peoples", "accounts", "variants",
    "tiles",
)  # fmt: skip
"""The pages in order; each has a text `rules.<page>`, and a diagram or legend of that name."""


def rules(words: Words, colour: int, figures: Figures) -> Sequence[Page]:
    """Return all pages, with the numbers of the box."""
    return [_page(name, words, colour, figures) for name in PAGES]


def _page(name: str, words: Words, colour: int, figures: Figures) -> Page:
    title, text = words(f"rules.{name}.title"), words(f"rules.{name}")
    pictures: Sequence[Picture] = ()
    if name in painting.DIAGRAMS:
        paint = partial(painting.diagram, name=name, figures=figures)
        alt = words(f"rules.{name}.alt")
        pictures = (Picture(("maechtige_monster.rules", name), alt, paint),)
    elif name in painting.LEGENDS:
        told = _told(name, words)
        key = ("maechtige_monster.rules", name, words.language)
        paint = partial(painting.legend, page=name, texts=told)
        pictures = (Picture(key, words.within("frame")("rules.listed"), paint),)
        text = "\n".join((text.strip(), "", *(f"{n}. {line}" for n, line in enumerate(told, 1))))
    text = "\n\n".join(filter(None, (text.strip(), _figures(name, words, figures))))
    return Page(title=title, text=text, pictures=pictures, colour=colour)


def _figures(page: str, words: Words, figures: Figures) -> str:
    """Return the numbers that the diagram of a page shows."""
    if page == "healing":
        costs = enumerate(figures.healing, 1)
        return words(
            "rules.healing.costs",
            costs=", ".join(
                words("rules.healing.cost", strength=s, gold=gold) for s, gold in costs
            ),
        )
    if page != "castle":
        return ""
    span = partial(spanned, words=words)
    return "\n".join(
        words("rules.castle.back", n=level, strength=span(strength), loot=span(loot))
        for level, (strength, loot) in enumerate(figures.backs, 1)
    )


def _told(page: str, words: Words) -> Sequence[str]:
    """Return what each sign of a legend means."""
    names = painting.LEGENDS[page]
    if page == "tiles":
        return [words(f"tile.{name}") for name in names]
    if page == "peoples":
        return [words(f"option.people.{name}") for name in names]
    return [words(f"sign.{name}") for name in names]
