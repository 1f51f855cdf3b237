"""What the logs say, and what they never say."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from cogs.client import MonsterBot
from hosting import logs
from playground.world.state import RequestRecord
from playground.world.world import World
from tests.cogs.clicking import result, start
from tests.cogs.party import Party, moves, text

TOKEN_IN_PATH = re.compile(r"/(?:webhooks|interactions)/\d+/([^/]+)")


@pytest.fixture
def stream(server: object) -> Iterator[io.StringIO]:
    """Log everything at DEBUG."""
    names = ("", *logs.OURS)
    levels = {name: logging.getLogger(name).level for name in names}
    world: World = server.world  # type: ignore[attr-defined]
    stream = io.StringIO()
    handler = logs.start("DEBUG", [world.token], stream)
    yield stream
    logging.getLogger().removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


async def test_a_whole_game_at_debug_says_nothing_secret(
    stream: io.StringIO, party: Party, bot: MonsterBot
) -> None:
    tokens: set[str] = set()
    check = party.world.on_request
    assert check is not None

    def listen(request: RequestRecord) -> None:
        check(request)
        tokens.update(TOKEN_IN_PATH.findall(request.path))

    party.world.on_request = listen
    table = await start(party, "Ben", computers=2)
    private: set[str] = set()
    for _ in range(3):
        for name in ("Anna", "Ben"):
            panel = await party.seat(name)
            private.update(line for line in text(panel).splitlines() if len(line) > 20)
            if buttons := moves(panel):
                await party.world.press(party.id(name), panel["id"], buttons[0])
    await result(party, bot, table)
    row, entries = (
        await bot.host.store.tables.get(table),
        await bot.host.store.tables.entries(table),
    )
    assert row is not None
    # As the library warns of it.
    logging.getLogger("discord.http").info("PATCH /api/v10/webhooks/1/%s/messages", min(tokens))
    logging.getLogger("tables").debug("of our own")
    logged = stream.getvalue()
    assert len(tokens) >= 4 and private and len(entries) > 20
    assert "ready as" in logged and "DEBUG tables: of our own" in logged and "webhooks/1" in logged
    secret = {party.world.token, row.seed, *tokens, *private}
    secret |= {entry.action for entry in entries if len(entry.action) > 8}
    assert [word for word in secret if word in logged] == []
    hidden = [json.dumps(word)[1:-1] for word in private]
    assert [word for word in hidden if word in logged] == []


def line_of(message: str, *secrets: str, exc_info: object = None) -> str:
    """Return the line that is logged."""
    record = logging.LogRecord("cogs", logging.ERROR, "", 0, message, (), exc_info)  # type: ignore[arg-type]
    return logs.Lines(secrets).format(record)


def test_a_traceback_is_one_line() -> None:
    try:
        raise ValueError("first\nsecond")
    except ValueError as error:
        line = line_of("error 1a2b3c", exc_info=(ValueError, error, error.__traceback__))
    assert "\n" not in line
    assert "ERROR cogs: error 1a2b3c" in line and "first" in line and "second" in line


def test_secrets_are_hidden() -> None:
    line = line_of(
        "POST https://discord.com/api/v10/webhooks/12/aBc_-9/messages/@original "
        "/interactions/34/xYz=/callback postgresql://bot:pa%ss@host/db and T.O.K "
        "GET /guilds/56/members/1234567890123456789 /users/1234567890123456789",
        "T.O.K",
        "",
    )
    for secret in ("aBc_-9", "xYz=", "pa%ss", "T.O.K", "1234567890123456789"):
        assert secret not in line
    assert "/webhooks/12/[hidden]/messages/@original" in line
    assert "/interactions/34/[hidden]/callback" in line
    assert "postgresql://bot:[hidden]@host/db" in line
    assert "/guilds/56/members/[hidden] /users/[hidden]" in line
