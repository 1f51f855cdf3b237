"""How many sets who plays Bugs & Co by ear completes against computers, at each pace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean
from typing import get_args

from engine.bugs.values import Options, Pace
from engine.match import Match
from tests.bench.report import Row, table
from tests.cogs.hearing import count, heard
from tests.cogs.rendering import HOST, renderers, room
from tests.engine.bugs_clock import simulate
from tests.engine.facts import known_games

NAMES = ("Anna", "Ben", "Chiara", "David")
VOICES = {"quick": 275, "slow": 150}
"""Words a minute."""
MOVE = 1.0
"""Seconds to find and press the next control."""
LINE = re.compile(r"(?<!,)\n")
"""Where a line ends that is heard as one."""


def rows(matches: int = 48) -> Iterator[Row]:
    """Give the sets of seat 0, which remembers as much as the others, hears after each click what
    is new on its page, and then moves on; it looks through area by area."""
    for short in (False, True):
        for pace in get_args(Pace):
            for voice, rate in VOICES.items():
                words = "short words" if short else "all words"
                sets = _sets(Options(pace=pace), rate, short, matches)
                yield Row(
                    f"bugs, {pace} pace, {words} at a {voice} voice: sets by ear / of a computer",
                    f"{mean(each[0] for each in sets):.2f} / {mean(map(_others, sets)):.2f}",
                )


def _sets(options: Options, rate: int, short: bool, matches: int) -> list[list[int]]:
    """Return how many sets each seat has completed, of each match."""
    game = known_games()["bugs"]

    def listens(before: Match, after: Match) -> float:
        new = _lines(after, short) - _lines(before, short)
        return MOVE + sum(map(count, new)) * 60 / rate

    played = (
        simulate(game, options, len(NAMES), f"by ear {number}", listens)
        for number in range(matches)
    )
    return [[len(hand.sets) for hand in match.view(None).over] for match in played]


def _lines(match: Match, short: bool) -> set[str]:
    """Return what seat 0's page says but for its controls."""
    page, _ = renderers()["de"].pages.panel(room(match, NAMES), HOST, "0", "de", short=short)
    return set(LINE.split(heard(replace(page, rows=()))))


def _others(sets: list[int]) -> float:
    return mean(sets[1:])


if __name__ == "__main__":
    table(rows())
