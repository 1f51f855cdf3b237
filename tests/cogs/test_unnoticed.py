"""What somebody does that nobody else can see changes nothing that others see or are answered."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.shown.boards import OLD
from tests.cogs.clicking import refused, table_of
from tests.cogs.party import Message, Party, verbs
from tests.tables.house import running
from tests.tables.test_unnoticed import lay

pytestmark = pytest.mark.usefixtures("plain", "impatient")
PEOPLE = ("Anna", "Ben", "Chiara")
ASKED = ("tables", "stats", "my-data")


def shown(party: Party, names: list[str]) -> str:
    """Return all that these people see in the channel, to the byte and the second."""
    pictures = [
        (file.id, file.filename, file.data.hex())
        for message in party.world.messages.values()
        for file in message.attachments
        if message.only_for is None or message.only_for.name in names
    ]
    return json.dumps([*(party.seen(name) for name in names), pictures])


async def answers(party: Party, name: str) -> list[Any]:
    """Return what somebody is answered who asks what goes on."""
    asked = [(await party.command(name, command)).message for command in ASKED]
    return [
        (
            m["content"],
            m["embeds"],
            [file.data for file in party.world.messages[m["id"]].attachments],
        )
        for m in asked
    ]


async def long_ago(bot: MonsterBot, table: str) -> None:
    """Let a board be an old one, and of before a start."""
    board = await bot.host.store.shown.board(table)
    assert board is not None and board.posted is not None
    await bot.host.store.shown.save_board(replace(board, posted=board.posted - 2 * OLD))
    bot.boards._boards.drop(table)


async def test_cards_laid_back_unseen_change_nothing_for_others(
    party: Party, bot: MonsterBot
) -> None:
    await party.open("tueftelmonster", *PEOPLE[1:])
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    room = await bot.host.rooms.get(table_of(party))
    seat = lay(room)
    others = [name for name in PEOPLE if name != room.table.players[seat].name]
    await party.leave(others[1])
    match = running(room)
    room.match = replace(match, options=match.options.model_copy(update={"clock": "none"}))
    bot.host.play.look(room.table.id)
    board: Message = await party.until(lambda: verbs(party.board(), "vote") and party.board())
    await party.seat(others[0])
    before = [await answers(party, name) for name in others]
    await party.until(lambda: bot.idle)
    await long_ago(bot, room.table.id)
    seen, requests = shown(party, others), list[str]()
    check, party.world.on_request = party.world.on_request, lambda r: requests.append(r.path)
    for _ in range(2):
        async with room.lock:
            now, act = time.time() + 100, running(room).legal(seat)[1]
            await bot.host.play.act(room, seat, running(room).token(seat), act, now)
        await party.until(lambda: bot.idle)
    assert (shown(party, others), requests) == (seen, [])
    party.world.on_request = check
    assert [await answers(party, name) for name in others] == before
    attempt = await party.press(others[0], board, "vote")
    refused(party, bot, attempt, others[0], "vote.done")
