"""What the controls of moderation do; whether somebody is staff is checked at each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping

from cogs.gate.answer import Answer
from cogs.gate.authority import staff_of
from cogs.gate.custom_id import Press, number_of, of_server
from cogs.gate.roles import Roles
from cogs.gate.visibility import Visibility
from cogs.presses.case_log import CaseLog
from cogs.presses.settings import SettingsPanel
from cogs.presses.table_list import TableList
from cogs.presses.verbs import Turn
from cogs.shown.boards import Boards
from cogs.shown.cases import CaseBook
from cogs.shown.offers import Offers
from cogs.shown.pages import Pages
from cogs.shown.painted import show_page
from engine.errors import Malformed
from screens.frame.listing import JOIN
from screens.page import Button, Page
from tables.host import Host
from tables.staff.rank import Rank, demand
from tables.tournament.tournaments import Tournaments

SHOWN = 4.0
"""Seconds that what stands on a server is given to say that it has ended."""
ENDINGS = 2
"""How often all on a server is ended before it goes: some may be opened meanwhile."""


class StaffPresses:
    """Carries out the presses that belong to a server."""

    def __init__(
        self,
        host: Host,
        pages: Pages,
        boards: Boards,
        visibility: Visibility,
        tournaments: Tournaments,
        offers: Offers,
        roles: Roles,
    ) -> None:
        self._host, self._tournaments, self.offers = host, tournaments, offers
        self.tables = TableList(host, boards, pages, visibility)
        self.settings = SettingsPanel(host.games, host.servers, host.staff, roles)
        book = CaseBook(host.store, host.games)
        self.cases = CaseLog(host.store.staff, book, host.staff, host.servers)
        self._open_to_all: Mapping[str, Turn] = {
            "tables": self._tables,
            JOIN: self.tables.join,
            "agree": offers.agree,
        }
        self._verbs: Mapping[str, Turn] = {
            "purge": self._purge,
            "keep": self._keep,
            **self.cases.verbs,
            **self.settings.verbs,
        }

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out one press; raise Refusal when it is not possible."""
        work = self._open_to_all.get(press.verb)
        if work is None:
            staff_of(answer.interaction, self._host.servers)
            work = self._verbs.get(press.verb)
        if work is None:
            raise Malformed("error.malformed")
        await work(answer, press)

    async def submit(self, answer: Answer) -> None:
        """Take over the settings' modal; raise Refusal when it may not be."""
        staff_of(answer.interaction, self._host.servers)
        await self.settings.submit(answer)

    async def ask_purge(self, answer: Answer) -> None:
        """Ask whether all data of the server is to be deleted."""
        demand(staff_of(answer.interaction, self._host.servers), Rank.MANAGER)
        words, user = answer.words, str(answer.user)
        page = Page(
            title=words.named("staff.purge.title"),
            text=words.named("staff.purge.text"),
            rows=(
                (
                    Button(words.named("staff.purge.yes"), "purge", user, style="danger"),
                    Button(words.named("staff.purge.no"), "keep"),
                ),
            ),
        )
        await show_page(answer, page, of_server)

    async def _tables(self, answer: Answer, press: Press) -> None:
        await self.tables.show(answer, number_of(press.args))

    async def _purge(self, answer: Answer, press: Press) -> None:
        actor, guild = staff_of(answer.interaction, self._host.servers), answer.guild
        demand(actor, Rank.MANAGER)
        for _ in range(ENDINGS):
            opened = set(await self._host.staff.close_all(guild))
            await self._host.meetings.end(guild, reason="purged")
            await self._tournaments.end(guild)
            await self.offers.sweep()
            await self._shown(guild, opened)
        await self._host.staff.purge(guild, actor)
        await answer.replace(answer.words.named("staff.purge.done"))

    async def _shown(self, guild: int, tables: Collection[str]) -> None:
        """Wait a while until these tables, and what else stands on a server, say what became of
        them."""
        until = time.monotonic() + SHOWN
        while time.monotonic() < until and await self._owes(guild, tables):
            await asyncio.sleep(0.1)

    async def _owes(self, guild: int, tables: Collection[str]) -> bool:
        store = self._host.store
        return bool(
            set(tables) & set(await store.shown.owed())
            or await store.shown.mentioning(guild)
            or await store.meetings.owed(guild)
            or await store.tournaments.of(guild)
            or await store.leftovers.due(guild)
        )

    async def _keep(self, answer: Answer, press: Press) -> None:
        await answer.replace(answer.words.named("staff.purge.kept"))
