"""All tables of one process: puts their parts together, and answers their alarms."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from engine.contract import CLOCK, AnyGame
from storage.errors import Damaged, traced
from storage.store import Store
from tables.calling import Calling
from tables.habits import Habits
from tables.lobby import lobby
from tables.lobby.admission import Admission
from tables.lobby.alerting import Alerting
from tables.lobby.lobbies import Lobbies
from tables.lobby.summoning import Summoning
from tables.match.alarms import Alarms, Need
from tables.match.clocks import Clocks
from tables.match.computers import Computers
from tables.match.plan import Pace
from tables.match.play import Play
from tables.match.thinking import Thinking
from tables.match.timekeeper import Timekeeper
from tables.meetings.meetings import Meetings
from tables.members import Members
from tables.past.forgetting import Forgetting
from tables.past.hindsight import Hindsight
from tables.past.ratings import Ratings
from tables.past.records import Records
from tables.past.replays import Replays
from tables.past.reviews import Reviews
from tables.puzzles.puzzles import Puzzles
from tables.restrictions import Restrictions
from tables.room import seats
from tables.room.cache import Rooms
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.roundups import Roundups
from tables.servers import Servers
from tables.staff.cases import Cases
from tables.staff.moderation import Staff
from tables.staff.operator import Operator
from tables.vacations import Vacations

log = logging.getLogger(__name__)

WAKE_APART = 0.01
"""Seconds between tables that are overdue when the bot starts."""
SOON = 11 * 60.0
"""Seconds until when a table is due that is looked at as soon as people can click: longer than any
limit of a game's own at a table that is not slow, which stood still until then."""
SETTLING = 3.0
"""Seconds for which nobody has cut the deck or changed seats when a game begins."""
RETRY = 10.0
"""Seconds after which a table that failed by itself is looked at again."""


