"""What answers a press on a lobby: the lobby itself, and the private pages about it."""

from __future__ import annotations

from collections.abc import Callable, Collection

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.messages import content
from cogs.shown.boards import Boards
from cogs.shown.pages import Pages
from cogs.shown.private_pages import Draw, Holds, PrivatePages
from cogs.shown.rulebook import Wanted
from screens.page import Page
from tables.lobby.lobbies import Lobbies
from tables.room.room import Room


class LobbyPages:
    """Answers at tables whose game has not begun."""

    def __init__(
        self,
        pages: Pages,
        lobbies: Lobbies,
        boards: Boards,
        standing: PrivatePages,
        wanted: Wanted,
    ) -> None:
        self._pages, self._lobbies, self._boards = pages, lobbies, boards
        self.standing, self._wanted = standing, wanted

    async def start(
        self, webhook: Callable[[str], discord.Webhook], changed: Collection[str]
    ) -> None:
        """Take away the pages of before the bot stopped once their lobby is not as it was then, or
        if it had just `changed`: nobody knows any more what they tell of it."""
        versions: dict[str, int] = {}

        def holds(room: Room) -> bool:
            table = room.table
            as_it_was = versions.setdefault(table.id, table.version) == table.version
            return _is_lobby(room) and as_it_was and table.id not in changed

        await self.standing.start(webhook, holds)

    async def show(self, answer: Answer, room: Room) -> None:
        """Answer a press on a lobby, or on the page behind "more", with what was pressed."""
        if answer.on_panel:
            await self.show_more(answer, room)
        else:
            async with self._boards.overtaking(room):
                # The picture follows with the board, which shows the same soon.
                page, message = self._pages.board(room), answer.interaction.message
                if message is None or not any(embed.image for embed in message.embeds):
                    page = page.without_pictures()
                await answer.update(**content(page, custom_ids(room.table.id)))

    async def show_more(self, answer: Answer, room: Room) -> None:
        """Answer with what this person may do in a lobby beside joining."""
        if answer.pressed is None:
            await answer.think()  # what was done is stored: the store is read for the page alone
        learns = await self._wanted(answer.user, room.table.game)
        await self._show(answer, room, self._more(answer, learns))

    async def say(self, answer: Answer, room: Room, text: str) -> None:
        """Tell a person of a lobby that they have come to, until it is none any more."""
        await self.standing.say(answer, room, text, _is_lobby)

    async def show_door(self, answer: Answer, room: Room) -> None:
        """Answer with the host's private page about guests."""
        words, invited = answer.words, await self._lobbies.invited(room)
        await self._show_host(answer, room, lambda now: self._pages.door(now, invited, words))

    async def show_options(self, answer: Answer, room: Room) -> None:
        """Answer with the host's private page of options."""
        words = answer.words
        await self._show_host(answer, room, lambda now: self._pages.options(now, words))

    def _more(self, answer: Answer, learns: bool) -> Draw:
        user, moderates = answer.user, answer.interaction.permissions.manage_messages
        words = answer.words
        return lambda now: self._pages.more(now, user, words, moderates, learns)

    async def _show_host(self, answer: Answer, room: Room, draw: Draw) -> None:
        """Show a page of the host's; who hosts no more reads what else they may do. Who has hosted
        is offered no lesson there: whether they want one would have to be read at each press."""
        host, more = answer.user, self._more(answer, learns=False)
        await self._show(
            answer, room, lambda now: draw(now) if now.table.host == host else more(now)
        )

    async def _show(self, answer: Answer, room: Room, draw: Draw) -> None:
        """Show a page of a lobby, drawn anew when it says another thing, gone with the lobby."""

        def holds(page: Page, drawn: Room) -> Holds:
            table = drawn.table
            return lambda now: _is_lobby(now) and (now.table is table or draw(now) == page)

        if answer.on_panel and not _is_lobby(room):
            await answer.acknowledge()
        else:
            await self.standing.answer(answer, room, draw, holds, renews=_is_lobby)


def _is_lobby(room: Room) -> bool:
    return room.table.status == "lobby"
