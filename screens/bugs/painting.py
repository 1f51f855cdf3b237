"""Paints the pictures of Bugs & Co: the table, the held tile, the images, the count, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image

from engine.bugs.box import BugsBox
from engine.bugs.values import Face, LaidOpen, SeatView, Spot, View
from engine.contract import Seat
from screens.bugs import art
from screens.kit import seats
from screens.kit.drawing import DIM, GOLD, PANEL, QUIET, TEXT, Box, canvas, panel, put, write
from screens.kit.palette import Palette
from screens.kit.raster import digest, rasterise_large
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.wording import signed

PALETTE = Palette.of("bugs")
WIDTH = 1000
MARGIN = 14
HELD = 344
HELD_WIDTH = 576
"""Wider than the tile is high, so that it and the pad below it fit the screen of a phone."""
GREEN, RED = "#4fbf67", "#ff8a8a"
TILE, RIM = "#5c5196", "#8478c4"

ACROSS = 3
"""Areas side by side."""
COLUMNS = 5
"""Places side by side in an area."""
STEP = 58
LINE = 62


def tile(studio: Studio, box: BugsBox, face: Face, size: int) -> Image.Image:
    """Return a tile's front, a square of that size; do not change it."""
    return studio.sprite(art.tile(box.images[face.image], box.colours[face.colour].hex), size)


