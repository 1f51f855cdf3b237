"""What a store promises of tournaments; with the `store` fixture."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage.errors import Conflict
from storage.records import Player, Table
from storage.store import Store
from storage.tournaments import Contest, Entrant
from tests.storage.contract_people import ADA, BOB
from tests.storage.samples import given_out, table

CONTEST = Contest("c1", 10, 20, 21, ADA, '{"size":4}', True)


async def entered(store: Store, *users: int) -> Contest:
    """Store a tournament that these people have entered; return it as it is stored."""
    await store.tournaments.add(CONTEST)
    for number, user in enumerate(users):
        entrant = Entrant("c1", number, user, f"Person {user}")
        await store.tournaments.save(replace(CONTEST, version=number), entrant)
    found = await store.tournaments.get("c1")
    assert found is not None
    return found


class TournamentsContract:
    """Tournaments, and who entered them."""

    async def test_what_is_stored_is_read_again(self, store: Store) -> None:
        assert await store.tournaments.get("c1") is None
        contest = await entered(store, ADA, BOB)
        assert contest == replace(CONTEST, version=2)
        people = await store.tournaments.entrants("c1")
        assert [(one.number, one.user) for one in people] == [(0, ADA), (1, BOB)]
        assert await store.tournaments.entrants("c2") == []
        await store.tournaments.save(replace(contest, state="{}", going=False))
        await store.tournaments.show("c1", 77, 3, 2)
        ended = Contest("c1", 10, 20, 21, ADA, "{}", False, 3, 77, 3, 2)
        assert await store.tournaments.get("c1") == ended

    async def test_of_two_writes_one_counts_whole(self, store: Store) -> None:
        contest = await entered(store, ADA)
        tries = (store.tournaments.save(contest, Entrant("c1", 1, user, "x")) for user in (BOB, 5))
        found = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(one) for one in found if one] == [Conflict]
        assert len(await store.tournaments.entrants("c1")) == 2
        now = replace(contest, version=2, state="{}")
        with pytest.raises(Conflict):
            await store.tournaments.save(now, Entrant("c1", 2, ADA, "again"))
        assert await store.tournaments.get("c1") == replace(contest, version=2)
        with pytest.raises(Conflict):
            await store.tournaments.add(CONTEST)

    async def test_only_who_has_entered_sits_at_a_table_of_it(self, store: Store) -> None:
        await entered(store, ADA, BOB)
        both = tuple(Player(user, "x") for user in (ADA, BOB))
        for tournament, players in (("c2", both), ("c1", (*both, Player(5, "x")))):
            with pytest.raises(Conflict):
                await store.tables.add(table(tournament=tournament, players=players))
        await store.privacy.forget(BOB, 1.0)
        with pytest.raises(Conflict):
            await store.tables.add(table(tournament="c1", players=both))
        assert await store.tables.get("t1") is None
        await store.tables.add(table(tournament="c1", players=(both[0], Player(None, "Grim"))))

    async def test_who_is_seated_while_being_forgotten_is_forgotten_there_too(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await entered(store, ADA, BOB)
        read, due = store.privacy.tables_of, [Player(user, "x") for user in (ADA, BOB)]

        async def tables_of(user: int) -> list[Table]:
            found = await read(user)
            if due:
                await store.tables.add(table(tournament="c1", players=tuple(due)))
                due.clear()
            return found

        monkeypatch.setattr(store.privacy, "tables_of", tables_of)
        await store.privacy.forget(BOB, 1.0)
        seated = await store.tables.get("t1")
        assert seated is not None and seated.users == [ADA]

    async def test_what_is_to_be_looked_at(self, store: Store) -> None:
        contest = await entered(store, ADA)
        other = replace(CONTEST, id="c0", guild=11, going=False, version=4, shown=4)
        await store.tournaments.add(other)
        assert await store.tournaments.due() == await store.tournaments.of(10) == [contest]
        await store.tournaments.save(replace(contest, going=False))
        [ended] = await store.tournaments.due()
        assert not ended.going and ended.version == 2
        assert await store.tournaments.of(10) == [ended]
        assert await store.tournaments.of(11) == []
        await store.tournaments.show("c1", 5, 2, 0)
        assert await store.tournaments.due() == await store.tournaments.of(10) == []

    async def test_who_is_forgotten_stays_a_number(self, store: Store) -> None:
        await entered(store, ADA, BOB)
        given = (await given_out(store, ADA))["tournaments"]
        assert given == [{"tournament": "c1", "guild": 10, "number": 0, "host": True}]
        await store.privacy.forget(ADA, 1000.0)
        people = await store.tournaments.entrants("c1")
        assert [(one.user, one.name) for one in people] == [(None, ""), (BOB, f"Person {BOB}")]
        contest = await store.tournaments.get("c1")
        assert contest is not None and (contest.host, contest.version) == (0, 3)
        assert (await given_out(store, ADA))["tournaments"] == []
        [own] = (await given_out(store, BOB))["tournaments"]
        assert own == {"tournament": "c1", "guild": 10, "number": 1, "host": False}

    async def test_a_purge_removes_them(self, store: Store) -> None:
        await entered(store, ADA, BOB)
        await store.tournaments.add(replace(CONTEST, id="c0", guild=11))
        assert await store.privacy.guilds() == [10, 11]
        await store.privacy.purge(10)
        assert await store.tournaments.get("c1") is None
        assert await store.tournaments.entrants("c1") == []
        assert await store.tournaments.get("c0") is not None
