"""Plays many random matches of each game in every setting, and looks at every state of theirs.

`python -m tests.bench.matches` does; `--help` says how to play more.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tests.bench.report import Row, table
from tests.engine.facts import known_games, settings
from tests.engine.walks import keeps_all_parts

MATCHES = 100
"""Matches in each setting."""


def rows(matches: int = MATCHES) -> Iterator[Row]:
    """Give for each game what was lost, added or against its rules, and where."""
    for game in known_games().values():
        wrong, chosen = list[str](), settings(game)
        for options, seats in chosen:
            for number in range(matches):
                try:
                    keeps_all_parts(game, options, seats, number)
                except Exception as error:
                    wrong.append(f"{options} at {seats}, {number}: {type(error).__name__}: {error}")
        figure = f"{matches * len(chosen):,} matches: {'; '.join(wrong) or 'nothing wrong'}"
        yield Row(f"{game.id}, {len(chosen)} settings", figure, "nothing wrong")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.matches", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help="in each setting")
    table(rows(parser.parse_args().matches))
