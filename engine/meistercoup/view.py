"""What a seat, or a bystander, may know of a match, field by field."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract import Seat
from engine.meistercoup import round_end, score
from engine.meistercoup.box import CoupBox
from engine.meistercoup.play import next_seat
from engine.meistercoup.values import HAND, Card, State, View, colour_of


def to_act(state: State) -> list[Seat]:
    """Return the seats that are asked, ascending; the clock is not among them."""
    match state.phase:
        case "play":
            return [next_seat(state)]
        case "take" if state.winner is not None:
            return [state.winner]
        case "pair" if state.runner_up is not None:
            return [state.runner_up]
        case "enter":
            return round_end.asked(state)
    return []


def view(state: State, seat: Seat | None, box: CoupBox) -> View:
    """Return the view of a seat, or of a bystander."""
    seats = range(len(state.hands))
    totals = score.totals(state)
    now = round_end.result(state, box)
    return View(
        seat=seat,
        waiting=tuple(to_act(state)),
        round=state.round,
        mode=state.mode,
        phase=state.phase,
        teams=tuple(map(score.team_of, seats)) if state.mode == "team" else None,
        trick_number=trick_number(state),
        leader=state.leader,
        hand=() if seat is None else state.hands[seat],
        backs=tuple(map(backs, state.hands)),
        undealt=len(state.undealt),
        trick=state.trick,
        winner=state.winner,
        runner_up=state.runner_up,
        won=state.won,
        last_trick=state.last_trick,
        taken=state.taken,
        out=() if state.phase in ("enter", "over") else state.out,
        coups_round=now.coups,
        points_round=now.points,
        coups=_coups(state, totals),
        points=tuple(points for points, _ in totals),
        rounds=state.rounds,
        proposals=state.proposals,
        entered=state.entered,
        deadline=state.deadline,
        champion=state.champion,
    )


def backs(hand: Iterable[Card]) -> tuple[int, int, int, int]:
    """Return how many cards of each colour a hand holds: what everybody sees of it."""
    colours = list(map(colour_of, hand))
    return colours.count(0), colours.count(1), colours.count(2), colours.count(3)


def trick_number(state: State) -> int:
    """Return the number of the trick that is played or was divided last, from 1."""
    begun = HAND - len(state.hands[state.leader])
    return begun + 1 if state.phase == "play" and not state.trick else begun


def _coups(state: State, totals: list[tuple[int, int]]) -> tuple[int, ...]:
    finished = len(state.rounds) == state.round
    if state.mode == "team" or finished:
        return tuple(coups for _, coups in totals)
    return tuple(
        coups + score.coups_of(cards) for (_, coups), cards in zip(totals, state.taken, strict=True)
    )
