"""Paints what invites to Monster Meister, and the diagrams of its rules."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.monster_meister.box import Task
from engine.monster_meister.cells import free_cells, start_cells
from engine.monster_meister.values import STRAY
from screens.kit import drawing
from screens.kit.drawing import HIGHEST, WIDTH, canvas
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.monster_meister import art, task_icons
from screens.monster_meister.display import EDGE, Face, Grid, back_sprite, span, targets
from screens.monster_meister.painting import HEAD, MARGIN, PALETTE
from screens.monster_meister.task_icons import Icon


def cover(studio: Studio) -> Image.Image:
    """Paint monsters and backs in a row, which invite to a game."""
    size = 180
    picture = canvas(WIDTH, size + 2 * MARGIN)
    sprites = [
        studio.sprite(art.front(((colour, eyes),)), size)
        for colour, eyes in zip(art.COLOURS, (2, 1, 3, 4), strict=True)
    ]
    for place, sprite in enumerate((*sprites, back_sprite(studio, 0, size))):
        left = MARGIN + place * (WIDTH - 2 * MARGIN - size) // 4
        drawing.put(picture, sprite, left, MARGIN)
    return picture


def cards(studio: Studio) -> Image.Image:
    """Paint what is on cards: the colours' marks, what a double counts as, the backs."""
    picture = canvas(WIDTH, 3 * 240 + 2 * MARGIN)
    for index, colour in enumerate(art.COLOURS):
        sprite = studio.sprite(art.front(((colour, index + 1),)), 224)
        drawing.put(picture, sprite, MARGIN + 12 + index * 240, MARGIN + 8)
    pair = (("blue", 4), ("green", 1))
    pieces = (
        Icon(art.front(pair), 224), 30, "=", 30,
        Icon(art.front(pair[:1]), 190), 24, "+", 24, Icon(art.front(pair[1:]), 190),
    )  # fmt: skip
    task_icons.paint(studio, picture, (MARGIN + 100, MARGIN + 360), pieces, 90)
    for back in range(STRAY + 1):
        sprite = back_sprite(studio, back, 170)
        drawing.put(picture, sprite, MARGIN + 20 + back * 194, MARGIN + 600 - sprite.height // 2)
    return picture


def placement(studio: Studio) -> Image.Image:
    """Paint where a muddler may put its card: beside any card of a display that has grown."""
    gone, strays = {(0, 3), (1, 3)}, {(4, 1): STRAY, (4, 2): 1, (5, 2): STRAY}
    cells = dict.fromkeys((c for c in start_cells() if c not in gone), 0) | strays
    shown = {cell: Face(back=back) for cell, back in cells.items()}
    shown |= targets(free_cells(tuple(cells)))
    around = span(shown)
    cell = (HIGHEST - EDGE - 2 * MARGIN) // around.rows
    grid = Grid(((WIDTH - EDGE - cell * around.columns) // 2, MARGIN), around, cell, EDGE)
    sheet = Sheet(studio, PALETTE, WIDTH, grid.height + 2 * MARGIN)
    grid.paint(sheet, studio, shown)
    return sheet.picture


def tasks(studio: Studio, shown: Sequence[Task]) -> Image.Image:
    """Paint these task cards in icons, one a row."""
    row = HEAD + MARGIN
    picture = canvas(WIDTH, len(shown) * row + MARGIN)
    for index, task in enumerate(shown):
        top = MARGIN + index * row
        drawing.panel(studio, picture, (MARGIN, top, WIDTH - MARGIN, top + HEAD))
        pieces = task_icons.task_pieces(task)
        task_icons.paint(studio, picture, (MARGIN + 24, top + HEAD // 2), pieces)
    return picture
