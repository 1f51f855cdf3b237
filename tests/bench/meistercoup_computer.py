"""How well Meister Coup's computers play, and how long they think."""

from __future__ import annotations

import random
import time
from typing import Any

from engine.contract import AnyGame, Level, Seat
from engine.match import Match
from engine.meistercoup import GAME, trick
from engine.meistercoup.playout import Playout
from engine.meistercoup.values import Confirm, Options, Play, Propose, Take, TakePair
from tests.bench.contest import computer, share
from tests.bench.report import Row
from tests.engine.driver import start

MATCHES = 1000
LEVELS: tuple[tuple[Level, Level], ...] = (("normal", "easy"), ("hard", "normal"))


def rows(matches: int = MATCHES) -> list[Row]:
    """Return how often computers win, and how long a decision takes at most."""
    game, table = GAME(), Options(mode="standard")
    hard = share(game, table, computer("hard"), [greedy] * 4, matches)
    rows = [Row(f"hard, four greedy, {matches} matches won", f"{hard:.1%}", "≥ 30%")]
    for better, worse in LEVELS:
        won = share(game, table, computer(better), [computer(worse)] * 3, matches // 4)
        rows.append(
            Row(f"{better}, three {worse}, {matches // 4} matches won", f"{won:.1%}", "≥ 30%")
        )
    return [
        *rows,
        Row("slowest decision of hard, five seats", f"{_slowest(game):.0f} ms", "≤ 300 ms"),
    ]


def anyhow(match: Match, seat: Seat) -> Any:
    """Return a random answer."""
    chance = random.Random(f"{match.header.seed}:{match.sequence}")
    return chance.choice(match.legal(seat))


def greedy(match: Match, seat: Seat) -> Any:
    """Return what a plain greedy player does, who thinks no further than this trick.

    It plays the card that would bring it most if the trick ended with it (of equals the lower
    card), leads with its highest card, and takes what is worth most: points, a step towards a
    coup, a coup. It never looks at a card that it may not see.
    """
    state, legal = match.state, match.legal(seat)
    table = Playout(state, match.game.box.diamonds)
    match legal[0]:
        case Play() if not state.trick:
            return max(legal, key=lambda action: action.card % 12)
        case Play():
            return Play(table.greedy_card(seat))
        case Take():
            return Take(table.best_card(seat))
        case TakePair():
            pairs = trick.pairs(trick.left_of(state.trick, state.won))
            return TakePair(max(pairs, key=lambda pair: table.gain_pair(seat, pair)))
        case Confirm() | Propose():
            return legal[0]


def _slowest(game: AnyGame) -> float:
    """Return the milliseconds of one core that the slowest decision of a match takes."""
    match = start(game, Options(level="hard"), 5, "time", range(5)).match
    slowest = 0.0
    while not match.over:
        begin = time.process_time()
        action = match.choose(match.asked[0])
        slowest = max(slowest, time.process_time() - begin)
        match = match.play(match.asked[0], match.counts[match.asked[0] + 1], action, match.at).match
    return slowest * 1000
