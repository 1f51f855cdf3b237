"""The computers: easy sees some of what it could do, normal what pays at once, hard looks ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from operator import add

from engine.contract import Advice, Seat
from engine.maechtige_monster import reasons, tiles
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.odds import odds
from engine.maechtige_monster.reasons import End, Tried
from engine.maechtige_monster.sketch import Move, Sketch, move_of, sketch
from engine.maechtige_monster.values import (
    Asked,
    Play,
    Strength,
    View,
)
from engine.rng import Rng

SIMULATIONS = 320
"""Rounds that the hard computer plays through in its mind for a decision."""
REPLIES = 4
"""Of its own later moves, how many it looks at."""
WHIM = 0.25
"""How often it expects others to do anything instead of what is best at once."""
KEEP = 0.25
"""What a point of strength is worth that can be played in the next round, in gold."""
SLICE = 62
"""Rounds that are played through for an estimate of chances."""
OWN_WHIM = 0.5
"""How often the own seat does anything after an answer that is estimated. It has just done what it
found best, which the others have still before them: with no more whims than theirs the chances told
in 830 matches between hard computers were 1.8 points too high; with these 1.0 less."""
SURPRISE = 0.1
"""Of the matches, how many end otherwise than is estimated, so that everybody wins alike: fitted to
320 matches between hard computers, who play for the win, as nobody is expected to who does what is
best at once."""
SPREAD = (0.25, 3.0, 3.5, 4.5, 5.5, 9.0)
"""The gold that decides much, by rounds to come: fitted to the winners of the same matches by how
rounds are played on for an estimate; of the last fight by each of its ends, in which only the
loots are not known."""


def advise(box: MonsterBox, question: Asked, rng: Rng) -> Advice[Play]:
    """Return one of the legal actions, and why a hard computer chooses it."""
    legal = question.legal
    if len(legal) == 1:
        return Advice(legal[0])
    match question.options.level:
        case "easy":
            return Advice(_immediate(box, question, rng.shuffled(legal)[: 1 + len(legal) // 4]))
        case "normal":
            return Advice(_immediate(box, question, legal))
        case "hard":
            return _ahead(box, question, rng)


def _immediate(box: MonsterBox, question: Asked, plays: Sequence[Play]) -> Play:
    """Return the best of these plays as things lie."""
    view = question.view
    seen = sketch(odds(box, view), view, _own_hand(view), _barred(box, view))
    worth = dict(seen.moves())
    return max(plays, key=lambda play: worth[move_of(view, play)])


def _ahead(box: MonsterBox, question: Asked, rng: Rng) -> Advice[Play]:
    """Return the play that wins most often, over worlds that fit what the seat knows, and why."""
    view, legal = question.view, question.legal
    found = _tried(box, question, rng, max(1.0, SIMULATIONS * question.effort))
    best = max(range(len(legal)), key=lambda i: found[i].wins)
    others = [each for i, each in enumerate(found) if i != best]
    return Advice(legal[best], reasons.reason(box, view, legal[best], found[best], others))


def prospects(box: MonsterBox, question: Asked, rng: Rng) -> Sequence[float]:
    """Return by legal action about how likely the seat wins, over a few worlds.

    From there all do what is best at once, or by a whim anything. Where the own seat looked ahead
    alone, as it does to choose, it won too often.
    """
    view, legal = question.view, question.legal
    expected, barred = odds(box, view), _barred(box, view)
    to_come, worlds = view.rounds - view.round, max(1, SLICE // len(legal))
    chances = [0.0] * len(legal)
    for _ in range(worlds):
        seen = sketch(expected, view, question.world(rng).hands, barred)
        seed = rng.stream.getrandbits(64)
        for i, play in enumerate(legal):
            after, stream = seen.copy(), random.Random(seed)
            after.play(move_of(view, play))
            while not after.full:
                whim = OWN_WHIM if after.turn == seen.turn else WHIM
                after.play(after.guess(whim, stream))
            chances[i] += _end(after, seen.turn, to_come).wins
    alike = SURPRISE / len(view.hands)
    return [alike + (1 - SURPRISE) * chance / worlds for chance in chances]


def _tried(box: MonsterBox, question: Asked, rng: Rng, simulations: float) -> Sequence[Tried]:
    """Return by legal action what comes of it in several worlds."""
    view, legal = question.view, question.legal
    expected, barred = odds(box, view), _barred(box, view)
    found = [Tried.none(len(view.hands)) for _ in legal]
    to_come = view.rounds - view.round
    while simulations > 0:
        seen = sketch(expected, view, question.world(rng).hands, barred)
        for play, tried in zip(legal, found, strict=True):
            after = seen.copy()
            after.play(move_of(view, play))
            end, spent = _best(after, seen.turn, to_come, rng.stream)
            tried.add(end)
            simulations -= spent
    return found


def _best(seen: Sketch, own: Seat, to_come: int, stream: random.Random) -> tuple[End, int]:
    """Return what a round comes to when the own seat chooses well once more, and the simulations
    that took."""
    while not seen.full and seen.turn != own:
        seen.play(seen.guess(WHIM, stream))
    if seen.full:
        return _end(seen, own, to_come), 1
    ranked = sorted(seen.moves(), key=lambda pair: -pair[1])[:REPLIES]
    ends = [_reply(seen, own, move, to_come, stream) for move, _ in ranked]
    return max(ends, key=lambda end: end.wins), len(ranked)


def _reply(seen: Sketch, own: Seat, move: Move, to_come: int, stream: random.Random) -> End:
    after = seen.copy()
    after.play(move)
    while not after.full:
        after.play(after.greedy() if after.turn == own else after.guess(WHIM, stream))
    return _end(after, own, to_come)


def _end(seen: Sketch, own: Seat, to_come: int) -> End:
    """Return how likely the own seat wins after the fight of a full castle, with what gold, and
    what is left for the next round, if any."""
    gold = seen.result()
    kept = [KEEP * sum(hand) if to_come else 0.0 for hand in seen.hands]
    if to_come:
        wins = _chance(list(map(add, gold, kept)), own, to_come)
    else:
        # To win the last fight often is more than to win much in it seldom.
        wins = sum(share * _chance(left, own, to_come) for share, left in seen.ends())
    return End(wins, gold, kept[own])


def _chance(gold: Sequence[float], own: Seat, to_come: int) -> float:
    """Return about how likely a seat wins with this gold, and so many rounds to come."""
    spread = SPREAD[min(to_come, len(SPREAD) - 1)]
    return 1 / sum(exp((other - gold[own]) / spread) for other in gold)


def _own_hand(view: View) -> list[tuple[Strength, ...]]:
    return [view.hand if seat == view.seat else () for seat in range(len(view.hands))]


def _barred(box: MonsterBox, view: View) -> Strength | None:
    return tiles.named(box, view.tile).barred
