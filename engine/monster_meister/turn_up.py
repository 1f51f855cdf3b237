"""Turning up: all seats at their own pace until the task is done, or step by step in a contest."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.monster_meister import roles, rounds, score
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.values import (
    PROPERTIES,
    Cell,
    Contest,
    Front,
    Lying,
    Named,
    Naming,
    Property,
    State,
    Step,
    StepEnded,
    TurnedUp,
)
from engine.tuples import put


def to_turn(box: MeisterBox, state: State, seat: Seat) -> int | None:
    """Return how many cards a seat still turns up; None: until the task's property appears.

    Without a face-down card a seat is done (rulebook 000, "Spielablauf").
    """
    display = state.displays[seat]
    down = sum(not lying.up for lying in display)
    if state.phase != "turn" or not down:
        return 0
    if state.contest is not None:
        return int(seat in _unanswered(state.contest))
    task = rounds.task_of(box, state)
    if task.cards is not None:
        return max(0, min(down, task.cards - len(display) + down))
    assert task.until is not None
    ended = any(lying.up and score.shows(box.fronts[lying.card], task.until) for lying in display)
    return 0 if ended else None


def turners(box: MeisterBox, state: State) -> tuple[Seat, ...]:
    """Return who still has to turn up cards, ascending."""
    return tuple(seat for seat in range(len(state.displays)) if to_turn(box, state, seat) != 0)


def points(box: MeisterBox, state: State) -> tuple[int, ...]:
    """Return the monster points of the cards each seat has turned up."""
    task = rounds.task_of(box, state)
    return tuple(
        sum(score.points(task, box.fronts[lying.card]) for lying in display if lying.up)
        for display in state.displays
    )


def turn_up(box: MeisterBox, state: State, seat: Seat, cell: Cell, now: float) -> Step:
    """Turn up a card where everybody sees it; the round goes on when the last seat is done."""
    if state.phase != "turn":
        raise Illegal("monster_meister.error.not_now")
    lying = roles.lying_at(state, seat, cell)
    if lying.up:
        raise Illegal("monster_meister.error.already_up")
    display = tuple(
        Lying(cell, lying.card, True) if other is lying else other for other in state.displays[seat]
    )
    front = box.fronts[lying.card]
    contest = state.contest and _answered(state.contest, seat, front)
    displays = put(state.displays, seat, display)
    state = replace(state, displays=displays, contest=contest)
    event = TurnedUp(seat=seat, cell=cell, back=score.back(lying.card), front=front)
    return _go_on(box, state, now).after((event,))


def name(box: MeisterBox, state: State, seat: Seat, wanted: Property, now: float) -> Step:
    """Name the property that all seats still in try to show in the next step."""
    contest = state.contest
    if contest is None or state.phase != "name" or seat != contest.namer:
        raise Illegal("monster_meister.error.not_now")
    if wanted not in PROPERTIES:
        raise Unknown("monster_meister.error.no_property")
    contest = replace(contest, named=(*contest.named, Naming(seat, wanted)), shown=(), missed=())
    state = replace(state, phase="turn", contest=contest)
    return _go_on(box, state, now).after((Named(seat=seat, property=wanted),))


def _go_on(box: MeisterBox, state: State, now: float) -> Step:
    """End the turning up, or the contest's step, when nobody is left to turn up."""
    if turners(box, state):
        return Step(state)
    if state.contest is not None:
        return _end_step(box, state, state.contest, now)
    totals = points(box, state)
    return roles.settle(box, state, totals, *score.roles(totals), now)


def _unanswered(contest: Contest) -> tuple[Seat, ...]:
    answered = (*contest.shown, *contest.missed)
    return tuple(seat for seat in contest.still_in if seat not in answered)


def _answered(contest: Contest, seat: Seat, front: Front) -> Contest:
    if score.shows(front, contest.named[-1].property):
        return replace(contest, shown=(*contest.shown, seat))
    return replace(contest, missed=(*contest.missed, seat))


def _end_step(box: MeisterBox, state: State, contest: Contest, now: float) -> Step:
    """Put out who has not shown the property, or could not turn up; then the next one names.

    Rulebook 000, "Wettstreit der Monstergesellen". All out at once, nobody before: no roles.
    """
    n = len(state.displays)
    stay = tuple(sorted(contest.shown))
    out = tuple(seat for seat in contest.still_in if seat not in stay)
    first_out = contest.first_out or out
    event = StepEnded(out=out, still_in=stay)
    if len(stay) > 1:
        namer = score.from_holder(stay, contest.namer + 1, n)[0]
        contest = replace(contest, namer=namer, still_in=stay, first_out=first_out)
        return Step(replace(state, phase="name", contest=contest), (event,))
    state = replace(state, contest=replace(contest, still_in=stay, first_out=first_out))
    neither = len(out) == n
    memorisers, muddlers = ((), ()) if neither else (stay or out, first_out)
    return roles.settle(box, state, None, memorisers, muddlers, now).after((event,))
