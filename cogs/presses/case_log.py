"""The cases and the bans of a server, by pages, and what takes them back."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from cogs.gate.answer import Answer
from cogs.gate.authority import staff_of
from cogs.gate.custom_id import Press, ids_of, number_of, of_server
from cogs.presses.verbs import Turn
from cogs.shown.cases import CaseBook
from cogs.shown.painted import show_page
from engine.errors import Malformed
from screens.frame import cases
from screens.frame.cases import PER_PAGE, Banned
from screens.page import Page
from storage.staff import Staff as Stored
from tables.servers import Servers
from tables.staff.moderation import Staff
from tables.staff.rank import Person


class CaseLog:
    """Shows what staff did, and takes it back."""

    def __init__(self, kept: Stored, book: CaseBook, staff: Staff, servers: Servers) -> None:
        self._kept, self._book, self._staff, self._servers = kept, book, staff, servers
        self.verbs: Mapping[str, Turn] = {
            "log": self._turn,
            "undo": self._undo,
            "bans": self._turn_bans,
            "lift": self._lift,
        }

    async def show(self, answer: Answer, args: str) -> None:
        """Show a page of the log: `before.person.table.action`, 0 or empty for none."""
        before, person, table, action = _filters(args)
        words, guild = answer.words, answer.guild
        deeds = await self._kept.audit(
            guild, PER_PAGE + 1, before or None, person or None, table or None, action or None
        )
        shown = await self._book.read(deeds[:PER_PAGE], words)
        more = len(deeds) > PER_PAGE
        older = f"{shown[-1].number}.{person}.{table}.{action}" if more else ""
        await self._show(answer, cases.log(shown, args, older, time.time(), words))

    async def show_bans(self, answer: Answer, page: int) -> None:
        """Show a page of the bans, numbered from 0."""
        guild, words = answer.guild, answer.words
        bans = await self._kept.bans(guild, time.time())
        pages = max(1, -(-len(bans) // PER_PAGE))
        first = max(0, min(page, pages - 1)) * PER_PAGE
        shown = bans[first : first + PER_PAGE]
        standing = await self._kept.standing(guild, "ban", [ban.user for ban in shown])
        numbers = {deed.target: deed.number for deed in standing}
        banned = [
            Banned(
                user=ban.user,
                by=ban.by or None,
                at=ban.at,
                until=ban.until,
                reason=ban.reason,
                case=numbers.get(ban.user),
            )
            for ban in shown
        ]
        await self._show(answer, cases.bans(banned, first // PER_PAGE, pages, first + 1, words))

    async def _turn(self, answer: Answer, press: Press) -> None:
        await self.show(answer, press.args)

    async def _undo(self, answer: Answer, press: Press) -> None:
        number = _one(press.values)
        await self._staff.undo(answer.guild, staff_of(answer.interaction, self._servers), number)
        await self.show(answer, press.args)

    async def _turn_bans(self, answer: Answer, press: Press) -> None:
        await self.show_bans(answer, number_of(press.args))

    async def _lift(self, answer: Answer, press: Press) -> None:
        person = Person(_one(press.values))
        await self._staff.unban(answer.guild, staff_of(answer.interaction, self._servers), person)
        await self.show_bans(answer, 0)

    async def _show(self, answer: Answer, page: Page) -> None:
        await show_page(answer, page, of_server)


def _one(values: Sequence[str]) -> int:
    if len(values) != 1:
        raise Malformed("error.malformed")
    return _number(values[0])


def _filters(args: str) -> tuple[int, int, str, str]:
    before, person, table, action = (*args.split("."), "", "", "")[:4]
    return _number(before), _number(person), table, action


def _number(text: str) -> int:
    """Return the number of a case or the id of a person; raise Malformed."""
    return ids_of([text])[0]
