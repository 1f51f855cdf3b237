"""What people do with games that are agreed for a time: call them, come to them, change them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

import discord

from cogs.gate.answer import Answer
from cogs.gate.authority import staff_of
from cogs.gate.custom_id import Press
from cogs.gate.here import demand_here
from cogs.gate.modals import Field, ask, typed
from cogs.gate.permissions import check_permissions
from cogs.gate.wish import wish_of
from cogs.shown.meetings import MeetingPosts
from cogs.shown.painted import show_page
from engine.errors import Malformed
from screens.frame import meeting as page_of
from screens.page import Page
from screens.texts import Words
from screens.wording import countdown
from storage.meetings import Meeting
from tables.host import Host
from tables.meetings import course, when
from tables.meetings.meetings import Doing
from tables.meetings.when import When
from tables.room.refusal import Refusal
from tables.staff import cases
from tables.staff.rank import Person

MODAL = "meeting:"
"""How the modal's custom_id begins; the meeting and the interaction that opened it follow."""
LONGEST = 80
"""Characters of a time as it is typed."""

Verb: TypeAlias = Callable[[Answer, str, str], Awaitable[None]]
"""Carries out a press with the meeting's id and what follows it."""
Asking: TypeAlias = Callable[[page_of.Meeting, Words], Page]
"""Makes a private page of a meeting."""


