"""Who is to be told of a new lobby: who wants that, may sit there, and was not told much lately."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from engine.contract import AnyGame
from storage.people import Alert
from storage.records import Table
from storage.store import Store
from tables import hours
from tables.lobby.admission import Admission
from tables.room.refusal import Refusal
from tables.servers import DAY

FRESH = 30 * 60.0
"""Seconds for which people are told of a lobby."""
APART = 3600.0
"""Seconds between two messages to one person, on whatever server."""
AT_ONCE = 24
"""People who are told of one lobby; those first who were told longest ago."""
OFTEN = (1, 2, 3, 5)
"""How often a day somebody may want to be told."""


class Alerting:
    """Chooses whom to tell of lobbies."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], admission: Admission) -> None:
        self._alerts, self._games, self._admission = store.alerts, games, admission

    async def due(self, table: Table) -> list[Alert]:
        """Return the alerts of those who are to be told of a table now, and were not told of it."""
        now = time.time()
        if table.status != "lobby" or table.private or now - table.created > FRESH:
            return []
        free = max(self._games[table.game].seat_counts) - len(table.players)
        known = {*(p.user for p in table.players), *await self._alerts.told_of(table.id)}
        alerts = await self._alerts.of(table.guild) if free > 0 else []
        wanted = [a for a in alerts if table.game in a.games and a.user not in known]
        due: list[Alert] = []
        for alert in await self._timely(wanted, now):
            if len(due) < AT_ONCE and await self._may_sit(table, alert.user):
                due.append(alert)
        return due

    async def _timely(self, alerts: Sequence[Alert], now: float) -> list[Alert]:
        """Return those at whose part of the day it is, and who were not told too often; who was
        told longest ago comes first."""
        users = [alert.user for alert in alerts]
        zones = await self._alerts.zones(users)
        told = await self._alerts.told(users, now - DAY)
        timely = [
            alert
            for alert in alerts
            if hours.part_of(now, zones.get(alert.user) or hours.usual(alert.locale)) in alert.parts
            and len(told[alert.user]) < alert.most
            and max(told[alert.user], default=0.0) <= now - APART
        ]
        return sorted(timely, key=lambda alert: max(told[alert.user], default=0.0))

    async def _may_sit(self, table: Table, user: int) -> bool:
        try:
            await self._admission.seat(table, user)
        except Refusal:
            return False
        return True
