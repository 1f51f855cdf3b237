"""The end of a round: scoring it, and what the teams enter of it."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.meistercoup import deal, score
from engine.meistercoup.box import CoupBox
from engine.meistercoup.values import (
    ROUNDS,
    Confirm,
    Entered,
    Event,
    Proposal,
    Propose,
    Proposed,
    RoundResult,
    RoundScored,
    State,
    Step,
    Team,
)
from engine.rng import Rng
from engine.tuples import put


def result(state: State, box: CoupBox) -> RoundResult:
    """Return what each seat reached in this round."""
    points = tuple(score.points_of(cards, box.diamonds) for cards in state.taken)
    return RoundResult(points, tuple(map(score.coups_of, state.taken)))


def end_round(state: State, box: CoupBox, rng: Rng, now: float) -> Step:
    """Score the round after its eighth trick; teams then enter a result."""
    reached = result(state, box)
    scored = RoundScored(round=state.round, points=reached.points, coups=reached.coups)
    if state.mode == "team":
        asked = replace(state, phase="enter", deadline=now + state.limit)
        return Step(asked, (scored,))
    return _close(state, reached, rng).after((scored,))


def asked(state: State) -> list[Seat]:
    """Return who may propose or confirm: all of an undecided team but the standing proposer."""
    return [seat for seat in range(len(state.hands)) if _is_asked(state, seat)]


def answers(state: State, seat: Seat) -> tuple[Propose | Confirm, ...]:
    """Return what an asked seat may say: confirm the standing proposal, or propose a member."""
    standing = state.proposals[score.team_of(seat)]
    team = range(score.team_of(seat), len(state.hands), 2)
    if standing is None:
        return tuple(map(Propose, team))
    others = (Propose(member) for member in team if member != standing.member)
    return (Confirm(standing.member), *others)


def propose(state: State, seat: Seat, member: Seat) -> Step:
    """Propose a member of the own team, in place of any earlier proposal."""
    if not 0 <= member < len(state.hands):
        raise Unknown("meistercoup.error.unknown_seat")
    team = score.team_of(seat)
    if score.team_of(member) != team:
        raise Illegal("meistercoup.error.other_team")
    standing = state.proposals[team]
    if standing is not None and standing.member == member:
        raise Illegal("meistercoup.error.already_proposed")
    proposals = put(state.proposals, team, Proposal(seat, member))
    after = replace(state, proposals=proposals)
    return Step(after, (Proposed(seat=seat, member=member),))


def confirm(state: State, seat: Seat, member: Seat, box: CoupBox, rng: Rng) -> Step:
    """Confirm the standing proposal, which enters it."""
    if not 0 <= member < len(state.hands):
        raise Unknown("meistercoup.error.unknown_seat")
    team = score.team_of(seat)
    standing = state.proposals[team]
    if standing is None:
        raise Illegal("meistercoup.error.nothing_proposed")
    if standing.member != member:
        raise Illegal("meistercoup.error.other_proposal")
    return _enter(state, {team: member}, seat, box, rng)


def expire(state: State, box: CoupBox, rng: Rng) -> Step:
    """Enter for each undecided team its member with most points, then coups, then lowest seat."""
    reached = result(state, box)

    def best(team: Team) -> Seat:
        members = range(team, len(state.hands), 2)
        return max(members, key=lambda seat: (reached.points[seat], reached.coups[seat], -seat))

    late = {team: best(team) for team, seat in enumerate(state.entered) if seat is None}
    return _enter(state, late, None, box, rng)


def _is_asked(state: State, seat: Seat) -> bool:
    team = score.team_of(seat)
    standing = state.proposals[team]
    return state.entered[team] is None and (standing is None or standing.proposer != seat)


def _enter(
    state: State, members: dict[Team, Seat], by: Seat | None, box: CoupBox, rng: Rng
) -> Step:
    reached = result(state, box)
    events: tuple[Event, ...] = ()
    entered = state.entered
    for team, seat in members.items():
        entered = put(entered, team, seat)
        events += (
            Entered(
                team=team,
                member=seat,
                points=reached.points[seat],
                coups=reached.coups[seat],
                by=by,
            ),
        )
    after = replace(state, entered=entered)
    chosen = tuple(seat for seat in entered if seat is not None)
    if len(chosen) < len(entered):
        return Step(after, events)
    return _close(after, replace(reached, entered=chosen), rng).after(events)


def _close(state: State, reached: RoundResult, rng: Rng) -> Step:
    """Note the round's result; then deal the next round, or end the match after the third."""
    rounds = (*state.rounds, reached)
    if len(rounds) == ROUNDS:
        return Step(replace(state, rounds=rounds, phase="over", deadline=None))
    seats = len(state.hands)
    dealt = deal.new_round(state.mode, state.limit, seats, state.leader, rounds, rng)
    return Step(replace(dealt, last_trick=state.last_trick), (deal.began(dealt),))
