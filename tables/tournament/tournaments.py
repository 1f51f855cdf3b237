"""The tournaments of one process: entered, drawn, played at tables of their own, ended alone.

What a tournament is at stands in the store alone; whatever was not done when the process died is
found to be owed at the next look.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from engine import ranking, seal
from engine.contract import AnyGame, Clock, Seat
from storage.cases import Case
from storage.errors import ChannelTaken, Conflict
from storage.records import Player, Table
from storage.store import Store
from storage.tournaments import Contest, Entrant
from tables.lobby.admission import Admission
from tables.match.play import Play
from tables.room import seats as seating
from tables.room.cache import Rooms
from tables.room.locks import Locks
from tables.room.one_by_one import one_by_one
from tables.room.owed import Owed
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import Servers
from tables.staff import cases
from tables.staff.cases import Cases
from tables.staff.rank import Person, among
from tables.tournament.draw import draw, rounds_of
from tables.tournament.values import Group, Tournament, dumped, loaded

log = logging.getLogger(__name__)

LENGTHS: Mapping[Clock, float] = {"live": 45 * 60.0, "slow": 7 * 24 * 3600.0}
"""Seconds after which a round waits for nobody any more who lets others wait."""
PATIENCE: Mapping[Clock, float] = {"live": 60.0, "slow": 6 * 3600.0}
"""Seconds for which somebody may then still think."""
RESPITE: Mapping[Clock, float] = {"live": 60.0, "slow": 3600.0}
"""Seconds of that for which people can click at least."""
LONG = 30.0
"""Seconds after which a look opens no further table: all tournaments wait for the next look."""
LEAST = 2
"""People without whom there is no round."""


class Ground(Protocol):
    """Where tournaments are played, and shown; whoever speaks to people provides it."""

    async def place(self, contest: Contest, game: str, number: int, table: int) -> int:
        """Return the channel, made for it, of a table of a round, both from 1; raise Refusal where
        none can be made now."""

    def computers(self, contest: Contest, taken: Sequence[str], count: int) -> Sequence[str]:
        """Return so many names for computers, as they are stored."""

    def shows(self, tournament: str) -> None:
        """A tournament's message is out of date; nothing here waits or fails."""


