"""What staff does and its case are one transaction: whatever fails, there are both, or neither."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import pytest

from storage.errors import StoreError
from storage.sql import Statement
from storage.store import Store
from tables.lobby.admission import Wish
from tables.meetings import course
from tables.meetings.meetings import Change
from tables.meetings.when import When
from tables.staff import cases
from tables.staff.rank import Person, Rank
from tables.tournament.tournaments import Tournaments
from tests.tables.house import CHANNEL, GUILD, House, people_asked
from tests.tables.test_tournaments import Field, ground, of, still, value_of

__all__ = ["ground", "still"]
ANNA, BEN, CEM, DORA = 100, 200, 300, 400
BOSS = Person(900, "Boss", Rank.MANAGER)
AFTER: Mapping[str, Sequence[str]] = {
    "end": ("table",),
    "remove": ("table",),
    "sit": ("table", "remove"),
    "skip": ("table",),
    "pause": ("table",),
    "resume": ("table", "pause"),
    "left": ("table",),
    "ban": ("table",),
    "unban": ("ban",),
    "settings": (),
    "purge": ("settings",),
    "date_move": ("agreed",),
    "date_weekly": ("agreed",),
    "date_once": ("agreed", "date_weekly"),
    "date_cancel": ("agreed",),
    "tournament_open": (),
    "tournament_begin": ("tournament_open", "entered"),
    "tournament_cancel": ("tournament_open",),
    "tournament_correct": ("tournament_open", "entered", "tournament_begin", "drawn"),
}
"""All that staff does, each with what comes before it."""
HELD = (
    "SELECT status, paused, players FROM matches WHERE tournament = ''",
    "SELECT count(*) FROM log WHERE seat >= 0",
    "SELECT guild, user FROM bans",
    "SELECT value FROM settings WHERE guild > 0",
    "SELECT at, weekly, stage FROM meetings",
    "SELECT state FROM tournaments",
)
"""What an act of staff changes."""


@contextmanager
def failing(store: Store, after: int) -> Iterator[None]:
    """Let the store commit so many transactions more, and then no other."""
    with pytest.MonkeyPatch.context() as patch:
        transact, left = store._database._transact, iter(range(after))

        async def limited(statements: Sequence[Statement]) -> None:
            if next(left, None) is None:
                raise StoreError("The disk is full.")
            await transact(statements)

        patch.setattr(store._database, "_transact", limited)
        yield


async def held(store: Store) -> list[Any]:
    """Return what is stored of all that staff changes."""
    return [[tuple(row) for row in await store._database.read(query)] for query in HELD]


async def at_a_table(house: House, action: str) -> None:
    """Do one thing that staff does at a table, or open that."""
    staff = house.staff
    room = await house.rooms.at(CHANNEL) or await house.table("meistercoup", ANNA, BEN, CEM)
    match action:
        case "end":
            await staff.end(room, BOSS)
        case "remove":
            await staff.remove(room, BOSS, Person(BEN))
        case "sit":
            [seat] = [seat for seat, p in enumerate(room.table.players) if p.user is None]
            await staff.sit_down(room, seat, Person(DORA, "Dora"))
        case "skip":
            user = room.person(people_asked(room)[0])
            await staff.skip(room, BOSS, Person(user or 0))
        case "pause":
            await staff.pause(room, BOSS)
        case "resume":
            await staff.resume(room, BOSS)
        case "left":
            await staff.follow(room, BEN)


async def on_the_server(house: House, action: str) -> None:
    """Do one thing that staff does on a server."""
    staff = house.staff
    match action:
        case "ban":
            await staff.ban(GUILD, BOSS, Person(BEN), None, "")
        case "unban":
            await staff.unban(GUILD, BOSS, Person(BEN))
        case "settings":
            await staff.settle(GUILD, BOSS, {"most": 3})
        case "purge":
            await staff.purge(GUILD, BOSS)


async def in_a_tournament(tournaments: Tournaments, id: str, action: str) -> None:
    """Do one thing that staff does with a tournament, or what comes before it."""
    match action:
        case "tournament_open":
            await tournaments.open(BOSS, GUILD, 20, 21, "meistercoup", 3)
        case "entered":
            for user in (ANNA, BEN, CEM):
                await tournaments.enter(id, GUILD, user, f"Person {user}")
        case "tournament_begin":
            await tournaments.begin(id, GUILD, BOSS)
        case "drawn":
            await tournaments.go_on(id, GUILD)
        case "tournament_cancel":
            await tournaments.cancel(id, GUILD, BOSS)
        case "tournament_correct":
            [group] = (await value_of(tournaments, id)).rounds[0].groups
            await tournaments.correct(id, GUILD, BOSS, group.table, (1, 2, 3))


async def to_a_date(house: House, action: str) -> None:
    """Do one thing that staff does to a date, or agree on that."""
    now = time.time()
    if action == "agreed":
        wish = Wish(GUILD, ANNA, "meistercoup", (CHANNEL,))
        await house.meetings.agree(wish, "Anna", When(now + 7200.0, False), None, "UTC", "en")
    changes: Mapping[str, Change] = {
        "date_move": lambda m: course.move(m, BOSS.id, now + 9000.0, now),
        "date_weekly": lambda m: course.repeat(m, True),
        "date_once": lambda m: course.repeat(m, False),
        "date_cancel": lambda m: course.cancel(m, BOSS.id, now),
    }
    if action in changes:
        [meeting] = await house.store.meetings.open(GUILD)
        doing = partial(cases.to_date, actor=BOSS, action=action)
        await house.meetings.change(meeting.id, GUILD, changes[action], doing)


async def do(house: House, tournaments: Tournaments, action: str) -> None:
    """Do one thing that staff does, or what comes before it."""
    contests = await house.store.tournaments.of(GUILD)
    await in_a_tournament(tournaments, contests[0].id if contests else "", action)
    await on_the_server(house, action)
    await to_a_date(house, action)
    if "table" in (action, *AFTER.get(action, ())):
        await at_a_table(house, action)


@pytest.mark.parametrize("action", AFTER)
async def test_there_is_a_case_where_something_was_done_and_nowhere_else(
    action: str, still: House, ground: Field
) -> None:
    tournaments = of(still, ground)
    for before in AFTER[action]:
        await do(still, tournaments, before)
    stored = await held(still.store)
    for commits in range(9):
        with failing(still.store, commits), suppress(StoreError):
            await do(still, tournaments, action)
        done = [deed for deed in await still.store.staff.audit(GUILD, 9) if deed.action == action]
        assert len(done) == (await held(still.store) != stored), f"after {commits} commits"
        if done:
            break
    assert done and commits > 0
