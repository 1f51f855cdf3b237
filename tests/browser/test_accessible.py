"""What the page says to who does not see it: axe-core finds no fault, news are one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from playground import PlaygroundServer, World
from playground.world import posting
from tests.browser.conftest import DESKTOP, PHONE, new_page, open_as, post
from tests.browser.test_clients import BACKGROUNDS, sample
from tests.playground.conftest import button, row


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script of axe-core."""
    package = pytest.importorskip("axe_playwright_python")
    return Path(package.__file__).with_name("axe.min.js").read_text()


async def faults(page: Page, axe: str) -> list[str]:
    """Return what axe-core finds on the page as it is."""
    if await page.evaluate("!window.axe"):
        await page.evaluate(axe)
    found = await page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['html']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("window", [DESKTOP, PHONE])
async def test_axe_finds_no_fault(
    browser: Browser, server: PlaygroundServer, axe: str, window: Any
) -> None:
    sample(server.world)
    body = {"embeds": [{"title": "t"}], "components": [row(button("go", style=1))]}
    post(server.world, body, only_for="Deniz")
    async with new_page(browser, viewport=window) as page:
        await open_as(page, server, "Deniz")
        await expect(page.locator(".picture.loading")).to_have_count(0)
        for theme in BACKGROUNDS:
            await page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
            assert not await faults(page, axe), theme
        await page.fill("#composer", "/")
        assert not await faults(page, axe), "the list of commands"
        await page.fill("#composer", "")
        for opens in (".picture", ".select", "#moderation"):
            await page.locator(opens).first.click()
            assert not await faults(page, axe), opens
            await page.keyboard.press("Escape")


async def test_what_is_new_is_said_in_one_line(world: World, anna: Page) -> None:
    news = anna.get_by_role("status").and_(anna.locator("#news"))
    board = {"title": "Meister Coup", "description": "Waiting for **Ben**\nand more"}
    message = post(world, {"embeds": [board]})
    await expect(news).to_have_text("Meister Coup: Waiting for Ben")
    posting.edit(world, message, {"embeds": [board | {"description": "Waiting for **Anna**"}]})
    await expect(news).to_have_text("Meister Coup: Waiting for Anna")
    post(world, {"content": "hello"})
    await expect(news).to_have_text("hello")
    posting.edit(world, message, {"embeds": [board | {"description": "Waiting for **Anna**\n!"}]})
    await expect(anna.locator(".embed-text")).to_contain_text("!")
    await expect(news).to_have_text("hello")
    await anna.keyboard.press("Alt+2")
    await expect(news).to_be_empty()
    await expect(anna.get_by_role("log")).to_have_attribute("aria-live", "off")


async def test_who_acts_in_a_private_message_hears_what_is_new_in_it_and_keeps_the_focus(
    world: World, anna: Page
) -> None:
    news, said = anna.locator("#news"), "You turn\nEnds <t:{}:R>\n{} points"
    row_of = [button("a", style=1), button("b", style=1)]

    def seat(points: int, *controls: Any) -> dict[str, Any]:
        text = said.format(2_000_000_000 + points, points)
        rows = [row(*controls)] if controls else []
        return {"embeds": [{"title": "Seat", "description": text}], "components": rows}

    message = post(world, seat(1, *row_of), only_for="Anna")
    await expect(news).to_have_text("Seat: You turn")
    posting.edit(world, message, seat(2, *row_of))
    await expect(anna.locator(".embed-text")).to_contain_text("2 points")
    await expect(news).to_have_text("Seat: You turn")
    await anna.focus("[data-custom-id=a]")
    posting.edit(world, message, seat(3, row_of[0] | {"disabled": True}, row_of[1]))
    await expect(news).to_have_text("3 points.")
    await expect(anna.locator("[data-custom-id=b]")).to_be_focused()
    holds = {"description": "B1: round,\ndotted"}
    posting.edit(world, message, {"embeds": [holds], "components": [row(row_of[1])]})
    await expect(news).to_have_text("B1: round, dotted.")
    holds = {"description": "B2: boxy,\ndotted"}
    posting.edit(world, message, {"embeds": [holds], "components": [row(row_of[1])]})
    await expect(news).to_have_text("B2: boxy, dotted.")
    refused = {"content": "Gone", "embeds": [holds], "components": [row(row_of[1])]}
    posting.edit(world, message, refused)
    await expect(anna.locator(".content")).to_have_text("Gone(bearbeitet)")
    await expect(news).to_have_text("Gone.")
    posting.edit(world, message, refused | {"content": ""})
    posting.edit(world, message, seat(4, *(each | {"disabled": True} for each in row_of)))
    await expect(news).to_contain_text("4 points.")
    await expect(anna.locator(".message")).to_be_focused()
    await anna.focus(".message")
    page = {"title": "Page", "description": "first\n" + "\n".join(map(str, range(300)))}
    posting.edit(world, message, {"embeds": [page], "components": []})
    await expect(news).to_have_text("Page: first")
