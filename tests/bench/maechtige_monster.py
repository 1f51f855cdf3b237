"""What computers make of Mächtige Monster: who beats whom, how long they think, and the gold."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Level, Seat
from engine.maechtige_monster import GAME
from engine.maechtige_monster.values import LEVELS, Fought, Options, Played
from engine.match import Match
from tests.bench import contest
from tests.bench.report import Row, percentile
from tests.engine.driver import start

MATCHES = 1000
"""How many matches are played for each figure."""


def rows(matches: int = MATCHES) -> Iterator[Row]:
    """Give how often computers win, how long they think, and how rich they get."""
    yield from _duels(matches)
    yield _time()
    for seats in GAME.seat_counts:
        for chain, rules in ((False, False), (True, False), (False, True), (True, True)):
            options = Options(guard_chain=chain, new_rules=rules)
            yield Row(_name(seats, options), str(census(seats, options, matches)), _aim(options))


def whim(match: Match, seat: Seat) -> Any:
    """Play anything."""
    chance = random.Random(f"{match.header.id}:{match.sequence}")
    return chance.choice(list(match.legal(seat)))


def _duels(matches: int) -> Iterator[Row]:
    easy, normal, hard = map(contest.computer, contest.LEVELS)
    for what, one, other, aim in (
        ("hard against three that move at random", hard, whim, "≥ 85%"),
        ("hard against three that take what is best at once", hard, normal, "≥ 35%"),
        ("normal against three easy ones", normal, easy, "> 25%"),
        ("easy against three that move at random", easy, whim, "> 25%"),
    ):
        share = contest.share(GAME(), Options(), one, [other] * 3, matches)
        yield Row(f"{what}, {matches} matches won", f"{share:.1%}", aim)


@dataclass
class Census:
    """What many matches came to."""

    gold: list[int] = field(default_factory=list)
    guards: dict[int, int] = field(default_factory=lambda: dict.fromkeys(LEVELS, 0))
    """By level how many lay in a row."""
    beaten: dict[int, int] = field(default_factory=lambda: dict.fromkeys(LEVELS, 0))
    rounds: int = 0
    displaced: int = 0

    def see(self, event: object) -> None:
        """Count an event."""
        if isinstance(event, Played):
            self.displaced += event.displaced is not None
        elif isinstance(event, Fought):
            self.rounds += 1
            for level in event.fight.levels:
                self.guards[level] += 1
            for battle in event.fight.battles:
                self.beaten[battle.printed.level] += battle.beaten

    def __str__(self) -> str:
        shares = " ".join(f"{self.beaten[level] / self.guards[level]:.0%}" for level in LEVELS)
        gold = self.gold
        return (
            f"gold {min(gold)}–{max(gold)}, median {statistics.median(gold):.0f}, "
            f"mean {statistics.mean(gold):.1f}; guards beaten {shares}; "
            f"{self.displaced / self.rounds:.1f} displaced a round"
        )


def census(seats: int, options: Options, matches: int, level: Level = "normal") -> Census:
    """Return what matches of computers of one level came to; the start seat is drawn."""
    found, game = Census(), GAME()
    chosen = options.model_copy(update={"level": level})
    for number in range(matches):
        played = start(game, chosen, seats, f"census-{number}", range(seats))
        while not played.match.over:
            match = played.match
            seat = match.asked[0]
            token = match.counts[seat + 1]
            played = match.play(seat, token, match.choose(seat), match.at)
            for event in played.events:
                found.see(event)
        found.gold += [account.gold for account in played.match.state.accounts]
    return found


def _time() -> Row:
    """Return how long the highest level takes at a full table, in time of one core."""
    match = start(GAME(), Options(level="hard"), 6, "time", range(6)).match
    seconds = []
    while not match.over:
        seat = match.asked[0]
        begin = time.process_time()
        action = match.choose(seat)
        seconds.append(time.process_time() - begin)
        match = match.play(seat, match.counts[seat + 1], action, match.at).match
    middle, worst = statistics.median(seconds), percentile(seconds, 99)
    figure = f"{middle * 1000:.0f} ms / {worst * 1000:.0f} ms"
    return Row(
        "a decision of a hard computer at six seats, median / 99th percentile", figure, "≤ 300 ms"
    )


def _name(seats: int, options: Options) -> str:
    variants = [name for name in ("guard_chain", "new_rules") if getattr(options, name)]
    return f"{seats} seats, {' and '.join(variants) or 'base game'}, computers at normal"


def _aim(options: Options) -> str:
    return "" if options.guard_chain or options.new_rules else "mean 20–28"
