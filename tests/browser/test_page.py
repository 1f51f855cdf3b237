"""A table on the playground's page in a browser: two people, one trick, two hands."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, Page, expect

PICTURE = "MONSTERRUNDE_PICTURE"
"""Names the environment variable with the file that the README's picture is saved to."""
MOVES = ":is([data-custom-id*=':play:'],[data-custom-id*=':take:'],[data-custom-id*=':pair:'])"
LAST_TRICK = "img[alt^='Letzter Stich']"
PATIENCE = 15_000
QUIET = 3000
"""Milliseconds after which a table that waits for a person shows everything."""


async def test_two_people_play_a_trick(page: Page) -> None:
    await command(page, "play", "meistercoup")
    await join_and_start(page)
    assert await hand(page, "Anna") != await hand(page, "Ben")
    await expect(own(page, "Ben")).to_have_count(1)
    await expect(own(page, "Anna")).to_have_count(0)
    await be(page, "Chiara")
    await expect(page.locator("[data-ephemeral=true]")).to_have_count(0)
    await play_a_trick(page)
    await be(page, "Anna")
    await expect(board(page).locator(LAST_TRICK)).to_be_visible()
    if os.environ.get(PICTURE):
        await save_picture(page, Path(os.environ[PICTURE]))


async def command(page: Page, name: str, game: str) -> None:
    """Type a command with completion and send it."""
    await page.fill("#composer", f"/{name}")
    await page.click(f"[data-command={name}]")
    await page.click(f"[data-choice={game}]")
    await page.keyboard.press("Enter")
    await expect(picture(board(page))).to_have_attribute("alt", re.compile("Anna"))


async def join_and_start(page: Page) -> None:
    """Seat Ben and two computers beside Anna, and begin."""
    await be(page, "Ben")
    await press(board(page), "join")
    await expect(picture(board(page))).to_have_attribute("alt", re.compile(r"\(2 von 6\)"))
    await be(page, "Anna")
    for seat in (3, 4):
        await press(board(page), "add")
        taken = re.compile(rf"\({seat} von 6\)")
        await expect(picture(board(page))).to_have_attribute("alt", taken)
    await press(board(page), "start")
    await expect(board(page).locator("[data-custom-id*=':seat:']")).to_be_visible(timeout=PATIENCE)
    await expect(own(page, "Anna")).to_be_visible(timeout=PATIENCE)
    await be(page, "Ben")
    await press(board(page), "seat")
    await expect(own(page, "Ben")).to_be_visible(timeout=PATIENCE)


async def play_a_trick(page: Page) -> None:
    """Press the first button of whoever has one, until a trick has been divided."""
    await be(page, "Anna")
    for turn in range(200):
        if await board(page).locator(LAST_TRICK).count():
            return
        await be(page, ("Anna", "Ben")[turn % 2])
        buttons = page.locator(f"[data-ephemeral=true] {MOVES}:not([aria-busy])")
        if await buttons.count():
            pressed = await buttons.first.get_attribute("data-custom-id")
            await buttons.first.click()
            await expect(page.locator(f"[data-custom-id='{pressed}']")).to_have_count(0)
        else:
            await page.wait_for_timeout(100)
    raise AssertionError("no trick has been divided")


CARDS = ("Deine Hand", "Diamanten:", "Your hand", "Diamonds:")
"""How the line about a hand begins; who is to play reads the cards on the buttons."""


async def be(page: Page, name: str) -> None:
    """Go on as another person."""
    person = page.locator(f"[data-person={name}]")
    await person.click()
    await expect(person).to_have_attribute("aria-pressed", "true")


async def hand(page: Page, name: str) -> str:
    """Return the cards that a person's own panel names."""
    await be(page, name)
    words = await picture(own(page, name)).get_attribute("alt") or ""
    return next(line for line in words.splitlines() if line.startswith(CARDS))


async def save_picture(page: Page, file: Path) -> None:
    """Save the table as Anna sees it, with her hand below it, in few colours."""
    await page.set_viewport_size({"width": 1180, "height": 1400})
    await page.add_style_tag(content="*, ::before, ::after { animation: none !important }")
    await page.wait_for_function(
        "() => [...document.images].every((image) => image.complete && image.naturalWidth)"
    )
    # Panel and board are brought up to date one after the other.
    await page.wait_for_timeout(QUIET)
    file.parent.mkdir(parents=True, exist_ok=True)
    shot = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    shot.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, optimize=True)


def board(page: Page) -> Locator:
    """Return the newest public message with an embed."""
    return page.locator(".message:not([data-ephemeral]):has(.embed)").last


def picture(message: Locator) -> Locator:
    """Return the picture of a message, whose words stand in its alt text."""
    return message.locator(".embed img").first


def own(page: Page, name: str) -> Locator:
    """Return the panel of the person one is, which names their hand."""
    words = CARDS[:2] if name == "Anna" else CARDS[2:]
    told = page.locator(", ".join(f"img[alt*='{word}']" for word in words))
    return page.locator("[data-ephemeral=true]").filter(has=told)


async def press(message: Locator, verb: str) -> None:
    """Press the first button of a verb."""
    await message.locator(f"[data-custom-id*=':{verb}:']").first.click()
