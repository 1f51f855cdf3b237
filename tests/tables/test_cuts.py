"""Everybody cuts the deck: what is drawn, what is said, who takes theirs along, what is fixed."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from engine import seal
from engine.snapshots import restore, snapshot
from storage.records import Table
from tables import host
from tables.lobby import lobby
from tables.lobby.lobbies import DIGITS
from tables.room import cuts
from tables.room.refusal import Refusal
from tables.room.room import Room, header_of
from tests.tables.house import GAMES, House, people_asked, running

ANNA, BEN, CEM = 100, 200, 300
GAME = "meistercoup"


def cut_of(table: Table, user: int) -> str:
    """Return how a person has cut."""
    return next(player.cut for player in table.players if player.user == user)


async def seated(house: House, *users: int) -> Room:
    """Open a lobby at which these people sit down."""
    room = await house.lobby(GAME, users[0])
    for user in users[1:]:
        await house.lobbies.sit_down(room, user, f"Person {user}")
    return room


async def test_who_sits_down_gets_a_number_of_their_own(house: House) -> None:
    room = await seated(house, ANNA, BEN)
    await house.add_computer(room, "Computer")
    numbers = {player.cut for player in room.table.players if player.user is not None}
    assert len(numbers) == 2 and all(len(n) == 16 and n.isdecimal() for n in numbers)
    assert room.table.players[2].cut == ""


async def test_words_come_behind_the_number_and_go_again(house: House) -> None:
    room = await seated(house, ANNA, BEN)
    number = cut_of(room.table, BEN)
    await house.lobbies.cut(room, BEN, "  drei\nDrachen\u202e ")
    assert cut_of(room.table, BEN) == f"{number} drei Drachen"
    assert cuts.words(room.table.players[1]) == "drei Drachen"
    assert cuts.number(room.table.players[1]).replace(" ", "") == number
    await house.lobbies.cut(room, BEN, "x" * 99)
    assert cut_of(room.table, BEN) == f"{number} {'x' * 60}"
    await house.lobbies.cut(room, BEN, "")
    assert cut_of(room.table, BEN) == number
    with pytest.raises(Refusal):
        await house.lobbies.cut(room, CEM, "mine")


async def test_everybody_is_told_who_has_cut(house: House) -> None:
    room = await seated(house, ANNA, BEN)
    await house.lobbies.cut(room, BEN, "words")
    [note] = room.notes.standing()
    digest = cuts.digest(room.table, room.table.players[1])[:DIGITS]
    assert (note.key, note.values) == (
        "cut.note", {"name": room.table.players[1].name, "digest": digest}
    )  # fmt: skip


async def test_who_leaves_takes_theirs_along_and_gets_another(house: House) -> None:
    room = await seated(house, ANNA, BEN)
    before = cut_of(room.table, BEN)
    await house.change(room, lambda table: lobby.leave(table, BEN))
    assert before not in str(room.table)
    await house.lobbies.sit_down(room, BEN, "Ben")
    assert cut_of(room.table, BEN) != before


async def test_another_game_has_other_cuts(house: House) -> None:
    room = await seated(house, ANNA, BEN)
    await house.add_computer(room, "Computer")
    async with room.lock:
        await house.play.begin(room)
        await house.play.abort(room, "note.idle")
    opened, again = await house.lobbies.reopen(room.table, BEN, "Ben")
    assert opened and (again.table.cuts, again.table.head) == ("", "")
    assert again.table.seed != room.table.seed, "the proof of the first has told it"
    assert cut_of(again.table, BEN) not in ("", cut_of(room.table, BEN))


async def test_the_start_fixes_the_seed_of_play_and_the_digest_of_the_header(house: House) -> None:
    room = await seated(house, ANNA, BEN)
    await house.add_computer(room, "Computer")
    await house.lobbies.cut(room, ANNA, "words")
    lobbied = room.table
    async with room.lock:
        await house.play.begin(room)
    stored = await house.store.tables.get(room.table.id)
    assert stored is not None
    digests = [*(seal.digest(stored.id, cut_of(lobbied, user)) for user in (ANNA, BEN)), ""]
    assert json.loads(stored.cuts) == digests
    header = header_of(stored)
    assert header.seed == seal.cut(stored.seed, digests) == running(room).header.seed
    assert header.chain is not None and header.chain.last == stored.head
    swapped = replace(stored, cuts=json.dumps([digests[1], digests[0], ""]))
    assert header_of(swapped).seed != header.seed, "the order of seats counts"


async def test_the_fingerprint_goes_on_where_the_table_is_loaded_again(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    for _ in range(3):
        await house.act(room, people_asked(room)[0])
    chain = running(room).chain
    house.rooms.forget(room.table.id)
    loaded = running(await house.rooms.get(room.table.id))
    assert loaded.chain == chain and chain is not None and chain.step == 3
    shot = restore(GAMES[GAME], header_of(room.table), snapshot(loaded))
    assert shot.chain == chain


async def test_a_match_from_before_everybody_cut_goes_on_as_it_began(house: House) -> None:
    room = await house.table(GAME, ANNA, BEN, CEM)
    old = replace(room.table, cuts="", head="")
    assert header_of(old).seed == old.seed and header_of(old).chain is None


async def test_the_sign_of_who_sits_where_says_nothing_of_the_cuts(house: House) -> None:
    room = await seated(house, ANNA, BEN)
    before = lobby.roster(room.table)
    await house.lobbies.cut(room, ANNA, "words")
    assert lobby.roster(room.table) == before


async def test_who_is_forgotten_takes_the_words_along_and_the_deal_still_fits(
    house: House,
) -> None:
    room = await seated(house, ANNA, BEN, CEM)
    await house.lobbies.cut(room, CEM, "my own words")
    async with room.lock:
        await house.play.begin(room)
    seed = running(room).header.seed
    await house.forgetting.forget(CEM)
    stored = await house.store.tables.get(room.table.id)
    assert stored is not None and "my own words" not in str(stored)
    assert header_of(stored).seed == seed


async def test_a_start_waits_after_the_last_change(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            await house.lobbies.cut(room, BEN, "once more")

    monkeypatch.setattr(host, "SETTLING", 50.0)
    monkeypatch.setattr(host.asyncio, "sleep", sleep)  # type: ignore[attr-defined]
    room = await house.lobby(GAME, ANNA, computers=2)
    await house.begin(room, ANNA)
    assert waits == [0.0], "who plays alone waits for nobody"
    async with room.lock:
        await house.play.abort(room, "note.idle")
    room = await seated(house, ANNA, BEN, CEM)
    with pytest.raises(Refusal) as refused:
        await house.begin(room, ANNA)
    assert refused.value.key == "error.just_cut" and 49 < waits[1] <= 50
    assert room.match is None
    room.settled = -1e9
    await house.lobbies.cut(room, CEM, "nothing else has changed")
    assert room.settled > 0
    room.settled = -1e9
    await house.change(room, lambda t: lobby.set_option(t, house.games[GAME], "clock", "live"))
    await house.begin(room, ANNA)
    assert room.match is not None and waits[2] == 0.0


async def test_a_start_that_may_not_be_is_refused_without_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "SETTLING", 3600.0)
    room = await seated(house, ANNA, BEN, CEM)
    async with asyncio.timeout(10):
        with pytest.raises(Refusal, match=r"error\.host_only"):
            await house.begin(room, BEN)


async def test_who_sat_there_before_that_was_asked_cuts_at_the_start(house: House) -> None:
    room = await house.lobby(GAME, ANNA, BEN, computers=1)
    drawn = room.table.players[0].cut
    old = replace(room.table.players[1], cut="")
    room.table = replace(room.table, players=(room.table.players[0], old, room.table.players[2]))
    first, second, computer = (player.cut for player in cuts.whole(room.table).players)
    assert first == drawn and len(second) == cuts.NUMBER and computer == ""
