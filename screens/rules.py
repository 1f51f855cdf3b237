"""What every game puts the pages of its rules together from: texts, diagrams, legends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from PIL import Image

from screens.kit.studio import Studio
from screens.page import Page, Picture
from screens.texts import Words

Paint: TypeAlias = "Callable[[Studio], Image.Image]"


def pages(
    words: Words,
    names: Iterable[str],
    paints: Mapping[str, Iterable[Paint]],
    below: Mapping[str, Iterable[str]],
) -> list[Page]:
    """Return the pages of these names, by name with these diagrams, and these lines below."""
    return [
        page(words, name, diagrams(words, name, paints.get(name, ())), below.get(name, ()))
        for name in names
    ]


def page(
    words: Words,
    name: str,
    pictures: Sequence[Picture] = (),
    below: Iterable[str] = (),
    **values: object,
) -> Page:
    """Return the page of the texts `rules.<name>.title` and `rules.<name>`, the values in it, with
    these lines below."""
    text = words(f"rules.{name}", **values).strip()
    return Page(
        title=words(f"rules.{name}.title"), text="\n".join((text, *below)), pictures=pictures
    )


def diagrams(words: Words, name: str, paints: Iterable[Paint]) -> Sequence[Picture]:
    """Return the diagrams of a page, which its text `rules.<name>.alt` tells beside the first."""
    return [
        Picture(
            (f"{words.domain}.rules", name, n),
            words.within("frame")("rules.further") if n else words(f"rules.{name}.alt"),
            paint,
        )
        for n, paint in enumerate(paints)
    ]


def legend(
    words: Words, name: str, paint: Callable[..., Image.Image], texts: Sequence[str]
) -> Picture:
    """Return the legend of a page, which `paint`s these texts; the page has them as well."""
    key = (f"{words.domain}.rules", name, words.language)
    return Picture(key, words.within("frame")("rules.listed"), partial(paint, texts=texts))
