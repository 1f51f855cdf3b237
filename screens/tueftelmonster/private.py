"""What one seat decides on in Tüftelmonster: cards, piles, places, turns, edges, with numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import HIGHEST, WIDTH
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.tueftelmonster import art, board, monster
from screens.tueftelmonster.monster import Frame
from screens.tueftelmonster.palette import PALETTE
from screens.tueftelmonster.scene import Bolt, Cell, Monster, Part, Person, Pile, Placed
from screens.tueftelmonster.tokens import EDGE, SPACE, back, features, nameplate

COLUMNS = 5
CARD = 176
LINE = 44
"""The height of a line of features."""
MANY = 10
"""More cards than these are drawn smaller, without their features in numbers."""
SMALL, SMALL_COLUMNS = 124, 7
RIM = 6
"""Around a card, where its number sticks out."""
HEAD = 76
HELD = 132
"""The size of the card that is to be attached, and of a hand below piles."""
HAND = HELD + 2 * EDGE
LAID = 104
"""The size of cards where all hands are laid open."""
NEAR = {1: 150, 2: 132, 3: 92, 4: 92}
"""The size of cards around a turn, by the number of turns."""


def cards(
    studio: Studio, parts: Sequence[Part], first: int | None = 1, counted: bool = True
) -> Image.Image:
    """Return cards, numbered from `first` on, 1000 wide: a hand, or a page of a pile laid open;
    under few cards stands what is `counted`."""
    few = len(parts) <= MANY
    size, columns = (CARD, COLUMNS) if few else (SMALL, SMALL_COLUMNS)
    paper = drawing.PAPER if few and counted else None
    lines = _lines(parts) if paper else 0
    rows, pitch = max(1, -(-len(parts) // columns)), size + 16 + LINE * lines
    sheet = Sheet(studio, PALETTE, WIDTH, 2 * EDGE + rows * pitch - 16)
    step = (WIDTH - 2 * EDGE - size) // (columns - 1)
    for i, part in enumerate(parts):
        x, y = EDGE + i % columns * step - RIM, EDGE + i // columns * pitch
        number = None if first is None else i + first
        paint = partial(_card, studio, part, size, number, paper)
        sheet.part(("tm held", part, number, paper), (x, y, x + step, y + pitch), paint)
    if not parts:
        box = (EDGE, EDGE, EDGE + CARD, EDGE + CARD)
        none = back(studio, CARD)
        sheet.part("tm none held", box, lambda on: drawing.put(on, none, 0, 0, 0.25))
    return sheet.picture


def _lines(parts: Sequence[Part]) -> int:
    """Return how many lines of features stand under cards."""
    return max((-(-len(part.features) // 2) for part in parts), default=0)


def _card(
    studio: Studio, part: Part, size: int, number: int | None, paper: str | None, on: Image.Image
) -> None:
    """Draw a card with its number, where it has one, over its features on this `paper`, or without
    them where that is None."""
    drawing.put(on, art.lying(studio, part, size), RIM, 0)
    note(on, f"card.{part.number}", (RIM, 0, RIM + size, size))
    if number is not None:
        monster.number_card(studio, on, RIM, 0, size, number)
    if paper:
        features(studio, on, RIM + 4, size + 30, part, 2, paper, max(size // 2, 76), line=LINE)


def held(studio: Studio, parts: Sequence[Part]) -> Image.Image:
    """Return a hand in one line."""
    step = LAID + 12
    on = drawing.canvas(WIDTH - 200, LAID)
    for place, part in enumerate(parts):
        drawing.put(on, art.lying(studio, part, LAID), place * step, 0)
    return on


def piles(
    studio: Studio, shown: Sequence[Pile], draw: int, hand: Sequence[Part], numbered: bool = False,
    chosen: int | None = None, counted: bool = True,
) -> Image.Image:  # fmt: skip
    """Return all piles, the chosen one ringed, over a hand, numbered or not, 1000 wide; with what
    is `counted` of their cards."""
    top, paper = board.PILES + SPACE, drawing.PANEL if counted else None
    bottom = top + HAND + (LINE * _lines(hand) if paper else 0)
    sheet = Sheet(studio, PALETTE, WIDTH, bottom)
    board.lay_piles(studio, sheet, top, shown, draw, counted, chosen=chosen)
    box = (0, top, WIDTH, bottom)
    sheet.part("tm hand", box, lambda on: drawing.panel(studio, on, (0, 0, *on.size)))
    for i, part in enumerate(hand):
        x = EDGE + i * (WIDTH - 2 * EDGE) // max(len(hand), COLUMNS) - RIM
        box = (x, top + EDGE, x + (WIDTH - 2 * EDGE) // COLUMNS, bottom)
        number = i + 1 if numbered else None
        paint = partial(_card, studio, part, HELD, number, paper)
        sheet.part(("tm in hand", part, number, bottom - top, paper), box, paint, drawing.PANEL)
    return sheet.picture


def places(
    studio: Studio, person: Person, shown: Monster, numbers: Mapping[Cell, int],
    part: Part | None = None,
) -> Image.Image:  # fmt: skip
    """Return a seat's monster with numbered empty cells where `part`, shown beside, may go."""
    on, frame, x, y = _sheet(studio, person, shown, numbers, part)
    monster.number_cells(studio, on, numbers, frame, x, y)
    return PALETTE.flatten(on)


