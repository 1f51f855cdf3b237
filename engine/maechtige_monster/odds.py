"""What a pair can expect of guards that nobody has seen: how often it wins, and what it gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.maechtige_monster import tiles
from engine.maechtige_monster.box import MonsterBox, Tile
from engine.maechtige_monster.values import (
    SLOTS,
    STRENGTHS,
    Face,
    Monster,
    Play,
    Post,
    Range,
    Strength,
    View,
)
from engine.tuples import put

Chance = tuple[float, float, float, float]
"""The chance that a guard is beaten, and the expected gold, nothing where it is not: of the first
monster's owner, of the second's, and of an owner of both."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The expectations of a round, by post and by strengths; a strength of 0 is a free slot."""

    chances: tuple[dict[tuple[Strength, Strength], Chance], ...]
    """By post; a free slot counts as if a stranger's monster of any strength came to lie there."""
    healing: tuple[int, ...]
    """By strength what healing costs; nought for a free slot."""
    lowest: int
    """What the weakest pairs get besides."""


def unseen(box: MonsterBox, view: View, level: int) -> list[Face]:
    """Return the guards of a level that nobody has seen: a hidden one is any of them, as likely."""
    left = [face for face in box.faces if face.level == level]
    for face in view.gone:
        if face.level == level:
            left.remove(face)
    return left


def after(view: View, play: Play) -> tuple[Monster, ...]:
    """Return what lies before the guard once a card is played."""
    assert view.seat is not None
    lying, played = list(view.row[play.post].monsters), Monster(view.seat, play.card)
    if play.over is None:
        return (*lying, played)
    lying[play.over] = played
    return tuple(lying)


def in_force(
    box: MonsterBox, view: View, post: Post, monsters: Sequence[Monster] = ()
) -> list[Face]:
    """Return the guards that may lie at a post, as the tile changes them for these monsters."""
    tile = tiles.named(box, view.tile)
    stronger, richer = tiles.change(tile, len(view.row), post)
    richer += tiles.bonus(tile, tuple(monsters))
    faces = unseen(box, view, view.row[post].back.level)
    if not (stronger or richer):
        return faces
    return [
        Face(face.level, max(0, face.strength + stronger), max(0, face.loot + richer))
        for face in faces
    ]


def weakest(box: MonsterBox, view: View, post: Post, monsters: Sequence[Monster]) -> Range:
    """Return the least and the most that the tile adds at a post whose two monsters may be the
    weakest together; once all lie these are one."""
    tile = tiles.named(box, view.tile)
    castle = put(tuple(guarded.monsters for guarded in view.row), post, tuple(monsters))
    if any(len(lying) < SLOTS for lying in castle):
        return 0, tile.lowest_loot
    extra = tile.lowest_loot if post in tiles.lowest(tile, castle) else 0
    return extra, extra


def odds(box: MonsterBox, view: View) -> Odds:
    """Return the expectations of this round for all who see the board."""
    tile = tiles.named(box, view.tile)
    posts = range(len(view.row))
    levels = [guarded.back.level for guarded in view.row]
    pools = {level: unseen(box, view, level) for level in set(levels)}
    return Odds(
        chances=tuple(_chances(tile, len(posts), post, pools[levels[post]]) for post in posts),
        healing=(0, *(tiles.cost(box, tile, strength) for strength in STRENGTHS)),
        lowest=tile.lowest_loot,
    )


def _chances(
    tile: Tile, posts: int, post: Post, pool: Sequence[Face]
) -> dict[tuple[Strength, Strength], Chance]:
    stronger, richer = tiles.change(tile, posts, post)
    faces = [(max(0, f.strength + stronger), f.loot + richer) for f in pool]
    full = {(a, b): _chance(tile, faces, a, b) for a in STRENGTHS for b in STRENGTHS}
    half = {(a, 0): _mean([full[a, b] for b in STRENGTHS]) for a in STRENGTHS}
    turned = {(0, b): (p, second, first, both) for (b, _), (p, first, second, both) in half.items()}
    return full | half | turned | {(0, 0): _mean(list(full.values()))}


def _chance(tile: Tile, faces: Sequence[tuple[int, int]], a: Strength, b: Strength) -> Chance:
    """Return the chance of two strengths against guards of these strengths and loots."""
    extra = tiles.bonus(tile, (Monster(0, a), Monster(1, b)))
    loots = [max(0, loot + extra) for strength, loot in faces if strength <= a + b]
    first = sum(loot // 2 + (loot % 2 and a > b) for loot in loots)
    second = sum(loot // 2 + (loot % 2 and b > a) for loot in loots)
    count = len(faces)
    return len(loots) / count, first / count, second / count, sum(loots) / count


def _mean(chances: Sequence[Chance]) -> Chance:
    p, first, second, both = (sum(column) / len(chances) for column in zip(*chances, strict=True))
    return p, first, second, both
