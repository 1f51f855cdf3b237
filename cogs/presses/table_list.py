"""The open tables of a server that somebody sees: where one is waited for first, then all others,
and what is agreed for a time; and sitting down at a lobby, or for that, from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from cogs.gate.answer import Answer
from cogs.gate.authority import is_staff
from cogs.gate.custom_id import Press, number_of, of_server
from cogs.gate.visibility import Visibility
from cogs.shown.boards import Boards
from cogs.shown.links import address
from cogs.shown.pages import Pages
from cogs.shown.painted import show_page
from screens.frame import listing
from screens.frame.listing import DATE, PER_PAGE, Entry
from screens.frame.meeting import moment
from storage.meetings import Meeting
from storage.records import Table
from tables.host import Host
from tables.match.turns import waited_for, waits
from tables.meetings import course
from tables.room.refusal import Refusal
from tables.room.room import Room


class TableList:
    """Shows the open tables of a server by pages."""

    def __init__(self, host: Host, boards: Boards, pages: Pages, visibility: Visibility) -> None:
        self._tables, self._rooms, self._games = host.store.tables, host.rooms, host.games
        self._meetings, self._servers, self._lobbies = host.meetings, host.servers, host.lobbies
        self._members, self._admission = host.members, host.admission
        self._boards, self._pages, self._visibility = boards, pages, visibility

    async def join(self, answer: Answer, press: Press) -> None:
        """Let a person sit down at a lobby of the list whose channel they see."""
        table_id, _, page = press.args.partition(".")
        if table_id.startswith(DATE):
            said = await self._come(answer, table_id.removeprefix(DATE))
        else:
            said = await self._sit_down(answer, table_id)
        await self.show(answer, number_of(page), said)

    async def _sit_down(self, answer: Answer, table_id: str) -> str:
        """Let a person sit down at a lobby; return what they are told."""
        person, room = answer.interaction.user, await self._rooms.get(table_id)
        if room.table.guild != answer.guild:
            raise Refusal("error.gone")
        await self._demand_seen(answer, room.table.channel)
        await self._lobbies.sit_down(room, person.id, person.display_name)
        words = answer.words
        said = words.named("company.list.joined", channel=room.table.channel)
        return self._pages.seated(said, room.table, person.id, words)

    async def _come(self, answer: Answer, id: str) -> str:
        """Give a person a seat in a game that is agreed for a time; return what they are told."""
        person, guild = answer.interaction.user, answer.guild
        meeting = await self._meetings.get(id, guild)
        await self._demand_seen(answer, meeting.channel)
        await self._meetings.seat(id, guild, person.id, person.display_name)
        values = {"channel": meeting.channel, "at": moment(meeting.at)}
        return answer.words.named("company.list.comes", **values)

    async def _demand_seen(self, answer: Answer, channel: int) -> None:
        """Raise Refusal where a person does not see a channel of their server."""
        user, guild = answer.user, answer.guild
        here = answer.interaction.channel_id == channel
        if not here and not await self._members.sees(guild, channel, user):
            raise Refusal("company.unseen")

    async def show(self, answer: Answer, page: int, said: str | None = None) -> None:
        """Answer with a page of the list, numbered from 0, and with what is `said` above it."""
        if not answer.guild:
            raise Refusal("error.no_channel")
        every = await self._shown(answer)
        pages = max(1, -(-len(every) // PER_PAGE))
        page = max(0, min(page, pages - 1))
        shown = every[page * PER_PAGE : (page + 1) * PER_PAGE]
        entries = _numbered([await self._listed(each, answer.user) for each in shown])
        found = listing.tables(entries, page, pages, "tables", answer.words)
        await show_page(answer, found, of_server, said)

    async def _shown(self, answer: Answer) -> list[Table | Meeting]:
        """Return what a list shows a person: their own, and what stands in channels that they see;
        staff, which looks after all of them, everything."""
        user, guild = answer.user, answer.guild
        every: list[Table | Meeting] = [
            *await self._sorted(guild, user),
            *await self._meetings.planned(guild),
        ]
        if is_staff(answer.interaction, self._servers):
            return every
        others = {each.channel for each in every if not _takes_part(each, user)}
        seen = await self._visibility.seen(answer.interaction, others)
        return [each for each in every if _takes_part(each, user) or each.channel in seen]

    async def _sorted(self, guild: int, user: int) -> list[Table]:
        tables = await self._tables.open_tables(guild)
        mine = {table.id for table in tables if _takes_part(table, user)}
        waiting = {t.id for t in tables if t.id in mine and await self._waits(t, user)}
        return sorted(tables, key=lambda t: (t.id not in waiting, t.id not in mine, t.created))

    async def _waits(self, table: Table, user: int) -> bool:
        if table.status != "running":
            return False
        return waits(await self._rooms.get(table.id), user)

    async def _listed(self, one: Table | Meeting, user: int) -> Entry:
        if isinstance(one, Table):
            return await self._entry(one, user)
        poster, taken = await self._meetings.poster(one.id), course.seated(one)
        people = [guest.user for guest in taken]
        free = user not in people and len(people) < one.seats
        return Entry(
            table=f"{DATE}{one.id}",
            game=one.game,
            channel=one.channel,
            link=address(one, poster.message),
            status="planned",
            since=one.at,
            seats=(len(taken), one.seats),
            number=int(free and not await self._admission.unwanted(people, user)),
        )

    async def _entry(self, table: Table, user: int) -> Entry:
        room = await self._rooms.get(table.id)
        table = room.table
        message = await self._boards.message(table.id)
        most = max(self._games[table.game].seat_counts)
        free = _may_join(table, user, most)
        free = free and not await self._admission.unwanted(table.users, user)
        entry = Entry(
            table=table.id,
            game=table.game,
            channel=table.channel,
            link=address(table, message),
            status="lobby",
            since=table.created,
            seats=(len(table.players), most),
            number=int(free),
        )
        entry, seat = _running(room, entry, user), room.seat_of(user)
        asked = entry.status == "you" and seat is not None
        return replace(entry, due=self._pages.due(room, seat)) if asked else entry


def _takes_part(one: Table | Meeting, user: int) -> bool:
    """Return whether somebody sits at a table, or has said that they may come to what is agreed."""
    people = one.players if isinstance(one, Table) else one.guests
    return user in (one.host, *(each.user for each in people))


def _may_join(table: Table, user: int, most: int) -> bool:
    """Return whether a list offers somebody a seat at a table."""
    room = not table.private and len(table.players) < most
    return table.status == "lobby" and room and user not in table.users


def _numbered(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries with numbers for those where one may sit down."""
    numbers = count(1)
    return [replace(e, number=next(numbers)) if e.number else e for e in entries]


def _running(room: Room, entry: Entry, user: int) -> Entry:
    """Return the entry of a table at which something is played, from what everybody sees."""
    match, table = room.match, room.table
    if match is None:
        return entry
    if table.paused is not None:
        return _with(entry, "paused", table.paused)
    seat = room.seat_of(user)
    if seat is not None and table.players[seat].away:
        return _with(entry, "away", match.at)
    asked = waited_for(room)
    if not asked:
        return _with(entry, "running", match.at)
    people = [seat for seat in asked if room.person(seat) is not None]
    own = [seat for seat in people if room.person(seat) == user]
    if own:
        return _with(entry, "you", match.since[own[0]])
    if not people:
        return _with(entry, "computers", match.at)
    names = tuple(table.players[seat].name for seat in people)
    return _with(entry, "others", min(match.since[seat] for seat in people), names)


def _with(entry: Entry, status: listing.Status, since: float, names: tuple[str, ...] = ()) -> Entry:
    return replace(entry, status=status, since=since, names=names)
