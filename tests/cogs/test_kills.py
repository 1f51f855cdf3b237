"""Whatever moment the bot dies at, the next one shows everything that is stored, unasked.

The points are found, not listed: every store call and every request of an operation is one
before it is made and one when it is done, so that a new await is in the walk by itself.
tests/bench walks all of them, in all games, with real processes.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from cogs import boards, panels
from playground.server import PlaygroundServer
from tests.cogs.abandoned import Points, watched_bot
from tests.cogs.as_stored import everything_shown
from tests.cogs.operations import OPERATIONS
from tests.cogs.party import Party, settings_for
from tests.cogs.within import Within

WALKED = {
    ("join", "meistercoup"): 6,
    ("options", "meistercoup"): 6,
    ("start", "meistercoup"): 9,
    ("start", "bugs"): 13,
    ("my seat", "meistercoup"): 4,
    ("in words", "monster_meister"): 4,
    ("move", "meistercoup"): 4,
    ("move", "bugs"): 7,
    ("board", "meistercoup"): 6,
    ("call", "meistercoup"): 6,
    ("leave", "meistercoup"): 9,
    ("rematch", "meistercoup"): 8,
    ("last move", "meistercoup"): 6,
    ("last move", "bugs"): 13,
    ("round end", "monster_meister"): 12,
}
"""Of which operations in which games every so-manieth point is tried here."""


@pytest.mark.parametrize(("operation", "game"), WALKED)
async def test_a_kill_at_any_point(
    operation: str,
    game: str,
    server: PlaygroundServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (boards, panels):
        monkeypatch.setattr(module, "APART", 0.05)
    monkeypatch.setattr(boards, "AGAIN", 0.0)
    server.world.rate_limits = False
    every = WALKED[operation, game]
    last = await killed(operation, game, None, server, tmp_path, monkeypatch)
    assert last > 4
    for point in range(1 + last % every, last + 1, every):
        await killed(operation, game, point, server, tmp_path, monkeypatch)


async def killed(
    operation: str,
    game: str,
    point: int | None,
    server: PlaygroundServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> int:
    """Kill the bot at one point of an operation and look at what the next one shows."""
    prepare, act = OPERATIONS[operation]
    channel = server.world.add_channel(f"{operation}-{point}".replace(" ", "-"))
    party, points = Party(server.world, channel.id), Points(point)
    settings = settings_for(server, str(tmp_path / f"{point}.db"), computer_pace=100)
    async with watched_bot(settings, points, monkeypatch) as first:
        await prepare(party, Within(first), game)
        await points.over(lambda: first.idle)
        points.arm()
        acting = asyncio.ensure_future(act(party, Within(first), game))
        await points.over(lambda: first.idle and acting.done())
        passed, points.armed = points.passed, False
        points.dead.set()
        try:
            async with watched_bot(settings, Points(), monkeypatch) as second:
                faults = await everything_shown(party, Within(second))
                assert not faults, f"{operation} in {game}, point {point} of {passed}: {faults}"
        finally:
            acting.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await acting
    return passed
