"""Whatever is clicked that no page offers: a kind sentence, and the table goes on as it was."""

from __future__ import annotations

import time
from typing import Any

import pytest

from cogs.client import MonsterBot
from engine import registry
from tests.cogs.clicking import record, table_of
from tests.cogs.forging import Forger, Scene, commit
from tests.cogs.party import Party, controls, moves, verbs
from tests.tables.house import running

pytestmark = pytest.mark.usefixtures("plain")

CLICKS = 20
GAMES = registry.load()
PEOPLE = ("Anna", "Ben", "Chiara")


@pytest.mark.parametrize("game", GAMES)
async def test_no_forged_click_changes_a_table(party: Party, bot: MonsterBot, game: str) -> None:
    seats = max(2, min(GAMES[game].seat_counts))
    scene = await _started(party, bot, game, PEOPLE[:seats])
    forger, before = Forger(5), await _kept(bot, scene.table)
    for _ in range(CLICKS):
        forgery = forger.click(scene)
        attempt = await commit(party.world, party.channel, forgery)
        assert attempt.acknowledged and not attempt.failed, forgery
        assert not _apologised(attempt), forgery
        assert await _kept(bot, scene.table) == before, forgery
    await _goes_on(party, bot, scene)


async def _started(party: Party, bot: MonsterBot, game: str, people: tuple[str, ...]) -> Scene:
    """Begin a table of these people."""
    await party.open(game, *people[1:])
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    table, ids = table_of(party), [c["custom_id"] for c in controls(party.board())]
    for name in people:
        ids += [c["custom_id"] for c in controls(await party.seat(name))]
    assert any(moves(party.panel(name)) for name in people)
    return Scene(table, people, ("Deniz", "Finn"), list(dict.fromkeys(ids)))


def _apologised(attempt: Any) -> bool:
    said = attempt.message["content"] if attempt.message else ""
    return any(word in said for word in ("Fehler ", "Error ", "Traceback"))


async def _kept(bot: MonsterBot, table: str) -> Any:
    """Return what people alone can change of a table; a race's clock goes on by itself."""
    log, *row, _ = await record(bot, table)
    return [entry for entry in log if entry.by == "person"], row


async def _goes_on(party: Party, bot: MonsterBot, scene: Scene) -> None:
    """Open a panel for everybody, and make a move where somebody is asked at once."""
    for name in scene.seated:
        assert (await party.seat(name))["embeds"]
    room, before = await bot.host.rooms.get(scene.table), await _kept(bot, scene.table)
    for seat in running(room).asked[:1]:
        async with room.lock:
            match = running(room)
            action, now = match.legal(seat)[0], max(time.time(), match.at)
            await bot.host.play.act(room, seat, match.to_act()[seat], action, now)
        assert await _kept(bot, scene.table) != before
