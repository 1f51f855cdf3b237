"""What the bot must be allowed to do in a channel before it promises anything there."""

from __future__ import annotations

from typing import Any

import discord

from screens.texts import Words
from tables.refusal import Refusal

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
