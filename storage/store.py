"""The store: the one thing the bot knows of where its data lies, by what is kept."""

from __future__ import annotations

import asyncio
import secrets

from storage.alerts import Alerts
from storage.company import Company
from storage.database import Database
from storage.habits import Habits
from storage.history import History
from storage.leases import Leases
from storage.leftovers import Leftovers
from storage.lessons import Lessons
from storage.manners import Manners
from storage.meetings import Meetings
from storage.privacy import Privacy
from storage.puzzles import Puzzles
from storage.readers import Readers
from storage.reviews import Reviews
from storage.settings import DROP, Settings
from storage.shards import Shards
from storage.shown import Shown
from storage.sql import Statement
from storage.staff import Staff
from storage.tables import Tables
from storage.tips import Tips
from storage.tournaments import Tournaments
from storage.vacations import Vacations
from storage.votes import Votes

NOWHERE = -1
"""A server that there is not."""


class Store:
    """What is kept, by what it is; every call is all or nothing, and lasts once it returns.

    Every method raises StoreError when the store fails. A cancelled call is stored whole or
    not at all. Any number of tasks may call it at once.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.tables = Tables(database)
        self.shown = Shown(database)
        self.leftovers = Leftovers(database)
        self.history = History(database)
        self.manners = Manners(database)
        self.tips = Tips(database)
        self.readers = Readers(database)
        self.lessons = Lessons(database)
        self.company = Company(database)
        self.votes = Votes(database)
        self.alerts = Alerts(database)
        self.habits = Habits(database)
        self.meetings = Meetings(database)
        self.reviews = Reviews(database)
        self.puzzles = Puzzles(database)
        self.vacations = Vacations(database)
        self.tournaments = Tournaments(database)
        self.settings = Settings(database)
        self.staff = Staff(database)
        self.privacy = Privacy(database)
        self.leases = Leases(database)

    @property
    def commits(self) -> int:
        """How many transactions this process has stored."""
        return self._database.commits

    @property
    def shards(self) -> Shards:
        """The shards whose tables are this process's: those of the lease, without one all."""
        return self._database.shards

    @property
    def taken(self) -> asyncio.Event:
        """Set once a transaction was refused because another process has the lease."""
        return self._database.taken

    async def check(self) -> None:
        """Raise StoreError when nothing can be written (Lost when never again) or no table read."""
        # What is changed for good would be seen; where nothing is changed nothing is written.
        row = (NOWHERE, secrets.token_hex(8))
        await self._database.write(
            Statement("INSERT INTO settings (guild, key, value) VALUES (?, ?, '')", row),
            Statement(DROP, row),
        )
        await self.tables.demand_readable()

    async def close(self) -> None:
        """Finish what is under way and let go of the store; closing twice does nothing."""
        await self._database.close()
