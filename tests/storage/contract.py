"""What every store must do; subclass it beside a `url` fixture to run it against another one."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage.errors import ChannelTaken, Conflict, StoreError
from storage.records import Call, OpenPanel, Player, Saved
from storage.store import Store
from storage.url import open_store
from tests.storage.samples import entry, results, running, table


class Contract:
    """The tests of the interface; `store` is empty, `url` opens it again."""

    async def test_a_table_comes_back_as_it_was(self, store: Store) -> None:
        full = table(message=1, posted=1001.5, calls=(Call(0, 2),), started=1500.0)
        await store.add_table(full)
        assert await store.table("t1") == full
        assert await store.table("t2") is None

    async def test_a_channel_has_one_open_table(self, store: Store) -> None:
        await store.add_table(table())
        with pytest.raises(ChannelTaken) as caught:
            await store.add_table(table("t2"))
        assert caught.value.table == "t1"
        assert await store.table("t2") is None
        await store.add_table(table("t3", channel=21))

    async def test_an_id_is_used_once(self, store: Store) -> None:
        await store.add_table(table())
        with pytest.raises(Conflict):
            await store.add_table(table(channel=21))
        with pytest.raises(Conflict):
            await store.add_table(table())
        assert await store.open_table(21) is None

    async def test_only_an_open_table_takes_the_channel(self, store: Store) -> None:
        await store.add_table(table())
        assert await store.open_table(20) == table()
        await store.save_table(table(status="aborted"))
        assert await store.open_table(20) is None
        await store.add_table(table("t2"))
        assert await store.open_table(20) == table("t2")

    async def test_a_table_is_replaced_whole(self, store: Store) -> None:
        await store.add_table(table())
        changed = replace(
            table(), host=7, players=(Player(7, "Ada"),), options="{}", message=5, updated=1001.0
        )
        await store.save_table(changed)
        assert await store.table("t1") == changed

    async def test_saving_neither_starts_nor_reopens(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.save_table(table())
        await store.add_table(table())
        with pytest.raises(Conflict):
            await store.save_table(table(status="running"))
        await store.save_table(table(status="aborted"))
        await store.save_table(table(status="aborted", message=9))
        with pytest.raises(Conflict):
            await store.save_table(table())
        assert await store.table("t1") == table(status="aborted", message=9)

    async def test_a_start_stores_the_first_snapshot(self, store: Store) -> None:
        await store.add_table(table())
        assert await store.load("t1") is None
        await store.start(table(started=1500.0), 1600.0, "s0")
        assert await store.table("t1") == table(started=1500.0, status="running")
        assert await store.load("t1") == Saved("s0", 0, ())
        assert await store.due() == [("t1", 1600.0)]

    async def test_only_a_lobby_starts(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.start(table(), None, "s0")
        started = await running(store)
        with pytest.raises(Conflict):
            await store.start(table(started=9.0), 5.0, "other")
        assert await store.table("t1") == started
        assert await store.load("t1") == Saved("s0", 0, ())
        assert await store.due() == []
        await store.add_table(table("t2", 21, status="aborted"))
        with pytest.raises(Conflict):
            await store.start(table("t2", 21), None, "s0")

    async def test_entries_come_back_in_order(self, store: Store) -> None:
        await running(store)
        await running(store, "t2", 21)
        for sequence in range(1, 13):
            await store.append("t1", entry(sequence, due=3000.0))
        assert await store.entries("t1") == [entry(n, due=3000.0) for n in range(1, 13)]
        assert await store.entries("t1", after=10) == [entry(n, due=3000.0) for n in (11, 12)]
        assert await store.entries("t2") == []

    async def test_a_snapshot_replaces_the_one_before(self, store: Store) -> None:
        await running(store)
        await store.append("t1", entry(1))
        await store.append("t1", entry(2), "s2")
        await store.append("t1", entry(3))
        assert await store.load("t1") == Saved("s2", 2, (entry(3),))

    @pytest.mark.parametrize("sequence", [1, 2, 4, 0])
    async def test_an_entry_follows_the_last_one(self, store: Store, sequence: int) -> None:
        await running(store)
        await store.append("t1", entry(1))
        await store.append("t1", entry(2))
        with pytest.raises(Conflict):
            await store.append("t1", entry(sequence, due=1.0), "late")
        assert await store.load("t1") == Saved("s0", 0, (entry(1), entry(2)))
        await store.append("t1", entry(3))

    async def test_only_a_running_table_takes_entries(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("t1", entry(1))
        await store.add_table(table())
        with pytest.raises(Conflict):
            await store.append("t1", entry(1))
        await running(store, "t2", 21)
        await store.save_table(table("t2", 21, status="aborted"))
        with pytest.raises(Conflict):
            await store.append("t2", entry(1))

    async def test_a_finish_stores_entry_status_and_results(self, store: Store) -> None:
        started = await running(store)
        await store.append("t1", entry(1, due=5.0))
        await store.finish(replace(started, updated=3000.0), entry(2, due=6.0), "s2", results())
        assert await store.table("t1") == replace(started, status="finished", updated=3000.0)
        assert await store.load("t1") == Saved("s2", 2, ())
        assert await store.results("t1") == results()
        assert await store.due() == []
        assert await store.open_table(20) is None

    async def test_a_finish_that_clashes_changes_nothing(self, store: Store) -> None:
        started = await running(store)
        await store.append("t1", entry(1))
        for sequence in (1, 3):
            with pytest.raises(Conflict):
                await store.finish(started, entry(sequence), "late", results())
        with pytest.raises(Conflict):
            await store.finish(started, entry(2), "late", [*results(), *results()])
        assert await store.table("t1") == started
        assert await store.load("t1") == Saved("s0", 0, (entry(1),))
        assert await store.results("t1") == []
        await store.finish(started, entry(2), None, results())
        assert await store.load("t1") == Saved("s0", 0, (entry(1), entry(2)))

    async def test_due_is_what_the_last_entry_says(self, store: Store) -> None:
        for n in range(1, 5):
            await store.add_table(table(f"t{n}", n))
            await store.start(table(f"t{n}", n), 100.0 + n, "s0")
        await store.append("t1", entry(1, due=999.0))
        await store.append("t2", entry(1, due=50.0))
        await store.append("t2", entry(2))
        await store.save_table(table("t3", 3, status="aborted"))
        assert await store.due() == [("t4", 104.0), ("t1", 999.0)]

    async def test_settings_are_a_server_s_own(self, store: Store) -> None:
        assert await store.setting(10, "language") is None
        await store.set_setting(10, "language", "de")
        await store.set_setting(0, "language", "en")
        await store.set_setting(10, "language", "fr")
        assert await store.setting(10, "language") == "fr"
        assert await store.setting(0, "language") == "en"
        assert await store.setting(11, "language") is None
        await store.set_setting(10, "language", None)
        assert await store.setting(10, "language") is None

    async def test_a_person_s_last_panel_is_kept_while_it_lives(self, store: Store) -> None:
        await store.add_table(table())
        first = OpenPanel(1, 11, "token", "de", 2000.0)
        other = OpenPanel(2, 12, "token", "en-GB", 2500.0)
        for panel in (first, replace(first, message=13, until=3000.0), other):
            await store.keep_panel("t1", panel)
        kept = await store.panels(2000.0)
        assert kept == [("t1", other), ("t1", replace(first, message=13, until=3000.0))]
        assert await store.panels(2500.0) == kept[1:]
        assert await store.panels(1000.0) == kept[1:]

    async def test_everything_is_there_when_opened_again(self, store: Store, url: str) -> None:
        started = await running(store)
        await store.append("t1", entry(1, due=7.0))
        await store.set_setting(0, "commands", "abc")
        await store.close()
        again = await open_store(url)
        assert await again.table("t1") == started
        assert await again.load("t1") == Saved("s0", 0, (entry(1, due=7.0),))
        assert await again.due() == [("t1", 7.0)]
        assert await again.setting(0, "commands") == "abc"
        await again.close()

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.table("t1")
        with pytest.raises(StoreError, match="closed"):
            await store.start(table(), None, "s0")

    async def test_many_tasks_at_once(self, store: Store) -> None:
        tables = [await running(store, f"t{n}", n) for n in range(8)]

        async def play(n: int) -> None:
            for sequence in range(1, 20):
                await store.append(f"t{n}", entry(sequence), f"s{sequence}")
            await store.finish(tables[n], entry(20), "s20", results())

        await asyncio.gather(*(play(n) for n in range(8)))
        for n in range(8):
            assert await store.load(f"t{n}") == Saved("s20", 20, ())
            assert len(await store.entries(f"t{n}")) == 20

    async def test_the_same_entry_at_once_is_stored_once(self, store: Store) -> None:
        await running(store)
        tries = [store.append("t1", entry(1, due=float(n)), f"s{n}") for n in range(8)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        stored = [n for n, answer in enumerate(answers) if answer is None]
        assert len(stored) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 7
        [kept] = await store.entries("t1")
        assert kept.due == stored[0]
        assert await store.load("t1") == Saved(f"s{stored[0]}", 1, ())

    @pytest.mark.parametrize("step", range(12))
    async def test_a_cancelled_call_is_stored_whole_or_not(self, store: Store, step: int) -> None:
        started = await running(store)
        await running(store, "t2", 21)
        task = asyncio.create_task(store.finish(started, entry(1), "s1", results()))
        other = asyncio.create_task(store.append("t2", entry(1)))
        await asyncio.sleep(step * 0.0001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await other
        whole = bool(await store.entries("t1"))
        kept = await store.table("t1")
        assert kept is not None
        assert kept.status == ("finished" if whole else "running")
        assert await store.results("t1") == (results() if whole else [])
        assert await store.load("t1") == (Saved("s1", 1, ()) if whole else Saved("s0", 0, ()))
        await store.append("t2", entry(2))

    async def test_a_cancelled_append_harms_nobody(self, store: Store) -> None:
        await running(store)
        await running(store, "t2", 21)
        tasks = [asyncio.create_task(store.append("t1", entry(n))) for n in range(1, 6)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.append("t2", entry(1))
        stored = await store.entries("t1")
        assert stored == [entry(n) for n in range(1, len(stored) + 1)]
