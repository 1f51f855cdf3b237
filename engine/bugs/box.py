"""What is in the box of Bugs & Co: images, colours, trophies and the numbers of the table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Annotated, Literal, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from engine.codec import WHOLE
from engine.contract import Level
from engine.seeds import Box

Eyes: TypeAlias = Annotated[Literal[1, 2, 3], WHOLE]
Minutes: TypeAlias = Annotated[Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], WHOLE]
SEATS = range(2, 9)
COPIES = 3
"""Tiles of an image, one in each colour; three of one image make a set (rulebook 004)."""
_IMAGES = {1: 5, 2: 15, 3: 5}

LOOKS = ("outline", "horns", "mouth", "pattern", "limbs")
"""The features of an image besides its eyes; any two images differ in at least two of them."""

Seconds = Annotated[float, Field(gt=0)]
T = TypeVar("T")


class Part(BaseModel):
    """Base of the parts of the box; unknown keys are faults."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Image(Part):
    """What an image looks like: its eyes, and five features by which it is told from others."""

    eyes: Eyes
    outline: Literal["round", "box", "drop", "bean"]
    horns: Literal["none", "pair", "feelers"]
    mouth: Literal["grin", "fangs", "gape"]
    pattern: Literal["plain", "dots", "stripes"]
    limbs: Literal["two", "four", "tentacles"]


class Colour(Part):
    """A colour that tiles come in; it never matters."""

    name: Annotated[str, Field(pattern=r"^[a-z]+$")]
    hex: Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]


class Table(Part):
    """What these numbers of seats play with."""

    seats: tuple[int, ...]
    eyes: tuple[Eyes, ...]
    one_of: tuple[Eyes, ...] = ()
    """One of these numbers of eyes is added: the option, else chance."""
    trophies: tuple[Annotated[int, Field(gt=0)], ...]
    """Highest first."""

    @model_validator(mode="after")
    def _fits(self) -> Table:
        faults = []
        if list(self.trophies) != sorted(self.trophies, reverse=True) or not self.trophies:
            faults.append("trophies must be there, highest first")
        if any(len(self.trophies) >= seats for seats in self.seats):
            faults.append("there must be fewer trophies than seats")
        if len({*self.eyes, *self.one_of}) < len(self.eyes) + len(self.one_of):
            faults.append("a number of eyes is named twice")
        return _without(faults, self)


class Computer(Part):
    """How computers of a level play."""

    pace: Seconds
    """Mean seconds between two actions."""
    looks: Annotated[int, Field(gt=0)]
    """How many looks it remembers."""


class BugsBox(Box):
    """The data file of Bugs & Co."""

    areas: Annotated[int, Field(gt=0)]
    places: Annotated[int, Field(gt=0)]
    """Places of an area."""
    removed: Annotated[int, Field(ge=0)]
    """Tiles taken out unseen before the game."""
    count_in: Seconds
    first_count_in: Seconds
    """The count-in where somebody has not finished a race here."""
    countdown: Seconds
    resume: Seconds
    calm: Seconds
    """Between two actions of a seat at the calm pace."""
    slow: Seconds = 5.0
    """The same at the slow one, which data of before version 3 lacks."""
    first: Annotated[int, Field(ge=0)]
    time_limits: Annotated[tuple[Minutes, ...], Field(min_length=1)]
    """The minutes from "go" that a lobby can set."""
    shortest: Seconds
    """The shortest time between two actions of a computer."""
    computers: dict[Level, Computer]
    tables: tuple[Table, ...]
    colours: tuple[Colour, ...]
    images: tuple[Image, ...]

    @field_validator("tables")
    @classmethod
    def _every_seat_count_once(cls, tables: tuple[Table, ...]) -> tuple[Table, ...]:
        if sorted(n for table in tables for n in table.seats) != list(SEATS):
            raise ValueError("each number of seats from 2 to 8 must occur once")
        return tables

    @field_validator("computers")
    @classmethod
    def _every_level(cls, computers: dict[Level, Computer]) -> dict[Level, Computer]:
        if len(computers) < len(get_args(Level)):
            raise ValueError("each level must be there")
        return computers

    @field_validator("colours")
    @classmethod
    def _one_colour_a_copy(cls, colours: tuple[Colour, ...]) -> tuple[Colour, ...]:
        names, codes = {c.name for c in colours}, {c.hex for c in colours}
        if not len(colours) == len(names) == len(codes) == COPIES:
            raise ValueError(f"there must be {COPIES} colours, all different")
        return colours

    @field_validator("images")
    @classmethod
    def _counted_and_distinct(cls, images: tuple[Image, ...]) -> tuple[Image, ...]:
        counts = Counter[int](image.eyes for image in images)
        faults = [
            f"{wanted} images with {eyes} eyes are needed, not {counts[eyes]}"
            for eyes, wanted in _IMAGES.items()
            if counts[eyes] != wanted
        ]
        faults += [
            f"images {i} and {j} differ in fewer than two looks"
            for (i, one), (j, other) in combinations(enumerate(images), 2)
            if sum(getattr(one, look) != getattr(other, look) for look in LOOKS) < 2
        ]
        return _without(faults, images)

    @model_validator(mode="after")
    def _room_for_all(self) -> BugsBox:
        most = -(-(len(self.images) * COPIES - self.removed) // self.areas)
        return _without([f"an area needs {most} places"] * (self.places < most), self)

    def counting(self, newcomers: bool) -> float:
        """Return the seconds from the beginning to "go"."""
        return self.first_count_in if newcomers else self.count_in

    def between(self, slow: bool) -> float:
        """Return the seconds between two actions of a seat, at the slow pace or the calm one."""
        return self.slow if slow else self.calm

    def table(self, seats: int) -> Table:
        """Return what this number of seats plays with."""
        return next(table for table in self.tables if seats in table.seats)

    def taking_part(self, eyes: tuple[int, ...]) -> tuple[int, ...]:
        """Return the images (indices) with one of these numbers of eyes."""
        return tuple(i for i, image in enumerate(self.images) if image.eyes in eyes)


def _without(faults: list[str], value: T) -> T:
    if faults:
        raise ValueError("; ".join(faults))
    return value
