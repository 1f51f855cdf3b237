"""The private pages of what decided a finished game for somebody: told, shown, tried again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract import Seat
from screens import keypad
from screens.frame import match, replay
from screens.frame.replay import Moment
from screens.frame.scene import Scene
from screens.page import Button, Page, Row
from screens.screen import Screen, Sight
from screens.texts import Words

ALL, STOP, SHOW, TRY = "decided", "decided_stop", "decided_show", "decided_try"
"""The verbs: all that is told, no more of it, a step of the replay, the same decision anew."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An answer somebody gave or could have given."""

    told: str
    """What was done, in words."""
    chance: float
    """The chance to win after it, 0 to 1."""


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
        title=_title(scene, words),
        text=words("decided.working", percent=_percent(done)),
        rows=((Button(words("decided.stop"), STOP),),),
        colour=screen.colour,
    )


def stopped(scene: Scene, screen: Screen, words: Words) -> Page:
    """Return what is read once nobody waits any more, with a way back."""
    return Page(
        title=_title(scene, words),
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
            left=_percent(told.played.chance),
            best=told.best.told,
            kept=_percent(told.best.chance),
        )
        for number, told in enumerate(found.drops, 1)
    ]
    head = words("decided.head") if lines else words("decided.none")
    return Page(
        title=_title(scene, words),
        text="\n\n".join((head, *lines, *_how_well(found, words))),
        rows=[_row(number, told, words) for number, told in enumerate(found.drops, 1)],
        footer=words("decided.footer"),
        colour=screen.colour,
    )


def trial(scene: Scene, screen: Screen, moment: Moment, sight: Sight, stage: str) -> Page:
    """Return a decision put anew: the table as it was, with the real controls."""
    words, seat = sight.words.within("frame"), _seat(sight)
    page = match.panel(scene, screen, sight, seat)
    shown = replay.pictured(screen, moment, sight)
    rows = keypad.joined(page.rows, Button(words("decided.back"), ALL))
    text = match.joined(words("decided.again", stage=stage), page.text)
    return replace(page, title=_title(scene, words), text=text, rows=rows, pictures=shown.pictures)


def revealed(scene: Scene, screen: Screen, told: Told, now: Deed, same: bool, words: Words) -> Page:
    """Return what comes of a try: what the strong computer would do and why, what was done now
    and in the game; `same`: the try was what is best."""
    lines = [_deed("decided.best", told.best, words)]
    if same:
        lines.insert(0, words("decided.same"))
    else:
        lines.insert(0, _deed("decided.now", now, words))
    if now.told != told.played.told:
        lines.append(_deed("decided.then", told.played, words))
    entry = str(told.entry)
    return Page(
        title=_title(scene, words),
        text="\n\n".join((f"**{told.stage}**", *lines)),
        rows=(
            (
                Button(words("decided.show"), SHOW, entry),
                Button(words("decided.try"), TRY, entry),
                Button(words("decided.back"), ALL),
            ),
        ),
        footer=words("decided.footer"),
        colour=screen.colour,
    )


def _deed(key: str, deed: Deed, words: Words) -> str:
    return words(key, deed=deed.told, percent=_percent(deed.chance))


def _how_well(found: Found, words: Words) -> Sequence[str]:
    lines = []
    if found.kept is not None:
        lines.append(words("decided.kept", percent=_percent(found.kept), n=found.decisions))
    if found.effort < 1:
        lines.append(words("decided.small", percent=_percent(found.effort)))
    return lines


def _row(number: int, told: Told, words: Words) -> Row:
    entry = str(told.entry)
    return (
        Button(words("decided.show_one", number=number), SHOW, entry),
        Button(words("decided.try_one", number=number), TRY, entry, style="primary"),
    )


def _title(scene: Scene, words: Words) -> str:
    return words("decided.title", game=words.within(scene.game.id)("title"))


def _seat(sight: Sight) -> Seat:
    seat: Seat = sight.view.seat
    return seat


def _percent(share: float) -> int:
    return round(100 * share)
