"""The bot stops when it is asked to, whatever it waits for, and when its store is taken away."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

from playground.server import PlaygroundServer
from tests.cogs.party import Party, moves, verbs
from tests.cogs.test_restart import bot_process, my_turn

SECONDS = 5.0
"""Within which the bot has to be out."""


async def test_stopping_while_the_gateway_is_away(server: PlaygroundServer, tmp_path: Path) -> None:
    async with bot_process(server, tmp_path / "tables.db") as process:
        with server.faults.gateway_away():
            await server.faults.drop_gateway(resumable=False)
            await asyncio.sleep(2.0)
            asked = time.monotonic()
            process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(process.wait(), SECONDS)
    assert process.returncode == 0 and time.monotonic() - asked < SECONDS


async def test_stopping_with_a_click_in_work(server: PlaygroundServer, tmp_path: Path) -> None:
    party, anna = Party(server.world), server.world.person("Anna").id
    async with bot_process(server, tmp_path / "tables.db") as process:
        await party.open("meistercoup", computers=3)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        button = (await my_turn(party, "Anna"))[0]
        panel = party.panel("Anna")
        with server.faults.delay("POST", r"/callback$", 0.5) as fault:
            pressing = asyncio.create_task(server.world.press(anna, panel["id"], button))
            await fault.reached()
            process.send_signal(signal.SIGTERM)
            pressed = await pressing
            await asyncio.wait_for(process.wait(), SECONDS)
    assert pressed.acknowledged and not pressed.failed
    assert button not in moves(party.panel("Anna"))


async def test_a_store_that_was_taken_away(server: PlaygroundServer, tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    party = Party(server.world)
    async with bot_process(server, database) as process:
        await party.open("meistercoup", computers=3)
        await asyncio.sleep(0.5)
        database.unlink()
        attempt = await party.press("Anna", party.board(), "add")
        assert attempt.acknowledged
        assert await asyncio.wait_for(process.wait(), 2 * SECONDS) == 1
