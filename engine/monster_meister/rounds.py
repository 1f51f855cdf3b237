"""The frame of a game: the beginning of a round, its end, and the count."""

from __future__ import annotations

from dataclasses import replace

from engine.monster_meister.box import MeisterBox, Task
from engine.monster_meister.values import (
    ROUNDS,
    CardsDown,
    Contest,
    Display,
    Lying,
    RoundBegan,
    State,
    Step,
)


def task_of(box: MeisterBox, state: State) -> Task:
    """Return the task of the current round."""
    return box.task_cards[state.tasks[state.round - 1]]


def finish_round(box: MeisterBox, state: State) -> Step:
    """Turn the cards down and begin the next round, or after the last turn all up and count."""
    if state.round == ROUNDS:
        return _finish_game(state)
    down = replace(state, displays=tuple(_turned(display, False) for display in state.displays))
    return begin_round(box, down).after((CardsDown(),))


def begin_round(box: MeisterBox, state: State) -> Step:
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


def _finish_game(state: State) -> Step:
    state = replace(
        state,
        phase="over",
        contest=None,
        removed=(),
        displays=tuple(_turned(display, True) for display in state.displays),
    )
    return Step(state)


def _turned(display: Display, up: bool) -> Display:
    return tuple(Lying(lying.cell, lying.card, up) for lying in display)
