"""bot.py with a test's hands inside, killing itself at a store call or request of its choice.

Run as a process it is a nursery: what every bot loads it has loaded once, and it forks a bot, a
process of its own, for each socket that it is sent.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict
from typing import Any

from PIL import Image

import bot
from cogs import connection, services
from cogs.client import MonsterBot
from cogs.line.painter import Painter
from cogs.shown import boards, emojis, panels, whispers
from engine import registry
from engine.contract import AnyGame
from hosting import service
from screens import screen as screens
from screens.page import Picture
from screens.screen import Screen
from screens.texts import Catalogue
from storage.store import Store
from storage.url import open_store
from tables.lobby import admission
from tests.cogs.abandoned import Points, WatchedStore, watched_allowance
from tests.cogs.within import Told, Within, hurried

BIRTH = 64 * 1024
"""Bytes that what a bot is told at its birth may have."""

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


class Loaded:
    """What bots read from files that never change."""

    def __init__(self) -> None:
        self._games: Mapping[str, AnyGame] = registry.load()
        self._screens: Mapping[str, Screen] = screens.load(self._games)
        self._catalogue = Catalogue()

    def hand_over(self) -> None:
        """Let the bot of this process use it instead of loading it anew."""
        _replace(registry, load=lambda: self._games)
        _replace(screens, load=lambda games: self._screens)
        _replace(service, Catalogue=lambda: self._catalogue)


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
        _replace(service, open_store=opened, MonsterBot=MortalBot)
        if hasty:
            hurried(registry.load())
            _replace(services, Painter=Cheap)
            _replace(service, _painting=lambda settings, orders: nullcontext())
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
    """Fork a bot for each socket, with what it is told in its message, until no more can come."""
    births = socket.socket(fileno=int(sys.argv[1]))
    loaded = Loaded()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    while True:
        message, sockets, *_ = socket.recv_fds(births, BIRTH, 1)
        if not sockets:
            return 0
        ours = socket.socket(fileno=sockets[0])
        if os.fork() == 0:
            births.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            told = json.loads(message)
            os.environ.update(told["environment"])
            ours.sendall(_line(os.getpid()))
            loaded.hand_over()
            return Talk(ours).live(told["hasty"])
        ours.close()


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


if __name__ == "__main__":
    sys.exit(main())
