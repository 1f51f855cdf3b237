"""People who play Monster Meister by clicks, and a reading of all that they could still open."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from cogs.client import MonsterBot
from engine.monster_meister.values import State, View
from screens.kit.studio import Studio
from screens.names import Names
from screens.page import Page, Picture
from screens.texts import language
from tables import tips
from tables.room.room import Room
from tests.cogs.looks import faithful
from tests.cogs.party import Party, moves, text, verbs
from tests.cogs.stopwatch import within

Until = Callable[[State], bool]
FACE = re.compile(r"([A-J]\d+)\s([●▲■◆]\s\w+\s\d(?: \+ [●▲■◆]\s\w+\s\d)?)")
PEOPLE = ("Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül")


def hurry(party: Party, bot: MonsterBot, monkeypatch: Any, look_seconds: float = 60.0) -> None:
    """Let boards follow at once, and give so much time to look, to people who know the game."""

    async def none(*who: Any) -> tips.Told:
        return tips.NOTHING

    party.world.rate_limits = False
    monkeypatch.setattr(bot.panels.tips, "of", none)
    monkeypatch.setattr("cogs.shown.boards.APART", 0.2)
    game = bot.host.games["monster_meister"]
    monkeypatch.setattr(game, "box", game.box.model_copy(update={"look_seconds": look_seconds}))


async def begin(party: Party, computers: int = 0) -> None:
    """Seat Anna, Ben and so many computers, and start, which opens Anna's panel; open Ben's."""
    await party.open("monster_meister", "Ben", computers=computers)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    await party.seat("Ben")


async def with_task(party: Party, bot: MonsterBot, task: str) -> None:
    """Begin a game for Anna and Ben in which every task is this one."""
    game = bot.host.games["monster_meister"]
    bot.services.lessons._sound[game.id] = False  # its lesson has other tasks
    cards = [t.model_copy(update={"copies": 10}) for t in game.box.tasks if t.id == task]
    game.box = game.box.model_copy(update={"tasks": tuple(cards)})
    await begin(party)


async def room_of(party: Party, bot: MonsterBot) -> Room:
    """Return the table of the newest board."""
    return await bot.host.rooms.get(verbs(party.board(), "seat")[0].split(":")[1])


def state(room: Room) -> State:
    """Return the state of the match at a table."""
    assert room.match is not None
    found: State = room.match.state
    return found


def names_of(room: Room) -> Names:
    """Return the names at a table."""
    return Names.of(player.name for player in room.table.players)


def view(room: Room, seat: int | None = None) -> View:
    """Return what a seat, or a bystander, may know now."""
    assert room.match is not None
    found: View = room.match.game.view(room.match.state, seat)
    return found


async def act(party: Party, name: str, chooser: random.Random) -> bool:
    """Let this person press one of their buttons, if there is one.

    For a moment there is no panel, when it is posted anew below the board.
    """
    try:
        panel = party.panel(name)
    except IndexError:
        return False
    if moves(panel):
        person = party.id(name)
        pressed = chooser.choice(moves(panel))
        await party.answered(party.world.press(person, panel["id"], pressed))
    return bool(moves(panel))


async def people(room: Room, party: Party, chooser: random.Random, until: Until) -> None:
    """Let Anna and Ben play, each for themselves, until something holds of the state."""

    async def one(name: str) -> None:
        seat = room.seat_of(int(party.id(name)))
        while not until(state(room)):
            if (
                room.match is None
                or seat not in room.match.to_act()
                or not await act(party, name, chooser)
            ):
                await asyncio.sleep(0.01)

    async with within(90):
        await asyncio.gather(one("Anna"), one("Ben"))


async def settle(party: Party, bot: MonsterBot, room: Room) -> None:
    """Wait until the newest board and panels show the table as it is now."""

    def done() -> bool:
        if not bot.idle:
            return False
        shown = {name: expected(bot, room, party, name) for name in ("Anna", "Ben")}
        return all(
            faithful(message, *wanted, room.table.id)
            for name, (board, panel) in shown.items()
            for message, wanted in ((party.board(), board), (party.panel(name), panel))
        )

    async with within(10):
        while not done():
            await asyncio.sleep(0.02)


def openable(party: Party) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return everything that anybody could still open, each with the person's name."""
    for name in PEOPLE:
        for entry in party.world.openable(party.id(name), party.channel):
            yield name, entry


def expected(bot: MonsterBot, room: Room, party: Party, name: str) -> list[tuple[Page, int]]:
    """Return what the board, and this person's panel, show of the table as it is now."""
    person = party.world.person(name)
    shown = [(bot.pages.board(room), 0)]
    user = int(person.id)
    if room.seat_of(user) is not None:
        shown.append(bot.pages.panel(room, user, "", language(person.locale)))
    return shown


def words_of(entry: dict[str, Any]) -> str:
    """Return all that can be read in an entry of `openable`: text, labels, names, alt texts."""
    if entry["kind"] == "message":
        message = entry["message"]
        labels = [c.get("label") or "" for row in message["components"] for c in row["components"]]
        ids = [c["custom_id"] for row in message["components"] for c in row["components"]]
        return "\n".join([text(message), *labels, *ids])
    return f"{entry.get('filename')} {entry.get('description')} {entry['url']}"


def paint(picture: Picture) -> bytes:
    """Return a picture, painted anew."""
    studio = Studio()
    return studio.png(picture.paint(studio))
