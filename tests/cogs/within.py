"""What tests do inside a bot, in plain values, so that it may as well be another process's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cogs.client import MonsterBot
from engine.contract import CLOCK, AnyGame, By, Expire, Seat
from screens.texts import language
from tables.room import Room
from tests.cogs.clicking import forward
from tests.cogs.looks import look

People = Mapping[str, Sequence[Any]]
"""Id and language of each person, by name."""


@dataclass(frozen=True, slots=True)
class Told:
    """What people must see of a table, as it is stored."""

    table: str
    board: str
    """How the board looks."""
    pictured: bool
    panels: dict[str, str]
    """How each person's panel looks, if it is open."""
    besides: dict[str, list[str]]
    """How else private messages may look."""
    asked: list[str]
    called: list[int]
    """Who may be called."""


class Inside(Protocol):
    """The inside of a bot, wherever it runs."""

    async def told(self, tables: Sequence[str], people: People) -> list[Told]:
        """Return what people must see of these tables."""

    async def open_table(self, channel: int) -> str | None:
        """Return the table in a channel that is not over."""

    async def idle(self) -> bool:
        """Tell whether nothing is left to be shown."""

    async def played(self, table: str) -> int:
        """Return how many entries a match has."""

    async def forward(self, table: str, ending: str) -> None:
        """Play until the next move of a person may end the "round" or the "match"; or "through"."""

    async def end(self, table: str, ending: str) -> None:
        """Make a move that ends the round or the match."""

    async def call(self, table: str) -> None:
        """Let a table wait for long."""


class Within:
    """The inside of a bot of this process."""

    def __init__(self, bot: MonsterBot) -> None:
        self._bot = bot

    async def told(self, tables: Sequence[str], people: People) -> list[Told]:
        """Return what people must see of these tables."""
        rooms = [await self._bot.host.rooms.get(table) for table in tables]
        return [self._told(room, people) for room in rooms]

    def _told(self, room: Room, people: People) -> Told:
        scenes, table = self._bot.scenes, room.table.id
        board = scenes.board(room)
        panels, besides = {}, {}
        for name, (user, locale) in people.items():
            page, token = scenes.panel(room, user, "", language(locale))
            panels[name] = look(page, token, table)
            words = self._bot.scenes.private(room.table.guild, locale)
            pages = [scenes.in_words(room, words)]
            if room.table.status == "lobby":
                pages += [scenes.more(room, user, words, False), scenes.options(room, words)]
            besides[name] = [look(each, 0, table) for each in pages]
        seats = {name: room.seat_of(user) for name, (user, _) in people.items()}
        asked = [name for name, seat in seats.items() if room.match and seat in room.match.asked]
        called = [user for seat in room.to_call if (user := room.person(seat)) is not None]
        pictured = board.picture is not None
        return Told(table, look(board, 0, table), pictured, panels, besides, asked, called)

    async def open_table(self, channel: int) -> str | None:
        """Return the table in a channel that is not over."""
        table = await self._bot.host.store.open_table(channel)
        return table.id if table else None

    async def idle(self) -> bool:
        """Tell whether nothing is left to be shown."""
        return self._bot.idle

    async def played(self, table: str) -> int:
        """Return how many entries a match has."""
        match = (await self._bot.host.rooms.get(table)).match
        return match.sequence if match else 0

    async def forward(self, table: str, ending: str) -> None:
        """Play until the next move of a person may end the "round" or the "match"; or "through"."""
        room, last = await self._bot.host.rooms.get(table), ending
        if ending == "through":
            last = "match"
        await forward(self._bot, table, lambda state: bool(_ending(room, last)))
        self._refresh(room)
        if ending == "through":
            await self.end(table, last)

    async def end(self, table: str, ending: str) -> None:
        """Make a move that ends the round or the match, or let its time run out."""
        room = await self._bot.host.rooms.get(table)
        async with room.lock:
            found = _ending(room, ending)
            assert found is not None, f"nobody's move ends the {ending}"
            await self._bot.host.play.act(room, *found)
        self._refresh(room)

    def _refresh(self, room: Room) -> None:
        """Bring the panels of those up to date who acted without a press that was answered."""
        for player in room.table.players:
            if player.user is not None:
                self._bot.panels.refresh(room, player.user)

    async def call(self, table: str) -> None:
        """Let a table wait for long."""
        room = await self._bot.host.rooms.get(table)
        for seat, token in room.running.to_act().items():
            if room.person(seat) is not None:
                self._bot.host._port.call(room, seat, token)


def hurried(games: Mapping[str, AnyGame]) -> Mapping[str, AnyGame]:
    """Let Bugs & Co begin at once, and end when a test says so."""
    times = {"count_in": 0.3, "resume": 0.3, "countdown": 60.0}
    games["bugs"].box = games["bugs"].box.model_copy(update=times)
    return games


def _ending(room: Room, ending: str) -> tuple[Seat, int, Any, float, By] | None:
    """Return what would end the round or the match: seat, token, action, when, by whom."""
    match = room.running
    before = match.view(None)
    for seat, token in match.to_act().items():
        by, at, actions = _choices(room, seat)
        for action in actions:
            after = match.play(seat, token, action, at, by).match
            if after.over or (ending == "round" and after.view(None).round > before.round):
                return seat, token, action, at, by
    return None


def _choices(room: Room, seat: Seat) -> tuple[By, float, Sequence[Any]]:
    match = room.running
    if seat == CLOCK:
        return "clock", max(match.at, match.deadline or 0.0), (Expire(),)
    return "person", match.at, match.legal(seat) if room.person(seat) else ()
