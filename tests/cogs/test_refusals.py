"""What people were told cannot be done is one message a table, and goes when the table goes on."""

from __future__ import annotations

import pytest

from cogs.client import MonsterBot
from cogs.gate.bot import Bot
from cogs.shown import refusals
from tests.cogs.clicking import refused
from tests.cogs.party import Message, Party, text


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
