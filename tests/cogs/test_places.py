"""Wherever people write they play, whatever Discord leaves unsaid of the channel."""

from __future__ import annotations

import asyncio

import pytest

from cogs.client import MonsterBot
from cogs.gate import permissions
from cogs.line import outbox
from cogs.membership import Membership
from playground.model import STAGE, TEXT, VOICE
from playground.world import direct, shapes
from tests.cogs.clicking import click, sentence, show_news, start, turn
from tests.cogs.party import Party, controls, moves, text
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


async def test_what_is_missing_there_is_named(aloud: Party, bot: MonsterBot) -> None:
    aloud.world.deny(aloud.channel, "CONNECT")
    for name, right in (("Anna", "**Verbinden**"), ("Ben", "**Connect**")):
        attempt = await aloud.command(name, "play", game="bugs")
        assert right in attempt.message["content"]
    aloud.world.allow(aloud.channel, "CONNECT")
    await start(aloud, "Ben", computers=1)


async def test_a_board_waits_for_it(
    aloud: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.01,))
    table = await start(aloud, "Ben", "Chiara")
    await aloud.until(lambda: bot.idle)
    aloud.world.channels[aloud.channel].denied = 1 << 20  # of which nothing is told
    await show_news(bot, table)
    await aloud.until(lambda: bot._outbox.parked)
    tried = bot.allowance.refused
    await aloud.press("Anna", aloud.board(), "rules")
    await asyncio.sleep(0.2)
    assert bot.allowance.refused == tried, "it is not tried in vain"
    aloud.world.allow(aloud.channel, "CONNECT")
    await aloud.until(lambda: "Person" in text(aloud.board()) and bot.idle)


async def test_elsewhere_it_is_not_needed(party: Party, bot: MonsterBot) -> None:
    party.world.moderation.restrict("CONNECT")
    await start(party, "Ben", computers=1)


@pytest.mark.parametrize("kind", [VOICE, STAGE, TEXT])
async def test_who_may_not_connect_does_not_see_what_stands_there(
    party: Party, bot: MonsterBot, kind: int
) -> None:
    place, guild = party.world.add_channel("x", kind=kind), int(party.world.guild_id)
    anna, services = int(party.id("Anna")), bot.services
    members = Membership(bot, services.roles)
    for allowed in (True, False):
        if not allowed:
            party.world.moderation.restrict("CONNECT")
            await asyncio.sleep(0.2)
        sees = allowed or kind == TEXT
        assert await members.sees(guild, int(place.id), anna) is sees
        assert await services.visibility.open_to_all(guild, int(place.id)) is sees


async def test_people_play_in_a_channel_of_which_nothing_but_its_id_is_told(
    party: Party, bot: MonsterBot
) -> None:
    party.world.interactions_tell_channels = False
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    attempt = await click(party, name, panel, moves(panel)[0])
    assert attempt.acknowledged and attempt.message["embeds"]


@pytest.mark.parametrize("told", [True, False])
async def test_commands_are_answered_where_the_bot_and_a_person_are_alone(
    party: Party, bot: MonsterBot, told: bool
) -> None:
    party.world.interactions_tell_channels = told
    alone = Party(party.world, direct.open_with(party.world, party.world.person("Anna")).id)
    for command in ("help", "learn", "my-data"):
        options = {"game": "bugs"} if command == "learn" else {}
        attempt = await alone.command("Anna", command, **options)
        assert attempt.acknowledged and (attempt.message["embeds"] or attempt.message["content"])
    page = (await alone.command("Anna", "learn", game="bugs")).message
    button = next(each["custom_id"] for each in controls(page) if each["type"] == 2)
    assert (await click(alone, "Anna", page, button)).acknowledged


async def test_where_the_bot_is_no_member_it_says_so(party: Party, bot: MonsterBot) -> None:
    world = party.world
    other = world.add_guild("Ohne Bot", commands_only=True)
    for name, moderator in (("Zoe", False), ("Yun", True)):
        world.add_person(name, guild=other, moderator=moderator)
    there = Party(world, world.add_channel("spiele", other).id, bot)
    for name, command, options in (
        ("Zoe", "play", {"game": "bugs"}),
        ("Zoe", "plan", {"game": "bugs", "when": "morgen 20 Uhr"}),
        ("Yun", "games-admin tournament", {"game": "bugs"}),
    ):
        told = (await there.command(name, command, **options)).message
        link = permissions.invitation(int(world.application_id))
        assert told["content"] == sentence(there, bot, name, "error.no_member", link=link)
    assert (await there.command("Zoe", "help")).message["embeds"]
    assert all(m.only_for for m in world.channels[there.channel].messages.values())


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
