"""The private pages of what decided a finished game for somebody: told, shown, tried again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from screens.frame.scene import Scene
from screens.frame.trial import Deed, percent, verdict
from screens.page import Button, Page, Row
from screens.screen import Screen
from screens.texts import Words

ALL, STOP, SHOW, TRY = "decided", "decided_stop", "decided_show", "decided_try"
"""The verbs: all that is told, no more of it, a step of the replay, the same decision anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A decision that cost much."""

    entry: int
    """The sequence of the entry that was the answer."""
    stage: str
    """When in the game that was."""
    played: Deed
    best: Deed


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """All that is told of somebody's decisions in a game."""

    drops: Sequence[Told]
    kept: float | None
    """The mean share of the chance that a decision kept; None where there was none."""
    decisions: int
    effort: float
    """How much was reckoned, of what there would be without a limit."""


def working(scene: Scene, screen: Screen, done: float, words: Words) -> Page:
    """Return what is read while the decisions are looked at, with a way out."""
    return Page(
        title=title(scene, words),
        text=words("decided.working", percent=percent(done)),
        rows=((Button(words("decided.stop"), STOP),),),
        colour=screen.colour,
    )


def stopped(scene: Scene, screen: Screen, words: Words) -> Page:
    """Return what is read once nobody waits any more, with a way back."""
    return Page(
        title=title(scene, words),
        text=words("decided.stopped"),
        rows=((Button(words("decided.button"), ALL),),),
        colour=screen.colour,
    )


def found(scene: Scene, screen: Screen, found: Found, words: Words) -> Page:
    """Return what decided a game, each decision with its step of the replay and another try."""
    lines = [
        words(
            "decided.drop",
            number=number,
            stage=told.stage,
            played=told.played.told,
            left=percent(told.played.chance),
            best=told.best.told,
            kept=percent(told.best.chance),
        )
        for number, told in enumerate(found.drops, 1)
    ]
    none = words("decided.none") if found.decisions else words("decided.nothing")
    head = words("decided.head") if lines else none
    return Page(
        title=title(scene, words),
        text="\n\n".join((head, *lines, *_how_well(found, words))),
        rows=[_row(number, told, words) for number, told in enumerate(found.drops, 1)],
        footer=words("decided.luck") if lines else "",
        colour=screen.colour,
    )


def revealed(scene: Scene, screen: Screen, told: Told, now: Deed, same: bool, words: Words) -> Page:
    """Return what comes of a try: what the strong computer would do and why, what was done now
    and in the game; `same`: the try was what is best."""
    lines = verdict(told.best, now, same, words)
    if now.told != told.played.told:
        lines.append(told.played.said("decided.then", words))
    entry = str(told.entry)
    return Page(
        title=title(scene, words),
        text="\n\n".join((f"**{told.stage}**", *lines)),
        rows=(
            (
                Button(words("decided.show"), SHOW, entry),
                Button(words("decided.try"), TRY, entry),
                back(words),
            ),
        ),
        footer=words("decided.footer"),
        colour=screen.colour,
    )


def again(stage: str, words: Words) -> str:
    """Return what stands above a decision that is made once more."""
    return words("decided.again", stage=stage)


def back(words: Words) -> Button:
    """Return the way back to all that is told."""
    return Button(words("decided.back"), ALL)


def title(scene: Scene, words: Words) -> str:
    """Return what heads these pages."""
    return words("decided.title", game=words.within(scene.game.id)("title"))


def _how_well(found: Found, words: Words) -> Sequence[str]:
    lines = []
    if found.kept is not None:
        lines.append(words("decided.kept", percent=percent(found.kept), n=found.decisions))
    if found.effort < 1:
        lines.append(words("decided.small", percent=percent(found.effort)))
    return lines


def _row(number: int, told: Told, words: Words) -> Row:
    entry = str(told.entry)
    return (
        Button(words("decided.show_one", number=number), SHOW, entry),
        Button(words("decided.try_one", number=number), TRY, entry, style="primary"),
    )
