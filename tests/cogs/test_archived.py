"""Threads that Discord archives: nothing can be changed there, but a new message wakes them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial

import pytest

from cogs.client import MonsterBot
from cogs.shown import boards
from playground.model import Channel
from playground.world import threads
from storage.meetings import Meeting
from storage.people import Habit
from tables.meetings import course
from tables.room.room import Room
from tests.cogs.ahead import Ahead
from tests.cogs.clicking import show_news, table_of
from tests.cogs.dates import agree, shift
from tests.cogs.dates import calls as called
from tests.cogs.moderating import let_in, staff
from tests.cogs.party import Message, Party, text, verbs
from tests.cogs.test_calls import calls, mentioned, slow
from tests.cogs.test_locked import begun as played
from tests.cogs.test_locked import place
from tests.cogs.test_moderation import offered
from tests.cogs.test_notify import letters
from tests.cogs.test_taken_away import becomes
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
        await bot.host.store.habits.save(Habit(int(inside.id(name)), direct=True, locale="de"))
    room = await begun(inside, bot, monkeypatch)
    name, before = mentioned(inside)[0], room.running.sequence
    for _ in range(30):
        archive(inside)
        ahead.let_pass(bot, SHARE)
        await asyncio.sleep(0.1)
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
        await asyncio.sleep(0.1)
        await inside.until(lambda: bot.idle)
        if room.running.sequence > before:
            break
    await inside.until(lambda: len(mentioned(inside)) == 3 and bot.idle)
    assert reminder["id"] not in [m["id"] for m in inside.seen(name)], "the clock has decided"
    assert board(inside)["id"] != old["id"] and text(board(inside)) != text(old)
    assert not await bot.host.store.leftovers.due()


@pytest.mark.parametrize("wait", [0.0, 0.5])
async def test_what_is_done_there_is_shown_also_where_its_board_waits(
    inside: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, wait: float
) -> None:
    room = await begun(inside, bot, monkeypatch)
    [call] = calls(inside, mentioned(inside)[0])
    old, [seat, *_] = board(inside), people_asked(room)
    monkeypatch.setattr(boards, "APART", wait)
    bot.boards._board(room.table.id).shown = time.monotonic()
    async with room.lock:
        match = room.running
        action, token = match.legal(seat)[0], match.to_act()[seat]
        await bot.host.play.act(room, seat, token, action, match.at)
    await inside.until(lambda: bot.idle and text(board(inside)) != text(old))
    assert call["id"] not in [m["id"] for m in inside.seen("Chiara")]


async def test_an_old_board_there_keeps_no_new_one_away(
    inside: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await slow(inside, bot, monkeypatch)
    await inside.until(lambda: mentioned(inside) and bot.idle)
    left = (await bot.get_partial_messageable(int(inside.channel)).send("old")).id
    known = bot.boards._board(room.table.id)
    assert known.record is not None
    known.record = replace(known.record, leftovers=(left,))
    archive(inside)
    bot.boards.publish(room.table.id)
    await inside.until(lambda: bot.idle)
    await show_news(bot, room.table.id)
    await inside.until(lambda: bot.idle and str(left) not in inside.world.messages)


async def test_what_must_be_forgotten_goes_with_a_lock_that_is_undone_while_it_sleeps(
    party: Party, bot: MonsterBot
) -> None:
    inside = await played(party, bot, "monster_meister")
    old, table = inside.board(), table_of(inside)
    place(inside).archived = True
    party.world.moderation.lock(inside.channel)
    await becomes(inside, bot, table, "paused")
    await inside.until(lambda: bot._outbox.parked)
    party.world.moderation.lock(inside.channel, False)
    await inside.until(lambda: bot.idle and verbs(inside.board(), "seat"))
    assert old["id"] not in party.world.messages and not place(inside).archived


async def test_an_offer_there_goes_once_it_is_woken(inside: Party, bot: MonsterBot) -> None:
    let_in(inside)
    inside.world.person("Gül").moderator = True
    offer = await offered(inside)
    await inside.until(lambda: bot.idle)
    await staff(inside, "end", "Gül")
    await inside.until(lambda: bot.idle)
    archive(inside)
    await bot.presses.staff.offers.sweep()
    assert await bot.host.store.staff.offers() == []
    inside.world.moderation.archive(inside.channel, False)
    await inside.until(lambda: offer["id"] not in inside.world.messages)


def _moved(at: float, meeting: Meeting) -> Meeting:
    return course.move(meeting, 7, at, time.time())


async def test_people_are_called_to_a_date_there_again(inside: Party, bot: MonsterBot) -> None:
    meeting = await agree(inside, bot, "Ben")
    await inside.until(lambda: bot.idle)
    for number in (1, 2):
        archive(inside)
        later = time.time() + 3600 * (3 - number) * 10
        await bot.host.meetings.change(meeting.id, meeting.guild, partial(_moved, later))
        await inside.until(lambda: bot.idle and not place(inside).archived)
    assert len(called(inside)) == 1
    archive(inside)
    await shift(bot, meeting, time.time() + 600)
    await inside.until(lambda: bot.idle and not place(inside).archived)
    assert len(called(inside)) == 1
