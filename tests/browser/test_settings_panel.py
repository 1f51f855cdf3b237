"""A moderator sets up a server by clicking, and what is chosen holds for others."""

from __future__ import annotations

from playwright.async_api import Page, expect

PANEL = '[data-custom-id="ga:set:{}"]'


async def choose(page: Page, name: str, *labels: str) -> None:
    """Open a select of the panel, tick these, and confirm where several may be chosen."""
    await page.click(PANEL.format(name))
    for label in labels:
        await page.click(f'.option:has-text("{label}")')
    done = page.locator(".picker .done")
    if await done.count():
        await done.click()
    await expect(page.locator(PANEL.format(name))).to_contain_text(labels[-1])


async def say(page: Page, person: str, command: str) -> None:
    """Let somebody type a command."""
    await page.click(f"[data-person={person}]")
    await page.fill("#composer", command)
    await page.keyboard.press("Escape")
    await page.press("#composer", "Enter")


async def test_the_settings_panel_by_clicks(page: Page) -> None:
    await say(page, "Anna", "/games-admin settings")
    await expect(page.locator(".composer-error")).to_be_visible()
    await say(page, "Deniz", "/games-admin settings")
    panel = page.locator("[data-ephemeral]").last
    await expect(panel).to_contain_text("Einstellungen dieses Servers")
    await choose(page, "channels", "hinterzimmer")
    await choose(page, "games", "Bugs & Co")
    await choose(page, "staff", "Moderation")
    await expect(page.locator(PANEL.format("channels"))).to_contain_text("hinterzimmer")
    await page.click('[data-custom-id="ga:limits:"]')
    await page.locator("dialog input").nth(0).fill("2")
    await page.click("[data-submit=modal]")
    await expect(panel.locator(".field", has_text="Offene Tische")).to_contain_text("2")
    await page.click("[data-person=Ben]")
    await page.fill("#composer", "/play")
    await page.click("[data-command=play]")
    await page.click("[data-choice=bugs]")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-ephemeral]").last).to_contain_text("(setting Channels)")
