"""A seat's mark in pictures: a colour, a shape and the person's initial."""

from __future__ import annotations

from PIL import Image

from engine.contract import Seat
from screens import names
from screens.kit.drawing import badge
from screens.kit.studio import Studio

FILLS = (
    "#ffd34d", "#5cc8ff", "#ff8d7a", "#8ce99a", "#d9a6ff", "#f5f6fb", "#ffa94d", "#63e6d4",
)  # fmt: skip
"""By seat."""
INK = "#14161e"
RIM = 6


def initial(studio: Studio, name: str, seat: Seat) -> str:
    """Return a name's first letter as the font can write it, or the seat's number."""
    return names.initial(studio.drawable(name) or "") or str(seat + 1)


def called(studio: Studio, name: str, seat: Seat) -> str:
    """Return a name as the font can write it, or the seat's number."""
    return studio.drawable(name) or f"#{seat + 1}"


def mark(
    studio: Studio, on: Image.Image, middle: tuple[int, int], seat: Seat, name: str, size: int
) -> None:
    """Draw a seat's mark around a point; odd seats are square, so that colour is not all."""
    letter = initial(studio, name, seat)
    badge(studio, on, *middle, letter, size, FILLS[seat % len(FILLS)], INK, seat % 2 == 1)


def rimmed(
    studio: Studio, on: Image.Image, middle: tuple[int, int], seat: Seat, name: str, size: int
) -> None:
    """Draw a seat's mark within a dark rim, which is added to its size."""
    badge(studio, on, *middle, "", size + RIM, INK, INK, seat % 2 == 1)
    mark(studio, on, middle, seat, name, size)