class Host:
    """All tables of one process."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        rooms: Rooms,
        port: Port,
        pace: Pace,
        servers: Servers,
        clocks: Clocks,
        members: Members,
        restrictions: Restrictions,
    ) -> None:
        self.store, self.games, self.rooms = store, games, rooms
        self.members = members
        self._alarms = Alarms(self._wake)
        self._held: dict[str, int] = {}
        """The tables, each with its server, that needed the bot while nobody could click there."""
        self.servers = servers
        self.ratings, self.replays = (
            Ratings(store, games, self.servers),
            Replays(store.tables, games),
        )
        self.hindsight = Hindsight(self.replays)
        self.records = Records(store.history, store.reviews, games, self.ratings, self.servers)
        self.restrictions = restrictions
        self.admission = Admission(store, self.servers, self.restrictions, members)
        self.lobbies = Lobbies(store, games, rooms, port, self.servers, self.admission)
        self.habits = Habits(store.habits, self.servers)
        self.alerting = Alerting(store, games, self.admission, self.habits, members)
        self.meetings = Meetings(store, games, rooms, self.lobbies, self.admission, port, clocks)
        self.summoning = Summoning(store, games, self.servers, self.admission, port)
        self.play = Play(store, games, rooms, port, self._alarms, pace, self.servers, clocks)
        rooms.on_ended, rooms.on_doubt = self.play.ended, self.play.looked_up
        thinking = Thinking()
        self.computers = Computers(self.play, thinking, pace.effort)
        self.reviews = Reviews(store.reviews, self.replays, thinking, pace.effort)
        self.puzzles = Puzzles(store.puzzles, games, thinking, pace.effort)
        self.forgetting = Forgetting(
            store, rooms, self.play, self.ratings, self.reviews, self.servers, port
        )
        self.vacations = Vacations(store, rooms, self.play)
        self.roundups = Roundups(store, games, rooms, clocks)
        self.timekeeper = Timekeeper(store, rooms, self.play, self.computers, port, self.servers)
        self.cases = Cases(store, port)
        self.staff = Staff(
            store,
            rooms,
            self.play,
            self.computers,
            port,
            self.servers,
            members,
            self.ratings,
            self.forgetting,
            self.cases,
        )
        self.calling = Calling(
            store,
            self.play,
            self.staff,
            members,
            self.habits,
            self.roundups,
            port,
            self._alarms,
        )
        self.operator = Operator(store, rooms, port, self.staff, self.play, self.restrictions)

    async def start(self) -> None:
        """Set the alarms of all running tables, or do so once people can click; none of them is
        loaded yet."""
        await self.servers.start()
        await self.restrictions.read()
        await self.meetings.start()
        if self.play.clocks.standstills.nowhere:
            await self._look_at_all()

    async def _look_at_all(self) -> None:
        """Look at all running tables, as nobody could click for a while: at those that are due soon
        at once, as they show times that are no longer true; and at those whose row nobody has seen
        yet, as a seat may have changed hands, of which no entry says when that is due."""
        unseen = dict[str, int]()
        with suppress(Damaged):  # where a row cannot be read no other table waits for that
            unseen.update(await self.store.shown.written())
        now = time.time()
        for number, (table_id, due) in enumerate(await self.store.tables.due()):
            due = due if due > now + SOON and table_id not in unseen else now
            self._alarms.set(table_id, {Need("look"): max(due, now + number * WAKE_APART)})

    def game(self, room: Room) -> AnyGame:
        """Return the game of a table."""
        return self.games[room.table.game]

    async def begin(self, room: Room, user: int) -> None:
        """Begin a lobby's game for a person; raise Refusal or Illegal where that may not be."""
        await self.admission.start(room.table.guild, room.table.host)
        self._may_begin(room, user)
        await asyncio.sleep(max(0.0, _unsettled(room)))
        async with room.lock:
            self._may_begin(room, user)
            if _unsettled(room) > 0:
                raise Refusal("error.just_cut")
            await self.play.begin(room, user)

    def _may_begin(self, room: Room, user: int) -> None:
        game = self.game(room)
        reached = self.play.clocks.reached(room)
        lobby.starts(lobby.still(room.table), game, user, time.time(), reached)
        lobby.ready(room.table, game)

    @property
    def soonest(self) -> float | None:
        """When a table or a meeting needs the bot next by itself (epoch seconds)."""
        every = (alarms.soonest for alarms in self._every_alarm)
        return min((at for at in every if at is not None), default=None)

    @property
    def _every_alarm(self) -> Sequence[Alarms]:
        return (self._alarms, self.meetings.alarms)

    async def follow(self) -> None:
        """Let tables and meetings go by the wall's clock where it was put, or the machine slept;
        and tables go on where people can click again."""
        for alarms in self._every_alarm:
            alarms.follow()
        standstills = self.play.clocks.standstills
        standstills.beat()
        if standstills.news:
            await self._look_at_all()
            standstills.news = False
        for table_id in [t for t, guild in self._held.items() if not standstills.lasts(guild)]:
            del self._held[table_id]
            self.play.look(table_id)

    async def leapt(self, seconds: float) -> None:
        """Answer the alarms that are due, as the wall's clock was put ahead; wait at most so many
        seconds until that is done."""
        self.play.clocks.standstills.leapt()
        await asyncio.gather(*(alarms.leapt(seconds) for alarms in self._every_alarm))

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        parts = (self._alarms, self.meetings, self.reviews, self.puzzles)
        await asyncio.gather(*(part.close() for part in parts))

    async def call_anew(self, user: int) -> None:
        """Let a person's tables find out when to call them, who has settled that otherwise."""
        for table_id in await self.store.tables.open_of(user):
            self.play.look(table_id)

    async def _wake(self, table_id: str, need: Need) -> None:
        try:
            if await self._held_up(table_id):
                return
            async with self.calling.turn(need):
                room = await self.rooms.get(table_id)
                async with self.play.caught_up(room):
                    pass
                await self._answer(room, need)
        except Refusal as late:
            log.debug("table %s: %s came too late: %s", table_id, need, late)
        except Exception as error:
            log.error("table %s: %s: %s", table_id, need, error, exc_info=traced(error))
            self._alarms.set(table_id, {Need("look"): time.time() + RETRY})

    async def _held_up(self, table_id: str) -> bool:
        """Return whether nobody can click at a table, which is then looked at once they can."""
        standstills = self.play.clocks.standstills
        if standstills.nowhere or not standstills.lasts(guild := await self.rooms.guild(table_id)):
            return False
        self._held[table_id] = guild
        return True

    async def _answer(self, room: Room, need: Need) -> None:
        match need.kind:
            case "look":
                self.play.woken(room)
            case "clock" if need.seat == CLOCK and room.asks(need.seat, need.token):
                # Woken a little early: a timer's clock and the wall's are not the same.
                self.play.schedule(room)
            case "clock" if room.asks(need.seat, need.token):
                await self.timekeeper.expire(room, need.seat, need.token)
            case "vote" if room.asks(need.seat, need.token):
                self.timekeeper.call_vote(room, need.seat, need.token)
            case "computer":
                await self.computers.decide(room, need.seat, need.token)
            case "call" | "remind" if room.asks(need.seat, need.token):
                await self.calling.call(room, need)


def _unsettled(room: Room) -> float:
    """Return the seconds until a lobby's game may begin: where several people sit, everybody has
    some in which to see that the deck was cut anew, and to answer that."""
    return room.settled + SETTLING - time.monotonic() if seats.several(room.table) else 0.0
