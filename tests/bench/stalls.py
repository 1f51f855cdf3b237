"""How long the event loop stands still while pictures are painted beside it."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from cogs.gate.custom_id import custom_ids
from cogs.line.messages import controls, embeds
from cogs.line.painter import Painter
from cogs.shown.pages import Pages
from engine import match as matches
from engine import registry
from engine.contract import AnyGame
from engine.match import Match
from screens import screen as screens
from screens.kit.studio import Studio
from screens.page import Page
from screens.texts import Catalogue
from tables.room.room import Room, header_of
from tests.bench import tables
from tests.bench.report import Row, heartbeat
from tests.engine.driver import advance

PROCESSES = 5
"""Times everything is painted, each time by a new process, of which the median counts."""
PICTURES = 12
"""Boards painted of one match."""
STEP = 3
"""Moves from one board to the next."""
BEAT = 0.0005
"""Seconds the heartbeat sleeps."""
AIM = "≤ 20 ms"


Draw = Callable[[], Page]


def rows() -> list[Row]:
    """Return the longest stall of the loop, for each game's first picture and the later ones."""
    rows: list[Row] = []
    for game in registry.load():
        with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
            found = list(pool.map(_measure, [game] * PROCESSES))
        first, later, panels, whole = map(statistics.median, zip(*found, strict=True))
        rows += [
            Row(f"{game}: longest stall, first board of a process", f"{first:.1f} ms", AIM),
            Row(f"{game}: longest stall, {PICTURES - 1} later boards", f"{later:.1f} ms", AIM),
            Row(f"{game}: longest stall, {PICTURES} panels", f"{panels:.1f} ms", AIM),
            Row(f"{game}: a later board, median until it is painted", f"{whole:.1f} ms"),
        ]
    return rows


def _measure(game: str) -> tuple[float, float, float, float]:
    """Return the stalls of first board, later boards, panels, and how long a board takes (ms)."""
    return asyncio.run(_paint(registry.load()[game]))


async def _paint(game: AnyGame) -> tuple[float, float, float, float]:
    games = {game.id: game}
    draw = Pages(games, screens.load(games), Catalogue(), lambda guild, channel: "de")
    painter = Painter(Studio())
    rooms = list(_rooms(game))
    boards, panels, taken = [], [], []
    for room in rooms:
        begun = time.perf_counter()
        boards.append(await _stall(painter, partial(draw.board, room)))
        taken.append((time.perf_counter() - begun) * 1000)
    for room in rooms:
        panels.append(await _stall(painter, partial(_panel, draw, room)))
    painter.close()
    return boards[0], max(boards[1:]), max(panels), statistics.median(taken[1:])


def _panel(draw: Pages, room: Room) -> Page:
    page, _ = draw.panel(room, 1, "", "de")
    return page


def _rooms(game: AnyGame) -> Iterator[Room]:
    """Give one match after some moves each."""
    lobby = tables.table(game, 0, 1, range(1, max(game.seat_counts) + 1))
    table = replace(lobby, status="running")
    match, chance = matches.begin(game, header_of(table)).match, random.Random(1)
    for _ in range(PICTURES):
        yield Room(table, match)
        match = _later(match, chance)


def _later(match: Match, chance: random.Random) -> Match:
    for _ in range(STEP):
        if not match.over:
            match = advance(match, chance).match
    return match


async def _stall(painter: Painter, draw: Draw) -> float:
    """Return the longest pause of the loop (ms) while a message is made with its picture."""
    with heartbeat(BEAT) as gaps:
        await asyncio.sleep(BEAT)
        page = draw()
        embeds(page)
        controls(page, custom_ids("bench", 0))
        for picture in page.pictures:
            await painter.png(picture)
        await asyncio.sleep(2 * BEAT)
    return max(gaps) * 1000
