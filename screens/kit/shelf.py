"""Where drawings wait to be wanted again: packed, in a nameless file that takes no memory."""

from __future__ import annotations

import tempfile
import weakref
import zlib
from collections.abc import Hashable
from typing import NamedTuple

from PIL import Image

ROOM = 64 * 1024 * 1024
"""Bytes that the file may take; all drawings of five games are a quarter of that."""


class _Place(NamedTuple):
    """Where a packed picture is in the file, and what it is."""

    start: int
    length: int
    mode: str
    size: tuple[int, int]
    palette: bytes | None


class Shelf:
    """Keeps pictures under keys; a full shelf is emptied. The file goes with the process."""

    def __init__(self, room: int = ROOM) -> None:
        self._room, self._end = room, 0
        self._places: dict[Hashable, _Place] = {}
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - as long as the shelf
        weakref.finalize(self, self._file.close)

    def take(self, key: Hashable) -> Image.Image | None:
        """Return the picture that is kept under a key; None when there is none."""
        place = self._places.get(key)
        if place is None:
            return None
        self._file.seek(place.start)
        packed = self._file.read(place.length)
        picture = Image.frombytes(place.mode, place.size, zlib.decompress(packed))
        if place.palette is not None:
            picture.putpalette(place.palette)
        return picture

    def put(self, key: Hashable, picture: Image.Image) -> None:
        """Keep a picture, if it has room; it may be changed afterwards."""
        packed = zlib.compress(picture.tobytes(), 1)
        if self._end + len(packed) > self._room:
            self._places, self._end = {}, 0
        if len(packed) > self._room:
            return
        self._file.seek(self._end)
        try:
            self._file.write(packed)
        except OSError:  # the disk is full: then it is made anew each time
            return
        colours = picture.getpalette() if picture.mode == "P" else None
        palette = None if colours is None else bytes(colours)
        place = _Place(self._end, len(packed), picture.mode, picture.size, palette)
        self._places[key], self._end = place, self._end + len(packed)
