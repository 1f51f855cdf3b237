"""Opens tables: in a channel, or again after a game with the same company."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import Any

import discord

from screens.texts import Words
from storage.errors import ChannelTaken
from storage.records import Player, Table
from tables import lobby
from tables.host import Host
from tables.refusal import Refusal
from tables.rooms import Room

NEEDED = ("view_channel", "embed_links", "attach_files")


def check_permissions(interaction: discord.Interaction[Any], thread: bool, words: Words) -> None:
    """Raise Refusal with the names of the permissions the bot lacks in this channel."""
    inside = isinstance(interaction.channel, discord.Thread)
    needed = [*NEEDED, "send_messages_in_threads" if inside or thread else "send_messages"]
    if thread:
        needed.append("create_public_threads")
    missing = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if missing:
        names = ", ".join(f"**{words(f'permission.{name}')}**" for name in missing)
        raise Refusal("error.permission", names=names)


async def open_table(
    host: Host, game_id: str, guild: int, channel: int, user: int, name: str
) -> Table:
    """Open a lobby with this person as host; raise ChannelTaken."""
    game, now = host.games[game_id], time.time()
    table = Table(
        id=secrets.token_hex(4),
        guild=guild,
        channel=channel,
        host=user,
        game=game_id,
        version=game.version,
        options=game.codecs.options.dump(game.options_type()),
        seed="",
        players=(Player(user, name),),
        status="lobby",
        created=now,
        updated=now,
    )
    return (await host.open(table)).table


async def reopen(host: Host, old: Table, user: int, name: str) -> tuple[bool, Room]:
    """Sit down for another game like `old`; return whether that opened a new lobby, and it.

    Who asks first hosts it, with the same options and computers; the others join it. Raise
    Refusal when something else runs in the channel.
    """
    computers = tuple(player for player in old.players if player.user is None)
    fresh = replace(
        old,
        id=secrets.token_hex(4),
        host=user,
        version=host.games[old.game].version,
        seed="",
        players=(Player(user, name), *computers),
        status="lobby",
        created=time.time(),
        updated=time.time(),
        started=None,
        message=None,
        posted=None,
        calls=(),
    )
    try:
        return True, await host.open(fresh)
    except ChannelTaken as taken:
        room = await host.rooms.get(taken.table)
        async with room.lock:
            if room.table.status != "lobby" or room.table.game != old.game:
                raise Refusal("error.taken") from taken
            await host.save(room, lobby.join(room.table, host.games[old.game], user, name))
        return False, room
