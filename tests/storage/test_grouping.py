"""Transactions that wait are committed together: none is lost, run twice or held up by another."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.cases import Case
from storage.errors import Away, Conflict, Lost, StoreError, Unsure, aside
from storage.meetings import Poster
from storage.people import Ban, Deed, Habit, Offer
from storage.records import Board, Call, Private
from storage.reviews import Review
from storage.sql import Statement
from storage.sqlite.database import SqliteDatabase
from storage.store import Store
from storage.tournaments import Entrant
from tests.storage.contract_meetings import meeting
from tests.storage.contract_tournaments import CONTEST
from tests.storage.samples import PUZZLE, entry, running, table

SLOW = """
WITH RECURSIVE counted (n) AS (SELECT begun() UNION ALL SELECT n + 1 FROM counted LIMIT 200000000)
SELECT count(*) FROM counted"""


class Told(SqliteDatabase):
    """A database that fails before or after its next transactions, when it is told so."""

    before: StoreError | None = None
    after: StoreError | None = None
    tries = 0
    slow = 0.0

    async def _transact(self, statements: Sequence[Statement]) -> None:
        self.tries += 1
        if self.before is not None:
            raise self.before
        await asyncio.sleep(self.slow)
        await super()._transact(statements)
        if self.after is not None:
            raise self.after


@pytest.fixture
async def told(path: Path) -> AsyncIterator[Told]:
    """Open such a database, with three tables that run."""
    database = await Told.open(path)
    assert isinstance(database, Told)
    for n in range(3):
        await running(Store(database), f"t{n}", n)
    database.tries = 0
    yield database
    await database.close()


async def play(store: Store) -> list[BaseException | None]:
    """Append to all three tables at once; return how that ended for each."""
    appends = (store.tables.append(f"t{n}", entry(1)) for n in range(3))
    return await asyncio.gather(*appends, return_exceptions=True)


async def one_and_two_waiting(told: Told) -> list[asyncio.Task[None]]:
    """Append to a table, and while that is committed to the two others."""
    tables = Store(told).tables
    begun = asyncio.create_task(tables.append("t0", entry(1)))
    while not told.tries:
        await asyncio.sleep(0)
    waiting = [asyncio.create_task(tables.append(f"t{n}", entry(1))) for n in (1, 2)]
    await asyncio.sleep(0)
    return [begun, *waiting]


async def test_what_waits_is_committed_together(told: Told) -> None:
    assert await play(Store(told)) == [None] * 3
    assert (told.tries, told.commits) == (1, 6 + 1)


async def test_one_that_clashes_harms_no_other(told: Told) -> None:
    store = Store(told)
    await store.tables.append("t1", entry(1))
    stored, clashed, also = await play(store)
    assert (stored, type(clashed), also) == (None, Conflict, None)
    assert [len(await store.tables.entries(f"t{n}")) for n in range(3)] == [1, 1, 1]


async def test_one_that_clashes_alone_is_tried_once(told: Told) -> None:
    tables = Store(told).tables
    await tables.append("t1", entry(1))
    with pytest.raises(Conflict):
        await tables.append("t1", entry(1))
    assert told.tries == 2


async def test_nor_does_one_of_two(told: Told) -> None:
    tables = Store(told).tables
    await tables.append("t1", entry(1))
    appends = (tables.append(f"t{n}", entry(1)) for n in (0, 1))
    stored, clashed = await asyncio.gather(*appends, return_exceptions=True)
    assert (stored, type(clashed)) == (None, Conflict)


@pytest.mark.parametrize("stored", [True, False])
async def test_what_may_be_stored_is_not_tried_again(told: Told, stored: bool) -> None:
    if stored:
        told.after = Unsure("The answer did not arrive.")
    else:
        told.before = Unsure("It broke off.")
    store = Store(told)
    ended = type(None) if stored else Unsure
    assert [type(each) for each in await play(store)] == [ended] * 3
    assert told.tries == 1
    assert [len(await store.tables.entries(f"t{n}")) for n in range(3)] == [int(stored)] * 3


async def test_what_is_stored_of_a_table_counts_though_the_answer_did_not_arrive(
    told: Told,
) -> None:
    told.after, tables = Unsure("The answer did not arrive."), Store(told).tables
    await tables.add(replace(table("t7"), channel=77))
    opened = await tables.get("t7")
    assert opened is not None
    renamed = await tables.save(replace(opened, updated=8.0))
    started = await tables.start(replace(renamed, updated=9.0), None, "{}")
    assert await tables.get("t7") == started and started.status == "running"
    await tables.append("t7", entry(1))
    ended = await tables.finish(replace(started, updated=10.0), entry(2), None, ())
    assert await tables.get("t7") == ended and ended.status == "finished"
    assert await tables.entries("t7") == [entry(1), entry(2)]


BAN = Ban(10, 7, None, "grob", 9, 5.5)
WRITES: dict[str, Callable[[Store], Awaitable[object]]] = {
    "ban": lambda store: store.staff.ban(BAN, case("ban")),
    "unban": lambda store: store.staff.unban(10, 8, case("unban")),
    "record": lambda store: store.staff.record(case("export")),
    "set": lambda store: store.settings.set(10, "house", "{}", case("settings")),
    "unset": lambda store: store.settings.set(10, "unmarked", None),
    "date": lambda store: store.meetings.add(meeting("m2")),
    "date that changes": lambda store: store.meetings.save(meeting(guests=()), meeting("m3")),
    "tournament": lambda store: store.tournaments.add(replace(CONTEST, id="c2"), case("open")),
    "who enters one": lambda store: store.tournaments.save(
        replace(CONTEST, state="{}"), Entrant("c1", 0, 7, "Ada")
    ),
    "lesson": lambda store: store.lessons.go(7, "bugs", 0, "second", False),
    "puzzle": lambda store: store.puzzles.answer(7, PUZZLE, 1),
}
"""What people and staff do elsewhere than at tables."""


def case(action: str) -> Case:
    """Return the case of something that staff did."""
    return Case(Deed(10, time.time(), 9, action))


PANEL = Private("t0", 7, "panel", "token", 9, "de", 99.0)
AGAIN: dict[str, Callable[[Store], Awaitable[object]]] = {
    "panel": lambda store: store.shown.save_private(PANEL),
    "board": lambda store: store.shown.save_board(Board("t0", 7)),
    "call": lambda store: store.shown.save_call(Call("t0", 0, "", 7)),
    "alert": lambda store: store.habits.save(Habit(7)),
    "reader": lambda store: store.readers.choose(7, True),
    "block": lambda store: store.manners.block(7, [8], 5.0),
    "tip": lambda store: store.tips.note(7, "bugs", {"turn": 1}),
    "wait": lambda store: store.company.wait("t0", 7, "Ada", 5.0),
    "offer": lambda store: store.staff.offer(Offer("t0", 1, 7, 9.0)),
    "poster": lambda store: store.meetings.post(Poster("m1", 7)),
    "standings": lambda store: store.tournaments.show("c1", 7, 1, 1),
    "review": lambda store: store.reviews.add(
        Review("t0", 0, table().host, 10, "bugs", 0.5, 3, 1.0, "[]")
    ),
}
"""What may as well be stored twice."""


@pytest.fixture
async def busy(told: Told) -> Store:
    """Return a store with what these writes change."""
    store = Store(told)
    await store.staff.ban(replace(BAN, user=8))
    await store.settings.set(10, "unmarked", "t1")
    await store.meetings.add(meeting())
    await store.tournaments.add(CONTEST)
    return store


@pytest.mark.parametrize("write", WRITES)
async def test_nor_is_anything_else_done_twice_that_is_stored(
    told: Told, busy: Store, write: str
) -> None:
    told.after = Unsure("The answer did not arrive.")
    answer = await WRITES[write](busy)
    told.after = None
    if write == "date that changes":
        assert await busy.meetings.get("m1") == answer
    if write in ("ban", "unban", "record", "set", "tournament"):
        assert len(await busy.staff.audit(10, 9)) == 1


@pytest.mark.parametrize("write", WRITES)
async def test_nor_does_anything_else_count_that_is_not(
    told: Told, busy: Store, write: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.before = Unsure("It broke off.")
    with pytest.raises(Unsure):
        await WRITES[write](busy)
    told.before = None

    async def away(*args: object) -> None:
        raise Away("It cannot be reached.")

    monkeypatch.setattr(told, "_query", away)
    told.after = Unsure("The answer did not arrive.")
    with pytest.raises(Unsure):
        await WRITES[write](busy)


@pytest.mark.parametrize("write", AGAIN)
async def test_what_may_be_stored_twice_is_stored_again(
    told: Told, busy: Store, write: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    transact, broken = told._transact, [Unsure("The answer did not arrive.")]

    async def breaks_once(statements: Sequence[Statement]) -> None:
        await transact(statements)
        if broken:
            raise broken.pop()

    monkeypatch.setattr(told, "_transact", breaks_once)
    await AGAIN[write](busy)
    assert not broken
    told.after = Unsure("The answer did not arrive.")
    with pytest.raises(Unsure):
        await AGAIN[write](busy)


DEED = Deed(10, 5.5, 9, "export")
ANOTHER = replace(CONTEST, state='{"x": 1}')
OTHERS: dict[str, tuple[Callable[[Store], Awaitable[object]], Callable[[Store], Awaitable[object]]]]
OTHERS = {
    "seat": (
        lambda store: store.tables.append("t0", entry(1)),
        lambda store: store.tables.append("t0", replace(entry(1), seat=entry(1).seat + 1)),
    ),
    "action": (
        lambda store: store.tables.append("t0", entry(1)),
        lambda store: store.tables.append("t0", replace(entry(1), action='"another"')),
    ),
    "case": (
        lambda store: store.staff.record(Case(DEED)),
        lambda store: store.staff.record(Case(replace(DEED, at=6.5))),
    ),
    "tournament": (
        lambda store: store.tournaments.save(CONTEST),
        lambda store: store.tournaments.save(ANOTHER),
    ),
    "ban": (
        lambda store: store.staff.ban(BAN),
        lambda store: store.staff.ban(replace(BAN, at=6.5)),
    ),
}
"""What another process writes, and what this one wants to just then."""


@pytest.mark.parametrize("write", OTHERS)
async def test_what_another_process_has_written_of_the_same_is_not_ones_own(
    told: Told, busy: Store, write: str
) -> None:
    theirs, own = OTHERS[write]
    await theirs(busy)
    told.before = Unsure("It broke off.")
    with pytest.raises(Unsure):
        await own(busy)


async def test_what_somebody_else_has_stored_does_not_count(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Store(told).tables
    before = await tables.get("t0")
    assert before is not None
    await tables.append("t0", entry(1))
    await tables.save(replace(before, updated=8.0))
    told.before = Unsure("It broke off.")
    with pytest.raises(Unsure):
        await tables.append("t0", replace(entry(1), at=77.0))
    with pytest.raises(Unsure):
        await tables.save(replace(before, updated=9.0))

    async def away(*args: object) -> None:
        raise Away("It cannot be reached.")

    monkeypatch.setattr(tables, "_read", away)
    with pytest.raises(Unsure):
        await tables.append("t0", entry(1))


async def test_what_fails_for_all_is_not_tried_one_by_one(told: Told) -> None:
    told.before = StoreError("The disk is full.")
    assert [type(ended) for ended in await play(Store(told))] == [StoreError] * 3
    assert told.tries == 1


async def test_who_gave_up_while_waiting_is_not_begun(told: Told) -> None:
    begun, *waiting = await one_and_two_waiting(told)
    for each in waiting:
        each.cancel()
    await asyncio.gather(begun, *waiting, return_exceptions=True)
    await told.close()
    assert told.tries == 1


async def test_who_gives_up_while_it_is_committed_holds_up_nobody(told: Told) -> None:
    begun, *waiting = await one_and_two_waiting(told)
    begun.cancel()
    async with asyncio.timeout(5):
        assert await asyncio.gather(*waiting) == [None] * 2


async def test_closing_waits_for_what_was_begun(told: Told, path: Path) -> None:
    told.slow = 0.02
    begun, *waiting = await one_and_two_waiting(told)
    await told.close()
    assert await asyncio.gather(begun, *waiting) == [None] * 3
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM log").fetchone() == (3,)


async def test_a_read_does_not_wait_behind_a_commit(told: Told, path: Path) -> None:
    store = Store(told)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(store.tables.append("t0", entry(1)))
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(store.tables.get("t0"), 1.0)
        assert not task.done()
    await task
    assert await store.tables.entries("t0") == [entry(1)]


async def test_a_commit_does_not_wait_behind_a_large_read(told: Told) -> None:
    store, reading = Store(told), threading.Event()

    def begun() -> int:
        reading.set()
        return 1

    await told._reader.run(lambda db: db.create_function("begun", 0, begun))
    task = asyncio.create_task(told.read(SLOW))
    # What has not begun yet nothing would wait for, nor could it be interrupted.
    assert await asyncio.to_thread(reading.wait, 60)
    await store.tables.append("t0", entry(1))
    assert not task.done()
    await told._reader.interrupt()
    with pytest.raises(StoreError):
        await task
    assert await store.tables.entries("t0") == [entry(1)]


async def test_a_file_deleted_during_the_commit_is_noticed(told: Told, path: Path) -> None:
    store = Store(told)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(store.tables.append("t0", entry(1)))
        await asyncio.sleep(0.1)
        path.unlink()
    with pytest.raises(Lost):
        await task


async def test_what_fails_by_the_way_is_that_for_nobody_who_waited_for_the_same(
    told: Told,
) -> None:
    store, told.before = Store(told), Away("It is locked.")

    async def by_the_way() -> None:
        with aside():
            await store.habits.save(Habit(2))

    ways = [by_the_way(), store.habits.save(Habit(1)), by_the_way()]
    failed = await asyncio.gather(*ways, return_exceptions=True)
    assert [isinstance(error, Away) and error.aside for error in failed] == [True, False, True]
    assert told.tries < len(ways), "together"
    assert failed[0] is not failed[2] and str(failed[0]) == "It is locked."
