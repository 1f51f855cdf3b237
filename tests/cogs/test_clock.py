"""A bot whose clock is put ahead does what is due, one thing after another."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.client import MonsterBot
from playground.world.clock import Clock
from playground.world.snowflakes import created_at
from tables.meetings import course
from tests.cogs.dates import agree, lobby
from tests.cogs.party import Party, text

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


@pytest.fixture
def clock(party: Party, bot: MonsterBot) -> Iterator[Clock]:
    """The clock by which the world and the bot go, at noon: nobody's quiet hours are near."""
    clock = Clock()
    clock.ahead = (12 * HOUR - time.time() % DAY) % DAY
    party.world.go_by(clock)
    clock.follow(bot)
    with clock.shared():
        yield clock


async def test_a_date_is_called_and_begins_while_time_passes(
    party: Party, bot: MonsterBot, clock: Clock
) -> None:
    posted: list[Any] = []
    party.world.subscribe(
        lambda kind, subject: posted.append(subject) if kind == "message_create" else None
    )
    meeting = await agree(party, bot, "Ben", when="in 2 Stunden")
    await clock.let_pass(2 * HOUR + 5 * MINUTE)
    await party.until(lambda: all(name in text(lobby(party)) for name in ("Anna", "Ben")))
    [call] = [message for message in posted if message.mentions]
    assert {person.name for person in call.mentions} == {"Anna", "Ben"}
    assert 0 <= created_at(call.id) - (meeting.at - course.REMIND) < 2 * MINUTE
    opened = created_at(lobby(party)["id"]) - meeting.at
    assert 0 <= opened < 2 * MINUTE, "not only when all the time has passed"


async def test_what_the_bot_looks_for_now_and_then_is_found_at_once(
    party: Party, bot: MonsterBot, clock: Clock
) -> None:
    await party.command("Anna", "play", game="meistercoup")
    await party.until(lambda: lobby(party))
    await clock.let_pass(2 * DAY)
    await party.until(lambda: "lange nichts passiert" in str(party.board()))
    panels = [m for m in party.seen("Anna") if m["ephemeral"]]
    assert panels, "what was said to one person alone stays as it is"
