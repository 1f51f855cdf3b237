"""The public messages of tournaments, and the threads in which their tables are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import discord

from cogs.gate.custom_id import custom_ids
from cogs.line.allowance import Allowance, Place
from cogs.line.messages import controls, embeds, posted
from cogs.line.outbox import Outbox
from cogs.line.painter import Painter
from cogs.shown.boards import Channels as Boards
from cogs.shown.pages import Pages
from cogs.shown.threads import LONGEST
from engine import seal
from screens.frame import computers, tournament
from screens.frame.tournament import Line, Shown, Table
from screens.page import Page
from screens.texts import Words
from storage.store import Store
from storage.tournaments import Contest, Entrant
from tables.room.refusal import Refusal
from tables.tournament.standings import standings
from tables.tournament.values import Group, Tournament, loaded

WITHIN = 2.0
"""Seconds for which a message of a tournament waits for its picture."""
UNKNOWN_CHANNEL = 10003
"""Discord's code where a channel is gone."""


class Channels(Boards, Protocol):
    """The way to channels and servers."""

    def get_guild(self, id: int, /) -> discord.Guild | None: ...


class TournamentBoards:
    """Keeps each tournament's message up to date, and makes room for its tables."""

    def __init__(
        self,
        client: Channels,
        store: Store,
        pages: Pages,
        painter: Painter,
        outbox: Outbox,
        allowance: Allowance,
    ) -> None:
        self._client, self._store, self._pages = client, store, pages
        self._painter, self._outbox, self._allowance = painter, outbox, allowance

    async def place(self, contest: Contest, game: str, number: int, table: int) -> int:
        """Return a new thread for a table; raise Refusal where none can be made now."""
        words = self._pages.words_of(contest.guild, contest.ground)
        title = words.within(game)("title")
        name = words.named("tournament.thread", game=title, number=number, table=table)
        await self._client.reach(contest.guild)
        guild = self._client.get_guild(contest.guild)
        if guild is None:
            raise Refusal("error.no_channel")
        place = Place(contest.guild, contest.ground)
        try:
            async with self._allowance.request(place):
                channel = await guild.fetch_channel(contest.ground)
            if not isinstance(channel, discord.TextChannel):
                raise Refusal("error.no_thread_here")
            kinds = discord.ChannelType
            kind = kinds.news_thread if channel.is_news() else kinds.public_thread
            async with self._allowance.request(place):
                thread = await channel.create_thread(
                    name=name, type=kind, auto_archive_duration=LONGEST
                )
        except (discord.Forbidden, discord.NotFound) as refused:
            raise Refusal("error.thread_refused") from refused
        return thread.id

    def computers(self, contest: Contest, taken: Sequence[str], count: int) -> Sequence[str]:
        """Return so many names for computers."""
        words, names = self._pages.words_of(contest.guild, contest.ground), list[str]()
        for _ in range(count):
            names.append(computers.free({*taken, *names}, words))
        return names

    def shows(self, tournament: str) -> None:
        """Bring a tournament's message up to date soon."""
        self._outbox.ask(("tournament", tournament), lambda: self._show(tournament), within=WITHIN)

    async def page(self, contest: Contest, words: Words, number: int) -> Page:
        """Return a page of the standings, from 0."""
        shown = await self.shown(contest)
        return tournament.standings(shown, self._pages.screens[shown.game], number, words)

    async def staff(self, contest: Contest, words: Words, sure: bool = False) -> Page:
        """Return the private page of what staff may do."""
        shown = await self.shown(contest)
        return tournament.staff(shown, self._pages.screens[shown.game], words, sure)

    async def correcting(self, contest: Contest, words: Words, table: str) -> Page:
        """Return the private page on which staff sees who sat where at a table."""
        shown = await self.shown(contest)
        found = next((each for each in shown.ended if each.id == table), None)
        if found is None:
            raise Refusal("tournament.no_table")
        return tournament.correcting(shown, self._pages.screens[shown.game], found, words)

    async def shown(self, contest: Contest) -> Shown:
        """Return what is told of a tournament."""
        value = loaded(contest.state)
        entrants = await self._store.tournaments.entrants(contest.id)
        people = {one.number: one for one in entrants}
        tables = [
            [await self._table(group, people) for group in each.groups] for each in value.rounds
        ]
        return Shown(
            id=contest.id,
            game=value.game,
            status=value.status,
            size=value.size,
            slow=value.slow,
            number=len(value.rounds),
            planned=value.planned,
            due=value.rounds[-1].due if value.rounds else 0.0,
            people=[people[one].name for one in value.present if people[one].user is not None],
            rows=_rows(value, people),
            tables=tables[-1] if tables else (),
            ended=[table for each in reversed(tables) for table in each if table.ended],
            seal=seal.seal(value.seed),
            seed=value.seed if value.status in ("over", "cancelled") else "",
        )

    async def _table(self, group: Group, people: Mapping[int, Entrant]) -> Table:
        stored = await self._store.tables.get(group.table) if group.table else None
        names = ["" if one is None else people[one].name or "–" for one in group.seats]
        return Table(group.table, stored.channel if stored else None, names, group.ended)

    async def _show(self, tournament_id: str) -> None:
        contest = await self._store.tournaments.get(tournament_id)
        if contest is None or contest.shown >= contest.version:
            return
        await self._client.reach(contest.guild)
        words = self._pages.words_of(contest.guild, contest.channel)
        shown = await self.shown(contest)
        page = tournament.public(shown, self._pages.screens[shown.game], words)
        page, files = await self._painter.paint(page)
        view = controls(page, custom_ids("", 0))
        content = {"embeds": embeds(page), "view": view, "attachments": files}
        try:
            message = await self._put(contest, content)
        except discord.NotFound as gone:
            if gone.code == UNKNOWN_CHANNEL:
                # Nothing can be shown any more; its tables play on, and staff can break it off.
                await self._store.tournaments.show(contest.id, None, contest.version)
                return
            # The message was deleted: it is posted anew.
            await self._store.tournaments.show(contest.id, None, -1)
            self.shows(contest.id)
            return
        await self._store.tournaments.show(contest.id, message, contest.version)
        if (await self._store.tournaments.get(contest.id) or contest).version > contest.version:
            self.shows(contest.id)

    async def _put(self, contest: Contest, content: dict[str, Any]) -> int:
        """Edit the message, or post it; sent twice after a crash, Discord posts it once."""
        place = Place(contest.guild, contest.channel)
        there = self._client.get_partial_messageable(contest.channel, guild_id=contest.guild)
        async with self._allowance.request(place):
            if contest.message is not None:
                await there.get_partial_message(contest.message).edit(**content)
                return contest.message
            nonce = f"{contest.id}.{contest.version}"
            sent = await there.send(nonce=nonce, silent=True, **posted(content))
            return sent.id


def _rows(value: Tournament, people: Mapping[int, Entrant]) -> Sequence[Line]:
    return [
        Line(row.place, people[row.person].name, row.points, row.rivals, row.wins)
        for row in standings(value)
        if value.rounds
    ]
