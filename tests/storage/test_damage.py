"""A file that is damaged, deleted or replaced: what can be saved is, and nobody is told a lie."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage.copying import backup
from storage.errors import Damaged, Lost, StoreError
from storage.records import Board, Entry, Private
from storage.sqlite.database import SqliteDatabase
from storage.store import Store
from storage.tournaments import Contest
from storage.url import open_store
from tests.storage.samples import entry, running

PAGE = 4096
LEAVES = (0x0A, 0x0D)
"""How SQLite's pages begin that hold rows and nothing above them."""
TABLES = 40
EVERY = set(range(TABLES))


def name(n: int) -> str:
    """Return the id of a table; what is stored of it repeats it, so that it is found again."""
    return f"table-{n:02}"


def move(n: int, sequence: int) -> Entry:
    """Return an entry as long as those of real games."""
    return replace(entry(sequence, due=100.0 + n), action=f'{{"{name(n)}": "{"x" * 200}"}}')


async def play(store: Store, n: int) -> None:
    """Store a table that runs, is due and shown, with pages of its own in log and snapshots."""
    started = await running(store, name(n), n)
    for sequence in range(1, 61):
        await store.tables.append(name(n), move(n, sequence))
    await store.tables.append(name(n), move(n, 61), f"state of {name(n)} {'y' * 6000}")
    await store.tables.append(name(n), move(n, 62))
    await store.shown.save_board(Board(name(n), n, version=started.version, sequence=62))
    await store.shown.save_private(
        Private(name(n), n, "panel", f"token-{n:02}" * 20, None, "de", 9e9)
    )


