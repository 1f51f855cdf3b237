"""The settings of servers and the bot's own."""

from __future__ import annotations

from storage.cases import Case, recording
from storage.errors import Conflict
from storage.part import Part
from storage.shown import outdated
from storage.sql import Statement, change

SAVE = """
INSERT INTO settings (guild, key, value) VALUES (?, ?, ?)
ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value"""
DROP = "DELETE FROM settings WHERE guild = ? AND key = ?"
_SET = "SELECT 1 FROM settings WHERE guild = ? AND key = ? AND value = ?"
_GONE = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM settings WHERE guild = ? AND key = ?)"

SWAP = """
INSERT INTO settings (guild, key, value) VALUES (0, ?, ?)
ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value WHERE settings.value = ?"""
"""Sets one of the bot's own settings, if it is still what it was read as."""
SANE = 3600.0
"""Seconds; a turn that is further away was taken by a clock that was wrong."""


class Settings(Part):
    """Texts by server and key; guild 0 holds the bot's own."""

    async def get(self, guild: int, key: str) -> str | None:
        """Return a server's setting, or None."""
        query = "SELECT value FROM settings WHERE guild = ? AND key = ?"
        return await self._value(query, guild, key)

    async def every(self, key: str) -> dict[int, str]:
        """Return what each server, that has any, has for a key."""
        rows = await self._read("SELECT guild, value FROM settings WHERE key = ?", key)
        return dict(rows)

    async def own(self, prefix: str) -> list[str]:
        """Return the keys of the bot's own settings that begin with these letters and dots."""
        query = "SELECT key FROM settings WHERE guild = 0 AND key LIKE ? ORDER BY key"
        return await self._column(query, f"{prefix}%")

    async def set(
        self,
        guild: int,
        key: str,
        value: str | None,
        case: Case | None = None,
        readdressed: bool = False,
    ) -> None:
        """Store a server's setting, None removes it, with the case of who changed it; where its
        channels are `readdressed` by that, what goes on there is owed."""
        drop, save = Statement(DROP, (guild, key)), Statement(SAVE, (guild, key, value))
        sign = Statement(_GONE, (guild, key)) if value is None else Statement(_SET, save.values)
        further = [*recording(case), *(outdated(guild) if readdressed else ())]
        await self._write_surely(sign, drop if value is None else save, *further)

    async def turn(self, key: str, now: float, apart: float) -> float:
        """Take the next turn that all processes have at something, so many seconds apart; return
        the seconds until then.
        """
        while True:
            before = await self.get(0, key) or "0"
            mine = float(before) if now < float(before) < now + SANE else now
            try:
                await self._write(change(SWAP, (key, str(mine + apart), before)))
                return mine - now
            except Conflict:
                continue  # another process took it
