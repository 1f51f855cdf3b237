"""What clicks on a panel of Tüftelmonster lead to, without Discord."""

from __future__ import annotations

from typing import Any

from engine.match import Match
from screens.names import Names
from screens.page import Select
from screens.screen import Screen, Shown, Sight
from screens.texts import Words

PEOPLE = ("Anna", "Ben", "Chiara", "Deniz", "Eva")


def sight(match: Match, words: Words, look: str = "") -> Sight:
    return seen_by(match, match.asked[0], words, look)


def seen_by(match: Match, seat: int | None, words: Words, look: str = "") -> Sight:
    names = Names.of(PEOPLE[: len(match.header.seats)])
    return Sight.of(match, seat, names, words, look)


def controls(shown: Shown) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return verb, args and values of every press that a panel takes."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for row in shown.rows:
        if isinstance(row, Select):
            found += [(row.verb, row.args, (choice.value,)) for choice in row.choices]
        else:
            found += [(b.verb, b.args, ()) for b in row if not b.disabled]
    return found


def reached(screen: Screen, match: Match, words: Words) -> dict[Any, int]:
    """Return every action that clicks lead to, with the fewest clicks."""
    view = match.view(match.asked[0])
    actions: dict[Any, int] = {}
    looks, seen = [("", 0)], {""}
    while looks:
        look, clicks = looks.pop(0)
        for control in controls(screen.panel(sight(match, words, look))):
            pressed = screen.press(view, *control)
            if pressed.action is not None:
                actions.setdefault(pressed.action, clicks + 1)
            elif pressed.look not in seen and "@" not in pressed.look:
                seen.add(pressed.look)
                looks.append((pressed.look, clicks + 1))
    return actions
