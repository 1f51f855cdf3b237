"""From a click to its answer: the bot beside a bare one, each in a process of its own."""

from __future__ import annotations

import asyncio
import itertools
import statistics
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil

from engine import registry
from engine.contract import AnyGame
from playground.model import Message
from playground.world.world import World
from storage.records import Board, Table
from storage.store import Store
from storage.url import open_store
from tests.bench import stand_in, tables
from tests.bench.report import Row, cpu, percentile
from tests.cogs.party import moves, verbs

GAME = "meistercoup"
CROWD = 20
"""Tables at which people click at once."""
ROUNDS = 5
"""Rounds in which every kind of click takes its turn, so that a busy moment hits all alike."""
ALONE, TOGETHER = 100, 20
"""Clicks a round: one after the other at one table, and at each table of the crowd."""
WARM_UP = 40
MOVES = 8
"""Moves a table in which a new picture is painted."""

Click = Callable[[], Awaitable[float]]
"""Clicks once and returns the milliseconds until the answer."""


@dataclass
class Figures:
    """What was measured of one kind of click."""

    milliseconds: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """The milliseconds of CPU of each click at many tables: others who use the machine matter less
    to that."""

    @property
    def median(self) -> float:
        """The median of the milliseconds."""
        return statistics.median(self.milliseconds)

    @property
    def rate(self) -> float:
        """The median of the clicks a second."""
        return statistics.median(self.rates)

    def rows(self, what: str, bare: Figures | None = None) -> list[Row]:
        """Return two rows, with aims relative to the bare bot's figures."""
        late = percentile(self.milliseconds, 99)
        median, rate = ("", "") if bare is None else (bare.median * 2, bare.rate / 3)
        return [
            Row(
                f"{what}, median / 99th percentile",
                f"{self.median:.2f} ms / {late:.2f} ms",
                f"median ≤ {median:.2f} ms" if bare else "",
            ),
            Row(
                f"{what}, {CROWD} tables at once; CPU of a click",
                f"{self.rate:,.0f}/s; {statistics.median(self.cpu):.2f} ms",
                f"≥ {rate:,.0f}/s" if bare else "",
            ),
        ]


