"""Whatever moment the bot dies at, the next one shows everything that is stored, unasked.

The points are found, not listed: every store call and every request of an operation is one
before it is made and one when it is done, so that a new await is in the walk by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cogs import boards, panels
from cogs.client import MonsterBot
from playground.server import PlaygroundServer
from screens.texts import language
from tables.room import Room
from tests.cogs.abandoned import Points, watched_bot
from tests.cogs.clicking import forward
from tests.cogs.monster_meister_people import faithful
from tests.cogs.party import Message, Party, moves, settings_for, verbs

SECONDS = 4.0
"""Until everything is shown after the start; two on a machine with nothing else to do."""
PEOPLE = ("Anna", "Ben", "Chiara")

Operation = Callable[[Party, MonsterBot], Awaitable[Any]]


async def lobby(party: Party, bot: MonsterBot, game: str = "meistercoup") -> None:
    """Let the three sit down."""
    await party.command("Anna", "play", game=game)
    for name in PEOPLE[1:]:
        await party.until(lambda: verbs(party.board(), "join"))
        await party.press(name, party.board(), "join")


async def table(party: Party, bot: MonsterBot, game: str = "meistercoup") -> Room:
    """Begin a game of the three, each with an open panel."""
    await lobby(party, bot, game)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    for name in PEOPLE:
        await party.seat(name)
    return await room_of(party, bot)


async def room_of(party: Party, bot: MonsterBot) -> Room:
    """Return the table of the newest board."""
    custom_ids = [c["custom_id"] for row in party.board()["components"] for c in row["components"]]
    return await bot.host.rooms.get(custom_ids[0].split(":")[1])


async def before_the_last(party: Party, bot: MonsterBot, game: str, over: bool) -> None:
    """Play until the next move of a person may end the round, or the game; then ask for words."""
    room = await table(party, bot, game)
    await forward(bot, room.table.id, lambda state: _ending(room, over) is not None)
    if bot.scenes.forgets(room.table):
        await party.until(lambda: verbs(party.board(), "words"))
        await party.press("Ben", party.board(), "words")


def _ending(room: Room, over: bool) -> Any:
    match = room.running
    for seat, token in match.to_act().items():
        for action in match.legal(seat) if room.person(seat) else ():
            after = match.play(seat, token, action, match.at).match
            if after.over or (not over and after.view(None).round > match.view(None).round):
                return seat, token, action
    return None


async def end(party: Party, bot: MonsterBot, over: bool) -> None:
    """Make the move that ends the round, or the game."""
    room = await room_of(party, bot)
    async with room.lock:
        seat, token, action = _ending(room, over)
        await bot.host.play.act(room, seat, token, action, room.running.at)


async def move(party: Party, bot: MonsterBot) -> None:
    """Let who is asked press their first button."""
    name = next(name for name in PEOPLE if moves(party.panel(name)))
    panel = party.panel(name)
    await party.world.press(party.world.person(name).id, panel["id"], moves(panel)[0])


async def leaving(party: Party, bot: MonsterBot) -> None:
    """Begin a game and let Ben be asked whether he really leaves."""
    await table(party, bot)
    await party.command("Ben", "leave")


async def leave(party: Party, bot: MonsterBot) -> None:
    """Let Ben leave, as he was asked."""
    question = party.panel("Ben")
    await party.world.press(
        party.world.person("Ben").id, question["id"], verbs(question, "quit")[0]
    )


async def finished(party: Party, bot: MonsterBot) -> None:
    """Play a game to its end."""
    room = await table(party, bot)
    await forward(bot, room.table.id, lambda state: False)
    await party.until(lambda: verbs(party.board(), "again"))


def pressing(name: str, verb: str) -> Operation:
    """Return the press of a public button."""

    async def press(party: Party, bot: MonsterBot) -> None:
        await party.press(name, party.board(), verb)

    return press


def commanding(name: str, command: str) -> Operation:
    """Return the use of a command."""

    async def use(party: Party, bot: MonsterBot) -> None:
        await party.command(name, command)

    return use


async def called(party: Party, bot: MonsterBot) -> None:
    """Let the table wait for long."""
    room = await room_of(party, bot)
    for seat, token in room.running.to_act().items():
        bot.host._port.call(room, seat, token)


OPERATIONS: dict[str, tuple[Operation, Operation]] = {
    "join": (lambda p, b: p.open("meistercoup", "Ben"), pressing("Chiara", "join")),
    "start": (lobby, pressing("Anna", "start")),
    "open": (table, pressing("Ben", "seat")),
    "move": (table, move),
    "board": (table, commanding("Ben", "board")),
    "call": (table, called),
    "leave": (leaving, leave),
    "rematch": (finished, pressing("Ben", "again")),
    "last": (
        lambda p, b: before_the_last(p, b, "meistercoup", True),
        lambda p, b: end(p, b, True),
    ),
    "cards turn down": (
        lambda p, b: before_the_last(p, b, "monster_meister", False),
        lambda p, b: end(p, b, False),
    ),
}
EVERY = {"start": 3, "open": 2, "move": 2, "board": 3, "leave": 7, "cards turn down": 8}
"""In the suite every so-manieth point is tried; tests/bench tries them all."""


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_a_kill_at_any_point(
    operation: str, server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await walk(operation, EVERY.get(operation, 4), server, tmp_path, monkeypatch)


async def walk(
    operation: str,
    every: int,
    server: PlaygroundServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Count the points of an operation, then kill the bot at every so-manieth of them."""
    for module in (boards, panels):
        monkeypatch.setattr(module, "APART", 0.05)
    monkeypatch.setattr(boards, "AGAIN", 0.0)
    server.world.rate_limits = False
    last = await killed(operation, None, server, tmp_path, monkeypatch)
    assert last > 4
    for point in range(1 + last % every, last + 1, every):
        await killed(operation, point, server, tmp_path, monkeypatch)


