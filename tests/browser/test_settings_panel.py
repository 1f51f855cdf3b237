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


async def test_the_settings_panel_by_clicks(page: Page) -> None:
    await page.click("[data-person=Deniz]")
    await page.fill("#composer", "/games-admin settings")
    await expect(page.locator("[role=option]")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.press("#composer", "Enter")
    panel = page.locator("[data-ephemeral]").last
    await expect(panel).to_contain_text("Einstellungen · Wo und wer")
    await choose(page, "channels", "hinterzimmer")
    await choose(page, "games", "Bugs & Co")
    await choose(page, "staff", "Moderation")
    await expect(page.locator(PANEL.format("channels"))).to_contain_text("hinterzimmer")
    await page.click('[data-custom-id="ga:page:1"]')
    await page.click('[data-custom-id="ga:limits:"]')
    await page.locator("dialog input").nth(0).fill("2")
    await page.click("[data-submit=modal]")
    await expect(panel).to_contain_text("Offene Tische: 2")
    await page.click("[data-person=Ben]")
    await page.fill("#composer", "/play")
    await page.click("[data-command=play]")
    await page.click("[data-choice=bugs]")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-ephemeral]").last).to_contain_text("(setting Channels)")
    await page.fill("#composer", "/games-admin settings")
    await page.press("#composer", "Enter")
    await expect(page.locator(".composer-error")).to_have_text("There is no such command.")
