"""What the king's tile in force changes (Rulebook 001, "Die Königsplättchen im Detail")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.maechtige_monster.box import MonsterBox, Tile
from engine.maechtige_monster.values import (
    SLOTS,
    STRENGTHS,
    Castle,
    Monster,
    Post,
    Range,
    State,
    Strength,
)

NOTHING = Tile(id="nothing")
"""What is in force where the tiles only count rounds."""


def named(box: MonsterBox, tile: str | None) -> Tile:
    """Return the tile of an id, or one that changes nothing where there is none."""
    return NOTHING if tile is None else box.tile[tile]


def in_force(box: MonsterBox, state: State) -> Tile:
    """Return the tile of this round, or one that changes nothing in the game without them."""
    return named(box, state.table.tiles[state.round - 1] if state.table.new_rules else None)


def change(tile: Tile, posts: int, post: Post) -> tuple[int, int]:
    """Return by how much the tile changes strength and loot of the guard at a post of so many."""
    if {post + 1, post - posts}.isdisjoint(tile.posts):
        return 0, 0
    return tile.strength, tile.loot


def bonus(tile: Tile, monsters: Sequence[Monster]) -> int:
    """Return what the tile adds to the loot for two equal monsters."""
    twins = len(monsters) == SLOTS and monsters[0].strength == monsters[1].strength
    return tile.pair_loot if twins else 0


def lowest(tile: Tile, castle: Castle) -> tuple[Post, ...]:
    """Return the guards of a full castle whose pair is the weakest, where the tile asks for it."""
    if not tile.lowest_loot:
        return ()
    sums = [sum(monster.strength for monster in monsters) for monsters in castle]
    return tuple(post for post, total in enumerate(sums) if total == min(sums))


def shifted(printed: Range, by: int) -> Range:
    """Return a range after a change; neither strength nor loot falls below nought."""
    return max(0, printed[0] + by), max(0, printed[1] + by)


def strengths(tile: Tile) -> list[Strength]:
    """Return the strengths that may be played in the tile's round."""
    return [strength for strength in tile.hand or STRENGTHS if strength != tile.barred]


def cost(box: MonsterBox, tile: Tile, strength: Strength) -> int:
    """Return what it costs to heal a monster of this strength."""
    return tile.healing.get(strength, box.healing[strength - 1])


def take_up(state: State, tile: Tile) -> State:
    """Return the state after each seat took up the cards that the tile names, if it names any.

    Everybody knows then where all cards are.
    """
    if tile.hand is None:
        return state
    seats = len(state.hands)
    rest = tuple(card for card in STRENGTHS if card not in tile.hand)
    return replace(
        state,
        hands=(tuple(sorted(tile.hand)),) * seats,
        aside=(rest,) * seats,
        proved=(STRENGTHS,) * seats,
    )
