"""When people may be called to their tables: not in their quiet hours, nor where they want none."""

from __future__ import annotations

from storage.habits import Habits as Stored
from storage.people import Habit
from storage.records import Table
from tables import hours
from tables.servers import Servers


class Habits:
    """Knows when people want to be left in peace."""

    def __init__(self, kept: Stored, servers: Servers) -> None:
        self._kept, self._servers = kept, servers

    async def of(self, user: int) -> Habit:
        """Return when and how a person wants to be called."""
        return await self._kept.of(user)

    def awake(self, table: Table, habit: Habit, now: float) -> float:
        """Return when a person may next be called to a table: now, or once their quiet hours are
        over."""
        return hours.awake(now, *self.quiet(table.guild, table.channel, habit))

    def quiet(
        self, guild: int, channel: int, habit: Habit, locale: str = ""
    ) -> tuple[str, int, int]:
        """Return a person's time zone, and from which hour until which they are left in peace;
        what they have not said holds as on the server, and where nobody there has said what they
        speak, as for this locale."""
        house = self._servers.of(guild)
        begin = house.quiet_from if habit.quiet_from is None else habit.quiet_from
        end = house.quiet_to if habit.quiet_to is None else habit.quiet_to
        return self.zone(guild, channel, habit.zone, habit.locale or locale), begin, end

    def zone(self, guild: int, channel: int, said: str, locale: str) -> str:
        """Return the time zone that somebody has said, else the server's, else what is usual where
        people speak as in this channel; where nobody has said how, as in this locale."""
        house = self._servers.of(guild)
        spoken = house.language or self._servers.spoken(guild, channel)
        return said or house.zone or hours.usual(spoken or locale)
