"""Who is to be told of a new lobby: who wants that, may sit there, and was not told much lately."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence

from engine.contract import AnyGame
from storage.people import Alert
from storage.records import Table
from storage.store import Store
from tables import hours
from tables.habits import Habits
from tables.lobby.admission import Admission
from tables.members import Members
from tables.servers import DAY

FRESH = 30 * 60.0
"""Seconds for which people are told of a lobby."""
APART = 3600.0
"""Seconds between two messages to one person, on whatever server."""
AT_ONCE = 24
"""People who are told of one lobby, in all; those first who were told longest ago."""
OFTEN = (1, 2, 3, 5)
"""How often a day somebody may want to be told."""


class Alerting:
    """Chooses whom to tell of lobbies."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        admission: Admission,
        habits: Habits,
        members: Members,
    ) -> None:
        self._alerts, self._zones_of = store.alerts, store.habits.zones
        self._games, self._admission = games, admission
        self._habits, self._members = habits, members

    def told(self, table: Table) -> bool:
        """Return whether people are told of a table now: a lobby that anybody may join."""
        fresh = table.status == "lobby" and time.time() - table.created <= FRESH
        free = max(self._games[table.game].seat_counts) - len(table.players)
        return fresh and free > 0 and not table.private

    async def due(self, table: Table) -> Collection[int]:
        """Return who is to be told of a table now, and was not told of it."""
        told = await self._alerts.told_of(table.id)
        if not self.told(table) or len(told) >= AT_ONCE:
            return []
        known = {*table.users, *told}
        alerts = await self._alerts.of(table.guild)
        wanted = [a for a in alerts if table.game in a.games and a.user not in known]
        users = await self._timely(table.channel, wanted, time.time())
        refusals = await self._admission.refusals(table, users)
        users = [user for user in users if user not in refusals]
        most = AT_ONCE - len(told)
        return await self._members.seeing(table.guild, table.channel, users, most) if users else []

    async def _timely(self, channel: int, alerts: Sequence[Alert], now: float) -> list[int]:
        """Return those at whose part of the day it is, and who were not told too often; who was
        told longest ago comes first."""
        users = [alert.user for alert in alerts]
        zones = await self._zones_of(users)
        # Later than in a day nobody was told but by a clock that was wrong.
        told = await self._alerts.told(users, now - DAY, now + DAY)
        timely = [
            alert
            for alert in alerts
            if self._part(channel, alert, zones.get(alert.user, ""), now) in alert.parts
            and len(told[alert.user]) < alert.most
            and max(told[alert.user], default=0.0) <= now - APART
        ]
        users = [alert.user for alert in timely]
        return sorted(users, key=lambda user: max(told[user], default=0.0))

    def _part(self, channel: int, alert: Alert, said: str, now: float) -> str:
        """Return which part of the day it is where a person lives, as the page tells them."""
        return hours.part_of(now, self._habits.zone(alert.guild, channel, said, alert.locale))
