"""The shortest way from a seat's panel to an action, press by press."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.contract import Seat
from engine.match import Match
from engine.rng import Rng
from screens.names import Names
from screens.screen import Pressed, Screen, Sight
from screens.texts import Words
from tests.screens.tueftelmonster_clicks import controls

PEOPLE = ("Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül", "Hans")


class Press(NamedTuple):
    """A press of a control, as a person makes it."""

    verb: str
    args: str
    values: tuple[str, ...]


def way(
    screen: Screen,
    match: Match,
    seat: Seat,
    words: Words,
    meant: Callable[[Any], bool],
    look: str = "",
) -> Sequence[Press]:
    """Return the fewest presses that lead from a look of a seat's panel to an action that is
    meant; raise AssertionError where none do."""
    ways: list[tuple[str, tuple[Press, ...]]] = [(look, ())]
    seen = {look}
    for before, made in ways:
        for press, pressed in presses(screen, match, seat, words, before):
            if pressed.action is not None and meant(pressed.action):
                return (*made, press)
            if pressed.action is None and pressed.look not in seen:
                seen.add(pressed.look)
                ways.append((pressed.look, (*made, press)))
    raise AssertionError(f"no presses lead there from {look or 'the first look'}")


def presses(
    screen: Screen, match: Match, seat: Seat, words: Words, look: str
) -> Iterator[tuple[Press, Pressed]]:
    """Give every press that a look of a seat's panel takes, with what it means."""
    names = Names.of(PEOPLE[: len(match.header.seats)])
    for control in controls(screen.panel(Sight.of(match, seat, names, words, look))):
        yield Press(*control), screen.press(match.view(seat), *control)


def same(match: Match, seat: Seat, one: Any, other: Any, at: float) -> bool:
    """Return whether two actions lead to the same at a time when the seat may act: in Bugs & Co a
    tile goes back in two ways."""
    if one == other or match.game.id != "bugs":
        return bool(one == other)
    led = (match.game.apply(match.state, seat, each, Rng("taps"), at) for each in (one, other))
    return next(led) == next(led)
