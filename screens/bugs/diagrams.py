"""Paints what invites to Bugs & Co, and the diagrams of its rules."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.bugs.box import BugsBox
from engine.bugs.values import Face
from screens.bugs import art
from screens.bugs.laid import GREEN
from screens.bugs.painting import MARGIN, tile
from screens.kit.drawing import DIM, WIDTH, canvas, pill, put, write
from screens.kit.studio import Studio

RED = "#ff8a8a"
ACROSS = 5
"""Monsters side by side."""
TILE = 176


def cover(studio: Studio, box: BugsBox) -> Image.Image:
    """Paint monsters in a row, which invite to a game."""
    size, images = 180, range(0, len(box.images), 5)
    picture = canvas(WIDTH, size + 2 * MARGIN)
    for place, image in enumerate(images):
        face = Face(image, place % len(box.colours))
        left = MARGIN + place * (WIDTH - 2 * MARGIN - size) // (len(images) - 1)
        picture.paste(tile(studio, box, face, size), (left, MARGIN))
    return picture


def monsters(studio: Studio, box: BugsBox, images: Sequence[int]) -> Image.Image:
    """Paint these images (indices into the box), each once and with its number from 1."""
    rows, step = -(-len(images) // ACROSS), WIDTH // ACROSS
    picture = canvas(WIDTH, rows * (step - 6) + MARGIN)
    for index, image in enumerate(images):
        row, column = divmod(index, ACROSS)
        left, top = column * step + (step - TILE) // 2, MARGIN + row * (step - 6)
        face = Face(image, image % len(box.colours))
        picture.paste(tile(studio, box, face, TILE), (left, top))
        pill(studio, picture, left, top + TILE - 20, str(image + 1), 38, art.INK)
    return picture


def scoring(studio: Studio, box: BugsBox) -> Image.Image:
    """Paint what one does and what counts: hands, a set of three, no sets, the trophies."""
    size, picture = 158, canvas(WIDTH, 722)
    _way(studio, picture, box, 18)
    for colour in range(len(box.colours)):
        face = Face(0, colour)
        picture.paste(tile(studio, box, face, size), (24 + colour * (size + 10), 202))
    write(studio, picture, 760, 202 + size // 2, "+3", 90, GREEN, True, "mm")
    for place, (image, colour) in enumerate(((3, 0), (6, 0), (3, 2))):
        face = Face(image, colour)
        picture.paste(tile(studio, box, face, size), (24 + place * (size + 10), 386))
        write(studio, picture, 640 + place * 120, 386 + size // 2, "−1", 60, RED, True, "mm")
    values = max((table.trophies for table in box.tables), key=len)
    for place, value in enumerate(values):
        put(picture, studio.sprite(art.cup(value), 136), MARGIN + 10 + place * 190, 570)
    return picture


def _way(studio: Studio, picture: Image.Image, box: BugsBox, top: int) -> None:
    """Paint a tile's way: from the table to the right hand, then kept or laid back."""
    back, hand, pile = (studio.sprite(svg, 150) for svg in (art.back(), art.hand(), art.pile()))
    picture.paste(back, (24, top))
    for x, sign in ((226, "›"), (598, "›"), (806, "/")):
        write(studio, picture, x, top + 75, sign, 100, DIM, True, "mm")
    put(picture, hand, 254, top + 9)
    picture.paste(tile(studio, box, Face(8, 1), 150), (398, top))
    put(picture, pile, 632, top)
    picture.paste(back, (832, top))
