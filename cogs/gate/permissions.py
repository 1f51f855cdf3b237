"""What the bot must be allowed to do in a channel before it promises anything there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.gate.bot import bot_of
from cogs.line.allowance import Place
from screens.texts import Words
from tables.room.refusal import Refusal

NEEDED = ("view_channel", "embed_links", "attach_files")
CONNECTING, ALOUD = "connect", (discord.VoiceChannel, discord.StageChannel)
"""Without it nobody reads or writes the text of these channels (discord-api-docs #5111)."""
SPEAKING, IN_THREADS, OPENING = "send_messages", "send_messages_in_threads", "create_public_threads"
EVERY = (*NEEDED, SPEAKING, IN_THREADS, OPENING)
"""All that the bot needs on a server."""
TIDYING = "manage_threads"
"""With it the bot deletes the empty threads of its tables; without it archives them."""
LISTING = "create_events"
"""With it what is agreed for a time is one of the server's events, too."""
SCOPES = ("bot", "applications.commands")


def speaking(thread: bool) -> str:
    """Return the permission to write in a channel or in a thread."""
    return IN_THREADS if thread else SPEAKING


def needed_in(place: object) -> Sequence[str]:
    """Return what the bot needs in a channel or thread beside the permission to write."""
    return (*NEEDED, CONNECTING) if isinstance(place, ALOUD) else NEEDED


def invitation(application: int) -> str:
    """Return the link by which a server's owner lets the bot in with what it needs."""
    asked = (*EVERY, TIDYING, LISTING, CONNECTING)
    permissions = discord.Permissions(**dict.fromkeys(asked, True))
    return discord.utils.oauth_url(application, permissions=permissions, scopes=SCOPES)


async def check_permissions(
    interaction: discord.Interaction[Any], thread: bool, words: Words
) -> None:
    """Raise Refusal with the names of the permissions the bot lacks in this channel, or where it is
    not in this private thread, or no member of the server."""
    demand_member(interaction)
    await _check_invited(interaction, words)
    inside = isinstance(interaction.channel, discord.Thread)
    needed = [*needed_in(interaction.channel), speaking(inside or thread)]
    if thread:
        needed.append(OPENING)
    demand(interaction.app_permissions, needed, words)


def demand_member(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal on a server that has added the commands alone, without the bot: the permissions
    that come with them are then those of everybody (Discord's change log, 29 June 2022)."""
    guild, client = interaction.guild_id, interaction.client
    if guild is not None and client.get_guild(guild) is None:
        raise Refusal("error.no_member", link=invitation(interaction.application_id))


async def _check_invited(interaction: discord.Interaction[Any], words: Words) -> None:
    """Raise Refusal in a private thread that the bot does not see: commands work there all the same
    (JDA #2602), and Discord does not document whether the permissions that come with them hold."""
    place, guild, bot = interaction.channel, interaction.guild, interaction.client.user
    if guild is None or bot is None:
        return
    if not (isinstance(place, discord.Thread) and place.is_private()):
        return
    try:
        async with bot_of(interaction).at(Place(guild.id, place.id)):
            await guild.fetch_channel(place.id)
    except discord.Forbidden as hidden:
        right = words(f"permission.{NEEDED[0]}")
        raise Refusal("error.not_invited", bot=bot.mention, right=right) from hidden


def demand(
    may: discord.Permissions,
    needed: Sequence[str],
    words: Words,
    key: str = "error.permission",
    **values: object,
) -> None:
    """Raise Refusal with the names of those of these permissions that the bot lacks."""
    missing = [name for name in needed if not getattr(may, name)]
    if missing:
        names = ", ".join(f"**{words(f'permission.{name}')}**" for name in missing)
        raise Refusal(key, names=names, **values)


def seen_by_all(place: discord.abc.GuildChannel, roles: Mapping[int, discord.Role]) -> bool:
    """Return whether everybody on a server sees a channel, as long as no other role forbids it."""
    everyone = place.guild.id
    allow, deny = place.overwrites_for(discord.Object(everyone)).pair()
    may = roles[everyone].permissions
    return may.administrator or _read(place, may & ~deny | allow).view_channel


def permissions_in(
    place: discord.abc.GuildChannel, member: discord.Member, roles: Mapping[int, discord.Role]
) -> discord.Permissions:
    """Return what a member may do in a channel, by Discord's order: roles, then what the channel
    says of everybody, of roles, of the member (its documentation, Permission Overwrites)."""
    everyone = member.guild.id
    own = [role for role in (everyone, *(r.id for r in member.roles)) if role in roles]
    may = discord.Permissions.none()
    for role in own:
        may |= roles[role].permissions
    if may.administrator or member.guild.owner_id == member.id:
        return discord.Permissions.all()
    further = [role for role in own if role != everyone]
    for group in ((everyone,), further, (member.id,)):
        pairs = [place.overwrites_for(discord.Object(id)).pair() for id in group]
        for _, deny in pairs:
            may &= ~deny
        for allow, _ in pairs:
            may |= allow
    return _read(place, may)


def _read(place: discord.abc.GuildChannel, may: discord.Permissions) -> discord.Permissions:
    """Return these permissions, or none where what stands in the channel cannot be read."""
    return may if may.connect or not isinstance(place, ALOUD) else discord.Permissions.none()
