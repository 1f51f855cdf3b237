"""What every store must do for what brings people to tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.errors import Conflict
from storage.records import Summons
from storage.store import Store
from tests.storage.samples import given_out, table


class CompanyContract:
    """The roles that lobbies call."""

    async def test_a_lobby_calls_once_and_a_server_seldom(self, store: Store) -> None:
        for number in range(4):
            await store.tables.add(table(f"t{number}", 20 + number, guild=10 + (number == 3)))
        first = Summons("t0", 10, 2**63 - 1, 100.0)
        assert await store.company.last_summons(10) is None
        await store.company.summon(first, 50.0)
        assert await store.company.summons("t0") == first
        assert await store.company.summons("t1") is None
        for refused in (replace(first, at=900.0), replace(first, table="t1", at=120.0)):
            with pytest.raises(Conflict):
                await store.company.summon(refused, 99.0)
        with pytest.raises(Conflict):
            await store.company.summon(replace(first, at=900.0), 200.0)
        await store.company.summon(replace(first, table="t3", guild=11, at=101.0), 99.0)
        await store.company.summon(replace(first, table="t2", at=300.0), 100.0)
        assert await store.company.last_summons(10) == 300.0
        assert await store.company.last_summons(12) is None

    async def test_a_call_is_open_until_it_is_over(self, store: Store) -> None:
        await store.tables.add(table())
        call = Summons("t1", 10, 7, 100.0)
        with pytest.raises(Conflict):
            await store.company.summon(replace(call, table="none"), 0.0)
        await store.company.summon(call, 0.0)
        assert await store.company.open_summons() == [call]
        sent = replace(call, message=55)
        await store.company.save_summons(sent)
        assert await store.company.open_summons() == [sent]
        await store.company.save_summons(replace(sent, over=True))
        assert await store.company.open_summons() == []
        assert await store.company.last_summons(10) == 100.0
        await store.privacy.purge(10)
        assert await store.company.last_summons(10) is None

    async def test_people_wait_for_the_next_game_until_they_do_not(self, store: Store) -> None:
        await store.tables.add(table())
        await store.tables.add(table("t2", 21))
        with pytest.raises(Conflict):
            await store.company.wait("none", 1, "A", 1.0)
        for user, at in ((3, 30.0), (1, 10.0), (2, 20.0)):
            await store.company.wait("t1", user, f"P{user}", at)
        await store.company.wait("t2", 1, "P1", 1.0)
        await store.company.wait("t1", 1, "Ö", 99.0)
        assert await store.company.waiting("t1") == [(1, "Ö"), (2, "P2"), (3, "P3")]
        await store.company.wait_no_more("t1", [1, 3, 9])
        assert await store.company.waiting("t1") == [(2, "P2")]
        given = (await given_out(store, 1))["waits_at"]
        assert given == [{"match": "t2", "at": 1.0}]
        await store.privacy.forget(1, 5.0)
        assert await store.company.waiting("t2") == []
