"""The model of the data file seeds/monster_meister.toml."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from engine import seeds
from engine.monster_meister.values import ROUNDS, SET, STRAY, Colour, Front, Property


def _monsters(text: object) -> object:
    """Return the monsters of a card written as "blue 4 + green 1"."""
    if not isinstance(text, str):
        raise ValueError("a card is written as text")
    words = [part.split() for part in text.split("+")]
    if len(words) > 2 or not all(len(w) == 2 and w[1].isdecimal() for w in words):
        raise ValueError(f"not one or two monsters like 'blue 4 + green 1': {text!r}")
    return [{"colour": colour, "eyes": int(eyes)} for colour, eyes in words]


CardText: TypeAlias = Annotated[Front, BeforeValidator(_monsters)]


class Task(seeds.Box):
    """A task card: when turning up ends, and what a monster turned up is worth."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    copies: int = Field(default=1, ge=1)
    cards: int | None = Field(default=None, ge=1, le=SET - ROUNDS)
    """Exactly so many cards; at most what a display always holds."""
    until: Property | Literal["double"] | None = None
    contest: bool = False
    colours: dict[Colour, int] | None = None
    eyes: dict[Annotated[int, Field(ge=1, le=4)], int] | None = None
    singles_only: bool = False

    @model_validator(mode="after")
    def _consistent(self) -> Task:
        ends = (self.cards is not None) + (self.until is not None) + self.contest
        scored = self.colours is not None or self.eyes is not None
        faults = []
        if ends != 1:
            faults.append("give exactly one of cards, until, contest")
        if self.contest and (scored or self.singles_only):
            faults.append("a contest has no points")
        if not self.contest and not scored:
            faults.append("give colours, eyes or both")
        if faults:
            raise ValueError("; ".join(faults))
        return self


class MeisterBox(seeds.Box):
    """What is in the box."""

    look_seconds: float = Field(gt=0)
    set: tuple[CardText, ...] = Field(min_length=SET, max_length=SET)
    strays: tuple[CardText, ...] = Field(max_length=SET)
    tasks: tuple[Task, ...]

    @model_validator(mode="after")
    def _consistent(self) -> MeisterBox:
        faults = [
            f"two tasks {id!r}" for id, n in Counter(t.id for t in self.tasks).items() if n > 1
        ]
        if sum(task.copies for task in self.tasks) < ROUNDS:
            faults.append(f"a game needs {ROUNDS} task cards")
        if faults:
            raise ValueError("; ".join(faults))
        return self

    @cached_property
    def fronts(self) -> tuple[Front, ...]:
        """The front of every card by its number: the sets of all backs, then the strays."""
        return self.set * STRAY + self.strays

    @cached_property
    def task_cards(self) -> tuple[Task, ...]:
        """Every task card by its number."""
        return tuple(task for task in self.tasks for _ in range(task.copies))
