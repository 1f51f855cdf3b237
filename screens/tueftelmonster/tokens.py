"""The small things on pictures of Tüftelmonster: seats, counts, features, piles."""

from __future__ import annotations

from PIL import Image

from screens.kit import drawing, seats
from screens.kit.studio import Studio
from screens.kit.svg import document
from screens.tueftelmonster import art, icons
from screens.tueftelmonster.palette import COLOURS, INKS
from screens.tueftelmonster.scene import Part, Person

EDGE = 20
"""The margin around everything."""
SPACE = 12
"""Between two panels."""


def nameplate(
    studio: Studio, on: Image.Image, x: int, y: int, person: Person, room: int,
    color: str = drawing.TEXT, size: int = 36,
) -> int:  # fmt: skip
    """Draw a seat's mark and name from x on, centred on y; return the width taken."""
    badge = max(round(size * 1.3), 45)
    seats.mark(studio, on, (x + badge // 2, y), person.seat, person.name, badge)
    shown, left = studio.drawable(person.name) or "", badge + 10
    room = max(room - left, 0)
    return left + drawing.write(studio, on, x + left, y, shown, size, color, room=room)


def count(
    studio: Studio, on: Image.Image, x: int, y: int, sign: Image.Image, number: int,
    color: str = drawing.TEXT,
) -> int:  # fmt: skip
    """Draw a sign and how many there are of it, from x on; return the width taken."""
    drawing.put(on, sign, x, y - sign.height // 2)
    left = x + sign.width + 6
    return sign.width + 6 + drawing.write(studio, on, left, y, str(number), 36, color, True)


def features(
    studio: Studio, on: Image.Image, x: int, y: int, part: Part, columns: int, paper: str,
    pitch: int = 88, line: int = 46,
) -> None:  # fmt: skip
    """List a part's features with their numbers, so many in a row, the first row around y; `paper`
    is the colour behind them."""
    for i, (name, number) in enumerate(part.features):
        left, top = x + i % columns * pitch, y + i // columns * line
        sign = icons.icon(studio, name, 38, drawing.DIM, paper)
        count(studio, on, left, top, sign, number)


def heap(
    studio: Studio, on: Image.Image, x: int, y: int, size: int, height: int, top: Image.Image
) -> None:
    """Draw a pile by its top card; up to three cards show beneath."""
    for i in range(min(height - 1, 3), 0, -1):
        box = (x + 5 * i, y - 5 * i, x + 5 * i + size, y - 5 * i + size)
        drawing.panel(studio, on, box, "#b8ad97" if i % 2 else "#d6cbb4", max(2, size // 12))
    drawing.put(on, top, x, y)


def back(studio: Studio, size: int) -> Image.Image:
    """Return the back of a part: stitches and six colours; do not change it."""
    marks = "".join(
        f'<rect x="{18 + i % 3 * 58}" y="{18 + i // 3 * 116}" width="48" height="48" rx="12"'
        f' fill="{INKS[name].body}"/>'
        for i, name in enumerate(COLOURS)
    )
    ticks = "".join(f"M{x} 86V114" for x in range(30, 190, 28))
    drawn = (
        f'<rect width="200" height="200" rx="16" fill="#5a4a86"/>{marks}'
        f'<path d="M14 100H186" stroke="#f6f0e2" stroke-width="6"/>'
        f'<path d="{ticks}" stroke="#f6f0e2" stroke-width="7"/>'
        '<rect x="5" y="5" width="190" height="190" rx="14" fill="none" stroke="#8d7cc0"'
        ' stroke-width="10"/>'
    )
    return studio.sprite(document(drawn, art.SIDE, art.SIDE), size)


def pointer(studio: Studio, width: int) -> Image.Image:
    """Return the sign at whose turn it is."""
    edge = f'stroke="{drawing.GOLD}" stroke-width="12"'
    drawn = f'<path d="M24 12L84 50L24 88Z" fill="{drawing.GOLD}" {edge}/>'
    return studio.sprite(document(drawn, 100, 100), width)
