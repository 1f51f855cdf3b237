"""What one seat sees of Tüftelmonster: its hand, places, turns, parts and edges with numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from screens.kit import drawing
from screens.kit.studio import Studio
from screens.tueftelmonster import art, monster
from screens.tueftelmonster.board import PALETTE
from screens.tueftelmonster.monster import Frame
from screens.tueftelmonster.scene import Bolt, Cell, Monster, Part, Placed
from screens.tueftelmonster.tokens import EDGE, WIDTH, back, features, nameplate

COLUMNS = 5
TALLEST = 1100
"""The most a numbered monster takes of a picture's height."""
CARD = 176
LINE = 46
"""The height of a line of features."""
HEAD = 76
HELD = 150
"""The size of the card that is to be attached."""
NEAR = 132
"""The size of cards around a turn."""


def cards(studio: Studio, parts: Sequence[Part], numbered: bool = True) -> Image.Image:
    """Return cards with their features, five in a row, numbered from 1, 1000 wide.

    For a hand, and for a pile laid open.
    """
    rows = max(1, -(-len(parts) // COLUMNS))
    lines = max((-(-len(part.features) // 2) for part in parts), default=0)
    pitch = CARD + 20 + LINE * lines
    on = drawing.canvas(WIDTH, 2 * EDGE + rows * pitch - 10)
    step = (WIDTH - 2 * EDGE - CARD) // (COLUMNS - 1)
    for i, part in enumerate(parts):
        x, y = EDGE + i % COLUMNS * step, EDGE + i // COLUMNS * pitch
        drawing.put(on, art.card(studio, part, CARD), x, y)
        if numbered:
            monster.number_card(studio, on, x, y, CARD, i + 1)
        features(studio, on, x + 4, y + CARD + 32, part, 2)
    if not parts:
        drawing.put(on, back(studio, CARD), EDGE, EDGE, 0.25)
    return PALETTE.flatten(on)


def held(studio: Studio, parts: Sequence[Part]) -> Image.Image:
    """Return a hand in one line."""
    step = HELD + 10
    on = drawing.canvas(max(1, len(parts)) * step, HELD)
    for place, part in enumerate(parts):
        drawing.put(on, art.card(studio, part, HELD), place * step, 0)
    return on


def places(
    studio: Studio, seat: int, name: str, shown: Monster, numbers: Mapping[Cell, int],
    part: Part | None = None,
) -> Image.Image:  # fmt: skip
    """Return a seat's monster with numbered empty cells where `part`, shown beside, may go."""
    on, frame, x, y = _sheet(studio, seat, name, shown, numbers, part)
    monster.number_cells(studio, on, numbers, frame, x, y)
    return PALETTE.flatten(on)


def parts(
    studio: Studio, seat: int, name: str, shown: Monster, numbers: Mapping[Cell, int]
) -> Image.Image:
    """Return a seat's monster with numbers on cards, for instance those that may be stolen."""
    on, frame, x, y = _sheet(studio, seat, name, shown)
    monster.number_parts(studio, on, numbers, frame, x, y)
    return PALETTE.flatten(on)


def edges(
    studio: Studio, seat: int, name: str, shown: Monster, numbers: Mapping[Bolt, int]
) -> Image.Image:
    """Return a seat's monster with numbers on the edges where a bolt may go."""
    on, frame, x, y = _sheet(studio, seat, name, shown)
    monster.number_edges(studio, on, numbers, frame, x, y)
    return PALETTE.flatten(on)


def _sheet(
    studio: Studio, seat: int, name: str, shown: Monster, more: Iterable[Cell] = (),
    part: Part | None = None,
) -> tuple[Image.Image, Frame, int, int]:  # fmt: skip
    """Return a picture of a monster under its seat's name, its frame and where that begins."""
    head = HELD + 16 if part else HEAD
    frame = monster.frame(shown, WIDTH - 2 * EDGE, TALLEST, 150, more)
    on = drawing.canvas(WIDTH, EDGE + head + frame.height + EDGE)
    room = WIDTH - 2 * EDGE - (HELD + 20 if part else 0)
    nameplate(studio, on, EDGE, EDGE + head // 2 - 8, seat, name, room)
    if part:
        drawing.put(on, art.card(studio, part, HELD), WIDTH - EDGE - HELD, EDGE)
    x, y = (WIDTH - frame.width) // 2, EDGE + head
    monster.paint(studio, on, shown, frame, x, y)
    return on, frame, x, y


def turns(
    studio: Studio, shown: Monster, cell: Cell, part: Part, quarters: Sequence[int]
) -> Image.Image:
    """Return the turns in which a card may lie in a cell, numbered, among its neighbours."""
    step = (WIDTH - 2 * EDGE) // 2
    frame = Frame(cell[0] - 1, cell[1] - 1, 3, 3, NEAR)
    pitch = frame.height + 32
    on = drawing.canvas(WIDTH, 2 * EDGE + -(-len(quarters) // 2) * pitch)
    for i, turn in enumerate(quarters):
        x = EDGE + i % 2 * step + (step - frame.width) // 2
        y = EDGE + 16 + i // 2 * pitch
        _turn(studio, on, shown, Placed(part, cell, turn), frame, x, y)
        monster.badge(studio, on, x + 36, y + 36, i + 1, 160)
    return PALETTE.flatten(on)


def _turn(
    studio: Studio, on: Image.Image, shown: Monster, card: Placed, frame: Frame, x: int, y: int
) -> None:
    """Paint a card as it would lie, gold around it, and what already lies around it."""
    drawing.panel(studio, on, (x - 4, y - 4, x + frame.width + 4, y + frame.height + 4))
    near = {(card.cell[0] + dx, card.cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {
        card.cell
    }
    around = Monster((*(other for other in shown.cards if other.cell in near), card))
    left, top = frame.corner(card.cell)
    for other in around.cards:
        ox, oy = frame.corner(other.cell)
        if other is card:
            box = (x + left - 6, y + top - 6, x + left + NEAR + 6, y + top + NEAR + 6)
            drawing.panel(studio, on, box, drawing.GOLD, 10)
        stamp = art.card(studio, other.part.turned(other.turn), NEAR, monster.state(other))
        drawing.put(on, stamp, x + ox, y + oy, 1.0 if other is card else 0.75)
    monster.seams(studio, on, around, frame, x, y)
    for cell, side in Monster((*shown.cards, card)).open_ends():
        if cell == card.cell:
            mx, my = frame.edge(cell, side, 0.06)
            drawing.middle(on, monster.open_end(studio, side, 44), x + mx, y + my)
