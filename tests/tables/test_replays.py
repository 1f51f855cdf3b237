"""Finished games are replayed from their logs: every step is what each seat really saw then."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine import match as matches
from engine.contract import AnyGame, heard
from engine.match import Played
from engine.snapshots import snapshot
from storage.store import Store
from tables.past import replays
from tables.past.replays import Replay, Replays
from tables.room.refusal import Refusal
from tests.engine.playthrough import FOLDER, SHOWN, playthrough, views
from tests.tables.house import GAMES
from tests.tables.past import finished

COUP = GAMES["meistercoup"]


async def replayed(store: Store, game: AnyGame) -> tuple[Sequence[Played], Replay]:
    """Store a game's playthrough; return it as it was played, and its replay."""
    played = playthrough(game)
    await finished(store, played)
    return played, await Replays(store.tables, GAMES).get("past")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_every_step_is_what_each_seat_saw_then(store: Store, game: AnyGame) -> None:
    played, replay = await replayed(store, game)
    assert replay.last == len(played) - 1
    for number, each in enumerate(played):
        match, then = replay.at(number), each.match
        assert match.sequence == number and match.over == (number == replay.last)
        for seat in (None, *range(len(then.header.seats))):
            assert match.view(seat) == then.view(seat)
            assert heard(match.news, seat) == heard(then.news, seat)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_the_steps_are_those_of_the_playthrough_file(store: Store, game: AnyGame) -> None:
    _, replay = await replayed(store, game)
    kept = (FOLDER / f"{game.id}.txt").read_text(encoding="utf-8")
    for number in (*(n for n in SHOWN if n < replay.last), replay.last):
        assert "\n".join(views(replay.at(number))) in kept


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_rounds_begin_at_the_marks(store: Store, game: AnyGame) -> None:
    played, replay = await replayed(store, game)
    rounds = [each.match.view(None).round for each in played]
    begins = [0, *(n for n in range(1, len(rounds)) if rounds[n] != rounds[n - 1])]
    if len(begins) > 1:
        assert [(m.entry, m.round) for m in replay.marks] == [(n, rounds[n]) for n in begins]
    else:
        assert len(replay.marks) == min(replays.PARTS, replay.last)
        assert replay.marks[0].entry == 0
        assert all(mark.round is None for mark in replay.marks)
    for mark in replay.marks:
        assert mark.seconds == played[mark.entry].match.at - played[0].match.header.at
    walked = [pair async for pair in replay.walk()]
    assert [(before.sequence, match.sequence) for before, match in walked] == [
        (number - 1, number) for number in range(1, len(played))
    ]
    assert walked[-1][1].view(None) == played[-1].match.view(None)


async def test_a_step_beyond_the_end_is_the_last_one(store: Store) -> None:
    _, replay = await replayed(store, COUP)
    assert replay.at(10**6).sequence == replay.last
    assert replay.at(-1).sequence == 0


async def test_a_step_of_a_long_game_is_played_from_near(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, replay = await replayed(store, GAMES["tueftelmonster"])
    taken: list[int] = []
    real = matches.replay

    def counted(match: Any, entries: Any) -> Any:
        taken.append(len(entries))
        return real(match, entries)

    monkeypatch.setattr(matches, "replay", counted)
    for number in range(replay.last + 1):
        replay.at(number)
    assert max(taken) <= replay.last // replays.FRAMES
    assert len(replay.frames) <= replays.FRAMES + 1


async def test_others_have_their_turn_while_a_log_is_played(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "SLICE", 0.0)
    turns: list[float] = []
    real = asyncio.sleep

    async def counted(seconds: float) -> None:
        turns.append(time.monotonic())
        await real(seconds)

    monkeypatch.setattr(asyncio, "sleep", counted)
    _, replay = await replayed(store, COUP)
    assert len(turns) == replay.last


async def test_a_replay_is_loaded_once_and_anew_when_somebody_was_forgotten(store: Store) -> None:
    await finished(store, playthrough(COUP))
    kept = Replays(store.tables, GAMES)
    first = await kept.get("past")
    assert await kept.get("past") is first
    await store.privacy.forget(100, 0.0)
    second = await kept.get("past")
    assert first.table.players[0].name == "Person 0"
    assert second.table.players[0].name == ""


async def test_a_game_is_replayed_after_somebody_who_chose_something_was_forgotten(
    store: Store,
) -> None:
    game = GAMES["maechtige_monster"]
    played = playthrough(game)
    chosen = game.seat_choices([game.seat_options_type()] * 5, 0)
    name, values = next(iter(chosen.items()))
    header = played[0].match.header
    options = game.seat_options_type(**{name: values[-1]})
    seats = (game.codecs.seat_options.dump(options), *header.seats[1:])
    begun = matches.begin(game, replace(header, seats=seats))
    one = [begun]
    while not one[-1].match.over:
        match = one[-1].match
        seat = match.asked[0]
        one.append(match.play(seat, match.to_act()[seat], match.legal(seat)[0], match.at))
    await finished(store, one)
    before = (await Replays(store.tables, GAMES).get("past")).at(5)
    await store.privacy.forget(100, 0.0)
    after = (await Replays(store.tables, GAMES).get("past")).at(5)
    assert after.view(0) == before.view(0) == one[5].match.view(0)
    assert after.header.seats == before.header.seats == seats


async def test_who_leafs_does_not_wait_for_who_opens_a_long_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(store, playthrough(COUP))
    kept = Replays(store.tables, GAMES)
    first = await kept.get("past")
    async with kept._loading:
        assert await asyncio.wait_for(kept.get("past"), 10) is first


async def refusal(store: Store, games: Any = GAMES, table: str = "past") -> str:
    """Return why a table cannot be replayed."""
    with pytest.raises(Refusal) as refused:
        await Replays(store.tables, games).get(table)
    return refused.value.key


async def test_what_cannot_be_replayed_is_refused(store: Store) -> None:
    assert await refusal(store) == "error.gone"
    table = await finished(store, playthrough(COUP))
    assert await refusal(store, {}) == "error.other_rules"

    class Newer(type(COUP)):  # type: ignore[misc]
        version = COUP.version + 1

    assert await refusal(store, {COUP.id: Newer()}) == "error.other_rules"
    other = await store.tables.save(replace(table, data="of data that nobody has"))
    assert await refusal(store) == "error.other_rules"
    await store.tables.save(replace(other, data=COUP.data))
    await store.privacy.drop_logs(before=1e12)
    assert await refusal(store) == "error.no_log"


@pytest.mark.parametrize("status", ["lobby", "running", "aborted"])
async def test_a_game_that_has_not_ended_is_not_replayed(store: Store, status: str) -> None:
    played = playthrough(COUP)
    table = await finished(store, played)
    lobby = replace(table, id="new", channel=7, status="lobby", version=0)
    await store.tables.add(lobby)
    if status != "lobby":
        running = await store.tables.start(lobby, None, snapshot(played[0].match))
        if status == "aborted":
            await store.tables.save(replace(running, status="aborted"))
    assert await refusal(store, table="new") == "error.not_ended"


async def test_a_damaged_log_is_refused(store: Store) -> None:
    played = playthrough(COUP)
    twice = [*played[:3], replace(played[3], entry=replace(played[3].entry, action="{}"))]  # type: ignore[type-var]
    await finished(store, [*twice, *played[4:]])
    assert await refusal(store) == "error.log_damaged"
