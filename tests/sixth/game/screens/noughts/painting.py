"""Paints the board of noughts and crosses, beside it who plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engine.noughts.values import Marks, Spot
from PIL import Image
from screens.noughts import art

from engine.contract import Seat
from screens.kit import drawing, seats
from screens.kit import legend as signs
from screens.kit.drawing import HIGHEST, WIDTH, Box
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio

PALETTE = Palette.of("noughts")
EDGE, CELL, GAP = 20, 226, 16
SIDE = EDGE + 3 * CELL + 3 * GAP
"""Where the players' side begins."""
SIZE = 40
"""Pixels of names and numbers."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture shows; equal scenes are equal pictures."""

    names: tuple[str, ...]
    marks: Marks
    woken: tuple[Spot, ...]
    asleep: tuple[Spot, ...]
    """Sleepers that are laid open."""
    sleepers: int
    lit: Sequence[Seat]
    """Whose turn it is, or who has won."""


def board(studio: Studio, scene: Scene) -> Image.Image:
    """Return the board and its players."""
    sheet = Sheet(studio, PALETTE, WIDTH, HIGHEST)
    for spot in range(len(scene.marks)):
        sprite = _sprite(scene, spot)
        sheet.part(("spot", spot, sprite), _cell(spot), partial(_spot, studio, spot, sprite))
        note(sheet.picture, f"spot.{spot}", _cell(spot))
    for seat, name in enumerate(scene.names):
        box, lit = (SIDE, EDGE + seat * 250, WIDTH - EDGE, 250 + seat * 250), seat in scene.lit
        sheet.part(("seat", seat, name, lit), box, partial(_seat, studio, seat, name, lit))
    box = (SIDE, 600, WIDTH - EDGE, HIGHEST - EDGE)
    sheet.part(("sleepers", scene.sleepers), box, partial(_sleepers, studio, scene.sleepers))
    return sheet.picture


def cover(studio: Studio) -> Image.Image:
    """Return marks and monsters in a row."""
    picture = drawing.canvas(WIDTH, 220)
    drawn = (art.cross(), art.monster(awake=False), art.nought(), art.monster(awake=True))
    for place, svg in enumerate((*drawn, art.cross())):
        drawing.middle(picture, studio.sprite(svg, 150), 100 + place * 200, 110)
    return picture


def legend(studio: Studio, texts: Sequence[str]) -> Image.Image:
    """Return what can lie on a spot, each with what it is."""
    drawn = (art.cross(), art.nought(), art.monster(awake=False), art.monster(awake=True))
    return signs.legend(studio, PALETTE, [studio.sprite(svg, 64) for svg in drawn], texts)


def _sprite(scene: Scene, spot: Spot) -> str:
    """Return the drawing that lies on a spot, if any."""
    mark = scene.marks[spot]
    if mark is not None:
        return art.mark(mark)
    if spot in scene.woken:
        return art.monster(awake=True)
    return art.monster(awake=False) if spot in scene.asleep else ""


def _cell(spot: Spot) -> Box:
    row, column = divmod(spot, 3)
    left, top = EDGE + column * (CELL + GAP), EDGE + row * (CELL + GAP)
    return left, top, left + CELL, top + CELL


def _spot(studio: Studio, spot: Spot, sprite: str, on: Image.Image) -> None:
    drawing.panel(studio, on, (0, 0, *on.size))
    drawing.write(studio, on, 18, 34, str(spot + 1), SIZE, drawing.DIM)
    if sprite:
        drawing.middle(on, studio.sprite(sprite, 150), CELL // 2 + 14, CELL // 2 + 14)


def _seat(studio: Studio, seat: Seat, name: str, lit: bool, on: Image.Image) -> None:
    drawing.panel(studio, on, (0, 0, *on.size), edge=drawing.GOLD if lit else "", line=6)
    drawing.middle(on, studio.sprite(art.mark(seat), 64), on.width // 2, 70)
    shown, room = seats.called(studio, name, seat), on.width - 30
    drawing.write(studio, on, on.width // 2, 160, shown, SIZE, anchor="mm", room=room)


def _sleepers(studio: Studio, sleepers: int, on: Image.Image) -> None:
    for place in range(sleepers):
        drawing.put(on, studio.sprite(art.monster(awake=False), 64), place * 76, 30)
