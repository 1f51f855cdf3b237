"""Films: pictures of one game as a GIF, no larger than it may be."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from PIL import Image

from screens.kit.encoding import png
from screens.kit.film import LAST, TooLarge, film
from screens.kit.palette import Palette

PALETTE = Palette.of("bugs")


def noise(width: int, height: int, seed: int) -> bytes:
    """Return a PNG that cannot be compressed well."""
    on = PALETTE.canvas(width, height)
    on.putdata([value % 200 for value in random.Random(seed).randbytes(width * height)])
    return png(on)


def opened(data: bytes) -> Any:
    """Return a film as Pillow reads it."""
    return Image.open(io.BytesIO(data))


def test_a_film_has_every_picture_in_its_own_colours() -> None:
    pictures = [noise(400, 300, number) for number in range(3)]
    made = opened(film(pictures, PALETTE, 10**7))
    assert (made.n_frames, made.size) == (3, (400, 300))
    for number, data in enumerate(pictures):
        made.seek(number)
        assert made.convert("RGB").tobytes() == opened(data).convert("RGB").tobytes()
    assert made.info["duration"] == LAST


def test_a_film_that_is_too_large_loses_pictures_but_never_the_last() -> None:
    pictures = [noise(200, 150, number) for number in range(12)]
    large = len(film(pictures, PALETTE, 10**7))
    small = film(pictures, PALETTE, large // 2)
    made = opened(small)
    assert len(small) <= large // 2 and 4 <= made.n_frames <= 6
    made.seek(made.n_frames - 1)
    assert made.convert("RGB").tobytes() == opened(pictures[-1]).convert("RGB").tobytes()


def test_a_film_that_cannot_fit_is_refused() -> None:
    with pytest.raises(TooLarge):
        film([noise(400, 200, 1)], PALETTE, 1000)
