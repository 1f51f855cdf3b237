"""What the bot's requests carry: its token where it is asked for, and nowhere else."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.client import MonsterBot
from cogs.line.allowance import Allowance
from playground.model import Role
from playground.rest.rest import Rest
from tests.cogs.clicking import click, start, turn
from tests.cogs.party import Party, controls, moves
from tests.cogs.test_moderation import offered
from tests.cogs.test_replay import opened, past, to
from tests.cogs.test_summons import settle

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


@pytest.mark.usefixtures("plain")
async def test_what_is_asked_for_with_the_bot_s_token_waits_its_turn(
    headers: list[tuple[str, bool]],
    party: Party,
    bot: MonsterBot,
    role: Role,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pace, paced = Allowance.pace, list[None]()

    async def noting(allowance: Allowance) -> None:
        paced.append(None)
        await pace(allowance)

    monkeypatch.setattr(Allowance, "pace", noting)
    await settle(bot, party, role)
    party.world.moderation.promote_bot()
    await past(party, bot)
    await party.until(lambda: len(bot.guilds[0].me.roles) > 1 and bot.idle)
    headers.clear()
    paced.clear()
    for act in (
        party.command("Chiara", "play", game="bugs", thread=True),
        party.command("Chiara", "help"),
        party.command("Chiara", "notify role"),
        taken(party, bot),
        shared(party),
    ):
        await act
        await party.until(lambda: bot.idle and not bot._working)
        asked = [path for path, own in headers if own]
        assert asked and len(paced) == len(asked), asked


async def shared(party: Party) -> None:
    """Let a step of a game that was played be shared."""
    await party.press("Anna", await to(party, await opened(party), "forward"), "replay_share")


async def taken(party: Party, bot: MonsterBot) -> None:
    """Let somebody take a seat that staff offers them."""
    offer = await offered(party)
    await party.until(lambda: bot.idle)
    [agree] = [c["custom_id"] for c in controls(offer)]
    await party.world.press(party.id("Eva"), offer["id"], agree)


async def test_a_token_that_has_died_is_not_asked_again(
    headers: list[tuple[str, bool]], party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.seat("Ben")
    await party.until(lambda: bot.idle)
    key = (table, int(party.id("Ben")))
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
