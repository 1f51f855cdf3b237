"""The rules of Tüftelmonster in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PIL import Image

from screens import rules as frame
from screens.kit.studio import Studio
from screens.marks import drawn
from screens.page import Page, Picture
from screens.texts import Words
from screens.tueftelmonster import diagrams, legend
from screens.tueftelmonster.drawings import FACES, die_art

PAGES = ("aim", "turn", "attach", "steal", "end", "variants")
"""The pages in order; each has a text `rules.<page>`."""
DIAGRAMS = {
    "aim": ("score", "legend", "die"),
    "attach": ("attach",),
    "steal": ("steal",),
}
"""The pages that have diagrams; each has a text `diagram.<name>`."""
WORDED: Mapping[str, Callable[[Studio, Words], Image.Image]] = MappingProxyType(
    {"legend": legend.legend, "die": legend.die}
)
"""Diagrams with words in them."""


def rules(words: Words) -> Sequence[Page]:
    """Return all pages."""
    dice = {face: drawn(die_art(face), emoji) for face, emoji in FACES.items()}
    return [
        frame.page(words, name, [_picture(each, words) for each in DIAGRAMS.get(name, ())], **dice)
        for name in PAGES
    ]


def _picture(name: str, words: Words) -> Picture:
    alt = words(f"diagram.{name}")
    if name in WORDED:
        key = ("tueftelmonster.rules", name, words.language)
        return Picture(key, alt, partial(_worded, name=name, words=words))
    return Picture(("tueftelmonster.rules", name), alt, partial(diagrams.diagram, name=name))


def _worded(studio: Studio, name: str, words: Words) -> Image.Image:
    return WORDED[name](studio, words)
