"""Pictures one below the other: a board over a panel, or over what each seat holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from screens.kit import drawing
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.page import Picture
from screens.wording import alt_text

GAP, EDGE = 10, 14
BADGE = "#e4e7f2"
NAME = 150
"""The width of a seat's number and name beside what it holds."""


def over(top: Picture, below: Picture, palette: Palette) -> Picture:
    """Return two pictures as one, in this palette."""
    return Picture(
        ("over", top.key, below.key),
        alt_text("\n".join(text for text in (top.alt, below.alt) if text)),
        partial(_over, top=top, below=below, palette=palette),
    )


def with_hands(
    board: Picture, held: Sequence[Picture | None], names: Sequence[str], palette: Palette
) -> Picture:
    """Return a board over what each seat holds, with the seats' names (plain, not escaped)."""
    told = [f"{name}: {hand.alt}" for name, hand in zip(names, held, strict=True) if hand]
    return Picture(
        ("hands", board.key, tuple(hand and hand.key for hand in held), tuple(names)),
        alt_text("\n".join([*told, board.alt])),
        partial(_with_hands, board=board, held=held, names=names, palette=palette),
    )


def _over(studio: Studio, top: Picture, below: Picture, palette: Palette) -> Image.Image:
    return _column([top.paint(studio), below.paint(studio)], palette)


def _with_hands(
    studio: Studio,
    board: Picture,
    held: Sequence[Picture | None],
    names: Sequence[str],
    palette: Palette,
) -> Image.Image:
    on = board.paint(studio)
    strips = [
        palette.flatten(_strip(studio, on.width, seat, names[seat], hand.paint(studio)))
        for seat, hand in enumerate(held)
        if hand is not None
    ]
    return _column([on, *strips], palette)


def _strip(studio: Studio, width: int, seat: int, name: str, hand: Image.Image) -> Image.Image:
    """Return what a seat holds beside its number and name, as wide as the board."""
    room = width - 2 * EDGE - NAME
    if hand.width > room:
        size = room, max(1, hand.height * room // hand.width)
        hand = hand.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    high = max(hand.height, 120)
    on = drawing.canvas(width, high)
    middle = high // 2
    drawing.badge(studio, on, EDGE + 24, middle - 26, str(seat + 1), 46, BADGE, drawing.PAPER)
    shown = studio.drawable(name) or f"#{seat + 1}"
    drawing.write(studio, on, EDGE, middle + 30, shown, 32, bold=True, room=NAME - 10)
    on.paste(hand, (EDGE + NAME, (high - hand.height) // 2))
    return on


def _column(pictures: Sequence[Image.Image], palette: Palette) -> Image.Image:
    """Return pictures one below the other, in this palette."""
    width = max(picture.width for picture in pictures)
    height = sum(picture.height + GAP for picture in pictures)
    on, y = palette.canvas(width, height), 0
    for picture in pictures:
        on.paste(_in(palette, picture), ((width - picture.width) // 2, y))
        y += picture.height + GAP
    return on


def _in(palette: Palette, picture: Image.Image) -> Image.Image:
    """Return a picture in a palette's colours."""
    if picture.mode == "P" and picture.getpalette() == palette.canvas(1, 1).getpalette():
        return picture
    return palette.flatten(picture.convert("RGB"))
