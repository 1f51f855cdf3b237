"""Tables of Bugs & Co for its tests, and clicks on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from engine.bugs.game import Bugs
from engine.bugs.values import NONE, Action, Keep, Options, Pick, State, Step
from engine.contract import CLOCK, Event, Expire, Seat, SeatOptions
from engine.rng import Rng
from tests.engine.positions import play

GAME = Bugs()
START = 1000.0
GO = START + 3

Deed: TypeAlias = Action | Expire


def counting_in(seats: int = 4, **options: Any) -> State:
    """Return a table right after its set-up."""
    chosen = (SeatOptions(),) * seats
    return GAME.setup(Options(**options), chosen, Rng("table", seats), START).state


def playing(seats: int = 4, **options: Any) -> State:
    """Return a table at "go"."""
    return act(counting_in(seats, **options), CLOCK, Expire(), GO)


def step(state: State, seat: Seat, action: Deed, now: float = GO + 1) -> Step:
    """Return what an action leads to."""
    return play(GAME, state, len(state.left), seat, action, now)


def act(state: State, seat: Seat, action: Deed, now: float = GO + 1) -> State:
    """Return the state an action leads to."""
    return step(state, seat, action, now).state


def acts(state: State, seat: Seat, *actions: Action, now: float = GO + 1) -> State:
    """Return the state after a seat's actions."""
    for action in actions:
        state = act(state, seat, action, now)
    return state


def events(state: State, seat: Seat, action: Deed, now: float = GO + 1) -> tuple[Event, ...]:
    """Return the events an action leads to."""
    return step(state, seat, action, now).events


def tile_at(state: State, area: int, place: int) -> int:
    """Return the tile of a place, or NONE."""
    return state.table[area * GAME.box.places + place]


def sizes(state: State) -> list[int]:
    """Return how many tiles each area holds."""
    places = GAME.box.places
    starts = range(0, len(state.table), places)
    return [sum(t != NONE for t in state.table[s : s + places]) for s in starts]


def with_left(state: State, seat: Seat, *tiles: int) -> State:
    """Return a state in which a seat's left hand holds these tiles (parts are not conserved)."""
    left = tuple(tiles if s == seat else hand for s, hand in enumerate(state.left))
    return replace(state, left=left)


def keep_all(state: State, seat: Seat, area: int, now: float = GO + 1) -> State:
    """Return the state after a seat has kept every tile of an area."""
    for place in range(sizes(state)[area]):
        state = acts(state, seat, Pick(area, place), Keep(), now=now)
    return state
