"""The rules of Meister Coup in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PIL import Image

from screens.kit.studio import Studio
from screens.meistercoup import painting
from screens.page import Page, Picture
from screens.texts import Words

PAGES = ("aim", "trick", "division", "coup", "team")
"""The pages in order; each has a text `rules.<page>` and a diagram of that name. Then the signs."""


def rules(words: Words, colour: int, diamonds: Sequence[int]) -> Sequence[Page]:
    """Return all pages; `diamonds` are those on the cards of value 1, 2, …, 12."""
    return [*(_page(name, words, colour, diamonds) for name in PAGES), _signs(words, colour)]


def _page(name: str, words: Words, colour: int, diamonds: Sequence[int]) -> Page:
    paint: Callable[[Studio], Image.Image] = partial(painting.diagram, name=name, diamonds=diamonds)
    return Page(
        title=words(f"rules.{name}.title"),
        text="\n".join((words(f"rules.{name}"), *_told(name, words, diamonds))),
        pictures=(Picture(("meistercoup.rules", name), words(f"rules.{name}.alt"), paint),),
        colour=colour,
    )


def _told(page: str, words: Words, diamonds: Sequence[int]) -> Iterator[str]:
    """Give which values have how many diamonds, on the page whose picture shows some."""
    for n in range(max(diamonds), 0, -1) if page == "aim" else ():
        values = ", ".join(str(value) for value, here in enumerate(diamonds, 1) if here == n)
        yield words("rules.aim.diamonds", n=n, values=values)


def _signs(words: Words, colour: int) -> Page:
    told = [words(f"sign.{name}") for name in painting.SIGNS]
    paint = partial(painting.legend, texts=told)
    key = ("meistercoup.rules", "signs", words.language)
    return Page(
        title=words("rules.signs.title"),
        text="\n".join((words("rules.signs"), *told)),
        pictures=(Picture(key, words.within("frame")("rules.listed"), paint),),
        colour=colour,
    )
