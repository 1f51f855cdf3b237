"""What it means that Discord cannot be reached: the one definition."""

from __future__ import annotations

import aiohttp
import discord

CONNECTION = (aiohttp.ClientError, OSError, TimeoutError, discord.RateLimited)

ARCHIVED = 50083
"""Discord's code for a thread that was archived; where a new message gets it too, it is locked."""


def unreachable(error: BaseException) -> bool:
    """Tell whether the same request may succeed later.

    So it is with 5xx, with a 429 that the library gave up on, with connections that break and
    with time-outs. Any other 4xx is an answer and stays what it is.
    """
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, CONNECTION)
