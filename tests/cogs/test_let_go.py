"""What was sent or pressed is gone at once, and not only when Python looks for garbage."""

from __future__ import annotations

import gc
import io
from collections.abc import Iterator

import discord
import pytest

from cogs.client import MonsterBot
from tests.cogs.clicking import click, start
from tests.cogs.party import Party, moves

LET_GO = (
    *(discord.ui.View, discord.ui.Item, discord.Component, discord.Embed, io.BytesIO),
    *(discord.Interaction, discord.InteractionResponse, discord.Message),
)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive() -> list[object]:
    """Return all views and their items, parts of messages and files that there are."""
    return [each for each in gc.get_objects() if isinstance(each, LET_GO)]


async def test_presses_and_pages_leave_nothing_behind(
    party: Party, bot: MonsterBot, uncollected: None
) -> None:
    await start(party, "Ben", "Chiara")
    for name in ("Anna", "Ben"):
        panel = await party.seat(name)
        assert panel["attachments"]
        if moves(panel):
            await click(party, name, panel, moves(panel)[0])
    await party.until(lambda: bot.idle and not alive())


async def test_no_parts_are_made_of_what_was_pressed(party: Party, bot: MonsterBot) -> None:
    pressed: list[discord.Message | None] = []

    async def note(interaction: discord.Interaction[MonsterBot]) -> None:
        pressed.append(interaction.message)

    bot.add_listener(note, "on_interaction")
    await start(party, "Ben", "Chiara")
    await party.seat("Anna")
    found = [message for message in pressed if message]
    rows = [row for message in found for row in message.components]
    assert len(found) >= 4 and all(message.embeds for message in found)
    assert not any(row.children for row in rows if isinstance(row, discord.ActionRow))
    assert len(rows) == len(found), "it is known alone that the control stood there"
