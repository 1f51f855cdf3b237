"""Direct messages that somebody has asked for, each with a button that ends such messages."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord

from cogs.gate.custom_id import AT_NO_TABLE
from cogs.line.direct import DirectMessages, Sent
from cogs.line.messages import controls
from cogs.line.reach import Reach
from cogs.line.unreachable import unreachable
from cogs.shown.links import address
from screens.names import escape, shortened, visible
from screens.page import Button, Page
from screens.texts import Words
from storage.records import Table
from storage.shown import Shown

log = logging.getLogger(__name__)

CLOSED = (10013, 50007, 50278)
"""Discord's codes for people who take no messages of the bot: who is gone, whose direct messages
are closed, and who is on no server with it (its documentation, JSON Error Codes)."""
END, UNDIRECT, UNROUNDUP = "unalert", "undirect", "unroundup"
"""The verbs of being told no more: of new tables, of one's turn, and once a day."""
SERVER = 40
"""Characters of a server's name that are told; it may have a hundred."""


class Letters:
    """Writes to people, and says of which table."""

    def __init__(self, client: Reach, direct: DirectMessages, shown: Shown) -> None:
        self._client, self._direct, self._shown = client, direct, shown

    async def send(
        self, guild: int, user: int, text: str, button: Button, nonce: str
    ) -> Sent | None:
        """Write to a person; return None where they take no messages of the bot. What Discord
        refuses otherwise is not repeated; raise what may succeed later."""
        view = controls(Page(title="", rows=((button,),)), AT_NO_TABLE)
        try:
            return await self._direct.send(guild, user, content=text, view=view, nonce=nonce)
        except discord.HTTPException as refused:
            if unreachable(refused):
                raise
            if refused.code in CLOSED:
                log.info("a direct message was not sent: %s", refused)
                return None
            log.error("a direct message was refused", exc_info=refused)
            return Sent()

    async def about(self, table: Table, words: Words) -> Mapping[str, str]:
        """Return what a letter says of a table: its game, its server, and the way to it."""
        board = await self._shown.board(table.id)
        return {
            "game": words.within(table.game)("title"),
            "server": await self.server(table.guild, words),
            "link": address(table, board.message if board else None),
        }

    async def server(self, guild: int, words: Words) -> str:
        """Return what a server is called, made harmless: what is a link in it, or mentions, does
        not come from the bot. What another process has is not known by its name."""
        await self._client.reach(guild)
        server = self._client.get_guild(guild)
        if server is None:
            return words.named("company.elsewhere")
        return escape(shortened(visible(server.name), SERVER))
