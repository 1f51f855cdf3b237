"""Films: pictures of one game as a GIF, no larger than it may be."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from PIL import Image

from screens.kit.film import LAST, NARROWEST, TooLarge, film
from screens.kit.palette import Palette
from screens.kit.studio import png

PALETTE = Palette.of("bugs")


def noise(width: int, height: int, seed: int) -> bytes:
    """Return a PNG that cannot be compressed well."""
    on = PALETTE.canvas(width, height)
    on.putdata([value % 200 for value in random.Random(seed).randbytes(width * height)])
    return png(on)


def opened(data: bytes) -> Any:
    """Return a film as Pillow reads it."""
    return Image.open(io.BytesIO(data))


def test_a_film_has_every_picture_on_one_paper_in_its_own_colours() -> None:
    pictures = [noise(400, 200, 1), noise(400, 300, 2), noise(400, 250, 3)]
    made = opened(film(pictures, PALETTE, 10**7))
    assert (made.n_frames, made.size) == (3, (400, 300))
    for number, data in enumerate(pictures):
        made.seek(number)
        whole, part = made.convert("RGB"), opened(data).convert("RGB")
        assert whole.crop((0, 0, *part.size)).tobytes() == part.tobytes()
    assert made.info["duration"] == LAST


def test_a_film_that_is_too_large_shrinks() -> None:
    pictures = [noise(800, 400, 1), noise(800, 400, 2)]
    large = len(film(pictures, PALETTE, 10**7))
    small = film(pictures, PALETTE, large // 2)
    assert len(small) <= large // 2
    assert NARROWEST <= opened(small).width < 800


def test_a_film_that_cannot_fit_is_refused() -> None:
    with pytest.raises(TooLarge):
        film([noise(400, 200, 1)], PALETTE, 1000)
