"""Lays a task of Monster Meister out in icons: how turning up ends and what a monster is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image

from engine.monster_meister.box import Task
from engine.monster_meister.values import PROPERTIES, Property
from screens.kit import lettering
from screens.kit.drawing import DIM, TEXT, put, write
from screens.kit.studio import Studio
from screens.monster_meister import art

ICON = 62
NAMED_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing of this width in a strip."""

    svg: str
    width: int = ICON


Piece: TypeAlias = Icon | str | int
"""Something in a strip: a drawing, a text, or so many pixels of room."""


def task_pieces(task: Task, named: Sequence[Property] = PROPERTIES) -> tuple[Piece, ...]:
    """Return a task in icons; of a contest also what can be or, given as `named`, was named."""
    if task.contest:
        icons = [property_icon(name) for name in named[-NAMED_SHOWN:]]
        return (Icon(art.contest_icon()), 16, *_spread(icons))
    return (*left(task.until, task.cards), 14, "|", 14, *_worth(task))


def left(until: str | None, cards: int | None) -> tuple[Piece, ...]:
    """Return how many cards are still turned up, or (None) until when; nothing where none are."""
    if cards is None:
        return (Icon(art.card_icon()), Icon(art.until_icon(), 44), 4, property_icon(until or ""))
    return (f"{cards}×", 4, Icon(art.card_icon())) if cards else ()


def property_icon(name: str) -> Icon:
    """Return the icon of a colour, a number of eyes ("1" to "4") or "double"."""
    if name == "double":
        return Icon(art.double_icon())
    return Icon(art.eye_icon(int(name)) if name.isdecimal() else art.icon(name))


def length(studio: Studio, pieces: Sequence[Piece], size: int) -> int:
    """Return how many pixels a strip takes with text of this size."""
    return sum(_width(studio, piece, size) for piece in pieces)


def paint(
    studio: Studio,
    picture: Image.Image,
    at: tuple[int, int],
    pieces: Sequence[Piece],
    size: int = 44,
) -> int:
    """Paint a strip from (left, middle height) on; return where it ends."""
    x, middle = at
    for piece in pieces:
        if isinstance(piece, Icon):
            sprite = studio.sprite(piece.svg, piece.width)
            put(picture, sprite, x, middle - sprite.height // 2)
        elif isinstance(piece, str):
            ink = DIM if piece == "|" else TEXT
            write(studio, picture, x, middle, piece, size, ink, True)
        x += _width(studio, piece, size)
    return x


def _width(studio: Studio, piece: Piece, size: int) -> int:
    if isinstance(piece, Icon):
        return piece.width
    if isinstance(piece, int):
        return piece
    return lettering.width(studio.font(size, True), piece)


def _worth(task: Task) -> tuple[Piece, ...]:
    colours: dict[str, int] = {colour: n for colour, n in (task.colours or {}).items() if n}
    eyes = {str(count): n for count, n in (task.eyes or {}).items() if n}
    pieces: list[Piece] = []
    if colours:
        pieces += _priced(colours, by_value=True)
    if eyes and colours:
        pieces += [*_spread([property_icon(name) for name in eyes])]
    elif eyes:
        pieces += _priced(eyes, by_value=False)
    if task.singles_only:
        pieces += [Icon(art.double_icon(crossed=True))]
    return tuple(pieces)


def _priced(values: Mapping[str, int], by_value: bool) -> list[Piece]:
    names = sorted(values, key=lambda name: -values[name]) if by_value else list(values)
    signed = min(values.values()) < 0
    pieces: list[Piece] = []
    for name in names:
        number = f"{values[name]:+d}".replace("-", "−") if signed else str(values[name])
        pieces += [property_icon(name), 6, number, 18]
    return pieces


def _spread(icons: Sequence[Icon]) -> tuple[Piece, ...]:
    return tuple(piece for icon in icons for piece in (icon, 8))
