"""What each seat holds beside its name, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from screens.kit import drawing, seats
from screens.kit.drawing import WIDTH
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.page import Picture
from screens.wording import WHOLE, alt_text

GAP, EDGE = 10, 14
LOWEST = 108
"""The height that mark and name take."""
SMALL = 700
"""The width of hands of which two fit beside each other, made smaller."""
NAME = 150
"""The width of a seat's mark and name beside what it holds."""


def hands(held: Sequence[Picture | None], names: Sequence[str], palette: Palette) -> Picture:
    """Return what each seat holds beside its name (plain, not escaped), as one picture."""
    told = [f"{name}: {hand.alt}" for name, hand in zip(names, held, strict=True) if hand]
    return Picture(
        ("hands", tuple(hand and hand.key for hand in held), tuple(names)),
        alt_text("\n".join(told), WHOLE),
        partial(_hands, held=held, names=names, palette=palette),
    )


def _hands(
    studio: Studio, held: Sequence[Picture | None], names: Sequence[str], palette: Palette
) -> Image.Image:
    painted = [(seat, hand.paint(studio)) for seat, hand in enumerate(held) if hand is not None]
    # Small hands lie two in a row: a picture that is too high is shown too small.
    columns = 2 if all(hand.width <= SMALL for _, hand in painted) else 1
    wide = WIDTH // columns
    strips = [_strip(studio, wide, seat, names[seat], hand) for seat, hand in painted]
    rows = [strips[i : i + columns] for i in range(0, len(strips), columns)]
    return _column([palette.flatten(_row(row, WIDTH)) for row in rows], palette)


def _row(strips: Sequence[Image.Image], width: int) -> Image.Image:
    on = drawing.canvas(width, max(strip.height for strip in strips))
    for place, strip in enumerate(strips):
        on.paste(strip, (place * strips[0].width, 0))
    return on


def _strip(studio: Studio, width: int, seat: int, name: str, hand: Image.Image) -> Image.Image:
    """Return what a seat holds beside its mark and name, so wide."""
    room = width - 2 * EDGE - NAME
    if hand.width > room:
        size = room, max(1, hand.height * room // hand.width)
        hand = hand.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    high = max(hand.height, LOWEST)
    on = drawing.canvas(width, high)
    middle = high // 2
    seats.mark(studio, on, (EDGE + 26, middle - 28), seat, name, 52)
    shown = seats.called(studio, name, seat)
    drawing.write(studio, on, EDGE, middle + 28, shown, 34, bold=True, room=NAME - 10)
    on.paste(hand, (EDGE + NAME, (high - hand.height) // 2))
    return on


def _column(pictures: Sequence[Image.Image], palette: Palette) -> Image.Image:
    """Return pictures one below the other, in this palette."""
    width = max(picture.width for picture in pictures)
    height = sum(picture.height + GAP for picture in pictures)
    on, y = palette.canvas(width, height), 0
    for picture in pictures:
        on.paste(palette.own(picture), ((width - picture.width) // 2, y))
        y += picture.height + GAP
    return on