def held(studio: Studio, box: BugsBox, face: Face) -> Image.Image:
    """Return the tile in a right hand: one size for all, in few colours."""
    svg = art.tile(box.images[face.image], box.colours[face.colour].hex)

    def make() -> Image.Image:
        picture = PALETTE.canvas(HELD_WIDTH, HELD)
        tile = PALETTE.flatten(rasterise_large(studio.rasterise, svg, HELD))
        picture.paste(tile, ((HELD_WIDTH - HELD) // 2, 0))
        return picture

    return studio.packed(("held", digest(svg)), make)


def area_label(area: int) -> str:
    """Return an area's letter."""
    return chr(ord("A") + area)


def spot_label(spot: Spot) -> str:
    """Return the name of a place, like C7."""
    return f"{area_label(spot.area)}{spot.place + 1}"


def board(studio: Studio, view: View, names: Sequence[str]) -> Image.Image:
    """Paint the table as everybody sees it: places, hands, trophies; no tile's face.

    A tile in a right hand is shown by its seat's mark. Nothing of the view that one seat sees
    alone is used, so any seat's view gives the same.
    """
    rows = -(-len(view.areas) // ACROSS)
    high = area_height(view)
    lines = -(-len(view.seats) // 2)
    top = MARGIN + (92 if view.trophies else 0)
    below = top + rows * (high + MARGIN)
    sheet = Sheet(studio, PALETTE, WIDTH, below + lines * (LINE + 6) + MARGIN)
    if view.trophies:
        head = (0, MARGIN, WIDTH, top)
        sheet.part(("trophies", view.trophies), head, partial(_trophies, studio, view.trophies))
    for area in range(len(view.areas)):
        put_area(studio, sheet, view, names, area, top)
    for seat, facts in enumerate(view.seats):
        left, y = MARGIN + (seat % 2) * ((WIDTH - MARGIN) // 2), below + seat // 2 * (LINE + 6)
        box = (left, y, left + (WIDTH - MARGIN) // 2 - MARGIN, y + LINE)
        key = ("seat", seat, facts, names[seat])
        sheet.part(key, box, partial(seat_line, studio, seat, names[seat], facts))
    return sheet.picture


def cover(studio: Studio, box: BugsBox) -> Image.Image:
    """Paint monsters in a row, which invite to a game."""
    size, images = 180, range(0, len(box.images), 5)
    picture = canvas(WIDTH, size + 2 * MARGIN)
    for place, image in enumerate(images):
        face = Face(image, place % len(box.colours))
        left = MARGIN + place * (WIDTH - 2 * MARGIN - size) // (len(images) - 1)
        picture.paste(tile(studio, box, face, size), (left, MARGIN))
    return picture


def sheet(studio: Studio, box: BugsBox, images: Sequence[int]) -> Image.Image:
    """Paint these images (indices into the box), each in all its colours side by side."""
    size, gap = 100, 4
    block = len(box.colours) * (size + gap)
    across = (WIDTH - MARGIN) // (block + MARGIN)
    rows = -(-len(images) // across)
    picture = canvas(WIDTH, rows * (size + MARGIN) + MARGIN)
    for index, image in enumerate(images):
        row, column = divmod(index, across)
        left, top = MARGIN + column * (block + MARGIN), MARGIN + row * (size + MARGIN)
        for colour in range(len(box.colours)):
            sprite = tile(studio, box, Face(image, colour), size)
            picture.paste(sprite, (left + colour * (size + gap), top))
    return picture


def result(
    studio: Studio,
    box: BugsBox,
    view: View,
    names: Sequence[str],
    places: Sequence[int],
    scores: Sequence[Sequence[int]],
) -> Image.Image:
    """Paint every hand laid open in sets, best first.

    `scores` as in the outcome: points for sets, other tiles, trophy, and the total.
    """
    size = 92 if len(view.over) <= 4 else 76
    order = sorted(range(len(view.over)), key=lambda seat: (places[seat], seat))
    panes = [laid_out(studio, box, view.over[seat], size) for seat in order]
    height = sum(pane.height + 76 + MARGIN for pane in panes) + MARGIN
    picture, top = canvas(WIDTH, height), MARGIN
    for seat, pane in zip(order, panes, strict=True):
        bottom = top + 76 + pane.height
        panel(studio, picture, (MARGIN, top, WIDTH - MARGIN, bottom))
        head = f"{places[seat]}.  {_shown(studio, names[seat], seat)}"
        _scored(studio, picture, top + 38, head, scores[seat], view.seats[seat].trophy)
        picture.paste(pane, (MARGIN + 16, top + 72))
        top = bottom + MARGIN
    return picture


def rules(studio: Studio, box: BugsBox) -> Image.Image:
    """Paint what one does and what counts: hands, a set of three, no sets, the trophies."""
    picture = canvas(WIDTH, 836)
    _hands_rule(studio, picture, box, 24)
    for colour in range(len(box.colours)):
        picture.paste(tile(studio, box, Face(0, colour), 180), (24 + colour * 190, 240))
    write(studio, picture, 800, 330, "+3", 90, GREEN, True, "mm")
    for place, (image, colour) in enumerate(((3, 0), (6, 0), (3, 2))):
        picture.paste(tile(studio, box, Face(image, colour), 180), (24 + place * 190, 450))
        write(studio, picture, 680 + place * 120, 540, "−1", 60, RED, True, "mm")
    values = max((table.trophies for table in box.tables), key=len)
    for place, value in enumerate(values):
        sprite = studio.sprite(art.cup(value), 150)
        put(picture, sprite, MARGIN + 10 + place * 190, 660)
    return picture


def _hands_rule(studio: Studio, picture: Image.Image, box: BugsBox, top: int) -> None:
    """Paint a tile's way: from the table to the right hand, then kept or laid back."""
    middle = top + 90
    back, hand, pile = (studio.sprite(svg, 150) for svg in (art.back(), art.hand(), art.pile()))
    picture.paste(back, (24, top + 15))
    for x, sign in ((226, "›"), (598, "›"), (806, "/")):
        write(studio, picture, x, middle, sign, 100, DIM, True, "mm")
    put(picture, hand, 254, top + 24)
    picture.paste(tile(studio, box, Face(8, 1), 150), (398, top + 15))
    put(picture, pile, 632, top + 15)
    picture.paste(back, (832, top + 15))


def area_height(view: View) -> int:
    """Return the height of an area."""
    return 58 + -(-len(view.areas[0]) // COLUMNS) * STEP + 10


def area_box(view: View, area: int, top: int) -> Box:
    """Return where an area is, the first row of areas beginning at `top`."""
    row, column = divmod(area, ACROSS)
    left = MARGIN + column * ((WIDTH - MARGIN) // ACROSS)
    y = top + row * (area_height(view) + MARGIN)
    return left, y, left + (WIDTH - MARGIN) // ACROSS - MARGIN, y + area_height(view)


def place_box(area: Box, place: int) -> Box:
    """Return where a place of an area in this box is."""
    left, top, right, _ = area
    row, column = divmod(place, COLUMNS)
    x, y = left + (right - left - COLUMNS * STEP) // 2 + column * STEP, top + 58 + row * STEP
    return x, y, x + STEP, y + STEP


def put_area(
    studio: Studio, sheet: Sheet, view: View, names: Sequence[str], area: int, top: int
) -> None:
    """Put an area on a picture, the first row of areas beginning at `top`."""
    box, lies = area_box(view, area, top), view.areas[area]
    holders = {
        seat.right.place: (number, names[number])
        for number, seat in enumerate(view.seats)
        if seat.right is not None and seat.right.area == area
    }
    key = ("area", area, lies, tuple(holders.items()))
    sheet.part(key, box, partial(_area, studio, area, lies, holders))


def _area(
    studio: Studio,
    area: int,
    lies: Sequence[bool],
    holders: Mapping[int, tuple[Seat, str]],
    picture: Image.Image,
) -> None:
    """Paint an area: a tile by its number, a hand that holds one by its seat's mark."""
    wide = picture.width
    panel(studio, picture, (0, 0, wide, picture.height))
    write(studio, picture, 18, 32, area_label(area), 48, bold=True)
    write(studio, picture, wide - 16, 32, str(sum(lies)), 36, DIM, True, "rm")
    for place, here in enumerate(lies):
        x, y, *_ = place_box((0, 0, *picture.size), place)
        _place(studio, picture, (x, y), place + 1, here)
        if place in holders:
            seats.mark(studio, picture, (x + STEP // 2, y + STEP // 2), *holders[place], 50)


def _place(
    studio: Studio, picture: Image.Image, corner: tuple[int, int], number: int, lies: bool
) -> None:
    x, y = corner
    fill, edge = (TILE, RIM) if lies else (PANEL, QUIET)
    panel(studio, picture, (x + 3, y + 3, x + STEP - 3, y + STEP - 3), fill, 12, edge, 3)
    if lies:
        write(studio, picture, x + STEP // 2, y + STEP // 2, str(number), 34, TEXT, True, "mm")


def seat_line(studio: Studio, seat: Seat, name: str, facts: SeatView, picture: Image.Image) -> None:
    """Paint a seat's line: its mark, name, right hand, number of tiles in the left, trophy."""
    middle = LINE // 2
    panel(studio, picture, (0, 0, *picture.size))
    seats.mark(studio, picture, (36, middle), seat, name, 50)
    right = picture.width - 14
    if facts.trophy:
        right = _icon(studio, picture, art.cup(facts.trophy), right, middle)
    right -= write(studio, picture, right, middle, str(facts.left), 36, TEXT, True, "rm") + 8
    right = _icon(studio, picture, art.pile(), right, middle)
    if facts.right is not None:
        label = spot_label(facts.right)
        right -= write(studio, picture, right, middle, label, 36, GOLD, True, "rm") + 4
        right = _icon(studio, picture, art.hand(), right, middle)
    ink, room = DIM if facts.trophy else TEXT, right - 84
    write(studio, picture, 72, middle, _shown(studio, name, seat), 36, ink, True, room=room)


def _icon(studio: Studio, picture: Image.Image, svg: str, right: int, middle: int) -> int:
    """Paint an icon that ends at `right`; return where the next one may end."""
    sprite = studio.sprite(svg, 48)
    put(picture, sprite, right - 48, middle - 24)
    return right - 48 - 12


def _trophies(studio: Studio, values: Sequence[int], picture: Image.Image) -> None:
    left = (WIDTH - len(values) * 100) // 2
    for place, value in enumerate(values):
        sprite = studio.sprite(art.cup(value), 84)
        put(picture, sprite, left + 8 + place * 100, 0)


def laid_out(studio: Studio, box: BugsBox, hand: LaidOpen, size: int) -> Image.Image:
    """Return a hand laid out in lines: framed sets of three first, then the other tiles."""
    groups = [tuple(Face(image, c) for c in range(len(box.colours))) for image in hand.sets]
    groups += [(face,) for face in hand.others]
    wide, shift, line = WIDTH - 2 * MARGIN - 32, _shift(size), size + 18
    spots, x, y = [], 0, 0
    for group in groups:
        width = size + shift * (len(group) - 1) + 12
        if x + width > wide:
            x, y = 0, y + line
        spots.append((group, x, y))
        x += width + 10
    picture = canvas(wide, y + line if groups else 1, PANEL)
    for group, x, y in spots:
        _group(studio, picture, box, group, (x, y), size)
    return picture


def _group(
    studio: Studio,
    picture: Image.Image,
    box: BugsBox,
    group: Sequence[Face],
    at: tuple[int, int],
    size: int,
) -> None:
    x, y = at
    shift = _shift(size)
    end = x + 12 + size + shift * (len(group) - 1)
    frame = GREEN if len(group) > 1 else "#8a4a52"
    panel(studio, picture, (x, y, end, y + size + 12), frame, 12)
    for place, face in enumerate(group):
        left = x + 6 + place * shift
        if place:
            picture.paste(art.INK, (left - 3, y + 6, left, y + size + 6))
        picture.paste(tile(studio, box, face, size), (left, y + 6))


def _shift(size: int) -> int:
    """Return how far the tiles of a set lie apart; each covers a little of the one before."""
    return size * 84 // 100


def _scored(
    studio: Studio,
    picture: Image.Image,
    middle: int,
    head: str,
    scores: Sequence[int],
    trophy: int,
) -> None:
    """Paint a seat's heading: place and name, and on the right how its points come together."""
    right = WIDTH - MARGIN - 20
    total = signed(scores[-1])
    write(studio, picture, right, middle, total, 44, GOLD, True, "rm")
    right -= 100
    if trophy:
        right = _icon(studio, picture, art.cup(trophy), right, middle)
    for number in reversed(scores[:2]):
        if number:
            part = signed(number, plus=True)
            right -= write(studio, picture, right, middle, part, 36, TEXT, True, "rm") + 18
    write(studio, picture, MARGIN + 20, middle, head, 44, bold=True, room=right - 60)


def _shown(studio: Studio, name: str, seat: Seat) -> str:
    return studio.drawable(name) or f"#{seat + 1}"
