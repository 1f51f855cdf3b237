"""The frame of a game: dealing, the beginning of a round, its end, and the count."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Step
from engine.monster_meister import layout, scoring
from engine.monster_meister.box import MeisterBox, Task
from engine.monster_meister.values import (
    ROUNDS,
    SET,
    CardsDown,
    Contest,
    Counted,
    Display,
    Event,
    Lying,
    RoundBegan,
    State,
)
from engine.rng import Rng


def deal(box: MeisterBox, seats: int, rng: Rng) -> Step[State, Event]:
    """Return the first round's beginning (rulebook 000, "Spielvorbereitung")."""
    cells = layout.start_cells()
    state = State(
        tasks=tuple(rng.shuffled(range(len(box.task_cards)))),
        round=0,
        holder=rng.below(seats) - 1,
        phase="turn",
        displays=tuple(
            tuple(map(Lying, cells, rng.shuffled(range(SET * seat, SET * (seat + 1)))))
            for seat in range(seats)
        ),
        pile=tuple(rng.shuffled(range(len(box.fronts) - len(box.strays), len(box.fronts)))),
    )
    return _begin_round(box, state)


def task_of(box: MeisterBox, state: State) -> Task:
    """Return the task of the current round."""
    return box.task_cards[state.tasks[state.round - 1]]


def finish_round(box: MeisterBox, state: State) -> Step[State, Event]:
    """Turn the cards down and begin the next round, or after the last turn all up and count."""
    if state.round == ROUNDS:
        return _finish_game(box, state)
    down = replace(state, displays=tuple(_turned(display, False) for display in state.displays))
    step = _begin_round(box, down)
    return Step(step.state, (CardsDown(), *step.events))


def _begin_round(box: MeisterBox, state: State) -> Step[State, Event]:
    """Pass the task pile to the left and turn up its top; nothing of the last round stays."""
    n = len(state.displays)
    state = replace(
        state,
        round=state.round + 1,
        holder=(state.holder + 1) % n,
        phase="turn",
        contest=None,
        removed=(),
        drawn=(None,) * n,
        looked=(False,) * n,
        deadline=None,
    )
    task = task_of(box, state)
    if task.contest:
        state = replace(state, phase="name", contest=Contest(state.holder, tuple(range(n))))
    return Step(state, (RoundBegan(round=state.round, holder=state.holder, task=task.id),))


def _finish_game(box: MeisterBox, state: State) -> Step[State, Event]:
    state = replace(
        state,
        phase="over",
        contest=None,
        removed=(),
        displays=tuple(_turned(display, True) for display in state.displays),
    )
    counts = tuple(scoring.count(box.fronts, *pair) for pair in enumerate(state.displays))
    return Step(state, (Counted(counts=counts),))


def _turned(display: Display, up: bool) -> Display:
    return tuple(Lying(lying.cell, lying.card, up) for lying in display)
