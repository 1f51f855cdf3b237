"""Shows what stands in a server's channels as they are addressed by now, once that has changed."""

from __future__ import annotations

from functools import partial

from cogs.line.outbox import Outbox
from cogs.shown.boards import Boards
from cogs.shown.meetings import MeetingPosts
from cogs.shown.panels import Panels
from cogs.shown.tournaments import TournamentBoards
from storage.store import Store


class Languages:
    """Brings a server's boards, dates and tournaments into another language."""

    def __init__(
        self,
        store: Store,
        outbox: Outbox,
        boards: Boards,
        panels: Panels,
        meetings: MeetingPosts,
        tournament_boards: TournamentBoards,
    ) -> None:
        self._store, self._outbox = store, outbox
        self._boards, self._panels = boards, panels
        self._meetings, self._tournament_boards = meetings, tournament_boards

    def changed(self, guild: int) -> None:
        """Show all that is open in a server anew, soon."""
        self._outbox.ask(("language", guild), partial(self._show, guild))

    async def _show(self, guild: int) -> None:
        for table in await self._store.tables.open_tables(guild):
            self._boards.publish(table.id)
            self._panels.quote(table.id)
        for meeting in await self._store.meetings.open(guild):
            self._meetings.ask(meeting.id, anew=True)
        for channel in {contest.channel for contest in await self._store.tournaments.of(guild)}:
            await self._tournament_boards.post_anew(guild, channel)
