"""Paints how Bugs & Co ended: the finest set of who won, and every hand laid open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.bugs.box import LOOKS, BugsBox
from engine.bugs.values import Face, LaidOpen
from engine.contract import Seat
from screens.bugs import art
from screens.bugs.painting import (
    MARGIN,
    PALETTE,
    SIZE,
    tile,
)
from screens.kit import seats
from screens.kit.drawing import DIM, GOLD, HIGHEST, PANEL, TEXT, WIDTH, canvas, panel, put, write
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.wording import signed

GREEN, RED = "#4fbf67", "#8a4a52"
SIZES = (104, 92, 80, 68, 58, 50)
"""Of a tile in a hand, the largest first."""
SIDE, LOWEST = 344, 112
"""The width of a seat's name and points, and the height they need."""
HEAD = 62
"""The height of the line above the finest set."""
FINEST = 300
"""Of a tile of the finest set."""
FINEST_HIGH = HEAD + FINEST + 5 * MARGIN
"""Of its picture."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's hands as they are laid open."""

    seat: Seat
    name: str
    open: LaidOpen
    place: int = 0
    """At the end; 0: the game is not over."""
    scores: tuple[int, ...] = ()
    """As in the outcome: points for sets, other tiles, trophy, and in all."""
    trophy: int = 0


def finest(box: BugsBox, hands: Sequence[Hand], images: Sequence[int]) -> tuple[Hand, int] | None:
    """Return the set of these hands that is hardest to tell from others taking part, and whose."""
    sets = [(hand, image) for hand in hands for image in hand.open.sets]
    return max(sets, key=lambda each: _alike(box, each[1], images), default=None)


def _alike(box: BugsBox, image: int, images: Sequence[int]) -> int:
    """Return how many images differ from this one in two looks, the fewest there are."""
    one = box.images[image]
    differ = (
        sum(getattr(one, look) != getattr(box.images[other], look) for look in LOOKS)
        for other in images
        if other != image
    )
    return sum(number <= 2 for number in differ)


def finest_set(studio: Studio, box: BugsBox, hand: Hand, image: int) -> Image.Image:
    """Paint the three tiles of a set large, below whose they are."""
    picture = canvas(WIDTH, FINEST_HIGH)
    panel(studio, picture, (0, 0, *picture.size), PANEL, 24, GOLD, 5)
    seats.mark(studio, picture, (66, MARGIN + 40), hand.seat, hand.name, 64)
    name = seats.called(studio, hand.name, hand.seat)
    write(studio, picture, 114, MARGIN + 40, name, 60, GOLD, True, room=WIDTH - 320)
    total = signed(hand.scores[-1])
    write(studio, picture, WIDTH - 40, MARGIN + 40, total, 72, GOLD, True, "rm")
    for colour in range(len(box.colours)):
        left, top = 30 + colour * (FINEST + 20), HEAD + 3 * MARGIN
        panel(studio, picture, (left - 6, top - 6, left + FINEST + 6, top + FINEST + 6), GREEN, 14)
        picture.paste(tile(studio, box, Face(image, colour), FINEST), (left, top))
    return picture


def divided_hands(hands: Sequence[Hand], room: int, most: int) -> list[tuple[int, list[Hand]]]:
    """Return hands as they are spread over so many pictures, together so high.

    Each picture has the size of its tiles and its hands; the largest size that fits is taken.
    """
    for size in SIZES:
        pictures = _spread(hands, size, min(HIGHEST, room))
        if len(pictures) <= most and sum(_height(each, size) for each in pictures) <= room:
            break
    return [(size, each) for each in pictures]


def _spread(hands: Sequence[Hand], size: int, high: int) -> list[list[Hand]]:
    pictures: list[list[Hand]] = [[]]
    for hand in hands:
        if pictures[-1] and _height([*pictures[-1], hand], size) > high:
            pictures.append([])
        pictures[-1].append(hand)
    return pictures


def _height(hands: Sequence[Hand], size: int) -> int:
    return sum(_pane_height(hand.open, size) + MARGIN for hand in hands) + MARGIN


def _pane_height(hand: LaidOpen, size: int) -> int:
    return max(LOWEST, len(_lines(hand, size)) * (size + 16) + 8)


def lay_out(studio: Studio, box: BugsBox, hands: Sequence[Hand], size: int) -> Image.Image:
    """Paint hands one below the other: framed sets of three first, then the other tiles."""
    sheet = Sheet(studio, PALETTE, WIDTH, _height(hands, size))
    top = MARGIN
    for hand in hands:
        at = (MARGIN, top, WIDTH - MARGIN, top + _pane_height(hand.open, size))
        sheet.part(("hand", hand, size), at, partial(_pane, studio, box, hand, size))
        top = at[3] + MARGIN
    return sheet.picture


def _pane(studio: Studio, box: BugsBox, hand: Hand, size: int, on: Image.Image) -> None:
    panel(studio, on, (0, 0, *on.size), edge=GOLD if hand.place == 1 else "", line=4)
    _scored(studio, on, hand)
    lines = _lines(hand.open, size)
    top = (on.height - len(lines) * (size + 16) + 4) // 2
    for number, line in enumerate(lines):
        for group, left in line:
            _group(studio, on, box, group, (left, top + number * (size + 16)), size)


def _scored(studio: Studio, on: Image.Image, hand: Hand) -> None:
    """Paint place and name, and below them how the points come together."""
    upper, lower, ink = 34, 82, GOLD if hand.place == 1 else TEXT
    left = 16 + write(studio, on, 16, upper, f"{hand.place}.", SIZE, ink, True) + 34
    seats.mark(studio, on, (left, upper), hand.seat, hand.name, 46)
    name = seats.called(studio, hand.name, hand.seat)
    write(studio, on, left + 32, upper, name, SIZE, ink, True, room=SIDE - left - 40)
    left = 16 + write(studio, on, 16, lower, signed(hand.scores[-1]), 52, GOLD, True) + 24
    for number in hand.scores[:2]:
        if number:
            part = signed(number, plus=True)
            left += write(studio, on, left, lower, part, 36, DIM, True) + 14
    if hand.trophy:
        put(on, studio.sprite(art.cup(hand.trophy), 50), left, lower - 25)


def _lines(hand: LaidOpen, size: int) -> list[list[tuple[tuple[Face, ...], int]]]:
    """Return the groups of tiles of each line, each with its left edge."""
    groups = [tuple(Face(image, c) for c in range(3)) for image in hand.sets]
    groups += [(face,) for face in hand.others]
    lines: list[list[tuple[tuple[Face, ...], int]]] = []
    left, right = WIDTH, WIDTH - 2 * MARGIN - 12
    for group in groups:
        wide = size + _shift(size) * (len(group) - 1) + 12
        if left + wide > right:
            lines, left = [*lines, []], SIDE
        lines[-1].append((group, left))
        left += wide + 8
    return lines


def _group(
    studio: Studio,
    on: Image.Image,
    box: BugsBox,
    group: Sequence[Face],
    at: tuple[int, int],
    size: int,
) -> None:
    x, y = at
    shift = _shift(size)
    frame = GREEN if len(group) > 1 else RED
    panel(studio, on, (x, y, x + 12 + size + shift * (len(group) - 1), y + size + 12), frame, 12)
    for place, face in enumerate(group):
        left = x + 6 + place * shift
        if place:
            on.paste(art.INK, (left - 3, y + 6, left, y + size + 6))
        on.paste(tile(studio, box, face, size), (left, y + 6))


def _shift(size: int) -> int:
    """Return how far the tiles of a set lie apart; each covers a part of the one before."""
    return size // 2
