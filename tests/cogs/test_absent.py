"""Who is away comes back by a button, and the others vote by one."""

from __future__ import annotations

import pytest

from cogs.client import MonsterBot
from tables import clocks
from tables import lobby as lobbies
from tests.cogs.clicking import lobby, refused, start, table_of
from tests.cogs.party import Party, controls, text, verbs


async def test_a_seat_is_taken_back_after_leaving(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    room = await bot.host.rooms.get(table)
    async with room.lock:
        await bot.host.play.leave(room, 1)
    await party.until(lambda: "Für **Ben** spielt ein Computer" in text(party.board()))
    await party.press("Ben", party.board(), "seat")
    await party.until(lambda: verbs(party.panel("Ben"), "resume"))
    assert "A computer is playing for you" in text(party.panel("Ben"))
    await party.press("Ben", party.panel("Ben"), "resume")
    assert room.person(1) == int(party.world.person("Ben").id)
    await party.until(lambda: not verbs(party.panel("Ben"), "resume"))
    await party.until(lambda: not verbs(party.board(), "resume"))
    assert "spielt ein Computer" not in text(party.board())


async def test_the_others_vote_by_a_button(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "SILENCE", 1.0)
    await lobby(party, "Ben", "Chiara")
    room = await bot.host.rooms.get(table_of(party))
    game = bot.host.games["meistercoup"]
    await bot.host.lobbies.change(
        room, lambda table: lobbies.set_option(table, game, "clock", "none")
    )
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "vote"))
    [seat] = room.to_call
    names = ["Anna", "Ben", "Chiara"]
    silent = names.pop(seat)
    [vote] = [c for c in controls(party.board()) if c["custom_id"].split(":")[3] == "vote"]
    assert silent in vote["label"] and "0/2" in vote["label"]
    for outsider in (silent, "Finn"):
        attempt = await party.press(outsider, party.board(), "vote")
        refused(party, bot, attempt, outsider, "error.no_vote")
    await party.press(names[0], party.board(), "vote")
    await party.until(lambda: "1/2" in str(party.board()["components"]))
    await party.press(names[1], party.board(), "vote")
    assert room.table.players[seat].away
    await party.until(lambda: f"**{silent}** spielt ein Computer" in text(party.board()))
