"""The rules of Monster Meister in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from PIL import Image

from engine.monster_meister.box import MeisterBox
from screens.kit.studio import Studio
from screens.monster_meister import diagrams, legend
from screens.page import Page, Picture
from screens.texts import Words

PAGES = ("aim", "cards", "round", "tasks", "roles", "contest", "end")
"""The pages in order; each has a text `rules.<page>`, some a diagram. Then the signs."""

Paint: TypeAlias = "Callable[[Studio], Image.Image]"


def rules(words: Words, colour: int, box: MeisterBox) -> Sequence[Page]:
    """Return all pages."""
    half = -(-len(box.tasks) // 2)
    paints: dict[str, Sequence[Paint]] = {
        "cards": (diagrams.cards,),
        "tasks": tuple(
            partial(diagrams.tasks, shown=shown) for shown in (box.tasks[:half], box.tasks[half:])
        ),
        "roles": (diagrams.placement,),
    }
    told = {"tasks": [words(f"task.{task.id}") for task in box.tasks]}
    pages = [_page(name, words, colour, paints.get(name, ()), told.get(name, ())) for name in PAGES]
    return [*pages, _signs(words, colour)]


def _signs(words: Words, colour: int) -> Page:
    told = [words(f"sign.{name}") for name in legend.SIGNS]
    key = ("monster_meister.rules", "signs", words.language)
    paint = partial(legend.paint, texts=told)
    return Page(
        title=words("rules.signs.title"),
        text="\n".join((words("rules.signs"), *told)),
        pictures=(Picture(key, words.within("frame")("rules.listed"), paint),),
        colour=colour,
    )


def _page(
    name: str, words: Words, colour: int, paints: Sequence[Paint], told: Sequence[str]
) -> Page:
    alts = words(f"rules.{name}.alt") if paints else "", words.within("frame")("rules.further")
    listed = (f"{number}. {line}" for number, line in enumerate(told, 1))
    return Page(
        title=words(f"rules.{name}.title"),
        text="\n".join((words(f"rules.{name}"), *listed)),
        pictures=tuple(
            Picture(("monster_meister.rules", name, n), alt, paint)
            for n, (alt, paint) in enumerate(zip(alts, paints, strict=False))
        ),
        colour=colour,
    )
