"""Every game on the page, to its end: as a desktop shows it and, at the same moments, an iPhone."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, Error, Locator, Page, ViewportSize, expect

from cogs import services
from cogs.client import MonsterBot
from cogs.shown import boards, emojis, panels
from engine.contract import AnyGame
from playground import PlaygroundServer, World
from tables.lobby import admission
from tables.room.refusal import Refusal
from tests.browser.conftest import DESKTOP, PHONE, new_page
from tests.cogs.clicking import table_of
from tests.cogs.party import FRAME, Party, loaded, running_bot, settings_for, studio
from tests.cogs.within import Within
from tests.engine.facts import known_games

FRAMED = "".join(f":not([data-custom-id*=':{verb}:'])" for verb in sorted(FRAME))
MOVE = f"[data-ephemeral] :is(.button, .select):enabled{FRAMED}"
TITLED = ".message:has(.embed-title)"
OVER = "[data-custom-id*=':again:']"
MOVES = 2
"""Clicks in each game before it is played on to shortly before its end."""
SHORTEST = {"tueftelmonster": "variant.four"}
"""Options with which a game is over soonest."""
SOON = 3000
"""Milliseconds to wait for what may just be replaced."""
LAST = 1
"""Clicks from there on, before it ends in any case."""
SELDOM = 2.0
"""Seconds between two edits of what nobody looks at."""
ANSWERED = 20.0
"""Seconds to wait for an answer: this bot, this browser and what paints share the machine."""
CLOCKS = {"count_in": 0.3, "first_count_in": 0.3, "countdown": 0.6}
"""Seconds of the race's clocks."""
SIZES = """(all) => all.map((node) => {
  const pictures = [...node.querySelectorAll(".embed .picture")];
  const edge = (found, side) => found?.getBoundingClientRect()[side];
  const title = edge(node.querySelector(".embed-title"), "top");
  const foot = edge([...node.querySelectorAll(".button, .select")].at(-1) ?? node, "bottom");
  return {
    pictures: pictures.map((picture) => [picture.offsetWidth, picture.offsetHeight]),
    text: node.innerText,
    whole: foot - title,
    decision: foot - (edge(pictures[0], "top") ?? title),
  };
})"""


@dataclass(frozen=True)
class Client:
    """What a client shows at once, in px."""

    window: ViewportSize
    picture: tuple[int, int]
    """What an embed's picture is fitted into."""
    whole: float
    """From a message's title to its last control."""
    decision: float
    """From a panel's first picture to its last control."""


CLIENTS = {
    "desktop": Client(DESKTOP, (400, 300), 900, 900),
    "iphone": Client(PHONE, (282, 400), 2 * PHONE["height"], PHONE["height"]),
}


