"""A monster's portrait with its name: the picture people post."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image, ImageFilter, ImageOps

from screens.kit import drawing, seats
from screens.kit.drawing import HIGHEST, WIDTH
from screens.kit.studio import Studio
from screens.kit.svg import document
from screens.tueftelmonster import art, icons, monster
from screens.tueftelmonster.monster import Frame
from screens.tueftelmonster.palette import INKS, LINE
from screens.tueftelmonster.scene import Monster, Person

ROOM = 540
TOP = 24
"""The height of the room a monster has, and what is above it."""
BANNER = 170
NAME = 42
"""The size of the owner's name."""
CREAM = "#fff6df"
SHEET = 11
"""How far the paper reaches around a monster that is cut out, in pixels."""
SKIES = {
    "red": ("#2b1238", "#c2476b"), "orange": ("#2d1440", "#e07b3c"),
    "yellow": ("#3a1d52", "#e0a13c"), "green": ("#0f2a3c", "#4d9a5b"),
    "turquoise": ("#12244a", "#2f9fa5"), "blue": ("#141238", "#5a5fd0"),
}  # fmt: skip
"""The night behind a monster, top and bottom, by its body's colour."""

Framed: TypeAlias = tuple[Monster, str, Person, str]
"""What a portrait shows: a monster, its name, whose it is, and a note on that."""


def portrait(
    studio: Studio, shown: Monster, title: str, by: Person, note: str = "", width: int = WIDTH
) -> Image.Image:
    """Return a monster with its name on a banner, whose it is and a note on it, 750 high."""
    colour = next((c.part.colour for c in shown.cards if c.cell == (0, 0)), "blue")
    left = (WIDTH - width) // 2
    on = _night(studio, colour).crop((left, 0, left + width, HIGHEST))
    frame = monster.frame(shown, width - 80, ROOM, 200)
    x, y = (width - frame.width) // 2, TOP + (ROOM - frame.height) // 2
    cut = cut_out(studio, shown, frame)
    drawing.put(on, _sheet_of_paper(cut), x - 2 * SHEET, y - 2 * SHEET)
    drawing.put(on, cut, x, y)
    _banner(studio, on, title, by, note, colour)
    return on


def beside(studio: Studio, portraits: Sequence[Framed]) -> Image.Image:
    """Return portraits beside each other, 1000 wide."""
    on, width = drawing.canvas(WIDTH, HIGHEST), WIDTH // len(portraits)
    for i, framed in enumerate(portraits):
        on.paste(portrait(studio, *framed, width=width), (i * width, 0))
    return on


def cut_out(studio: Studio, shown: Monster, frame: Frame) -> Image.Image:
    """Return a monster without its cards, on nothing; open ends are bandaged."""
    made = Image.new("RGBA", (frame.width, frame.height))
    for card in shown.cards:
        part = card.part.turned(card.turn)
        made.alpha_composite(art.creature(studio, part, frame.size), frame.corner(card.cell))
    for cell, side in shown.open_ends():
        _lay(made, _bandage(studio, side, frame.size), frame.edge(cell, side))
    bolted = {(bolt.cell, bolt.side) for bolt in shown.bolts}
    for cell, side in shown.joints():
        if (cell, side) in bolted:
            sign = icons.bolt(studio, max(round(frame.size * 0.3), 12))
        else:
            sign = monster.seam(studio, side, frame.size)
        _lay(made, sign, frame.edge(cell, side))
    return made


