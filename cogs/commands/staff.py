"""The slash commands of a server's staff, /games-admin; each checks who asks, and delegates."""

from __future__ import annotations

import io
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.gate.answer import Answer
from cogs.gate.authority import check_staff
from cogs.gate.errors import guarded
from cogs.presses.staff import StaffPresses
from cogs.shown.services import Services
from screens.texts import Words
from storage.people import Ban
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import DAY

Interaction = discord.Interaction[Any]
Days = app_commands.Range[int, 1, 365]
MOST = 25
"""Choices that Discord shows."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class StaffCommands(
    commands.GroupCog,
    group_name="games-admin",
    group_description="Moderate the tables of this server",
):
    """What staff can do."""

    def __init__(self, services: Services, presses: StaffPresses) -> None:
        self._services, self._presses = services, presses

    @app_commands.command(name="list", description="Show the open tables of this server")
    async def list_(self, interaction: Interaction) -> None:
        """Show the open tables."""
        await self._staff(interaction, lambda answer: self._presses.tables.show(answer, 0))

    @app_commands.command(description="End a table without a result")
    @app_commands.describe(table="Which table; none: the one in this channel")
    async def end(self, interaction: Interaction, table: str | None = None) -> None:
        """End a table."""

        async def work(answer: Answer) -> None:
            room = await self._room(interaction, table)
            await self._services.host.staff.end(room, interaction.user.id)
            await self._say(answer, "staff.done.end", channel=room.table.channel)

        await self._staff(interaction, work)

    @app_commands.command(description="Take somebody from a table; a computer plays on")
    @app_commands.describe(
        person="Who has to go",
        table="Which table; none: the one in this channel",
        replacement="Who is offered the seat",
    )
    async def remove(
        self,
        interaction: Interaction,
        person: discord.User,
        table: str | None = None,
        replacement: discord.User | None = None,
    ) -> None:
        """Take somebody from a table."""

        async def work(answer: Answer) -> None:
            room = await self._room(interaction, table)
            name = self._services.computer_name(room)
            begun = room.table.status == "running"
            seat = await self._services.host.staff.remove(
                room, interaction.user.id, person.id, name
            )
            if replacement is None or not begun or room.table.status != "running":
                await self._say(answer, "staff.done.remove", seat=seat + 1)
                return
            await self._presses.offer(room, seat, replacement, person.display_name)
            mention = replacement.mention
            await self._say(answer, "staff.done.offered", seat=seat + 1, person=mention)

        await self._staff(interaction, work)

    @app_commands.command(description="Let a computer make one decision for somebody")
    @app_commands.describe(person="For whom", table="Which table; none: the one in this channel")
    async def skip(
        self, interaction: Interaction, person: discord.User, table: str | None = None
    ) -> None:
        """Let a computer decide once."""

        async def work(answer: Answer) -> None:
            room = await self._room(interaction, table)
            await self._services.host.staff.skip(room, interaction.user.id, person.id)
            await self._say(answer, "staff.done.skip")

        await self._staff(interaction, work)

    @app_commands.command(description="Stop a table and its clocks")
    @app_commands.describe(table="Which table; none: the one in this channel")
    async def pause(self, interaction: Interaction, table: str | None = None) -> None:
        """Stop a table."""

        async def work(answer: Answer) -> None:
            room = await self._room(interaction, table)
            await self._services.host.staff.pause(room, interaction.user.id)
            await self._say(answer, "staff.done.pause")

        await self._staff(interaction, work)

    @app_commands.command(description="Let a paused table go on")
    @app_commands.describe(table="Which table; none: the one in this channel")
    async def resume(self, interaction: Interaction, table: str | None = None) -> None:
        """Let a paused table go on."""

        async def work(answer: Answer) -> None:
            room = await self._room(interaction, table)
            await self._services.host.staff.resume(room, interaction.user.id)
            await self._say(answer, "staff.done.resume")

        await self._staff(interaction, work)

    @app_commands.command(description="Keep somebody from the tables of this server")
    @app_commands.describe(
        person="Who", reason="Why; they are told", days="For how many days; none: for good"
    )
    async def ban(
        self,
        interaction: Interaction,
        person: discord.User,
        reason: app_commands.Range[str, 1, 200] = "",
        days: Days | None = None,
    ) -> None:
        """Keep somebody from the tables."""

        async def work(answer: Answer) -> None:
            guild, now = interaction.guild_id or 0, time.time()
            until = now + days * DAY if days else None
            ban = Ban(guild, person.id, until, reason, interaction.user.id, now)
            seats = 0
            for room in await self._services.host.staff.ban(ban):
                name = self._services.computer_name(room)
                await self._services.host.staff.remove(room, interaction.user.id, person.id, name)
                seats += 1
            key = "staff.done.ban_seats" if seats else "staff.done.ban"
            await self._say(answer, key, person=person.mention, n=seats)

        await self._staff(interaction, work)

    @app_commands.command(description="Let somebody play again")
    @app_commands.describe(person="Who")
    async def unban(self, interaction: Interaction, person: discord.User) -> None:
        """Let somebody play again."""

        async def work(answer: Answer) -> None:
            guild = interaction.guild_id or 0
            await self._services.host.staff.unban(guild, interaction.user.id, person.id)
            await self._say(answer, "staff.done.unban", person=person.mention)

        await self._staff(interaction, work)

    @app_commands.command(description="What holds for the tables of this server")
    async def settings(self, interaction: Interaction) -> None:
        """Open the panel of settings."""
        await self._staff(interaction, self._presses.settings.open)

    @app_commands.command(description="What staff has done")
    @app_commands.describe(person="Only by or to this person", table="Only at this table")
    async def audit(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        table: str | None = None,
    ) -> None:
        """Show what staff has done."""
        args = f"0.{person.id if person else 0}.{table or ''}"
        await self._staff(interaction, lambda answer: self._presses.audit(answer, args))

    @app_commands.command(description="The log of a table as a file")
    @app_commands.describe(table="Which table; none: the one in this channel")
    async def export(self, interaction: Interaction, table: str | None = None) -> None:
        """Give out a table's log."""

        async def work(answer: Answer) -> None:
            room = await self._any_room(interaction, table)
            text = await self._services.host.staff.export(room, interaction.user.id)
            told = self._words(answer).named("staff.done.export")
            name = f"{room.table.id}.json"
            file = discord.File(io.BytesIO(text.encode()), name, description=told)
            await answer.show(content=told, attachments=[file])

        await self._staff(interaction, work)

    @app_commands.command(description="Delete all data of this server")
    async def purge(self, interaction: Interaction) -> None:
        """Ask whether all data of the server is to be deleted."""
        await self._staff(interaction, self._presses.ask_purge)

    @end.autocomplete("table")
    @remove.autocomplete("table")
    @skip.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @export.autocomplete("table")
    @audit.autocomplete("table")
    async def tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the open tables of the server to its staff."""
        guild = interaction.guild_id or 0
        try:
            check_staff(interaction, self._services.host.servers.of(guild))
        except Refusal:
            return []
        words = self._services.catalogue.words(interaction.locale)
        found = []
        for table in await self._services.host.store.staff.open_tables(guild):
            names = ", ".join(self._services.pages.names(table))
            label = f"{words.within(table.game)('title')} · {names}"
            if typed.casefold() in f"{table.id} {label}".casefold():
                found.append(app_commands.Choice(name=label[:100], value=table.id))
        return found[:MOST]

    async def _staff(
        self, interaction: Interaction, work: Callable[[Answer], Awaitable[None]]
    ) -> None:
        async def checked(answer: Answer) -> None:
            check_staff(interaction, self._services.host.servers.of(interaction.guild_id or 0))
            await work(answer)

        await guarded(interaction, checked)

    async def _room(self, interaction: Interaction, table: str | None) -> Room:
        """Return the open table that is meant."""
        if table is not None:
            return await self._services.host.staff.room(interaction.guild_id or 0, table)
        room = await self._services.host.rooms.at(interaction.channel_id or 0)
        if room is None:
            raise Refusal("error.no_table")
        return room

    async def _any_room(self, interaction: Interaction, table: str | None) -> Room:
        """Return the table that is meant, open or not."""
        if table is None:
            return await self._room(interaction, None)
        room = await self._services.host.rooms.get(table)
        if room.table.guild != interaction.guild_id:
            raise Refusal("staff.no_table")
        return room

    def _words(self, answer: Answer) -> Words:
        return self._services.words(answer)

    async def _say(self, answer: Answer, key: str, **values: object) -> None:
        await answer.say(self._words(answer).named(key, **values))
