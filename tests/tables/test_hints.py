"""Who is asked may ask for a hint, which changes nothing and holds nobody up."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from engine.contract import Seat
from engine.match import Match
from storage.store import Store
from tables.lobby import lobby
from tables.match.plan import Pace
from tables.room.room import Room
from tests.tables.house import (
    GUILD,
    House,
    Listener,
    efforts_of,
    opened,
    people_asked,
    running,
    until,
)

ANNA, BEN, CEM = 100, 200, 300


async def asked(room: Room) -> Seat:
    """Wait until a person has something to choose, and return their seat."""
    await until(lambda: any(map(room.hintable, people_asked(room))))
    return next(filter(room.hintable, people_asked(room)))


async def test_a_hint_is_no_entry_and_holds_until_the_next_question(house: House) -> None:
    room = await house.table("maechtige_monster", ANNA, computers=2)
    seat = await asked(room)
    before, token = running(room), running(room).token(seat)
    assert room.hint(seat) is None
    await house.computers.hint(room, seat, running(room).token(seat))
    advice = room.hint(seat)
    assert advice is not None and advice.action in before.legal(seat)
    assert running(room) is before and running(room).token(seat) == token
    await house.computers.hint(room, seat, running(room).token(seat))
    assert room.hint(seat) is advice
    await house.act(room, seat)
    assert room.hint(seat) is None
    await until(lambda: room.hintable(seat))
    assert room.hint(seat) is None


async def test_two_people_have_hints_only_where_the_host_says_so(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    assert not any(map(room.hintable, people_asked(room)))
    seat = people_asked(room)[0]
    await house.computers.hint(room, seat, running(room).token(seat))
    assert not room.hints


async def test_hints_that_the_host_switched_on_are_for_everybody(house: House) -> None:
    room = await house.lobby("meistercoup", ANNA, BEN, CEM)
    game = house.games["meistercoup"]
    await house.change(room, lambda t: lobby.set_option(t, game, "hints", "on"))
    async with room.lock:
        await house.play.begin(room)
    asked = set[int]()
    while asked != {0, 1, 2}:
        [seat] = people_asked(room)
        assert room.hintable(seat)
        asked.add(seat)
        await house.act(room, seat)


@pytest.mark.parametrize(
    ("before", "said", "shown", "hinted"),
    [
        ((ANNA,), None, "auto", False),
        ((ANNA, BEN), None, "auto", False),
        ((ANNA,), "off", "off", False),
        ((ANNA, BEN), "on", "on", True),
    ],
)
async def test_another_game_has_the_hints_that_were_chosen_for_the_first(
    house: House, before: tuple[int, ...], said: str | None, shown: str, hinted: bool
) -> None:
    game = house.games["meistercoup"]
    room = await house.lobby("meistercoup", *before, computers=3 - len(before))
    if said:
        await house.change(room, lambda table: lobby.set_option(table, game, "hints", said))
    async with room.lock:
        await house.play.begin(room)
        await house.play.abort(room, "note.idle")
    _, again = await house.lobbies.reopen(room.table, ANNA, "Anna")
    assert game.codecs.options.load(again.table.options).hints == shown
    await house.lobbies.sit_down(again, BEN, "Ben")
    await house.lobbies.sit_down(again, CEM, "Cem")
    async with again.lock:
        await house.play.begin(again)
    assert game.codecs.options.load(again.table.options).hinted is hinted


class Held:
    """Holds up hints until it is let go, and notes in which order thoughts begin."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.begun: list[str] = []
        hint, choose = Match.hint, Match.choose

        def held(match: Match, seat: Seat, effort: float = 1.0) -> Any:
            self.begun.append("hint")
            assert self.go.wait(10)
            return hint(match, seat, effort)

        def noted(match: Match, seat: Seat, effort: float = 1.0) -> Any:
            self.begun.append("choose")
            return choose(match, seat, effort)

        monkeypatch.setattr(Match, "hint", held)
        monkeypatch.setattr(Match, "choose", noted)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


async def test_what_is_thought_over_for_a_hint_is_a_setting_too(
    store: Store, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    efforts = efforts_of(monkeypatch, "hint")
    async with opened(store, port, Pace(pause=0.0, effort=0.25)) as house:
        room = await house.table("maechtige_monster", ANNA, computers=2)
        seat = await asked(room)
        await house.computers.hint(room, seat, running(room).token(seat))
    assert efforts == [0.25]


async def test_there_is_a_hint_wherever_there_are_two_ways(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("maechtige_monster", ANNA, computers=2)
    seat = await asked(room)
    for ways, hintable in ((1, False), (2, True)):
        monkeypatch.setattr(Match, "legal", lambda match, seat, ways=ways: (None,) * ways)
        assert room.hintable(seat) is hintable


async def test_a_hint_that_comes_too_late_is_not_shown(house: House, held: Held) -> None:
    room = await house.table("maechtige_monster", ANNA, computers=2)
    seat = await asked(room)
    thought = asyncio.create_task(house.computers.hint(room, seat, running(room).token(seat)))
    await until(lambda: held.begun[-1:] == ["hint"])
    await house.act(room, seat)
    held.go.set()
    await thought
    assert room.hint(seat) is None


async def alone(house: House, channel: int) -> Room:
    """Begin a game of one person against two computers in a channel."""
    user = ANNA + channel
    room = await house.lobbies.open("maechtige_monster", GUILD, channel, user, "Person")
    await house.add_computer(room, "Computer 1")
    await house.add_computer(room, "Computer 2")
    async with room.lock:
        await house.play.begin(room)
    return room


async def test_one_hint_at_most_stands_before_a_computers_thought(house: House, held: Held) -> None:
    rooms = [await alone(house, channel) for channel in range(3)]
    seats = [await asked(room) for room in rooms]
    held.begun.clear()
    thoughts = [
        asyncio.create_task(house.computers.hint(room, seat, running(room).token(seat)))
        for room, seat in zip(rooms, seats, strict=True)
    ]
    await until(lambda: held.begun == ["hint"])
    decided = asyncio.create_task(
        house.computers.decide(rooms[2], seats[2], running(rooms[2]).token(seats[2]), "clock")
    )
    await asyncio.sleep(0)
    held.go.set()
    await asyncio.gather(*thoughts, decided)
    assert held.begun[:2] == ["hint", "choose"]