def _lay(on: Image.Image, stamp: Image.Image, at: tuple[int, int]) -> None:
    on.alpha_composite(stamp, (at[0] - stamp.width // 2, at[1] - stamp.height // 2))


def _bandage(studio: Studio, side: str, size: int) -> Image.Image:
    turn = "rotate(90 45 45)" if side in "EW" else ""
    drawn = (
        f'<g transform="{turn}" stroke="{LINE}"><rect x="6" y="24" width="78" height="42" rx="20"'
        f' fill="{CREAM}" stroke-width="7"/>'
        '<path d="M28 28L40 62M50 28L62 62" stroke-width="4" stroke-opacity="0.5"/></g>'
    )
    return studio.sprite(document(drawn, 90, 90), round(size * 0.45))


def _sheet_of_paper(cut: Image.Image) -> Image.Image:
    """Return the paper around a monster that is cut out, twice SHEET larger on each side."""
    width, height = cut.width + 4 * SHEET, cut.height + 4 * SHEET
    mask = Image.new("L", (width, height))
    mask.paste(cut.getchannel("A"), (2 * SHEET, 2 * SHEET))
    wide = mask.filter(ImageFilter.BoxBlur(SHEET)).point(_crisp)
    paper = Image.new("RGBA", (width, height), CREAM)
    paper.putalpha(wide)
    return paper


_crisp = [min(255, max(0, (value - 6) * 16)) for value in range(256)]


def _night(studio: Studio, colour: str) -> Image.Image:
    """Return the landscape behind a monster: moon, stars, hills with a tower."""
    dark, light = SKIES.get(colour, SKIES["blue"])
    fall = Image.linear_gradient("L").resize((WIDTH, HIGHEST))
    on = ImageOps.colorize(fall, dark, light)
    for x, y, r in _STARS:
        on.paste("#d8cdf0", (x, y, x + r, y + r))
    drawing.put(on, _soft(studio, document(_MOON, 500, 500), 520), 430, -20)
    hills = document(_HILLS.format(dark=dark), 1000, 420)
    drawing.put(on, _soft(studio, hills, WIDTH), 0, HIGHEST - BANNER - 300)
    return on


def _soft(studio: Studio, svg: str, width: int) -> Image.Image:
    """Return a drawing of the far landscape, rasterised at half its size: a quarter of the time."""
    half = studio.rasterise(svg, width // 2)
    return half.resize((half.width * 2, half.height * 2), Image.Resampling.BICUBIC)


_MOON = (
    '<g fill="#fff3c4"><circle cx="250" cy="250" r="246" fill-opacity="0.07"/>'
    '<circle cx="250" cy="250" r="216" fill-opacity="0.1"/></g>'
    '<circle cx="250" cy="250" r="186" fill="#ffeeb0"/><g fill="#f2d98a">'
    '<circle cx="190" cy="200" r="34"/><circle cx="310" cy="300" r="46"/>'
    '<circle cx="300" cy="170" r="20"/><circle cx="200" cy="330" r="22"/></g>'
)
_HILLS = (
    '<g fill="{dark}"><path fill-opacity="0.45" d="M0 150Q180 40 380 130T760 120T1000 90V420H0Z"/>'
    '<path fill-opacity="0.8" d="M96 230V96L84 96V70H100V84H112V70H128V84H140V70H156V96L144 96V230Z'
    'M80 72L120 6L160 72Z"/><path d="M0 260Q240 150 520 240T1000 210V420H0Z"/></g>'
    '<rect x="111" y="118" width="18" height="30" rx="9" fill="#ffd34d"/>'
)
_STARS = tuple(((i * 377) % WIDTH, (i * 211) % 520, 2 + i % 3) for i in range(46))
"""Where the stars are, and how large."""


def _banner(
    studio: Studio, on: Image.Image, title: str, by: Person, note: str, colour: str
) -> None:
    ink, middle, top = INKS.get(colour, INKS["blue"]), on.width // 2, HIGHEST - BANNER
    on.paste(LINE, (0, top, on.width, HIGHEST))
    on.paste(ink.body, (0, top, on.width, top + 10))
    shown, room = studio.drawable(title) or title, on.width - 60
    size = next((s for s in (80, 70, 60, 52, 46) if _wide(studio, shown, s) <= room), 40)
    drawing.write(studio, on, middle, top + 66, shown, size, CREAM, True, "mm", room)
    name = studio.drawable(by.name) or ""
    told = " · ".join(filter(None, (name, note)))
    x = middle - (min(_wide(studio, told, NAME, False), room - 66) + 66) // 2
    seats.mark(studio, on, (x + 28, top + 134), by.seat, by.name, 56)
    drawing.write(studio, on, x + 66, top + 134, told, NAME, ink.light, room=room - 66)


def _wide(studio: Studio, text: str, size: int, bold: bool = True) -> int:
    return studio.line(text, size, bold, "ls", None).width
