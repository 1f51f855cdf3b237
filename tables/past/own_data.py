"""What is stored of a person as a file of JSON, packed where it would be too large."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Mapping
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from engine.contract import AnyGame
from storage.privacy import Privacy, Rows

NAME = "monsterrunde.json"


async def own_data(
    privacy: Privacy, games: Mapping[str, AnyGame], user: int, most: int
) -> tuple[str, bytes]:
    """Return a file's name and its bytes: those of a ZIP archive where they were more than `most`.

    What somebody has to remember is not told before its game has ended.
    It is made beside the loop, piece by piece: of ten thousand games it is 50 MB, packed two.
    """
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        with archive.open(NAME, "w") as file:
            writer = _Writer(file, user)
            async for part, rows in privacy.export(user):
                if part == "tables":
                    rows = [_unremembered(row, games) for row in rows]
                await asyncio.to_thread(writer.add, part, rows)
            writer.end()
        size = archive.getinfo(NAME).file_size
    if size > most:
        return NAME.replace(".json", ".zip"), packed.getvalue()
    with ZipFile(packed) as archive:
        return NAME, archive.read(NAME)


def _unremembered(table: dict[str, Any], games: Mapping[str, AnyGame]) -> dict[str, Any]:
    """Return a table without what was done there, as long as people have to remember that."""
    game = games.get(table["game"])
    if table["status"] != "running" or game is None or not game.forgets:
        return table
    return {name: value for name, value in table.items() if name != "actions"}


class _Writer:
    """Writes an object of lists, a row a line."""

    def __init__(self, file: IO[bytes], user: int) -> None:
        self._file, self._part, self._between = file, "", ""
        self._write(f'{{\n"user": {user}')

    def add(self, part: str, rows: Rows) -> None:
        """Write rows of a part; those of one part follow one another."""
        if part != self._part:
            self._write(f'{"]" if self._part else ""},\n"{part}": [')
            self._part, self._between = part, "\n"
        for row in rows:
            self._write(self._between + json.dumps(row, ensure_ascii=False))
            self._between = ",\n"

    def end(self) -> None:
        """Write the end."""
        self._write("]\n}\n")

    def _write(self, text: str) -> None:
        self._file.write(text.encode())
