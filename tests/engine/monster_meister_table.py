"""Builds positions of Monster Meister for its tests, with cards written as in its data file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter

from engine.contract import Expire, Seat
from engine.monster_meister import GAME
from engine.monster_meister.cells import start_cells
from engine.monster_meister.values import (
    SET,
    STRAY,
    Action,
    Card,
    Contest,
    Event,
    Front,
    Lying,
    Result,
    State,
    TurnUp,
)
from tests.engine.positions import play

game = GAME()
CELLS = start_cells()
NOW = 1000.0
_FRONT: TypeAdapter[Front] = TypeAdapter(Front)


def front(text: str) -> Front:
    """Return the monsters of a card written as "blue 4 + green 1"."""
    parts = (part.split() for part in text.split("+"))
    monsters = [{"colour": colour, "eyes": int(eyes)} for colour, eyes in parts]
    return _FRONT.validate_python(monsters)


def card(back: int, text: str) -> Card:
    """Return the card of a back with this front."""
    fronts: tuple[Front, ...] = game.box.fronts
    return fronts.index(front(text), SET * back, SET * back + SET)


def number(task: str) -> int:
    """Return the number of the first task card of this id."""
    return next(i for i, t in enumerate(game.box.task_cards) if t.id == task)


def table(
    task: str,
    *rows: Sequence[str],
    holder: Seat = 0,
    round: int = 1,
    pile: Iterable[Card] | None = None,
    outside: Iterable[Card] = (),
) -> State:
    """Return a round's beginning; a row holds the first cards of a seat's display, own back.

    The other cards of its set follow, but for those in the pile and `outside`.
    """
    away = {*(pile or ()), *outside}
    tasks = [i for i in range(len(game.box.task_cards)) if i != number(task)]
    contest = Contest(holder, tuple(range(len(rows)))) if task == "contest" else None
    return State(
        tasks=(*tasks[: round - 1], number(task), *tasks[round - 1 :]),
        round=round,
        holder=holder,
        phase="name" if contest else "turn",
        displays=tuple(_display(seat, row, away) for seat, row in enumerate(rows)),
        pile=tuple(range(SET * STRAY, SET * STRAY + 8)) if pile is None else tuple(pile),
        results=(Result("six_blue", None, (), ()),) * (round - 1),
        contest=contest,
        drawn=(None,) * len(rows),
        looked=(False,) * len(rows),
        limit=15.0,
    )


def _display(seat: Seat, row: Sequence[str], away: set[Card]) -> tuple[Lying, ...]:
    first = [card(seat, text) for text in row]
    rest = [c for c in range(SET * seat, SET * (seat + 1)) if c not in first and c not in away]
    return tuple(map(Lying, CELLS, (*first, *rest)))


def do(state: State, seat: Seat, *actions: Action | Expire, now: float = NOW) -> State:
    """Return the state after a seat's actions."""
    return told(state, seat, *actions, now=now)[0]


def told(
    state: State, seat: Seat, *actions: Action | Expire, now: float = NOW
) -> tuple[State, list[Event]]:
    """Return the state after a seat's actions, and all events on the way."""
    events: list[Event] = []
    for action in actions:
        step = play(game, state, len(state.displays), seat, action, now)
        state = step.state
        events += step.events
    return state, events


def turn(state: State, seat: Seat, n: int, first: int = 0) -> State:
    """Return the state after a seat has turned up n cards of its first row on."""
    return do(state, seat, *(TurnUp(cell) for cell in CELLS[first : first + n]))
