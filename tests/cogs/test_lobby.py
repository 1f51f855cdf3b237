"""A lobby by clicks: who sits, who may do what, and how it begins."""

from __future__ import annotations

from tests.cogs.party import Party, text, verbs


async def test_from_lobby_to_first_trick(party: Party) -> None:
    await party.open("meistercoup", "Ben", computers=2)
    await party.until(lambda: "4" in text(party.board()) and "🤖" in text(party.board()))
    await party.press("Anna", party.board(), "start")
    board = await party.until(lambda: verbs(party.board(), "seat") and party.board())
    assert "Runde 1" in text(board)
