"""What stands in a server's channels follows the language in which these are addressed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from playground.server import PlaygroundServer
from storage.errors import Away
from tables.staff.rank import Person, Rank
from tests.cogs.clicking import sentence, start
from tests.cogs.moderating import staff
from tests.cogs.party import Message, Party, labels, running_bot, settings_for, text

pytestmark = pytest.mark.usefixtures("plain")

BOSS = Person(1, "Boss", Rank.OWNER)


def public(party: Party) -> list[Message]:
    """Return what stands in the channel with buttons."""
    return [m for m in party.seen("Ben") if m["components"] and not m["ephemeral"]]


def said(party: Party) -> set[str]:
    return {label for message in public(party) for label in labels(message)}


async def says(party: Party, bot: MonsterBot, of: set[str], wanted: set[str]) -> None:
    """Wait until of these labels just those stand in the channel that are wanted."""
    await party.until(lambda: bot.idle and of & said(party) == wanted)


@pytest.mark.parametrize("by", ["settings", "Discord"])
async def test_what_stands_in_a_server_is_shown_in_its_new_language(
    party: Party, bot: MonsterBot, by: str
) -> None:
    guild = party.world.guild
    await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
    await staff(party, "tournament", game="meistercoup")
    await party.command("Anna", "play", game="meistercoup")
    german = {"Mitspielen", "Vielleicht", "Anmelden"}
    await says(party, bot, german, german)
    for spoken, wanted in (("en", False), ("de", True)):
        if by == "settings":
            await bot.host.staff.settle(int(guild.id), BOSS, {"language": spoken})
        else:
            party.world.set_guild_locale({"en": "en-GB", "de": "de"}[spoken])
        await says(party, bot, german, german if wanted else set())
        assert len(public(party)) == 3


async def test_what_is_settled_beside_the_language_shows_nothing_anew(
    party: Party, bot: MonsterBot
) -> None:
    await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
    await party.until(lambda: bot.idle and public(party))
    party.world.requests.clear()
    await bot.host.staff.settle(int(party.world.guild_id), BOSS, {"most": 7})
    party.world.guild.name = "Another name"
    party.world.publish("guild_update", party.world.guild)
    await party.until(lambda: bot.idle)
    assert not [each for each in party.world.requests if "/messages" in each.path]


async def test_open_panels_quote_buttons_as_they_read_by_now(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(party, "Ben", computers=1)
    for name in ("Anna", "Ben"):
        await party.seat(name)
    await party.until(lambda: bot.idle)
    quotes, shown = list[str](), bot.pages.panel

    def panel(*args: Any) -> Any:
        page = shown(*args)
        quotes.append(str(args[1]))
        return page

    monkeypatch.setattr(bot.pages, "panel", panel)
    await bot.host.staff.settle(int(party.world.guild_id), BOSS, {"language": "en"})
    users = {party.id(name) for name in ("Anna", "Ben")}
    await party.until(lambda: users <= set(quotes) and bot.idle)


@pytest.mark.usefixtures("brisk")
async def test_what_was_still_to_be_shown_in_it_when_the_bot_died_is_shown_by_the_next(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    german = {"Mitspielen", "Vielleicht", "Anmelden"}
    async with running_bot(settings) as bot:
        await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
        await staff(party, "tournament", game="meistercoup")
        await party.command("Anna", "play", game="meistercoup")
        await says(party, bot, german, german)
        monkeypatch.setattr(bot.services.languages, "changed", lambda guild: None)
        await bot.host.staff.settle(int(party.world.guild_id), BOSS, {"language": "en"})
    async with running_bot(settings) as bot:
        await says(party, bot, german, set())
        assert len(public(party)) == 3


@pytest.mark.parametrize("lost", ["answer", "setting", "nothing"])
async def test_the_language_is_asked_for_until_somebody_has_seen_that(
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    lost: str,
) -> None:
    party.world.set_guild_locale("en-US")
    asked = sentence(party, bot, "Deniz", "staff.settings.ask")
    if lost == "answer":
        server.faults.cut("POST", "/callback$")
        deniz = party.id("Deniz")
        await party.world.command(deniz, party.channel, "games-admin settings", {})
    else:
        with monkeypatch.context() as locked:
            if lost == "setting":
                locked.setattr(bot.host.store.settings, "set", refuses)
            assert asked in text((await staff(party, "settings")).message)
            await party.until(lambda: not bot._working)
    again = text((await staff(party, "settings")).message)
    assert (asked in again) == (lost != "nothing")


async def refuses(*_: object, **__: object) -> None:
    """Refuse as a store does that is locked."""
    raise Away("It is locked.")
