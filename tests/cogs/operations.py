"""What people do at tables, each operation with what comes before it, in any game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

from tests.cogs.as_stored import PEOPLE, about
from tests.cogs.party import Message, Party, moves, verbs
from tests.cogs.stopwatch import within
from tests.cogs.within import Inside

FORGETFUL = ("monster_meister", "bugs")
"""Games in which nothing may be read that a player would have to remember."""
CLICKS = 6
"""How many a move takes at most."""
NEXT = 0.5
"""Seconds that somebody waits for what their panel shows next."""

Step: TypeAlias = Callable[[Party, Inside, str], Awaitable[Any]]
"""Takes the people, the inside of the bot, and the game."""


async def opened(party: Party, inside: Inside, game: str) -> None:
    """Let Anna and Ben sit down."""
    await party.open(game, "Ben")


async def lobby(party: Party, inside: Inside, game: str) -> None:
    """Let the three sit down, and two of them look at what else they can do."""
    await party.command("Anna", "play", game=game)
    for name in PEOPLE[1:]:
        await party.until(lambda: verbs(party.board(), "join"))
        await party.press(name, party.board(), "join")
    for name in PEOPLE[:2]:
        await party.more(name)


async def table(party: Party, inside: Inside, game: str) -> None:
    """Begin a game of the three, each with an open panel."""
    await party.command("Anna", "play", game=game)
    for name in PEOPLE[1:]:
        await party.until(lambda: verbs(party.board(), "join"))
        await party.press(name, party.board(), "join")
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    for name in PEOPLE:
        await party.seat(name)


async def asked(party: Party, inside: Inside, game: str) -> None:
    """Begin a game and wait until somebody can move."""
    await table(party, inside, game)
    async with within(10):
        while not await _asked(party, inside):
            await asyncio.sleep(0.02)


async def _asked(party: Party, inside: Inside) -> list[str]:
    """Return who can press the way to a move."""
    table, people = about(party.board()), {n: party.id(n) for n in PEOPLE}
    return [name for name, id in people.items() if await inside.press(table, int(id))]


async def move(party: Party, inside: Inside, game: str) -> None:
    """Let who is asked press the way to a move, until one was made."""
    name, *_ = await _asked(party, inside)
    table, person = about(party.board()), party.id(name)
    before = await inside.played(table)
    for _ in range(CLICKS):
        panel = party.panel(name)
        verb, args, values = await inside.press(table, int(person))
        found = [id for id in verbs(panel, verb) if id.endswith(f":{verb}:{args}")]
        if found and values:
            await party.world.select(person, panel["id"], found[0], values)
        elif found:
            await party.world.press(person, panel["id"], found[0])
        if await inside.played(table) > before:
            return
        await what_comes_next(party, name, panel)
    raise AssertionError(f"{name} did not come to a move")


async def what_comes_next(party: Party, name: str, panel: Message) -> None:
    """Wait for it a while: a press may be answered before its panel shows anything new."""
    with suppress(TimeoutError):
        await party.until(lambda: moves(party.panel(name)) != moves(panel), NEXT)


def ending(what: str) -> tuple[Step, Step]:
    """Return how people come before the end of a round or a match, and how it ends."""

    async def before(party: Party, inside: Inside, game: str) -> None:
        await table(party, inside, game)
        await inside.forward(about(party.board()), what)
        if game in FORGETFUL:
            await party.until(lambda: verbs(party.board(), "words"))
            await party.press("Ben", party.board(), "words")

    async def end(party: Party, inside: Inside, game: str) -> None:
        await inside.end(about(party.board()), what)

    return before, end


async def leaving(party: Party, inside: Inside, game: str) -> None:
    """Begin a game and let Ben be asked whether he really leaves."""
    await table(party, inside, game)
    await party.command("Ben", "leave")


async def leave(party: Party, inside: Inside, game: str) -> None:
    """Let Ben leave, as he was asked."""
    question, person = party.panel("Ben"), party.id("Ben")
    await party.world.press(person, question["id"], verbs(question, "quit")[0])


async def finished(party: Party, inside: Inside, game: str) -> None:
    """Play a game to its end."""
    await table(party, inside, game)
    await inside.forward(about(party.board()), "through")
    await party.until(lambda: verbs(party.board(), "again"))


async def call(party: Party, inside: Inside, game: str) -> None:
    """Let the table wait for long."""
    await inside.call(about(party.board()))


def pressing(name: str, verb: str) -> Step:
    """Return the press of a public button."""

    async def press(party: Party, inside: Inside, game: str) -> None:
        await party.press(name, party.board(), verb)

    return press


async def to_the_bottom(party: Party, inside: Inside, game: str) -> None:
    """Let Ben ask for the board."""
    await party.command("Ben", "board")


OPERATIONS: dict[str, tuple[Step, Step]] = {
    "join": (opened, pressing("Chiara", "join")),
    "options": (opened, pressing("Anna", "more")),
    "start": (lobby, pressing("Anna", "start")),
    "my seat": (table, pressing("Ben", "seat")),
    "in words": (table, pressing("Ben", "words")),
    "move": (asked, move),
    "round end": ending("round"),
    "last move": ending("match"),
    "rematch": (finished, pressing("Ben", "again")),
    "leave": (leaving, leave),
    "call": (asked, call),
    "board": (table, to_the_bottom),
}
