"""What every store must do for the votes at running tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.errors import Conflict
from storage.store import Store
from storage.votes import ALL, Vote
from tests.storage.samples import entry, given_out, results, running, table

USER = 2**63 - 1


class VotesContract:
    """They come and go with what is done at the table, all or nothing."""

    async def test_a_vote_is_cast_once_with_the_table(self, store: Store) -> None:
        stands = await running(store)
        first, other = Vote("t1", USER, 1, 2**40, 10.5), Vote("t1", 7, ALL, 0, 11.5)
        stands = await store.tables.save(stands, cast=[other])
        stands = await store.tables.save(stands, cast=[first])
        assert await store.votes.of("t1") == [first, other]
        with pytest.raises(Conflict):
            await store.tables.save(replace(stands, version=0), cast=[replace(first, user=8)])
        again = replace(first, token=8, at=12.5)
        await store.tables.save(stands, cast=[again])
        assert await store.votes.of("t1") == [other, again]
        assert await store.votes.of("t2") == []

    async def test_votes_are_settled_by_an_entry_or_the_row(self, store: Store) -> None:
        stands = await running(store)
        votes = [Vote("t1", user, seat, 3, 10.0 + user) for user in (1, 2) for seat in (ALL, 0)]
        for vote in votes:
            stands = await store.tables.save(stands, cast=[vote])
        with pytest.raises(Conflict):
            await store.tables.append("t1", entry(5), settled=votes)
        assert await store.votes.of("t1") == votes
        await store.tables.append("t1", entry(1), settled=votes[:1])
        assert await store.votes.of("t1") == votes[1:]
        await store.tables.save(stands, settled=votes[2:], cast=[replace(votes[2], at=20.0)])
        assert await store.votes.of("t1") == [votes[1], replace(votes[2], at=20.0)]

    async def test_no_vote_stands_at_a_table_that_is_over(self, store: Store) -> None:
        for number in (1, 2):
            stands = await running(store, f"t{number}", 20 + number)
            stands = await store.tables.save(stands, cast=[Vote(f"t{number}", 7, 0, 1, 2.0)])
        await store.tables.save(replace(stands, status="aborted"))
        assert await store.votes.of("t2") == []
        ended = await store.tables.get("t1")
        assert ended is not None and await store.votes.of("t1")
        await store.tables.finish(ended, entry(1), None, results())
        assert await store.votes.of("t1") == []

    async def test_of_wishes_that_all_stop_old_ones_are_found(self, store: Store) -> None:
        for number, (seat, at) in enumerate([(ALL, 9.0), (ALL, 10.0), (ALL, 10.1), (0, 9.0)]):
            stands = await running(store, f"t{number}", 20 + number)
            for user in (7, 8):
                vote = Vote(stands.id, user, seat, 0, at)
                stands = await store.tables.save(stands, cast=[vote])
        assert await store.votes.passed(10.0) == ["t0", "t1"]

    async def test_a_vote_is_its_person_s(self, store: Store) -> None:
        stands = await running(store)
        for user in (USER, 7):
            stands = await store.tables.save(stands, cast=[Vote("t1", user, 1, 4, 9.5)])
        await store.tables.save(stands, cast=[Vote("t1", USER, ALL, 0, 10.5)])
        one, all_stop = (await given_out(store, USER))["votes"]
        assert one == {"match": "t1", "seat": 1, "at": 9.5}
        assert all_stop == {"match": "t1", "seat": None, "at": 10.5}
        await store.privacy.forget(USER, 20.0)
        assert await store.votes.of("t1") == [Vote("t1", 7, 1, 4, 9.5)]
        assert (await given_out(store, USER))["votes"] == []
        await store.privacy.purge(table().guild)
        assert await store.votes.of("t1") == []
