"""Playing a card, and dividing the trick between its winner and its runner-up."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.meistercoup import round_end, score, trick
from engine.meistercoup.box import CoupBox
from engine.meistercoup.values import (
    DECK,
    Card,
    CardPlayed,
    CardsTaken,
    CoupMarked,
    DividedTrick,
    Event,
    State,
    Step,
    TrickWon,
)
from engine.rng import Rng
from engine.tuples import put


def next_seat(state: State) -> Seat:
    """Return whose turn it is while cards are played."""
    return (state.leader + len(state.trick)) % len(state.hands)


def play(state: State, seat: Seat, card: Card) -> Step:
    """Play a card; there is no duty to follow (Rulebook 002, "Eine Karte ausspielen")."""
    _known(card)
    hand = state.hands[seat]
    if card not in hand:
        raise Illegal("meistercoup.error.not_in_hand")
    kept = tuple(other for other in hand if other != card)
    hands = put(state.hands, seat, kept)
    plays = (*state.trick, (seat, card))
    played = CardPlayed(seat=seat, card=card)
    if len(plays) < len(hands):
        return Step(replace(state, hands=hands, trick=plays), (played,))
    (winner, _), (runner_up, _) = trick.ranking(plays)[:2]
    after = replace(
        state, hands=hands, trick=plays, phase="take", winner=winner, runner_up=runner_up
    )
    return Step(after, (played, TrickWon(plays=plays, winner=winner, runner_up=runner_up)))


def take(state: State, seat: Seat, card: Card, box: CoupBox, rng: Rng, now: float) -> Step:
    """Take any one card of the trick as its winner; the runner-up follows where it has no choice.

    Rulebook 002, "Einen Stich gewinnen", 2 and 3.
    """
    _known(card)
    if all(card != played for _, played in state.trick):
        raise Illegal("meistercoup.error.not_in_trick")
    step = _receive(replace(state, won=card), seat, (card,))
    if step.state.champion is not None:
        return _end(step, ())
    choice = trick.pairs(trick.left_of(state.trick, card))
    if len(choice) > 1:
        return Step(replace(step.state, phase="pair"), step.events)
    assert state.runner_up is not None
    return take_pair(step.state, state.runner_up, choice[0], box, rng, now).after(step.events)


def take_pair(
    state: State, seat: Seat, pair: tuple[Card, Card], box: CoupBox, rng: Rng, now: float
) -> Step:
    """Take two of the lowest cards left, as the runner-up, who leads next.

    Both arrive together (Rulebook 002, "Einen Stich gewinnen", 3 to 5).
    """
    for card in pair:
        _known(card)
    if pair not in trick.pairs(trick.left_of(state.trick, state.won)):
        raise Illegal("meistercoup.error.not_the_lowest")
    step = _receive(state, seat, pair)
    if step.state.champion is not None:
        return _end(step, pair)
    after = replace(_divided(step.state, pair), phase="play", leader=seat)
    if after.hands[seat]:
        return Step(after, step.events)
    return round_end.end_round(after, box, rng, now).after(step.events)


def _known(card: Card) -> None:
    if card not in DECK:
        raise Unknown("meistercoup.error.unknown_card")


def _receive(state: State, seat: Seat, cards: tuple[Card, ...]) -> Step:
    """Lay cards before a seat and mark its coups; a third one wins at once."""
    had = state.taken[seat]
    has = had + cards
    after = replace(state, taken=put(state.taken, seat, has))
    events: tuple[Event, ...] = (CardsTaken(seat=seat, cards=cards),)
    coups = score.coups_of(has)
    new = coups - score.coups_of(had)
    if new:
        total = score.marks(state, seat, coups)
        events += (CoupMarked(seat=seat, new=new, in_round=coups, total=total),)
        if score.wins_by_coups(state, seat, coups):
            after = replace(after, champion=seat)
    return Step(after, events)


def _divided(state: State, pair: tuple[Card, ...]) -> State:
    assert state.winner is not None and state.runner_up is not None and state.won is not None
    rest = tuple(c for c in trick.left_of(state.trick, state.won) if c not in pair)
    last = DividedTrick(
        plays=state.trick,
        winner=state.winner,
        runner_up=state.runner_up,
        won=state.won,
        pair=pair,
    )
    out = state.out + rest
    return replace(state, trick=(), winner=None, runner_up=None, won=None, last_trick=last, out=out)


def _end(step: Step, pair: tuple[Card, ...]) -> Step:
    """End the match by a third coup (Rulebook 002, "Sieg durch 3 gelungene Meistercoups")."""
    return Step(replace(_divided(step.state, pair), phase="over"), step.events)
