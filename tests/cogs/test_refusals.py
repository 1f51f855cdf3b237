"""What people were told cannot be done is one message a table, and goes when the table goes on."""

from __future__ import annotations

import time

import pytest

from cogs.client import MonsterBot
from cogs.gate.bot import Bot
from cogs.shown import refusals
from tests.cogs.clicking import press_forged, refused, table_of
from tests.cogs.party import Message, Party, text, verbs
from tests.tables.house import running
from tests.tables.test_unnoticed import lay

PEOPLE = ("Anna", "Ben", "Chiara")


def conforms(bot: MonsterBot) -> Bot:
    """Let the type checker see that the client is what answers take it for."""
    return bot


async def lobby(party: Party) -> Message:
    """Return the lobby of a table at which Anna alone sits."""
    await party.open("meistercoup")
    board: Message = await party.until(party.board)
    return board


def said(party: Party, name: str) -> list[str]:
    """Return the plain sentences that this person alone can still read."""
    return [m["content"] for m in party.seen(name) if m["ephemeral"] and not m["embeds"]]


async def too_few(party: Party, bot: MonsterBot, board: Message) -> None:
    """Let Anna start with too few, and be told so."""
    attempt = await party.press("Anna", board, "start")
    refused(party, bot, attempt, "Anna", "error.too_few", n=2, least=3)


async def test_a_person_has_one_refusal_a_table(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party)
    before = len(said(party, "Anna"))
    await too_few(party, bot, board)
    await too_few(party, bot, board)
    await party.until(lambda: len(said(party, "Anna")) == before + 1)
    await party.press("Ben", board, "start")
    assert len(said(party, "Anna")) == before + 1 and len(said(party, "Ben")) == 1


@pytest.mark.parametrize(("read", "stays"), [(3600.0, True), (0.0, False)])
async def test_a_refusal_goes_once_the_table_goes_on_and_it_could_be_read(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, read: float, stays: bool
) -> None:
    monkeypatch.setattr(refusals, "READ", read)
    board = await lobby(party)
    before = len(said(party, "Anna"))
    await too_few(party, bot, board)
    await party.press("Ben", board, "join")
    await party.until(lambda: "Ben" in text(party.board()) and bot.idle)
    await party.until(lambda: len(said(party, "Anna")) == before + stays)


async def test_what_others_were_told_stays_while_somebody_does_what_they_cannot_see(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "READ", 0.0)
    await party.open("tueftelmonster", "Ben")
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    room = await bot.host.rooms.get(table_of(party))
    seat = lay(room)
    name, before = room.table.players[seat].name, [len(said(party, each)) for each in PEOPLE]
    for each in PEOPLE:
        await press_forged(party, bot, each, f"mr:{room.table.id}:0:add:0")
    assert [len(said(party, each)) - n for each, n in zip(PEOPLE, before, strict=True)] == [1] * 3
    for place, told in ((1, 1), (1, 1), (0, 0)):
        async with room.lock:
            match = running(room)
            act = match.legal(seat)[place]
            await bot.host.play.act(room, seat, match.token(seat), act, time.time())
        await party.until(lambda: bot.idle)
        left = {p: len(said(party, p)) - n for p, n in zip(PEOPLE, before, strict=True)}
        assert left == {**dict.fromkeys(PEOPLE, told), name: 0}
