"""What the signs of Tüftelmonster mean, and the faces of its die, as pictures with words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.texts import Words
from screens.tueftelmonster import art, icons, monster
from screens.tueftelmonster.palette import COLOURS, MULTI, PALETTE
from screens.tueftelmonster.scene import FEATURES, KINDS, Part, Person
from screens.tueftelmonster.spotlight import sign
from screens.tueftelmonster.tokens import EDGE, back
from screens.wording import capital

COLUMNS, PITCH, SIZE = 3, 54, 50
DIE, DICE_PITCH = 108, 140
FACES = ("draw", "dig", "silver", "steal", "wish")
SAMPLE = Part(63, "blue", "hand", "N", 2, digits=5)
STATES: Mapping[str, Callable[[Studio], Image.Image]] = MappingProxyType(
    {
        "points": lambda studio: sign(studio, "points", SIZE, drawing.PAPER),
        "ends": lambda studio: sign(studio, "ends", SIZE, drawing.PAPER),
        "hold": lambda studio: sign(studio, "hand", SIZE, drawing.PAPER),
        "bolt": lambda studio: icons.bolt(studio, SIZE),
        "locked": lambda studio: icons.icon(studio, "locked", SIZE, drawing.TEXT, drawing.PAPER),
        "unlocked": lambda studio: icons.icon(
            studio, "unlocked", SIZE, drawing.LEAF, drawing.PAPER
        ),
        "secured": lambda studio: art.card(studio, SAMPLE, SIZE, art.SECURED),
        "loose": lambda studio: art.card(studio, SAMPLE, SIZE, art.LOOSE),
        "needed": lambda studio: icons.icon(studio, "silver", SIZE, drawing.SILVER, drawing.PAPER),
        "pile": lambda studio: back(studio, SIZE),
        "stolen": lambda studio: icons.icon(studio, "steal", SIZE, drawing.TEXT, drawing.PAPER),
        "newest": lambda studio: monster.ring(studio, SIZE, Person(1, "")),
    }
)
"""What is marked on monsters and counted beside them."""


def legend(studio: Studio, words: Words) -> Image.Image:
    """Return every sign with its name, 1000 wide."""
    entries = _entries(studio, words)
    rows = -(-len(entries) // COLUMNS)
    on = drawing.canvas(WIDTH, rows * PITCH + 2 * EDGE)
    wide = (WIDTH - 2 * EDGE) // COLUMNS
    for i, (drawn, name) in enumerate(entries):
        x, y = EDGE + i // rows * wide, EDGE + i % rows * PITCH + PITCH // 2
        drawing.middle(on, drawn, x + SIZE // 2, y)
        drawing.write(studio, on, x + SIZE + 16, y, capital(name), 32, room=wide - SIZE - 24)
    return PALETTE.flatten(on)


def _entries(studio: Studio, words: Words) -> Sequence[tuple[Image.Image, str]]:
    """Return every sign with its name: marks, prizes, colours, kinds, features."""
    gold = [
        (icons.medal(studio, name, True, SIZE), words(f"column.{name}"))
        for name in ("finished", "colourful", "compact")
    ]
    silver = (icons.medal(studio, "silver", False, SIZE), words("legend.silver"))
    colours = [
        (icons.colour(studio, name, SIZE - 8), words(f"colour.{name}"))
        for name in (*COLOURS, MULTI)
    ]
    kinds = [(_icon(studio, name), words(f"kind.{name}")) for name in KINDS]
    features = [(_icon(studio, name), words(f"column.{name}")) for name in FEATURES]
    marks = [(draw(studio), words(f"legend.{name}")) for name, draw in STATES.items()]
    return (*marks, *gold, silver, *colours, *kinds, *features)


def _icon(studio: Studio, name: str) -> Image.Image:
    return icons.icon(studio, name, SIZE - 8, drawing.TEXT, drawing.PAPER)


def die(studio: Studio, words: Words) -> Image.Image:
    """Return the faces of the die with what they let one do, 1000 wide."""
    on = drawing.canvas(WIDTH, 3 * DICE_PITCH + EDGE)
    for i, face in enumerate(FACES):
        x, y = EDGE + i % 2 * (WIDTH // 2), EDGE + i // 2 * DICE_PITCH
        drawing.put(on, icons.die(studio, face, DIE), x, y)
        left, room = x + DIE + 20, WIDTH // 2 - DIE - 2 * EDGE - 10
        drawing.write(studio, on, left, y + 34, words(f"legend.{face}"), 38, drawing.GOLD, True,
                      room=room)  # fmt: skip
        drawing.write(studio, on, left, y + 82, words(f"legend.{face}.does"), 32, room=room)
    return PALETTE.flatten(on)
