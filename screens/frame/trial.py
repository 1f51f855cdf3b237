"""A decision put outside of its table: with the real controls, and told what would be best."""

from __future__ import annotations

from dataclasses import dataclass, replace

from screens import keypad
from screens.frame import match, replay
from screens.frame.replay import Moment
from screens.frame.scene import Scene
from screens.page import Button, Page
from screens.screen import Screen, Sight
from screens.texts import Words


@dataclass(frozen=True, slots=True)
class Deed:
    """An answer somebody gave or could have given."""

    told: str
    """What was done, in words."""
    chance: float
    """The chance to win after it, 0 to 1."""

    def said(self, key: str, words: Words) -> str:
        """Return a sentence of the deed."""
        return words(key, deed=self.told, percent=percent(self.chance))


def put(
    scene: Scene, screen: Screen, moment: Moment, sight: Sight, head: str, *deeds: Button
) -> Page:
    """Return the table as a seat saw it, with the real controls and with these below them."""
    page = match.panel(scene, screen, sight, sight.view.seat)
    shown = replay.pictured(screen, moment, sight)
    text, rows = match.joined(head, page.text), page.rows
    rows = keypad.joined(rows, *deeds) if deeds else rows
    return replace(page, text=text, rows=rows, pictures=shown.pictures)


def verdict(best: Deed, now: Deed, same: bool, words: Words, own: str = "decided.now") -> list[str]:
    """Return what is said of an answer: what the strong computer would do and why, and what was
    done now, in the words `own`; `same`: that is the best."""
    first = words("decided.same") if same else now.said(own, words)
    return [first, best.said("decided.best", words)]


def percent(share: float) -> int:
    """Return a share as a whole number of a hundred."""
    return round(100 * share)
