"""Presses on a tournament's messages: entering, leaving, the standings, and what staff does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord

from cogs.gate.answer import Answer
from cogs.gate.authority import staff_of
from cogs.gate.custom_id import Press, number_of
from cogs.gate.here import demand_around
from cogs.gate.modals import Field, ask, fields
from cogs.gate.permissions import (
    EVERY,
    IN_THREADS,
    NEEDED,
    OPENING,
    SPEAKING,
    demand,
    demand_member,
)
from cogs.gate.roles import Roles
from cogs.line.painter import Painter
from cogs.shown.painted import show_painted
from cogs.shown.tournaments import TournamentBoards
from screens.frame.tournament import ASK
from screens.page import Page
from storage.tournaments import Contest
from tables.host import Host
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.staff.cases import LONGEST
from tables.staff.rank import Person
from tables.tournament.tournaments import Tournaments

Verb: TypeAlias = Callable[[Answer, Contest, str], Awaitable[None]]

MODAL = "contest:"
"""How the modal's custom_id begins; tournament, table and the interaction that opened it follow."""
PLACES, REASON = "places", "reason"


class TournamentPresses:
    """Carries out what is pressed."""

    def __init__(
        self,
        host: Host,
        tournaments: Tournaments,
        boards: TournamentBoards,
        painter: Painter,
        roles: Roles,
    ) -> None:
        self._host, self._tournaments, self._boards = host, tournaments, boards
        self._painter, self._roles = painter, roles
        self._verbs: Mapping[str, Verb] = {
            "enter": self._enter,
            "leave": self._leave,
            "rows": self._rows,
            "staff": self._staff,
            "begin": self._begin,
            "sure": self._sure,
            "end": self._end,
            "correct": self._correct,
        }

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out a press; raise Refusal."""
        asked = press.values[0] if press.values else press.args
        tournament, what, more = (*asked.split(".", 2), "", "")[:3]
        if what == ASK:
            await self._ask(answer, tournament, more)
            return
        if what not in self._verbs:
            raise Refusal("error.gone")
        contest, _ = await self._tournaments.get(tournament, answer.guild)
        demand_around(answer, contest)
        await self._verbs[what](answer, contest, more)

    async def at_table(self, answer: Answer, press: Press, room: Room) -> None:
        """Carry out a press at one of its tables; raise Refusal."""
        await self.press(answer, press)

    async def open(
        self,
        answer: Answer,
        actor: Person,
        game: str,
        size: int,
        planned: int,
        slow: bool,
        ground: int,
    ) -> None:
        """Open a tournament in this channel, whose tables are in threads of another or this; raise
        Refusal where the bot may not do there what it will have to do."""
        channel = answer.interaction.channel_id or 0
        await self._demand(answer, ground)
        locale = str(answer.interaction.locale)
        await self._tournaments.open(
            actor, answer.guild, channel, ground, game, size, planned, slow, locale
        )
        await self._say(answer, "tournament.done.opened")

    async def _demand(self, answer: Answer, ground: int) -> None:
        """Raise Refusal where the message cannot stand in this channel, or the tables in that."""
        interaction, words = answer.interaction, answer.words
        demand_member(interaction)
        if not isinstance(interaction.channel, discord.TextChannel):
            raise Refusal("tournament.no_threads")
        here = ground == interaction.channel_id
        demand(interaction.app_permissions, EVERY if here else (*NEEDED, SPEAKING), words)
        if not here:
            may = await self._roles.own(answer.guild, ground)
            needed, place = (*NEEDED, IN_THREADS, OPENING), f"<#{ground}>"
            demand(may, needed, words, "tournament.permission", channel=place)

    async def submit(self, answer: Answer) -> None:
        """Take over the places that staff typed."""
        data: Any = answer.interaction.data
        _, tournament, table, *_ = (*str(data["custom_id"]).split(":"), "", "")
        actor, typed = self._actor(answer), dict(fields(data))
        text = typed.get(PLACES, "").replace(",", " ").split()
        if not all(one.isascii() and one.isdecimal() and len(one) < 3 for one in text):
            raise Refusal("tournament.places")
        places = [int(one) for one in text]
        if not places:
            raise Refusal("tournament.places")
        guild, reason = answer.guild, typed.get(REASON, "").strip()
        await self._tournaments.correct(tournament, guild, actor, table, places, reason)
        contest, _ = await self._tournaments.get(tournament, guild)
        await self._show(answer, await self._boards.page(contest, answer.words, 0))

    async def _enter(self, answer: Answer, contest: Contest, _: str) -> None:
        user = answer.interaction.user
        await self._tournaments.enter(contest.id, contest.guild, user.id, user.display_name)
        race = self._tournaments.races(contest)
        await self._say(answer, f"tournament.done.{'entered_race' if race else 'entered'}")

    async def _leave(self, answer: Answer, contest: Contest, _: str) -> None:
        await self._tournaments.leave(contest.id, contest.guild, answer.user)
        await self._say(answer, "tournament.done.left")

    async def _rows(self, answer: Answer, contest: Contest, more: str) -> None:
        words = answer.words
        await self._show(answer, await self._boards.page(contest, words, number_of(more)))

    async def _staff(self, answer: Answer, contest: Contest, more: str) -> None:
        self._actor(answer)
        words = answer.words
        await self._show(answer, await self._boards.staff(contest, words, number_of(more)))

    async def _begin(self, answer: Answer, contest: Contest, _: str) -> None:
        await self._tournaments.begin(contest.id, contest.guild, self._actor(answer))
        await self._managed(answer, contest)

    async def _sure(self, answer: Answer, contest: Contest, _: str) -> None:
        self._actor(answer)
        await self._show(answer, await self._boards.sure(contest, answer.words))

    async def _end(self, answer: Answer, contest: Contest, _: str) -> None:
        await self._tournaments.cancel(contest.id, contest.guild, self._actor(answer))
        await self._managed(answer, contest)

    async def _managed(self, answer: Answer, contest: Contest) -> None:
        now, _ = await self._tournaments.get(contest.id, contest.guild)
        await self._show(answer, await self._boards.staff(now, answer.words, 0))

    async def _correct(self, answer: Answer, contest: Contest, table: str) -> None:
        """Show who sat where at a table that has ended, before its places are asked for."""
        self._actor(answer)
        words = answer.words
        await self._show(answer, await self._boards.correcting(contest, words, table))

    async def _ask(self, answer: Answer, tournament: str, table: str) -> None:
        """Ask for the places at a table; nothing is looked up, as a modal cannot wait."""
        self._actor(answer)
        words = answer.words
        places = Field(
            PLACES, words.named("tournament.correct_field"), 40, hint="1 2 2 4", required=True
        )
        reason = Field(REASON, words.named("tournament.correct_reason"), LONGEST)
        title = words.named("tournament.correct_title")
        await ask(answer, f"{MODAL}{tournament}:{table}:", title, [places, reason])

    async def _show(self, answer: Answer, page: Page) -> None:
        await show_painted(answer, self._painter, page)

    async def _say(self, answer: Answer, key: str) -> None:
        await answer.say(answer.words.named(key))

    def _actor(self, answer: Answer) -> Person:
        return staff_of(answer.interaction, self._host.servers)
