"""What people settle for themselves about being told of tables: a role, and direct messages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ui import Label, Modal, TextInput

from cogs.gate.answer import Answer
from cogs.gate.authority import roles_of
from cogs.gate.custom_id import custom_ids
from cogs.gate.modals import typed
from cogs.gate.roles import Roles
from cogs.line.messages import controls, embeds
from cogs.shown.pages import Pages
from cogs.shown.whispers import Whispers
from engine.errors import Malformed
from screens.frame import alerts as page_of
from storage.people import Alert
from tables.host import Host
from tables.lobby import hours
from tables.lobby.alerting import OFTEN
from tables.room.refusal import Refusal

MODAL = "zone:"
"""How the modal's custom_id begins; the interaction that opened it follows."""
FIELD, LONGEST = "zone", 40


class Notifying:
    """Shows and changes what a person is told of."""

    def __init__(self, host: Host, pages: Pages, roles: Roles, whispers: Whispers) -> None:
        self._store, self._host, self._pages = host.store.alerts, host, pages
        self._roles, self._whispers = roles, whispers

    async def role(self, answer: Answer) -> None:
        """Give a person the role that hosts call, or take it back."""
        interaction, words = answer.interaction, self._pages.words(answer)
        guild, person = interaction.guild_id or 0, interaction.user
        house = self._host.servers.of(guild)
        if house.called is None or not isinstance(person, discord.Member):
            raise Refusal("company.none")
        has = house.called in roles_of(person)
        if not has:
            await self._host.admission.admit(guild, person.id)
        rights = (house.staff, house.openers)
        role = await self._roles.handed_out(interaction, house.called, rights)
        change = person.remove_roles if has else person.add_roles
        try:
            await change(role, reason=words.named("company.role.reason"))
        except discord.Forbidden as refused:
            raise Refusal("company.role_by_staff", role=f"<@&{role.id}>") from refused
        key = "company.role.taken" if has else "company.role.given"
        await answer.say(words.named(key, role=f"<@&{role.id}>"))

    async def show(self, answer: Answer) -> None:
        """Answer with what a person is told of on this server."""
        alert = await self._alert(answer)
        words, locale = self._pages.words(answer), str(answer.interaction.locale)
        page = page_of.alerts(
            self._offered(alert.guild),
            list(hours.PARTS),
            OFTEN,
            alert.games,
            alert.parts,
            alert.most,
            await self._store.zone(alert.user) or hours.usual(locale),
            alert.shut,
            words,
        )
        await answer.show(content=None, embeds=embeds(page), view=controls(page, custom_ids("", 0)))

    async def choose(self, answer: Answer, verb: str, values: Sequence[str]) -> None:
        """Take over what was chosen in one of the page's selects."""
        alert = await self._alert(answer)
        if verb == page_of.GAMES:
            games = _among(values, self._offered(alert.guild))
            await self._want(alert, games)
        elif verb == page_of.PARTS:
            await self._store.save(replace(alert, parts=_among(values, hours.PARTS)))
        else:
            [most] = _among(values, [str(n) for n in OFTEN])
            await self._store.save(replace(alert, most=int(most)))
        await self.show(answer)

    async def _want(self, alert: Alert, games: tuple[str, ...]) -> None:
        """Store for which games a person wants to be told; the first time, show them where."""
        first = games and (not alert.games or alert.shut)
        alert = replace(alert, games=games)
        if first:
            await self._host.admission.admit(alert.guild, alert.user)
            alert = replace(alert, shut=not await self._whispers.confirm(alert))
        await self._store.save(alert)

    async def end(self, answer: Answer, guild: str) -> None:
        """Tell the person who pressed this no more of a server's tables."""
        if not guild.isascii() or not guild.isdecimal() or len(guild) > 20:
            raise Malformed("error.malformed")
        await self._store.drop(int(guild), answer.interaction.user.id)
        words = self._pages.words(answer)
        await answer.update(content=words.named("company.alert.ended"), view=None)

    async def ask_zone(self, answer: Answer) -> None:
        """Open the modal that asks for the time zone."""
        words, interaction = self._pages.words(answer), answer.interaction
        modal = Modal(
            title=words.named("company.zone.title"),
            custom_id=f"{MODAL}{interaction.id}",
            timeout=None,
        )
        field: TextInput[Any] = TextInput(
            custom_id=FIELD,
            default=await self._store.zone(interaction.user.id),
            placeholder=words.named("company.zone.placeholder"),
            max_length=LONGEST,
        )
        modal.add_item(Label(text=words.named("company.zone.field"), component=field))
        # Its answer is found by its custom_id alone, also after a restart.
        modal.stop()
        await interaction.response.send_modal(modal)

    async def submit_zone(self, answer: Answer) -> None:
        """Take over the time zone that was typed."""
        # The first time all that are known are read from the disk.
        zone = await asyncio.to_thread(hours.zone_of, typed(answer.interaction.data))
        await self._store.live_in(answer.interaction.user.id, zone)
        await self.show(answer)

    async def _alert(self, answer: Answer) -> Alert:
        """Return what is stored of a person's wishes on this server, or what they begin with."""
        interaction = answer.interaction
        if interaction.guild_id is None:
            raise Refusal("error.no_channel")
        stored = await self._store.get(interaction.guild_id, interaction.user.id)
        user, locale = interaction.user.id, str(interaction.locale)
        begin = Alert(interaction.guild_id, user, (), ("afternoon", "evening"), 2, locale)
        return replace(stored or begin, locale=locale)

    def _offered(self, guild: int) -> list[str]:
        """Return the games that are played on a server."""
        settled = self._host.servers.of(guild).games
        return [game for game in self._host.games if not settled or game in settled]


def _among(values: Sequence[str], offered: Any) -> tuple[str, ...]:
    """Return what was chosen; raise Malformed for what is not offered."""
    if (not values and offered is hours.PARTS) or not set(values) <= set(offered):
        raise Malformed("error.malformed")
    return tuple(values)
