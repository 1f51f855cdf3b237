"""The public messages of tournaments, and the threads in which their tables are."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
from cachetools import TTLCache

from cogs.line.allowance import Place, Spent
from cogs.line.embedded import edited, took
from cogs.line.messages import posted
from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.line.painter import Painter
from cogs.line.patience import Patience
from cogs.line.reach import Reach
from cogs.line.sending import stand
from cogs.line.unreachable import CONNECTION, nowhere, unreachable
from cogs.shown.boards import early_by
from cogs.shown.leftovers import Leftovers
from cogs.shown.pages import Pages
from cogs.shown.painted import painted
from cogs.shown.threads import FULL, new_thread
from engine import seal
from screens.frame import computers, tournament
from screens.frame.tournament import Line, Shown, Table
from screens.page import Page
from screens.texts import Words
from storage.leftovers import Leftover
from storage.store import Store
from storage.tournaments import Contest, Entrant
from tables.room.refusal import Refusal
from tables.tournament.standings import standings
from tables.tournament.tournaments import Tournaments
from tables.tournament.values import Group, Tournament, loaded

REMEMBERED = 60.0
"""Seconds for which it is not asked again where the tables of a tournament are."""
WITHIN = 2.0
"""Seconds for which a message of a tournament waits for its picture."""
PATIENCE = 30.0
"""Seconds for which Discord may take to make room for a table: all tournaments wait meanwhile."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """Where the tables of a tournament are."""

    channel: discord.TextChannel
    left: dict[str, int]
    """Threads of the bot in which nothing was ever written, by name."""
    given: set[str] = field(default_factory=set)
    """For which names a thread was asked since."""


class TournamentBoards:
    """Keeps each tournament's message up to date, and makes room for its tables."""

    def __init__(
        self,
        client: Reach,
        store: Store,
        pages: Pages,
        painter: Painter,
        outbox: Outbox,
        leftovers: Leftovers,
        patience: Patience,
    ) -> None:
        self._client, self._store, self._pages = client, store, pages
        self._painter, self._outbox = painter, outbox
        self._leftovers, self._patience = leftovers, patience
        self._standing: dict[int, str] = {}
        """The tournaments of the messages that stand."""
        self._grounds: TTLCache[str, _Ground] = TTLCache(256, REMEMBERED, time.monotonic)
        self._tournaments: Tournaments
        self._anew: set[str] = set()
        """The tournaments whose messages are posted anew, whatever stands."""
        self._once = Once[tuple[int, int]]()
        """The messages that were sent, each with the version of its tournament."""

    async def start(self, tournaments: Tournaments) -> None:
        """Look after the messages of before the bot stopped."""
        self._tournaments = tournaments
        for contest in await self._store.tournaments.due():
            if contest.message is not None:
                self._standing[contest.message] = contest.id

    async def allowed(self, guild: int) -> None:
        """Try again what Discord has forbidden in a server: what the bot may do has changed."""
        for contest in await self._store.tournaments.of(guild):
            self._outbox.wake(contest.id)

    def deleted(self, messages: Collection[int]) -> None:
        """Post the messages of tournaments anew that somebody has deleted, or removed the embeds
        of."""
        for message in messages:
            if (tournament := self._standing.pop(message, None)) is not None:
                self._post_anew(tournament)

    async def post_anew(self, guild: int, channel: int) -> bool:
        """Post the messages of a channel's tournaments below the rest, each at most as often as
        boards; return whether it has any that go on."""
        found = [
            contest
            for contest in await self._store.tournaments.of(guild)
            if contest.channel == channel
        ]
        for contest in found:
            self._post_anew(contest.id)
        return bool(found)

    async def place(self, contest: Contest, game: str, number: int, table: int) -> int:
        """Return a new thread for a table; raise Refusal where none can be made now."""
        try:
            key = ("place", contest.id, number, table)
            work = partial(self._place, contest, game, number, table)
            return await self._patience.result(key, work, PATIENCE)
        except (discord.HTTPException, Spent, *CONNECTION) as error:
            raise _held(error) from error

    async def _place(self, contest: Contest, game: str, number: int, table: int) -> int:
        await self._client.reach(contest.guild)  # which tells the server's language
        words = self._pages.words_of(contest.guild, contest.channel)
        title = words.within(game)("title")
        name = words.named("tournament.thread", game=title, number=number, table=table)
        ground = self._grounds.get(contest.id)
        if ground is None or name in ground.given:
            # Perhaps it was made all the same, or its table could not be stored.
            ground = self._grounds[contest.id] = await self._ground(contest)
        ground.given.add(name)
        left = ground.left.get(name)
        if left is not None and await self._store.tables.open_table(left) is None:
            return left
        async with self._client.at(Place(contest.guild, contest.ground)):
            return (await new_thread(ground.channel, name)).id

    async def _ground(self, contest: Contest) -> _Ground:
        """Return where the tables of a tournament are, and what was begun there by a process that
        died."""
        guild, place = self._client.get_guild(contest.guild), Place(contest.guild, contest.ground)
        if guild is None:
            raise Refusal("tournament.held_back")
        async with self._client.at(place):
            channel = await guild.fetch_channel(contest.ground)
        if not isinstance(channel, discord.TextChannel):
            raise Refusal("tournament.held_back")
        async with self._client.at(place):
            threads = await guild.active_threads()
        bot = self._client.user
        own = [t for t in threads if bot is not None and t.owner_id == bot.id]
        left = {t.name: t.id for t in own if t.parent_id == channel.id and not t.message_count}
        return _Ground(channel, left)

    def computers(self, contest: Contest, taken: Sequence[str], count: int) -> Sequence[str]:
        """Return so many names for computers."""
        words, names = self._pages.words_of(contest.guild, contest.channel), list[str]()
        for _ in range(count):
            names.append(computers.free({*taken, *names}, words))
        return names

    def shows(self, tournament: str) -> None:
        """Bring a tournament's message up to date soon."""
        self._ask(tournament)

    def _post_anew(self, tournament: str, ready: float = 0.0) -> None:
        self._anew.add(tournament)
        self._ask(tournament, ready)

    def _ask(self, tournament: str, ready: float = 0.0) -> None:
        key = ("tournament", tournament)
        self._outbox.ask(key, lambda: self._show(tournament), ready=ready, within=WITHIN)

    async def page(self, contest: Contest, words: Words, number: int) -> Page:
        """Return a page of the standings, from 0."""
        shown = await self.shown(contest)
        return tournament.standings(shown, self._pages.screens[shown.game], number, words)

    async def staff(self, contest: Contest, words: Words, number: int) -> Page:
        """Return the private page of what staff may do, with a page of tables from 0."""
        shown = await self.shown(contest)
        return tournament.staff(shown, self._pages.screens[shown.game], number, words)

    async def sure(self, contest: Contest, words: Words) -> Page:
        """Return the private page that asks whether a tournament is to be broken off."""
        shown = await self.shown(contest)
        return tournament.sure(shown, self._pages.screens[shown.game], words)

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
            [_table(group, people, number, table) for table, group in enumerate(each.groups, 1)]
            for number, each in enumerate(value.rounds, 1)
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
            held=value.held,
            people=[people[one].name for one in value.present if people[one].user is not None],
            away=any(one in people and people[one].user is not None for one in value.out),
            rows=_rows(value, people),
            tables=tables[-1] if tables else (),
            ended=[table for each in reversed(tables) for table in each if table.ended],
            seal=seal.seal(value.seed),
            seed=value.told,
        )

    async def _show(self, tournament_id: str) -> None:
        contest = await self._store.tournaments.get(tournament_id)
        if contest is None:
            return
        wanted, early = contest.going and tournament_id in self._anew, self._early(contest)
        anew = wanted and early <= 0
        self._anew.discard(tournament_id)
        try:
            if anew or contest.shown < contest.version:
                await self._bring_up_to_date(contest, anew)
        except BaseException:
            if wanted:
                self._anew.add(tournament_id)
            raise
        if wanted and not anew and contest.message in self._standing:
            self._post_anew(tournament_id, time.monotonic() + early)

    def _early(self, contest: Contest) -> float:
        """Return the seconds for which a message that stands is not to be posted anew."""
        if contest.message is None or contest.message not in self._standing:
            return 0.0
        return early_by(discord.utils.snowflake_time(contest.message).timestamp())

    async def _bring_up_to_date(self, contest: Contest, anew: bool) -> None:
        await self._client.reach(contest.guild)
        stage = loaded(contest.state).stage
        content = await self._content(contest)
        try:
            if anew or not await self._edited(contest, stage, content):
                await self._post(contest, stage, content)
        except discord.NotFound as gone:
            if not nowhere(gone):
                raise
            await self._tournaments.end(contest.guild, contest.channel)
            # Nothing can be shown any more.
            await self._store.tournaments.show(contest.id, None, contest.version, stage)
        if (await self._store.tournaments.get(contest.id) or contest).version > contest.version:
            self.shows(contest.id)

    async def _content(self, contest: Contest) -> dict[str, Any]:
        words = self._pages.words_of(contest.guild, contest.channel)
        shown = await self.shown(contest)
        page = tournament.public(shown, self._pages.screens[shown.game], words)
        return await painted(self._painter, page)

    async def _edited(self, contest: Contest, stage: int, content: dict[str, Any]) -> bool:
        """Edit the message; return whether one stands that was posted for this round."""
        message = contest.message
        if message is None or contest.posted != stage:
            return False
        try:
            async with self._client.at(contest) as there:
                sent = await edited(there.get_partial_message(message), **content)
        except discord.NotFound as gone:
            if nowhere(gone):
                raise
            return False
        if sent.flags.suppress_embeds:
            return False  # Somebody has removed all that it shows.
        await self._store.tournaments.show(contest.id, message, contest.version, stage)
        return True

    async def _post(self, contest: Contest, stage: int, content: dict[str, Any]) -> None:
        """Post the message below the rest; sent twice after a crash, Discord posts it once."""
        old = contest.message
        nonce = f"{contest.id}.{stage}.{(old or 0) % 10**9}"
        sent, version = await self._once.sent(nonce, lambda: self._send(contest, content, nonce))
        self._standing[sent] = contest.id
        left = None if old is None else Leftover(old, contest.guild, contest.channel)
        await self._store.tournaments.show(contest.id, sent, version, stage, left)
        self._once.noted(nonce)
        if left is not None:
            self._standing.pop(left.message, None)
            self._leftovers.ask(left)
        if version < contest.version:
            self.shows(contest.id)

    async def _send(self, contest: Contest, content: dict[str, Any], nonce: str) -> tuple[int, int]:
        """Send the message; return it and which version it shows."""
        async with self._client.at(contest) as there:
            sent = await stand(there, nonce, silent=True, **posted(content))
        return sent.id, contest.version if took(sent, posted(content)) else -1


def _held(error: Exception) -> Exception:
    """Return why no thread can be made now, or what has failed through a fault of our own."""
    if isinstance(error, discord.Forbidden | discord.NotFound):
        return Refusal("tournament.held_back")
    if isinstance(error, discord.HTTPException) and error.code == FULL:
        return Refusal("tournament.held_full")
    if isinstance(error, Spent) or unreachable(error):
        return Refusal("tournament.held_away")
    return error


def _table(group: Group, people: Mapping[int, Entrant], round: int, number: int) -> Table:
    names = ["" if one is None else people[one].name or "–" for one in group.seats]
    return Table(group.table, group.channel, names, group.ended, round, number, group.places)


def _rows(value: Tournament, people: Mapping[int, Entrant]) -> Sequence[Line]:
    return [
        Line(row.place, people[row.person].name, row.points, row.rivals, row.firsts)
        for row in standings(value)
        if value.rounds
    ]
