"""What is sent by a nonce of which somebody may have deleted the message before it was noted.

For some minutes Discord then answers that the message is unknown, and posts nothing
(discord-api-docs #6647).
"""

from __future__ import annotations

from typing import Any

import discord

from cogs.line.embedded import took
from cogs.line.unreachable import nowhere


async def stand(
    there: discord.PartialMessageable, nonce: str, *later: str, since: int = 0, **content: Any
) -> discord.Message:
    """Post what has to stand there, once; what was posted and is gone is posted once more, by the
    next nonce. So is what was posted before `since`, a snowflake, and shows something else now."""
    *first, last = nonce, *(later or (f"{nonce}+",))
    for each in first:
        try:
            sent = await there.send(nonce=each, **content)
        except discord.NotFound as gone:
            if nowhere(gone):
                raise
        else:
            if sent.id >= since or took(sent, content):
                return sent
        for file in content.get("files", ()):
            file.reset(seek=True)
    return await there.send(nonce=last, **content)


async def told(there: discord.PartialMessageable, nonce: str, **content: Any) -> int | None:
    """Send what people are told once; return its message, None where that was sent and is gone."""
    try:
        return (await there.send(nonce=nonce, **content)).id
    except discord.NotFound as gone:
        if nowhere(gone):
            raise
    return None
