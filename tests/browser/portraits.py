"""Takes the pictures in README and docs anew: `python -m tests.browser.portraits [NAME …]`."""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

from PIL import Image
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from cogs.client import MonsterBot
from cogs.shown import emojis
from engine.contract import Seat
from engine.lessons import Place
from engine.match import Match
from playground import PlaygroundServer, World
from screens.frame.lesson import LEARN
from screens.frame.puzzle import AGAIN
from settings import ROOT
from tables.room.room import Room
from tests.browser.conftest import FLAGS, NAMES, PHONE
from tests.cogs.clicking import table_of
from tests.cogs.party import Party, controls, learnt, moves, running_bot, settings_for, verbs
from tests.cogs.within import Within
from tests.screens.lesson_paths import path_to

DOCS = ROOT / "docs"
WHO, STAFF = "Finn", "Deniz"
"""Who plays, and who moderates."""
COMPUTERS = 3
WIDE, BESIDE, HIGH, GAP = 814, 464, 1480, 16
"""Pixels of a desktop's channel and of what stands beside it, of a window's height at most, and
between two pictures."""
FREE = """() => {
    const [seen, all] = ["#scroller", "#messages"].map((name) => document.querySelector(name));
    return seen.getBoundingClientRect().bottom - all.getBoundingClientRect().bottom;
}"""
"""Pixels below the last message that a page has left."""
SETTLED, SHORTER = 2.5, 0.5
"""Seconds in which what is still to be shown is shown, and a window takes another height."""
EFFORT = 0.2
"""How hard it is thought about what to do."""

Moment: TypeAlias = Callable[[Match, Seat], bool]
"""Tells whether a match stands as it is to be shown."""


@dataclass(frozen=True)
class Stage:
    """A channel of its own in which somebody plays."""

    bot: MonsterBot
    party: Party
    who: str
    desktop: Page
    phone: Page

    @property
    def user(self) -> int:
        """The id of who plays."""
        return int(self.party.id(self.who))

    async def open(self, game: str) -> None:
        """Open a table, with computers."""
        await self.party.command(self.who, "play", game=game)
        await self.party.until(lambda: self.party.board(self.who))
        for _ in range(COMPUTERS):
            await self.party.press(self.who, self.party.board(self.who), "add")

    async def play(self, game: str, moment: Moment) -> Room:
        """Play a table, as a strong computer would, until a moment has come."""
        await self.open(game)
        await self.party.press(self.who, self.party.board(self.who), "start")
        room = await self.bot.host.rooms.get(await self.party.until(partial(table_of, self.party)))
        while (match := room.match) and not match.over and not moment(match, self._seat(room)):
            if self._seat(room) in match.asked:
                await self._decide(room)
            await asyncio.sleep(0.05)
        return room

    def _seat(self, room: Room) -> Seat:
        seat = room.seat_of(self.user)
        assert seat is not None
        return seat

    async def _decide(self, room: Room) -> None:
        wanted = _wanted(room.running, self._seat(room))
        with suppress(AssertionError, IndexError):  # the panel is still to show it
            await self.press(*await self.towards(room, wanted))

    async def towards(self, room: Room, action: Any) -> Sequence[Any]:
        """Return the next press of the own panel on the way to an action: verb, args, values."""
        return await Within(self.bot).press(room.table.id, self.user, lambda each: each == action)

    async def press(self, verb: str, args: str = "", values: Sequence[str] = ()) -> None:
        """Press a control of the own panel."""
        panel = self.party.panel(self.who)
        if values:
            await self.party.choose(self.who, panel, verb, *values)
        else:
            await self.party.press(self.who, panel, verb, args)

    async def turn(self, verb: str, args: str = "", values: Sequence[str] = ()) -> None:
        """Press a control of the own panel, and wait until it offers something else."""
        before = controls(self.party.panel(self.who))
        await self.press(verb, args, values)
        await self.party.until(lambda: controls(self.party.panel(self.who)) != before)

    async def both(self) -> Image.Image:
        """Return the channel's end as a desktop and a phone show it, no higher than one needs."""
        await asyncio.sleep(SETTLED)
        pages = (self.desktop, self.phone)
        free = int(min([await page.evaluate(FREE) for page in pages]))
        for page in pages:
            assert page.viewport_size is not None
            await page.set_viewport_size(
                ViewportSize(width=page.viewport_size["width"], height=HIGH - max(free, 0))
            )
        await asyncio.sleep(SHORTER)
        return _beside(
            [
                _opened(await page.locator(shown).screenshot())
                for page, shown in ((self.desktop, "main"), (self.phone, "body"))
            ]
        )

    async def message(self) -> Image.Image:
        """Return the newest private message as a phone shows it."""
        await asyncio.sleep(SETTLED)
        return _opened(await self.phone.locator("[data-ephemeral]").last.screenshot())


