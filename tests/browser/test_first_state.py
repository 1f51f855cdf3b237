"""What is typed before the page knows the server's state works as soon as it does."""

from __future__ import annotations

import asyncio

from playwright.async_api import Browser, WebSocketRoute, expect

from playground import PlaygroundServer
from tests.browser.conftest import new_page


async def test_command_typed_before_the_first_state(
    browser: Browser, server: PlaygroundServer
) -> None:
    server.world.commands.put(None, {"name": "play", "description": "Start a game"})
    release = asyncio.Event()

    async def late(socket: WebSocketRoute) -> None:
        await release.wait()
        socket.connect_to_server()

    async with new_page(browser) as page:
        await page.route_web_socket("**/app/live*", late)
        await page.goto(f"{server.url}/#Anna/spieltisch")
        await page.fill("#composer", "/pl")
        await expect(page.locator(".completion-title")).not_to_be_empty()
        await expect(page.locator("[data-command]")).to_have_count(0)
        release.set()
        await page.click("[data-command=play]")
        await expect(page.locator(".command-name")).to_have_text("/play")
