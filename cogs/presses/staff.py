"""What the controls of moderation do; whether somebody is staff is checked at each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import discord

from cogs.gate.answer import Answer
from cogs.gate.authority import check_staff
from cogs.line.messages import controls, embeds
from cogs.presses.settings import SettingsPanel
from cogs.presses.staff_controls import custom_id
from cogs.presses.table_list import TableList
from cogs.shown.boards import Channels
from cogs.shown.services import Services
from engine.contract import Seat
from engine.errors import Malformed
from screens.frame import listing
from screens.frame.listing import Act
from screens.names import escape
from screens.page import Button, Page
from tables.room.refusal import Refusal
from tables.room.room import Room

Verb: TypeAlias = Callable[[Answer, str, Sequence[str]], Awaitable[None]]

PER_PAGE = 12
"""Rows of the audit on one page."""
SHOWN = 4.0
"""Seconds that the boards of a server's tables are given to say that they have ended."""


class StaffPresses:
    """Carries out the presses that belong to a server."""

    def __init__(self, services: Services, client: Channels) -> None:
        self._services, self._client = services, client
        self.tables, self.settings = TableList(services), SettingsPanel(services)
        self._open_to_all: Mapping[str, Verb] = {"tables": self._tables, "agree": self._agree}
        self._verbs: Mapping[str, Verb] = {
            "audit": self._audit,
            "purge": self._purge,
            "keep": self._keep,
            **self.settings.verbs,
        }

    async def press(self, answer: Answer, verb: str, args: str, values: Sequence[str]) -> None:
        """Carry out one press; raise Refusal when it is not possible."""
        work = self._open_to_all.get(verb)
        if work is None:
            guild = answer.interaction.guild_id or 0
            check_staff(answer.interaction, self._services.host.servers.of(guild))
            work = self._verbs.get(verb)
        if work is None:
            raise Malformed("error.malformed")
        await work(answer, args, values)

    async def submit(self, answer: Answer) -> None:
        """Take over the settings' modal; raise Refusal when it may not be."""
        guild = answer.interaction.guild_id or 0
        check_staff(answer.interaction, self._services.host.servers.of(guild))
        await self.settings.submit(answer)

    async def audit(self, answer: Answer, args: str) -> None:
        """Show a page of what staff has done: `before.person.table`, 0 or empty for none."""
        before, person, table = _filters(args)
        guild = answer.interaction.guild_id or 0
        deeds = await self._services.host.store.staff.audit(
            guild, PER_PAGE + 1, before or None, person or None, table or None
        )
        acts = [
            Act(
                number=deed.number,
                at=deed.at,
                actor=deed.actor,
                action=deed.action,
                table=deed.table,
                target=deed.target,
            )
            for deed in deeds[:PER_PAGE]
        ]
        more = len(deeds) > PER_PAGE
        older = f"{acts[-1].number}.{person}.{table}" if more else ""
        await self._show(answer, listing.audit(acts, older, self._services.words(answer)))

    async def ask_purge(self, answer: Answer) -> None:
        """Ask whether all data of the server is to be deleted."""
        words = self._services.words(answer)
        user = str(answer.interaction.user.id)
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
        await self._show(answer, page)

    async def offer(self, room: Room, seat: Seat, person: discord.User, instead: str) -> None:
        """Offer a seat to a person, who agrees by a button at the table."""
        table, words = room.table, self._services.pages.public(room.table)
        text = words.named(
            "staff.offer.text",
            person=person.mention,
            game=words.within(table.game)("title"),
            name=escape(instead),
        )
        button = Button(
            words.named("staff.offer.button"),
            "agree",
            f"{table.id}.{seat}.{person.id}",
            style="success",
        )
        view = controls(Page(title="", rows=((button,),)), custom_id)
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.guild)
        await channel.send(text, view=view, silent=True)

    async def _agree(self, answer: Answer, args: str, values: Sequence[str]) -> None:
        table, _, rest = args.partition(".")
        seat, _, user = rest.partition(".")
        person = answer.interaction.user
        if user != str(person.id) or not seat.isdecimal():
            raise Refusal("staff.not_for_you")
        guild = answer.interaction.guild_id or 0
        room = await self._services.host.staff.room(guild, table)
        await self._services.host.admission.admit(guild, person.id)
        name = person.display_name
        await self._services.host.staff.sit_down(room, int(seat), person.id, name)
        words = self._services.pages.public(room.table)
        note = words.named("staff.note.sit", name=escape(name))
        await answer.update(content=note, view=None)

    async def _tables(self, answer: Answer, args: str, values: Sequence[str]) -> None:
        await self.tables.show(answer, int(args) if args.isdecimal() else 0)

    async def _audit(self, answer: Answer, args: str, values: Sequence[str]) -> None:
        await self.audit(answer, args)

    async def _purge(self, answer: Answer, args: str, values: Sequence[str]) -> None:
        guild, staff = answer.interaction.guild_id or 0, self._services.host.staff
        ended = await staff.close_all(guild)
        until = time.monotonic() + SHOWN
        while time.monotonic() < until and set(ended) & set(
            await self._services.host.store.shown.owed()
        ):
            await asyncio.sleep(0.1)
        await staff.purge(guild)
        for table in ended:
            self._services.host.rooms.forget(table)
        await self._end_page(answer, "staff.purge.done")

    async def _keep(self, answer: Answer, args: str, values: Sequence[str]) -> None:
        await self._end_page(answer, "staff.purge.kept")

    async def _end_page(self, answer: Answer, key: str) -> None:
        await answer.show(content=self._services.words(answer).named(key), embeds=[], view=None)

    async def _show(self, answer: Answer, page: Page) -> None:
        await answer.show(embeds=embeds(page), view=controls(page, custom_id))


def _filters(args: str) -> tuple[int, int, str]:
    before, person, table = (*args.split("."), "", "")[:3]
    if not (before.isdecimal() and person.isdecimal()):
        raise Malformed("error.malformed")
    return int(before), int(person), table
