"""Every game on the page: as a desktop shows it and as an iPhone does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, Locator, Page, expect

from cogs import client as bots
from cogs.shown import emojis
from playground import PlaygroundServer, World
from tables.lobby import admission
from tests.browser.conftest import DESKTOP, PHONE, new_page
from tests.cogs.party import FRAME, Party, running_bot, settings_for, studio
from tests.engine.facts import known_games

CLIENTS = {"desktop": (DESKTOP, 400, 300), "iphone": (PHONE, 282, 400)}
"""The window, and the size that pictures are fitted into."""
FRAMED = "".join(f":not([data-custom-id*=':{verb}:'])" for verb in sorted(FRAME))
MOVE = f"[data-ephemeral] :is(.button, .select):enabled{FRAMED}"


@pytest.fixture
async def bot(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """Run a bot whose computers take their time, but less than people."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(admission, "APART", 0.0)
    monkeypatch.setattr(emojis, "SOON", 3600.0)
    monkeypatch.setattr(bots, "Studio", lambda portfolio: studio())
    server.world.rate_limits = False
    settings = settings_for(server, str(tmp_path / "tables.db"), computer_pace=0.3)
    async with running_bot(settings):
        yield


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("client", CLIENTS)
async def test_every_game_is_played(
    browser: Browser, server: PlaygroundServer, client: str
) -> None:
    window, width, height = CLIENTS[client]
    for game in known_games():
        party = Party(server.world, server.world.add_channel(game).id)
        # A picture may be replaced before the page has fetched it.
        async with new_page(browser, quiet=False, viewport=window) as page:
            await page.goto(f"{server.url}/#Anna/{game}")
            await page.select_option("#client", client)
            await party.open(game, computers=2)
            await party.press("Anna", party.board(), "start")
            await page.locator("[data-custom-id*=':seat:']").last.click()
            await move(page, server.world)
            await expect(page.locator(".embed .picture.loading")).to_have_count(0)
            await fit(page.locator(".embed .picture"), width, height)


async def move(page: Page, world: World) -> None:
    """Make the first move that the panel offers, and wait until it is answered."""
    control = page.locator(MOVE).first
    await expect(control).to_be_visible()
    panel = control.locator("xpath=ancestor::li")
    message = world.messages[await panel.get_attribute("data-message-id") or ""]
    before = message.edited
    await control.click()
    if "select" in (await control.get_attribute("class") or ""):
        await page.locator(".option").first.click()
        if await page.locator(".picker .done").count():
            await page.locator(".picker .done").click()
    await world.until(lambda: message.edited != before or message.id not in world.messages, 15)
    await expect(page.locator(".failure:visible")).to_have_count(0)


async def fit(pictures: Locator, width: int, height: int) -> None:
    """See that pictures are there, and none is larger than this."""
    sizes = await pictures.evaluate_all("all => all.map((p) => [p.offsetWidth, p.offsetHeight])")
    assert sizes and all(wide <= width and high <= height for wide, high in sizes), sizes
