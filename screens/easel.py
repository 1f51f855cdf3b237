"""Paints what it is ordered on its standard input, as a process of its own, until that ends.

`python -m screens.easel FOLDER`; the folder keeps drawings. Both ways go frames, each a length and
so many bytes: in come orders, out comes first an empty frame, once it can paint, and then for each
order what became of it: DONE and the PNG file, or FAILED and why.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import struct
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine import registry
from screens import screen as screens
from screens.kit.raster import Portfolio
from screens.kit.shelf import Cabinet
from screens.kit.studio import Studio
from screens.orders import Orders
from screens.texts import Catalogue

LENGTH = struct.Struct(">I")
DONE, FAILED = b"\0", b"\1"
STAMPS_BYTES, PARTS_BYTES = 24 * 1024 * 1024, 56 * 1024 * 1024
"""What drawings at hand, and parts of pictures, may weigh together here: of a hundred tables most
parts are there yet when their picture is painted again. With 32 MiB of parts a fourth more is
painted at 24 tables of Mächtige Monster or Tüftelmonster."""


def framed(content: bytes) -> bytes:
    """Return a frame."""
    return LENGTH.pack(len(content)) + content


def _frames(file: BinaryIO) -> Iterator[bytes]:
    while len(head := file.read(LENGTH.size)) == LENGTH.size:
        yield file.read(*LENGTH.unpack(head))


def _painted(orders: Orders, studio: Studio, order: bytes) -> bytes:
    try:
        return DONE + studio.png(orders.read(order)(studio))
    except Exception:
        return FAILED + traceback.format_exc().encode()


def main(folder: str) -> None:
    """Paint until nothing is ordered any more."""
    # Who stops the bot by a signal to all its processes still wants pictures until it has stopped.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else may get between the frames
    games = registry.load()
    orders = Orders(games, screens.load(games), Catalogue())
    kept = Path(folder)
    studio = Studio(STAMPS_BYTES, PARTS_BYTES, Cabinet(kept), Portfolio(kept))
    gc.freeze()
    with contextlib.suppress(BrokenPipeError):  # the bot was killed
        out.write(framed(b""))
        for order in _frames(sys.stdin.buffer):
            out.write(framed(_painted(orders, studio, order)))


if __name__ == "__main__":
    main(sys.argv[1])
