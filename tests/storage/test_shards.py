"""Whose servers are whose, as Discord divides them (its documentation, Sharding)."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from storage.shards import Shards

NOISE = (1 << 22) - 1
"""What else an id holds, which says nothing about shards."""


@pytest.mark.parametrize("number", range(8))
def test_a_server_has_one_shard(number: int) -> None:
    guild = number << 22 | NOISE
    assert [Shards(3, (shard,)).owns(guild) for shard in range(3)] == [
        number % 3 == shard for shard in range(3)
    ]
    assert Shards().owns(guild)


def test_the_store_divides_them_in_the_same_way() -> None:
    guilds = [number << 22 | NOISE for number in range(8)]
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE t (guild INTEGER)")
        db.executemany("INSERT INTO t VALUES (?)", [(guild,) for guild in guilds])
        for shards in (Shards(), Shards(3, (1,)), Shards(4, (0, 3))):
            query = f"SELECT guild FROM t WHERE {shards.condition} ORDER BY guild"
            assert [guild for (guild,) in db.execute(query)] == [
                g for g in guilds if shards.owns(g)
            ]