def parts(
    studio: Studio, person: Person, shown: Monster, numbers: Mapping[Cell, int]
) -> Image.Image:
    """Return a seat's monster with numbers on cards, for instance those that may be stolen."""
    on, frame, x, y = _sheet(studio, person, shown)
    monster.number_parts(studio, on, numbers, frame, x, y)
    return PALETTE.flatten(on)


def edges(
    studio: Studio, person: Person, shown: Monster, numbers: Mapping[Bolt, int]
) -> Image.Image:
    """Return a seat's monster with numbers on the edges where a bolt may go."""
    on, frame, x, y = _sheet(studio, person, shown)
    monster.number_edges(studio, on, numbers, frame, x, y)
    return PALETTE.flatten(on)


def _sheet(
    studio: Studio, person: Person, shown: Monster, more: Iterable[Cell] = (),
    part: Part | None = None,
) -> tuple[Image.Image, Frame, int, int]:  # fmt: skip
    """Return a picture of a monster under its seat's name, its frame and where that begins."""
    beside = HELD + EDGE if part else 0
    frame = monster.frame(shown, WIDTH - 2 * (EDGE + beside), HIGHEST - HEAD - EDGE, 150, more)
    on = drawing.canvas(WIDTH, max(HEAD + frame.height, beside + EDGE) + EDGE)
    nameplate(studio, on, EDGE, HEAD // 2, person, WIDTH - 2 * EDGE - beside)
    if part:
        drawing.put(on, art.lying(studio, part, HELD), WIDTH - EDGE - HELD, EDGE)
    x, y = (WIDTH - frame.width) // 2, HEAD
    monster.paint(studio, on, shown, frame, x, y)
    return on, frame, x, y


def turns(
    studio: Studio, shown: Monster, cell: Cell, part: Part, quarters: Sequence[int]
) -> Image.Image:
    """Return the turns in which a card may lie in a cell, numbered, among its neighbours."""
    step = (WIDTH - 2 * EDGE) // 2
    frame = Frame(cell[0] - 1, cell[1] - 1, 3, 3, NEAR[len(quarters)])
    pitch = frame.height + 16
    on = drawing.canvas(WIDTH, 2 * EDGE + -(-len(quarters) // 2) * pitch - 8)
    for i, turn in enumerate(quarters):
        x = EDGE + i % 2 * step + (step - frame.width) // 2
        y = EDGE + 4 + i // 2 * pitch
        _turn(studio, on, shown, Placed(part, cell, turn), frame, x, y)
        monster.badge(studio, on, x + 30, y + 30, i + 1, 160)
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
            box = (x + left - 6, y + top - 6, x + left + frame.size + 6, y + top + frame.size + 6)
            drawing.panel(studio, on, box, drawing.GOLD, 10)
        stamp = art.lying(studio, other.part.turned(other.turn), frame.size, monster.state(other))
        drawing.put(on, stamp, x + ox, y + oy, 1.0 if other is card else 0.75)
    monster.seams(studio, on, around, frame, x, y)
    for cell, side in Monster((*shown.cards, card)).open_ends():
        if cell == card.cell:
            mx, my = frame.edge(cell, side, 0.06)
            drawing.middle(on, monster.open_end(studio, side, 44), x + mx, y + my)
