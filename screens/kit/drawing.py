"""What every game's pictures are laid out with: panels, badges, rows and lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw

from screens.kit.studio import Studio

WIDTH, HIGHEST = 1000, 750
"""Of a picture: as wide as Discord shows one sharp, no higher than three quarters of that."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are just outside."""

PAPER = "#181a22"
"""The background of all pictures, fit for a dark page."""
PANEL = "#262a37"
QUIET = "#3a4052"
"""For edges and things that are not there."""
TEXT = "#f4f5fa"
DIM = "#b3b9cc"
GOLD = "#ffd34d"
COLOURS = PAPER, PANEL, QUIET, TEXT, DIM, GOLD
"""What every game's pictures have; the first is the paper."""
LIT = "#343a4c"
"""A panel that stands out: of whose turn it is, of who has won."""
HOLE = "#1c1f2a"
FAINT = "#858ca6"
LEAF = "#8ce99a"
SILVER = "#cfd6e6"
MEDALS = GOLD, SILVER, "#e0a272"
PLAIN = 6_000
"""Pixels from which on it is worth to fill a rectangle without a mask."""
_SMOOTHER = 4


def canvas(width: int, height: int, color: str = PAPER) -> Image.Image:
    """Return an empty picture."""
    return Image.new("RGB", (width, height), color)


def round_mask(studio: Studio, size: tuple[int, int], radius: int) -> Image.Image:
    """Return the mask of a rectangle with smooth round corners; do not change it."""
    return studio.part(("mask", size, radius), lambda: _round_mask(studio, size, radius))


def _round_mask(studio: Studio, size: tuple[int, int], radius: int) -> Image.Image:
    width, height = size
    r = min(radius, width // 2, height // 2)
    mask = Image.new("L", size, 255)
    corner = studio.stamp(("corner", r), lambda: _corner(r))
    mask.paste(corner, (0, 0))
    mask.paste(corner.transpose(Image.Transpose.ROTATE_270), (width - r, 0))
    mask.paste(corner.transpose(Image.Transpose.ROTATE_180), (width - r, height - r))
    mask.paste(corner.transpose(Image.Transpose.ROTATE_90), (0, height - r))
    return mask


def _corner(radius: int) -> Image.Image:
    big = Image.new("L", (radius * _SMOOTHER, radius * _SMOOTHER), 0)
    far = radius * _SMOOTHER * 2 - 1
    ImageDraw.Draw(big).ellipse((0, 0, far, far), 255)
    return big.resize((radius, radius), Image.Resampling.BOX)


def cut_round(studio: Studio, picture: Image.Image, radius: int) -> Image.Image:
    """Return a picture with round corners, RGBA."""
    shaped = picture.convert("RGBA")
    shaped.putalpha(round_mask(studio, picture.size, radius))
    return shaped


def panel(
    studio: Studio, on: Image.Image, box: Box, fill: str = PANEL, radius: int = 18,
    edge: str = "", line: int = 4,
) -> None:  # fmt: skip
    """Draw a rectangle with round corners, with an edge inside it when a colour is given."""
    left, top, right, bottom = box
    _rounded(studio, on, box, edge or fill, radius)
    if edge:
        inner = (left + line, top + line, right - line, bottom - line)
        _rounded(studio, on, inner, fill, max(radius - line, 1))


def _rounded(studio: Studio, on: Image.Image, box: Box, fill: str, radius: int) -> None:
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    r = min(radius, width // 2, height // 2)
    if (width - 2 * r) * height < PLAIN:
        _ink(on, fill, left, top, round_mask(studio, (width, height), r))
        return
    # Between its ends a rectangle is filled for a twentieth of what a mask takes.
    mask = round_mask(studio, (2 * r, height), r)
    on.paste(fill, (left + r, top, right - r, bottom))
    _ink(on, fill, left, top, mask.crop((0, 0, r, height)))
    _ink(on, fill, right - r, top, mask.crop((r, 0, 2 * r, height)))


def _ink(on: Image.Image, color: str, x: int, y: int, mask: Image.Image) -> None:
    """Fill what a mask leaves open."""
    # Through a mask Pillow pastes a picture in a third of a colour's time; what becomes of a clear
    # ground differs.
    ink = Image.new("RGB", mask.size, color) if on.mode == "RGB" else color
    on.paste(ink, (x, y, x + mask.width, y + mask.height), mask)


def put(on: Image.Image, stamp: Image.Image, x: int, y: int, strength: float = 1.0) -> None:
    """Paste an RGBA picture at its left top corner; a lower strength makes it fainter."""
    mask = stamp
    if strength < 1:
        clear = stamp.getchannel("A")
        mask = ImageChops.multiply(clear, Image.new("L", clear.size, round(255 * strength)))
    on.paste(stamp, (x, y), mask)


def middle(on: Image.Image, stamp: Image.Image, x: int, y: int, strength: float = 1.0) -> None:
    """Paste an RGBA picture around a point."""
    put(on, stamp, x - stamp.width // 2, y - stamp.height // 2, strength)


def write(
    studio: Studio, on: Image.Image, x: int, y: int, text: str, size: int, color: str = TEXT,
    bold: bool = False, anchor: str = "lm", room: int | None = None,
) -> int:  # fmt: skip
    """Write one line, cut to `room` pixels when given; return the width it took."""
    # Digits and capitals are centred by their own height, so that descenders move no line.
    if anchor[1] == "m":
        y, anchor = y + round(size * 0.355), anchor[0] + "s"
    line = studio.line(text, size, bold, anchor, room)
    if line.mask is not None:
        on.paste(color, (x + line.left, y + line.top), line.mask)
    return line.width


def pill(
    studio: Studio, on: Image.Image, x: int, y: int, text: str, size: int, fill: str = QUIET,
    color: str = TEXT, height: int = 0,
) -> int:  # fmt: skip
    """Draw a rounded label with its left edge at x, centred on y; return its width."""
    height = height or round(size * 1.4)

    def make() -> Image.Image:
        inside = studio.line(text, size, True, "ls", None).width
        width = max(inside + round(size * 0.7), height)
        made = Image.new("RGB", (width, height), fill)
        write(studio, made, width // 2, height // 2, text, size, color, True, "mm")
        return cut_round(studio, made, height // 2)

    stamp = studio.part(("pill", text, size, fill, color, height), make)
    put(on, stamp, x, y - height // 2)
    return stamp.width


def badge(
    studio: Studio, on: Image.Image, x: int, y: int, text: str, size: int, fill: str,
    color: str, square: bool = False,
) -> None:  # fmt: skip
    """Draw a round (or nearly square) token of this size around a point, with a short text."""

    def make() -> Image.Image:
        made, middle = Image.new("RGB", (size, size), fill), size // 2
        write(studio, made, middle, middle, text, round(size * 0.72), color, True, "mm")
        return cut_round(studio, made, round(size * 0.2) if square else middle)

    key = ("badge", text, size, fill, color, square)
    put(on, studio.part(key, make), x - size // 2, y - size // 2)


def spread(count: int, width: int, left: int, right: int, gap: int) -> Sequence[int]:
    """Return the left edges of a centred row; things overlap when there is no room for gaps."""
    room = right - left
    step = width + gap
    if count > 1 and (count - 1) * step + width > room:
        step = (room - width) // (count - 1)
    start = left + (room - (count - 1) * step - width) // 2
    return [start + i * step for i in range(count)]
