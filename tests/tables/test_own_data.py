"""What is stored of a person is given out whole, as a file of theirs, packed where it is large."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

from storage.privacy import Privacy
from tables.past.own_data import NAME, own_data
from tests.tables.house import GAMES


def table(id: str, game: str, status: str, *without: str) -> dict[str, Any]:
    """Return a table as it is stored, or given out."""
    row = {"id": id, "game": game, "status": status, "actions": [{"action": "{}"}]}
    return {name: value for name, value in row.items() if name not in without}


PARTS: list[tuple[str, list[dict[str, Any]]]] = [
    ("tables", [table("t1", "bugs", "finished"), table("t2", "monster_meister", "running")]),
    ("tables", [table("t3", "meistercoup", "running"), table("t4", "gone", "running")]),
    ("results", []),
    ("habits", [{"name": 'Zoë "🐉"'}]),
]
WHOLE = {
    "user": 7,
    "tables": [
        table("t1", "bugs", "finished"),
        table("t2", "monster_meister", "running", "actions"),
        table("t3", "meistercoup", "running"),
        table("t4", "gone", "running"),
    ],
    "results": [],
    "habits": [{"name": 'Zoë "🐉"'}],
}


class Kept:
    """What is stored of a person, some rows at a time."""

    async def export(self, user: int) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
        """Yield it."""
        assert user == 7
        for part in PARTS:
            yield part


async def given(most: int) -> tuple[str, bytes]:
    return await own_data(cast(Privacy, Kept()), GAMES, 7, most)


async def test_a_file_holds_everything_a_row_a_line() -> None:
    name, data = await given(10**6)
    assert name == NAME == "monsterrunde.json" and json.loads(data) == WHOLE
    text = data.decode()
    assert 'Zoë \\"🐉\\"' in text and text.count('\n{"id": ') == 4


async def test_what_is_too_large_is_packed() -> None:
    size = len((await given(10**6))[1])
    assert (await given(size))[0] == NAME
    name, data = await given(size - 1)
    assert name == "monsterrunde.zip"
    with ZipFile(io.BytesIO(data)) as archive:
        [inside] = archive.infolist()
        assert (inside.filename, inside.compress_type) == (NAME, ZIP_DEFLATED)
        assert json.loads(archive.read(inside)) == WHOLE
