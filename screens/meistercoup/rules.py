"""The rules of Meister Coup in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from screens import rules as frame
from screens.meistercoup import painting
from screens.page import Page
from screens.texts import Words

PAGES = ("aim", "trick", "division", "coup", "team")
"""The pages in order; each has a text `rules.<page>` and a diagram of that name. Then the signs."""


def rules(words: Words, diamonds: Sequence[int]) -> Sequence[Page]:
    """Return all pages; `diamonds` are those on the cards of value 1, 2, …, 12."""
    paints = {name: [partial(painting.diagram, name=name, diamonds=diamonds)] for name in PAGES}
    pages = frame.pages(words, PAGES, paints, {"aim": _worth(words, diamonds)})
    signs = [words(f"sign.{name}") for name in painting.SIGNS]
    drawn = frame.legend(words, "signs", painting.legend, signs)
    return [*pages, frame.page(words, "signs", [drawn], signs)]


def _worth(words: Words, diamonds: Sequence[int]) -> Iterator[str]:
    """Give which values have how many diamonds, of which the page's picture shows some."""
    for n in range(max(diamonds), 0, -1):
        values = ", ".join(str(value) for value, here in enumerate(diamonds, 1) if here == n)
        yield words("rules.aim.diamonds", n=n, values=values)
