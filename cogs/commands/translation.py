"""Names and descriptions of the commands from the catalogue, and when they must be sent anew."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.line.unreachable import unreachable
from screens.texts import Catalogue, language
from storage.settings import Settings

log = logging.getLogger(__name__)

LOCALES = (discord.Locale.german, discord.Locale.british_english, discord.Locale.american_english)


class UnknownServer(Exception):
    """A server for commands that Discord does not let the bot into."""


class Translator(app_commands.Translator):
    """Looks up the catalogue's domain `commands`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text for a command, an option or a description; None: no translation."""
        if locale not in LOCALES:
            return None
        return self._catalogue.text("commands", key_of(context), language(locale))


def key_of(context: app_commands.TranslationContextTypes) -> str:
    """Return the catalogue's key, such as `play.description`, `games-admin.end.table`."""
    data: Any = context.data
    described = context.location.name.endswith("description")
    of_option = context.location.name.startswith("parameter")
    name = f"{_path(data.command)}.{data.name}" if of_option else _path(data)
    return f"{name}.description" if described else name


def _path(command: Any) -> str:
    return str(command.qualified_name).replace(" ", ".")


async def sync(bot: commands.AutoShardedBot, settings: Settings, guild_id: int | None) -> bool:
    """Send the commands where they differ from what was sent last; tell whether they were sent.

    Servers that have them as their own lose those once they are not named any more.
    """
    await _withdraw(bot, settings, guild_id)
    guild = discord.Object(guild_id) if guild_id else None
    if guild:
        bot.tree.copy_global_to(guild=guild)
    key = f"commands.{bot.application_id}.{guild_id or 'all'}"
    try:
        return await _send(bot, settings, guild, key)
    except discord.HTTPException as error:
        if guild is None or unreachable(error):
            raise
        raise UnknownServer(f"DEV_GUILD_ID names no server of this bot: {error}.") from error


async def _withdraw(bot: commands.AutoShardedBot, settings: Settings, guild_id: int | None) -> None:
    """Take the commands of their own from all other servers to which they were sent."""
    prefix = f"commands.{bot.application_id}."
    for key in await settings.own(prefix):
        server = key.removeprefix(prefix)
        if not server.isdecimal() or int(server) == guild_id:
            continue
        try:
            await _replace(bot, discord.Object(int(server)), [])
        except discord.HTTPException as error:
            if unreachable(error):
                raise
            log.info("the server %s keeps its own commands: %s", server, error)
        await settings.set(0, key, None)


async def _send(
    bot: commands.AutoShardedBot, settings: Settings, guild: discord.Object | None, key: str
) -> bool:
    payload = await _translated(bot.tree, guild)
    wanted = _digest(payload)
    there = sorted(str(c.id) for c in await bot.tree.fetch_commands(guild=guild))
    if there and await settings.get(0, key) == f"{wanted} {','.join(there)}":
        return False
    # Noted first, as what is sent may be there though the answer gets lost.
    await settings.set(0, key, "")
    sent = sorted(str(c["id"]) for c in await _replace(bot, guild, payload))
    await settings.set(0, key, f"{wanted} {','.join(sent)}")
    log.info("commands sent: %d", len(sent))
    return True


async def _translated(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None
) -> list[dict[str, Any]]:
    """Return the commands as Discord takes them, by name."""
    translator = tree.translator
    assert translator is not None
    return [
        await command.get_translated_payload(tree, translator)
        for command in sorted(tree.get_commands(guild=guild), key=lambda c: c.name)
    ]


def _digest(payload: list[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()[:16]


async def _replace(
    bot: commands.AutoShardedBot, guild: discord.Object | None, payload: list[dict[str, Any]]
) -> Sequence[Any]:
    """Put the commands in the place of all that Discord has; the tree's own `sync` would translate
    them a second time."""
    assert bot.application_id is not None
    if guild is None:
        return await bot.http.bulk_upsert_global_commands(bot.application_id, payload)
    return await bot.http.bulk_upsert_guild_commands(bot.application_id, guild.id, payload)
