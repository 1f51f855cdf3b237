"""The model of the data file seeds/noughts.toml."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from engine.noughts.values import SPOTS, Spot
from pydantic import Field, field_validator

from engine import seeds

Place: TypeAlias = Annotated[Spot, Field(ge=0, lt=SPOTS)]


class NoughtsBox(seeds.Box):
    """The rows of three that win."""

    rows: tuple[tuple[Place, Place, Place], ...] = Field(min_length=1)

    @field_validator("rows")
    @classmethod
    def _three_spots_each(
        cls, rows: tuple[tuple[Spot, Spot, Spot], ...]
    ) -> tuple[tuple[Spot, Spot, Spot], ...]:
        if any(len(set(row)) < len(row) for row in rows):
            raise ValueError("a row has three different spots")
        return rows
