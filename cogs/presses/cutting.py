"""The modal in which somebody at a lobby cuts the deck with words of their own."""

from __future__ import annotations

from typing import Any

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.gate.here import demand_here
from cogs.gate.modals import Field, ask, typed
from cogs.shown.lobby_pages import LobbyPages
from tables.lobby import lobby
from tables.lobby.lobbies import Lobbies
from tables.room import cuts
from tables.room.cache import Rooms
from tables.room.room import Room

MODAL = "cut:"
"""How the modal's custom_id begins; the table and the interaction that opened it follow."""
FIELD = "words"


class Cutting:
    """Asks for the words and takes them over."""

    def __init__(self, rooms: Rooms, lobbies: Lobbies, shown: LobbyPages) -> None:
        self._rooms, self._lobbies, self._shown = rooms, lobbies, shown

    async def ask(self, answer: Answer, press: Press, room: Room) -> None:
        """Open the modal."""
        words = answer.words
        table = lobby.seated(lobby.still(room.table), answer.user)
        own = next(p for p in table.players if p.user == answer.user)
        field = Field(
            FIELD,
            words("cut.field"),
            cuts.LONGEST,
            hint=words("cut.placeholder"),
            value=cuts.words(own) or None,
        )
        await ask(answer, f"{MODAL}{table.id}:", words("cut.title"), [field])

    async def submit(self, answer: Answer) -> None:
        """Take over what was typed."""
        data: Any = answer.interaction.data
        room = await self._rooms.get(str(data["custom_id"]).split(":")[1])
        demand_here(answer, room.table)
        await self._lobbies.cut(room, answer.user, typed(data))
        await self._shown.show_more(answer, room)
