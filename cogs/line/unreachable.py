"""What it means that Discord cannot be reached, or forbids something: the one definition."""

from __future__ import annotations

import aiohttp
import discord

from storage.errors import Conflict, Damaged, StoreError, Unsure

CONNECTION = (aiohttp.ClientError, OSError, TimeoutError, discord.RateLimited)

ARCHIVED = 50083
"""Discord's code for a thread that was archived; where a new message gets it too, it is locked."""
LOCKED = 160005
"""Discord's code for a thread that staff has locked; it is seldom seen, and that above instead."""

EMPTY = 50006
"""Discord's code where nothing is left of a message without its embeds, as the bot may not embed
links there (discord-api-docs #5648)."""

UNKNOWN_CHANNEL = 10003


class Unembedded(Exception):
    """Discord has taken a message without its embeds: the bot may not send any there."""

    def __str__(self) -> str:
        return "Discord has left the embeds out"


def unreachable(error: BaseException) -> bool:
    """Tell whether the same request may succeed later.

    So it is with 5xx, with a 429 that the library gave up on, with connections that break and
    with time-outs, also those of a proxy (408). Any other 4xx is an answer and stays what it is.
    """
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status in (408, 429)
    return isinstance(error, CONNECTION)


def passing(error: BaseException) -> bool:
    """Tell whether the same may succeed later: Discord cannot be reached, or the store."""
    stays = isinstance(error, Conflict | Damaged) and not isinstance(error, Unsure)
    return unreachable(error) or (isinstance(error, StoreError) and not stays)


def shut(error: BaseException) -> bool:
    """Tell whether it was refused because the thread is locked or archived."""
    return isinstance(error, discord.HTTPException) and error.code in (ARCHIVED, LOCKED)


def emptied(error: BaseException) -> bool:
    """Tell whether it was refused because nothing is left of it without its embeds."""
    return isinstance(error, discord.HTTPException) and error.code == EMPTY


def forbidden(error: BaseException) -> bool:
    """Tell whether it may succeed once permissions or the channel have changed."""
    return isinstance(error, discord.Forbidden | Unembedded) or shut(error) or emptied(error)


def silenced(error: BaseException) -> bool:
    """Tell whether nothing can be sent there any more: no message without embeds, and none that
    wakes the thread."""
    return isinstance(error, discord.Forbidden) and not shut(error)


def nowhere(error: discord.NotFound) -> bool:
    """Tell whether it is the channel that is gone, not a message there."""
    return error.code == UNKNOWN_CHANNEL
