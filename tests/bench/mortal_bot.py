"""bot.py with a test's hands inside, killing itself at a store call or request of its choice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import asdict
from typing import Any

import bot
from cogs import boards, client, panels
from cogs.client import MonsterBot
from engine import registry
from storage.store import Store
from storage.url import open_store
from tables import doors
from tests.cogs.abandoned import Points, WatchedStore, watched_allowance
from tests.cogs.within import Told, Within, hurried

MARK = "\x1e"
"""What begins a line that is an answer."""


class Mortal(Points):
    """Counts a bot's store calls and requests; one of them is its last."""

    async def reach(self) -> None:
        """Pass one more point, or die there."""
        self._last = asyncio.get_running_loop().time()
        if self.armed:
            self.passed += 1
            if self.passed == self.die_at:
                os.kill(os.getpid(), signal.SIGKILL)

    def aim(self, die_at: int | None) -> None:
        """Count from here on, and die at this point."""
        self.die_at, self.passed = die_at, 0
        self.arm()


def main() -> int:
    """Run the bot on the server that the settings name, until it is killed."""
    points = Mortal()

    async def opened(url: str) -> Store:
        watched: Any = WatchedStore(await open_store(url), points)
        return watched  # type: ignore[no-any-return]

    class MortalBot(MonsterBot):
        async def setup_hook(self) -> None:
            await super().setup_hook()
            self.hearing = asyncio.create_task(_hear(self, points))

        async def on_ready(self) -> None:
            await super().on_ready()
            _tell("ready")

    replaced: dict[Any, dict[str, Any]] = {
        client: {"Allowance": watched_allowance(points)},
        bot: {"open_store": opened, "MonsterBot": MortalBot},
        boards: {"APART": 0.1, "AGAIN": 0.0},
        panels: {"APART": 0.1},
        doors: {"APART": 0.0},
        registry: {"load": lambda load=registry.load: hurried(load())},
    }
    for module, names in replaced.items():
        for name, value in names.items():
            setattr(module, name, value)
    sys.argv = ["bot.py", "--serve"]
    return bot.main()


async def _hear(mortal: MonsterBot, points: Mortal) -> None:
    """Do what each line of the standard input asks for, and answer with a line."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while line := await reader.readline():
        asked = json.loads(line)
        try:
            _tell(await _do(mortal, points, asked.pop("do"), asked))
        except Exception as error:
            _tell({"error": f"{type(error).__name__}: {error}"})


async def _do(mortal: MonsterBot, points: Mortal, what: str, values: dict[str, Any]) -> Any:
    if what == "aim":
        return points.aim(values["die_at"])
    if what == "clean":
        store = mortal.host.store
        for kept in await store.privates(0.0):
            await store.drop_private(kept.table, kept.user, kept.kind)
        return None
    if what == "over":
        await points.over(lambda: mortal.idle)
        return points.passed
    return await getattr(Within(mortal), what)(**values)


def _tell(value: Any) -> None:
    if isinstance(value, list):
        value = [asdict(each) if isinstance(each, Told) else each for each in value]
    print(f"{MARK}{json.dumps(value)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
