"""The control that lets time pass tells what time it is, works by keys and says what it does."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from playground import PlaygroundServer, World
from playground.world.clock import Clock
from tests.browser.conftest import DESKTOP, PHONE, new_page, open_as, post
from tests.browser.test_accessible import axe, faults

__all__ = ["axe"]


@pytest.fixture
def clock() -> Clock:
    """A clock whose real time is that of the browser."""
    return Clock()


@pytest_asyncio.fixture(loop_scope="session")
async def server(clock: Clock) -> AsyncIterator[PlaygroundServer]:
    """Serve a world that goes by that clock."""
    server = PlaygroundServer(World.example(clock=clock))
    await server.start()
    yield server
    await server.close()


async def test_people_let_time_pass(
    browser: Browser, server: PlaygroundServer, clock: Clock
) -> None:
    async with new_page(browser) as page:
        await open_as(page, server, "Anna")
        due = int(clock()) + 90
        post(server.world, {"content": f"<t:{due}:R>"})
        await expect(page.locator(".timestamp")).to_contain_text(re.compile("in [12] Minute"))
        group = page.get_by_role("group", name="Zeit vergehen lassen")
        await expect(group).to_contain_text("die wirkliche Zeit")
        await group.get_by_role("button", name="15 Minuten").focus()
        await page.keyboard.press("Enter")
        await expect(group).to_contain_text("geht 15 Minuten vor")
        await expect(page.locator(".timestamp")).to_contain_text(re.compile("vor 1[345] Minuten"))
        await expect(page.locator("#clock-said")).to_contain_text("Es ist jetzt")
        await expect(group.get_by_role("button", name="15 Minuten")).to_be_focused()
        assert clock.ahead == 900.0
        await page.keyboard.press("Alt+2")
        english = page.get_by_role("group", name="Let time pass")
        await english.get_by_role("button", name="1 day").click()
        await expect(english).to_contain_text("1 day, 15 minutes ahead")
        sent = post(server.world, {"content": "tomorrow"})
        row = page.locator(f"[data-message-id='{sent.id}'] .sent")
        await expect(row).to_have_text(re.compile(r"^\d\d:\d\d$"))


async def test_where_the_bot_goes_by_another_clock_there_is_no_control(
    browser: Browser, clock: Clock
) -> None:
    server = PlaygroundServer(World.example())
    await server.start()
    async with new_page(browser) as page:
        await open_as(page, server, "Anna")
        await expect(page.locator("#clock")).to_be_hidden()
    await server.close()


@pytest.mark.parametrize("window", [DESKTOP, PHONE])
async def test_axe_finds_no_fault(
    browser: Browser, server: PlaygroundServer, axe: str, window: Any
) -> None:
    async with new_page(browser, viewport=window) as page:
        await open_as(page, server, "Anna")
        await _open(page)
        await page.get_by_role("button", name="1 Stunde").click()
        await expect(page.locator("#clock-ahead")).to_contain_text("1 Stunde")
        assert not await faults(page, axe)


async def _open(page: Page) -> None:
    if await page.locator("#open-channels").is_visible():
        await page.click("#open-channels")
        await expect(page.locator(".sidebar")).to_be_visible()
