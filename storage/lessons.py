"""How far people are in the lessons of the games."""

from __future__ import annotations

from dataclasses import dataclass

from storage import sql
from storage.part import Part
from storage.sql import Statement

_BEGIN = """
INSERT INTO lessons ("user", game, place, count, finished) VALUES (?, ?, '', 0, 0)
ON CONFLICT ("user", game) DO NOTHING"""
_GO = """
UPDATE lessons SET place = ?, count = count + 1,
finished = CASE WHEN ? = 1 THEN 1 ELSE finished END
WHERE "user" = ? AND game = ? AND count = ?"""
_WENT = 'SELECT 1 FROM lessons WHERE "user" = ? AND game = ? AND count = ? AND place = ?'
_DONE = """
SELECT 1 FROM lessons WHERE "user" = ? AND game = ? AND finished = 1 UNION ALL
SELECT 1 FROM results WHERE "user" = ? AND game = ? AND completed = 1 LIMIT 1"""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where somebody is in a lesson."""

    place: str = ""
    """As the lesson writes it; empty before its first answer."""
    count: int = 0
    """How many answers were stored: what a control of the newest question carries."""


class Lessons(Part):
    """Progress by person and game."""

    async def of(self, user: int, game: str) -> Progress:
        """Return where a person is in a game's lesson; at the beginning where nothing is stored."""
        query = 'SELECT place, count FROM lessons WHERE "user" = ? AND game = ?'
        rows = await self._read(query, user, game)
        return Progress(*rows[0]) if rows else Progress()

    async def go(self, user: int, game: str, count: int, place: str, finished: bool) -> None:
        """Store where the answer to question `count` has led; raise Conflict where that question
        is answered already. Whoever has finished once has finished."""
        begin = [Statement(_BEGIN, (user, game))] if not count else []
        went = Statement(_WENT, (user, game, count + 1, place))
        go = sql.change(_GO, (place, int(finished), user, game, count))
        await self._write_surely(went, *begin, go)

    async def known(self, user: int, game: str) -> bool:
        """Tell whether a person has played a game to the end, or its lesson."""
        return bool(await self._read(_DONE, user, game, user, game))
