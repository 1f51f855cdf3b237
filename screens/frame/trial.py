"""A decision put outside of its table: with the real controls, and told what would be best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from screens import keypad
from screens.frame import match, replay
from screens.frame.in_words import SHORT, in_words
from screens.frame.replay import Moment
from screens.frame.scene import Scene
from screens.page import Button, Page, Picture, Select
from screens.screen import Screen, Sight
from screens.texts import Words
from screens.wording import joined, sentences

WORDS, BACK = "words", "back"
"""The verb of reading in words what the pictures show, and what leads back from there."""


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
    """Return what is asked, the table as a seat saw it, what the decision needs below the pictures,
    where a phone shows it with the real controls, and these deeds below them, with the way to all
    in words."""
    page = match.panel(scene, screen, sight, sight.view.seat)
    below = joined(page.text, page.below)
    in_full = Button(sight.words.within("frame")("board.words"), WORDS)
    rows = keypad.joined(page.rows, in_full, *deeds)
    shown = pictures(screen, moment, sight)
    return replace(page, text=head, pictures=shown, below=below, rows=rows)


def pictures(screen: Screen, moment: Moment, sight: Sight) -> Sequence[Picture]:
    """Return the table as a seat saw it; as at a table the seat's own pictures tell what a decision
    needs, and the board's first only how to hear them, as both say much alike."""
    words = sight.words.within("frame")
    own = {picture.key: picture for picture in screen.panel(sight).pictures}
    shown = replay.pictured(screen, moment, sight).pictures
    return [
        own.get(picture.key) or replace(picture, alt=words("trial.also" if n else "trial.table"))
        for n, picture in enumerate(shown)
    ]


def told(
    scene: Scene, screen: Screen, moment: Moment, sight: Sight, part: str, *back: Button
) -> Page:
    """Return what the pictures of a decision show, in words for its seat, or one part of it, with
    these ways back and the one to the decision."""
    public = Sight.of(moment.match, None, scene.names, sight.words)
    page = in_words(scene, screen, public, part, own=screen.own(sight))
    buttons = [b for row in page.rows if not isinstance(row, Select) for b in row]
    decision = Button(sight.words.within("frame")("decided.again_button"), WORDS, BACK)
    ways = [*back, decision, *(b for b in buttons if b.verb != SHORT)]
    rows = keypad.rows([replace(ways[0], style="primary"), *ways[1:]], 3)
    return replace(page, rows=rows)


def verdict(
    best: Deed,
    now: Deed,
    same: bool,
    words: Words,
    right: str = "decided.same",
    other: str = "decided.now",
) -> list[str]:
    """Return what is said of an answer: what was done now, `right` where that is the best (`same`),
    in the words `other` else; and what the strong computer would do and why."""
    first = words(right) if same else now.said(other, words)
    return [first, sentences([best.said("decided.best", words)])]


def percent(share: float) -> int:
    """Return a share as a whole number of a hundred."""
    return round(100 * share)