def rows() -> list[Row]:
    """Return figures for each kind of click that needs no new picture, then for moves."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    async with AsyncExitStack() as stack:
        bare, beside = await stack.enter_async_context(_bare())
        ours, played, bot = await stack.enter_async_context(_ours())
        kinds = {**bare, **ours}
        figures = {what: Figures() for what in kinds}
        for clicks in kinds.values():
            await _together(clicks, WARM_UP // 4)
            await _alone(clicks[0], WARM_UP)
        for what in list(kinds) * ROUNDS:
            figures[what].milliseconds += await _alone(kinds[what][0], ALONE)
            process = psutil.Process((beside if what in bare else bot).pid)
            used = cpu(process)
            figures[what].rates.append(await _together(kinds[what], TOGETHER))
            figures[what].cpu.append((cpu(process) - used) * 1000 / (CROWD * TOGETHER))
        (first, base), *others = figures.items()
        rows = base.rows(first)
        for what, measured in others:
            rows += measured.rows(what, base if what in ours else None)
        return [*rows, *await _moves(played)]


async def _alone(click: Click, count: int) -> list[float]:
    return [await click() for _ in range(count)]


async def _together(clicks: Sequence[Click], count: int) -> float:
    """Return clicks a second with one person at each table."""
    begun = time.perf_counter()
    await asyncio.gather(*(_alone(click, count) for click in clicks))
    return len(clicks) * count / (time.perf_counter() - begun)


async def _moves(played: Sequence[Click]) -> list[Row]:
    """Play at half of the tables one after the other, then at the others at once."""
    half = len(played) // 2
    times: list[float] = []
    for click in played[:half]:
        times += (await _alone(click, MOVES))[1:]
    rate = await _together(played[half:], MOVES)
    what = "a move with a new picture, one commit"
    late = f"{statistics.median(times):.1f} ms / {percentile(times, 99):.1f} ms"
    return [
        Row(f"{what}, median / 99th percentile", late),
        Row(f"{what}, {half} tables at once with 3 computers each", f"{rate:,.0f}/s"),
    ]


@asynccontextmanager
async def _bare() -> AsyncIterator[tuple[Mapping[str, Sequence[Click]], Process]]:
    async with stand_in.stand_in(2 * CROWD) as server, stand_in.bare_bot(server) as bot:
        world = server.world
        boards = [stand_in.public_message(world, channel) for channel in _channels(world)]
        kinds = {
            "bare bot, an embed edited": ("count", boards[:CROWD]),
            "bare bot, a message like that of the options edited": ("form", boards[CROWD:]),
        }
        yield (
            {
                what: [_click(world, "Anna", board, itertools.repeat(button)) for board in boards]
                for what, (button, boards) in kinds.items()
            },
            bot,
        )


@asynccontextmanager
async def _ours() -> AsyncIterator[tuple[Mapping[str, Sequence[Click]], Sequence[Click], Process]]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "bench.db")
        async with stand_in.stand_in(5 * CROWD) as server:
            world = server.world
            messages = await _fill(world, database)
            ids = list(messages)
            groups = [ids[n : n + CROWD] for n in range(0, len(ids), CROWD)]
            async with stand_in.bot(server, database) as bot:
                options, seated, asked, *playing = groups
                yield (
                    {
                        "an option set, one commit": [
                            await option(world, name, messages[name]) for name in options
                        ],
                        "joining and leaving, one commit": [
                            _seats(world, name, messages[name]) for name in seated
                        ],
                        "a stale move refused, no commit": [
                            await _stale(world, name, messages[name]) for name in asked
                        ],
                    },
                    [
                        await _play(world, name, messages[name])
                        for group in playing
                        for name in group
                    ],
                    bot,
                )


async def _fill(world: World, database: Path) -> dict[str, Message]:
    """Store a table for each added channel, two fifths in the lobby; return their boards by id."""
    store, game = await open_store(f"sqlite:///{database}"), registry.load()[GAME]
    anna = int(world.person("Anna").id)
    boards = {}
    for number, channel in enumerate(_channels(world)):
        users = [anna] if CROWD <= number < 2 * CROWD else [anna, None, None, None]
        board = stand_in.public_message(world, channel)
        table = tables.table(game, number, int(channel), users, int(world.guild_id))
        await add(store, game, table, number < 2 * CROWD)
        await store.shown.save_board(Board(table.id, int(board.id), time.time()))
        boards[table.id] = board
    await store.close()
    return boards


async def add(store: Store, game: AnyGame, table: Table, lobby: bool) -> None:
    """Store a table in the lobby or running."""
    if lobby:
        await store.tables.add(replace(table, updated=time.time()))  # an idle one is closed
    else:
        await tables.add_running(store, game, table, moves=0)


def _channels(world: World) -> list[str]:
    return [place.id for place in world.channels.values() if place.name.startswith("bench-")]


def _click(
    world: World,
    name: str,
    message: Message,
    ids: Iterator[str],
    values: Iterator[list[str]] | None = None,
) -> Click:
    person = world.person(name)

    async def click() -> float:
        chosen = None if values is None else next(values)
        return (await stand_in.press(world, person, message, next(ids), chosen)).ms

    return click


async def option(world: World, table: str, public: Message) -> Click:
    """Return the click that sets the options of a lobby of Anna, one after the other."""
    panel = await stand_in.opened(world, public, f"mr:{table}:0:more:")
    await stand_in.press(world, world.person("Anna"), panel, f"mr:{table}:0:options:")
    found = await world.until(lambda: verbs({"components": panel.components}, "option"), 20)
    custom_id = found[0]
    [select] = [row["components"][0] for row in panel.components if custom_id in str(row)]
    values = itertools.cycle([[option["value"]] for option in select["options"]])
    return _click(world, "Anna", panel, itertools.repeat(custom_id), values)


def _seats(world: World, table: str, public: Message) -> Click:
    ids = itertools.cycle([f"mr:{table}:0:join:", f"mr:{table}:0:leave:"])
    return _click(world, "Ben", public, ids)


async def _stale(world: World, table: str, public: Message) -> Click:
    panel = await stand_in.opened(world, public, f"mr:{table}:0:seat:")
    _, name, token, verb, args = moves({"components": panel.components})[0].split(":")
    stale = f"mr:{name}:{int(token) + 1}:{verb}:{args}"
    return _click(world, "Anna", panel, itertools.repeat(stale))


async def _play(world: World, table: str, public: Message) -> Click:
    """Return the click that waits for Anna's turn and then makes her first possible move."""
    panel = await stand_in.opened(world, public, f"mr:{table}:0:seat:")
    anna = world.person("Anna")

    async def click() -> float:
        buttons = await world.until(lambda: moves({"components": panel.components}), 20)
        return (await stand_in.press(world, anna, panel, buttons[0])).ms

    return click
