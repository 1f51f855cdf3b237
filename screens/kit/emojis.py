"""Drawings that buttons and options show as emojis, each known by a digest of how it is drawn.

Digests are noted beforehand, so that a start without changes draws nothing
(`python -m screens.note_emojis`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from screens.kit.raster import drawn, rasterise

Drawings: TypeAlias = Mapping[str, Callable[[], str]]
"""By name what draws them, each as an SVG in a square; names have up to 20 of A-Z a-z 0-9 _."""

SCREENS = Path(__file__).resolve().parent.parent
SIDE = 128
"""Pixels across an emoji, as Discord shows it at most."""
ROUGH = 64
"""Pixels across a first drawing, which only shows how much of its square it fills."""
VIEW = re.compile(r'viewBox="(\S+) (\S+) (\S+) \3"')
"""How a drawing in a square says from where, and how wide, it is."""


def noted(game: str) -> Mapping[str, str]:
    """Return the digests of a game's drawings by name; none where it has no drawings."""
    lines = _notes(game).read_text("ascii").splitlines() if _notes(game).exists() else ()
    return dict(line.split() for line in lines)


def note(game: str, drawings: Drawings) -> None:
    """Write down the digests of a game's drawings."""
    lines = [f"{name} {digest(draw())}\n" for name, draw in drawings.items()]
    if lines:
        _notes(game).write_text("".join(lines), "ascii")


def _notes(game: str) -> Path:
    return SCREENS / game / "emojis.txt"


def digest(svg: str) -> str:
    """Return eight hexadecimal digits that change with the drawing."""
    return hashlib.sha256(f"{SIDE} {svg}".encode()).hexdigest()[:8]


def png(svg: str) -> bytes:
    """Return a drawing, in the middle of a clear square that it fills, as a PNG file."""
    found = VIEW.search(svg)
    assert found is not None
    left, top, side = map(float, found.groups())
    box = rasterise(svg, ROUGH).getchannel("A").getbbox()
    assert box is not None
    (x, y), wide = _middle(box), max(box[2] - box[0], box[3] - box[1]) / ROUGH * side
    left, top = left + x / ROUGH * side - wide / 2, top + y / ROUGH * side - wide / 2
    view = f'viewBox="{left:g} {top:g} {wide:g} {wide:g}"'
    return drawn(svg[: found.start()] + view + svg[found.end() :], SIDE)


def _middle(box: tuple[int, int, int, int]) -> tuple[float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2