def _wanted(match: Match, seat: Seat) -> Any:
    if match.game.memory_type is None and not match.game.race:
        return match.hint(seat, EFFORT).action
    return random.Random(match.sequence).choice(match.legal(seat))


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def _beside(pictures: Sequence[Image.Image], paper: str = "#000000") -> Image.Image:
    """Return pictures side by side."""
    wide = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    sheet, left = Image.new("RGB", (wide, max(p.height for p in pictures)), paper), 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width + GAP
    return sheet


def _in_trick(match: Match, seat: Seat) -> bool:
    view = match.view(seat)
    return seat in match.asked and view.trick_number >= 4 and len(view.trick) >= 2


def _before_guards(match: Match, seat: Seat) -> bool:
    view = match.view(seat)
    lying = sum(len(guarded.monsters) for guarded in view.row)
    return seat in match.asked and lying >= 4 and len({each.play.card for each in view.offers}) > 1


def _growing(match: Match, seat: Seat) -> bool:
    view = match.view(seat)
    return seat in match.asked and view.round >= 5 and view.phase == "draw"


def _memorising(match: Match, seat: Seat) -> bool:
    view = match.view(seat)
    return seat in match.asked and view.round >= 2 and view.phase == "look"


def _holding(match: Match, seat: Seat) -> bool:
    return match.view(seat).held is not None


async def _table(stage: Stage) -> Image.Image:
    await stage.play("meistercoup", _in_trick)
    await stage.party.offered(stage.who, "hint")
    await stage.press("hint")
    return await stage.both()


async def _lobby(stage: Stage) -> Image.Image:
    await stage.open("maechtige_monster")
    return await stage.both()


async def _raid(stage: Stage) -> Image.Image:
    room = await stage.play("maechtige_monster", _before_guards)
    seat = room.seat_of(stage.user)
    assert seat is not None
    await stage.party.offered(stage.who, "card")
    await stage.press(*await stage.towards(room, room.running.hint(seat).action))
    return await stage.both()


async def _played(stage: Stage, game: str, moment: Moment) -> Image.Image:
    await stage.play(game, moment)
    return await stage.both()


async def _result(stage: Stage) -> Image.Image:
    await stage.play("meistercoup", lambda match, seat: False)
    return await stage.both()


async def _lesson(stage: Stage) -> Image.Image:
    """Return a task, what a wrong answer leads to, and the last task."""
    lesson, found = learnt()["meistercoup"], list[Image.Image]()
    await stage.party.command(stage.who, "learn", game=lesson.game.id)
    found.append(await stage.message())
    for number, step in enumerate(lesson.plan.steps[:-1]):
        answers = [step.answer] if number else [step.wrong[0].answer, step.answer]
        for answer in answers:
            assert answer is not None
            for press in path_to(lesson, Place(number), lesson.action(answer)):
                await stage.turn(*press)
            if answer is not step.answer:
                found.append(await stage.message())
                await stage.turn(LEARN, "undo")
        if number == len(lesson.plan.steps) - 3:
            found.append(await stage.message())
    return _beside(found, "#ffffff")


