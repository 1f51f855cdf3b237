"""Drawings that buttons and options show as emojis, each known by a digest of how it is drawn.

Digests are noted beforehand, so that a start without changes draws nothing:
`python -m screens.kit.emojis` notes those of all games anew, after art has changed.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from PIL import Image

from screens.kit.studio import rasterise

Drawings: TypeAlias = Mapping[str, Callable[[], str]]
"""By name what draws them, each as an SVG in a square; names have up to 20 of A-Z a-z 0-9 _."""

SCREENS = Path(__file__).resolve().parent.parent
SIDE = 128
"""Pixels across an emoji, as Discord shows it at most."""
FINE = 160
"""Pixels across a drawing that is then cut to its outline."""


def noted(game: str) -> Mapping[str, str]:
    """Return the digests of a game's drawings by name; none where it has no drawings."""
    path = SCREENS / game / "emojis.txt"
    lines = path.read_text("ascii").splitlines() if path.exists() else ()
    return dict(line.split() for line in lines)


def digest(svg: str) -> str:
    """Return eight hexadecimal digits that change with the drawing."""
    return hashlib.sha256(f"{SIDE} {svg}".encode()).hexdigest()[:8]


def png(svg: str) -> bytes:
    """Return a drawing cut to its outline, in the middle of a clear square, as a PNG file."""
    drawn = rasterise(svg, FINE)
    figure = drawn.crop(drawn.getchannel("A").getbbox())
    side = max(figure.size)
    square = Image.new("RGBA", (side, side))
    square.paste(figure, ((side - figure.width) // 2, (side - figure.height) // 2))
    file = io.BytesIO()
    square.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()


def main() -> None:
    """Note the digests of every game's drawings beside its screen."""
    from engine import registry
    from screens.screen import load

    for id, screen in load(registry.load()).items():
        lines = [f"{name} {digest(draw())}\n" for name, draw in screen.drawings().items()]
        if lines:
            (SCREENS / id / "emojis.txt").write_text("".join(lines), "ascii")


if __name__ == "__main__":
    main()
