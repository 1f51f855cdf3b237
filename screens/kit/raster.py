"""SVG drawings as pictures; what was rasterised once is found again by the next start."""

from __future__ import annotations

import contextlib
import io
import os
import re
import secrets
from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import TypeAlias

from PIL import Image, PngImagePlugin

Rasterise: TypeAlias = "Callable[[str, int], Image.Image]"
"""From an SVG drawing without text and a width to an RGBA picture that may be changed."""


class Portfolio:
    """A folder of rasterised drawings, which costs a tenth of rasterising them.

    Whether it can be written, or is damaged, makes no difference to what is seen.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def picture(self, svg: str, width: int) -> Image.Image:
        """Return an SVG drawing without text as an RGBA picture of this width."""
        file = self._folder / f"{digest(svg, width, self._by)}.png"
        try:
            return _opened(file.read_bytes())
        except (OSError, SyntaxError, ValueError):  # not there yet, or damaged
            png = drawn(svg, width)
            with contextlib.suppress(OSError):
                write(file, png)
            return _opened(png)

    @cached_property
    def _by(self) -> str:
        return version("resvg_py")


def write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, and the folder it is in."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{secrets.token_hex(4)}")
    part.write_bytes(content)
    os.replace(part, file)


def digest(*parts: object) -> str:
    """Return a short name of a drawing and all else that it depends on."""
    return blake2b("\0".join(map(str, parts)).encode(), digest_size=16).hexdigest()


def drawn(svg: str, width: int) -> bytes:
    """Return an SVG drawing of this width, without text, as a PNG file that may be clear."""
    import resvg_py  # only a bot that paints needs it in memory

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def rasterise(svg: str, width: int) -> Image.Image:
    """Return an SVG drawing as an RGBA picture of this width, without text."""
    return _opened(drawn(svg, width))


def rasterise_large(rasterise: Rasterise, svg: str, side: int, parts: int = 2) -> Image.Image:
    """Return a square SVG drawing as an opaque picture, made in parts.

    The interpreter stands still while a drawing is rasterised, so no part may take long.
    """
    whole = Image.new("RGB", (side, side))
    view = re.compile(r'viewBox="0 0 (\d+) \1"')
    found = view.search(svg)
    assert found is not None
    step, pixels = int(found[1]) / parts, side // parts
    for row, column in product(range(parts), repeat=2):
        box = f'viewBox="{column * step:g} {row * step:g} {step:g} {step:g}"'
        whole.paste(rasterise(view.sub(box, svg, 1), pixels), (column * pixels, row * pixels))
    return whole


def _opened(png: bytes) -> Image.Image:
    picture = PngImagePlugin.PngImageFile(io.BytesIO(png))
    picture.load()
    return picture.convert("RGBA")