@pytest_asyncio.fixture(loop_scope="session")
async def bot(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[MonsterBot]:
    """Run a bot whose computers act at once, as the clocks of a race do."""

    def hurried() -> dict[str, AnyGame]:
        games = loaded()
        games["bugs"].box = games["bugs"].box.model_copy(update=CLOCKS)
        return games

    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr("tests.cogs.party.loaded", hurried)
    monkeypatch.setattr(admission, "APART", 0.0)
    monkeypatch.setattr("tables.host.SETTLING", 0.0)
    monkeypatch.setattr(boards, "APART", 0.05)
    monkeypatch.setattr(boards, "AGAIN", 0.0)
    monkeypatch.setattr(panels, "APART", 0.05)
    monkeypatch.setattr(emojis, "SOON", 3600.0)
    monkeypatch.setattr(services, "Studio", lambda **kept: studio())
    server.world.rate_limits = False
    async with running_bot(settings_for(server, str(tmp_path / "tables.db"))) as bot:
        yield bot


async def test_every_game_is_played_to_its_end(
    browser: Browser, server: PlaygroundServer, bot: MonsterBot
) -> None:
    failed = unanswered(server.world)
    for game in known_games().values():
        party = Party(server.world, server.world.add_channel(game.id).id)
        # A picture may be replaced before the page has fetched it.
        async with new_page(browser, quiet=False) as page:
            await page.goto(f"{server.url}/#Anna/{game.id}")
            await party.open(game.id, computers=min(game.seat_counts) - 1)
            if game.id in SHORTEST:
                options = (await party.press("Anna", await party.more("Anna"), "options")).message
                await party.choose("Anna", options, "option", SHORTEST[game.id])
            await party.press("Anna", party.board(), "start")
            table = await party.until(partial(table_of, party))
            await page.locator("[data-custom-id*=':seat:']").last.click()
            anna = Anna(page, random.Random(game.id))
            for _ in range(MOVES):
                await anna.move()
            with contextlib.suppress(Refusal):  # A computer may end it.
                await forward(bot, table, "match")
                for _ in range(LAST):
                    await anna.move()
                await forward(bot, table, "through")
            await expect(page.locator(OVER)).to_be_visible()
            await anna.sees_all_fitting()
    assert not failed


async def forward(bot: MonsterBot, table: str, ending: str) -> None:
    """Play on, with few of the pictures on the way: nobody looks at them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "APART", SELDOM)
        patch.setattr(panels, "APART", SELDOM)
        await Within(bot).forward(table, ending)


def unanswered(world: World) -> Sequence[str]:
    """Return a list that grows by each click which the bot leaves without an answer.

    The page says the same of a control that went under the finger, which the bot never hears of.
    """
    world.desk.ack_seconds = ANSWERED
    failed: list[str] = []

    def note(kind: str, subject: Any) -> None:
        if kind == "interaction_status" and subject[1] == "failed":
            failed.append(repr(subject[0]))

    world.subscribe(note)
    return failed


@dataclass(frozen=True)
class Anna:
    """Anna at one table, who clicks on whatever her page offers."""

    page: Page
    chance: random.Random
    clients: deque[str] = field(default_factory=lambda: deque(CLIENTS))

    async def move(self) -> None:
        """Press one of the panel's controls, if all is not over, and wait for the answer.

        Each client has it in sight; they press it by turns.
        """
        page = self.page
        await expect(page.locator(f"{MOVE}, {OVER}").first).to_be_visible()
        offered = await page.locator(MOVE).evaluate_all(
            "all => all.map((control) => control.dataset.customId)"
        )
        if not offered:
            return
        control = page.locator(f"[data-custom-id='{self.chance.choice(offered)}']")
        self.clients.rotate()
        with contextlib.suppress(Error):  # The panel may just be replaced.
            for client in self.clients:
                await self._take(client)
                await self._sees_all_fitting(client)
                await self._reaches(control)
            await control.click(timeout=SOON)
            await self._choose()
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)

    async def _take(self, client: str) -> None:
        """Look at the page as this client shows it."""
        await self.page.set_viewport_size(CLIENTS[client].window)
        await self.page.select_option("#client", client)

    async def _reaches(self, control: Locator) -> None:
        """See that a control is in sight at the channel's end, if it is still there."""
        await self.page.evaluate("document.getElementById('latest').click()")
        try:
            await expect(control).to_be_in_viewport(ratio=1, timeout=SOON)
        except AssertionError:
            assert not await control.count()

    async def _choose(self) -> None:
        """Choose from the list that is open, if one is."""
        options = self.page.locator(".option")
        if n := await options.count():
            await options.nth(self.chance.randrange(n)).click(timeout=SOON)
            if await self.page.locator(".picker .done").count():
                await self.page.locator(".picker .done").click(timeout=SOON)

    async def sees_all_fitting(self) -> None:
        """See that pictures are as large as each client shows them, and messages in reach."""
        for client in self.clients:
            await self._take(client)
            await self._sees_all_fitting(client)

    async def _sees_all_fitting(self, client: str) -> None:
        room = CLIENTS[client]
        wide, high = room.picture
        for found in await self.page.locator(TITLED).evaluate_all(SIZES):
            assert all(w <= wide and h <= high for w, h in found["pictures"]), found
            assert found["whole"] <= room.whole, found
            assert found["decision"] <= room.decision, found
