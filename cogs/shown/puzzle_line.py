"""The line on the puzzle of the day, in the channels whose staff wants it: one a day, quiet."""

from __future__ import annotations

import logging
import time
from functools import partial
from hashlib import blake2b

import discord

from cogs.gate.custom_id import custom_ids
from cogs.line.allowance import Place
from cogs.line.messages import controls
from cogs.line.outbox import Outbox
from cogs.line.reach import Reach
from cogs.line.unreachable import forbidden, unreachable
from cogs.shown.pages import Pages
from cogs.shown.trials import Trial
from screens.frame import puzzle as frame
from storage.settings import Settings
from tables import hours
from tables.puzzles.puzzles import Puzzle, Puzzles, day_of
from tables.servers import Servers

log = logging.getLogger(__name__)

PLACE = "puzzle"
"""What stands in the place of a table's id in the controls of puzzles."""
LINE = "puzzle"
"""The kind of what posts the line, in the outbox."""
TOLD = "puzzle"
"""The key, in the store, of the last day of which a server was told."""


class PuzzleLine:
    """Tells each server once a day, after its quiet hours."""

    def __init__(
        self,
        client: Reach,
        settings: Settings,
        servers: Servers,
        puzzles: Puzzles,
        pages: Pages,
        outbox: Outbox,
    ) -> None:
        self._client, self._settings, self._servers = client, settings, servers
        self._puzzles, self._pages, self._outbox = puzzles, pages, outbox
        self._posted: dict[int, int] = {}
        """By server the last day of which it is known here that it was told: what only could not be
        noted is not posted again."""

    async def sweep(self) -> None:
        """Have the line posted wherever it is due."""
        now = time.time()
        day = day_of(now)
        due = [
            guild
            for guild in self._servers.settled
            if self._posted.get(guild) != day and self._due(guild, now)
        ]
        if not due or await self._puzzles.of(day) is None:
            return
        told = await self._settings.every(TOLD)
        for guild in due:
            if told.get(guild) == str(day):
                self._posted[guild] = day
            else:
                channel = self._servers.of(guild).puzzles
                self._outbox.ask((LINE, str(guild), channel), partial(self._tell, guild, channel))

    async def allowed(self, guild: int) -> None:
        """Try again what Discord has forbidden in a server: what the bot may do has changed."""
        self._outbox.wake(str(guild), (LINE,))

    def _due(self, guild: int, now: float) -> bool:
        """Return whether a server of this process wants a line, and has no quiet hours now."""
        house = self._servers.of(guild)
        if house.puzzles is None or self._client.get_guild(guild) is None:
            return False
        spoken = house.language or self._servers.spoken(guild, house.puzzles)
        zone = house.zone or hours.usual(spoken)
        return hours.awake(now, zone, house.quiet_from, house.quiet_to) <= now

    async def _tell(self, guild: int, channel: int | None) -> None:
        """Post the line of the day in this channel, unless it is night by now or staff has chosen
        another, and note that."""
        now = time.time()
        day, chosen = day_of(now), self._servers.of(guild).puzzles
        if self._posted.get(guild) != day:
            puzzle = await self._puzzles.of(day)
            if channel is None or chosen != channel or puzzle is None or not self._due(guild, now):
                return
            await self._post(guild, channel, puzzle)
            self._posted[guild] = day
        await self._settings.set(guild, TOLD, str(day))

    async def _post(self, guild: int, channel: int, puzzle: Puzzle) -> None:
        words = self._pages.words_of(guild, channel)
        trial = Trial.of(puzzle.position, self._pages.screens, words)
        page = frame.line(trial.screen, trial.stage, words)
        nonce = blake2b(f"puzzle{puzzle.day}.{guild}".encode(), digest_size=10).hexdigest()
        try:
            async with self._client.at(Place(guild, channel)) as there:
                view = controls(page, custom_ids(PLACE, puzzle.number))
                await there.send(page.text, view=view, silent=True, nonce=nonce)
        except discord.HTTPException as refused:
            if unreachable(refused) or forbidden(refused):
                raise
            log.info("the puzzle's line was not posted: %s", refused)
