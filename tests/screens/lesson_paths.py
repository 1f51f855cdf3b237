"""Which presses of a lesson's page lead to which answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.errors import RuleError
from engine.lessons import Lesson, Place
from screens.frame import lesson as frame
from screens.frame.lesson import LEARN, Reader
from screens.page import Page, Select
from screens.screen import Screen
from screens.texts import Language
from tests.catalogue import catalogue
from tests.cogs.rendering import renderers

CLICKS = 4
"""Presses of one decision at most."""
CATALOGUE = catalogue()


class Press(NamedTuple):
    """A control that is pressed, or what is chosen in it."""

    verb: str
    args: str
    values: tuple[str, ...] = ()


def reader(language: Language, name: str = "Anna") -> Reader:
    """Return somebody who reads a lesson."""
    return Reader(name=name, words=CATALOGUE.words(language))


def screen_of(lesson: Lesson) -> Screen:
    """Return the screen of a lesson's game."""
    return renderers()["de"].screens[lesson.game.id]


def page(lesson: Lesson, place: Place, language: Language = "de", look: str = "") -> Page:
    """Return a moment of a lesson."""
    return frame.page(screen_of(lesson), lesson, place, reader(language), look)


def presses(shown: Page) -> Iterator[Press]:
    """Yield what can be pressed or chosen on a page of the game's controls."""
    for row in shown.rows:
        if isinstance(row, Select):
            yield from (Press(row.verb, row.args, (choice.value,)) for choice in row.choices)
        else:
            live = (b for b in row if not b.disabled and b.verb != LEARN)
            yield from (Press(b.verb, b.args) for b in live)


def paths(lesson: Lesson, place: Place, language: Language) -> list[tuple[object, Sequence[Press]]]:
    """Return the answers that a page's controls lead to, each with the shortest way there."""
    view, screen = lesson.match(place).view(lesson.seat), screen_of(lesson)
    ways: list[tuple[str, tuple[Press, ...]]] = [("", ())]
    seen, found = {""}, list[tuple[object, Sequence[Press]]]()
    for _ in range(CLICKS):
        following = []
        for look, way in ways:
            for press in presses(page(lesson, place, language, look)):
                try:
                    pressed = screen.press(view, press.verb, press.args, press.values)
                except RuleError:
                    continue
                if pressed.action is not None:
                    found.append((pressed.action, (*way, press)))
                elif pressed.look not in seen:
                    seen.add(pressed.look)
                    following.append((pressed.look, (*way, press)))
        ways = following
    return found


def path_to(lesson: Lesson, place: Place, action: object) -> Sequence[Press]:
    """Return the shortest way of presses to an answer."""
    return next(way for answer, way in paths(lesson, place, "de") if answer == action)
