"""What a busy table of Bugs & Co costs: the share of a core, and bytes of log and snapshots."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from engine.bugs import GAME
from engine.bugs.values import Action, Keep, Options, Trophy
from engine.contract import CLOCK, Expire
from engine.match import Match, Played
from engine.snapshots import snapshot
from tests.bench.report import Row
from tests.engine.driver import START, start

SEATS = 8
CLICKS = 3
"""Clicks of each seat in a second."""
MINUTES = 5
SNAPSHOT = 16
"""Entries from one snapshot to the next."""
BOARD = 1.5
"""Seconds from one public view to the next."""
KEEPS = 0.02
"""The chance that a tile is kept when it could be; the table must not run empty."""


@dataclass
class Cost:
    """What has been used so far."""

    entries: int = 0
    log: int = 0
    """Bytes of entries: numbers, action and time as text."""
    snapshots: int = 0
    """Bytes of snapshots."""
    slowest: float = 0.0
    """Seconds of processor time of the dearest click."""


def rows() -> list[Row]:
    """Return what was measured and the result, without and with computers' memories."""
    return [row for computers in (0, 4) for row in _rows(computers)]


def _rows(computers: int) -> list[Row]:
    begin = time.process_time()
    cost = busy(computers)
    used = time.process_time() - begin
    table = f"{SEATS} seats, {CLICKS} clicks/s each, {MINUTES} min, {computers} memories"
    return [
        Row(f"{table}: share of a core", f"{used / (MINUTES * 60):.2%}"),
        Row(f"{table}: entries", f"{cost.entries}"),
        Row(f"{table}: bytes of log", f"{cost.log:,} ({cost.log / cost.entries:.0f} an entry)"),
        Row(f"{table}: bytes of snapshots", f"{cost.snapshots:,}"),
        Row(f"{table}: dearest click", f"{cost.slowest * 1000:.1f} ms"),
    ]


def busy(computers: int) -> Cost:
    """Return the cost of a table whose seats click at random until the time limit."""
    game, chance, cost = GAME(), random.Random(1), Cost()
    options = Options.model_validate({"time_limit": MINUTES})
    match = start(game, options, SEATS, "busy", range(computers)).match
    go = START + game.box.count_in
    match = match.play(CLOCK, match.to_act()[CLOCK], Expire(), go).match
    drawn = 0.0
    for number in range(SEATS * CLICKS * MINUTES * 60):
        now = go + number / (SEATS * CLICKS)
        begin = time.process_time()
        match = _click(match, number % SEATS, now, chance, cost)
        if now - drawn >= BOARD:
            game.codecs.view.dump(game.view(match.state, None))
            drawn = now
        cost.slowest = max(cost.slowest, time.process_time() - begin)
    return cost


def _click(match: Match, seat: int, now: float, chance: random.Random, cost: Cost) -> Match:
    """Play a click as a table does: play, log, snapshot, and the seat's view for its panel."""
    action = random_click(match, seat, chance)
    played = match.play(seat, match.to_act()[seat], action, now)
    _write(played, cost)
    match.game.view(played.match.state, seat)
    return played.match


def random_click(match: Match, seat: int, chance: random.Random) -> Action:
    """Return a random click of a seat that keeps few tiles and takes no trophy."""
    legal: list[Action] = [
        a for a in match.game.legal(match.state, seat) if not isinstance(a, Trophy)
    ]
    if legal[0] == Keep() and chance.random() > KEEPS:
        del legal[0]
    weights = [5.0 if action.kind in ("keep", "back") else 1.0 for action in legal]
    return chance.choices(legal, weights)[0]


def _write(played: Played, cost: Cost) -> None:
    entry = played.entry
    assert entry is not None
    row = (entry.sequence, entry.seat, entry.action, entry.at)
    cost.entries += 1
    cost.log += len("".join(map(str, row)))
    if entry.sequence % SNAPSHOT == 0:
        cost.snapshots += len(snapshot(played.match))
