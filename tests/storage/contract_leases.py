"""What every store must do so that one process at a time owns a shard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from storage.errors import Conflict, LeaseLost
from storage.leases import Lease
from storage.records import Call, Private
from storage.shards import Shards
from storage.store import Store
from storage.url import open_store
from tests.storage.samples import entry, results, running, table


class LeasesContract:
    """Two processes, each with a store of its own."""

    @pytest.fixture
    async def other(self, store: Store, url: str) -> AsyncIterator[Store]:
        """Open the store again, as another process does."""
        opened = await open_store(url)
        yield opened
        await opened.close()

    async def test_one_process_owns_a_shard(self, store: Store, other: Store) -> None:
        assert await store.leases() == []
        assert await store.take_lease("a", [0], 1, 1000.0, 1010.0)
        [lease] = await store.leases()
        assert lease == Lease(0, 1, "a", 1, 1010.0)
        assert not await other.take_lease("b", [0], 1, 1001.0, 1011.0)
        assert not await other.take_lease("b", [0], 1, 1009.9, 1020.0)
        assert await other.leases() == [lease]
        await store.check()

    async def test_a_lease_that_ran_out_is_taken_and_fenced(
        self, store: Store, other: Store
    ) -> None:
        started = await running(store)
        assert await store.take_lease("a", [0], 1, 1000.0, 1010.0)
        await store.append("t1", entry(1))
        assert await other.take_lease("b", [0], 1, 1010.0, 1020.0)
        assert [(lease.owner, lease.number) for lease in await other.leases()] == [("b", 2)]
        await other.append("t1", entry(2))
        for late in (
            store.append("t1", entry(3)),
            store.save_table(started),
            store.finish(started, entry(3), None, results()),
            store.add_table(table("t2", 21)),
            store.extend_lease(1030.0),
            store.set_setting(0, "key", "value"),
            store.check(),
        ):
            with pytest.raises(LeaseLost):
                await late
        assert await store.entries("t1") == [entry(1), entry(2)]
        assert await other.table("t2") is None

    async def test_an_extended_lease_is_held(self, store: Store, other: Store) -> None:
        assert await store.take_lease("a", [0], 1, 1000.0, 1010.0)
        await store.extend_lease(1030.0)
        assert not await other.take_lease("b", [0], 1, 1020.0, 1040.0)
        assert [lease.until for lease in await other.leases()] == [1030.0]

    async def test_a_lease_that_ran_out_holds_until_it_is_taken(
        self, store: Store, other: Store
    ) -> None:
        await running(store)
        assert await store.take_lease("a", [0, 1], 3, 1000.0, 1010.0)
        assert await other.take_lease("b", [2], 3, 2000.0, 2010.0)
        await store.append("t1", entry(1))
        await store.extend_lease(2010.0)
        assert not await other.take_lease("b", [1, 2], 3, 2000.0, 2010.0)
        await other.append("t1", entry(2))

    async def test_who_lets_go_commits_nothing_more(self, store: Store, other: Store) -> None:
        await running(store)
        assert await store.take_lease("a", [0], 1, 1000.0, 1010.0)
        await store.drop_lease()
        assert await other.take_lease("b", [0], 1, 1000.5, 1010.0)
        with pytest.raises(LeaseLost):
            await store.append("t1", entry(1))
        await other.append("t1", entry(1))

    async def test_shards_are_taken_all_or_none(self, store: Store, other: Store) -> None:
        assert await store.take_lease("a", [0, 2], 4, 1000.0, 1010.0)
        assert not await other.take_lease("b", [1, 2], 4, 1001.0, 1011.0)
        assert await other.take_lease("b", [1, 3], 4, 1001.0, 1011.0)
        assert [(lease.shard, lease.owner) for lease in await store.leases()] == [
            (0, "a"),
            (1, "b"),
            (2, "a"),
            (3, "b"),
        ]
        await store.check()
        await other.check()

    async def test_a_process_that_lost_one_shard_has_lost_all(
        self, store: Store, other: Store
    ) -> None:
        assert await store.take_lease("a", [0, 1], 2, 1000.0, 1010.0)
        assert await other.take_lease("b", [1], 2, 1010.0, 1020.0)
        with pytest.raises(LeaseLost):
            await store.check()

    async def test_nobody_divides_the_bot_otherwise(self, store: Store, other: Store) -> None:
        assert await store.take_lease("a", [0], 1, 1000.0, 1010.0)
        for divided in (2, 3):
            assert not await other.take_lease("b", [1], divided, 1001.0, 1011.0)
        assert await other.take_lease("b", [2], 3, 1010.0, 1020.0)
        assert not await other.take_lease("c", [1], 2, 1011.0, 1020.0)
        with pytest.raises(LeaseLost):
            await store.check()

    async def test_who_divides_the_bot_otherwise_is_told_who_is_there(
        self, store: Store, other: Store
    ) -> None:
        assert await store.take_lease("a", [0, 1], 3, 1000.0, 1010.0)
        assert await other.holder("b", 1001.0, Shards(3, (2,))) is None
        assert await other.holder("b", 1001.0, Shards(3, (1, 2))) == "a"
        assert await other.holder("b", 1001.0, Shards(4, (3,))) == "a"
        assert await other.holder("b", 1010.0, Shards(4, (3,))) is None
        assert await store.holder("a", 1001.0, Shards(4, (3,))) is None

    async def test_a_clock_that_is_put_back_frees_nothing_and_keeps_nothing(
        self, store: Store, other: Store
    ) -> None:
        assert await store.take_lease("a", [0], 1, 5000.0, 5010.0)
        assert not await other.take_lease("b", [0], 1, 1000.0, 1010.0)
        assert await other.holder("b", 1000.0) == "a"
        await store.extend_lease(1010.0)
        assert [lease.until for lease in await store.leases()] == [1010.0]
        assert not await other.take_lease("b", [0], 1, 1009.9, 1020.0)
        assert await store.take_lease("a", [0], 1, 900.0, 910.0)
        assert await other.take_lease("b", [0], 1, 910.0, 920.0)

    async def test_an_owner_takes_its_lease_again(self, store: Store) -> None:
        assert await store.take_lease("a", [0], 1, 1000.0, 1010.0)
        assert await store.take_lease("a", [0], 1, 1001.0, 1011.0)
        assert [lease.number for lease in await store.leases()] == [2]
        await store.check()

    async def test_of_many_at_once_one_gets_it(self, store: Store, url: str) -> None:
        stores = [await open_store(url) for _ in range(4)]
        got = await asyncio.gather(
            *(s.take_lease(f"p{n}", [0], 1, 1000.0, 1010.0) for n, s in enumerate(stores))
        )
        assert sum(got) == 1
        await running(store)
        for each, has in zip(stores, got, strict=True):
            if has:
                await each.append("t1", entry(1))
            await each.close()

    async def test_a_hand_over_under_load_loses_nothing(self, store: Store, other: Store) -> None:
        await running(store)
        assert await store.take_lease("a", [0], 1, 1000.0, 1010.0)
        stored: list[int] = []

        async def play(by: Store) -> None:
            sequence = 1 + len(await by.entries("t1"))
            while len(stored) < 60:
                try:
                    await by.append("t1", entry(sequence))
                except LeaseLost:
                    return
                except Conflict:
                    sequence = 1 + len(await by.entries("t1"))
                    continue
                stored.append(sequence)
                sequence += 1

        async def take() -> None:
            while len(stored) < 20:
                await asyncio.sleep(0)
            assert await other.take_lease("b", [0], 1, 1010.0, 1020.0)
            await play(other)

        await asyncio.wait_for(asyncio.gather(play(store), take()), 60)
        assert [e.sequence for e in await other.entries("t1")] == stored == list(range(1, 61))

    async def test_what_happens_by_itself_happens_at_own_tables(self, store: Store) -> None:
        """Of three servers two belong to shards 0 and 2 of three."""
        for shard in range(3):
            guild, one, two = shard << 22, f"run{shard}", f"end{shard}"
            await store.add_table(table(one, 30 + shard, guild=guild))
            due = 5.0 + shard
            lobby = table(one, 30 + shard, guild=guild, started=1.0)
            await store.start(lobby, due, "s0")
            await store.save_call(Call(one, 0, "nonce"))
            await store.save_private(Private(one, 7, "panel", "token", 1, "de", 5000.0))
            await store.add_table(table(two, 40 + shard, guild=guild))
            started = await store.start(table(two, 40 + shard, guild=guild), None, "s0")
            await store.finish(started, entry(1), "s1", results())
            await store.add_table(table(f"new{shard}", 50 + shard, guild=guild))
        assert await store.take_lease("a", (0, 2), 3, 1000.0, 1010.0)
        assert await store.due() == [("run0", 5.0), ("run2", 7.0)]
        kinds = ("end", "new", "run")
        assert await store.owed() == [f"{kind}{shard}" for kind in kinds for shard in (0, 2)]
        assert [call.table for call in await store.calls()] == ["run0", "run2"]
        assert [call.table for call in await store.calls("run1")] == ["run1"]
        assert {p.table for p in await store.privates(1000.0)} == {"run0", "run2"}
        assert {i.table for i in await store.idle(1e9)} == {"run0", "run2", "new0", "new2"}
        assert await store.unrated() == ["end0", "end2"]
        assert sorted(await store.lobbies()) == ["new0", "new2"]
        assert sorted(await store.seats(2**63 - 1)) == ["new0", "new2", "run0", "run2"]
        assert await store.drop_logs(1e9) == 2
        assert await store.load("end1") is not None

    async def test_turns_are_taken_by_all_processes(self, store: Store, other: Store) -> None:
        assert await store.turn("identify.0", 1000.0, 5.0) == 0.0
        assert await other.turn("identify.0", 1001.0, 5.0) == 4.0
        assert await store.turn("identify.0", 1001.5, 5.0) == 8.5
        assert await store.turn("identify.1", 1001.5, 5.0) == 0.0
        assert await store.turn("identify.0", 1020.0, 5.0) == 0.0
        waits = await asyncio.gather(*(s.turn("both", 7.0, 5.0) for s in (store, other)))
        assert sorted(waits) == [0.0, 5.0]
        assert await store.turn("identify.0", 1020.0 - 10_000.0, 5.0) == 0.0, "the clock was wrong"
