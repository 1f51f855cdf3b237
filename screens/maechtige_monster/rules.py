"""The rules of Mächtige Monster in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from screens import rules as frame
from screens.maechtige_monster import painting
from screens.maechtige_monster.scene import Figures
from screens.maechtige_monster.words import spanned
from screens.page import Page
from screens.texts import Words

PAGES = (
    "castle", "displace", "fight", "healing", "known", "signs", "peoples", "accounts", "variants",
    "tiles",
)  # fmt: skip
"""The pages in order; each has a text `rules.<page>`, and a diagram or legend of that name."""


def rules(words: Words, figures: Figures) -> Sequence[Page]:
    """Return all pages, with the numbers of the box."""
    return [_page(name, words, figures) for name in PAGES]


def _page(name: str, words: Words, figures: Figures) -> Page:
    if name in painting.LEGENDS:
        told = _told(name, words)
        drawn = frame.legend(words, name, partial(painting.legend, page=name), told)
        numbered = (f"{n}. {line}" for n, line in enumerate(told, 1))
        return frame.page(words, name, [drawn], ("", *numbered))
    paints = [partial(painting.diagram, name=name, figures=figures)]
    pictures = frame.diagrams(words, name, paints if name in painting.DIAGRAMS else ())
    counted = _figures(name, words, figures)
    return frame.page(words, name, pictures, ("", counted) if counted else ())


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
