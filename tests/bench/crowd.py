"""People who play one game after another at many tables: as fast as answers come, or at a pace."""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine import registry
from playground.model import Channel, Message, Person
from playground.world.outcomes import Attempt
from playground.world.world import World
from tests.bench import stand_in
from tests.bench.report import percentile
from tests.cogs.party import FRAME

GAMES = registry.load()
Question = tuple[str, str]
"""A table and a person."""
PATIENCE, LONGEST = 2.0, 20.0
"""Seconds after which somebody opens a panel anew that is gone, or has no buttons."""
ELSEWHERE = FRAME | {"quit", "back", "vote"}
"""Verbs that are no moves."""
AT_ONCE = 10
"""Tables that are opened at the same time."""


@dataclass
class Clicks:
    """What came of people's clicks."""

    milliseconds: list[float] = field(default_factory=list)
    """From a click to its answer."""
    contents: list[float] = field(default_factory=list)
    """From a click to an answer that is not empty, where it was empty at first."""
    failed: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Clicks a second that were answered."""
        return len(self.milliseconds) / self.seconds

    @property
    def times(self) -> str:
        """Median, 99th percentile and longest."""
        return spread(self.milliseconds, "ms")


def spread(values: Sequence[float], unit: str, digits: int = 1) -> str:
    """Return median, 99th percentile and maximum of some values, as they are read."""
    if len(values) < 2:
        return "–"
    parts = (statistics.median(values), percentile(values, 99), max(values))
    return " / ".join(f"{part:,.{digits}f}" for part in parts) + f" {unit}"


class Pace:
    """Lets so many clicks a second begin, over all people; None: as many as they can."""

    def __init__(self, rate: float | None) -> None:
        self._apart = 1 / rate if rate else 0.0
        self._next = time.perf_counter()

    async def turn(self) -> None:
        """Wait for the next click's turn."""
        if self._apart:
            now = time.perf_counter()
            self._next = max(self._next, now - 1.0) + self._apart
            await asyncio.sleep(max(0.0, self._next - now))


class Circle:
    """A channel with people who play a game there, one after another."""

    def __init__(
        self, world: World, channel: Channel, game: str, people: Sequence[Person], computers: int
    ) -> None:
        self.world, self.channel, self.game, self.people = world, channel, game, people
        self.computers = computers
        self.changed = asyncio.Event()

    def board(self) -> Message | None:
        """Return the newest public message of the bot."""
        return self._newest(None)

    def panel(self, person: Person) -> Message | None:
        """Return the newest message that this person alone sees, if it shows something."""
        return self._newest(person)

    def _newest(self, person: Person | None) -> Message | None:
        for message in reversed(self.channel.messages.values()):
            if message.only_for is person and message.embeds and message.author.bot:
                return message
        return None

    async def press(
        self,
        person: Person,
        message: Message,
        control: dict[str, Any],
        values: Sequence[str] = (),
    ) -> Attempt:
        """Let a person use a control as the page offers it; anything it offers where no values are
        chosen."""
        custom_id, offered = control["custom_id"], control.get("options")
        if offered is None:
            return await self.world.press(person.id, message.id, custom_id)
        least = max(1, control.get("min_values", 1))
        chosen = values or [option["value"] for option in random.sample(offered, least)]
        return await self.world.select(person.id, message.id, custom_id, list(chosen))

    async def verb(self, person: Person, verb: str) -> Attempt | None:
        """Press a button of the board, if it has one of this verb."""
        board = self.board()
        for control in controls(board):
            if board is not None and control["custom_id"].split(":")[3] == verb:
                with contextlib.suppress(Exception):
                    return await self.press(person, board, control)
        return None

    async def begin(self) -> None:
        """Open a table, let all sit down, and start."""
        host, *others = self.people
        await self.world.command(host.id, self.channel.id, "play", {"game": self.game})
        await self.world.until(lambda: self.verbs() >= {"join"}, stand_in.PATIENCE)
        for person in others:
            await self.verb(person, "join")
        for _ in range(self.computers):
            await self.verb(host, "add")
        await self._start()

    async def again(self) -> None:
        """Play again where a game is over."""
        if "again" in self.verbs():
            for person in self.people:
                await self.verb(person, "again")
            await self._start()

    async def _start(self) -> None:
        with contextlib.suppress(TimeoutError):
            await self.world.until(lambda: "start" in self.verbs(), 20)
        await self.verb(self.people[0], "start")
        with contextlib.suppress(TimeoutError):
            await self.world.until(lambda: "seat" in self.verbs(), 20)

    def verbs(self) -> set[str]:
        """Return what the board's buttons do."""
        return {control["custom_id"].split(":")[3] for control in controls(self.board())}