class Tournaments:
    """Opens tournaments and keeps them going."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        rooms: Rooms,
        play: Play,
        admission: Admission,
        book: Cases,
        servers: Servers,
        ground: Ground,
    ) -> None:
        self._store, self._games, self._rooms, self._play = store, games, rooms, play
        self._admission, self._cases, self._servers = admission, book, servers
        self._ground = ground
        self._lock, self._opening = Locks[str](), Locks[int]()
        """Each held while a tournament is looked at or changed: no table gets two threads; while
        one is opened on a server."""
        self._owed = Owed()
        """The versions that were not shown at the last look."""

    async def open(
        self,
        actor: Person,
        guild: int,
        channel: int,
        ground: int,
        game: str,
        size: int,
        planned: int = 0,
        slow: bool = False,
        locale: str = "",
    ) -> Contest:
        """Open a tournament that people can enter, in the locale of who opens it; `planned` 0: as
        many rounds as they need."""
        if size not in self._games[game].seat_counts or size < LEAST:
            counts = self._games[game].seat_counts
            raise Refusal("tournament.size", least=max(LEAST, min(counts)), most=max(counts))
        fresh = Tournament(
            id=secrets.token_hex(4),
            game=game,
            size=size,
            planned=planned,
            length=LENGTHS["slow" if slow else "live"],
            slow=slow,
            seed=secrets.token_hex(16),
        )
        contest = Contest(fresh.id, guild, channel, ground, actor.id, dumped(fresh), True)
        case = cases.on(guild, actor, "tournament_open", game=game, channel=channel)
        async with self._opening(guild):
            await self._demand_new(contest, fresh)
            await self._store.tournaments.add(contest, case)
        self._cases.tell(case)
        self._ground.shows(fresh.id)
        await self._servers.speak(guild, locale, channel)
        return contest

    async def _demand_new(self, contest: Contest, fresh: Tournament) -> None:
        """Raise Refusal where people can enter the same in this channel already, as after the same
        command: what Discord calls failed reaches the bot late, and is typed again."""
        for other in await self._store.tournaments.of(contest.guild):
            if other.channel == contest.channel:
                with suppress(ValueError):  # one that is damaged keeps nobody from the next
                    known = loaded(other.state)
                    same = replace(known, id=fresh.id, seed=fresh.seed, entered=0, out=fresh.out)
                    if same == fresh:
                        raise Refusal("tournament.twice")

    async def get(self, tournament: str, guild: int) -> tuple[Contest, Tournament]:
        """Return a tournament of this server; raise Refusal for any other."""
        contest = await self._store.tournaments.get(tournament)
        if contest is None or contest.guild != guild:
            raise Refusal("tournament.none")
        return contest, loaded(contest.state)

    def races(self, contest: Contest) -> bool:
        """Return whether its game is one in which nobody is waited for."""
        return self._games[loaded(contest.state).game].race

    async def enter(self, tournament: str, guild: int, user: int, name: str) -> None:
        """Let a person enter, or be drawn again who was drawn no more."""
        async with self._lock(tournament):
            contest, value = await self.get(tournament, guild)
            await self._admission.admit(guild, user)
            number = await self._number(tournament, user)
            if number is None:
                entrant = Entrant(tournament, value.entered, user, name)
                await self._save(contest, value.entering(), entrant)
            elif number in value.out:
                await self._save(contest, value.returning(number))
            else:
                raise Refusal("tournament.entered")

    async def leave(self, tournament: str, guild: int, user: int) -> None:
        """Let a person be drawn no more."""
        async with self._lock(tournament):
            contest, value = await self.get(tournament, guild)
            number = await self._number(tournament, user)
            if number is None or number in value.out:
                raise Refusal("tournament.not_entered")
            await self._save(contest, value.leaving(number))

    async def begin(self, tournament: str, guild: int, actor: Person) -> None:
        """Close the doors, and draw the first round."""
        async with self._lock(tournament):
            contest, value = await self.get(tournament, guild)
            value.demand_open()
            value = await self._without_absent(contest, value)
            if len(value.present) < LEAST:
                raise Refusal("tournament.few", least=LEAST)
            planned = value.planned or rounds_of(len(value.present), value.size)
            drawn = await _drawn(replace(value, planned=planned), time.time())
            case = cases.on(guild, actor, "tournament_begin", game=value.game)
            await self._save(contest, drawn, case=case)

    async def cancel(self, tournament: str, guild: int, actor: Person, reason: str = "") -> None:
        """Break a tournament off; its tables go on as any others."""
        async with self._lock(tournament):
            contest, value = await self.get(tournament, guild)
            case = cases.on(guild, actor, "tournament_cancel", reason=reason, game=value.game)
            await self._save(contest, await self._sealed(value.cancelled()), case=case)

    async def end(self, guild: int, channel: int | None = None) -> None:
        """Break off the tournaments of a server, or those in one channel of it, which is gone."""
        for contest in await self._store.tournaments.of(guild):
            if channel in (None, contest.channel):
                async with self._lock(contest.id):
                    now, value = await self.get(contest.id, guild)
                    if value.status in ("open", "running"):
                        await self._save(now, await self._sealed(value.cancelled()))

    async def left(self, present: Callable[[], Collection[int]]) -> None:
        """Break off the tournaments of servers that the bot is on no more."""
        due = await self._store.tournaments.due()
        gone = {contest.guild for contest in due if contest.going}.difference(present())
        await one_by_one(gone, self.end)

    async def correct(
        self,
        tournament: str,
        guild: int,
        actor: Person,
        table: str,
        places: Sequence[int],
        reason: str = "",
    ) -> None:
        """Set by seat how the game at a table ended, as if nobody had left it; none: all level.
        What stands so already is no case.

        Raise Refusal for who has no more than the staff role and was drawn for that table.
        """
        async with self._lock(tournament):
            contest, value = await self.get(tournament, guild)
            _, _, group = value.group_of(table)
            people = await self._store.tournaments.entrants(tournament)
            among(actor, [one.user for one in people if one.number in group.people])
            corrected = value.result(table, places, (), by_staff=True)
            if corrected == value:
                return
            case = cases.on(
                guild, actor, "tournament_correct", reason=reason, table=table, game=value.game
            )
            await self._save(contest, corrected, case=case)

    async def sweep(self) -> None:
        """See to all tournaments that go on; one that fails holds up no other."""
        due = await self._store.tournaments.due()
        owed = {each.id: each.version for each in due if each.shown < each.version}
        for tournament in self._owed.fresh(owed):
            self._ground.shows(tournament)
        await asyncio.gather(*(self._tried(contest) for contest in due))

    async def _tried(self, contest: Contest) -> None:
        try:
            await self.go_on(contest.id, contest.guild)
        except Conflict:
            log.info("tournament %s was written by another process", contest.id)
        except Refusal as refusal:
            log.info("tournament %s: %s", contest.id, refusal)
        except Exception:
            log.exception("tournament %s does not go on", contest.id)

    async def go_on(self, tournament: str, guild: int) -> None:
        """Take in what has ended, draw what is to be drawn, open the tables that are owed."""
        async with self._lock(tournament):
            contest, value = await self.get(tournament, guild)
            if value.sealed and not (after := await self._sealed(value)).sealed:
                await self._save(contest, after)
            if value.round is None:
                return
            contest, value = await self._put_off(contest, value)
            contest, value = await self._taken_in(contest, value)
            await self._hurry(value)
            if value.round is not None and value.round.over:
                contest, value = await self._next(contest, value)
            await self._open_tables(contest, value)

    async def _next(self, contest: Contest, value: Tournament) -> tuple[Contest, Tournament]:
        value = await self._without_absent(contest, value)
        enough = len(value.present) >= LEAST and len(value.rounds) < value.planned
        after = await (_drawn(value, time.time()) if enough else self._sealed(value.finished()))
        return await self._save(contest, after), after

    async def _sealed(self, value: Tournament) -> Tournament:
        """Return one that is over, sealed as long as a table of it goes on."""
        return replace(value, sealed=bool(await self._store.tables.going(value.tables)))

    async def _put_off(self, contest: Contest, value: Tournament) -> tuple[Contest, Tournament]:
        """Give a round of minutes the time back for which nobody could click while the bot ran."""
        standstills = self._play.clocks.standstills
        last = standstills.last(contest.guild)
        if value.slow or math.isinf(last.since) or standstills.lasts(contest.guild):
            return contest, value
        after = value.stood_still(last.since, last.until)
        return (contest, value) if after == value else (await self._save(contest, after), after)

    async def _taken_in(self, contest: Contest, value: Tournament) -> tuple[Contest, Tournament]:
        """Take in the tables of the round that have ended."""
        assert value.round is not None
        given_up = max(value.round.due + value.length, self._until(contest.guild, value))
        before, late = value, given_up < time.time()
        tables = [group.table for group in value.round.groups if group.table and not group.ended]
        going = await self._store.tables.going(tables)
        for place, group in enumerate(value.round.groups):
            if group.table in tables:
                still = group.table in going and not (late and await self._paused(group.table))
                value = value if still else await self._result(value, group)
            elif late and not group.table:
                # No table could be opened for all that time: nobody is to wait for ever.
                table = value.table_id(len(value.rounds), place)
                value = value.seated(place, table).result(table, (), ())
        return (contest, value) if value == before else (await self._save(contest, value), value)

    async def _result(self, value: Tournament, group: Group) -> Tournament:
        """Return it with how a table ended, which is level where it is gone, or stands still."""
        table = await self._store.tables.get(group.table)
        if table is None or table.status == "running":
            return value.result(group.table, (), ())
        results = await self._store.history.results(group.table)
        there = await self._there(table)
        if table.status == "finished":
            stayed = {r.seat for r in results if r.user and r.completed and r.seat in there}
            here = [not r.user or r.seat in stayed for r in results]
            places = ranking.places([(h, -r.place) for h, r in zip(here, results, strict=True)])
        else:
            places = ()
            players = enumerate(table.players)
            stayed = {seat for seat, p in players if p.user and not p.away and seat in there}
        left = [
            one for seat, one in enumerate(group.seats) if one is not None and seat not in stayed
        ]
        return value.result(group.table, places, left)

    async def _there(self, table: Table) -> Collection[Seat]:
        """Return the seats whose people have decided anything themselves, or were never asked; in a
        race, where nobody is waited for, who did anything at all, as soon as anybody had. Who took
        a seat over plays for nobody who was drawn."""
        decided = await self._store.tables.decided(table.id)
        unasked = not (decided and self._games[table.game].race)
        drawn = [seat for seat, player in enumerate(table.players) if not player.late]
        return [seat for seat in drawn if decided.get(seat, unasked)]

    async def _paused(self, table_id: str) -> bool:
        """Return whether a table stands still, as one in a locked thread does."""
        table = await self._store.tables.get(table_id)
        return table is not None and table.paused is not None

    async def _hurry(self, value: Tournament) -> None:
        """Let computers go on for who lets others wait after the round's time is up."""
        if value.round is None or time.time() < value.round.due:
            return
        for group in value.round.groups:
            if group.table and not group.ended:
                room = await self._rooms.get(group.table)
                async with room.lock:
                    await self._hurry_at(room, value)

    async def _hurry_at(self, room: Room, value: Tournament) -> None:
        if not room.going or time.time() < self._until(room.table.guild, value, room.running.at):
            return
        for seat in room.running.asked:
            if room.going and room.person(seat) is not None:
                await self._play.go_on(room, seat)

    def _until(self, guild: int, value: Tournament, asked: float = 0.0) -> float:
        """Return until when somebody may think who was asked then."""
        clock: Clock = "slow" if value.slow else "live"
        return max(asked + PATIENCE[clock], self._play.clocks.since(guild) + RESPITE[clock])

    async def _open_tables(self, contest: Contest, value: Tournament) -> None:
        """Open the tables of the round that are not open yet, each stored as soon as it is, as many
        as there is time for; why that cannot be is stored, too."""
        groups = value.round.groups if value.round else ()
        owed = [place for place, group in enumerate(groups) if not group.table]
        until = time.monotonic() + LONG
        try:
            for place in owed:
                self._admission.begin()
                room = await self._opened(contest, value, place)
                value = value.opened(place, room.table.id, room.table.channel, time.time())
                contest = await self._save(contest, value)
                if time.monotonic() > until:
                    break
        except Refusal as refusal:
            if value.held != refusal.key:
                await self._save(contest, replace(value, held=refusal.key))
            raise

    async def _opened(self, contest: Contest, value: Tournament, place: int) -> Room:
        """Return the table of a group, which plays, and is addressed as the tournament's channel;
        what a process began that died goes on."""
        table_id = value.table_id(len(value.rounds), place)
        stored = await self._store.tables.get(table_id)
        if stored is None:
            channel = await self._ground.place(contest, value.game, len(value.rounds), place + 1)
            # Only now: somebody may have been forgotten as the channel was made.
            people = await self._store.tournaments.entrants(contest.id)
            table = self._table(contest, value, place, people, channel)
            try:
                await self._store.tables.add(table)
            except ChannelTaken as taken:
                raise Refusal("error.taken") from taken
            room = self._rooms.add(Room(table))
        else:
            room = await self._rooms.get(table_id)
        spoken = self._servers.spoken(contest.guild, contest.channel)
        await self._servers.speak(contest.guild, spoken, contest.channel, room.table.channel)
        async with room.lock:
            if room.table.status == "lobby":
                await self._play.begin(room)
        return room

    def _table(
        self,
        contest: Contest,
        value: Tournament,
        place: int,
        people: Sequence[Entrant],
        channel: int,
    ) -> Table:
        """Return the table of a group; computers begin for who left their last one, and can have
        their seats taken back."""
        assert value.round is not None
        game, now, seats = self._games[value.game], time.time(), value.round.groups[place].seats
        known = {one.number: one for one in people if one.user is not None}
        there = {seat: known[one] for seat, one in enumerate(seats) if one in known}
        names = [one.name for one in there.values()]
        computers = iter(self._ground.computers(contest, names, len(seats) - len(there)))
        players = tuple(
            Player(there[seat].user, there[seat].name)
            if seat in there
            else Player(None, next(computers))
            for seat in range(len(seats))
        )
        table_id = value.table_id(len(value.rounds), place)
        table = Table(
            id=table_id,
            guild=contest.guild,
            channel=channel,
            host=next((one.user or 0 for one in there.values()), 0),
            game=value.game,
            rules=game.version,
            options=game.codecs.options.dump(_options(game, value)),
            seed=seal.digest(value.seed, table_id),
            players=players,
            status="lobby",
            created=now,
            updated=now,
            tournament=contest.id,
        )
        for seat, one in there.items():
            if value.missed(one.number):
                table = seating.away(table, seat, now)
        return table

    async def _without_absent(self, contest: Contest, value: Tournament) -> Tournament:
        """Return it without those who are forgotten, or kept from the server's tables by now."""
        people = await self._store.tournaments.entrants(contest.id)
        users = [one.user for one in people if one.user is not None]
        bans = await self._store.staff.barred(contest.guild, users, time.time())
        gone = {one.number for one in people if one.user is None or one.user in bans}
        return replace(value, out=value.out | gone)

    async def _number(self, tournament: str, user: int) -> int | None:
        people = await self._store.tournaments.entrants(tournament)
        return next((one.number for one in people if one.user == user), None)

    async def _save(
        self,
        contest: Contest,
        value: Tournament,
        entrant: Entrant | None = None,
        case: Case | None = None,
    ) -> Contest:
        changed = replace(contest, state=dumped(value), going=value.going)
        await self._store.tournaments.save(changed, entrant, case)
        self._ground.shows(contest.id)
        if case is not None:
            self._cases.tell(case)
        return replace(changed, version=contest.version + 1)


async def _drawn(value: Tournament, now: float) -> Tournament:
    """Return a tournament with its next round, drawn beside the loop: of a hundred people it takes
    a tenth of a second."""
    return value.drawn(await asyncio.to_thread(draw, value), now)


def _options(game: AnyGame, value: Tournament) -> object:
    """Return the options of a tournament's tables: the game's own, its clock, and no hints."""
    offered = game.choices(value.size)
    wanted = {"clock": "slow" if value.slow else "live", "hints": "off"}
    chosen = {name: one for name, one in wanted.items() if one in offered.get(name, ())}
    return game.options_type.model_validate(chosen)
