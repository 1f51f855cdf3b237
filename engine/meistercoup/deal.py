"""Shuffles and deals, and deals anew what a seat cannot know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.contract import Seat
from engine.meistercoup.values import (
    DECK,
    HAND,
    Card,
    CoupState,
    Mode,
    RoundBegan,
    RoundResult,
    colour_of,
)
from engine.rng import Rng


def new_round(
    mode: Mode, seats: int, leader: Seat, rounds: tuple[RoundResult, ...], rng: Rng
) -> CoupState:
    """Return the state after all 48 cards were shuffled and each seat was dealt eight."""
    cards = rng.shuffled(DECK)
    hands = tuple(tuple(sorted(cards[s * HAND : s * HAND + HAND])) for s in range(seats))
    teams = 2 if mode == "team" else 0
    return CoupState(
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
        deadline=None,
        champion=None,
    )


def began(state: CoupState) -> RoundBegan:
    """Return the event of a round that was just dealt."""
    return RoundBegan(round=state.round, leader=state.leader)


def redeal(state: CoupState, seat: Seat | None, rng: Rng) -> CoupState:
    """Return the state with values exchanged within each colour among all unseen cards.

    Unseen are other hands and undealt cards; the backs show their colours, so these stay.
    """
    others = [s for s in range(len(state.hands)) if s != seat]
    unseen = [card for s in others for card in state.hands[s]] + list(state.undealt)
    pools = {colour: rng.shuffled(_of_colour(unseen, colour)) for colour in range(4)}

    def anew(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(sorted(pools[colour_of(card)].pop() for card in cards))

    hands = tuple(hand if s == seat else anew(hand) for s, hand in enumerate(state.hands))
    return replace(state, hands=hands, undealt=anew(state.undealt))


def _of_colour(cards: Sequence[Card], colour: int) -> list[Card]:
    return [card for card in cards if colour_of(card) == colour]
