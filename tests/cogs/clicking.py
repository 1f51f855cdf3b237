"""What tests do at tables, also what a page would not offer, and what is to be said about it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import discord
import pytest

from cogs import chores
from cogs.client import MonsterBot
from cogs.server_events import ServerEvents
from playground.world import attempts
from tables.room.room import Room
from tests.cogs.party import Message, Party, moves, text, verbs
from tests.cogs.stopwatch import within


def server_listener(bot: MonsterBot) -> ServerEvents:
    """Return the part of a bot that hears what happens to servers."""
    cog = bot.get_cog("ServerEvents")
    assert isinstance(cog, ServerEvents)
    return cog


async def press_forged(
    party: Party, bot: MonsterBot, name: str, custom_id: str, *values: str
) -> Any:
    """Let a person use a control with any custom_id, as a message of another version may have."""
    view = discord.ui.View(timeout=None)
    if values:
        options = [discord.SelectOption(label=value, value=value) for value in values]
        most = len(values)
        view.add_item(discord.ui.Select(custom_id=custom_id, options=options, max_values=most))
    else:
        view.add_item(discord.ui.Button(label="?", custom_id=custom_id))
    view.stop()
    channel = bot.get_partial_messageable(int(party.channel))
    message = str((await channel.send("old", view=view)).id)
    person = party.id(name)
    if values:
        return await party.answered(party.world.select(person, message, custom_id, list(values)))
    return await party.answered(party.world.press(person, message, custom_id))


def in_direct_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything people do from now on come from a direct message with the bot."""
    payload = attempts.payload

    def direct(*args: Any) -> dict[str, Any]:
        shape = payload(*args)
        user = shape.pop("member")["user"]
        for name in ("guild", "guild_id", "guild_locale"):
            del shape[name]
        channel = {"id": shape["channel_id"], "type": 1, "recipients": [user], "flags": 0}
        return {**shape, "user": user, "context": 1, "channel": channel, "app_permissions": "0"}

    monkeypatch.setattr(attempts, "payload", direct)


def sentence(party: Party, bot: MonsterBot, person: str, key: str, /, **values: object) -> str:
    """Return a text of the catalogue in this person's language."""
    guild, locale = int(party.world.guild.id), party.world.person(person).locale
    words = bot.pages.private(guild, int(party.channel), locale)
    return words.named(key, **values)


def refused(
    party: Party, bot: MonsterBot, attempt: Any, person: str, key: str, /, **values: object
) -> None:
    """Assert that this person, and nobody else, was told this sentence in their language."""
    assert attempt.acknowledged and not attempt.failed
    message = attempt.followups[-1] if attempt.kind == 6 else attempt.message
    assert message is not None
    assert message["content"] == sentence(party, bot, person, key, **values)
    assert message["ephemeral"]
    for other in party.world.people.values():
        if other.name != person and not other.bot:
            assert message["id"] not in [m["id"] for m in party.seen(other.name)]


async def renew(bot: MonsterBot, room: Room, user: int) -> None:
    """Have a panel edited though it may show already what it is to show."""
    panel = bot.panels._open[room.table.id, user]
    async with panel.lock:  # held until it is known what was shown
        panel.unknown()
    bot.panels.refresh(room, user)


def table_of(party: Party, name: str = "Anna") -> str:
    """Return the id of the table whose board is the newest."""
    board = party.board(name)
    first: str = board["components"][0]["components"][0]["custom_id"]
    return first.split(":")[1]


async def record(bot: MonsterBot, table: str) -> Any:
    """Return all that refused clicks must not change: the log, and who plays what with whom."""
    row = await bot.host.store.tables.get(table)
    assert row is not None
    log = await bot.host.store.tables.entries(table)
    return log, row.status, row.host, row.players, row.options, row.started, row.updated


async def lobby(party: Party, *others: str, computers: int = 0) -> Message:
    """Let Anna open a table with these people, and return the board that shows them."""
    await party.open("meistercoup", *others, computers=computers)
    seats = str(1 + len(others) + computers)
    await party.until(lambda: f"({seats} " in text(party.board()))
    return party.board()


def often(bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
    """Let a bot see to things from now on so many seconds after it has, each by its pause."""
    for pause, wanted in seconds.items():
        monkeypatch.setattr(chores, pause, wanted)
    bot.chores.close()
    bot.chores.start()


async def start(party: Party, *others: str, computers: int = 0) -> str:
    """Begin a match of Anna with these people; return the table's id."""
    await party.press("Anna", await lobby(party, *others, computers=computers), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    return table_of(party)


async def show_news(bot: MonsterBot, table: str) -> None:
    """Have a table's board say something new."""
    room = await bot.host.rooms.get(table)
    room.notes.add("note.taken_back", name=f"Person {time.monotonic_ns()}")
    bot.boards.publish(table)


async def forward(bot: MonsterBot, table: str, stop: Callable[[Any], bool]) -> None:
    """Let everybody make a random move, people without clicks, until a state is reached."""
    room, chance = await bot.host.rooms.get(table), random.Random(table)
    async with within(60):
        while True:
            async with room.lock:
                match = room.match
                if match is None or match.over or stop(match.state):
                    return
                people = [seat for seat in match.to_act() if room.person(seat) is not None]
                if people:
                    seat = people[0]
                    action = chance.choice(match.game.legal(match.state, seat))
                    await bot.host.play.act(room, seat, match.to_act()[seat], action, match.at)
                    # A click would have been answered with it.
                    bot.panels.refresh(room, room.table.players[seat].user or 0)
            await asyncio.sleep(0)


async def result(party: Party, bot: MonsterBot, table: str) -> Message:
    """Play a match to its end; return the board that shows the result."""
    await forward(bot, table, lambda state: False)
    await party.until(lambda: verbs(party.board(), "again"))
    return party.board()


async def asked(party: Party, *names: str) -> tuple[str, Message]:
    """Open these people's panels; return the person who is to act, with their panel."""
    panels = {name: await party.seat(name) for name in names}

    def found() -> tuple[str, Message] | None:
        panels.update({name: party.panel(name) for name in names})
        return next(((name, panel) for name, panel in panels.items() if moves(panel)), None)

    who: tuple[str, Message] = await party.until(found)
    return who


async def turn(party: Party) -> tuple[str, str, Any]:
    """Return who is to act, who is not, and the panel of the former."""
    name, panel = await asked(party, "Anna", "Ben")
    return name, "Ben" if name == "Anna" else "Anna", panel


async def click(party: Party, name: str, message: Any, custom_id: str) -> Any:
    """Let a person press this very control."""
    person = party.id(name)
    return await party.answered(party.world.press(person, message["id"], custom_id))