async def killed(
    operation: str,
    point: int | None,
    server: PlaygroundServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> int:
    """Kill the bot at one point of an operation and look at what the next one shows."""
    prepare, act = OPERATIONS[operation]
    channel = server.world.add_channel(f"{operation}-{point}".replace(" ", "-"))
    party, points = Party(server.world, channel.id), Points(point)
    settings = settings_for(server, str(tmp_path / f"{point}.db"), computer_pace=100)
    async with watched_bot(settings, points, monkeypatch) as first:
        await prepare(party, first)
        await points.over(lambda: first.idle)
        points.arm()
        acting = asyncio.ensure_future(act(party, first))
        await points.over(lambda: first.idle and acting.done())
        passed, points.armed = points.passed, False
        points.dead.set()
        try:
            async with watched_bot(settings, Points(), monkeypatch) as second:
                await everything_shown(party, second, f"{operation}, point {point} of {passed}")
        finally:
            acting.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await acting
    return passed


async def everything_shown(party: Party, bot: MonsterBot, where: str) -> None:
    """Assert that what is stored is shown soon, once, and nothing else."""
    faults: list[str] = ["nothing was looked at"]
    until = asyncio.get_running_loop().time() + SECONDS
    while faults and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.05)
        faults = await found_wrong(party, bot) if bot.idle else [f"not idle: {bot._shower._items}"]
    assert not faults, f"{where}: {faults}"


async def found_wrong(party: Party, bot: MonsterBot, waiting: bool = True) -> list[str]:
    """Return what is not as it is stored; without `waiting` only asked people's panels count."""
    faults: list[str] = []
    seen = {name: party.seen(name) for name in PEOPLE}
    public = [m for m in seen["Anna"] if not m["ephemeral"]]
    ids = {about(m) for m in public if m["components"]} - {""}
    open_table = await bot.host.store.open_table(int(party.channel))
    ids |= {open_table.id} if open_table else set()
    for table_id in ids:
        room = await bot.host.rooms.get(table_id)
        faults += _board_faults(bot, room, [m for m in public if about(m) == table_id])
        for name in PEOPLE:
            own = [m for m in seen[name] if m["ephemeral"] and about(m) == table_id]
            asked = (
                room.match is not None and room.seat_of(user_id(party, name)) in room.match.asked
            )
            if waiting or asked:
                faults += _panel_faults(party, bot, room, name, own)
        faults += _call_faults(party, room, public)
    return faults


def user_id(party: Party, name: str) -> int:
    """Return a person's id."""
    return int(party.world.person(name).id)


def about(message: Message) -> str:
    """Return the table that a message's controls belong to, or nothing."""
    for row in message["components"]:
        for control in row["components"]:
            return str(control["custom_id"].split(":")[1])
    return message["embeds"][0]["footer"]["text"].split()[-1] if _foot(message) else ""


def _foot(message: Message) -> bool:
    return bool(message["embeds"]) and "footer" in message["embeds"][0]


def _board_faults(bot: MonsterBot, room: Room, boards: list[Message]) -> list[str]:
    page = bot.scenes.board(room)
    if len(boards) != 1:
        return [f"{len(boards)} boards"]
    faults = [] if faithful(boards[0], page, 0, room.table.id) else ["an old board"]
    if page.picture is not None and not _pictures(boards[0]):
        faults.append("a board without its picture")
    return faults


def _pictures(message: Message) -> bool:
    return bool(message["attachments"])


def _panel_faults(
    party: Party, bot: MonsterBot, room: Room, name: str, own: list[Message]
) -> list[str]:
    person = party.world.person(name)
    told = bot.scenes.in_words(room, bot.catalogue.words(person.locale))
    own = [m for m in own if not faithful(m, told, 0, room.table.id)]
    filled = [m for m in own if m["attachments"] or "footer" in (m["embeds"] or [{}])[0]]
    faults = [f"{len(filled)} panels of {name}"] if len(filled) > 1 else []
    page, token = bot.scenes.panel(room, int(person.id), "", language(person.locale))
    if any(not faithful(m, page, token, room.table.id) for m in filled):
        faults.append(f"an old panel of {name}")
    return faults


def _call_faults(party: Party, room: Room, public: list[Message]) -> list[str]:
    public = [m for m in public if "<@" in m["content"]]
    called = {m["content"] for m in public}
    users = [room.person(seat) for seat in room.to_call]
    wrong = [text for text in called if not any(f"<@{user}>" in text for user in users)]
    twice = len(called) != len(public)
    return [f"calls: {called}"] if wrong or twice else []
