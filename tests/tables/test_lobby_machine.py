"""A lobby by chance: who sits there, who hosts and who is refused is what a small model says."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.errors import RuleError
from storage.records import Table
from storage.store import Store
from storage.url import open_store
from tables.lobby import lobby
from tables.match.plan import Pace
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.room.room import Room
from tests.tables.house import GAMES, GUILD, House, Listener

GAME = GAMES["meistercoup"]
LEAST, MOST = min(GAME.seat_counts), max(GAME.seat_counts)
PEOPLE = tuple(range(100, 100 + MOST + 1))

STILL = Pace(nudge=None, pause=1e6)
"""Nothing happens by itself."""

EXAMPLES = 25
USER = st.sampled_from(PEOPLE)
USERS = st.lists(USER, max_size=3, unique=True)
SEAT = st.integers(-1, MOST)
FRESH = st.booleans()
"""Whether a press comes from a page that shows who sits there now."""


@dataclass
class Model:
    """What has to be so."""

    seats: list[int | None]
    """Who sits there; None for a computer."""
    host: int
    clock: str
    status: str = "lobby"
    private: bool = False
    guests: dict[int, bool] = field(default_factory=dict)
    """Who is invited, or was sent away."""
    blocks: dict[int, set[int]] = field(default_factory=dict)

    @property
    def people(self) -> list[int]:
        """Who sits there, without computers."""
        return [user for user in self.seats if user is not None]

    def closed(self) -> str | None:
        """Why nothing can be changed any more."""
        return {"lobby": None, "running": "error.running"}.get(self.status, "error.ended")

    def hosted(self, user: int) -> str | None:
        """Why this person cannot do what the host alone may."""
        return self.closed() or (None if user == self.host else "error.host_only")

    def seated(self, user: int) -> str | None:
        """Why this person cannot do what everybody seated may."""
        return self.closed() or (None if user in self.people else "error.join_first")

    def barred(self, user: int) -> str | None:
        """Why this person cannot sit down."""
        others = [other for other in self.people if other != user]
        if self.closed():
            return self.closed()
        if self.private and user not in self.guests:
            return "manners.private"
        if not self.guests.get(user, True):
            return "manners.not_here"
        if self.blocks.get(user, set()) & set(others):
            return "manners.you_blocked"
        if any(user in self.blocks.get(other, ()) for other in others):
            return "manners.not_here"
        if user in self.people:
            return "error.seated"
        return self.full()

    def full(self) -> str | None:
        """Why there is no seat left."""
        return "error.full" if len(self.seats) == MOST else None

    def takes_away(self, seat: int) -> None:
        """Let nobody sit in a seat; the next person hosts, without any the table is over."""
        del self.seats[seat]
        if not self.people:
            self.status = "aborted"
        elif self.host not in self.people:
            self.host = self.people[0]


class Machine(RuleBasedStateMachine):
    """Plays people at one channel's tables; every example has another channel of one store."""

    def __init__(self, runner: asyncio.Runner, store: Store, channel: int) -> None:
        super().__init__()
        self.runner, self.store, self.channel = runner, store, channel
        self.names, self.port = itertools.count(), Listener()
        self.house = self.born()
        self.runner.run(self.nobody_is_blocked())
        host = PEOPLE[0]
        opening = self.house.lobbies.open(GAME.id, GUILD, channel, host, f"Person {host}")
        self.room: Room = self.runner.run(opening)
        self.model = Model([host], host, "live")

    async def nobody_is_blocked(self) -> None:
        """Forget what people wanted in another example."""
        for user in PEOPLE:
            await self.store.manners.block(user, (), 0.0)

    def born(self) -> House:
        """Start a process over the store."""
        house = House(self.store, GAMES, Rooms(self.store, GAMES), self.port, STILL)
        self.runner.run(house.start())
        return house

    def teardown(self) -> None:
        """End the table, and the process."""
        if self.room.table.status in ("lobby", "running"):
            self.runner.run(self.house.staff.end(self.room, None))
        self.runner.run(self.house.close())

    def does(self, call: Awaitable[Any], wrong: str | None) -> bool:
        """Let somebody do something; return whether it is done, as it must be if nothing is wrong.

        What is refused changes nothing and is told to nobody.
        """

        async def done() -> str | None:
            try:
                await call
            except (Refusal, RuleError) as refused:
                return refused.key
            return None

        before, told = self.room.table, len(self.port.heard("board"))
        assert self.runner.run(done()) == wrong
        assert wrong is None or (self.room.table, len(self.port.heard("board"))) == (before, told)
        return wrong is None

    def changes(self, change: Callable[[Table], Table], wrong: str | None) -> bool:
        """Let somebody change the lobby."""
        return self.does(self.house.lobbies.change(self.room, change), wrong)

    def roster(self, fresh: bool) -> str:
        """Return who is said to sit there by the page that is pressed."""
        return lobby.roster(self.room.table) if fresh else "0"

    def at(self, seat: int, fresh: bool) -> bool:
        """Tell whether a press on a seat means one that is there."""
        return fresh and 0 <= seat < len(self.model.seats)

    @rule(user=USER)
    def sits_down(self, user: int) -> None:
        """Somebody sits down."""
        sitting = self.house.lobbies.sit_down(self.room, user, f"Person {user}")
        if self.does(sitting, self.model.barred(user)):
            self.model.seats.append(user)

    @rule(user=USER)
    def leaves(self, user: int) -> None:
        """Somebody leaves; who hosted leaves the table to the next person."""
        here = self.model.people
        wrong = self.model.closed() or (None if user in here else "error.not_seated")
        if self.changes(lambda table: lobby.leave(table, user), wrong):
            self.model.takes_away(self.model.seats.index(user))

    @rule(user=USER)
    def adds_a_computer(self, user: int) -> None:
        """Somebody gives a free seat to a computer."""
        name = f"Computer {next(self.names)}"
        wrong = self.model.seated(user) or self.model.full()
        if self.changes(lambda t: lobby.add_computer(lobby.seated(t, user), GAME, name), wrong):
            self.model.seats.append(None)

    @rule(user=USER)
    def removes_a_computer(self, user: int) -> None:
        """Somebody takes the last computer's seat away."""
        none = None if None in self.model.seats else "error.no_computer"
        wrong = self.model.seated(user) or none
        if self.changes(lambda t: lobby.remove_computer(lobby.seated(t, user)), wrong):
            last = len(self.model.seats) - 1 - self.model.seats[::-1].index(None)
            del self.model.seats[last]

    @rule(user=USER, clock=st.sampled_from(["live", "slow", "none", "sundial"]))
    def sets_the_clock(self, user: int, clock: str) -> None:
        """The host chooses how fast is played."""
        wrong = self.model.hosted(user) or ("error.not_offered" if clock == "sundial" else None)

        def change(table: Table) -> Table:
            return lobby.set_option(lobby.hosted(table, user), GAME, "clock", clock)

        if self.changes(change, wrong):
            self.model.clock = clock

    @rule(user=USER, one=SEAT, other=SEAT, fresh=FRESH)
    def swaps(self, user: int, one: int, other: int, fresh: bool) -> None:
        """The host lets two change places."""
        shown, seats = self.roster(fresh), self.model.seats
        fits = self.at(one, fresh) and self.at(other, fresh)
        wrong = self.model.hosted(user) or (None if fits else "error.seats_changed")
        if self.changes(lambda t: lobby.swap(lobby.hosted(t, user), one, other, shown), wrong):
            seats[one], seats[other] = seats[other], seats[one]

    @rule(user=USER, seat=SEAT, fresh=FRESH)
    def sends_away(self, user: int, seat: int, fresh: bool) -> None:
        """The host takes somebody's seat away, who does not sit down there again."""
        gone = self.model.seats[seat] if self.at(seat, fresh) else None
        unfit = gone is None or gone == user
        wrong = self.model.hosted(user) or ("error.seats_changed" if unfit else None)
        sending = self.house.lobbies.send_away(self.room, user, seat, self.roster(fresh))
        if self.does(sending, wrong):
            assert gone is not None
            self.model.takes_away(seat)
            self.model.guests[gone] = False

    @rule(user=USER, seat=SEAT, fresh=FRESH)
    def hands_on(self, user: int, seat: int, fresh: bool) -> None:
        """The host lets somebody else host."""
        heir, shown = self.model.seats[seat] if self.at(seat, fresh) else None, self.roster(fresh)
        wrong = self.model.hosted(user) or (None if heir is not None else "error.seats_changed")
        if self.changes(lambda t: lobby.hand_on(lobby.hosted(t, user), seat, shown), wrong):
            assert heir is not None
            self.model.host = heir

    @rule(user=USER, on=st.booleans())
    def shuts_the_door(self, user: int, on: bool) -> None:
        """The host lets in whom they invite alone, or everybody."""

        def change(table: Table) -> Table:
            return lobby.shut(lobby.hosted(table, user), "private", on)

        if self.changes(change, self.model.hosted(user)):
            self.model.private = on

    @rule(user=USER, users=USERS)
    def invites(self, user: int, users: list[int]) -> None:
        """The host says who is invited; who was sent away is not, until they are named."""
        wrong = self.model.hosted(user)
        if self.does(self.house.lobbies.invite(self.room, user, users), wrong):
            away = {guest: False for guest, asked in self.model.guests.items() if not asked}
            self.model.guests = away | dict.fromkeys(users, True)

    @rule(user=USER, others=USERS)
    def blocks(self, user: int, others: list[int]) -> None:
        """Somebody says with whom they do not play."""
        blocked = set(others) - {user}
        self.runner.run(self.store.manners.block(user, blocked, 0.0))
        self.model.blocks[user] = blocked

    @rule(user=USER, patient=st.booleans())
    def starts(self, user: int, patient: bool) -> None:
        """Somebody begins the game; where the host is away for long, whoever sits there."""
        few = "error.too_few" if len(self.model.seats) < LEAST else None
        waited = not patient and few is None
        allowed = self.model.seated(user) if waited else self.model.hosted(user)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(lobby, "HOST_ABSENT", 1e9 if patient else -1.0)
            if self.does(self.house.begin(self.room, user), allowed or few):
                self.model.status = "running"

    @rule(user=USER)
    def cancels(self, user: int) -> None:
        """The host closes the lobby."""
        if self.changes(lambda t: lobby.cancel(lobby.hosted(t, user)), self.model.hosted(user)):
            self.model.status = "aborted"

    @precondition(lambda self: self.model.status == "running")
    @rule()
    def the_game_ends(self) -> None:
        """Staff ends the game."""
        self.runner.run(self.house.staff.end(self.room, None))
        self.model.status = "aborted"

    @precondition(lambda self: self.model.status == "aborted")
    @rule(user=USER)
    def opens_another(self, user: int) -> None:
        """Somebody asks for another game like the last, with the same computers and guests."""
        old = self.model
        wrong = "manners.private" if old.private and user not in old.people else None
        again = self.house.lobbies.reopen(self.room.table, user, f"Person {user}")
        if self.does(again, wrong):
            room = self.runner.run(self.house.rooms.at(self.channel))
            assert room is not None and room is not self.room
            guests = dict.fromkeys(old.people, True) if old.private else {}
            computers = [None for seat in old.seats if seat is None]
            self.room = room
            self.model = Model(
                [user, *computers], user, old.clock, "lobby", old.private, guests, old.blocks
            )

    @rule()
    def the_bot_starts_again(self) -> None:
        """The process ends, and another goes on."""
        self.runner.run(self.house.close())
        self.house = self.born()
        self.room = self.runner.run(self.house.rooms.get(self.room.table.id))

    @invariant()
    def all_is_as_it_has_to_be(self) -> None:
        """What is in memory is stored, and is what the model has."""
        table, model = self.room.table, self.model
        stored = self.runner.run(self.store.tables.get(table.id))
        assert stored == table
        assert [player.user for player in table.players] == model.seats
        assert (table.status, table.private) == (model.status, model.private)
        assert table.host == model.host or not model.people
        assert GAME.codecs.options.load(table.options).clock == model.clock
        guests = self.runner.run(self.store.manners.guests(table.id))
        assert dict(guests) == model.guests
        names = [player.name for player in table.players]
        assert len(set(names)) == len(names) <= MOST


def test_a_lobby_by_chance(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        store = runner.run(open_store(f"sqlite:///{tmp_path}/tables.db"))
        channels = itertools.count()
        run_state_machine_as_test(
            lambda: Machine(runner, store, next(channels)),  # type: ignore[arg-type]  # its own page shows one
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=40,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
        runner.run(store.close())
