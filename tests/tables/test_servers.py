"""What servers have settled is read as far as this version can say it, and kept whole."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from storage.errors import StoreError
from storage.store import Store
from tables.servers import USUAL, House, Servers

GUILD = 7
NEWER: dict[str, Any] = {"channels": [5], "staff": 9, "season": "decade", "beards": True}
"""Settings of a later version, which knows longer seasons, and something new."""


async def started(store: Store, stored: str) -> Servers:
    await store.settings.set(GUILD, "house", stored)
    servers = Servers(store.settings)
    await servers.start()
    return servers


async def test_what_cannot_be_read_costs_nothing_else(store: Store) -> None:
    servers = await started(store, json.dumps(NEWER))
    assert servers.of(GUILD) == House(channels=(5,), staff=9)


@pytest.mark.parametrize("stored", ["", "[1]", "7", "no JSON"])
async def test_what_is_nothing_settles_nothing(store: Store, stored: str) -> None:
    assert (await started(store, stored)).of(GUILD) == USUAL


async def test_a_change_keeps_what_only_another_version_can_read(store: Store) -> None:
    servers = await started(store, json.dumps(NEWER))
    await servers.settle(GUILD, House(channels=(6,)))
    kept = {"channels": [6], "season": "decade", "beards": True}
    assert json.loads(await store.settings.get(GUILD, "house") or "") == kept
    await servers.settle(GUILD, House(season="year"))
    await servers.settle(GUILD, USUAL)
    stored = await store.settings.get(GUILD, "house")
    assert json.loads(stored or "") == {"beards": True}, "the season was settled anew"
    await store.settings.set(GUILD, "house", None)
    await servers.renew(GUILD)
    await servers.settle(GUILD, House(staff=9))
    await servers.settle(GUILD, USUAL)
    assert await store.settings.get(GUILD, "house") is None


async def test_a_server_is_known_anew_as_it_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = await started(store, json.dumps(NEWER))
    await servers.speak(GUILD, "de", 5)
    other = Servers(store.settings)
    await other.renew(GUILD)
    assert (other.of(GUILD), other.spoken(GUILD, 5)) == (servers.of(GUILD), "de")
    await other.settle(GUILD, USUAL)
    await store.settings.set(GUILD, "spoken", None)
    await servers.renew(GUILD)
    assert (servers.of(GUILD), servers.spoken(GUILD, 5)) == (USUAL, "")
    await servers.settle(GUILD, House(staff=9))
    with monkeypatch.context() as locked:
        locked.setattr(store.settings, "get", refused)
        await servers.renew(GUILD)
    assert servers.of(GUILD) == House(staff=9), "or the next change would leave that alone"


async def test_a_channel_is_addressed_in_its_language_before_that_can_be_stored(
    store: Store,
) -> None:
    servers = Servers(store.settings)
    async with servers.lock(GUILD):
        speaking = asyncio.create_task(servers.speak(GUILD, "de", 5))
        await asyncio.sleep(0)
        assert servers.spoken(GUILD, 5) == "de" and not speaking.done()
    await speaking
    assert json.loads(await store.settings.get(GUILD, "spoken") or "") == {"5": "de"}


async def refused(*asked: object) -> None:
    """Fail as the store does."""
    raise StoreError("locked")
