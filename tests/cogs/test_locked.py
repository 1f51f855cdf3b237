"""Threads that staff locks: nothing can be changed there, and what must be forgotten goes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs import server_events
from cogs.client import MonsterBot
from playground.model import Channel
from storage.errors import Away
from tables.room.room import Room
from tests.cogs.clicking import renew, table_of
from tests.cogs.party import Party, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_taken_away import becomes, status


async def begun(party: Party, bot: MonsterBot, game: str) -> Party:
    """Begin a game of Anna and Ben in a thread, each with an open panel."""
    await party.command("Anna", "play", game=game, thread=True)
    thread = next(place for place in party.world.channels.values() if place.parent)
    inside = Party(party.world, thread.id)
    await inside.press("Ben", await inside.until(inside.board), "join")
    if game == "meistercoup":
        await inside.press("Anna", inside.board(), "add")
    await inside.press("Anna", inside.board(), "start")
    await inside.until(lambda: verbs(inside.board(), "seat"))
    for name in ("Anna", "Ben"):
        await inside.seat(name)
    await inside.until(lambda: bot.idle)
    return inside


def place(party: Party) -> Channel:
    return party.world.channels[party.channel]


def shown(party: Party) -> list[Any]:
    """Return what anybody sees of the game."""
    return [
        message
        for name in ("Anna", "Ben", "Chiara")
        for message in party.seen(name)
        if message["embeds"] or message["attachments"]
    ]


async def test_what_must_be_forgotten_goes_when_a_thread_is_locked(
    party: Party, bot: MonsterBot
) -> None:
    inside = await begun(party, bot, "monster_meister")
    table = table_of(inside)
    party.world.moderation.lock(inside.channel)
    await inside.until(lambda: not shown(inside))
    await becomes(inside, bot, table, "paused")
    party.world.moderation.lock(inside.channel, False)
    await inside.until(lambda: verbs(inside.board(), "seat"))
    assert (await inside.seat("Anna"))["attachments"]


async def test_what_could_not_be_deleted_goes_at_the_next_moment(
    party: Party, bot: MonsterBot
) -> None:
    inside = await begun(party, bot, "monster_meister")
    place(inside).archived = True
    party.world.moderation.lock(inside.channel)
    await inside.until(lambda: bot._outbox.parked)
    assert shown(inside)
    party.world.moderation.archive(inside.channel, False)
    await inside.until(lambda: not shown(inside))


async def test_a_game_without_secrets_of_the_past_stays_as_it_was(
    party: Party, bot: MonsterBot
) -> None:
    inside = await begun(party, bot, "meistercoup")
    before = [message["id"] for message in shown(inside)]
    party.world.moderation.lock(inside.channel)
    await inside.until(lambda: bot.idle or bot._outbox.parked)
    await asyncio.sleep(0.2)
    assert [message["id"] for message in shown(inside)] == before


@pytest.mark.parametrize("verb", ["seat", "rules"])
async def test_a_press_in_a_locked_thread_is_no_fault_of_ours(
    party: Party, bot: MonsterBot, verb: str, caplog: pytest.LogCaptureFixture
) -> None:
    inside = await begun(party, bot, "meistercoup")
    party.world.desk.ack_seconds = 0.5
    board = inside.board()
    place(inside).locked = True  # before the bot hears of it
    attempt = await inside.press("Chiara", board, verb)
    assert attempt.failed, "Discord takes no answer"
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]


async def test_a_thread_that_was_locked_while_the_bot_looked_away(
    party: Party, bot: MonsterBot
) -> None:
    inside = await begun(party, bot, "monster_meister")
    table, kind = table_of(inside), "socket_event_type"
    place(inside).locked = True
    heard = asyncio.create_task(bot.wait_for(kind, check=lambda told: told == "GUILD_CREATE"))
    await asyncio.sleep(0)
    party.world.publish("guild_create", place(inside).guild)  # all there is, as after a start
    async with within(10):
        await heard
    await inside.until(lambda: not shown(inside))
    await becomes(inside, bot, table, "paused")


async def test_a_panel_that_cannot_be_brought_up_to_date_goes(
    party: Party, bot: MonsterBot
) -> None:
    inside = await begun(party, bot, "monster_meister")
    room = await bot.host.rooms.get(table_of(inside))
    place(inside).locked = True  # before the bot hears of it
    await renew(bot, room, int(party.id("Ben")))
    await inside.until(lambda: not [m for m in inside.seen("Ben") if m["ephemeral"]])


async def test_a_board_in_an_archived_thread_goes_once_the_next_has_opened_that(
    party: Party, bot: MonsterBot
) -> None:
    inside = await begun(party, bot, "monster_meister")
    old = inside.board()["id"]
    place(inside).archived = True
    bot.boards.publish(table_of(inside), anew=True)
    await inside.until(lambda: bot.idle)
    assert not place(inside).archived and inside.board()["id"] != old
    assert old not in party.world.messages


async def test_a_lock_that_is_undone_at_once_leaves_no_table_paused(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = await begun(party, bot, "meistercoup")
    table, pause = table_of(inside), bot.host.play.pause

    async def pauses(*args: Any) -> None:
        await pause(*args)
        await asyncio.sleep(0.3)

    monkeypatch.setattr(bot.host.play, "pause", pauses)
    party.world.moderation.lock(inside.channel)
    await becomes(inside, bot, table, "paused")
    party.world.moderation.lock(inside.channel, False)
    await becomes(inside, bot, table, "running")


@pytest.mark.expects_log("taken in later: no store")
async def test_a_lock_that_is_taken_in_late_counts_no_more_once_it_is_undone(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = await begun(party, bot, "meistercoup")
    table, find, found = table_of(inside), bot.host.rooms.at, list[int]()

    async def at(channel: int) -> Room | None:
        found.append(channel)
        if len(found) == 1:
            raise Away("no store")
        return await find(channel)

    monkeypatch.setattr(server_events, "PAUSES", (0.2,))
    monkeypatch.setattr(bot.host.rooms, "at", at)
    party.world.moderation.lock(inside.channel)
    await inside.until(lambda: len(found) == 1)
    party.world.moderation.lock(inside.channel, False)
    await inside.until(lambda: len(found) == 5 and not bot._working)
    assert await status(bot, table) == "running"
