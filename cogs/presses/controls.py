"""Controls and modals as Discord finds them again: by their custom_id, also after a restart."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import InteractionType
from discord.ext import commands

from cogs.gate.answer import Answer
from cogs.gate.custom_id import OF_SERVER, TEMPLATE, Press
from cogs.gate.errors import guarded
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
        self._modals = modals
        self._kinds: Mapping[re.Pattern[str], Dispatch | LessonPresses | StaffPresses] = {
            re.compile(TEMPLATE): dispatch,
            re.compile(OF_LESSON): lessons,
            re.compile(OF_SERVER): staff,
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
        for template, presses in self._kinds.items():
            if found := template.fullmatch(data["custom_id"]):
                if not all(value.isascii() and len(value) <= LONGEST for value in values):
                    raise Malformed("error.malformed")  # nothing that is offered
                part = {"table": "", "token": "0", **found.groupdict()}
                token = int(part.pop("token"))
                await presses.press(answer, Press(token=token, values=values, **part))
                return
        raise Refusal("error.stray")  # of another version, or invented

    async def _typed(self, answer: Answer) -> None:
        data: Any = answer.interaction.data
        for begins, submit in self._modals.items():
            if data["custom_id"].startswith(begins):
                await submit(answer)
                return
        raise Refusal("error.stray")
