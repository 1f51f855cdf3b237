"""What people settle for themselves about being told of tables: a role, and direct messages."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import discord

from cogs.gate.answer import Answer
from cogs.gate.authority import roles_of
from cogs.gate.bot import bot_of
from cogs.gate.custom_id import Press, ids_of
from cogs.gate.modals import Field, ask, fields
from cogs.gate.roles import Roles
from cogs.presses.verbs import Turn
from cogs.shown.leftovers import Leftovers
from cogs.shown.letters import END, UNDIRECT, UNROUNDUP
from cogs.shown.painted import show_page
from cogs.shown.whispers import Whispers
from engine.errors import Malformed
from screens.frame import alerts as page_of
from screens.texts import Words
from storage.errors import aside
from storage.leftovers import Leftover
from storage.people import Alert, Habit
from tables import hours
from tables.host import Host
from tables.lobby.alerting import OFTEN
from tables.room.refusal import Refusal
from tables.vacations import days_left

MODAL = "times:"
"""How the modal's custom_id begins; the interaction that opened it follows."""
FIELDS = {"zone": 40, "from": 5, "to": 5}
"""What the modal asks for, in so many characters each."""
AWAY = "vacation:"
"""The same of the modal of a vacation."""
DAYS, LONGEST = ("first", "last"), 12
"""What that one asks for, in so many characters."""
HOURS = 24


