"""The model of the data file seeds/maechtige_monster.toml."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Annotated, TypeAlias

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from engine import seeds
from engine.maechtige_monster.values import COPIES, LEVELS, SEATS, STRENGTHS, TILES, Back, Face

Strength: TypeAlias = Annotated[int, Field(ge=STRENGTHS[0], le=STRENGTHS[-1])]
Post: TypeAlias = Annotated[int, Field(ge=-SEATS[0], le=SEATS[0])]
"""A place in every row: from the gate from 1, or from the end from −1."""


class Guards(seeds.Box):
    """The guards of one level and strength."""

    level: int = Field(ge=LEVELS[0], le=LEVELS[-1])
    strength: PositiveInt
    loot: tuple[NonNegativeInt, ...] = Field(min_length=1)
    """What each copy guards, in gold."""


class Tile(seeds.Box):
    """A king's tile: what it changes in its round."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    posts: tuple[Post, ...] = ()
    """The guards that `strength` and `loot` change."""
    strength: int = 0
    loot: int = 0
    pair_loot: int = 0
    """Added at a guard with two monsters of equal strength."""
    lowest_loot: int = 0
    """Added at every guard whose two monsters are the weakest together."""
    barred: Strength | None = None
    """The strength that may not be played."""
    hand: tuple[Strength, Strength, Strength] | None = None
    """What each seat takes to hand when the round begins."""
    healing: dict[Strength, NonNegativeInt] = Field(default_factory=dict)
    """What healing costs instead, by strength."""

    @model_validator(mode="after")
    def _consistent(self) -> Tile:
        if bool(self.posts) != bool(self.strength or self.loot):
            raise ValueError("give posts together with strength or loot")
        if 0 in self.posts:
            raise ValueError("posts are counted from 1 or −1")
        return self


class MonsterBox(seeds.Box):
    """What is in the box."""

    gold: PositiveInt
    """What each seat starts with."""
    rounds: dict[int, PositiveInt]
    """By number of seats."""
    healing: tuple[NonNegativeInt, ...] = Field(
        min_length=len(STRENGTHS), max_length=len(STRENGTHS)
    )
    """What it costs to heal a monster of strength 1, 2, …"""
    guards: tuple[Guards, ...]
    tiles: tuple[Tile, ...] = Field(min_length=TILES, max_length=TILES)

    @model_validator(mode="after")
    def _consistent(self) -> MonsterBox:
        faults = [f"two tiles {i!r}" for i, n in Counter(t.id for t in self.tiles).items() if n > 1]
        if set(self.rounds) != set(SEATS):
            faults.append(f"give rounds for {SEATS[0]} to {SEATS[-1]} seats")
        copies = Counter(face.level for face in self.faces)
        faults += [f"level {n} needs {COPIES} guards" for n in LEVELS if copies[n] != COPIES]
        if max(self.rounds.values(), default=0) > TILES:
            faults.append("more rounds than tiles")
        if max((s * r for s, r in self.rounds.items()), default=0) > len(self.faces):
            faults.append("more guards are laid in a game than there are")
        if faults:
            raise ValueError("; ".join(faults))
        return self

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The face of every guard by its number."""
        return tuple(Face(g.level, g.strength, loot) for g in self.guards for loot in g.loot)

    @cached_property
    def backs(self) -> dict[int, Back]:
        """What the back of a guard shows, by level."""
        return {level: self._back(level) for level in LEVELS}

    @cached_property
    def tile(self) -> dict[str, Tile]:
        """The tiles by id."""
        return {tile.id: tile for tile in self.tiles}

    def _back(self, level: int) -> Back:
        faces = [face for face in self.faces if face.level == level]
        strengths, loots = [f.strength for f in faces], [f.loot for f in faces]
        return Back(level, (min(strengths), max(strengths)), (min(loots), max(loots)))
