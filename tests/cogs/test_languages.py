"""The language of a channel: what staff has chosen, else that of who opens a table there."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from cogs.client import MonsterBot
from playground.server import PlaygroundServer
from tables.servers import CHANNELS, Servers
from tests.cogs.party import Party, controls, labels, running_bot, settings_for, text, verbs

GERMAN, ENGLISH = "Mitspielen", "Join"


@pytest.fixture
async def unset(party: Party, bot: MonsterBot) -> Party:
    """Let the server be one that has set no language."""
    party.world.set_guild_locale("en-US")
    await party.until(lambda: bot.guilds[0].preferred_locale is discord.Locale.american_english)
    return party


async def opened(party: Party, name: str) -> str:
    """Let somebody open a table; return what its board and buttons say."""
    await party.command(name, "play", game="meistercoup")
    board = await party.until(lambda: verbs(party.board(), "join") and party.board())
    return text(board) + " ".join(labels(board))


async def test_a_table_speaks_the_language_of_who_opens_it(unset: Party, bot: MonsterBot) -> None:
    other = Party(unset.world, unset.world.channel("hinterzimmer").id)
    assert GERMAN in await opened(unset, "Anna")
    assert ENGLISH in await opened(other, "Ben")
    await unset.press("Ben", unset.board(), "join")
    await unset.until(lambda: "Ben" in text(unset.board()))
    assert GERMAN in " ".join(labels(unset.board())), "whoever joins"


async def test_a_rematch_goes_on_in_the_table_s_language(unset: Party, bot: MonsterBot) -> None:
    await opened(unset, "Anna")
    row = await bot.host.store.tables.open_table(int(unset.channel))
    assert row is not None
    room = await bot.host.rooms.get(row.id)
    async with room.lock:
        await bot.host.play.abort(room, "note.idle")
    await bot.host.lobbies.reopen(room.table, int(unset.world.person("Ben").id), "Ben")
    await unset.until(lambda: GERMAN in " ".join(labels(unset.board())))


@pytest.mark.parametrize(("locale", "said"), [("de", GERMAN), ("en-GB", ENGLISH)])
async def test_a_server_s_own_language_comes_first(
    party: Party, bot: MonsterBot, locale: str, said: str
) -> None:
    party.world.set_guild_locale(locale)
    await party.until(lambda: str(bot.guilds[0].preferred_locale) == locale)
    for name, channel in (("Anna", "spieltisch"), ("Ben", "hinterzimmer")):
        assert said in await opened(Party(party.world, party.world.channel(channel).id), name)


async def test_a_thread_is_called_as_its_table_speaks(unset: Party, bot: MonsterBot) -> None:
    for name in ("Anna", "Ben"):
        await unset.command(name, "play", game="meistercoup", thread=True)
    names = [place.name for place in unset.world.channels.values() if place.parent]
    assert [name.split(" · ")[0] for name in names] == ["Meister Coup", "Master Coup"]


@pytest.mark.usefixtures("brisk")
async def test_a_restart_changes_no_language(server: PlaygroundServer, tmp_path: Path) -> None:
    server.world.guild.locale = "en-US"
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings):
        await opened(party, "Anna")
    async with running_bot(settings):
        await party.press("Ben", party.board(), "join")
        await party.until(lambda: "Ben" in text(party.board()))
        assert GERMAN in " ".join(labels(party.board()))


async def test_staff_is_asked_once(unset: Party, bot: MonsterBot) -> None:
    asked = (await unset.command("Deniz", "games-admin settings")).message
    assert "In welcher Sprache" in text(asked)
    assert labels(asked)[1:] == ["Deutsch", "Englisch"]
    again = (await unset.command("Deniz", "games-admin settings")).message
    assert "Einstellungen" in text(again)
    german = controls(asked)[1]["custom_id"]
    await unset.world.press(unset.world.person("Deniz").id, asked["id"], german)
    assert GERMAN in await opened(unset, "Ben")


async def test_who_has_chosen_is_not_asked(party: Party, bot: MonsterBot) -> None:
    panel = (await party.command("Deniz", "games-admin settings")).message
    assert "Einstellungen" in text(panel)


async def test_so_many_channels_are_remembered_and_no_more(bot: MonsterBot) -> None:
    house = bot.host
    for channel in range(CHANNELS + 1):
        await house.servers.speak(1, channel, "de")
    again = Servers(house.store.settings)
    await again.start()
    for servers in (house.servers, again):
        assert not servers.spoken(1, 0)
        assert servers.spoken(1, 1) == servers.spoken(1, CHANNELS) == "de"
        assert not servers.spoken(2, 1)
