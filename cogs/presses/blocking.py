"""What a person does to the private list of those with whom they do not play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, ids_of
from cogs.shown.painted import show_page
from screens.frame import blocking
from storage.manners import Manners
from tables.room.locks import Locks
from tables.room.refusal import Refusal


class Blocking:
    """Shows and changes the list."""

    def __init__(self, manners: Manners) -> None:
        self._manners = manners
        self._lock = Locks[int]()
        """By person: what is changed at once is changed one after another."""

    async def add(self, answer: Answer, person: discord.User | discord.Member | None) -> None:
        """Add a person to the list, if one is named, and show it."""
        if person is not None:
            async with self._lock(answer.user):
                await self._add(answer, person)
        await self._show(answer)

    async def _add(self, answer: Answer, person: discord.User | discord.Member) -> None:
        blocked = await self._blocked(answer)
        if person.bot:
            raise Refusal("manners.block.bot")
        if person.id not in blocked and len(blocked) >= blocking.MOST:
            raise Refusal("manners.block.full", most=blocking.MOST)
        await self._settle(answer, [*blocked, person.id])

    async def choose(self, answer: Answer, press: Press) -> None:
        """Take over what was chosen from the list's select; where the list was another than was
        shown, as on an older page, who was not there would be let go unseen: show it anew."""
        users = ids_of(press.values)
        data: Any = answer.interaction.data
        named = data.get("resolved", {}).get("users", {})
        people = [user for user in users if not named.get(str(user), {}).get("bot")]
        async with self._lock(answer.user):
            changed = press.args != blocking.sign(await self._blocked(answer))
            if not changed:
                await self._settle(answer, people[: blocking.MOST])
        await self._show(answer, changed)

    async def _blocked(self, answer: Answer) -> Sequence[int]:
        return await self._manners.blocked(answer.user)

    async def _settle(self, answer: Answer, users: Sequence[int]) -> None:
        if answer.user in users:
            raise Refusal("manners.block.yourself")
        await self._manners.block(answer.user, set(users), time.time())

    async def _show(self, answer: Answer, changed: bool = False) -> None:
        page = blocking.blocking(await self._blocked(answer), answer.words, changed)
        await show_page(answer, page)
