"""In voice and stage channels people write, and play, as in others."""

from __future__ import annotations

import pytest

from cogs.client import MonsterBot
from playground.model import STAGE, VOICE
from playground.world import shapes
from tests.cogs.clicking import start
from tests.cogs.party import Party, moves
from tests.cogs.test_bad_input import click, turn
from tests.cogs.test_taken_away import becomes

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture(params=[VOICE, STAGE], ids=["voice", "stage"])
async def aloud(request: pytest.FixtureRequest, party: Party, bot: MonsterBot) -> Party:
    """Gather the people where they also speak."""
    place = party.world.add_channel("sprechen", kind=request.param)
    return Party(party.world, place.id, bot)


async def test_people_play_there(aloud: Party, bot: MonsterBot) -> None:
    await start(aloud, "Ben", computers=1)
    name, _, panel = await turn(aloud)
    assert (await click(aloud, name, panel, moves(panel)[0])).acknowledged
    assert not bot.is_closed()


async def test_one_out_of_sight_pauses_its_table(aloud: Party, bot: MonsterBot) -> None:
    table = await start(aloud, "Ben", "Chiara")
    aloud.world.deny(aloud.channel, "VIEW_CHANNEL")
    await becomes(aloud, bot, table, "paused")
    aloud.world.allow(aloud.channel, "VIEW_CHANNEL")
    await becomes(aloud, bot, table, "running")


@pytest.mark.expects_log("was not taken in: CHANNEL_UPDATE", "was not taken in: GUILD_CREATE")
async def test_an_event_that_cannot_be_read_is_lost_alone(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, other = party.world, party.world.add_guild("Anderswo")
    with monkeypatch.context() as patch:
        patch.setattr(shapes, "told_channel", lambda *_: {"guild_id": "?"})
        patch.setattr(shapes, "guild", lambda *_: {})
        world.deny(party.channel, "ATTACH_FILES")
        world.publish("guild_create", other)
    assert (await party.command("Anna", "help")).acknowledged
    assert not bot.is_closed()
