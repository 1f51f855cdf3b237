"""How the strongest computer decides: it plays every answer out in many sampled worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from types import MappingProxyType
from typing import TypeAlias

from engine.contract import Advice, Seat
from engine.meistercoup import score
from engine.meistercoup.box import CoupBox
from engine.meistercoup.playout import Playout, entered
from engine.meistercoup.reasons import Tried, Weighing
from engine.meistercoup.values import (
    ROUNDS,
    Action,
    Asked,
    Play,
    State,
    Take,
    TakePair,
)
from engine.rng import Rng

WORLDS = 60
"""How many worlds are sampled for a decision; every answer is tried in each of them."""
LEAST = 20
"""How many are sampled on the smallest host: with fewer it plays no better than a normal one."""
SLICE = 40
"""How many are sampled for an estimate."""
WHIM = 0.5
"""How often the others play any card in a trick that is estimated, not what brings most at once: of
what they will do nobody is as sure. To choose among answers it is no help."""

Weights: TypeAlias = tuple[float, float, float]
"""What a point, a first and a second mark are worth, as exponents of the odds to win."""
WEIGHTS: Mapping[int, tuple[Weights, Weights]] = MappingProxyType(
    {
        2: ((0.03, 0.9, 2.4), (0.05, 0.2, 1.8)),
        3: ((0.03, 0.5, 1.7), (0.04, 0.3, 1.4)),
        4: ((0.07, 0.3, 1.3), (0.11, 0.1, 1.2)),
        5: ((0.1, 0.15, 0.3), (0.15, 0.2, 0.7)),
    }
)
"""By number of sides, after the first and after the second round. Fitted to the winners of 2,000
matches each of hard computers that reckon with weights like these: who is near a third coup is
hindered by them, so that marks are worth less than among greedy seats."""


def advise(question: Asked, box: CoupBox, rng: Rng) -> Advice[Action]:
    """Return the legal action that wins most often, and by what it was ahead of the others.

    Where nothing is to be won any more, or all is, it is the one that brings most in this trick:
    all places count.
    """
    view, legal = question.view, question.legal
    assert view.seat is not None
    own = view.seat
    tried = _tried(question, box, rng, max(LEAST, round(WORLDS * question.effort)), 0.0)
    best = max(range(len(legal)), key=lambda i: (tried[i].chance, tried[i].gain(own)))
    others = [found for i, found in enumerate(tried) if i != best]
    return Advice(legal[best], Weighing(view, legal[best], tried[best], others).reason())


def prospects(question: Asked, box: CoupBox, rng: Rng) -> Sequence[float]:
    """Return how often each legal action wins in a few worlds; nothing on what a team enters."""
    if question.view.phase == "enter":
        return ()
    return [found.mean(found.chance) for found in _tried(question, box, rng, SLICE, WHIM)]


def _tried(
    question: Asked,
    box: CoupBox,
    rng: Rng,
    worlds: int,
    whim: float,
) -> Sequence[Tried]:
    """Return by legal action what comes of it in so many worlds."""
    view, legal = question.view, question.legal
    seat = view.seat
    assert seat is not None
    tried = [Tried.none(len(view.backs)) for _ in legal]
    for _ in range(worlds):
        state = question.world(rng)
        start, chance = Playout(state, box.diamonds, whim), rng.stream.getrandbits(64)
        for action, found in zip(legal, tried, strict=True):
            _try(start, state, seat, action, Rng(chance), found)
    return tried


def _try(start: Playout, state: State, seat: Seat, action: Action, rng: Rng, found: Tried) -> None:
    """Play the round on in one way after an action, and note what comes of it."""
    playout, draw = start.copy(), rng.stream.random
    match action:
        case Play(card):
            playout.play(seat, card)
            winner, runner_up = playout.complete(draw)
            found.first += winner == seat
            found.second += runner_up == seat
        case Take(card):
            assert state.runner_up is not None
            playout.take(seat, card)
            if playout.champion is None:
                playout.take_pair(state.runner_up, playout.best_pair(state.runner_up))
        case TakePair(cards):
            playout.take_pair(seat, cards)
    found.divided(playout, seat)
    if isinstance(action, Play):
        playout.play_on(draw)
    elif playout.champion is None and any(playout.hands):
        playout.finish(draw)
    found.ended(playout.champion, chance_to_win(playout, state, seat))


def chance_to_win(playout: Playout, state: State, seat: Seat) -> float:
    """Return the chance that a seat, or its team, wins a match after this end of a round."""
    if playout.champion is not None:
        return float(score.side_of(state, playout.champion) == score.side_of(state, seat))
    reached, own = _sides(playout, state), score.side_of(state, seat)
    if state.round == ROUNDS:
        best = max(reached)
        return (reached[own] == best) / reached.count(best)
    weights = WEIGHTS[len(reached)][state.round - 1]
    odds = [_odds(side, weights) for side in reached]
    return odds[own] / sum(odds)


def _sides(playout: Playout, state: State) -> list[tuple[int, int]]:
    """Return points and marks of each side with this round, of a team's with its best member."""
    before = score.totals(state)
    now = zip(playout.points, map(min, playout.counts), strict=True)
    sides: list[list[tuple[int, int]]] = [[] for _ in before]
    for seat, reached in enumerate(now):
        sides[score.side_of(state, seat)].append(reached)
    last = state.round == ROUNDS
    best = [max(members, key=lambda had: entered(had[0], had[1], last)) for members in sides]
    return [
        (points + more, marks + coups)
        for (points, marks), (more, coups) in zip(before, best, strict=True)
    ]


def _odds(side: tuple[int, int], weights: Weights) -> float:
    points, marks = side
    a_point, one, two = weights
    return exp(a_point * points + (0.0, one, two)[min(marks, 2)])
