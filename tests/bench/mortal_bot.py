"""bot.py with a test's hands inside, killing itself at a store call or request of its choice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
from dataclasses import asdict
from typing import Any

from PIL import Image

import bot
from cogs import connection, services
from cogs.client import MonsterBot
from cogs.line.painter import Painter
from cogs.shown import boards, emojis, panels, whispers
from engine import registry
from hosting import service
from screens.page import Picture
from storage.store import Store
from storage.url import open_store
from tables.lobby import admission
from tables.match import clocks
from tests.cogs.abandoned import Points, WatchedStore, watched_allowance
from tests.cogs.within import Told, Within, hurried

ALONE = 0.1
"""Seconds for which a bot waits whether Discord names a further server: here it is in one only."""

PAINTING = 0.05
"""Seconds that a picture takes: an answer that waits for one is acknowledged first."""


class Mortal(Points):
    """Counts a bot's store calls and requests; one of them is its last."""

    async def reach(self) -> None:
        """Pass one more point, or die there."""
        self._last = asyncio.get_running_loop().time()
        if self.armed:
            self.passed += 1
            if self.passed == self.die_at:
                _die()


class Cheap(Painter):
    """Paints all pictures blank, in their time: walks look whether there is one, and at no more."""

    def _paint(self, picture: Picture) -> bytes:
        time.sleep(PAINTING)
        return self._studio.png(Image.new("P", (8, 8)))


class Talk:
    """What a bot is asked by the walk, and answers."""

    def __init__(self, ours: socket.socket) -> None:
        self._socket, self._points = ours, Mortal()

    def live(self, hasty: bool) -> int:
        """Run the bot on the server that the settings name until it is killed, hasty or usual."""
        points, talk = self._points, self

        async def opened(url: str) -> Store:
            watched: Any = WatchedStore(await open_store(url), points)
            return watched  # type: ignore[no-any-return]

        class MortalBot(MonsterBot):
            async def setup_hook(self) -> None:
                await super().setup_hook()
                self._connection.guild_ready_timeout = ALONE
                self.hearing = asyncio.create_task(talk.hear(self))

        _replace(connection, Allowance=watched_allowance(points))
        _replace(clocks, SILENCE=0.0)
        connect = service._connect
        _replace(service, open_store=opened, MonsterBot=MortalBot)
        _replace(service, _connect=lambda bot, token, inviting: connect(bot, token, False))
        if hasty:
            hurried(registry.load())
            _replace(services, Painter=Cheap)
            _replace(boards, APART=0.1, AGAIN=0.0)
            _replace(panels, APART=0.1)
            _replace(admission, APART=0.0, BRAKE=(0,))
            _replace(emojis, SOON=3600.0)
            _replace(whispers, SETTLING=0.0)
        sys.argv = ["bot.py", "--serve"]
        return bot.main()

    async def hear(self, mortal: MonsterBot) -> None:
        """Say when people can play, then do what each line asks for and answer with a line."""
        reader, writer = await asyncio.open_connection(sock=self._socket)
        await mortal.wait_for("ready")
        writer.write(_line("ready"))
        while line := await reader.readline():
            asked = json.loads(line)
            told = {"number": asked.pop("number")}
            try:
                told["answer"] = _plain(await self._do(mortal, asked.pop("do"), asked))
            except Exception as error:
                told["error"] = f"{type(error).__name__}: {error}"
            writer.write(_line(told))
        _die()  # nobody is left who walks

    async def _do(self, mortal: MonsterBot, what: str, values: dict[str, Any]) -> Any:
        if what == "aim":
            return self._points.arm(values["die_at"])
        if what == "clean":
            store = mortal.host.store
            for kept in await store.shown.privates(0.0):
                await store.shown.drop_private(kept.table, kept.user, kept.kind)
            return None
        if what == "over":
            await self._points.over(lambda: mortal.idle)
            return self._points.passed
        return await getattr(Within(mortal), what)(**values)


def main() -> int:
    """Run the bot that a nursery has given a socket to talk with, hasty or usual."""
    hasty, talk = "hasty" in sys.argv, socket.socket(fileno=int(sys.argv[-1]))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where the bench writes its figures
    return Talk(talk).live(hasty)


def _replace(module: Any, **values: Any) -> None:
    for name, value in values.items():
        setattr(module, name, value)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, list):
        return [asdict(each) if isinstance(each, Told) else each for each in value]
    return value


def _line(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"
