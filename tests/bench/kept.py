"""What an entry costs where edits keep pictures, and where each sends them all again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from playground.world.state import RequestRecord
from tests.bench import stand_in
from tests.bench.crowd import Crowd
from tests.bench.entries import COMPUTERS, PEOPLE, SECONDS, TABLES, WARM, _thought
from tests.bench.report import Row, table
from tests.bench.watched import watched

GAMES = ("maechtige_monster", "tueftelmonster")
"""Those whose boards have most pictures."""


def rows(seconds: float = SECONDS, games: Sequence[str] = GAMES) -> list[Row]:
    """Return for each game the bytes of pictures and the CPU that an entry costs, both ways."""
    return [
        asyncio.run(_measured(seconds, game, keeps)) for game in games for keeps in (True, False)
    ]


async def _measured(seconds: float, game: str, keeps: bool) -> Row:
    async with stand_in.stand_in() as server, watched(server, ["bot.py"], COMPUTER_PACE="1") as bot:
        # A bot that sees kept files fall out of their embeds sends all from then on.
        server.world.kept_files_show_outside = not keeps
        sent: list[RequestRecord] = []
        server.world.on_request = sent.append
        crowd = Crowd(server.world, TABLES, PEOPLE, COMPUTERS, (game,))
        await crowd.begin()
        await crowd.play(WARM, pause=_thought)
        since, used, painted = time.time(), bot.cpu, bot.cpu_beside
        await crowd.play(seconds, pause=_thought)
        spent = bot.cpu - used + bot.cpu_beside - painted
        entries = bot.entries(since)
    recent = [each for each in sent if each.at >= since]
    size = sum(size for each in recent for _, size in each.files)
    edits = sum(each.method == "PATCH" for each in recent)
    how = "kept" if keeps else "sent again"
    return Row(
        f"{game}, pictures {how}: bytes of an entry; its CPU; its edits",
        f"{size / entries / 1024:.0f} KiB; {spent / entries * 1000:.1f} ms; {edits / entries:.1f}",
    )


def main() -> None:
    """Measure all."""
    table(rows())


if __name__ == "__main__":
    main()
