"""The bot as it is started everywhere, with somebody who notes what its CPU goes into."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import bot
from cogs.line import workshop
from screens.orders import Orders
from tests.bench.sampler import Sampler


class Shop(workshop.Workshop):
    """Has pictures painted by a process of which the same is noted."""

    def __init__(self, orders: Orders, command: Sequence[str]) -> None:
        interpreter, _, _, *more = command
        super().__init__(orders, (interpreter, "-m", "tests.bench.sampled_easel", *more))


if __name__ == "__main__":
    Sampler(Path(os.environ["BENCH_CAUSES"], "bot.json")).start()
    with mock.patch.object(workshop, "Workshop", Shop):
        sys.exit(bot.main())
