"""The bot as a process of its own that dies at any moment and comes back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playground.server import PlaygroundServer
from settings import ROOT
from storage.url import open_store
from tests.cogs.party import Party, environment, moves, text, verbs


@asynccontextmanager
async def bot_process(
    server: PlaygroundServer, database: Path, **more: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run bot.py against the playground; kill it when the block ends."""
    more = {"DATABASE_URL": f"sqlite:///{database}", "LOG_LEVEL": "WARNING", **more}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(ROOT / "bot.py")), env=os.environ | environment(server, **more)
    )
    try:
        await server.world.until(lambda: server.world.bot_online, 30)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await server.world.until(lambda: not server.world.bot_online, 30)


async def my_turn(party: Party, name: str) -> list[str]:
    """Return the buttons of this person's panel once it is their turn."""
    async with asyncio.timeout(20):
        while not (buttons := moves(await party.seat(name))):
            await asyncio.sleep(0.02)
    return buttons


async def test_the_old_button_goes_on_after_a_kill(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    party, database = Party(server.world), tmp_path / "tables.db"
    chooser = random.Random(5)
    async with bot_process(server, database):
        await party.open("meistercoup", computers=3)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        for _ in range(3):
            buttons = await my_turn(party, "Anna")
            anna = server.world.person("Anna").id
            await server.world.press(anna, party.panel("Anna")["id"], chooser.choice(buttons))
        buttons = await my_turn(party, "Anna")
        panel = party.panel("Anna")
    table = buttons[0].split(":")[1]
    store = await open_store(f"sqlite:///{database}")
    before = await store.entries(table)
    await store.close()
    async with bot_process(server, database):
        answer = await server.world.press(anna, panel["id"], buttons[0])
        assert answer.acknowledged
        again = (
            await server.world.press(anna, panel["id"], buttons[0])
            if buttons[0] in moves(party.panel("Anna"))
            else None
        )
        assert again is None
    store = await open_store(f"sqlite:///{database}")
    after = await store.entries(table)
    await store.close()
    assert after[: len(before)] == before
    assert [e.sequence for e in after] == list(range(1, len(after) + 1))
    mine = [e for e in after[len(before) :] if e.seat == 0]
    assert mine[:1] and mine[0].sequence == len(before) + 1


async def test_no_acknowledged_click_is_lost_by_kills_at_any_moment(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    party, database = Party(server.world), tmp_path / "tables.db"
    chooser = random.Random(11)
    acknowledged = 0
    anna = server.world.person("Anna").id
    async with bot_process(server, database):
        await party.open("meistercoup", computers=3)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        table = (await my_turn(party, "Anna"))[0].split(":")[1]
    for _ in range(3):
        async with bot_process(server, database) as process:
            for _ in range(chooser.randint(1, 3)):
                buttons = await my_turn(party, "Anna")
                pressed = await server.world.press(
                    anna, party.panel("Anna")["id"], chooser.choice(buttons)
                )
                acknowledged += pressed.acknowledged
            buttons = await my_turn(party, "Anna")
            dying = asyncio.create_task(
                server.world.press(anna, party.panel("Anna")["id"], buttons[0])
            )
            await asyncio.sleep(chooser.random() * 0.004)
            process.kill()
            acknowledged += (await dying).acknowledged
    store = await open_store(f"sqlite:///{database}")
    entries = [e for e in await store.entries(table) if e.seat == 0]
    await store.close()
    # A click that was stored and not answered may be there too, one a kill at most.
    assert acknowledged <= len(entries) <= acknowledged + 3


async def test_computers_go_on_by_themselves_after_a_restart(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    party, database = Party(server.world), tmp_path / "tables.db"
    async with bot_process(server, database):
        await party.open("meistercoup", computers=3)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        await party.command("Anna", "board")
    async with bot_process(server, database):
        await my_turn(party, "Anna")
        assert "Runde 1" in text(party.board())
