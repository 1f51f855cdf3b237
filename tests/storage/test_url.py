"""What a DATABASE_URL names: a file or a server, and how that is told without its password."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.errors import StoreError
from storage.url import on_server, shown, sqlite_path

SECRET = "postgresql://ada:secret@"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (f"{SECRET}db.example:5433/games?sslmode=require", "PostgreSQL db.example/games"),
        (f" {SECRET}db.example/games\n", "PostgreSQL db.example/games"),
        ("Postgres://ada:secret@db.example/games", "PostgreSQL db.example/games"),
        ("postgresql:///games", "PostgreSQL here/games"),
        ("postgresql://ada:sec[ret@db.example/games", "PostgreSQL"),
        ("postgresql://ada:sec/ret@db.example/games", "PostgreSQL"),
        ("postgresql://ada:sec?ret@db.example/games", "PostgreSQL"),
        ("postgresql://ada:sec#ret@db.example/games", "PostgreSQL"),
    ],
    ids=[
        *("with a port", "with blanks", "in the older form", "without a host"),
        *("password with [", "password with /", "password with ?", "password with #"),
    ],
)
def test_a_server_is_told_without_who_uses_it(url: str, told: str) -> None:
    assert on_server(url) and shown(url) == told


def test_a_file_lies_where_the_bot_is_started_or_where_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite:///games.db", " SQLite:///games.db\n", f"sqlite:///{tmp_path}/games.db"):
        assert not on_server(url) and sqlite_path(url) == tmp_path / "games.db"
        assert shown(url) == f"{tmp_path}/games.db"


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///", "mysql://a:secret@host/db", "x.db"])
def test_anything_else_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(StoreError, match="DATABASE_URL must look like") as caught:
        sqlite_path(url)
    assert "secret" not in str(caught.value)
