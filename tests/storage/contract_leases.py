"""What every store must do so that one process at a time owns a shard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from storage import leases
from storage.cases import Case
from storage.errors import Away, Conflict, LeaseLost
from storage.leases import Lease, Watch
from storage.leftovers import Leftover
from storage.meetings import Poster
from storage.people import Alert, Ban, Deed, Offer
from storage.records import Board, Call, Private, Summons
from storage.shards import Shards
from storage.store import Store
from storage.tournaments import Contest
from storage.url import open_store
from storage.votes import ALL, Vote
from tests.storage.contract_meetings import meeting
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
        assert await store.leases.all() == []
        assert await store.leases.take("a", [0], 1, 1010.0)
        [lease] = await store.leases.all()
        assert lease == Lease(0, 1, "a", 1, 1010.0)
        for until in (1.0, 1011.0, 5000.0):
            assert not await other.leases.take("b", [0], 1, until)
        assert await other.leases.all() == [lease]
        await store.check()

    async def test_a_lease_that_was_silent_is_taken_and_fenced(
        self, store: Store, other: Store
    ) -> None:
        started = await running(store)
        assert await store.leases.take("a", [0], 1, 1010.0)
        await store.tables.append("t1", entry(1))
        assert await other.leases.take("b", [0], 1, 1020.0, await other.leases.all())
        assert [(lease.owner, lease.number) for lease in await other.leases.all()] == [("b", 2)]
        await other.tables.append("t1", entry(2))
        for late in (
            store.tables.append("t1", entry(3)),
            store.tables.save(started),
            store.tables.finish(started, entry(3), None, results()),
            store.tables.add(table("t2", 21)),
            store.leases.extend(1030.0),
            store.settings.set(0, "key", "value"),
            store.check(),
        ):
            with pytest.raises(LeaseLost):
                await late
        assert await store.tables.entries("t1") == [entry(1), entry(2)]
        assert await other.tables.get("t2") is None

    async def test_who_was_silent_for_too_long_finds_out_whether_it_still_holds_its_lease(
        self, store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = leases.uptime()
        monkeypatch.setattr(leases, "uptime", lambda: now)
        await store.leases.demand()
        assert not store.leases.doubtful, "who has no lease owes no sign of life"
        assert await store.leases.take("a", [0], 1, 1010.0)
        for silence, doubtful in ((6.0, False), (0.1, True), (6.0, False), (6.0, True)):
            now += silence
            assert store.leases.doubtful == doubtful
            before = await other.leases.all()
            await store.leases.demand()
            assert (await other.leases.all() != before) == doubtful
            assert not store.leases.doubtful
        now += 3.0
        await store.leases.extend(1030.0)
        now += 6.0
        assert not store.leases.doubtful
        now += 0.1
        with monkeypatch.context() as away:

            async def fails(*_: object) -> None:
                raise Away("The store is away.")

            away.setattr(store._database, "_transact", fails)
            with pytest.raises(Away):
                await store.leases.demand()
        assert store.leases.doubtful
        assert await other.leases.take("b", [0], 1, 1020.0, await other.leases.all())
        with pytest.raises(LeaseLost):
            await store.leases.demand()
        assert store.leases.doubtful and store.taken.is_set()

    async def test_a_sign_of_life_counts_from_when_it_was_begun(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = leases.uptime()
        monkeypatch.setattr(leases, "uptime", lambda: now)
        transact = store._database._transact

        async def slow(*statements: Any) -> None:
            nonlocal now
            await transact(*statements)
            now += 7.0

        monkeypatch.setattr(store._database, "_transact", slow)
        assert await store.leases.take("a", [0], 1, 1010.0)
        assert store.leases.doubtful
        await store.leases.demand()
        assert store.leases.doubtful, "it was told that it holds it, all the same"

    async def test_who_was_told_that_another_plays_stores_no_sign_of_life_more(
        self, store: Store, other: Store
    ) -> None:
        assert await store.leases.take("a", [0], 1, 1010.0)
        store.leases.lose()
        assert store.leases.doubtful and store.taken.is_set()
        for late in (store.leases.demand(), store.leases.extend(1030.0)):
            with pytest.raises(LeaseLost):
                await late
        assert [lease.until for lease in await other.leases.all()] == [1010.0]

    async def test_a_lease_that_is_extended_at_last_is_held(
        self, store: Store, other: Store
    ) -> None:
        assert await store.leases.take("a", [0], 1, 1010.0)
        silent = await other.leases.all()
        await store.leases.extend(1030.0)
        assert not await other.leases.take("b", [0], 1, 1040.0, silent)
        assert [lease.until for lease in await other.leases.all()] == [1030.0]
        assert await store.leases.take("a", [0], 1, 1030.0)
        assert not await other.leases.take("b", [0], 1, 1040.0, [replace(silent[0], until=1030.0)])

    async def test_a_lease_that_was_silent_holds_until_it_is_taken(
        self, store: Store, other: Store
    ) -> None:
        await running(store)
        assert await store.leases.take("a", [0, 1], 3, 1010.0)
        silent = await other.leases.all()
        assert await other.leases.take("b", [2], 3, 2010.0)
        await store.tables.append("t1", entry(1))
        await store.leases.extend(2010.0)
        assert not await other.leases.take("b", [1, 2], 3, 2010.0, silent)
        assert [lease.owner for lease in await other.leases.all()] == ["a", "a", "b"]
        await other.tables.append("t1", entry(2))

    async def test_who_lets_go_commits_nothing_more(self, store: Store, other: Store) -> None:
        await running(store)
        assert await store.leases.take("a", [0], 1, 1010.0)
        await store.leases.drop()
        assert await other.leases.take("b", [0], 1, 1010.0)
        with pytest.raises(LeaseLost):
            await store.tables.append("t1", entry(1))
        await other.tables.append("t1", entry(1))

    async def test_shards_are_taken_all_or_none(self, store: Store, other: Store) -> None:
        assert await store.leases.take("a", [0, 2], 4, 1010.0)
        assert not await other.leases.take("b", [1, 2], 4, 1011.0)
        assert await other.leases.take("b", [1, 3], 4, 1011.0)
        assert [(lease.shard, lease.owner) for lease in await store.leases.all()] == [
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
        assert await store.leases.take("a", [0, 1], 2, 1010.0)
        assert await other.leases.take("b", [1], 2, 1020.0, await other.leases.all())
        assert [(each.shard, each.owner) for each in await other.leases.all()] == [(1, "b")]
        with pytest.raises(LeaseLost):
            await store.check()

    async def test_nobody_divides_the_bot_otherwise(self, store: Store, other: Store) -> None:
        assert await store.leases.take("a", [0], 1, 1010.0)
        for divided in (2, 3):
            assert not await other.leases.take("b", [1], divided, 1011.0)
        assert await other.leases.take("b", [2], 3, 1020.0, await other.leases.all())
        assert not await other.leases.take("c", [1], 2, 1020.0)
        with pytest.raises(LeaseLost):
            await store.check()

    async def test_who_divides_the_bot_otherwise_is_told_who_is_there(
        self, store: Store, other: Store
    ) -> None:
        assert await store.leases.take("a", [0, 1], 3, 1010.0)
        zero, one = await other.leases.all()
        assert await other.leases.others("b", Shards(3, (2,))) == []
        assert await other.leases.others("b", Shards(3, (1, 2))) == [one]
        assert await other.leases.others("b", Shards(4, (3,))) == [zero, one]
        assert await store.leases.others("a", Shards(4, (3,))) == []

    async def test_clocks_that_are_wrong_free_nothing_and_keep_nothing(
        self, store: Store, other: Store
    ) -> None:
        assert await store.leases.take("a", [0], 1, 5010.0)
        for until in (1010.0, 9e9):
            assert not await other.leases.take("b", [0], 1, until)
            await store.leases.extend(until)
            assert [lease.until for lease in await other.leases.others("b")] == [until]
        assert await other.leases.take("b", [0], 1, 920.0, await other.leases.all())

    async def test_who_is_silent_is_found_out_by_looks(
        self, store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(leases, "LIFE", 1.0)
        watch = Watch()

        async def silent() -> list[str]:
            return [lease.owner for lease in watch.silent(await other.leases.all())]

        assert await store.leases.take("a", [0], 2, 9e9)
        assert await other.leases.take("b", [1], 2, 5.0)
        for n in range(12):
            assert await silent() == (["b"] if n >= 5 else [])
            await store.leases.extend(8e9 - n % 2)
        await other.leases.extend(4.0)
        assert [await silent() for _ in range(6)] == [[], [], [], [], [], ["a", "b"]]

    async def test_who_uses_the_store_shows_it_by_a_sign_of_life(
        self, store: Store, other: Store, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(leases, "LOOK", 0.02)
        monkeypatch.setattr(leases, "LIFE", 0.2)
        assert await other.leases.users() == []
        assert await store.leases.take("a", [0], 3, 9e9)
        assert await other.leases.users() == []
        third = await open_store(url)
        assert await third.leases.take("c", [2], 3, 9e9)
        monkeypatch.setattr(leases, "LIFE", 60.0)
        looking = asyncio.create_task(other.leases.users())
        await asyncio.sleep(0.1)
        for each in (store, third):
            assert not looking.done()
            await each.leases.extend(5.0)
        assert await asyncio.wait_for(looking, 30) == ["a", "c"]
        await third.close()

    async def test_an_owner_takes_its_lease_again(self, store: Store) -> None:
        assert await store.leases.take("a", [0], 1, 1010.0)
        assert await store.leases.take("a", [0], 1, 1011.0)
        assert [lease.number for lease in await store.leases.all()] == [2]
        await store.check()

    async def test_of_many_at_once_one_gets_it(self, store: Store, url: str) -> None:
        stores = [await open_store(url) for _ in range(4)]
        got = await asyncio.gather(
            *(s.leases.take(f"p{n}", [0], 1, 1010.0) for n, s in enumerate(stores))
        )
        assert sum(got) == 1
        await running(store)
        for each, has in zip(stores, got, strict=True):
            if has:
                await each.tables.append("t1", entry(1))
            await each.close()

    async def test_a_hand_over_under_load_loses_nothing(self, store: Store, other: Store) -> None:
        await running(store)
        assert await store.leases.take("a", [0], 1, 1010.0)
        stored: list[int] = []

        async def play(by: Store) -> None:
            sequence = 1 + len(await by.tables.entries("t1"))
            while len(stored) < 60:
                try:
                    await by.tables.append("t1", entry(sequence))
                except LeaseLost:
                    return
                except Conflict:
                    sequence = 1 + len(await by.tables.entries("t1"))
                    continue
                stored.append(sequence)
                sequence += 1

        async def take() -> None:
            while len(stored) < 20:
                await asyncio.sleep(0)
            assert await other.leases.take("b", [0], 1, 1020.0, await other.leases.all())
            await play(other)

        await asyncio.wait_for(asyncio.gather(play(store), take()), 60)
        assert (
            [e.sequence for e in await other.tables.entries("t1")] == stored == list(range(1, 61))
        )

    async def test_what_happens_by_itself_happens_at_own_tables(self, store: Store) -> None:
        """Of three servers two belong to shards 0 and 2 of three."""
        for shard in range(3):
            guild, one, two = shard << 22, f"run{shard}", f"end{shard}"
            await store.tables.add(table(one, 30 + shard, guild=guild))
            due = 5.0 + shard
            lobby = table(one, 30 + shard, guild=guild, started=1500.0)
            await store.tables.start(lobby, due, "s0")
            await store.shown.save_call(Call(one, 0, "nonce"))
            await store.shown.save_private(Private(one, 7, "panel", "token", 1, "de", 5000.0))
            await store.tables.add(table(two, 40 + shard, guild=guild))
            started = await store.tables.start(table(two, 40 + shard, guild=guild), None, "s0")
            await store.tables.finish(started, entry(1), "s1", results())
            await store.tables.add(table(f"new{shard}", 50 + shard, guild=guild))
        assert await store.leases.take("a", (0, 2), 3, 1010.0)
        assert await store.tables.due() == [("run0", 5.0), ("run2", 7.0)]
        kinds = ("end", "new", "run")
        assert await store.shown.owed() == [f"{kind}{shard}" for kind in kinds for shard in (0, 2)]
        assert [call.table for call in await store.shown.calls()] == ["run0", "run2"]
        assert [call.table for call in await store.shown.calls("run1")] == ["run1"]
        assert {p.table for p in await store.shown.privates(1000.0)} == {"run0", "run2"}
        assert {i.table for i in await store.tables.idle(1e9)} == {"run0", "run2", "new0", "new2"}
        assert await store.history.unrated() == ["end0", "end2"]
        assert sorted(await store.tables.lobbies()) == ["new0", "new2"]
        assert await store.tables.lobbies(1e12) == []
        assert sorted(await store.tables.running_of(2**63 - 1)) == ["run0", "run1", "run2"]
        assert sorted(await store.tables.open_of(2**63 - 1)) == ["new0", "new2", "run0", "run2"]
        assert await store.privacy.drop_logs(1e9) == 2
        assert await store.tables.load("end1") is not None

    async def test_what_is_due_to_people_is_due_from_one_process(self, store: Store) -> None:
        """Of three servers two belong to shards 0 and 2 of three."""
        for shard in range(3):
            guild, host = shard << 22, 2**63 - 1
            run, new, shut = f"run{shard}", f"new{shard}", f"shut{shard}"
            await store.tables.add(table(run, 30 + shard, guild=guild))
            begun = await store.tables.start(table(run, 30 + shard, guild=guild), None, "s0")
            await store.tables.save(begun, cast=[Vote(run, 7, ALL, 0, 5.0)])
            await store.tables.add(table(new, 40 + shard, guild=guild))
            await store.tables.add(table(shut, 50 + shard, guild=guild, status="aborted"))
            await store.shown.save_board(Board(shut, 1, version=0))
            await store.staff.record(Case(Deed(guild, 1.0, 7, "ban", owed=True)))
            await store.staff.offer(Offer(run, 1, 7, 5.0))
            await store.staff.ban(Ban(guild, host, None, "", 7, 1.0))
            await store.alerts.save(Alert(guild, 7, (), (), 2, "de", greeting="nonce"))
            await store.alerts.tell(new, guild, [7], 1.0)
            await store.company.summon(Summons(new, guild, 7, 1.0), 0.0)
            await store.meetings.add(meeting(f"date{shard}", guild=guild))
            await store.meetings.add(meeting(f"over{shard}", guild=guild, stage="over", at=1.0))
            await store.meetings.post(Poster(f"over{shard}", version=0), Leftover(shard, guild, 7))
            await store.tournaments.add(Contest(f"cup{shard}", guild, 1, 1, 7, "{}", True))
        assert await store.leases.take("a", (0, 2), 3, 1010.0)
        own = [shard << 22 for shard in (0, 2)]

        def ours(kind: str) -> list[str]:
            return [f"{kind}{shard}" for shard in (0, 2)]

        assert [deed.guild for deed in await store.staff.untold()] == own
        assert sorted(offer.table for offer in await store.staff.offers()) == ours("run")
        banned = {table_id for table_id, _ in await store.staff.banned_seats(1.0)}
        assert banned == {*ours("new"), *ours("run")}
        assert sorted(alert.guild for alert in await store.alerts.ungreeted()) == own
        assert await store.alerts.standing() == ours("new")
        assert sorted(each.table for each in await store.company.open_summons()) == ours("new")
        assert sorted(guild for guild, _ in await store.manners.closed(0.0)) == own
        assert await store.votes.passed(5.0) == ours("run")
        assert sorted(table_id for table_id, _ in await store.shown.written()) == sorted(
            [*ours("new"), *ours("run")]
        )
        assert sorted(each.id for each in await store.meetings.own()) == ours("date")
        assert sorted(await store.meetings.owed()) == ours("date")
        assert [each.message for each in await store.leftovers.due()] == [0, 2]
        assert [each.id for each in await store.tournaments.due()] == ours("cup")
        await store.meetings.drop(9.0)
        assert [await store.meetings.get(f"over{n}") is None for n in range(3)] == [
            True, False, True
        ]  # fmt: skip
        assert await store.privacy.drop_lobbies(1e9) == 2
        assert await store.tables.get("shut1") is not None

    async def test_of_many_at_once_each_gets_a_turn_of_its_own(
        self, store: Store, other: Store
    ) -> None:
        turns = (each.settings.turn("t", 1000.0, 5.0) for each in (store, other) * 2)
        assert sorted(await asyncio.gather(*turns)) == [0.0, 5.0, 10.0, 15.0]

    async def test_turns_are_taken_by_all_processes(self, store: Store, other: Store) -> None:
        assert await store.settings.turn("identify.0", 1000.0, 5.0) == 0.0
        assert await other.settings.turn("identify.0", 1001.0, 5.0) == 4.0
        assert await store.settings.turn("identify.0", 1001.5, 5.0) == 8.5
        assert await store.settings.turn("identify.1", 1001.5, 5.0) == 0.0
        assert await store.settings.turn("identify.0", 1020.0, 5.0) == 0.0
        waits = await asyncio.gather(*(s.settings.turn("both", 7.0, 5.0) for s in (store, other)))
        assert sorted(waits) == [0.0, 5.0]
        assert await store.settings.turn("identify.0", 1020.0 - 10_000.0, 5.0) == 0.0, (
            "the clock was wrong"
        )
