"""The slash commands of a server's staff, /games-admin; each checks who asks, and delegates."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands import game_names
from cogs.commands.choices import MOST, choices
from cogs.gate.answer import Answer
from cogs.gate.authority import is_staff, person_of, staff_of
from cogs.gate.errors import guarded
from cogs.presses.staff import StaffPresses
from cogs.presses.tournament import TournamentPresses
from cogs.shown.pages import Pages
from screens.texts import Catalogue
from storage.errors import aside
from tables.host import Host
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import DAY
from tables.staff.cases import LONGEST
from tables.staff.moderation import Staff
from tables.staff.rank import Person

Interaction = discord.Interaction[Any]
Days = app_commands.Range[int, 1, 365]
Reason = app_commands.Range[str, 0, LONGEST]
ACTIONS = (
    *("end", "remove", "sit", "skip", "pause", "resume", "ban", "unban"),
    *("settings", "export", "purge", "left"),
    *("date_move", "date_weekly", "date_once", "date_cancel"),
    *("tournament_open", "tournament_begin", "tournament_cancel", "tournament_correct"),
)
"""What the log can be narrowed to."""
USUAL = 4
"""Seats of a tournament's tables where nothing is said."""
PLAIN = re.compile(r"[0-9a-z_]{1,24}")


class TextChannels(app_commands.Transformer[Any]):
    """A channel that has threads, as the command names it: the bot knows none."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return what Discord offers to choose from."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Return the kinds of channels that it offers."""
        return [discord.ChannelType.text, discord.ChannelType.news]

    async def transform(self, interaction: Interaction, value: Any, /) -> Any:
        """Return the channel that was chosen."""
        return value


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class StaffCommands(
    commands.GroupCog,
    group_name="games-admin",
    group_description="Moderate the tables of this server",
):
    """What staff can do."""

    def __init__(
        self,
        host: Host,
        pages: Pages,
        presses: StaffPresses,
        catalogue: Catalogue,
        tournaments: TournamentPresses,
    ) -> None:
        self._host, self._pages, self._tournaments = host, pages, tournaments
        self._presses, self._catalogue = presses, catalogue

    @app_commands.command(name="list", description="Show the open tables of this server")
    async def list_(self, interaction: Interaction) -> None:
        """Show the open tables."""
        await self._shown(interaction, lambda answer: self._presses.tables.show(answer, 0))

    @app_commands.command(description="End a table without a result")
    @app_commands.describe(
        table="Which table; none: the one in this channel", reason="Why; it is written down"
    )
    async def end(
        self, interaction: Interaction, table: str | None = None, reason: Reason = ""
    ) -> None:
        """End a table."""

        async def work(answer: Answer, actor: Person) -> None:
            room = await self._room(interaction, table)
            await self._staff.end(room, actor, reason=reason)
            await self._say(answer, "staff.done.end", channel=room.table.channel)

        await self._by_staff(interaction, work)

    @app_commands.command(description="Take somebody from a table")
    @app_commands.describe(
        person="Who has to go",
        table="Which table; none: the one in this channel",
        replacement="Who is offered the seat",
        reason="Why; they are told",
    )
    async def remove(
        self,
        interaction: Interaction,
        person: discord.User,
        table: str | None = None,
        replacement: discord.User | None = None,
        reason: Reason = "",
    ) -> None:
        """Take somebody from a table."""

        async def work(answer: Answer, actor: Person) -> None:
            room = await self._room(interaction, table)
            heir = self._person(interaction, replacement) if replacement else None
            target = self._person(interaction, person)
            if heir is not None:
                await self._presses.offers.check(room, actor, target, heir)
            begun = room.table.status == "running"
            async with self._presses.offers.making(room, target, heir):
                await self._staff.remove(room, actor, target, reason)
            key = _removed(room, begun, heir)
            mention = "" if heir is None else f"<@{heir.id}>"
            await self._say(answer, f"staff.done.{key}", person=mention, name=person.mention)

        await self._by_staff(interaction, work)

    @app_commands.command(description="Let a computer make one decision for somebody")
    @app_commands.describe(
        person="For whom",
        table="Which table; none: the one in this channel",
        reason="Why; they are told",
    )
    async def skip(
        self,
        interaction: Interaction,
        person: discord.User,
        table: str | None = None,
        reason: Reason = "",
    ) -> None:
        """Let a computer decide once."""

        async def work(answer: Answer, actor: Person) -> None:
            room = await self._room(interaction, table)
            await self._staff.skip(room, actor, self._person(interaction, person), reason)
            await self._say(answer, "staff.done.skip")

        await self._by_staff(interaction, work)

    @app_commands.command(description="Stop a table and its clocks")
    @app_commands.describe(
        table="Which table; none: the one in this channel", reason="Why; it is written down"
    )
    async def pause(
        self, interaction: Interaction, table: str | None = None, reason: Reason = ""
    ) -> None:
        """Stop a table."""

        async def work(answer: Answer, actor: Person) -> None:
            room = await self._room(interaction, table)
            await self._staff.pause(room, actor, reason=reason)
            await self._say(answer, "staff.done.pause")

        await self._by_staff(interaction, work)

    @app_commands.command(description="Let a paused table go on")
    @app_commands.describe(
        table="Which table; none: the one in this channel", reason="Why; it is written down"
    )
    async def resume(
        self, interaction: Interaction, table: str | None = None, reason: Reason = ""
    ) -> None:
        """Let a paused table go on."""

        async def work(answer: Answer, actor: Person) -> None:
            room = await self._room(interaction, table)
            await self._staff.resume(room, actor, reason=reason)
            await self._say(answer, "staff.done.resume")

        await self._by_staff(interaction, work)

    @app_commands.command(description="Keep somebody from the tables of this server")
    @app_commands.describe(
        person="Who", reason="Why; they are told", days="For how many days; none: for good"
    )
    async def ban(
        self,
        interaction: Interaction,
        person: discord.User,
        reason: Reason = "",
        days: Days | None = None,
    ) -> None:
        """Keep somebody from the tables."""

        async def work(answer: Answer, actor: Person) -> None:
            until = time.time() + days * DAY if days else None
            target = self._person(interaction, person)
            rooms = await self._staff.ban(_guild(interaction), actor, target, until, reason)
            key = "staff.done.ban_seats" if rooms else "staff.done.ban"
            await self._say(answer, key, person=person.mention, n=len(rooms))
            with aside():
                await self._host.meetings.unseat_banned()

        await self._by_staff(interaction, work)

    @app_commands.command(description="Let somebody play again")
    @app_commands.describe(person="Who", reason="Why; they are told")
    async def unban(
        self, interaction: Interaction, person: discord.User, reason: Reason = ""
    ) -> None:
        """Let somebody play again."""

        async def work(answer: Answer, actor: Person) -> None:
            target = self._person(interaction, person)
            await self._staff.unban(_guild(interaction), actor, target, reason)
            await self._say(answer, "staff.done.unban", person=person.mention)

        await self._by_staff(interaction, work)

    @app_commands.command(description="Who may not play on this server, and until when")
    async def bans(self, interaction: Interaction) -> None:
        """Show the bans."""
        await self._shown(interaction, lambda answer: self._presses.cases.show_bans(answer, 0))

    @app_commands.command(description="What holds for the tables of this server")
    async def settings(self, interaction: Interaction) -> None:
        """Open the panel of settings."""
        await self._shown(interaction, self._presses.settings.open)

    @app_commands.command(description="What staff has done")
    @app_commands.describe(
        person="Only by or to this person", table="Only at this table", action="Only this"
    )
    async def log(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        table: str | None = None,
        action: str | None = None,
    ) -> None:
        """Show what staff has done."""
        about = f"{person.id if person else 0}.{_plain(table)}.{_plain(action)}"
        await self._shown(
            interaction, lambda answer: self._presses.cases.show(answer, f"0.{about}")
        )

    @app_commands.command(description="The log of a table as a file")
    @app_commands.describe(table="Which table; none: the one in this channel")
    async def export(self, interaction: Interaction, table: str | None = None) -> None:
        """Give out a table's log."""

        async def work(answer: Answer, actor: Person) -> None:
            room = await self._any_room(interaction, table)
            text = await self._staff.export(room, actor)
            told = answer.words.named("staff.done.export")
            name = f"{room.table.id}.json"
            file = discord.File(io.BytesIO(text.encode()), name, description=told)
            await answer.show(content=told, attachments=[file])

        await self._by_staff(interaction, work)

    @app_commands.command(description="Delete all data of this server")
    async def purge(self, interaction: Interaction) -> None:
        """Ask whether all data of the server is to be deleted."""
        await self._shown(interaction, self._presses.ask_purge)

    @end.autocomplete("table")
    @remove.autocomplete("table")
    @skip.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @export.autocomplete("table")
    @log.autocomplete("table")
    async def tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the open tables of the server to its staff."""
        guild = _guild(interaction)
        if not is_staff(interaction, self._host.servers):
            return []
        words = self._catalogue.words(interaction.locale)
        found = []
        for table in await self._host.store.tables.open_tables(guild):
            names = ", ".join(self._pages.names(table))
            label = f"{words.within(table.game)('title')} · {names}"
            if typed.casefold() in f"{table.id} {label}".casefold():
                found.append(app_commands.Choice(name=label[:100], value=table.id))
        return found[:MOST]

    @log.autocomplete("action")
    async def actions(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer what staff can do."""
        if not is_staff(interaction, self._host.servers):
            return []
        words = self._catalogue.words(interaction.locale)
        return choices(((words.named(f"staff.action.{each}"), each) for each in ACTIONS), typed)

    @app_commands.command(description="Open a tournament in this channel")
    @app_commands.describe(
        game="Which game",
        seats="How many sit at a table; else four, where the game takes them",
        rounds="How many rounds; else as many as it takes",
        slow="A round a week, not all in one evening",
        tables="The channel whose threads hold the tables; else this one",
    )
    async def tournament(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 2, 8] | None = None,
        rounds: app_commands.Range[int, 1, 15] | None = None,
        slow: bool = False,
        tables: app_commands.Transform[app_commands.AppCommandChannel, TextChannels] | None = None,
    ) -> None:
        """Open a tournament."""

        async def work(answer: Answer, actor: Person) -> None:
            found = game_names.known(self._host.games, self._catalogue, game)
            counts = self._host.games[found].seat_counts
            size = seats or (USUAL if USUAL in counts else max(counts))
            ground = tables.id if tables else interaction.channel_id or 0
            await self._tournaments.open(answer, actor, found, size, rounds or 0, slow, ground)

        await self._by_staff(interaction, work)

    @tournament.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        return game_names.offered(self._host.games, self._catalogue, interaction.locale, typed)

    async def _by_staff(
        self, interaction: Interaction, work: Callable[[Answer, Person], Awaitable[None]]
    ) -> None:
        servers = self._host.servers
        await guarded(interaction, lambda answer: work(answer, staff_of(interaction, servers)))

    async def _shown(
        self, interaction: Interaction, show: Callable[[Answer], Awaitable[None]]
    ) -> None:
        await self._by_staff(interaction, lambda answer, _: show(answer))

    def _person(self, interaction: Interaction, user: discord.User) -> Person:
        return person_of(interaction, user, self._host.servers)

    @property
    def _staff(self) -> Staff:
        return self._host.staff

    async def _room(self, interaction: Interaction, table: str | None) -> Room:
        """Return the open table that is meant."""
        if table is not None:
            return await self._staff.room(_guild(interaction), table)
        room = await self._host.rooms.at(interaction.channel_id or 0)
        if room is None:
            raise Refusal("error.no_table")
        return room

    async def _any_room(self, interaction: Interaction, table: str | None) -> Room:
        """Return the table that is meant, open or not."""
        if table is None:
            return await self._room(interaction, None)
        return await self._staff.any_room(_guild(interaction), table)

    async def _say(self, answer: Answer, key: str, **values: object) -> None:
        await answer.say(answer.words.named(key, **values))


def _guild(interaction: Interaction) -> int:
    return interaction.guild_id or 0


def _plain(typed: str | None) -> str:
    """Return a filter as it can travel in a control; one that cannot finds nothing."""
    return "" if typed is None else typed if PLAIN.fullmatch(typed) else "-"


def _removed(room: Room, begun: bool, heir: Person | None) -> str:
    """Return what to say of a table from which somebody was removed."""
    if not begun:
        return "remove_lobby" if heir is None else "remove_lobby_heir"
    if room.table.status != "running":
        return "remove_last"
    return "remove" if heir is None else "offered"
