"""Whether a message shows what was sent: where the bot may not embed links, Discord takes an edit,
and leaves its embeds out.

It does not answer 403 then (discord-api-docs #2601, #5648), also where the bot may not send
messages (discord.py #8158), which denies embeds and files as well (its documentation, Implicit
Permissions). Which of the two a server meets is not documented: both mean that it is forbidden.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.line.unreachable import Unembedded, emptied

_EMOJI = re.compile(r"<a?:(\w+):\d+>")
_ADDRESS = re.compile(r"/(?:ephemeral-)?attachments/[0-9]+/([0-9]+)/([^/?]+)")
"""Where a file's id and name stand in the address of an embed's image: a file that an embed shows
is missing among the attachments (discord-api-docs #4809). Private messages have another address
(esmBot #550)."""


async def edited(message: discord.PartialMessage, **content: Any) -> discord.Message:
    """Edit a message and return it; raise Unembedded where its embeds were left out, but not where
    somebody has removed all of them: it shows none then, whatever is sent."""
    try:
        sent = await message.edit(**content)
    except discord.HTTPException as refused:
        if not emptied(refused):
            raise
        raise Unembedded from refused
    if not (sent.flags.suppress_embeds or took(sent, content)):
        raise Unembedded
    return sent


def took(sent: discord.Message, content: Mapping[str, Any]) -> bool:
    """Tell whether a message has the words and the new files of what was sent, as far as these are
    embeds: where a message is sent again after a crash, Discord answers with the first, which may
    say what was so then."""
    if "embeds" not in content:
        return True
    told, wanted = ([_parts(embed) for embed in each] for each in (sent.embeds, content["embeds"]))
    files = [*content.get("attachments", ()), *content.get("files", ())]
    new = {file.filename for file in files if isinstance(file, discord.File)}
    loose, shown = {(file.filename, file.id) for file in sent.attachments}, pictured(sent)
    same = told == wanted or [*map(_said, told)] == [*map(_said, wanted)]
    return same and not any(name in new for name, _ in loose - {*shown.items()})


def pictured(message: discord.Message) -> Mapping[str, int]:
    """Return the files that a message's embeds show: their ids by their names."""
    found = (_ADDRESS.search(embed.image.url or "") for embed in message.embeds)
    return {each[2]: int(each[1]) for each in found if each}


def _parts(embed: discord.Embed) -> Sequence[str]:
    parts = [embed.title, embed.description, embed.footer.text]
    parts += [part for field in embed.fields for part in (field.name, field.value)]
    return [part or "" for part in parts]


def _said(parts: Sequence[str]) -> Sequence[str]:
    """Return the letters and digits of each part, of emojis their names: what Discord does to
    blanks, and to an emoji that is gone, is not documented."""
    return ["".join(filter(str.isalnum, _EMOJI.sub(r"\1", part))) for part in parts]
