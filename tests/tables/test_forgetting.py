"""Servers left while the bot was not running keep their data for 30 days from its next start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.shards import Shards
from tables.past.forgetting import GRACE, LEFT
from tests.storage.samples import table
from tests.tables.house import House

START = 5_000_000.0
HERE, AWAY, LONG_AWAY = 1, 2, 3


@pytest.fixture
async def servers(house: House) -> House:
    """Store a table of each server; one was left before, and that was noticed."""
    for number, guild in enumerate((HERE, AWAY, LONG_AWAY)):
        aborted = table(f"t{guild}", 50 + number, guild=guild, started=1.0)
        await house.store.tables.add(aborted)
        await house.store.tables.save(replace(aborted, status="aborted"))
    await house.forgetting.left(LONG_AWAY, START - 20 * 86400)
    return house


async def stored(house: House) -> list[int]:
    """Return of which servers a table is stored."""
    every = (HERE, AWAY, LONG_AWAY)
    return [guild for guild in every if await house.store.tables.get(f"t{guild}") is not None]


async def test_their_time_begins_when_the_bot_starts(servers: House) -> None:
    await servers.forgetting.look(START, [HERE])
    noted = await servers.store.settings.every(LEFT)
    assert {guild: float(at) for guild, at in noted.items()} == {
        AWAY: START,
        LONG_AWAY: START - 20 * 86400,
    }
    for now, left in (
        (START - 20 * 86400 + GRACE - 1, [HERE, AWAY, LONG_AWAY]),
        (START - 20 * 86400 + GRACE, [HERE, AWAY]),
        (START + GRACE - 1, [HERE, AWAY]),
        (START + GRACE, [HERE]),
    ):
        await servers.forgetting.sweep(now, 1e6, [HERE])
        assert await stored(servers) == left


async def test_a_later_start_does_not_begin_it_anew(servers: House) -> None:
    await servers.forgetting.look(START, [HERE])
    await servers.forgetting.look(START + 20 * 86400, [HERE])
    await servers.forgetting.sweep(START + GRACE, 1e6, [HERE])
    assert await stored(servers) == [HERE]


async def test_a_server_the_bot_is_on_again_keeps_its_data(servers: House) -> None:
    await servers.forgetting.look(START, [HERE])
    await servers.forgetting.sweep(START + GRACE, 1e6, [HERE, AWAY])
    await servers.forgetting.sweep(START + 3 * GRACE, 1e6, [HERE])
    assert await stored(servers) == [HERE, AWAY]


async def test_other_processes_servers_are_not_ours_to_miss(
    servers: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers.store._database, "shards", Shards(2, (1,)))
    await servers.forgetting.look(START, [])
    assert list(await servers.store.settings.every(LEFT)) == [LONG_AWAY]
