"""Tables of released rules versions are played on, checked and looked at under today's code."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engine import match as matches
from engine.match import Match
from engine.meistercoup import GAME as Coup
from engine.verify import verify
from storage.records import Entry
from storage.store import Store
from storage.url import open_store
from tables.lobby import lobby
from tests.engine.driver import advance
from tests.tables import released
from tests.tables.house import GAMES, House, Listener, opened, running
from tests.tables.released import Released

FILES = {path.stem for path in released.FOLDER.glob("*.json")}
RELEASED = {id: game for id, game in GAMES.items() if any(f.startswith(f"{id}-") for f in FILES)}
"""The games that are no longer new."""
VERSIONS = [(id, n) for id, game in RELEASED.items() for n in (*game.replaced, game.version)]


@pytest.fixture(params=VERSIONS, ids=lambda each: "-".join(map(str, each)))
def old(request: pytest.FixtureRequest) -> Released:
    """A stored table of each rules version that is played."""
    return released.read(*request.param)


@pytest.fixture
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store: of one kind for rules with an odd number, of the other else."""
    url = f"sqlite:///{tmp_path}/tables.db"
    if "old" in request.fixturenames and request.getfixturevalue("old").table.rules % 2:
        url = request.getfixturevalue("schema")
    store = await open_store(url)
    yield store
    await store.close()


async def stored(store: Store, old: Released, snapshots: bool = True) -> None:
    """Store a table as it was left half way."""
    await store.tables.add(replace(old.table, status="lobby"))
    await store.tables.start(replace(old.table, status="lobby"), old.table.started, "")
    for each in old.entries[: old.sequence]:
        entry = Entry(each.sequence, each.seat, each.action, each.at, each.by)
        shot = old.snapshot if snapshots and each.sequence == old.snapshot_at else None
        await store.tables.append(old.table.id, entry, shot)


def ends_as_it_did(match: Match, old: Released) -> bool:
    """Return whether a match that goes on as the stored one did ends as that one."""
    match = matches.replay(match, old.entries[match.sequence :])
    outcome = match.game.outcome(match.state)
    return outcome is not None and outcome.places == old.proof.places


def test_every_version_that_is_played_has_a_stored_table() -> None:
    assert {f"{id}-{version}" for id, version in VERSIONS} == FILES


def test_versions_are_kept_without_a_gap() -> None:
    for game in GAMES.values():
        assert list(game.replaced) == list(range(min([*game.replaced, game.version]), game.version))
        assert sorted(game.replaced.values()) == list(game.replaced.values())


@pytest.mark.parametrize("snapshots", [True, False])
async def test_it_is_played_on_as_it_would_have_been(
    house: House, old: Released, snapshots: bool
) -> None:
    await stored(house.store, old, snapshots)
    match = running(await house.rooms.get(old.table.id))
    assert match.sequence == old.sequence and match.header == old.proof.header
    assert match.game.version == old.table.rules and match.game.data == old.table.data
    assert ends_as_it_did(match, old)


async def test_people_and_computers_go_on_there(house: House, old: Released) -> None:
    await stored(house.store, old)
    room, chance = await house.rooms.get(old.table.id), random.Random(1)
    async with room.lock:
        while not running(room).over:
            step = advance(running(room), chance)
            assert step.entry is not None
            await house.play._enter(room, running(room), step, step.entry.seat, step.entry.by)
    assert room.table.status == "finished" and room.table.rules == old.table.rules
    replay = await house.replays.get(old.table.id)
    assert replay.at(replay.last).state == running(room).state


def test_its_proof_fits(old: Released) -> None:
    assert verify(GAMES, old.proof.text).header.version == old.table.rules


class Later(Coup):
    """Meister Coup with other rules, in which slow tables are called otherwise."""

    version = Coup.version + 1
    replaced: ClassVar[Mapping[int, date]] = {Coup.version: date(2031, 5, 1)}

    def migrate(self, options: dict[str, Any]) -> dict[str, Any]:
        """Give slow tables no clock."""
        return {**options, "clock": "none"} if options.get("clock") == "slow" else options


@pytest.mark.parametrize(("replaced", "clock"), [(Later.replaced, "none"), ({}, "live")])
async def test_a_lobby_goes_on_under_the_newest_rules(
    house: House, monkeypatch: pytest.MonkeyPatch, replaced: Mapping[int, date], clock: str
) -> None:
    room = await house.lobby("meistercoup", 100, 200, 300)
    await house.change(room, lambda t: lobby.set_option(t, GAMES["meistercoup"], "clock", "slow"))
    monkeypatch.setattr(Later, "replaced", replaced)
    game = Later()
    async with opened(house.store, Listener(), games={**GAMES, "meistercoup": game}) as updated:
        later = await updated.rooms.get(room.table.id)
        async with later.lock:
            await updated.play.begin(later)
        assert (later.table.rules, running(later).options.clock) == (game.version, clock)
        table = await house.store.tables.get(room.table.id)
        assert table is not None and table.rules == game.version


async def test_a_rematch_of_older_rules_is_played_under_the_newest(house: House) -> None:
    room = await house.lobby("meistercoup", 100)
    await house.change(room, lambda t: lobby.set_option(t, GAMES["meistercoup"], "clock", "slow"))
    await house.change(room, lobby.cancel)
    game = Later()
    async with opened(house.store, Listener(), games={**GAMES, "meistercoup": game}) as updated:
        _, again = await updated.lobbies.reopen(room.table, 200, "Ben")
        assert again.table.rules == game.version
        assert game.codecs.options.load(again.table.options).clock == "none"