class Notifying:
    """Shows and changes what a person is told of."""

    def __init__(self, host: Host, roles: Roles, whispers: Whispers, leftovers: Leftovers) -> None:
        self._alerts, self._habits = host.store.alerts, host.store.habits
        self._host, self._roles = host, roles
        self._whispers, self._leftovers = whispers, leftovers
        self.verbs: Mapping[str, Turn] = {
            **dict.fromkeys((page_of.GAMES, page_of.PARTS, page_of.MOST), self.choose),
            **dict.fromkeys((page_of.CALLED, page_of.DIRECT), self.switch),
            page_of.TIMES: self.ask_times,
            page_of.VACATION: self.ask_vacation,
            page_of.ROUNDUP: self.choose_roundup,
            UNDIRECT: self.stop_direct,
            UNROUNDUP: self.stop_roundup,
            END: self.end,
        }

    async def role(self, answer: Answer) -> None:
        """Give a person the role that hosts call, or take it back."""
        interaction, words = answer.interaction, answer.words
        guild, person = answer.guild, interaction.user
        house = self._host.servers.of(guild)
        if house.called is None or not isinstance(person, discord.Member):
            raise Refusal("company.none")
        has = house.called in roles_of(person)
        if not has:
            await self._host.admission.admit(guild, person.id)
        rights = (house.staff, house.openers)
        role = await self._roles.handed_out(interaction, house.called, rights)
        change = person.remove_roles if has else person.add_roles
        # A refusal is not paid for by the server: anybody could bring about many.
        await bot_of(interaction).allowance.pace()
        try:
            await change(role, reason=words.named("company.role.reason"))
        except discord.Forbidden as refused:
            raise Refusal("company.role_by_staff", role=f"<@&{role.id}>") from refused
        key = "company.role.taken" if has else "company.role.given"
        await answer.say(words.named(key, role=f"<@&{role.id}>"))

    async def show(self, answer: Answer) -> None:
        """Answer with what a person is told of on this server."""
        alert, words = await self._alert(answer), answer.words
        page = page_of.alerts(
            self._offered(alert.guild),
            list(hours.PARTS),
            OFTEN,
            alert.games,
            alert.parts,
            alert.most,
            await self._told(answer),
            alert.shut,
            words,
        )
        await show_page(answer, page)

    async def choose(self, answer: Answer, press: Press) -> None:
        """Take over what was chosen in one of the page's selects."""
        alert = await self._alert(answer)
        if press.verb == page_of.GAMES:
            await self._want(alert, _among(press.values, self._offered(alert.guild)))
        elif press.verb == page_of.PARTS:
            parts = _among(press.values, hours.PARTS, least=1)
            await self._alerts.save(replace(alert, parts=parts), "parts", "locale")
        else:
            [most] = _among(press.values, [str(n) for n in OFTEN], least=1, most=1)
            await self._alerts.save(replace(alert, most=int(most)), "most", "locale")
        await self.show(answer)

    async def _want(self, alert: Alert, games: tuple[str, ...]) -> None:
        """Store for which games a person wants to be told; the first time, show them where."""
        first = games and (not alert.games or alert.shut)
        # Who wants nothing any more is not shown where it would have come.
        alert = replace(alert, games=games, greeting=alert.greeting if games else "")
        if first:
            await self._host.admission.admit(alert.guild, alert.user)
            alert = replace(alert, shut=False, greeting=secrets.token_hex(8))
        await self._alerts.save(alert, "games", "shut", "greeting", "locale")
        if first:
            await self._whispers.greet(alert)

    async def end(self, answer: Answer, press: Press) -> None:
        """Tell the person who pressed this no more of a server's tables."""
        [guild] = ids_of([press.args])
        await self._stop(answer, "company.alert.ended", partial(self._alerts.drop, guild))

    async def _told(self, answer: Answer) -> page_of.Told:
        """Return when and how a person is called to tables of this server."""
        habit, channel = await self._habits.of(answer.user), answer.interaction.channel_id or 0
        locale = str(answer.interaction.locale)
        zone, begin, end = self._host.habits.quiet(answer.guild, channel, habit, locale)
        vacation = await self._host.vacations.of(answer.user)
        told = page_of.Told(zone, (begin, end), habit.called, habit.direct, roundup=habit.roundup)
        if vacation is None:
            return told
        words = answer.words
        left = [_typed(day, words) for day in days_left(vacation, zone)]
        return replace(told, vacation=(vacation.begin, vacation.until), days=left)

    async def switch(self, answer: Answer, press: Press) -> None:
        """Let a person be called from now on or no more, or told by direct message as well."""
        if press.args not in ("0", "1"):
            raise Malformed("error.malformed")
        name = "called" if press.verb == page_of.CALLED else "direct"
        await self._change(answer, **{name: press.args == "1"})
        await self.show(answer)

    async def stop_direct(self, answer: Answer, press: Press) -> None:
        """Tell the person who pressed this of no turn of theirs by direct message any more."""
        await self._stop(answer, "company.turn.ended", self._habits.stop_direct)

    async def choose_roundup(self, answer: Answer, press: Press) -> None:
        """Let a person be told once a day at this hour, where they live by now; or no more."""
        [hour] = _among(press.values, [page_of.NEVER, *map(str, range(HOURS))], least=1, most=1)
        roundup = None if hour == page_of.NEVER else int(hour)
        await self._change(answer, roundup=roundup, zone=(await self._told(answer)).zone)
        await self.show(answer)

    async def stop_roundup(self, answer: Answer, press: Press) -> None:
        """Let the person who pressed this be called to each table again."""
        await self._stop(answer, "company.roundup.ended", self._habits.stop_roundup)
        with aside():
            await self._host.call_anew(answer.user)

    async def _stop(
        self, answer: Answer, key: str, stop: Callable[[int, Leftover], Awaitable[None]]
    ) -> None:
        """Tell a person no more of something; the message by which they ended it then says so."""
        pressed, user = answer.interaction.message, answer.user
        if answer.guild or pressed is None:
            raise Refusal("error.stray")  # no letter, and what all see is not to say that
        await answer.acknowledge()
        says = answer.words.named(key)
        left = Leftover(pressed.id, answer.guild, pressed.channel.id, user, says)
        await stop(user, left)
        self._leftovers.ask(left)

    async def _change(self, answer: Answer, **changes: Any) -> None:
        changes["locale"] = str(answer.interaction.locale)
        await self._habits.save(Habit(answer.user, **changes), *changes)
        with aside():
            await self._host.call_anew(answer.user)

    async def ask_times(self, answer: Answer, press: Press) -> None:
        """Open the modal that asks for the time zone and the quiet hours; the button carries what
        holds, as a modal cannot wait for the store."""
        words = answer.words
        held = press.args.split(",") if press.args.count(",") == 2 else ("", "", "")
        asked = [
            Field(
                name,
                words.named(f"company.times.{name}"),
                most,
                hint=words.named(f"company.times.{name}.hint"),
                value=value[:most],
                required=True,
            )
            for (name, most), value in zip(FIELDS.items(), held, strict=True)
        ]
        await ask(answer, MODAL, words.named("company.times.title"), asked)

    async def ask_vacation(self, answer: Answer, press: Press) -> None:
        """Open the modal that asks for the days of a vacation; the button carries those that are
        left of one."""
        words = answer.words
        held = press.args.split(",") if press.args.count(",") == 1 else ("", "")
        asked = [
            Field(
                name,
                words.named(f"company.vacation.{name}"),
                LONGEST,
                hint=words.named(f"company.vacation.{name}.hint"),
                value=value[:LONGEST],
            )
            for name, value in zip(DAYS, held, strict=True)
        ]
        await ask(answer, AWAY, words.named("company.vacation.title"), asked)

    async def submit_vacation(self, answer: Answer) -> None:
        """Let a person be on vacation on the days that were typed, where they live by now; on none,
        where none were."""
        typed, user = dict(fields(answer.interaction.data)), answer.user
        if set(typed) != set(DAYS):
            raise Malformed("error.malformed")
        first, last = (typed[name].strip() for name in DAYS)
        if first or last:
            told = await self._told(answer)
            await self._host.vacations.take(user, first or last, last or first, told.zone)
            # Read elsewhere, the same days would be others, and more.
            await self._change(answer, zone=told.zone)
        else:
            await self._host.vacations.end(user)
        await self.show(answer)

    async def submit_times(self, answer: Answer) -> None:
        """Take over the time zone and the quiet hours that were typed."""
        typed = dict(fields(answer.interaction.data))
        if set(typed) != set(FIELDS):
            raise Malformed("error.malformed")
        zone = await hours.found(typed["zone"])
        begin, end = _hour(typed["from"]), _hour(typed["to"])
        await self._change(answer, zone=zone, quiet_from=begin, quiet_to=end)
        await self.show(answer)

    async def _alert(self, answer: Answer) -> Alert:
        """Return what is stored of a person's wishes on this server, or what they begin with."""
        guild, user, locale = answer.guild, answer.user, str(answer.interaction.locale)
        if not guild:
            raise Refusal("error.no_channel")
        stored = await self._alerts.get(guild, user)
        begin = Alert(guild, user, (), ("afternoon", "evening"), 2, locale)
        return replace(stored or begin, locale=locale)

    def _offered(self, guild: int) -> list[str]:
        """Return the games that are played on a server."""
        settled = self._host.servers.of(guild).games
        return [game for game in self._host.games if not settled or game in settled]


def _among(
    values: Sequence[str], offered: Collection[str], least: int = 0, most: int = 25
) -> tuple[str, ...]:
    """Return what was chosen; raise Malformed for what is not offered."""
    if not (least <= len(values) <= most and set(values) <= set(offered)):
        raise Malformed("error.malformed")
    return tuple(values)


def _typed(day: date, words: Words) -> str:
    """Return a day as people who read these words type it."""
    parts = {"day": f"{day:%d}", "month": f"{day:%m}", "year": f"{day:%Y}"}
    return words.named("company.vacation.typed", **parts)


def _hour(text: str) -> int:
    """Return the hour that was typed; raise Refusal."""
    hour = text.strip().removesuffix(":00")
    if not (hour.isascii() and hour.isdecimal() and int(hour) <= HOURS):
        raise Refusal("company.hour", text=text)
    return int(hour) % HOURS
