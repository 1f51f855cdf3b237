"""A lesson on the page as a phone shows it, in both languages, by its real buttons to its end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, expect

from cogs import services
from cogs.client import MonsterBot
from cogs.shown import emojis
from engine.lessons import Place
from playground import PlaygroundServer
from screens.frame.lesson import LEARN
from tests.browser.conftest import PHONE, new_page
from tests.cogs.party import Party, learnt, running_bot, settings_for, studio
from tests.screens.lesson_paths import CATALOGUE, Press, path_to

LESSON = learnt()["meistercoup"]
PEOPLE = {"Anna": "de", "Ben": "en-GB"}


@pytest_asyncio.fixture(loop_scope="session")
async def bot(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[MonsterBot]:
    """Run a bot that paints with the studio of all tests."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(emojis, "SOON", 3600.0)
    monkeypatch.setattr(services, "Studio", lambda **kept: studio())
    async with running_bot(settings_for(server, str(tmp_path / "tables.db"))) as bot:
        yield bot


@pytest.mark.parametrize("name", PEOPLE)
async def test_a_lesson_is_played_on_a_phone(
    browser: Browser, server: PlaygroundServer, bot: MonsterBot, name: str
) -> None:
    party, words = Party(server.world), CATALOGUE.words(PEOPLE[name])
    title = words.within(LESSON.game.id)("title")
    async with new_page(browser, quiet=False, viewport=PHONE) as page:
        await page.goto(f"{server.url}/#{name}/spieltisch")
        await page.select_option("#client", "iphone")
        await party.command(name, "learn", game=LESSON.game.id)
        message = page.locator("[data-ephemeral]").last
        for number, step in enumerate(LESSON.plan.steps[:-1]):
            head = words("learn.title", game=title, n=number + 1, last=LESSON.last)
            await expect(message.locator(".embed-title").first).to_have_text(head)
            await expect(message.locator(".embed .picture")).to_have_count(2)
            for picture in await message.locator(".embed .picture").all():
                box = await picture.bounding_box()
                assert box is not None and box["width"] <= 282
            # What is to be read is on the screen with all that can be pressed.
            await expect(message.locator(".embed-text").last).to_be_in_viewport(ratio=1)
            await expect(message.locator("[data-custom-id]").first).to_be_in_viewport(ratio=1)
            await expect(message.locator("[data-custom-id]").last).to_be_in_viewport(ratio=1)
            assert step.answer is not None
            for press in path_to(LESSON, Place(number), LESSON.action(step.answer)):
                await message.locator(_control(press)).click()
        await expect(message.locator(".embed-title").first).to_have_text(
            re.compile(f"^{re.escape(words('learn.name', game=title))}$")
        )
        await expect(message.locator(_control(Press(LEARN, "play")))).to_be_visible()
    user = int(server.world.person(name).id)
    assert await bot.host.store.lessons.known(user, LESSON.game.id)


def _control(press: Press) -> str:
    return f"[data-custom-id^='ml:'][data-custom-id$=':{press.verb}:{press.args}']"
