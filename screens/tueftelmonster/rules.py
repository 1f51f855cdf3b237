"""The rules of Tüftelmonster in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from screens.page import Page, Picture
from screens.texts import Words
from screens.tueftelmonster import diagrams

PAGES = ("aim", "attach", "steal", "end", "variants")
"""The pages in order; each has a text `rules.<page>`."""
DIAGRAMS = {"attach": "attach", "steal": "steal", "end": "score"}
"""The pages that have a diagram."""


def rules(words: Words, colour: int) -> Sequence[Page]:
    """Return all pages."""
    return [_page(name, words, colour) for name in PAGES]


def _page(name: str, words: Words, colour: int) -> Page:
    return Page(
        title=words(f"rules.{name}.title"),
        text=words(f"rules.{name}"),
        pictures=_pictures(name, words),
        colour=colour,
    )


def _pictures(name: str, words: Words) -> Sequence[Picture]:
    if name not in DIAGRAMS:
        return ()
    paint = partial(diagrams.diagram, name=DIAGRAMS[name])
    return (Picture(("tueftelmonster.rules", name), words(f"rules.{name}.alt"), paint),)
