"""The small things with text on pictures of Mächtige Monster: names, amounts, cards known."""

from __future__ import annotations

from PIL import Image

from engine.contract import Seat
from screens.kit import drawing, lettering, seats
from screens.kit.studio import Studio
from screens.maechtige_monster import art, peoples, signs
from screens.maechtige_monster.scene import Player, Range, Slot, Whereabouts

SMALL = 32
"""The smallest text: 9 pixels on a phone."""
PARCHMENT, INK, INK_DIM = "#f3e3bd", "#2a1c10", "#6d5a43"
SHORTEST = 1.9
"""A name with less room than so many times its size is left out."""
PIP = 38
"""Width of a card in a seat's list."""


def shown(span: Range) -> str:
    """Return a range as it is written: 4–6, or one number."""
    low, high = span
    return str(low) if low == high else f"{low}–{high}"


def mark(studio: Studio, on: Image.Image, x: int, y: int, seat: Seat, name: str, size: int) -> None:
    """Draw a seat's mark with a dark rim around a point."""
    seats.rimmed(studio, on, (x, y), seat, name, size)


def lying(studio: Studio, on: Image.Image, x: int, y: int, slot: Slot, player: Player) -> None:
    """Draw a monster's strength and owner from x on, 114 wide, centred on y."""
    drawing.middle(on, art.plate(studio, player.people, slot.strength, 60), x + 30, y)
    mark(studio, on, x + 88, y, slot.seat, player.name, 48)


def nameplate(
    studio: Studio, on: Image.Image, x: int, y: int, seat: Seat, player: Player, room: int,
    color: str = drawing.TEXT, size: int = 36,
) -> int:  # fmt: skip
    """Draw seat mark, emblem and name from x on, centred on y, in `room`; return the width."""
    wide, sign = round(size * 1.33), round(size * 1.15)
    mark(studio, on, x + wide // 2, y, seat, player.name, wide)
    drawing.put(on, art.emblem(studio, player.people, sign), x + wide + 6, y - sign // 2)
    taken = wide + 6 + sign
    rest = room - taken - 8
    name = studio.drawable(player.name)
    if name is None or rest < size * SHORTEST:
        return taken
    wrote = drawing.write(studio, on, x + taken + 8, y, name, size, color, room=rest)
    return taken + 8 + wrote if wrote else taken


def amount(
    studio: Studio,
    text: str,
    color: str,
    size: int = 36,
    plaster: bool = False,
    lost: bool = False,
    coin: bool = True,
) -> Image.Image:
    """Return a dark pill that says an amount of gold: for healing, or lost to all."""

    def make() -> Image.Image:
        icon = round(size * 1.05)
        lead, tail = icon + 4 if plaster else 0, 5 + icon if coin else 0
        width = 12 + lead + lettering.width(studio.font(size, True), text) + tail + 10
        height = round(size * 1.28)
        made = Image.new("RGBA", (width, height), color)
        inner = Image.new("RGBA", (width - 6, height - 6), "#1b1e2b")
        made.paste(inner, (3, 3), drawing.round_mask(studio, inner.size, height))
        y = height // 2
        if plaster:
            drawing.put(made, art.plaster(studio, icon), 10, y - icon // 2)
        wrote = drawing.write(studio, made, 12 + lead, y, text, size, color, True)
        if coin:
            drawing.put(made, art.coin(studio, icon), 12 + lead + wrote + 5, y - icon // 2)
        if lost:
            drawing.put(made, signs.verdict(studio, icon, False), 12 + wrote + 5, y - icon // 2)
        return drawing.cut_round(studio, made, height)

    return studio.stamp(("amount", text, color, size, plaster, lost, coin), make)


def pip(
    studio: Studio, people: str, strength: int, where: Whereabouts, width: int = PIP
) -> Image.Image:
    """Return a card of a seat's list: bright in the castle, framed in hand, dark set aside."""

    def make() -> Image.Image:
        kind = peoples.PEOPLES[people]
        edge, fill, color = {
            "castle": ("#ffffff", kind.flat, kind.on_flat),
            "hand": (kind.flat, drawing.HOLE, drawing.TEXT),
            "aside": ("#41475c", "#41475c", "#a7aec6"),
            "unknown": (drawing.PANEL, drawing.PANEL, signs.FAINT),
        }[where]
        height, line = round(width * 1.39), width // 12
        made = Image.new("RGBA", (width, height), edge)
        inner = Image.new("RGBA", (width - 2 * line, height - 2 * line), fill)
        made.paste(inner, (line, line), drawing.round_mask(studio, inner.size, width // 5))
        middle, size = (width // 2, height // 2), round(width * 0.94)
        drawing.write(studio, made, *middle, str(strength), size, color, True, "mm")
        shaped = drawing.cut_round(studio, made, round(width * 0.28))
        if where == "aside":
            moon = signs.moon(studio, round(width * 0.55))
            shaped.alpha_composite(moon, (width - moon.width + 1, 0))
        return shaped

    return studio.stamp(("pip", people, strength, where, width), make)