class Player:
    """Somebody who makes whatever moves are offered."""

    def __init__(
        self, circle: Circle, person: Person, clicks: Clicks, questions: dict[Question, int]
    ) -> None:
        self._circle, self._person, self._clicks = circle, person, clicks
        self._questions = questions
        self._opened = 0.0
        self._pressed: set[str] = set()
        """What was pressed already, as long as the same is asked: nobody walks in circles."""

    async def play(self, until: float, pace: Pace, pause: Callable[[], float]) -> None:
        """Play until a moment (perf_counter), with a pause before each click."""
        while time.perf_counter() < until:
            panel = self._circle.panel(self._person)
            moves = self._moves(panel)
            if panel is not None and moves:
                await self._move(panel, moves, pace, pause)
            elif time.perf_counter() - self._opened > self._patience(panel):
                await self._open(pace)
            else:
                await self._change()

    async def _move(
        self,
        panel: Message,
        moves: Sequence[dict[str, Any]],
        pace: Pace,
        pause: Callable[[], float],
    ) -> None:
        """Press any of what is offered."""
        await asyncio.sleep(pause())
        await pace.turn()
        control = random.choice(moves)
        if control in controls(panel):
            self._pressed.add(control["custom_id"])
            await self._timed(self._circle.press(self._person, panel, control))

    def _patience(self, panel: Message | None) -> float:
        return LONGEST if panel is not None and "seat" in self._circle.verbs() else PATIENCE

    def _moves(self, panel: Message | None) -> list[dict[str, Any]]:
        found = [c for c in controls(panel) if c["custom_id"].split(":")[3] not in ELSEWHERE]
        for _, table, token, *_ in (control["custom_id"].split(":") for control in found):
            question = table, self._person.id
            self._questions[question] = max(int(token), self._questions.get(question, 0))
        new = [c for c in found if c["custom_id"] not in self._pressed]
        if len(new) == len(found):
            self._pressed.clear()
        straight = [c for c in new if c["custom_id"].split(":")[3] != "page"]
        return straight or new or found

    async def _open(self, pace: Pace) -> None:
        self._opened = time.perf_counter()
        if self._person is self._circle.people[0]:
            await self._circle.again()
        await pace.turn()
        if "seat" in self._circle.verbs():
            await self._timed(self._circle.verb(self._person, "seat"))

    async def _timed(self, doing: Any) -> None:
        try:
            attempt = await doing
        except Exception:  # the message has just changed: nobody could have pressed that
            return
        if attempt is None:
            return
        if attempt.failed:
            self._clicks.failed += 1
            return
        self._clicks.milliseconds.append(attempt.ms)
        if attempt.kind == 5:
            await self._filled(attempt)

    async def _filled(self, attempt: Attempt) -> None:
        began, shown = time.perf_counter(), attempt.interaction.original
        while shown is not None and shown.thinking and time.perf_counter() - began < 30:
            await self._change()
        self._clicks.contents.append(attempt.ms / 1000 + time.perf_counter() - began)

    async def _change(self) -> None:
        self._circle.changed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._circle.changed.wait(), 0.5)


MadePlayer: TypeAlias = Callable[[Circle, Person, Clicks, dict[Question, int]], Player]
"""What makes a player of a person at a table; clicks and questions are noted there."""


class Crowd:
    """All tables of a measurement, by default a mix of all games."""

    def __init__(
        self,
        world: World,
        tables: int,
        people: int = 2,
        computers: int = 0,
        games: Sequence[str] = tuple(GAMES),
        player: MadePlayer = Player,
    ) -> None:
        """`people` a table, or as many as its game needs beside the computers."""
        self._player = player
        self.world, self._people, self._computers, self._games = world, people, computers, games
        self._circles = {
            circle.channel.id: circle for circle in (self._made(n) for n in range(tables))
        }
        self.questions: dict[Question, int] = {}
        """The highest number of a question that a person was shown at a table."""
        world.subscribe(self._listen)

    @property
    def circles(self) -> list[Circle]:
        """The tables' channels."""
        return list(self._circles.values())

    def _made(self, number: int) -> Circle:
        game, computers = self._games[number % len(self._games)], self._computers
        seats = max(self._people, min(GAMES[game].seat_counts) - computers)
        people = [self.world.add_person(f"Person {number}-{seat}") for seat in range(seats)]
        channel = self.world.add_channel(f"table-{number}")
        return Circle(self.world, channel, game, people, computers)

    async def begin(self) -> None:
        """Begin a game everywhere."""
        waiting = iter(self.circles)

        async def some() -> None:
            for circle in waiting:
                await circle.begin()

        await self.world.until(lambda: "play" in str(self.world.commands), stand_in.PATIENCE)
        await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    async def play(
        self, seconds: float, rate: float | None = None, pause: Callable[[], float] = lambda: 0.0
    ) -> Clicks:
        """Let everybody play for some seconds; return what came of it."""
        clicks, pace, began = Clicks(), Pace(rate), time.perf_counter()
        until = began + seconds
        await asyncio.gather(
            *(
                self._player(circle, person, clicks, self.questions).play(until, pace, pause)
                for circle in self.circles
                for person in circle.people
            )
        )
        clicks.seconds = time.perf_counter() - began
        return clicks

    def _listen(self, kind: str, subject: Any) -> None:
        circle = self._circles.get(subject.channel.id) if kind.startswith("message") else None
        if circle is not None:
            circle.changed.set()


def controls(message: Message | None) -> list[dict[str, Any]]:
    """Return a message's buttons and selects that can be used."""
    if message is None:
        return []
    return [
        control
        for row in message.components
        for control in row["components"]
        if not control.get("disabled") and control.get("custom_id", "").count(":") == 4
    ]
