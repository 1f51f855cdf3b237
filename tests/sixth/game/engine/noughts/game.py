"""Noughts and crosses behind the contract of games: delegates to the rules' modules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.noughts import computer, play
from engine.noughts.box import NoughtsBox
from engine.noughts.values import Asked, Mark, Marked, Options, State, Step, View

from engine import contract
from engine.contract import Advice, Game, Outcome, Seat
from engine.rng import Rng


class Noughts(Game[Options, State, Mark, Marked, View, None]):
    """The rules of noughts and crosses over sleeping monsters; both seats know the same."""

    id = "noughts"
    version = 1
    seat_counts = range(2, 3)
    box_type = NoughtsBox
    options_type = Options
    state_type = State
    action_type: ClassVar[type[Mark]] = Mark
    event_type = Marked
    view_type = View
    box: NoughtsBox

    def setup(
        self, options: Options, seats: Sequence[contract.SeatOptions], rng: Rng, now: float
    ) -> Step:
        """Return the empty board."""
        return Step(play.deal(options, rng))

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return whose turn it is."""
        return () if play.over(self.box, state) else (state.turn,)

    def legal(self, state: State, seat: Seat) -> Sequence[Mark]:
        """Return a mark for every free spot."""
        return tuple(map(Mark, play.free(state)))

    def apply(self, state: State, seat: Seat, action: Mark, rng: Rng, now: float) -> Step:
        """Return what a mark leads to; raise Illegal or Unknown."""
        return play.mark(state, seat, action.spot)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the board; who sleeps where is seen at the end."""
        return play.view(self.box, state, seat)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Return the state with monsters under other spots."""
        return play.redeal(self.box, state, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has three in a row, or that nobody has."""
        return play.outcome(self.box, state)

    def progress(self, state: State, now: float) -> float:
        """Return the share of spots that are marked or woken; all of it at the end."""
        taken = len(play.free(state)) if self.to_act(state) else 0
        return 1 - taken / len(state.marks)

    def advice(self, question: Asked, rng: Rng) -> Advice[Mark]:
        """Return a computer's mark, and why it is put there."""
        return computer.advise(self.box, question, rng)

    def prospects(self, question: Asked, rng: Rng) -> Sequence[float]:
        """Return how often each mark wins."""
        return computer.prospects(self.box, question, rng)
