"""Meister Coup as the contract wants it; the rules are in the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine import contract
from engine.contract import Advice, Game, Outcome, Seat
from engine.errors import Illegal
from engine.meistercoup import computer, deal, play, round_end, score, search, trick, view
from engine.meistercoup.box import CoupBox
from engine.meistercoup.values import (
    Action,
    Asked,
    Confirm,
    Entered,
    Event,
    Mode,
    Options,
    Play,
    Propose,
    Proposed,
    State,
    Step,
    Take,
    TakePair,
    View,
)
from engine.rng import Rng


class MeisterCoup(Game[Options, State, Action, Event, View, None]):
    """Trick taking with half-open hands for three to six seats (Rulebook 002)."""

    id = "meistercoup"
    version = 1
    seat_counts = range(3, 7)
    idle = frozenset({"even"})
    box_type = CoupBox
    options_type = Options
    state_type = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    view_type = View

    def choices(self, seats: int) -> Mapping[str, tuple[object, ...]]:
        """Return the options, of the modes those that fit this number of seats."""
        fitting = {4: ("auto", "standard", "team"), 6: ("auto", "team")}
        return {**super().choices(seats), "mode": fitting.get(seats, ("auto", "standard"))}

    def check(self, options: Options, seats: int) -> None:
        """Refuse teams at three and five seats, and standard mode at six."""
        if options.mode == "team" and seats not in (4, 6):
            raise Illegal("meistercoup.error.no_teams")
        if options.mode == "standard" and seats > 5:
            raise Illegal("meistercoup.error.only_teams")

    def teams(self, options: Options, seats: int) -> tuple[int, ...] | None:
        """Return the teams, which sit alternately, or None in standard mode."""
        return tuple(map(score.team_of, range(seats))) if _mode(options, seats) == "team" else None

    def setup(
        self, options: Options, seats: Sequence[contract.SeatOptions], rng: Rng, now: float
    ) -> Step:
        """Shuffle, deal eight cards to each seat, and let a random seat lead."""
        n = len(seats)
        limit = options.limit(self.box.entry_seconds)
        dealt = deal.new_round(_mode(options, n), limit, n, rng.below(n), (), rng)
        return Step(dealt, (deal.began(dealt),))

    def to_act(self, state: State) -> Sequence[Seat]:
        """Return who is asked: a single seat, or whole teams while they enter a result."""
        return view.to_act(state)

    def defers(self, state: State, seat: Seat) -> Sequence[Seat]:
        """Return the other members of a team that are asked whose result they enter."""
        if state.phase != "enter":
            return ()
        team = score.team_of(seat)
        return [s for s in self.to_act(state) if s != seat and score.team_of(s) == team]

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what an asked seat may do, cards by number, proposals by member."""
        match state.phase:
            case "play":
                return tuple(map(Play, state.hands[seat]))
            case "take":
                return tuple(Take(card) for card in sorted(card for _, card in state.trick))
            case "pair":
                return tuple(map(TakePair, trick.pairs(trick.left_of(state.trick, state.won))))
            case "enter":
                return round_end.answers(state, seat)
        return ()

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng, now: float) -> Step:
        """Return what the action leads to; a card or an answer that does not fit is refused."""
        match state.phase, action:
            case "play", Play(card):
                return play.play(state, seat, card)
            case "take", Take(card):
                return play.take(state, seat, card, self.box, rng, now)
            case "pair", TakePair(cards):
                return play.take_pair(state, seat, cards, self.box, rng, now)
            case "enter", Propose(member):
                return round_end.propose(state, seat, member)
            case "enter", Confirm(member):
                return round_end.confirm(state, seat, member, self.box, rng)
        raise Illegal(f"meistercoup.error.phase_{state.phase}")

    def revocable(self, state: State, seat: Seat, action: Action, step: Step) -> bool:
        """Return whether it was a choice: a card that was played to a trick stays."""
        return not isinstance(action, Play)

    def expire(self, state: State, rng: Rng, now: float) -> Step:
        """Decide for the teams that have not entered a result in time."""
        return round_end.expire(state, self.box, rng)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat, or a bystander, may know: values of hands stay private for good."""
        return view.view(state, seat, self.box)

    def stirs(self, event: Event, seat: Seat) -> bool:
        """Return whether a team's proposal has changed."""
        return isinstance(event, Proposed | Entered)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Exchange values within a colour among other hands and undealt cards."""
        return deal.redeal(state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None while it runs."""
        return score.outcome(state)

    def progress(self, state: State, now: float) -> float:
        """Return the share of rounds, and of cards in the one that is played, that are played."""
        return score.progress(state)

    def advice(self, question: Asked, rng: Rng) -> Advice[Action]:
        """Return the answer of a computer; the view shows all cards that anybody has seen."""
        return computer.advise(question, self.box, rng)

    def prospects(self, question: Asked, rng: Rng) -> Sequence[float]:
        """Return how often each answer wins when the round is played on in sampled worlds."""
        return search.prospects(question, self.box, rng)


def _mode(options: Options, seats: int) -> Mode:
    if options.mode == "auto":
        return "team" if seats > 5 else "standard"
    return options.mode
