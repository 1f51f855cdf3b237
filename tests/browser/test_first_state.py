"""What happens before the page knows the server's state counts as soon as it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from playwright.async_api import Browser, WebSocketRoute, expect

from playground import PlaygroundServer
from tests.browser.conftest import new_page


def after(release: asyncio.Event) -> Callable[[WebSocketRoute], Awaitable[None]]:
    """Return what holds a page's live streams back."""

    async def connect(socket: WebSocketRoute) -> None:
        await release.wait()
        socket.connect_to_server()

    return connect


async def test_command_typed_before_the_first_state(
    browser: Browser, server: PlaygroundServer
) -> None:
    server.world.commands.put(None, {"name": "play", "description": "Start a game"})
    release = asyncio.Event()
    async with new_page(browser) as page:
        await page.route_web_socket("**/app/live*", after(release))
        await page.goto(f"{server.url}/#Anna/spieltisch")
        await page.fill("#composer", "/pl")
        await expect(page.locator(".completion-title")).not_to_be_empty()
        await expect(page.locator("[data-command]")).to_have_count(0)
        release.set()
        await page.click("[data-command=play]")
        await expect(page.locator(".command-name")).to_have_text("/play")


async def test_a_language_chosen_before_the_first_state(
    browser: Browser, server: PlaygroundServer
) -> None:
    release = asyncio.Event()
    locale = "en-GB" if server.world.guild.locale == "de" else "de"
    async with new_page(browser, locale=locale) as page:
        await page.route_web_socket("**/app/live*", after(release))
        await page.goto(server.url)
        await server.world.until(lambda: server.world.guild.locale == locale, 15)
        release.set()
        pressed = page.locator(f"#guild-language [data-locale={locale}]")
        await expect(pressed).to_have_attribute("aria-pressed", "true")
