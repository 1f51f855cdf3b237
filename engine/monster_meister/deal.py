"""Deals a match of Monster Meister, and deals anew what a seat cannot see."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Seat
from engine.monster_meister import cells, rounds, score
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.values import SET, STRAY, Card, Display, Lying, Options, State, Step
from engine.rng import Rng


def deal(box: MeisterBox, options: Options, seats: int, rng: Rng) -> Step:
    """Return the first round's beginning (rulebook 000, "Spielvorbereitung")."""
    start = cells.start_cells()
    state = State(
        tasks=tuple(rng.shuffled(range(len(box.task_cards)))),
        round=0,
        holder=rng.below(seats) - 1,
        phase="turn",
        displays=tuple(
            tuple(map(Lying, start, rng.shuffled(range(SET * seat, SET * (seat + 1)))))
            for seat in range(seats)
        ),
        pile=tuple(rng.shuffled(range(len(box.fronts) - len(box.strays), len(box.fronts)))),
        limit=options.limit(box.look_seconds),
    )
    return rounds.begin_round(box, state)


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Return the state with hidden cards exchanged within their backs, and unseen tasks mixed.

    Hidden are face-down cards, the pile, and cards that others have drawn; not what was removed
    this round, which stays shown.
    """
    hidden = _hidden(state, seat)
    pools = [
        rng.shuffled(sorted(card for card in hidden if score.back(card) == back))
        for back in range(STRAY + 1)
    ]

    def anew(card: Card) -> Card:
        return pools[score.back(card)].pop() if card in hidden else card

    def exchanged(lying: Display) -> Display:
        return tuple(Lying(item.cell, anew(item.card), item.up) for item in lying)

    return replace(
        state,
        tasks=(*state.tasks[: state.round], *rng.shuffled(sorted(state.tasks[state.round :]))),
        displays=tuple(map(exchanged, state.displays)),
        pile=tuple(map(anew, state.pile)),
        drawn=tuple(None if card is None else anew(card) for card in state.drawn),
    )


def _hidden(state: State, seat: Seat | None) -> set[Card]:
    """Return the cards whose fronts this seat, or a bystander, does not see."""
    seen = {gone.card for gone in state.removed}
    seen.update(item.card for shown in state.displays for item in shown if item.up)
    if seat is not None and (own := state.drawn[seat]) is not None:
        seen.add(own)
    lying = [item.card for shown in state.displays for item in shown]
    drawn = [card for card in state.drawn if card is not None]
    return {*lying, *state.pile, *drawn} - seen
