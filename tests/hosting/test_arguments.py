"""What is said on the command line is understood, or answered with a sentence."""

from __future__ import annotations

import pytest

from hosting.arguments import PORT, UNCLEAR, parse


def test_what_can_be_said() -> None:
    assert parse([]).port == PORT and not parse([]).serve
    assert parse(["--playground", "--port", "0"]).port == 0
    assert parse(["--port=65535"]).port == 65535
    assert parse(["backup", "here.db"]).command == "backup"
    assert parse(["backup", "--keep", "7", "here"]).keep == 7


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--port 80x", "--port: a port is a number from 0 to 65535, not 80x."),
        ("--port 65536", "--port: a port is a number from 0 to 65535, not 65536."),
        ("--port", "--port needs a value."),
        ("--prot 80", "There is no option --prot. Is --port meant?"),
        ("--serv", "There is no option --serv. Is --serve meant?"),
        ("--quiet", "There is no option --quiet."),
        ("--serve --playground", "--playground and --serve exclude each other."),
        ("bakup here.db", "There is no command bakup."),
        ("backup", "This is missing: file."),
        ("backup --keep 0 here", "--keep: at least 1 backup has to stay, not 0."),
        ("restore --keep 1 here.db", "--keep is one word too many."),
        ("backup one.db two.db", "two.db is one word too many."),
    ],
)
def test_what_cannot_be_meant(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(words.split())
    assert ended.value.code == UNCLEAR
    assert capsys.readouterr().err == f"{said} See bot.py --help.\n"
