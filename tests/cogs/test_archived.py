"""Threads that Discord archives: nothing can be changed there, but a new message wakes them."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.client import MonsterBot
from playground.model import Channel
from playground.world import threads
from storage.people import Habit
from tables.room.room import Room
from tests.cogs.ahead import Ahead
from tests.cogs.clicking import press_forged, show_news
from tests.cogs.party import Message, Party, text, verbs
from tests.cogs.test_calls import calls, mentioned, slow
from tests.cogs.test_locked import begun as played
from tests.cogs.test_locked import place, shown
from tests.cogs.test_meetings import agree, shift
from tests.cogs.test_meetings import calls as called
from tests.cogs.test_moderation import offered
from tests.cogs.test_notify import letters
from tests.cogs.test_staff import id_of, let_in
from tests.cogs.test_taken_away import becomes
from tests.cogs.test_tournament import board as contest
from tests.cogs.test_tournament import opened, press
from tests.tables.house import people_asked

pytestmark = pytest.mark.usefixtures("plain", "brisk")

SHARE = 3600.0
"""Seconds that are let pass at once."""


@pytest.fixture
def inside(party: Party, bot: MonsterBot) -> Party:
    """Return the people in a thread."""
    channel = party.world.channels[party.channel]
    thread = threads.open_in(party.world, channel, {"name": "abends", "type": 11})
    return Party(party.world, thread.id, bot)


def archive(party: Party) -> Channel:
    """Archive the thread, and return it."""
    party.world.moderation.archive(party.channel)
    return place(party)


def board(party: Party) -> Message:
    """Return the only board."""
    [standing] = [m for m in party.seen("Chiara") if m["components"] and not m["ephemeral"]]
    return standing


async def begun(inside: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Begin a game over days in which somebody was called, in a thread that sleeps since."""
    room = await slow(inside, bot, monkeypatch)
    await inside.until(lambda: mentioned(inside) and bot.idle)
    archive(inside)
    return room


async def test_a_game_over_days_goes_on_by_itself(
    inside: Party, bot: MonsterBot, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Anna", "Ben"):
        await bot.host.store.alerts.keep(Habit(int(id_of(inside, name)), direct=True, locale="de"))
    room = await begun(inside, bot, monkeypatch)
    name, before = mentioned(inside)[0], room.running.sequence
    for _ in range(30):
        archive(inside)
        ahead.let_pass(bot, SHARE)
        await inside.until(lambda: bot.idle)
        if len(mentioned(inside)) == 2:
            break
    assert mentioned(inside) == [name, name] and room.running.sequence == before
    [reminder] = calls(inside, name)
    assert "warten alle auf dich" in reminder["content"] and len(letters(inside, name)) == 2
    old = board(inside)
    for _ in range(30):
        archive(inside)
        ahead.let_pass(bot, SHARE)
        await inside.until(lambda: bot.idle)
        if room.running.sequence > before:
            break
    await inside.until(lambda: len(mentioned(inside)) == 3 and bot.idle)
    assert reminder["id"] not in [m["id"] for m in inside.seen(name)], "the clock has decided"
    assert board(inside)["id"] != old["id"] and text(board(inside)) != text(old)
    assert not await bot.host.store.leftovers.due() and not await bot.host.store.shown.owed()


@pytest.mark.parametrize("first", ["call", "board"])
async def test_what_is_done_there_is_shown_whatever_is_tried_first(
    inside: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    room = await begun(inside, bot, monkeypatch)
    [call] = calls(inside, mentioned(inside)[0])
    old, [seat, *_] = board(inside), people_asked(room)
    if first == "call":
        monkeypatch.setattr("cogs.shown.boards.APART", 0.5)
        bot.boards._board(room.table.id).shown = bot._outbox._items.clear() or _now()
    async with room.lock:
        match = room.running
        action, token = match.legal(seat)[0], match.to_act()[seat]
        await bot.host.play.act(room, seat, token, action, match.at)
    await inside.until(lambda: board(inside)["id"] != old["id"] and bot.idle)
    assert call["id"] not in [m["id"] for m in inside.seen("Chiara")]


async def test_what_stands_there_twice_goes_with_the_next_board(
    inside: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun(inside, bot, monkeypatch)
    left = await bot.get_partial_messageable(int(inside.channel)).send("old")
    await inside.until(lambda: bot.idle)
    known = bot.boards._board(room.table.id)
    assert known.record is not None
    known.record = replace_leftovers(known.record, left.id)
    archive(inside)
    bot.boards.publish(room.table.id)
    await inside.until(lambda: bot.idle)
    await show_news(bot, room.table.id)
    await inside.until(lambda: bot.idle and str(left.id) not in inside.world.messages)
