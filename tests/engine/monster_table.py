"""Builds states of Mächtige Monster from words like "2:6/11 1:4/5" and plays on from them.

A guard is its level, strength and loot; a monster is its seat and strength, "0:4".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract import Seat
from engine.maechtige_monster import GAME, fighting
from engine.maechtige_monster.values import (
    STRENGTHS,
    Account,
    Battle,
    Castle,
    Face,
    Fight,
    Healing,
    Monster,
    Number,
    Options,
    Play,
    SeatOptions,
    State,
    Step,
)
from engine.rng import Rng
from tests.engine import positions

game = GAME()
box = game.box


def set_up(seats: int, seed: object = "table", **options: Any) -> State:
    """Return a state right after a set-up."""
    chosen = [SeatOptions()] * seats
    return game.setup(Options.model_validate(options), chosen, Rng(seed), 0.0).state


def castle(words: str) -> Castle:
    """Return the monsters at each guard; guards are separated by strokes."""
    return tuple(tuple(map(monster, part.split())) for part in words.split("|"))


def monster(word: str) -> Monster:
    """Return the monster of a word."""
    seat, strength = map(int, word.split(":"))
    return Monster(seat, strength)


def numbers(words: str) -> tuple[Number, ...]:
    """Return the numbers of these guards, each copy once."""
    free, found = dict(enumerate(box.faces)), []
    for word in words.split():
        level, _, rest = word.partition(":")
        strength, _, loot = rest.partition("/")
        face = Face(int(level), int(strength), int(loot))
        number = next(number for number, other in free.items() if other == face)
        del free[number]
        found.append(number)
    return tuple(found)


def table(
    row: str,
    lying: str,
    hands: Sequence[Sequence[int]] | None = None,
    gold: Sequence[int] | None = None,
    tile: str | None = None,
    turn: Seat = 0,
    **changes: Any,
) -> State:
    """Return a state in which these monsters lie before these guards.

    Without `hands` a seat holds the weakest of its other cards.
    """
    posts, monsters = numbers(row), castle(lying)
    seats = len(posts)
    state = set_up(seats, new_rules=tile is not None)
    played = [{m.strength for ms in monsters for m in ms if m.seat == s} for s in range(seats)]
    rest = [[c for c in STRENGTHS if c not in played[s]] for s in range(seats)]
    held = [tuple(hands[s]) if hands else tuple(rest[s][: len(rest[s]) - 2]) for s in range(seats)]
    gold = gold or [box.gold] * seats
    tiles = state.table.tiles
    if tile is not None:
        tiles = (tile, *(other for other in tiles if other != tile))
    pile = tuple(n for n in range(len(box.faces)) if n not in posts)
    return replace(
        state,
        table=replace(state.table, tiles=tiles),
        guards=replace(state.guards, row=posts, pile=pile),
        turn=turn,
        start=0,
        castle=monsters,
        hands=tuple(held),
        aside=tuple(tuple(c for c in rest[s] if c not in held[s]) for s in range(seats)),
        proved=tuple(tuple(sorted(cards)) for cards in played),
        accounts=tuple(map(Account, gold)),
        bank=-sum(gold),
        **changes,
    )


def act(state: State, play: Play) -> Step:
    """Return what an action of the seat whose turn it is leads to."""
    return positions.play(game, state, len(state.hands), state.turn, play, 0.0)


def after(state: State, *plays: Play) -> State:
    """Return the state after these actions in turn."""
    for play in plays:
        state = act(state, play).state
    return state


def fight(state: State) -> Fight:
    """Return the fight of a full castle."""
    return fighting.fight(box, state)


def gold(state: State) -> list[int]:
    """Return what the seats have."""
    return [account.gold for account in state.accounts]


def loots(battles: Sequence[Battle]) -> list[int]:
    """Return the loots in force."""
    return [battle.loot for battle in battles]


def shares(battle: Battle) -> dict[Seat, int]:
    """Return who got what of a guard."""
    return {share.seat: share.gold for share in battle.shares}


def bills(healings: Sequence[Healing]) -> list[tuple[int, Seat, int, int]]:
    """Return what was healed: guard, seat, cost, paid."""
    return [(h.post, h.seat, h.cost, h.paid) for h in healings]
