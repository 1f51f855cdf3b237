"""What everything that answers people works with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.answer import Answer
from cogs.boards import Boards
from cogs.in_words import InWords
from cogs.messages import controls, embeds
from cogs.painter import Painter
from cogs.panels import Panels
from cogs.press import custom_ids
from cogs.rulebook import Rulebook
from cogs.scenes import Scenes
from engine.contract import AnyGame
from screens.frame import leaving
from screens.page import Page
from screens.screen import Screen
from screens.texts import Catalogue, Words
from tables.host import Host
from tables.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The parts of one bot that commands and presses use."""

    host: Host
    scenes: Scenes
    boards: Boards
    panels: Panels
    in_words: InWords
    painter: Painter
    rulebook: Rulebook
    catalogue: Catalogue

    def game(self, room: Room) -> AnyGame:
        """Return the game of a table."""
        return self.host.games[room.table.game]

    def screen(self, room: Room) -> Screen:
        """Return the screen of a table's game."""
        return self.scenes.screen(room)

    def words(self, answer: Answer) -> Words:
        """Return the words in which this person reads."""
        return self.catalogue.words(answer.interaction.locale)

    def computer_name(self, room: Room) -> str:
        """Return a name for a computer that nobody at the table has."""
        names = self.scenes.public(room.table)("computers").split()
        taken = {player.name for player in room.table.players}
        return next(name for name in names if name not in taken)

    async def show_words(self, answer: Answer, room: Room) -> None:
        """Answer with what the board shows, in words."""
        await self.in_words.answer(answer, room, self.words(answer))

    async def show_lobby(self, answer: Answer, room: Room) -> None:
        """Answer a press on a lobby, or on the page behind "more", with what was pressed."""
        if answer.on_panel:
            await self.show_more(answer, room)
        else:
            # The picture follows with the board, which shows the same soon.
            page, message = self.scenes.board(room), answer.interaction.message
            if message is None or not any(embed.image for embed in message.embeds):
                page = replace(page, picture=None)
            await answer.update(**_message(page, room))

    async def show_more(self, answer: Answer, room: Room) -> None:
        """Answer with what this person may do in a lobby beside joining."""
        interaction = answer.interaction
        page = self.scenes.more(
            room,
            interaction.user.id,
            self.words(answer),
            interaction.permissions.manage_messages,
        )
        await answer.show(**_message(page, room))

    async def show_options(self, answer: Answer, room: Room) -> None:
        """Answer with the host's private page of options."""
        page = self.scenes.options(room, self.words(answer))
        await answer.show(**_message(page, room))

    async def show_question(self, answer: Answer, room: Room) -> None:
        """Answer with the question whether this person really leaves a running game."""
        page = self.scenes.leaving(room, answer.interaction.user.id, self.words(answer))
        await answer.show(**_message(page, room))

    async def show_gone(self, answer: Answer, room: Room) -> None:
        """Answer who has left a running game with how they come back."""
        page = leaving.gone(room.table.status == "running", self.words(answer))
        await answer.show(**_message(page, room))


def _message(page: Page, room: Room) -> dict[str, object]:
    return {"embeds": embeds(page), "view": controls(page, custom_ids(room.table.id, 0))}
