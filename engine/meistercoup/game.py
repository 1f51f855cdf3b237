"""Meister Coup as the contract wants it; the rules are in the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from engine.contract import CLOCK, Expire, Game, Outcome, Seat, Step
from engine.errors import Illegal
from engine.meistercoup import closing, computer, deal, look, play, score, trick
from engine.meistercoup.box import CoupBox
from engine.meistercoup.values import (
    Confirm,
    CoupAction,
    CoupEvent,
    CoupOptions,
    CoupState,
    CoupView,
    Mode,
    Play,
    Propose,
    Take,
    TakePair,
)
from engine.rng import Rng

CoupStep = Step[CoupState, CoupEvent]


class MeisterCoup(Game[CoupOptions, CoupState, CoupAction, CoupEvent, CoupView, None]):
    """Trick taking with half-open hands for three to six seats (Rulebook 002)."""

    id = "meistercoup"
    version = 1
    seat_counts = range(3, 7)
    box_type = CoupBox
    options_type = CoupOptions
    state_type = CoupState
    action_type: ClassVar[Any] = Annotated[CoupAction, Field(discriminator="kind")]
    event_type: ClassVar[Any] = Annotated[CoupEvent, Field(discriminator="kind")]
    view_type = CoupView
    memory_type: ClassVar[Any] = None

    def choices(self, seats: int) -> Mapping[str, tuple[object, ...]]:
        """Return the modes that fit this number of seats."""
        fitting = {4: ("auto", "standard", "team"), 6: ("auto", "team")}
        return {"mode": fitting.get(seats, ("auto", "standard"))}

    def check(self, options: CoupOptions, seats: int) -> None:
        """Refuse teams at three and five seats, and standard mode at six."""
        if options.mode == "team" and seats not in (4, 6):
            raise Illegal("meistercoup.error.no_teams")
        if options.mode == "standard" and seats > 5:
            raise Illegal("meistercoup.error.only_teams")

    def teams(self, options: CoupOptions, seats: int) -> tuple[int, ...] | None:
        """Return the teams, which sit alternately, or None in standard mode."""
        return tuple(map(score.team_of, range(seats))) if _mode(options, seats) == "team" else None

    def setup(self, options: CoupOptions, seats: int, rng: Rng, now: float) -> CoupStep:
        """Shuffle, deal eight cards to each seat, and let a random seat lead."""
        self.check(options, seats)
        dealt = deal.new_round(_mode(options, seats), seats, rng.below(seats), (), rng)
        return Step(dealt, (deal.began(dealt),))

    def to_act(self, state: CoupState) -> Sequence[Seat]:
        """Return who is asked; the clock runs while teams enter a result."""
        seats = look.to_act(state)
        return seats if state.deadline is None else [CLOCK, *seats]

    def legal(self, state: CoupState, seat: Seat) -> Sequence[CoupAction]:
        """Return what an asked seat may do, cards by number, proposals by member."""
        if seat == CLOCK:
            return (Expire(),)
        match state.phase:
            case "play":
                return tuple(map(Play, state.hands[seat]))
            case "take":
                return tuple(Take(card) for card in sorted(card for _, card in state.trick))
            case "pair":
                return tuple(map(TakePair, trick.pairs(trick.left_of(state.trick, state.won))))
            case "enter":
                return closing.answers(state, seat)
        return ()

    def apply(
        self, state: CoupState, seat: Seat, action: CoupAction, rng: Rng, now: float
    ) -> CoupStep:
        """Return what the action leads to; a card or an answer that does not fit is refused."""
        if seat not in self.to_act(state):
            raise Illegal("error.not_asked")
        if seat == CLOCK and isinstance(action, Expire):
            return closing.expire(state, self.box, rng, now)
        if state.deadline is not None and now >= state.deadline:
            raise Illegal("meistercoup.error.too_late")
        match state.phase, action:
            case "play", Play(card):
                return play.play(state, seat, card)
            case "take", Take(card):
                return play.take(state, seat, card, self.box, rng, now)
            case "pair", TakePair(cards):
                return play.take_pair(state, seat, cards, self.box, rng, now)
            case "enter", Propose(member) if seat != CLOCK:
                return closing.propose(state, seat, member)
            case "enter", Confirm(member) if seat != CLOCK:
                return closing.confirm(state, seat, member, self.box, rng)
        raise Illegal(f"meistercoup.error.phase_{state.phase}")

    def view(self, state: CoupState, seat: Seat | None) -> CoupView:
        """Return what a seat, or a bystander, may know: values of hands stay private for good."""
        return look.view(state, seat, self.box)

    def redeal(self, state: CoupState, seat: Seat | None, rng: Rng) -> CoupState:
        """Exchange values within a colour among other hands and undealt cards."""
        return deal.redeal(state, seat, rng)

    def outcome(self, state: CoupState) -> Outcome | None:
        """Return how the match ended, or None while it runs."""
        return score.outcome(state)

    def deadline(self, state: CoupState) -> float | None:
        """Return until when the teams may enter a result."""
        return state.deadline

    def blank(self, view: CoupView) -> None:
        """Return None: the view shows all cards of the round that anybody has seen."""

    def remember(self, memory: None, event: CoupEvent) -> None:
        """Return None, like `blank`."""

    def computer(
        self, view: CoupView, memory: None, legal: Sequence[CoupAction], level: str, rng: Rng
    ) -> CoupAction:
        """Return the answer of a computer, which knows the view alone."""
        return computer.choose(view, legal, self.box, rng)


def _mode(options: CoupOptions, seats: int) -> Mode:
    if options.mode == "auto":
        return "team" if seats > 5 else "standard"
    return options.mode
