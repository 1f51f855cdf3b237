"""Builds states of Meister Coup from words like "v10 b11" and plays on from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.contract import Seat, Step
from engine.meistercoup import GAME, deal
from engine.meistercoup.values import DECK, Card, Mode, Play, RoundResult, State, card
from engine.rng import Rng
from tests.engine.positions import play

game = GAME()
NOW = 1000.0
"""The time at which everything in these tests happens."""


def c(word: str) -> Card:
    """Return the card of a word: a letter of violet, blue, green, yellow, then the value."""
    return card("vbgy".index(word[0]), int(word[1:]))


def cs(words: str) -> tuple[Card, ...]:
    """Return the cards of these words."""
    return tuple(map(c, words.split()))


def two(words: str) -> tuple[Card, Card]:
    """Return the two cards of these words."""
    low, high = cs(words)
    return low, high


def table(hands: str, mode: Mode = "standard", **changes: Any) -> State:
    """Return a state in which seat 0 leads; hands are separated by strokes, the rest is undealt.

    `taken` is written like `hands`; other fields are given as they are.
    """
    held = tuple(tuple(sorted(cs(words))) for words in hands.split("|"))
    if "taken" in changes:
        changes["taken"] = tuple(map(cs, changes["taken"].split("|")))
    state = deal.new_round(mode, 60.0, len(held), 0, changes.get("rounds", ()), Rng("table"))
    state = replace(state, hands=held, **changes)
    seen = {*sum(held, ()), *sum(state.taken, ())}
    return replace(state, undealt=tuple(card for card in DECK if card not in seen))


def act(state: State, seat: Seat, action: Any, now: float = NOW) -> Step[State, Any]:
    """Return what this seat's action leads to."""
    return play(game, state, len(state.hands), seat, action, now)


def trick(state: State, words: str) -> State:
    """Return the state after these cards were played in turn."""
    for played in cs(words):
        state = act(state, game.to_act(state)[0], Play(played)).state
    return state


def won_rounds(*coups: tuple[int, ...], entered: tuple[Seat, ...] = ()) -> tuple[RoundResult, ...]:
    """Return finished rounds with these coups by seat and ten points for everybody."""
    return tuple(RoundResult((10,) * len(by_seat), by_seat, entered) for by_seat in coups)