class MeetingPresses:
    """Carries out the command and the presses of meetings."""

    def __init__(self, host: Host, posts: MeetingPosts) -> None:
        self._host, self._meetings, self._posts = host, host.meetings, posts
        self.verbs: Mapping[str, Verb] = {
            page_of.SEAT: self._seat,
            page_of.MAYBE: self._maybe,
            page_of.AWAY: self._away,
            page_of.CHANGE: partial(self._ask, page_of.changing),
            page_of.MOVE: self._ask_when,
            page_of.WEEKLY: self._weekly,
            page_of.CANCEL: partial(self._ask, page_of.sure),
            page_of.SURE: self._cancel,
            page_of.HERE: self._here,
            page_of.FREE: partial(self._replace, False),
            page_of.FILL: partial(self._replace, True),
        }

    async def agree(self, answer: Answer, game: str, said: str, seats: int | None) -> None:
        """Call a meeting in this channel; raise Refusal."""
        interaction, words = answer.interaction, answer.words
        if not answer.guild or interaction.channel_id is None:
            raise Refusal("error.no_channel")
        await check_permissions(interaction, False, words)
        zone = await self._zone(answer)
        meant = await self._read(interaction, said, zone)
        person, locale = interaction.user, str(interaction.locale)
        wish = wish_of(interaction, game)
        meeting = await self._meetings.agree(
            wish, person.display_name, meant, seats, zone, locale, _lists(interaction)
        )
        title = words.within(game)("title")
        made = words.named("meeting.made", game=title, **_told(meeting))
        await answer.say(f"{made}{_read_in(zone, meant, words)}")

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out one press; raise Refusal when it is not possible."""
        id, _, rest = press.args.partition(".")
        demand_here(answer, await self._meetings.get(id, answer.guild))
        await self.verbs[press.verb](answer, id, rest)

    async def noted(self, answer: Answer, table: str) -> bool:
        """Tell who sits at a date's table and presses once more to sit down that they are noted as
        there, and let them choose for the absent where they do; return whether there is a date."""
        meeting = await self._meetings.gathered(table, answer.user)
        if meeting is None:
            return False
        chooses = course.decides(meeting, answer.user)
        await show_page(answer, page_of.noted(self._posts.page(meeting, ""), chooses, answer.words))
        return True

    async def submit(self, answer: Answer) -> None:
        """Move a meeting to the time that was typed."""
        data: Any = answer.interaction.data
        _, id, *_ = f"{data['custom_id']}::".split(":")
        meeting, actor = await self._own(answer, id)
        demand_here(answer, meeting)
        zone = await self._zone(answer)
        meant = await self._read(answer.interaction, typed(data), zone)
        by, guild = answer.user, meeting.guild
        # What a clock elsewhere is to show says nothing about those in the meeting's zone.
        wall = meant.wall if zone == meeting.zone else ""
        move = partial(course.move, by=by, at=meant.at, now=time.time(), wall=wall)
        doing = _doing(actor, "date_move", to=meant.at)
        moved = await self._meetings.change(id, guild, move, doing)
        said = answer.words.named("meeting.moved", **_told(moved))
        said += _read_in(zone, meant, answer.words)
        await answer.replace(said)

    async def _seat(self, answer: Answer, id: str, rest: str) -> None:
        person = answer.interaction.user
        await self._meetings.seat(id, answer.guild, person.id, person.display_name)
        await answer.acknowledge()

    async def _maybe(self, answer: Answer, id: str, rest: str) -> None:
        person = answer.interaction.user
        await self._host.admission.admit(answer.guild, person.id)
        come = partial(course.come, user=person.id, name=person.display_name, coming="maybe")
        await self._meetings.change(id, answer.guild, come)
        await answer.acknowledge()

    async def _away(self, answer: Answer, id: str, rest: str) -> None:
        away = partial(course.stay_away, user=answer.user)
        await self._meetings.change(id, answer.guild, away)
        await answer.acknowledge()

    async def _here(self, answer: Answer, id: str, rest: str) -> None:
        await self._meetings.appear(id, answer.guild, answer.user)
        await answer.acknowledge()

    async def _replace(self, computers: bool, answer: Answer, id: str, rest: str) -> None:
        await self._meetings.replace(id, answer.guild, answer.user, computers)
        if answer.on_panel:
            await answer.replace(answer.words.named("meeting.chosen"))
        else:
            await answer.acknowledge()

    async def _ask(self, asking: Asking, answer: Answer, id: str, rest: str) -> None:
        """Answer with a page of what may be changed, or whether it really is to be."""
        meeting, _ = await self._own(answer, id)
        course.planned(meeting)
        words = answer.words
        page = asking(self._posts.page(meeting, ""), words)
        await show_page(answer, page)

    async def _weekly(self, answer: Answer, id: str, rest: str) -> None:
        if rest not in ("0", "1"):
            raise Malformed("error.malformed")
        (meeting, actor), weekly = await self._own(answer, id), rest == "1"
        doing = _doing(actor, "date_weekly" if weekly else "date_once")
        await self._meetings.change(id, meeting.guild, lambda m: course.repeat(m, weekly), doing)
        await self._ask(page_of.changing, answer, id, "")

    async def _cancel(self, answer: Answer, id: str, rest: str) -> None:
        (meeting, actor), by = await self._own(answer, id), answer.user
        await self._meetings.change(
            id,
            meeting.guild,
            lambda m: course.cancel(m, by, time.time()),
            _doing(actor, "date_cancel"),
        )
        await answer.replace(answer.words.named("meeting.cancelled"))

    async def _ask_when(self, answer: Answer, id: str, rest: str) -> None:
        """Open the modal that asks for another time."""
        meeting, _ = await self._own(answer, id)
        course.planned(meeting)
        words = answer.words
        label, hint = words.named("meeting.move.label"), words.named("meeting.move.hint")
        field = Field("when", label, LONGEST, hint=hint, required=True)
        await ask(answer, f"{MODAL}{id}:", words.named("meeting.move.title"), [field])

    async def _own(self, answer: Answer, id: str) -> tuple[Meeting, Person | None]:
        """Return a meeting that this person may change, and who they are where they do so as
        staff; raise Refusal."""
        meeting = await self._meetings.get(id, answer.guild)
        if meeting.host == answer.user:
            await self._host.admission.admit(meeting.guild, meeting.host)
            return meeting, None
        try:
            return meeting, staff_of(answer.interaction, self._host.servers)
        except Refusal as nobody:
            raise Refusal("meeting.not_yours") from nobody

    async def _zone(self, answer: Answer) -> str:
        """Return the time zone in which a person writes."""
        habit = await self._host.habits.of(answer.user)
        channel = answer.interaction.channel_id or 0
        locale = habit.locale or str(answer.interaction.locale)
        return self._host.habits.zone(answer.guild, channel, habit.zone, locale)

    async def _read(self, interaction: discord.Interaction[Any], said: str, zone: str) -> When:
        """Return the moment that a person means; raise Refusal."""
        # Beside the loop: what reads it is large, and imported the first time.
        locale = str(interaction.locale)
        return await asyncio.to_thread(when.read, said[:LONGEST], time.time(), zone, locale)


def examples(words: Words, said: str) -> list[str]:
    """Return how times may be written, as far as that begins like what is typed."""
    every = [words.named(f"meeting.example.{n}") for n in range(1, 6)]
    return [text for text in every if text.casefold().startswith(said.casefold())]


def _doing(actor: Person | None, action: str, **detail: Any) -> Doing | None:
    """Return what makes the case of what staff does to a meeting; None where its host does it."""
    return partial(cases.to_date, actor=actor, action=action, **detail) if actor else None


def _lists(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot may make events on this server that members see."""
    return bool(interaction.app_permissions.create_events)


def _told(meeting: Meeting) -> dict[str, str]:
    return {"at": page_of.moment(meeting.at), "left": countdown(meeting.at)}


def _read_in(zone: str, meant: When, words: Words) -> str:
    """Return what follows a time that was read in a time zone; a span is the same in each."""
    return " " + words.named("meeting.read", zone=zone) if meant.wall else ""
