"""What is made of a whole log is whole, and made beside the event loop."""

from __future__ import annotations

import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from engine import match as matches
from engine import verify
from tables.lobby import lobby
from tables.past import proofs
from tables.past.proofs import proof
from tables.room import loading
from tables.staff import export
from tables.staff.rank import Person, Rank
from tests.engine.playthrough import playthrough
from tests.tables.house import GAMES, House, people_asked, refused
from tests.tables.past import finished

ANNA, BEN, CEM = 100, 200, 300
BOSS = Person(900, "Boss", Rank.MANAGER)


def noting(work: Callable[..., Any], waits: list[bool]) -> Callable[..., Any]:
    """Return the work, noting each time whether the event loop waits for it."""

    def noted(*args: Any) -> Any:
        waits.append(threading.current_thread() is threading.main_thread())
        return work(*args)

    return noted


@pytest.mark.parametrize("part", [7, 500])
async def test_a_proof_tells_of_the_whole_log(
    house: House, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    waits: list[bool] = []
    monkeypatch.setattr(verify, "prove", noting(verify.prove, waits))
    monkeypatch.setattr(loading, "PART", part)
    played = playthrough(GAMES["meistercoup"])
    table = await finished(house.store, played)
    room = await house.rooms.get(table.id)
    text, fingerprint = await proof(house.store, GAMES, room, ANNA, "1.2.3")
    assert len(json.loads(text)["log"]) == len(played) - 1
    assert verify.final(text) == fingerprint and waits == [False]


async def test_a_proof_is_given_out_after_the_game_to_whom_it_is_due(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(user: int) -> Awaitable[tuple[str, str]]:
        return proof(house.store, GAMES, room, user, "1.2.3")

    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    await refused(asked(ANNA), "error.not_ended")
    async with room.lock:
        await house.play.begin(room)
    await house.act(room, people_asked(room)[0])
    await refused(asked(ANNA), "error.not_ended")
    async with room.lock:
        await house.play.abort(room, "note.idle")
    await refused(asked(400), "error.not_your_seat")
    assert json.loads((await asked(ANNA))[0])["program"] == "1.2.3"

    async def damaged(*_: object) -> list[Any]:
        return [replace(entry, seat=(entry.seat + 1) % 3) for entry in await house.log(room)]

    monkeypatch.setattr(proofs, "whole_log", damaged)
    await refused(asked(ANNA), "error.log_damaged")
    room = await house.lobby("meistercoup", ANNA)
    await house.change(room, lobby.cancel)
    await refused(asked(ANNA), "error.not_ended")


async def test_an_export_of_a_running_table_is_made_beside_the_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, waits = await house.table("meistercoup", ANNA, BEN, CEM), list[bool]()
    await house.act(room, people_asked(room)[0])
    monkeypatch.setattr(matches, "replay", noting(matches.replay, waits))
    await house.staff.export(room, BOSS)
    assert waits == [False]


async def test_an_export_of_an_ended_table_is_made_beside_the_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[bool] = []
    table = await finished(house.store, playthrough(GAMES["meistercoup"]))
    room = await house.rooms.get(table.id)
    monkeypatch.setattr(export, "_json", noting(export._json, waits))
    assert table.seed in await house.staff.export(room, BOSS)
    assert waits == [False]
