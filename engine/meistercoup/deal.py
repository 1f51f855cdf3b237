"""Shuffles and deals, and deals anew what a seat cannot know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.contract import Seat
from engine.meistercoup.values import (
    COLOURS,
    DECK,
    HAND,
    Card,
    Mode,
    RoundBegan,
    RoundResult,
    State,
    colour_of,
)
from engine.rng import Rng


def new_round(
    mode: Mode,
    limit: float,
    seats: int,
    leader: Seat,
    rounds: tuple[RoundResult, ...],
    rng: Rng,
) -> State:
    """Return the state after all 48 cards were shuffled and each seat was dealt eight."""
    cards = rng.shuffled(DECK)
    hands = tuple(tuple(sorted(cards[s * HAND : s * HAND + HAND])) for s in range(seats))
    teams = 2 if mode == "team" else 0
    return State(
        mode=mode,
        phase="play",
        round=len(rounds) + 1,
        leader=leader,
        hands=hands,
        undealt=tuple(sorted(cards[seats * HAND :])),
        trick=(),
        winner=None,
        runner_up=None,
        won=None,
        last_trick=None,
        taken=((),) * seats,
        out=(),
        rounds=rounds,
        proposals=(None,) * teams,
        entered=(None,) * teams,
        limit=limit,
        deadline=None,
        champion=None,
    )


def began(state: State) -> RoundBegan:
    """Return the event of a round that was just dealt."""
    return RoundBegan(round=state.round, leader=state.leader)


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Return the state with values exchanged within each colour among all unseen cards.

    Unseen are other hands and undealt cards; the backs show their colours, so these stay. Once a
    round has ended nobody sees any more what is out, but for the cards of the last trick.
    """
    others = [s for s in range(len(state.hands)) if s != seat]
    out = _seen_out(state)
    hidden = [card for card in state.out if card not in out]
    unseen = sorted([*hidden, *state.undealt, *(card for s in others for card in state.hands[s])])
    pools = [
        rng.shuffled(card for card in unseen if colour_of(card) == colour)
        for colour in range(len(COLOURS))
    ]

    def anew(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(sorted(pools[colour_of(card)].pop() for card in cards))

    hands = tuple(hand if s == seat else anew(hand) for s, hand in enumerate(state.hands))
    rest, n = rng.shuffled(card for pool in pools for card in pool), len(state.undealt)
    return replace(state, hands=hands, undealt=tuple(sorted(rest[:n])), out=(*out, *rest[n:]))


def _seen_out(state: State) -> tuple[Card, ...]:
    """Return the cards that are out and still in sight."""
    if state.phase not in ("enter", "over"):
        return state.out
    last = () if state.last_trick is None else state.last_trick.plays
    return tuple(card for card in state.out if any(card == played for _, played in last))
