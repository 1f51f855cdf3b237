"""Bugs & Co: under any interleaving of clicks and clock no tile is lost or in two places."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.bugs.values import Action, Back, Keep, Lay, Pace, Pick, Trophy
from engine.contract import CLOCK, Expire, Seat, SeatOptions
from engine.errors import RuleError
from engine.rng import Rng
from tests.engine.bugs_table import GAME, START
from tests.engine.games.bugs import invariants, parts
from tests.engine.positions import play

SEATS = st.integers(0, 7)
AREAS = st.integers(0, 5)
WAITS = st.sampled_from([0.0, 0.01, 0.5, 1.6, 2.9, 10.0])


class Interleaving(RuleBasedStateMachine):
    """Seats click in any order at any time; refused clicks must change nothing."""

    @initialize(
        seats=st.integers(2, 8),
        pace=st.sampled_from(["free", "calm", "slow"]),
        six=st.booleans(),
        seed=SEATS,
    )
    def deal(self, seats: int, pace: Pace, six: bool, seed: int) -> None:
        options = GAME.options_type(pace=pace, six_first=six, time_limit=1)
        self.seats, self.now = seats, START
        self.state = GAME.setup(options, (SeatOptions(),) * seats, Rng(seed), START).state
        self.whole = parts(self.state)
        self.countdown: float | None = None
        self.do(CLOCK, Expire(), START + 3)

    def do(self, seat: Seat, action: Action | Expire, now: float) -> None:
        asked = seat in GAME.to_act(self.state)
        listed = seat == CLOCK or (asked and action in GAME.legal(self.state, seat))
        try:
            self.state = play(GAME, self.state, self.seats, seat, action, now).state
        except RuleError:
            return
        assert listed, "what is taken was legal"
        self.now = now

    @rule(seat=SEATS, area=AREAS, place=st.integers(0, 14), wait=WAITS)
    def pick(self, seat: int, area: int, place: int, wait: float) -> None:
        self.do(seat % self.seats, Pick(area, place), self.now + wait)

    @rule(seat=SEATS, place=st.integers(0, 1))
    def reach_for_the_same(self, seat: int, place: int) -> None:
        for rival in range(2):
            self.do((seat + rival) % self.seats, Pick(0, place), self.now)

    @rule(seat=SEATS, action=st.sampled_from([Back(), Keep()]), wait=WAITS)
    def put(self, seat: int, action: Action, wait: float) -> None:
        self.do(seat % self.seats, action, self.now + wait)

    @rule(seat=SEATS, area=AREAS, wait=WAITS)
    def lay(self, seat: int, area: int, wait: float) -> None:
        self.do(seat % self.seats, Lay(area), self.now + wait)

    @rule(seat=SEATS, value=st.integers(1, 3))
    def trophy(self, seat: int, value: int) -> None:
        self.do(seat % self.seats, Trophy(value), self.now)

    @rule(late=st.sampled_from([0.0, 0.2, 15.0]), chance=st.integers(0, 5))
    def time_passes(self, late: float, chance: int) -> None:
        due = GAME.deadline(self.state)
        if due is not None and chance == 0:
            self.do(CLOCK, Expire(), max(self.now, due + late))

    @rule(gap=st.floats(0, 1000))
    def crash(self, gap: float) -> None:
        self.now += gap
        self.state = GAME.postpone(self.state, gap, self.now)
        self.countdown = None

    @invariant()
    def nothing_is_lost(self) -> None:
        assert parts(self.state) == self.whole
        invariants(self.state)

    @invariant()
    def a_countdown_is_not_lengthened(self) -> None:
        if self.state.phase == "countdown":
            ends = GAME.deadline(self.state)
            assert self.countdown in (None, ends)
            self.countdown = ends

    @invariant()
    def views_can_be_had(self) -> None:
        for viewer in (None, *range(self.seats)):
            view = GAME.view(self.state, viewer)
            lying = sum(map(sum, view.areas))
            held = sum(seat.right is not None for seat in view.seats)
            kept = sum(seat.left for seat in view.seats)
            tiles = sum(n for part, n in self.whole.items() if part[0] == "tile")
            assert lying + held + kept + len(self.state.removed) == tiles


TestInterleaving = Interleaving.TestCase
TestInterleaving.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
