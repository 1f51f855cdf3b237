"""What every store must do; subclass it beside a `url` fixture to run it against another one."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage.errors import ChannelTaken, Conflict, StoreError
from storage.people import Offer
from storage.records import Board, Call, Player, Private, Saved, Summons
from storage.store import Store
from storage.url import open_store
from tests.storage.samples import entry, results, running, table


class Contract:
    """The tests of the interface; `store` is empty, `url` opens it again."""

    async def test_a_table_comes_back_as_it_was(self, store: Store) -> None:
        full = table(started=1500.0, paused=1600.5)
        await store.tables.add(full)
        assert await store.tables.get("t1") == full
        assert await store.tables.get("t2") is None

    async def test_a_channel_has_one_open_table(self, store: Store) -> None:
        await store.tables.add(table())
        with pytest.raises(ChannelTaken) as caught:
            await store.tables.add(table("t2"))
        assert caught.value.table == "t1"
        assert await store.tables.get("t2") is None
        await store.tables.add(table("t3", channel=21))

    async def test_an_id_is_used_once(self, store: Store) -> None:
        await store.tables.add(table())
        with pytest.raises(Conflict):
            await store.tables.add(table(channel=21))
        with pytest.raises(Conflict):
            await store.tables.add(table())
        assert await store.tables.open_table(21) is None

    async def test_only_an_open_table_takes_the_channel(self, store: Store) -> None:
        await store.tables.add(table())
        assert await store.tables.open_table(20) == table()
        await store.tables.save(table(status="aborted"))
        assert await store.tables.open_table(20) is None
        await store.tables.add(table("t2"))
        assert await store.tables.open_table(20) == table("t2")
        assert await store.tables.going(["t1", "t2", "t3"]) == {"t2"}
        assert await store.tables.going([]) == set()

    async def test_a_table_is_replaced_whole(self, store: Store) -> None:
        await store.tables.add(table())
        changed = replace(
            table(), host=7, players=(Player(7, "Ada"),), options="{}", paused=5.0, updated=1001.0
        )
        stored = await store.tables.save(changed)
        assert stored == replace(changed, version=1)
        assert await store.tables.get("t1") == stored

    async def test_an_older_row_replaces_no_newer_one(self, store: Store) -> None:
        await store.tables.add(table())
        newer = await store.tables.save(table(host=7))
        for late in (store.tables.save(table(host=8)), store.tables.start(table(), 1.0, "s0")):
            with pytest.raises(Conflict):
                await late
        assert await store.tables.get("t1") == newer
        started = await store.tables.start(newer, None, "s0")
        with pytest.raises(Conflict):
            await store.tables.finish(replace(started, version=1), entry(1), None, results())
        with pytest.raises(Conflict):
            await store.tables.save(replace(started, version=3))
        assert await store.tables.get("t1") == started
        assert await store.tables.entries("t1") == []

    async def test_saving_neither_starts_nor_reopens(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.tables.save(table())
        await store.tables.add(table())
        with pytest.raises(Conflict):
            await store.tables.save(table(status="running"))
        aborted = await store.tables.save(table(status="aborted"))
        again = await store.tables.save(replace(aborted, host=9))
        with pytest.raises(Conflict):
            await store.tables.save(replace(again, status="lobby"))
        assert await store.tables.get("t1") == table(status="aborted", host=9, version=2)

    async def test_a_start_stores_the_first_snapshot(self, store: Store) -> None:
        await store.tables.add(table())
        assert await store.tables.load("t1") is None
        started = await store.tables.start(table(started=1500.0), 1600.0, "s0")
        assert started == table(started=1500.0, status="running", version=1)
        assert await store.tables.get("t1") == started
        assert await store.tables.load("t1") == Saved("s0", 0, ())
        assert await store.tables.due() == [("t1", 1600.0)]

    async def test_only_a_lobby_starts(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.tables.start(table(), None, "s0")
        started = await running(store)
        with pytest.raises(Conflict):
            await store.tables.start(replace(started, status="lobby", host=1), 5.0, "other")
        assert await store.tables.get("t1") == started
        assert await store.tables.load("t1") == Saved("s0", 0, ())
        assert await store.tables.due() == []
        await store.tables.add(table("t2", 21, status="aborted"))
        with pytest.raises(Conflict):
            await store.tables.start(table("t2", 21), None, "s0")

    async def test_entries_come_back_in_order(self, store: Store) -> None:
        await running(store)
        await running(store, "t2", 21)
        for sequence in range(1, 13):
            await store.tables.append("t1", entry(sequence, due=3000.0))
        assert await store.tables.entries("t1") == [entry(n, due=3000.0) for n in range(1, 13)]
        assert await store.tables.entries("t1", after=10) == [
            entry(n, due=3000.0) for n in (11, 12)
        ]
        assert await store.tables.entries("t2") == []

    async def test_who_decided_anything_themselves(self, store: Store) -> None:
        await running(store)
        for sequence, (seat, by) in enumerate(
            ((0, "clock"), (1, "person"), (0, "computer"), (1, "clock"), (-1, "clock")), 1
        ):
            await store.tables.append("t1", replace(entry(sequence), seat=seat, by=by))
        assert await store.tables.decided("t1") == {0: False, 1: True, -1: False}
        assert await store.tables.decided("t2") == {}

    async def test_when_each_seat_acted_last(self, store: Store) -> None:
        await running(store)
        await running(store, "t2", 21)
        for sequence, seat in enumerate((0, 1, 0, -1), 1):
            await store.tables.append(
                "t1", replace(entry(sequence), seat=seat, at=100.0 * sequence)
            )
        assert await store.tables.acted("t1") == {0: 300.0, 1: 200.0, -1: 400.0}
        assert await store.tables.acted("t2") == {}

    async def test_a_snapshot_replaces_the_one_before(self, store: Store) -> None:
        await running(store)
        await store.tables.append("t1", entry(1))
        await store.tables.append("t1", entry(2), "s2")
        await store.tables.append("t1", entry(3))
        assert await store.tables.load("t1") == Saved("s2", 2, (entry(3),))

    @pytest.mark.parametrize("sequence", [1, 2, 4, 0])
    async def test_an_entry_follows_the_last_one(self, store: Store, sequence: int) -> None:
        await running(store)
        await store.tables.append("t1", entry(1))
        await store.tables.append("t1", entry(2))
        with pytest.raises(Conflict):
            await store.tables.append("t1", entry(sequence, due=1.0), "late")
        assert await store.tables.load("t1") == Saved("s0", 0, (entry(1), entry(2)))
        await store.tables.append("t1", entry(3))

    async def test_only_a_running_table_takes_entries(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.tables.append("t1", entry(1))
        await store.tables.add(table())
        with pytest.raises(Conflict):
            await store.tables.append("t1", entry(1))
        started = await running(store, "t2", 21)
        await store.tables.save(replace(started, status="aborted"))
        with pytest.raises(Conflict):
            await store.tables.append("t2", entry(1))

    async def test_a_finish_stores_entry_status_and_results(self, store: Store) -> None:
        started = await running(store)
        await store.tables.append("t1", entry(1, due=5.0))
        ended = replace(started, updated=3000.0)
        finished = await store.tables.finish(ended, entry(2, due=6.0), "s2", results())
        assert finished == replace(ended, status="finished", version=2)
        assert await store.tables.get("t1") == finished
        assert await store.tables.load("t1") == Saved("s2", 2, ())
        assert await store.history.results("t1") == results()
        assert await store.tables.due() == []
        assert await store.tables.open_table(20) is None

    async def test_a_finish_that_clashes_changes_nothing(self, store: Store) -> None:
        started = await running(store)
        await store.tables.append("t1", entry(1))
        for sequence in (1, 3):
            with pytest.raises(Conflict):
                await store.tables.finish(started, entry(sequence), "late", results())
        with pytest.raises(Conflict):
            await store.tables.finish(started, entry(2), "late", [*results(), *results()])
        assert await store.tables.get("t1") == started
        assert await store.tables.load("t1") == Saved("s0", 0, (entry(1),))
        assert await store.history.results("t1") == []
        await store.tables.finish(started, entry(2), None, results())
        assert await store.tables.load("t1") == Saved("s0", 0, (entry(1), entry(2)))

    async def test_due_is_what_the_last_entry_says(self, store: Store) -> None:
        for n in range(1, 5):
            await store.tables.add(table(f"t{n}", n))
            await store.tables.start(table(f"t{n}", n), 100.0 + n, "s0")
        await store.tables.append("t1", entry(1, due=999.0))
        await store.tables.append("t2", entry(1, due=50.0))
        await store.tables.append("t2", entry(2))
        await store.tables.save(table("t3", 3, status="aborted", version=1))
        assert await store.tables.due() == [("t4", 104.0), ("t1", 999.0)]

    async def test_whose_row_was_changed_after_the_last_entry_is_due_at_once(
        self, store: Store
    ) -> None:
        for n, entries in enumerate(([], [entry(1, due=9999.0)])):
            fresh = await running(store, f"t{n}", n)
            for each in entries:
                await store.tables.append(fresh.id, each)
            assert (fresh.id, 0.0) not in await store.tables.due()
            await store.tables.save(replace(fresh, updated=3000.0))
            assert (fresh.id, 0.0) in await store.tables.due()

    async def test_what_mentions_people_is_known_by_server(self, store: Store) -> None:
        for guild in (10, 11, 12):
            await store.tables.add(table(f"t{guild}", guild, guild=guild))
        assert not await store.shown.mentioning(10)
        call, summons = Call("t10", 0, "nonce"), Summons("t11", 11, 7, 1.0)
        offer = Offer("t12", 1, 7, 9.0)
        await store.shown.save_call(call)
        await store.company.summon(summons, 0.0)
        await store.staff.offer(offer)
        for guild in (10, 11, 12):
            assert await store.shown.mentioning(guild) and not await store.shown.mentioning(13)
        await store.shown.drop_call("t10", 0)
        await store.company.save_summons(replace(summons, over=True))
        await store.staff.withdraw(offer)
        for guild in (10, 11, 12):
            assert not await store.shown.mentioning(guild)

    async def test_settings_are_a_server_s_own(self, store: Store) -> None:
        assert await store.settings.get(10, "language") is None
        await store.settings.set(10, "language", "de")
        await store.settings.set(0, "language", "en")
        await store.settings.set(10, "language", "fr")
        assert await store.settings.get(10, "language") == "fr"
        assert await store.settings.get(0, "language") == "en"
        assert await store.settings.get(11, "language") is None
        await store.settings.set(10, "language", None)
        assert await store.settings.get(10, "language") is None
        for guild, key in ((0, "at.1.b"), (0, "at.1.a"), (0, "at.11.a"), (11, "at.1.c")):
            await store.settings.set(guild, key, "")
        assert await store.settings.own("at.1.") == ["at.1.a", "at.1.b"]

    async def test_entries_say_who_made_them(self, store: Store) -> None:
        await running(store)
        made = [
            replace(entry(n + 1), by=by)
            for n, by in enumerate(("person", "computer", "clock", "staff"))
        ]
        for each in made:
            await store.tables.append("t1", each)
        assert await store.tables.entries("t1") == made

    async def test_a_board_is_kept_as_it_was_last(self, store: Store) -> None:
        await store.tables.add(table())
        assert await store.shown.board("t1") is None
        posting = Board("t1", nonce="n1")
        await store.shown.save_board(posting)
        assert await store.shown.board("t1") == posting
        posted = Board("t1", 2**63 - 1, 1500.5, None, 3, 12, (1, 2**63 - 1))
        await store.shown.save_board(posted)
        assert await store.shown.board("t1") == posted
        with pytest.raises(Conflict):
            await store.shown.save_board(Board("t2"))

    async def test_a_table_owes_what_its_board_does_not_show(self, store: Store) -> None:
        await store.tables.add(table())
        assert await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=0))
        assert await store.shown.owed() == []
        started = await store.tables.start(table(), None, "s0")
        assert await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=0))
        assert await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=1, sequence=0))
        assert await store.shown.owed() == []
        await store.tables.append("t1", entry(1))
        assert await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=1, sequence=1))
        assert await store.shown.owed() == []
        finished = await store.tables.finish(started, entry(2), None, results())
        assert await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=1, sequence=2))
        assert await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=finished.version, sequence=2))
        assert await store.shown.owed() == []

    async def test_a_table_that_has_ended_is_shown_by_its_row(self, store: Store) -> None:
        """Its match is perhaps not loaded any more."""
        await store.tables.add(table())
        started = await store.tables.start(table(), None, "s0")
        await store.tables.append("t1", entry(1))
        await store.shown.save_board(Board("t1", 1, version=started.version, sequence=-1))
        assert await store.shown.owed() == ["t1"], "it runs"
        ended = await store.tables.save(replace(started, status="aborted"))
        await store.shown.save_board(Board("t1", 1, version=started.version, sequence=-1))
        assert await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=ended.version, sequence=-1))
        assert await store.shown.owed() == []

    async def test_a_board_half_posted_or_with_leftovers_is_owed(self, store: Store) -> None:
        aborted = table(status="aborted")
        await store.tables.add(aborted)
        shown = Board("t1", 1, version=0)
        for half in (replace(shown, nonce="n"), replace(shown, leftovers=(5,))):
            await store.shown.save_board(half)
            assert await store.shown.owed() == ["t1"]
            await store.shown.save_board(shown)
            assert await store.shown.owed() == []

    async def test_a_board_that_showed_more_than_is_asked_owes_nothing(self, store: Store) -> None:
        await running(store)
        await store.shown.save_board(Board("t1", 1, version=9, sequence=9))
        assert await store.shown.owed() == []
        await store.tables.append("t1", entry(1))
        assert await store.shown.owed() == []

    async def test_a_table_that_owes_says_so_until_it_is_shown(self, store: Store) -> None:
        for n in range(3):
            started = await running(store, f"t{n}", n)
            await store.shown.save_board(Board(f"t{n}", n, version=started.version, sequence=0))
        await store.tables.append("t1", entry(1))
        await store.tables.append("t1", entry(2))
        assert await store.shown.owed() == await store.shown.owed() == ["t1"]
        await store.shown.save_board(Board("t1", 1, version=1, sequence=1))
        assert await store.shown.owed() == ["t1"]

    async def test_a_seat_s_last_call_stands_until_it_is_dropped(self, store: Store) -> None:
        await store.tables.add(table())
        await store.tables.add(table("t2", 21))
        sending, sent = Call("t1", 1, "n1"), Call("t1", 1, "n2", 2**63 - 1)
        others = [Call("t1", 0, "n3", 6), Call("t2", 1, "n4", 7)]
        for call in (sending, *others, sent):
            await store.shown.save_call(call)
        assert await store.shown.calls("t1") == [others[0], sent]
        assert await store.shown.calls() == [others[0], sent, others[1]]
        for call in (sending, sent):
            await store.shown.told(call)
        assert await store.shown.calls("t1") == [others[0], replace(sent, told=True)]
        await store.shown.drop_call("t1", 1)
        await store.shown.drop_call("t1", 1)
        await store.shown.told(sent)
        assert await store.shown.calls() == others
        with pytest.raises(Conflict):
            await store.shown.save_call(Call("t3", 0, "n"))

    async def test_a_person_s_last_private_is_kept_while_it_lives(self, store: Store) -> None:
        await store.tables.add(table())
        first = Private("t1", 2**63 - 1, "panel", "token", 11, "de", 2000.0)
        later = replace(first, token="other", message=None, until=3000.0)
        words = replace(first, kind="words", message=12, until=2700.0)
        other = replace(first, user=2, locale="en-GB", until=2500.0)
        for private in (first, words, later, other):
            await store.shown.save_private(private)
        assert await store.shown.privates(2000.0) == [other, words, later]
        assert await store.shown.privates(2500.0) == [words, later]
        assert await store.shown.privates(1000.0) == [words, later]
        with pytest.raises(Conflict):
            await store.shown.save_private(replace(first, table="t2"))

    async def test_a_private_that_was_deleted_is_dropped(self, store: Store) -> None:
        await store.tables.add(table())
        panel = Private("t1", 1, "panel", "token", None, "de", 2000.0)
        others = [replace(panel, kind="lobby"), replace(panel, kind="words", until=2000.5)]
        kept = [*others, replace(panel, user=2, until=2001.0)]
        for private in (panel, *kept):
            await store.shown.save_private(private)
        await store.shown.drop_private("t1", 1, "panel")
        await store.shown.drop_private("t1", 1, "panel")
        assert await store.shown.privates(1000.0) == kept

    async def test_everything_is_there_when_opened_again(self, store: Store, url: str) -> None:
        started = await running(store)
        await store.tables.append("t1", entry(1, due=7.0))
        await store.settings.set(0, "commands", "abc")
        await store.close()
        again = await open_store(url)
        assert await again.tables.get("t1") == started
        assert await again.tables.load("t1") == Saved("s0", 0, (entry(1, due=7.0),))
        assert await again.tables.due() == [("t1", 7.0)]
        assert await again.settings.get(0, "commands") == "abc"
        await again.close()

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.tables.get("t1")
        with pytest.raises(StoreError, match="closed"):
            await store.tables.start(table(), None, "s0")

    async def test_many_tasks_at_once(self, store: Store) -> None:
        tables = [await running(store, f"t{n}", n) for n in range(8)]

        async def play(n: int) -> None:
            for sequence in range(1, 20):
                await store.tables.append(f"t{n}", entry(sequence), f"s{sequence}")
            await store.tables.finish(tables[n], entry(20), "s20", results())

        await asyncio.gather(*(play(n) for n in range(8)))
        for n in range(8):
            assert await store.tables.load(f"t{n}") == Saved("s20", 20, ())
            assert len(await store.tables.entries(f"t{n}")) == 20

    async def test_the_same_entry_at_once_is_stored_once(self, store: Store) -> None:
        await running(store)
        tries = [store.tables.append("t1", entry(1, due=float(n)), f"s{n}") for n in range(8)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        stored = [n for n, answer in enumerate(answers) if answer is None]
        assert len(stored) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 7
        [kept] = await store.tables.entries("t1")
        assert kept.due == stored[0]
        assert await store.tables.load("t1") == Saved(f"s{stored[0]}", 1, ())

    @pytest.mark.parametrize("step", range(0, 12, 2))
    async def test_a_cancelled_call_is_stored_whole_or_not(self, store: Store, step: int) -> None:
        started = await running(store)
        await running(store, "t2", 21)
        task = asyncio.create_task(store.tables.finish(started, entry(1), "s1", results()))
        other = asyncio.create_task(store.tables.append("t2", entry(1)))
        await asyncio.sleep(step * 0.0001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await other
        whole = bool(await store.tables.entries("t1"))
        kept = await store.tables.get("t1")
        assert kept is not None
        assert kept.status == ("finished" if whole else "running")
        assert await store.history.results("t1") == (results() if whole else [])
        assert await store.tables.load("t1") == (
            Saved("s1", 1, ()) if whole else Saved("s0", 0, ())
        )
        await store.tables.append("t2", entry(2))

    async def test_a_cancelled_append_harms_nobody(self, store: Store) -> None:
        await running(store)
        await running(store, "t2", 21)
        tasks = [asyncio.create_task(store.tables.append("t1", entry(n))) for n in range(1, 6)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.tables.append("t2", entry(1))
        stored = await store.tables.entries("t1")
        assert stored == [entry(n) for n in range(1, len(stored) + 1)]