async def fill(url: str) -> None:
    """Store many tables, of which the last owes something."""
    store = await open_store(url)
    await asyncio.gather(*(play(store, n) for n in EVERY))
    await store.tables.append(name(TABLES - 1), move(TABLES - 1, 63))
    await store.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a file with many tables, before it is damaged."""
    path = tmp_path_factory.mktemp("whole") / "monsterrunde.db"
    asyncio.run(fill(f"sqlite:///{path}"))
    return path.read_bytes()


def leaves(content: bytes, needle: str) -> list[int]:
    """Return where the pages begin that hold this text, those with most of it first."""
    pages = [at for at in range(PAGE, len(content), PAGE) if content[at] in LEAVES]
    counts = {at: content.count(needle.encode(), at, at + PAGE) for at in pages}
    return sorted((at for at in pages if counts[at]), key=lambda at: -counts[at])


@contextlib.asynccontextmanager
async def damaged(path: Path, whole: bytes, pages: list[int], seed: int) -> AsyncIterator[Store]:
    """Open a copy of the file in which these pages are overwritten."""
    content, chance = bytearray(whole), random.Random(seed)
    for at in pages:
        content[at : at + PAGE] = chance.randbytes(PAGE)
    path.write_bytes(content)
    store = await open_store(f"sqlite:///{path}")
    try:
        yield store
    finally:
        await store.close()


async def readable(ask: Callable[[str], Awaitable[object]]) -> set[int]:
    """Return the tables about which the store answers; of all others it must say why not."""
    answered = set()
    for n in EVERY:
        with contextlib.suppress(Damaged):
            await ask(name(n))
            answered.add(n)
    return answered


SAID = pytest.mark.expects_log("damaged: table-")
SEEDS = pytest.mark.parametrize("seed", range(4))


@SEEDS
async def test_a_damaged_snapshot_leaves_the_log(path: Path, whole: bytes, seed: int) -> None:
    page = leaves(whole, "state of table-07 ")[0]
    async with damaged(path, whole, [page], seed) as store:
        with pytest.raises(Damaged):
            await store.tables.load("table-07")
        assert await store.tables.entries("table-07") == [move(7, n) for n in range(1, 63)]
        assert (
            len(await readable(store.tables.load)) >= TABLES - 2
        )  # a neighbour's lies in the same page
        assert await readable(store.tables.entries) == EVERY
        await store.tables.append("table-07", move(7, 63))


@SEEDS
async def test_a_damaged_log_harms_its_table_alone(path: Path, whole: bytes, seed: int) -> None:
    page = leaves(whole, '{"table-07"')[0]
    async with damaged(path, whole, [page], seed) as store:
        with pytest.raises(Damaged):
            await store.tables.entries("table-07")
        assert await readable(store.tables.entries) == EVERY - {7}
        assert await readable(store.tables.get) == EVERY
        table = await store.tables.get("table-07")
        assert table is not None
        await store.tables.save(replace(table, status="aborted"))
        assert await store.tables.open_table(7) is None


@SAID
@SEEDS
async def test_a_table_whose_log_cannot_be_read_is_looked_at(
    path: Path, whole: bytes, seed: int
) -> None:
    pages = leaves(whole, '{"table-07"')
    async with damaged(path, whole, pages, seed) as store:
        due, owed = dict(await store.tables.due()), await store.shown.owed()
        assert due["table-07"] == 0.0
        assert set(due) == set(map(name, EVERY))
        assert sum(due[name(n)] == 100.0 + n for n in EVERY) >= TABLES - 3
        assert {"table-07", name(TABLES - 1)} <= set(owed)
        assert len(owed) <= 4


@SAID
@SEEDS
async def test_a_damaged_row_harms_those_of_its_page_alone(
    path: Path, whole: bytes, seed: int
) -> None:
    rows = leaves(whole, '"name": "Grim"')
    [page] = [at for at in rows if whole.count(b"table-07", at, at + PAGE)]
    async with damaged(path, whole, [page], seed) as store:
        left = await readable(store.tables.get)
        assert 7 not in left
        assert len(left) >= TABLES - 20
        due = dict(await store.tables.due())
        assert {n for n in EVERY if due[name(n)] == 100.0 + n} >= left
        assert set(due) == set(map(name, EVERY))
        assert name(TABLES - 1) in await store.shown.owed()
        assert len(await store.shown.privates(0.0)) == TABLES
        assert await readable(store.tables.entries) == EVERY


@SAID
@SEEDS
async def test_damaged_private_messages_leave_the_others(
    path: Path, whole: bytes, seed: int
) -> None:
    page = leaves(whole, "token-07")[0]
    async with damaged(path, whole, [page], seed) as store:
        kept = {private.table for private in await store.shown.privates(1.0)}
        assert "table-07" not in kept
        assert len(kept) >= TABLES - 20


async def ask_everything(store: Store) -> list[object]:
    """Return what the store answers to everything, or why it does not."""
    asked: list[Awaitable[object]] = [
        store.tables.due(),
        store.shown.owed(),
        store.shown.privates(0.0),
        store.shown.calls(),
    ]
    for n in range(0, TABLES, 5):
        asked += [store.tables.get(name(n)), store.tables.open_table(n), store.tables.load(name(n))]
        asked += [
            store.tables.entries(name(n)),
            store.shown.board(name(n)),
            store.history.results(name(n)),
        ]
    answers: list[object] = []
    for question in asked:
        try:
            answers.append(await question)
        except StoreError as error:
            answers.append(error)
    return answers


@SAID
async def test_whatever_is_damaged_the_answer_is_true_or_a_sentence(
    path: Path, whole: bytes
) -> None:
    async with damaged(path, whole, [], 0) as store:
        truth = await ask_everything(store)
    chance, errors = random.Random(8), 0
    for seed in range(60):
        page = chance.randrange(1, len(whole) // PAGE) * PAGE
        try:
            async with damaged(path, whole, [page], seed) as store:
                answers = await ask_everything(store)
        except StoreError:
            continue  # it lies where the tables are listed
        for answer, true in zip(answers[4:], truth[4:], strict=True):
            assert answer == true or isinstance(answer, StoreError)
        errors += sum(isinstance(answer, StoreError) for answer in answers)
    assert errors > 20


async def test_a_read_that_fails_does_not_hold_the_past(store: Store, path: Path) -> None:
    started = await running(store)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE snapshots SET state = CAST(x'ff' AS TEXT)")
        db.commit()
    with pytest.raises(Damaged) as held:
        await store.tables.load("t1")
    ended = await store.tables.save(replace(started, status="aborted"))
    assert await store.tables.get("t1") == ended
    assert held.value.__traceback__ is not None


@pytest.mark.expects_log("damaged: t1")
async def test_a_damaged_tournament_hides_no_other(store: Store, path: Path) -> None:
    contests = [Contest(id, 1, 2, 3, 4, "{}", True) for id in ("t1", "t2")]
    for contest in contests:
        await store.tournaments.add(contest)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE tournaments SET state = CAST(x'ff' AS TEXT) WHERE id = 't1'")
        db.commit()
    assert await store.tournaments.due() == await store.tournaments.of(1) == contests[1:]
    with pytest.raises(Damaged):
        await store.tournaments.get("t1")


async def test_a_gap_in_the_log_is_noticed(store: Store, path: Path) -> None:
    await running(store)
    for sequence in range(1, 5):
        await store.tables.append("t1", entry(sequence))
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM log WHERE sequence = 2")
        db.commit()
    for asked in (
        store.tables.entries("t1"),
        store.tables.entries("t1", after=1),
        store.tables.load("t1"),
    ):
        with pytest.raises(Damaged, match="has a gap"):
            await asked
    assert await store.tables.entries("t1", after=2) == [entry(3), entry(4)]


async def test_a_deleted_file_is_noticed(store: Store, path: Path) -> None:
    await running(store)
    path.unlink()
    for _ in range(2):
        with pytest.raises(Lost, match="was deleted or replaced"):
            await store.tables.append("t1", entry(1))
    assert not path.exists()


async def test_a_file_that_goes_while_it_is_written_to_is_noticed(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await running(store)
    demand = SqliteDatabase._demand_file

    def goes(database: SqliteDatabase) -> None:
        demand(database)
        path.unlink()

    monkeypatch.setattr(SqliteDatabase, "_demand_file", goes)
    with pytest.raises(Lost):
        await store.tables.append("t1", entry(1))


async def test_a_deleted_journal_is_noticed(store: Store, path: Path) -> None:
    await running(store)
    Path(f"{path}-wal").unlink()
    with pytest.raises(Lost):
        await store.tables.append("t1", entry(1))


async def test_a_replaced_file_is_noticed(store: Store, path: Path, tmp_path: Path) -> None:
    await running(store)
    other = tmp_path / "other.db"
    other.write_bytes(path.read_bytes())
    other.replace(path)
    with pytest.raises(Lost):
        await store.settings.set(0, "key", "value")


async def test_an_idle_store_can_be_asked_whether_it_is_writable(store: Store, path: Path) -> None:
    await store.check()
    path.unlink()
    with pytest.raises(Lost):
        await store.check()


async def test_a_backup_of_what_is_damaged_names_it(path: Path, whole: bytes) -> None:
    content = bytearray(whole)
    for at in leaves(whole, "x" * 200)[:1]:
        content[at : at + PAGE] = b"\xff" * PAGE
    path.write_bytes(content)
    with pytest.raises(Damaged, match=f"^The database {path} is damaged"):
        await backup(f"sqlite:///{path}", path.with_name("backup.db"))
    assert not [*path.parent.glob("backup*")]


async def test_what_was_not_damaged_after_all_is_not_called_so(
    path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with damaged(path, whole, [], 0) as store:
        owed, read, troubles = await store.shown.owed(), store.shown._read, [Damaged("a page")]

        async def reads(sql: str, *values: Any) -> list[Any]:
            if "JOIN boards" in sql and troubles:
                raise troubles.pop()
            return await read(sql, *values)

        monkeypatch.setattr(store.shown, "_read", reads)
        assert await store.shown.owed() == owed and not troubles
