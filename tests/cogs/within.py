"""What tests do inside a bot, in plain values, so that it may as well be another process's."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Protocol, TypeAlias

from cogs.client import MonsterBot
from engine.contract import CLOCK, AnyGame, By, Expire, Seat
from engine.match import Match
from screens.texts import language
from tables.lobby import lobby
from tables.puzzles.puzzles import day_of
from tables.room.room import Room
from tables.servers import House
from tests.cogs.looks import look
from tests.cogs.stopwatch import within
from tests.screens.ways import way
from tests.tables.daily import row

People: TypeAlias = Mapping[str, Sequence[Any]]
"""Id and language of each person, by name."""
Move: TypeAlias = tuple[Seat, int, Any, float, By]
"""Seat, token, action, when, by whom."""


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
    empty: dict[str, str]
    """How a panel looks that is still to be filled, while a match is played."""
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

    async def press(self, table: str, user: int) -> Sequence[Any]:
        """Return the next press on somebody's panel on the way to a move: verb, args, values;
        nothing where they are not asked."""

    async def forward(self, table: str, ending: str) -> None:
        """Play until the next move may end the "round" or the "match"; or "through"."""

    async def end(self, table: str, ending: str) -> None:
        """Make a move that ends the round or the match."""

    async def call(self, table: str) -> None:
        """Let a table wait for long."""

    async def silence(self, channel: int) -> None:
        """Begin a lobby's game without a clock, in which nobody has done anything for long."""

    async def settle(self, guild: int, house: Mapping[str, Any]) -> None:
        """Let a server's staff have settled this."""

    async def begin_date(self, guild: int) -> None:
        """Let the hour of a server's date come."""

    async def rounds(self) -> None:
        """Look at the rounds of tournaments."""

    async def forget(self, user: int) -> None:
        """Let nothing be known of somebody."""

    async def put_puzzle(self) -> None:
        """Put a puzzle today."""