async def _puzzle(stage: Stage) -> Image.Image:
    """Return a puzzle, and what is told of an answer."""
    while not (await stage.party.command(stage.who, "puzzle")).message["embeds"][1:]:
        await asyncio.sleep(1.0)
    asked = await stage.message()
    while not verbs(panel := stage.party.panel(stage.who), AGAIN):
        own = moves(panel)[0]
        offered = next(c for c in controls(panel) if c["custom_id"] == own).get("options", ())
        *_, verb, args = own.split(":")
        await stage.turn(verb, args, [each["value"] for each in offered[:1]])
    return _beside([asked, await stage.message()], "#ffffff")


async def _settings(stage: Stage) -> Image.Image:
    await stage.party.command(stage.who, "games-admin settings")
    return await stage.both()


PORTRAITS: Mapping[str, tuple[str, str, Callable[[Stage], Awaitable[Image.Image]]]] = {
    "table.png": ("game-night", WHO, _table),
    "pictures/lobby.png": ("the-castle", WHO, _lobby),
    "pictures/maechtige_monster.png": ("the-raid", WHO, _raid),
    "pictures/tueftelmonster.png": (
        "the-workshop",
        WHO,
        partial(_played, game="tueftelmonster", moment=_growing),
    ),
    "pictures/monster_meister.png": (
        "the-memory",
        WHO,
        partial(_played, game="monster_meister", moment=_memorising),
    ),
    "pictures/bugs.png": ("the-race", WHO, partial(_played, game="bugs", moment=_holding)),
    "pictures/meistercoup.png": ("the-parade", WHO, _result),
    "pictures/lesson.png": ("the-school", WHO, _lesson),
    "pictures/puzzle.png": ("the-puzzle", WHO, _puzzle),
    "moderation.png": ("back-room", STAFF, _settings),
}
"""By file: the channel, whose page it is, and how it is come to."""


async def _page(browser: Browser, address: str, wide: int, client: str) -> Page:
    size = ViewportSize(width=wide, height=HIGH)
    page = await browser.new_page(viewport=size, locale="en-GB")
    await page.goto(address)
    await page.select_option("#client", client)
    await page.locator("#hint button").last.click()
    return page


@asynccontextmanager
async def _stage(browser: Browser, channel: str, who: str) -> AsyncIterator[Stage]:
    """Run a playground and a bot of its own, so that nothing of another picture is in the way."""
    server = PlaygroundServer(World.example())
    server.world.rate_limits = False
    server.world.guild.locale = server.world.person(who).locale = "en-GB"
    await server.start()
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_for(server, str(Path(folder, "tables.db")), computer_pace=0.1)
        async with running_bot(settings) as bot:
            drawn = sum(len(screen.drawings()) for screen in bot.pages.screens.values())
            while len(server.world.emojis) < drawn:
                await asyncio.sleep(0.1)
            party = Party(server.world, server.world.add_channel(channel).id)
            address = f"{server.url}/#{who}/{channel}"
            desktop = await _page(browser, address, WIDE + BESIDE, "desktop")
            phone = await _page(browser, address, PHONE["width"], "android")
            yield Stage(bot, party, who, desktop, phone)
            await desktop.close()
            await phone.close()
    await server.close()


async def take(names: Sequence[str]) -> None:
    """Take these pictures."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise SystemExit(f"No browser is there: none of {', '.join(NAMES)}.")
    with patch.multiple(emojis, SOON=0.0, REST=0.0):
        await _take(names, program)


async def _take(names: Sequence[str], program: str) -> None:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=program, args=[*FLAGS[1:-1]])
        for name in names:
            channel, who, portrait = PORTRAITS[name]
            async with _stage(browser, channel, who) as stage:
                picture = await portrait(stage)
            picture.quantize(256).save(DOCS / name, optimize=True)
            print(name)
        await browser.close()


def main() -> None:
    """Take those that were said on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.portraits", description=__doc__)
    parser.add_argument("names", nargs="*", default=PORTRAITS, metavar="NAME")
    asyncio.run(take(parser.parse_args().names))


if __name__ == "__main__":
    main()
