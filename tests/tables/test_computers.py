"""Computers think beside the event loop, and nobody waits for them."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from engine.match import Match
from storage.store import Store
from tables.lobby.lobby import set_option
from tables.match.plan import Pace
from tests.tables.clocked import by
from tests.tables.house import House, Listener, efforts_of, opened, people_asked, running, until
from tests.tables.test_alarms import asked
from tests.tables.test_clocks import COUNT_IN
from tests.tables.wall import Wall

ANNA, BEN = 100, 200


class Slow:
    """Holds up thoughts until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.begun: list[tuple[int, int]] = []
        self.together = self.most = 0
        choose = Match.choose

        def slow(match: Match, seat: int, effort: float = 1.0) -> Any:
            self.begun.append((match.sequence, seat))
            self.together += 1
            self.most = max(self.most, self.together)
            assert self.go.wait(10)
            self.together -= 1
            return choose(match, seat, effort)

        monkeypatch.setattr(Match, "choose", slow)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    return Slow(monkeypatch)


async def test_people_act_while_computers_think(house: House, slow: Slow) -> None:
    room = await house.table("monster_meister", ANNA, BEN, computers=2)
    await until(lambda: slow.begun)
    begun = time.monotonic()
    await house.act(room, 0)
    assert time.monotonic() - begun < 5
    assert [entry.seat for entry in await house.log(room)] == [0]
    slow.go.set()
    await until(lambda: not {2, 3} & set(running(room).asked))


@pytest.fixture(autouse=True)
def everybody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal from a seed whose first task is no contest, so that all are asked at once."""
    monkeypatch.setattr("tables.lobby.lobbies.secrets.token_hex", lambda count: "a1" * count)
    monkeypatch.setattr("tables.room.cuts.drawn", lambda: "5" * 16)


async def test_a_thought_about_what_is_no_longer_so_is_dropped(house: House, slow: Slow) -> None:
    room = await house.table("monster_meister", ANNA, BEN, computers=2)
    assert 0 in running(room).asked
    await until(lambda: slow.begun)
    thought = slow.begun[0]
    await house.act(room, 0)
    slow.go.set()
    await until(lambda: not {2, 3} & set(running(room).asked))
    assert slow.begun.count(thought) == 1
    assert [seat for sequence, seat in slow.begun if sequence > thought[0]].count(thought[1]) >= 1


async def test_one_thought_at_a_time(house: House, slow: Slow) -> None:
    room = await house.table("monster_meister", ANNA, computers=3)
    await until(lambda: slow.begun)
    await asyncio.sleep(0.05)
    slow.go.set()
    await until(lambda: set(running(room).asked) <= {0})
    assert slow.most == 1


async def test_computers_of_a_race_wait_for_no_thought(house: House, wall: Wall) -> None:
    room = await house.table("bugs", ANNA, computers=1)
    async with house.computers._thinking.soon(), asyncio.timeout(5):
        await wall.turn(house, COUNT_IN)
    assert (1, "computer") in by(await house.log(room))


async def test_no_host_lets_computers_act_faster_than_a_race_allows(
    house: House, wall: Wall, caplog: pytest.LogCaptureFixture
) -> None:
    room = await house.lobby("bugs", ANNA, computers=1)
    await house.change(room, lambda t: set_option(t, house.games["bugs"], "pace", "calm"))
    async with room.lock:
        await house.play.begin(room)
    await wall.turn(house, COUNT_IN)
    for _ in range(2):
        await wall.turn(house, 1.8)
    assert by(await house.log(room)).count((1, "computer")) == 2
    assert not caplog.records


async def test_any_other_computer_waits_for_the_thought_before_its_own(
    store: Store, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    efforts = efforts_of(monkeypatch, "choose")
    async with opened(store, port, Pace(pause=0.0)) as house:
        room = await house.table("meistercoup", ANNA, computers=2)
        async with house.computers._thinking.soon():
            await asked(house, room)
            await asyncio.sleep(0.05)
            assert not efforts
        await until(lambda: efforts)


async def test_what_computers_think_over_is_a_setting(
    store: Store, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    efforts = efforts_of(monkeypatch, "choose")
    async with opened(store, port, Pace(pause=0.0, effort=0.25)) as house:
        room = await house.table("meistercoup", ANNA, computers=2)
        await asked(house, room)
        await until(lambda: efforts)
    assert set(efforts) == {0.25}


async def test_who_holds_up_the_table_is_called(store: Store, port: Listener) -> None:
    async with opened(store, port, Pace(nudge=0.05, pause=0.0)) as house:
        room = await house.table("meistercoup", ANNA, BEN, 300)
        seat = people_asked(room)[0]
        await until(lambda: port.heard("call"))
        assert port.heard("call") == [(seat, running(room).to_act()[seat])]


async def test_who_answers_while_the_clock_thinks_is_not_late(house: House, slow: Slow) -> None:
    room = await house.table("monster_meister", ANNA, BEN)
    seat, token = next(iter(running(room).to_act().items()))
    assert not await house.computers.decide(room, seat, token + 1, "clock")
    thought = asyncio.create_task(house.computers.decide(room, seat, token, "clock"))
    await until(lambda: slow.begun)
    await house.act(room, seat)
    slow.go.set()
    assert not await thought
    assert [(entry.seat, entry.by) for entry in await house.log(room)] == [(seat, "person")]


@pytest.mark.parametrize("answers", [True, False])
async def test_a_computer_leaves_it_to_a_person_whose_result_their_team_enters(
    store: Store, port: Listener, wall: Wall, answers: bool
) -> None:
    async with opened(store, port, Pace(nudge=None, effort=0.1)) as house:
        room = await house.table("meistercoup", ANNA, computers=5)
        while running(room).state.phase != "enter":
            if 0 in people_asked(room):
                await house.act(room, 0)
            else:
                await wall.turn(house, 5.0)
        await wall.turn(house, 5.0 if answers else 35.0)
        assert set(running(room).asked) == {0, 2, 4}, "the other team, and nobody of this one"
        if answers:
            await house.act(room, 0)
        else:
            await wall.turn(house, 10.0)
            assert 0 in people_asked(room), "one has proposed, and the other waits again"
            await wall.turn(house, 10.0)
        await wall.turn(house, 5.0)
        assert running(room).state.phase == "play"