class Within:
    """The inside of a bot of this process."""

    def __init__(self, bot: MonsterBot) -> None:
        self._bot = bot

    async def told(self, tables: Sequence[str], people: People) -> list[Told]:
        """Return what people must see of these tables."""
        rooms = [await self._bot.host.rooms.get(table) for table in tables]
        return [await self._told(room, people) for room in rooms]

    async def _told(self, room: Room, people: People) -> Told:
        scenes, table = self._bot.pages, room.table.id
        board = scenes.board(room)
        panels, besides, empty = {}, {}, {}
        for name, (user, locale) in people.items():
            tips = deepcopy(await self._bot.panels.tips.of(table, room.table.game, user))
            page, token = scenes.panel(room, user, "", language(locale), tips)
            panels[name] = look(page, token, table)
            if room.table.status == "running":
                empty[name] = look(scenes.moment(room, language(locale)), 0, table)
            words = scenes.private(room.table.guild, room.table.channel, locale)
            pages = [scenes.in_words(room, user, words)]
            if room.table.status == "lobby":
                learning = [scenes.more(room, user, words, False, new) for new in (False, True)]
                pages += [*learning, scenes.options(room, words), scenes.door(room, [], words)]
            besides[name] = [look(each, 0, table) for each in pages]
        seats = {name: room.seat_of(user) for name, (user, _) in people.items()}
        asked = [name for name, seat in seats.items() if room.match and seat in room.match.asked]
        called = [user for seat in room.to_call if (user := room.person(seat)) is not None]
        pictured = bool(board.pictures)
        return Told(table, look(board, 0, table), pictured, panels, besides, empty, asked, called)

    async def open_table(self, channel: int) -> str | None:
        """Return the table in a channel that is not over."""
        table = await self._bot.host.store.tables.open_table(channel)
        return table.id if table else None

    async def idle(self) -> bool:
        """Tell whether nothing is left to be shown."""
        return self._bot.idle

    async def played(self, table: str) -> int:
        """Return how many entries a match has."""
        match = (await self._bot.host.rooms.get(table)).match
        return match.sequence if match else 0

    async def press(
        self, table: str, user: int, meant: Callable[[Any], bool] = lambda action: True
    ) -> Sequence[Any]:
        """Return the next press on somebody's panel on the way to a move, if need be to one that is
        meant: verb, args, values; nothing where they are not asked."""
        room = await self._bot.host.rooms.get(table)
        seat, pages, match = room.seat_of(user), self._bot.pages, room.running
        panel = self._bot.panels._open.get((table, user))
        look = panel.look if panel and panel.question == room.question(user) else ""
        words = pages.public(room.table).within(room.table.game)
        if seat is None or seat not in match.asked:
            return ()
        return way(pages.screen(room), match, seat, words, meant, look)[0]

    async def forward(self, table: str, ending: str) -> None:
        """Play until the next move may end the "round" or the "match"; or "through"."""
        room, last = await self._bot.host.rooms.get(table), ending
        if ending == "through":
            last = "match"
        async with within(60):
            while not await self._forwarded(room, last):
                await asyncio.sleep(0.01)
        self._refresh(room)
        if ending == "through":
            await self.end(table, last)

    async def _forwarded(self, room: Room, ending: str) -> bool:
        """Play on; return whether the next move may end it, or else the clock has to move first."""
        async with room.lock:
            moves, ends = _line(room, ending)
            for move in moves:
                await self._bot.host.play.act(room, *move)
        return ends

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
                self._bot.services.shown.calls.call(room, seat, token)

    async def silence(self, channel: int) -> None:
        """Begin a lobby's game without a clock, where nobody is waited for before others vote."""
        host = self._bot.host
        room = await host.rooms.at(channel)
        assert room is not None
        game = host.games[room.table.game]
        await host.lobbies.change(room, lambda t: lobby.set_option(t, game, "clock", "none"))
        async with room.lock:
            await host.play.begin(room)

    async def settle(self, guild: int, house: Mapping[str, Any]) -> None:
        """Let a server's staff have settled this."""
        await self._bot.host.servers.settle(guild, House.model_validate(house))

    async def begin_date(self, guild: int) -> None:
        """Let the hour of a server's date come."""
        [date] = await self._bot.host.store.meetings.open(guild)
        now = time.time()
        await self._bot.host.meetings.change(
            date.id, guild, lambda meeting: replace(meeting, at=now, reminded=True)
        )

    async def rounds(self) -> None:
        """Look at the rounds of tournaments."""
        await self._bot.services.tournaments.sweep()

    async def forget(self, user: int) -> None:
        """Let nothing be known of somebody."""
        await self._bot.host.store.privacy.forget(user, time.time())

    async def put_puzzle(self) -> None:
        """Put a puzzle today, unless there is one."""
        day = day_of(time.time())
        if await self._bot.host.store.puzzles.of(day) is None:
            await self._bot.host.store.puzzles.add(row(day))


def hurried(games: Mapping[str, AnyGame]) -> Mapping[str, AnyGame]:
    """Let Bugs & Co begin at once, and end when a test says so."""
    times = {"count_in": 0.3, "first_count_in": 0.3, "resume": 0.3, "countdown": 60.0}
    games["bugs"].box = games["bugs"].box.model_copy(update=times)
    return games


def _line(room: Room, ending: str) -> tuple[Sequence[Move], bool]:
    """Return random moves of all seats, as many as can follow, and whether the next may end it."""
    match, chance, moves = room.running, random.Random(room.table.id), list[Move]()
    while seats := match.asked:
        if CLOCK in match.to_act() and _ends(match, _moves(room, match, CLOCK)[0], ending):
            return moves, True
        move = chance.choice(_moves(room, match, seats[0]))
        if _ends(match, move, ending):
            return moves, True
        moves.append(move)
        match = match.play(*move).match
    return moves, False


def _ending(room: Room, ending: str) -> Move | None:
    """Return what would end the round or the match."""
    match = room.running
    moves = chain.from_iterable(_moves(room, match, seat) for seat in match.to_act())
    return next((move for move in moves if _ends(match, move, ending)), None)


def _ends(match: Match, move: Move, ending: str) -> bool:
    after = match.play(*move).match
    return after.over or (ending == "round" and after.view(None).round > match.view(None).round)


def _moves(room: Room, match: Match, seat: Seat) -> Sequence[Move]:
    """Return what a seat, or the clock, can do now."""
    token = match.to_act()[seat]
    if seat == CLOCK:
        return [(seat, token, Expire(), max(match.at, match.deadline or 0.0), "clock")]
    by: By = "computer" if room.person(seat) is None else "person"
    return [(seat, token, action, match.at, by) for action in match.legal(seat)]
