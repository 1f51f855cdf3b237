"""A table in another channel of another server, which no trouble elsewhere may delay."""

from __future__ import annotations

import asyncio
from typing import Any

from playground.world.world import World
from tests.cogs.party import Party, controls, moves, verbs
from tests.cogs.stopwatch import Stopwatch

LATE = 2.0
"""Seconds after a move within which the board shows it, those without a core left out."""
PEOPLE = ("Eva", "Finn", "Gül")
STEP = 0.02
"""Seconds between two looks."""


class Healthy:
    """A game of three people next door, and whether its board is in time."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self.by_load = 0
        """How often it was late, but not longer than for want of a core."""

    @classmethod
    async def begun(cls, world: World) -> Healthy:
        """Begin a game in a server of its own."""
        guild = world.add_guild("Nebenan")
        for name in PEOPLE:
            world.moderation.join(world.person(name).id, guild)
        world.moderation.invite_bot(guild)
        healthy = cls(Party(world, world.add_channel("nebenan", guild).id))
        await healthy._party.command(PEOPLE[0], "play", game="meistercoup")
        await healthy._sit_down()
        return healthy

    async def late(self, *pids: int) -> list[str]:
        """Let somebody move; return by how much the board shows it too late, if it does.

        `pids` are the bot's processes, where they are not this one.
        """
        await self._ready()
        before, watch = self._shown(), Stopwatch(*pids)
        while self._shown() == before and watch.own < 5 * LATE:
            for name in PEOPLE:
                await self._press(name)
            await asyncio.sleep(STEP)
        if watch.own > LATE:
            return [f"next door late: {watch}"]
        self.by_load += watch.seconds > LATE
        return []

    async def _ready(self) -> None:
        """See that a game runs and that every panel is up to date."""
        if verbs(self._board(), "again"):
            await self._party.press(PEOPLE[0], self._board(), "again")
            await self._sit_down()
        for name in PEOPLE:
            await self._party.press(name, self._board(), "seat")

    async def _sit_down(self) -> None:
        await self._party.until(lambda: verbs(self._board(), "join"))
        for name in PEOPLE[1:]:
            await self._party.press(name, self._board(), "join")
        await self._party.press(PEOPLE[0], self._board(), "start")
        await self._party.until(lambda: verbs(self._board(), "seat"))

    def _board(self) -> Any:
        return self._party.board(PEOPLE[0])

    def _shown(self) -> object:
        board = self._board()
        return board["id"], board["embeds"], [each["id"] for each in board["attachments"]]

    async def _press(self, name: str) -> None:
        """Let a person use their first control, if they have one."""
        panel, world = self._party.panel(name), self._party.world
        if not (offered := moves(panel)):
            return
        person = world.person(name).id
        control = next(c for c in controls(panel) if c["custom_id"] == offered[0])
        if options := control.get("options"):
            values = [option["value"] for option in options[: control["min_values"]]]
            await world.select(person, panel["id"], offered[0], values)
        else:
            await world.press(person, panel["id"], offered[0])
