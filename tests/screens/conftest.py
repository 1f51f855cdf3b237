"""What tests of screens share."""

from __future__ import annotations

import io
import re
from functools import cache

import pytest
from PIL import Image

from screens.kit import raster

VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


@pytest.fixture
def without_art(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave drawings blank: they hold no text, and cost nearly all of the time."""

    def drawn(svg: str, width: int) -> bytes:
        box = VIEW_BOX.search(svg)
        assert box is not None
        return blank(width, round(width * float(box[2]) / float(box[1])))

    monkeypatch.setattr(raster, "drawn", drawn)


@cache
def blank(width: int, height: int) -> bytes:
    """Return an empty picture as a file."""
    file = io.BytesIO()
    Image.new("RGBA", (width, height)).save(file, "PNG")
    return file.getvalue()
