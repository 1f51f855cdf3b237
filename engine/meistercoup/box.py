"""What is in the box of Meister Coup, as its data file describes it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field, PositiveInt

from engine.seeds import Box

Diamonds: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=3)]

D: TypeAlias = Diamonds
TwelveDiamonds: TypeAlias = tuple[D, D, D, D, D, D, D, D, D, D, D, D]


class CoupBox(Box):
    """The diamonds on the cards, and the time teams have to agree."""

    diamonds: TwelveDiamonds
    """The diamonds on the cards of value 1, 2, …, 12, the same in each colour."""
    entry_seconds: PositiveInt
    """How long teams may decide whose result they enter."""
