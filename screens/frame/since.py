"""What happened since somebody acted last, step by step, as far as it may still be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.match import Happened, Match
from screens.frame.scene import Scene
from screens.page import Button, Page
from screens.screen import Screen, Shown, Sight
from screens.texts import Words
from screens.wording import joined

VERB = "since"
"""The verb of leafing through what happened; without arguments, of beginning to."""


def steps(screen: Screen, sight: Sight, happened: Iterable[tuple[Happened, Match]]) -> list[Shown]:
    """Return the steps of what happened, each with the match after it, for a seat that sees this
    now; what tells nothing is left out."""
    told = (
        shown
        for one, match in happened
        for shown in screen.retold(match, replace(sight, since=one.events))
    )
    return [shown for shown in told if shown.ask or shown.pictures]


def page(scene: Scene, screen: Screen, told: Sequence[Shown], number: int, words: Words) -> Page:
    """Return one of these steps, numbered from 0, with the controls to leaf through them."""
    frame, last = words.within("frame"), len(told) - 1
    blank = Page(
        title=frame("since.title", game=words.within(scene.game.id)("title")),
        text=frame("since.none"),
        footer=frame("board.footer", table=scene.table),
        colour=screen.colour,
    )
    if not told:
        return blank
    now = min(number, last)
    shown = told[now]
    step = frame("replay.step", n=now + 1, last=len(told))
    return replace(
        blank,
        text=joined(step, shown.ask),
        pictures=shown.pictures,
        instead=shown.text,
        rows=(_leaf(now, last, frame),) if last else (),
    )


def _leaf(now: int, last: int, words: Words) -> Sequence[Button]:
    def to(tag: str, at: int) -> Button:
        there = 0 <= at <= last and at != now
        return Button(words(f"turn.{tag}"), VERB, f"{max(0, at)}.{tag}", disabled=not there)

    return (to("first", 0), to("back", now - 1), to("on", now + 1), to("last", last))
