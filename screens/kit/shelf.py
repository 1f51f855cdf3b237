"""Where drawings wait to be wanted again: packed, in a file without a name or in a folder."""

from __future__ import annotations

import contextlib
import shutil
import struct
import tempfile
import weakref
from collections.abc import Hashable
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from screens.kit.encoding import deflate
from screens.kit.raster import digest, write

ROOM = 64 * 1024 * 1024
"""Bytes that a shelf may take; what an evening of five games wants is a quarter of that."""
SCREENS = Path(__file__).resolve().parent.parent
DRAWS = frozenset({".py", ".txt"})
"""Files that decide how a drawing looks, palettes among them."""
LIBRARIES = ("pillow", "resvg_py", "font-roboto")
_HEAD = struct.Struct(">4sIIH")
"""Of a packed picture: its mode, width and height, and how long its palette is."""


class _Place(NamedTuple):
    """Where a packed picture is in the file."""

    start: int
    length: int


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
        return _unpacked(self._file.read(place.length))

    def put(self, key: Hashable, picture: Image.Image) -> None:
        """Keep a picture, if it has room; it may be changed afterwards."""
        packed = _packed(picture)
        if self._end + len(packed) > self._room:
            self._places, self._end = {}, 0
        if len(packed) > self._room:
            return
        self._file.seek(self._end)
        try:
            self._file.write(packed)
        except OSError:  # the disk is full: then it is made anew each time
            return
        self._places[key], self._end = _Place(self._end, len(packed)), self._end + len(packed)


class Cabinet(Shelf):
    """Keeps pictures in a folder, in which the next start finds them if it would draw them alike.

    Where the folder cannot be written it is a shelf. The keys must read alike in every process.
    """

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        super().__init__(room)
        self._folder = folder

    def take(self, key: Hashable) -> Image.Image | None:
        """Return the picture that is kept under a key; None when there is none that is sound."""
        with contextlib.suppress(OSError, ValueError, struct.error, deflate.error):
            return _unpacked(self._at(key).read_bytes())
        return super().take(key)

    def put(self, key: Hashable, picture: Image.Image) -> None:
        """Keep a picture; it may be changed afterwards."""
        packed = _packed(picture)
        try:
            if self._taken + len(packed) > self._room:
                shutil.rmtree(self._drawer)
                self._taken = 0
            write(self._at(key), packed)
            self._taken += len(packed)
        except OSError:
            super().put(key, picture)

    def _at(self, key: Hashable) -> Path:
        return self._drawer / digest(repr(key))

    @cached_property
    def _drawer(self) -> Path:
        """The folder of all that is drawn as now; what was drawn otherwise goes."""
        drawer = self._folder / f"stamps-{_edition()}"
        for other in self._folder.glob("stamps-*"):
            if other != drawer:
                shutil.rmtree(other, ignore_errors=True)
        return drawer

    @cached_property
    def _taken(self) -> int:
        """How many bytes lie there."""
        return sum(file.stat().st_size for file in self._drawer.glob("*"))


def _edition() -> str:
    """Return a name that changes with what draws: code, palettes and libraries."""
    drawn_by = blake2b(" ".join(map(version, LIBRARIES)).encode(), digest_size=16)
    for file in sorted(file for file in SCREENS.rglob("*") if file.suffix in DRAWS):
        drawn_by.update(file.read_bytes())
    return drawn_by.hexdigest()


def _packed(picture: Image.Image) -> bytes:
    palette = bytes(picture.getpalette() or ()) if picture.mode == "P" else b""
    head = _HEAD.pack(picture.mode.encode(), *picture.size, len(palette))
    packed: bytes = deflate.compress(picture.tobytes(), 1)
    return head + palette + packed


def _unpacked(packed: bytes) -> Image.Image:
    mode, width, height, colours = _HEAD.unpack_from(packed)
    start = _HEAD.size + colours
    pixels = deflate.decompress(memoryview(packed)[start:])
    picture = Image.frombytes(mode.rstrip(b"\0").decode(), (width, height), pixels)
    if colours:
        picture.putpalette(packed[_HEAD.size : start])
    return picture
