"""The rules of Monster Meister in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from engine.monster_meister.box import MeisterBox
from screens.kit.studio import Studio
from screens.monster_meister import painting
from screens.page import Page, Picture
from screens.texts import Words

PAGES = ("aim", "cards", "round", "tasks", "roles", "contest", "end")
"""The pages in order; each has a text `rules.<page>`, some a diagram."""

Paint = Callable[[Studio], Image.Image]


def rules(words: Words, colour: int, box: MeisterBox) -> Sequence[Page]:
    """Return all pages."""
    diagrams: dict[str, Paint] = {
        "cards": painting.cards,
        "tasks": partial(painting.tasks, box=box),
        "roles": painting.placement,
    }
    return [_page(name, words, colour, diagrams.get(name)) for name in PAGES]


def _page(name: str, words: Words, colour: int, paint: Paint | None) -> Page:
    key = ("monster_meister.rules", name)
    return Page(
        title=words(f"rules.{name}.title"),
        text=words(f"rules.{name}"),
        pictures=(Picture(key, words(f"rules.{name}.alt"), paint),) if paint else (),
        colour=colour,
    )
