"""People who decide by what they see, as easy computers do, and press the shortest way to it."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playground.model import Message, Person
from settings import ROOT
from tests.bench.crowd import (
    LONGEST,
    Circle,
    Clicks,
    MadePlayer,
    Pace,
    Player,
    Question,
    controls,
)
from tests.screens.ways import Press

HASTE = 1 / 3
"""Of the time that a decision takes, what goes between two clicks of it."""
PATIENCE = 5.0
"""Seconds for which the next control of a way is waited for."""


class Minds:
    """People's minds, which think in another process: here everything else would wait for them."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._questions, self._answers = process.stdin, process.stdout
        self._turn = asyncio.Lock()

    async def decided(self, table: str, user: int, token: int) -> Sequence[Press]:
        """Return what somebody presses who is asked this question; nothing once it is answered."""
        async with self._turn:
            self._questions.write(json.dumps([table, user, token]).encode() + b"\n")
            answer = json.loads(await self._answers.readline())
        return [Press(verb, args, tuple(values)) for verb, args, values in answer]


class Decider(Player):
    """Somebody who thinks before they decide, and then presses one control after the other."""

    def __init__(
        self,
        circle: Circle,
        person: Person,
        clicks: Clicks,
        questions: dict[Question, int],
        minds: Minds,
    ) -> None:
        super().__init__(circle, person, clicks, questions)
        self._minds = minds

    async def _move(
        self,
        panel: Message,
        moves: Sequence[dict[str, Any]],
        pace: Pace,
        pause: Callable[[], float],
    ) -> None:
        """Think, then press the way to a decision; begin anew where it leads nowhere any more."""
        _, table, token, *_ = moves[0]["custom_id"].split(":")
        made = await self._minds.decided(table, int(self._person.id), int(token))
        if not made:
            await (self._open(pace) if self._idle else self._change())
            return
        seconds = pause()
        for press in made:
            await asyncio.sleep(seconds)
            await pace.turn()
            if not await self._pressed_on(f"mr:{table}:{token}:{press.verb}:{press.args}", press):
                await self._open(pace)
                return
            seconds = pause() * HASTE

    @property
    def _idle(self) -> bool:
        """Whether the panel has been of no use for long."""
        return time.perf_counter() - self._opened > LONGEST

    async def _pressed_on(self, custom_id: str, press: Press) -> bool:
        """Press a control of the panel once it is there; tell whether it came."""
        until = time.perf_counter() + PATIENCE
        while time.perf_counter() < until:
            panel = self._circle.panel(self._person)
            for control in controls(panel):
                if panel is not None and control["custom_id"] == custom_id:
                    pressing = self._circle.press(self._person, panel, control, press.values)
                    await self._timed(pressing)
                    return True
            await self._change()
        return False


@asynccontextmanager
async def deciding(database: Path) -> AsyncIterator[MadePlayer]:
    """Make players until the block ends of people who decide, at a bot with this store."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.minds", f"sqlite:///{database}"),
        cwd=ROOT,
        stdin=PIPE,
        stdout=PIPE,
    )
    try:
        yield partial(Decider, minds=Minds(process))
    finally:
        process.terminate()
        await process.wait()
