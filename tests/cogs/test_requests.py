"""What the bot's requests carry: its token where it is asked for, and nowhere else."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.client import MonsterBot
from playground.rest.rest import Rest
from tests.cogs.clicking import start
from tests.cogs.party import Party, moves
from tests.cogs.test_bad_input import click, turn

OWN = ("/interactions/", "/webhooks/")
"""Routes whose path is the credential; with the bot's token they would count against its limit."""


@pytest.fixture
def headers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Note of each request its path and whether it carries the bot's token."""
    serve, noted = Rest.serve, list[tuple[str, bool]]()

    async def noting(rest: Rest, request: Any) -> Any:
        noted.append((request.raw_path, "Authorization" in request.headers))
        return await serve(rest, request)

    monkeypatch.setattr(Rest, "serve", noting)
    return noted


async def test_answers_carry_no_token_of_the_bot(
    headers: list[tuple[str, bool]], party: Party, bot: MonsterBot
) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    await click(party, name, panel, moves(panel)[0])
    await party.command("Ben", "board")
    await party.until(lambda: bot.idle)
    answers = [given for path, given in headers if any(part in path for part in OWN)]
    others = [given for path, given in headers if not any(part in path for part in OWN)]
    assert answers and not any(answers)
    assert others and all(others)


async def test_a_token_that_has_died_is_not_asked_again(
    headers: list[tuple[str, bool]], party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.seat("Ben")
    await party.until(lambda: bot.idle)
    key = (table, int(party.world.person("Ben").id))
    reached = bot.panels._open[key].stands
    assert reached is not None and reached.alive
    party.world.desk.token_seconds = 0.0
    with pytest.raises(discord.HTTPException):
        await reached.edit({"content": "x"})
    asked = len(headers)
    for again in (reached.edit, reached.below):
        with pytest.raises(discord.HTTPException):
            await again({"content": "x"})
    with pytest.raises(discord.HTTPException):
        await reached.delete()
    assert len(headers) == asked and not reached.alive
