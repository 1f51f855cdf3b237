"""The rules of Monster Meister in our own words, with diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.monster_meister.box import MeisterBox
from screens import rules as frame
from screens.monster_meister import diagrams, legend
from screens.page import Page
from screens.rules import Paint
from screens.texts import Words

PAGES = ("aim", "cards", "round", "tasks", "roles", "contest", "end")
"""The pages in order; each has a text `rules.<page>`, some a diagram. Then the signs."""


def rules(words: Words, box: MeisterBox) -> Sequence[Page]:
    """Return all pages."""
    half = -(-len(box.tasks) // 2)
    paints: dict[str, Sequence[Paint]] = {
        "cards": (diagrams.cards,),
        "tasks": tuple(
            partial(diagrams.tasks, shown=shown) for shown in (box.tasks[:half], box.tasks[half:])
        ),
        "roles": (diagrams.placement,),
    }
    told = {"tasks": [f"{n}. {words(f'task.{task.id}')}" for n, task in enumerate(box.tasks, 1)]}
    signs = [words(f"sign.{name}") for name in legend.SIGNS]
    drawn = frame.legend(words, "signs", legend.paint, signs)
    return [*frame.pages(words, PAGES, paints, told), frame.page(words, "signs", [drawn], signs)]
