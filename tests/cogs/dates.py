"""Games that are agreed for a time, as tests see and change them."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.client import MonsterBot
from storage.meetings import Meeting
from tables.meetings import course
from tests.cogs.party import Message, Party, text, verbs

DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


def shown(party: Party, name: str = "Anna") -> Message:
    """Return the newest message of a meeting."""
    return [m for m in party.seen(name) if not m["ephemeral"] and "Verabredung" in text(m)][-1]


def footer(party: Party) -> str:
    """Return the small print of the meeting."""
    told: str = shown(party)["embeds"][-1]["footer"]["text"]
    return told


def lobby(party: Party) -> Message:
    """Return the board of the lobby."""
    return [m for m in party.seen("Anna") if verbs(m, "start")][-1]


def weekly() -> str:
    """Return a time of every week, as it is typed, that comes first in three days, at whatever hour
    this is asked."""
    return f"jeden {DAYS[(datetime.now(UTC).weekday() + 3) % 7]} 20:00"


def calls(party: Party) -> list[Message]:
    """Return the messages that mention people."""
    return [m for m in party.seen("Anna") if m["mentions"]]


async def called_times(party: Party, times: int) -> None:
    """Wait until people were called so often."""
    await party.until(lambda: len(calls(party)) == times)


async def agree(
    party: Party, bot: MonsterBot, *guests: str, when: str = "morgen 20:00", **options: Any
) -> Meeting:
    """Let Anna call a meeting and others take seats; return it."""
    await party.command("Anna", "plan", game="meistercoup", when=when, **options)
    message = await party.until(lambda: shown(party))
    for name in guests:
        await party.press(name, message, "meet_seat")
    await party.until(lambda: f"Dabei: {len(guests) + 1} von" in text(shown(party)))
    meeting = (await bot.host.store.meetings.open(int(party.world.guild_id)))[-1]
    return meeting


async def shift(bot: MonsterBot, meeting: Meeting, at: float, **changes: Any) -> None:
    """Let a meeting be at another time, without a word."""
    await bot.host.meetings.change(
        meeting.id, meeting.guild, lambda m: replace(m, at=at, wall="", **changes)
    )


async def begin(party: Party, bot: MonsterBot, meeting: Meeting) -> Message:
    """Let the time of a meeting come, and return the message that gathers its people."""
    await shift(bot, meeting, time.time(), reminded=True)
    await party.until(lambda: "es ist so weit" in text(shown(party)).casefold())
    return shown(party)


async def appeared(bot: MonsterBot, meeting: Meeting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time be over in which people say that they are there."""
    monkeypatch.setattr(course, "PATIENCE", 0.0)
    await shift(bot, meeting, time.time())
