"""What the pictures of a match cost: composing, encoding, bytes; rules and pages of an entry."""

from __future__ import annotations

import io
import random
import statistics
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context

from PIL import Image

from cogs.gate.custom_id import custom_ids
from cogs.line.messages import controls, embeds
from cogs.shown.pages import Pages
from engine import match as matches
from engine import registry
from engine.contract import AnyGame, Seat
from engine.match import Match, Played
from screens import screen as screens
from screens.kit.studio import Studio
from screens.page import Page, Picture
from screens.texts import Catalogue
from tables.match.telling import tell
from tables.room.room import Room, header_of
from tests.bench import tables
from tests.bench.report import Row
from tests.engine.driver import advance
from tests.tables.house import Listener

SEATS, PEOPLE = 4, 3
ENTRIES = 120
"""Log entries of one match that are shown, after as many that only warm the caches."""
AIM = 0.6
"""How much of the old way's time a board may take: composed and encoded, against encoded alone."""


@dataclass
class Costs:
    """What was measured of one game."""

    compose: list[float] = field(default_factory=list)
    """Seconds, of boards."""
    encode: list[float] = field(default_factory=list)
    slow: list[float] = field(default_factory=list)
    """Seconds of FASTOCTREE and PNG level 6 for the same boards."""
    sizes: list[int] = field(default_factory=list)
    """Bytes of boards."""
    slow_sizes: list[int] = field(default_factory=list)
    entry: list[float] = field(default_factory=list)
    """CPU seconds of a log entry: its rules, answer, panels and board."""
    pictures: int = 0


def rows() -> Iterator[Row]:
    """Give each game's costs, measured by a process of its own."""
    for game in registry.load():
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            found = pool.submit(_measure, game).result()
        whole = statistics.median(map(sum, zip(found.compose, found.encode, strict=True)))
        slow = statistics.median(found.slow)
        size, slow_size = statistics.mean(found.sizes), statistics.mean(found.slow_sizes)
        yield Row(f"{game}: a board composed, median", _ms(statistics.median(found.compose)))
        yield Row(f"{game}: a board encoded, median", _ms(statistics.median(found.encode)))
        yield Row(
            f"{game}: both against FASTOCTREE and PNG level 6",
            f"{_ms(whole)} against {_ms(slow)}: {whole / slow:.2f} ×",
            f"≤ {AIM} ×",
        )
        yield Row(
            f"{game}: bytes of a board against the same",
            f"{size / 1000:.1f} kB, {size / slow_size - 1:+.0%}",
        )
        entry = _ms(statistics.mean(found.entry))
        yield Row(f"{game}: a log entry's rules, pages and pictures alone, mean", entry)
        yield Row(f"{game}: pictures a log entry", f"{found.pictures / len(found.entry):.2f}")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


class Table:
    """One table whose every entry is shown at once to whom it concerns; match after match."""

    def __init__(self, game: AnyGame) -> None:
        games = {game.id: game}
        self._game, self._chance = game, random.Random(game.id)
        self._pages = Pages(games, screens.load(games), Catalogue(), lambda guild, channel: "de")
        self._studio = Studio()
        self._shown: dict[Seat | None, Sequence[Hashable]] = {}
        users = [*range(1, PEOPLE + 1), *[None] * (SEATS - PEOPLE)]
        self.table = replace(tables.table(game, 0, 1, users), status="running")
        self._begin()

    def _begin(self) -> None:
        number = self._chance.randrange(10**6)
        header = header_of(replace(self.table, seed=f"seed {number}"))
        self.match = matches.begin(self._game, header).match

    def step(self, costs: Costs) -> None:
        """Play one entry at random, and show it."""
        if self.match.over:
            self._begin()
        before, begun = self.match, time.process_time()
        played = advance(before, self._chance)
        self.match = played.match
        room = Room(self.table, self.match)
        spent = self._look(costs, None, partial(self._pages.board, room))
        for seat in self._concerned(room, before, played):
            spent += self._look(costs, seat, partial(self._panel, room, seat))
        costs.entry.append(time.process_time() - begun - spent)

    def _concerned(self, room: Room, before: Match, played: Played) -> set[Seat]:
        """Return the people whose panels change: who acted, and whom the port is told of."""
        entry, port = played.entry, Listener()
        assert entry is not None
        tell(port, room, before, played, entry.seat, entry.by)
        users = {user for (user,) in port.heard("panel")}
        seats = {seat for seat in range(PEOPLE) if self.table.players[seat].user in users}
        return seats | ({entry.seat} & set(range(PEOPLE)))

    def _panel(self, room: Room, seat: Seat) -> Page:
        user = self.table.players[seat].user
        assert user is not None
        page, _ = self._pages.panel(room, user, "", "de")
        return page

    def _look(self, costs: Costs, viewer: Seat | None, draw: Callable[[], Page]) -> float:
        """Show a page; return the seconds of what was only measured and not needed."""
        page = draw()
        embeds(page)
        controls(page, custom_ids(self.table.id, 0))
        known = self._shown.get(viewer, ())
        self._shown[viewer] = [picture.key for picture in page.pictures]
        new = [picture for picture in page.pictures if picture.key not in known]
        return sum([self._paint(costs, viewer, picture) for picture in new])

    def _paint(self, costs: Costs, viewer: Seat | None, shown: Picture) -> float:
        """Paint a picture; return the seconds of what was only measured and not needed."""
        costs.pictures += 1
        begun = time.process_time()
        picture = shown.paint(self._studio)
        composed = time.process_time()
        data = self._studio.png(picture)
        encoded = time.process_time()
        if viewer is not None:
            return 0.0
        costs.compose.append(composed - begun)
        costs.encode.append(encoded - composed)
        costs.sizes.append(len(data))
        rgb = picture.convert("RGB")
        begun = time.process_time()
        costs.slow_sizes.append(_slow(rgb))
        costs.slow.append(time.process_time() - begun)
        return time.process_time() - encoded


def _slow(picture: Image.Image) -> int:
    """Encode a picture as was done before; return the bytes."""
    file = io.BytesIO()
    few = picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", compress_level=6)
    return len(file.getvalue())


def _measure(game: str) -> Costs:
    table = Table(registry.load()[game])
    for costs in (Costs(), found := Costs()):
        for _ in range(ENTRIES):
            table.step(costs)
    return found
