"""What was removed cannot be read from the files of the store either."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from storage.records import Player
from storage.store import Store
from tests.storage.contract_people import ADA, BOB, PrivacyContract, finished
from tests.storage.samples import table


def files(path: Path) -> bytes:
    """Return everything that lies in the store's folder."""
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


def traces(path: Path, user: int) -> int:
    """Return how often an id lies there, as text or as SQLite stores an integer."""
    content = files(path)
    return content.count(str(user).encode()) + content.count(user.to_bytes(8, "big"))


async def test_a_forgotten_person_leaves_no_trace(store: Store, path: Path) -> None:
    await PrivacyContract().everywhere(store)
    await store.staff.unban(10, ADA)
    # A name that was replaced before, and rows long enough to move to pages of their own.
    lobby = table("lobby", 30, players=(Player(ADA, "Ada " * 2000),))
    await store.tables.add(lobby)
    await store.tables.save(replace(lobby, players=(Player(ADA, "Ada"), Player(BOB, "Bob"))))
    for n in range(40):
        await finished(store, f"many{n}", 100 + n, players=(Player(ADA, "Ada"),))
    assert traces(path, ADA) > 40
    assert b"Ada" in files(path)
    others = traces(path, BOB)
    await store.privacy.forget(ADA, 1000.0)
    assert traces(path, ADA) == 0
    assert b"Ada" not in files(path)
    assert traces(path, BOB) > 0 < others


async def test_a_running_ban_alone_keeps_the_bare_id(store: Store, path: Path) -> None:
    await PrivacyContract().everywhere(store)
    await store.privacy.forget(ADA, 1000.0)
    assert traces(path, ADA) == 1
    assert b"Ada" not in files(path)


async def test_a_purged_server_leaves_no_trace(store: Store, path: Path) -> None:
    server = 2**60 + 3
    await finished(store, "t1", guild=server, players=(Player(ADA, "Ada"),))
    await store.settings.set(server, "language", "de")
    assert traces(path, server) >= 3
    await store.privacy.purge(server)
    assert traces(path, server) == traces(path, ADA) == 0
    assert b"5eed" not in files(path)
