"""Controls and modals as Discord finds them again: by their custom_id, also after a restart."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import InteractionType
from discord.ext import commands

from cogs.gate.answer import Answer
from cogs.gate.custom_id import TEMPLATE, Press
from cogs.gate.errors import guarded
from cogs.gate.staff_controls import TEMPLATE as OF_SERVER
from cogs.presses.dispatch import Dispatch
from cogs.presses.lessons import LessonPresses
from cogs.presses.staff import StaffPresses
from cogs.shown.lessons import TEMPLATE as OF_LESSON
from engine.errors import Malformed
from tables.room.refusal import Refusal

LONGEST = 100
"""Characters of a select's value, as Discord has it."""

Submit: TypeAlias = Callable[[Answer], Awaitable[None]]
"""Takes in what somebody wrote into a modal."""
_Carry: TypeAlias = Callable[[Answer, re.Match[str], tuple[str, ...]], Awaitable[None]]


class Controls(commands.Cog):
    """Hands on what was pressed or typed, and refuses what is not the bot's, or no longer.

    The library's own way makes a view of the whole message for every press.
    """

    def __init__(
        self,
        dispatch: Dispatch,
        lessons: LessonPresses,
        staff: StaffPresses,
        modals: Mapping[str, Submit],
    ) -> None:
        """`modals`: what takes each over, by how its custom_id begins."""
        self._dispatch, self._lessons, self._staff = dispatch, lessons, staff
        self._modals = modals
        self._kinds: Mapping[re.Pattern[str], _Carry] = {
            re.compile(TEMPLATE): self._at_table,
            re.compile(OF_LESSON): self._in_lesson,
            re.compile(OF_SERVER): self._in_server,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out what was pressed, or take in what was typed."""
        works = {
            InteractionType.component: self._pressed,
            InteractionType.modal_submit: self._typed,
        }
        if work := works.get(interaction.type):
            await guarded(interaction, work)

    async def _pressed(self, answer: Answer) -> None:
        data: Any = answer.interaction.data
        values = tuple(data.get("values", ()))
        for template, carry_out in self._kinds.items():
            if match := template.fullmatch(data["custom_id"]):
                if not all(value.isascii() and len(value) <= LONGEST for value in values):
                    raise Malformed("error.malformed")  # nothing that is offered
                await carry_out(answer, match, values)
                return
        raise Refusal("error.stray")  # of another version, or invented

    async def _typed(self, answer: Answer) -> None:
        data: Any = answer.interaction.data
        for begins, submit in self._modals.items():
            if data["custom_id"].startswith(begins):
                await submit(answer)
                return
        raise Refusal("error.stray")

    async def _at_table(
        self, answer: Answer, match: re.Match[str], values: tuple[str, ...]
    ) -> None:
        table, token, verb, args = match.group("table", "token", "verb", "args")
        await self._dispatch.press(answer, Press(table, int(token), verb, args, values))

    async def _in_lesson(
        self, answer: Answer, match: re.Match[str], values: tuple[str, ...]
    ) -> None:
        game, token, verb, args = match.group("game", "token", "verb", "args")
        await self._lessons.press(answer, game, Press("", int(token), verb, args, values))

    async def _in_server(
        self, answer: Answer, match: re.Match[str], values: tuple[str, ...]
    ) -> None:
        verb, args = match.group("verb", "args")
        await self._staff.press(answer, verb, args, values)
