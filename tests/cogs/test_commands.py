"""Commands are sent when they have changed, with their names in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.client import MonsterBot
from cogs.commands import translation
from cogs.commands.table import TableCommands
from cogs.shown import boards
from playground.server import PlaygroundServer
from settings import VERSION
from storage.errors import StoreError
from storage.url import open_store
from tests.cogs.clicking import press_forged, refused, sentence
from tests.cogs.party import Party, controls, running_bot, settings_for, text, verbs

LOCALES = {"de", "en-GB", "en-US"}


@pytest.fixture(autouse=True)
def patient(server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the bot's requests as they come."""
    server.world.rate_limits = False
    monkeypatch.setattr(boards, "APART", 0.05)


async def sent(server: PlaygroundServer, database: Path, **settings: Any) -> int:
    """Start a bot once; return how often it sent its commands."""
    server.world.requests.clear()
    async with running_bot(settings_for(server, str(database), **settings)):
        changing = ("PUT", "POST", "PATCH", "DELETE")
        return sum(r.method in changing and "/commands" in r.path for r in server.world.requests)


async def test_unchanged_commands_are_not_sent_again(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    assert await sent(server, tmp_path / "tables.db") == 1
    assert await sent(server, tmp_path / "tables.db") == 0


async def test_changed_commands_are_sent_again(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await sent(server, tmp_path / "tables.db") == 1
    play = next(c for c in TableCommands.__cog_app_commands__ if c.name == "play")
    monkeypatch.setattr(play, "description", "Open a table")
    assert await sent(server, tmp_path / "tables.db") == 1
    assert await sent(server, tmp_path / "tables.db") == 0


async def test_commands_that_are_gone_are_sent_again(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    assert await sent(server, tmp_path / "tables.db") == 1
    server.world.commands.replace(None, [])
    assert await sent(server, tmp_path / "tables.db") == 1
    assert await sent(server, tmp_path / "fresh.db") == 1


async def test_a_server_for_trying_gets_its_own(server: PlaygroundServer, tmp_path: Path) -> None:
    guild = server.world.guild_id
    database = tmp_path / "tables.db"
    assert await sent(server, database, dev_guild_id=int(guild)) == 1
    assert {c["name"] for c in server.world.commands.all(guild)} >= {"play", "board"}
    assert not server.world.commands.all(None)
    assert await sent(server, database, dev_guild_id=int(guild)) == 0


async def test_a_server_for_trying_keeps_none_of_its_own_afterwards(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    one, database = server.world.guild_id, tmp_path / "tables.db"
    two = server.world.add_guild("another").id
    assert await sent(server, database) == 1
    assert await sent(server, database, dev_guild_id=int(one)) == 1
    async with running_bot(settings_for(server, str(database), dev_guild_id=int(one))) as bot:
        server.faults.fail("PUT", rf"/guilds/{one}/commands$", 503)
        with pytest.raises(discord.HTTPException):
            await translation.sync(bot, bot.host.store.settings, int(two))
        assert server.world.commands.all(one)
    assert await sent(server, database, dev_guild_id=int(two)) == 2
    assert not server.world.commands.all(one) and server.world.commands.all(two)
    assert await sent(server, database) == 1, "only to take them away"
    assert not server.world.commands.all(two) and server.world.commands.all(None)
    assert await sent(server, database) == 0


async def test_no_server_for_trying_keeps_what_was_sent_there_before_the_last(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    one, database = server.world.guild_id, tmp_path / "tables.db"
    two = server.world.add_guild("another").id
    assert await sent(server, database, dev_guild_id=int(one)) == 1
    store = await open_store(f"sqlite:///{database}")
    (key,) = await store.settings.own("commands.")
    # As a version has left it that took nothing away: one of these the bot is not on any more.
    for former in (two, "1"):
        await store.settings.set(0, key.replace(one, former), "a digest")
    await store.close()
    assert await sent(server, database) == 4
    assert not server.world.commands.all(one)
    assert await sent(server, database) == 0


async def test_a_server_for_trying_loses_what_was_sent_as_the_bot_was_stopped(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild, database = server.world.guild_id, tmp_path / "tables.db"
    replace = translation._replace

    async def lost(*asked: Any) -> Any:
        await replace(*asked)
        raise StoreError("the answer is lost")

    with monkeypatch.context() as stopped, pytest.raises(StoreError):
        stopped.setattr(translation, "_replace", lost)
        await sent(server, database, dev_guild_id=int(guild))
    assert server.world.commands.all(guild)
    assert await sent(server, database) == 2
    assert not server.world.commands.all(guild)


async def test_a_server_for_trying_that_is_none_any_more_is_let_be(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    guild, database = server.world.guild_id, tmp_path / "tables.db"
    assert await sent(server, database, dev_guild_id=int(guild)) == 1
    server.faults.fail("PUT", rf"/guilds/{guild}/commands$", 403)
    assert await sent(server, database) == 2
    assert server.world.commands.all(None)
    assert await sent(server, database) == 0


@pytest.mark.parametrize(
    ("status", "kind"), [(403, translation.UnknownServer), (503, discord.HTTPException)]
)
async def test_only_a_server_that_refuses_is_none_for_trying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, kind: type[Exception]
) -> None:
    async def refuse(*_: object) -> bool:
        raise discord.HTTPException(cast(Any, SimpleNamespace(status=status, reason="x")), "x")

    monkeypatch.setattr(translation, "_send", refuse)
    bot: Any = SimpleNamespace(tree=SimpleNamespace(copy_global_to=lambda guild: None))
    bot.application_id = 1
    store = await open_store(f"sqlite:///{tmp_path}/tables.db")
    with pytest.raises(kind):
        await translation.sync(bot, store.settings, 7)
    await store.close()


def parts(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Give commands, the commands of groups, and their options."""
    for part in commands:
        yield part
        yield from parts(part.get("options") or [])


async def test_everything_is_localised(server: PlaygroundServer, tmp_path: Path) -> None:
    await sent(server, tmp_path / "tables.db")
    commands = server.world.commands.all(None)
    names = {"play", "board", "leave", "tables", "rules", "learn", "help", "games-admin"}
    names |= {"stats", "leaderboard", "history", "replay", "my-data", "forget-me", "block"}
    names |= {"notify", "plan", "puzzle"}
    assert {c["name"] for c in commands} == names
    for part in parts(commands):
        for field in ("name_localizations", "description_localizations"):
            assert set(part[field] or {}) == LOCALES, part["name"]
    german = {c["name"]: c["name_localizations"]["de"] for c in commands}
    assert german["play"] == "spielen"
    contexts = {c["name"]: c["contexts"] for c in commands}
    assert contexts["play"] == [0] and contexts["learn"] != [0], "one learns anywhere"
    assert all(c["integration_types"] == [0] for c in commands), "nobody installs it for themselves"


async def test_help_names_the_version(party: Party) -> None:
    message = await party.filled(await party.command("Anna", "help"))
    assert any(VERSION in embed.get("footer", {}).get("text", "") for embed in message["embeds"])


async def test_help_leads_to_games_and_commands(party: Party, bot: MonsterBot) -> None:
    message = await party.filled(await party.command("Anna", "help"))
    told = text(message)
    known = {c["name"]: c["id"] for c in party.world.commands.all(None)}
    for name in ("play", "rules", "tables", "notify me", "replay", "stats"):
        assert f"</{name}:{known[name.split()[0]]}>" in told
    guild = party.world.guild_id
    usable = {command.name for command in party.world.commands.usable(guild, -1)}
    assert {*re.findall(r"</([^:]+):", told)} <= usable, "a group alone cannot be pressed"
    for button in ("panel.hint", "decided.button"):
        assert sentence(party, bot, "Anna", button) in told
    assert len(told) < 900 and party.world.messages[message["id"]].attachments
    for game in ("bugs", "meistercoup"):
        (menu,) = [c for c in controls(message) if "options" in c]
        assert len(menu["options"]) == 5
        await party.choose("Anna", message, "help", game)
        await party.until(partial(_leads_to, party, f":{game}.0"))
        shown = party.panel("Anna")
        assert message["id"] == shown["id"]
    await party.press("Anna", shown, "turn")
    await party.until(partial(_leads_to, party, ":meistercoup.1"))
    attempt = await press_forged(party, bot, "Anna", "mr::0:help:", "x")
    refused(party, bot, attempt, "Anna", "error.gone")


def _leads_to(party: Party, args: str) -> bool:
    return any(verb.endswith(args) for verb in verbs(party.panel("Anna"), "turn"))
