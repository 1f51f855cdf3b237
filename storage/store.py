"""What every store can do; the one thing the bot knows of where its data lies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from storage.records import Board, Call, Entry, Private, PrivateKind, Result, Saved, Table


class Store(ABC):
    """Keeps tables and their logs; every call is all or nothing, and lasts once it returns.

    Every method raises StoreError when the store fails. A cancelled call is stored whole or
    not at all. Any number of tasks may call it at once.
    """

    @abstractmethod
    async def close(self) -> None:
        """Finish what is under way and let go of the store; closing twice does nothing."""

    @abstractmethod
    async def add_table(self, table: Table) -> None:
        """Store a new table; raise ChannelTaken when its channel has an open one."""

    @abstractmethod
    async def table(self, table_id: str) -> Table | None:
        """Return this table, or None when there is none."""

    @abstractmethod
    async def open_table(self, channel: int) -> Table | None:
        """Return the channel's table in the lobby or running, or None."""

    @abstractmethod
    async def save_table(self, table: Table) -> Table:
        """Replace the stored table, its status unchanged or now aborted; return it as stored.

        Raise Conflict when there is none or the row was written since `table.version`.
        """

    @abstractmethod
    async def start(self, table: Table, due: float | None, snapshot: str) -> Table:
        """Store a lobby's table as it runs, with its snapshot 0 and when it is due; return it.

        Raise Conflict when the row was written since or the table is not in the lobby.
        """

    @abstractmethod
    async def append(self, table_id: str, entry: Entry, snapshot: str | None = None) -> None:
        """Append an entry, with the snapshot after it.

        Raise Conflict when it does not follow the last entry of a running table.
        """

    @abstractmethod
    async def finish(
        self, table: Table, entry: Entry, snapshot: str | None, results: Sequence[Result]
    ) -> Table:
        """Append the last entry and store the table as it ended, with a result a seat; return it.

        Raise Conflict as `append` and `save_table` do.
        """

    @abstractmethod
    async def load(self, table_id: str) -> Saved | None:
        """Return the last snapshot and the entries after it, or None before the start."""

    @abstractmethod
    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """Return the entries with a sequence above `after`, in order."""

    @abstractmethod
    async def due(self) -> list[tuple[str, float]]:
        """Return the running tables that are ever due, each with when, the soonest first."""

    @abstractmethod
    async def results(self, table_id: str) -> list[Result]:
        """Return the results of a finished table by seat."""

    @abstractmethod
    async def board(self, table_id: str) -> Board | None:
        """Return what is known of a table's board, or None before it was first posted."""

    @abstractmethod
    async def save_board(self, board: Board) -> None:
        """Store what a table's board shows now; raise Conflict when there is no such table."""

    @abstractmethod
    async def owed(self) -> list[str]:
        """Return the tables whose board shows less than is stored, or is not wholly posted or
        has left something to be deleted; at no cost for all others.

        A board without a message owes nothing once it says it shows the newest: for a table
        whose channel is gone.
        """

    @abstractmethod
    async def calls(self, table_id: str | None = None) -> list[Call]:
        """Return the calls that stand at a table, or at all tables."""

    @abstractmethod
    async def save_call(self, call: Call) -> None:
        """Store a call, in place of the seat's older one; raise Conflict without its table."""

    @abstractmethod
    async def drop_call(self, table_id: str, seat: int) -> None:
        """Forget a call that was deleted."""

    @abstractmethod
    async def save_private(self, private: Private) -> None:
        """Store a person's private message of this kind at a table, in place of an older one.

        Raise Conflict when there is no such table.
        """

    @abstractmethod
    async def drop_private(self, table_id: str, user: int, kind: PrivateKind) -> None:
        """Forget a private message that was deleted."""

    @abstractmethod
    async def privates(self, now: float) -> list[Private]:
        """Return the private messages that can still be edited; forget the others."""

    @abstractmethod
    async def setting(self, guild: int, key: str) -> str | None:
        """Return a server's setting, or None; guild 0 holds the bot's own."""

    @abstractmethod
    async def set_setting(self, guild: int, key: str, value: str | None) -> None:
        """Store a server's setting; None removes it."""
