"""A bot in its playground as somebody would start it, and a browser on its page."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
import pytest_asyncio
from playwright import sync_api
from playwright.async_api import Browser, Page, Playwright, ViewportSize, async_playwright, expect

from playground import PlaygroundServer, World
from playground.model import EPHEMERAL, File, Message
from playground.page.website import STATIC
from playground.world import posting
from tests.born import Nursery
from tests.conftest import leaving_no_task

HERE = Path(__file__).parent
NAMES = (
    # Without a window to draw it takes a third less.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    # Who connects while the first window opens may wait for it for good.
    "--no-startup-window",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    # Each window would draw the list below its line of addresses, as two pages more.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--remote-debugging-port=0",
)
PHONE = ViewportSize(width=390, height=780)
DESKTOP = ViewportSize(width=1280, height=900)
PATIENCE = 20_000
"""Milliseconds to wait for anything on the page."""
STARTING = 120.0
"""Seconds to wait for a program: a bot or a browser is a lot to load on a machine that is busy."""
expect.set_options(timeout=PATIENCE)
sync_api.expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests that drive the browser share an event loop, to which its driver belongs."""
    for item in items:
        if item.path.parent == HERE and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def address(nursery: Nursery) -> AsyncIterator[str]:
    """Start the bot's playground; fail when it warns of anything."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "DATABASE_"))}
    # The computers' own pace would make one trick take ten seconds.
    environment = {**keep, "COMPUTER_PACE": "0.1", "LOG_LEVEL": "WARNING"}
    told = ("--playground", "--port", "0")
    async with nursery.bear(*told, environment=environment, heard=True) as process:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), STARTING)
        found = re.search(rb"http://127\.0\.0\.1:\d+", line)
        assert found, line
        yield found[0].decode()
        process.terminate()
        logged, _ = await asyncio.wait_for(process.communicate(), STARTING)
        assert (process.returncode, logged) == (0, b""), logged.decode()


def _program() -> str:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"no browser is installed: none of {', '.join(NAMES)} is in the path")
    return program


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the one browser that all tests of a process use; return where it is driven."""
    folder = tmp_path_factory.mktemp("browser")
    told = (_program(), *FLAGS, f"--user-data-dir={folder}")
    with subprocess.Popen(told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield f"http://127.0.0.1:{_port(folder / 'DevToolsActivePort')}"
        finally:
            # What is on the path may be a script that waits for the program.
            with contextlib.suppress(psutil.NoSuchProcess):
                for begun in psutil.Process(process.pid).children():
                    begun.terminate()
            process.terminate()


def _port(file: Path) -> int:
    """Return the port that a browser writes into a file once it can be driven."""
    late = time.monotonic() + STARTING
    while time.monotonic() < late:
        with contextlib.suppress(OSError, IndexError):
            return int(file.read_text().splitlines()[0])
        time.sleep(0.02)
    raise TimeoutError("the browser does not start")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def driver() -> AsyncIterator[Playwright]:
    """Start what drives the browser, which takes longer than most tests: once a process."""
    async with async_playwright() as playwright:
        yield playwright


@pytest_asyncio.fixture(loop_scope="session")
async def no_task_left(driver: Playwright, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Fail when the test, with all its fixtures closed, leaves a task behind."""
    async with leaving_no_task(monkeypatch):
        yield


@pytest_asyncio.fixture(loop_scope="session")
async def browser(driver: Playwright, program: str) -> AsyncIterator[Browser]:
    """Drive the browser; what a test opened in it is closed in the end."""
    browser = await driver.chromium.connect_over_cdp(program, timeout=1000 * STARTING)
    yield browser
    await browser.close()


@asynccontextmanager
async def new_page(browser: Browser, *, quiet: bool = True, **settings: Any) -> AsyncIterator[Page]:
    """Open an empty page; fail when a script on it does, or if `quiet` when it says an error."""
    faults: list[str] = []
    settings = {"viewport": DESKTOP, "locale": "de", **settings}
    page = await browser.new_page(**settings)
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    if quiet:
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield page
    await page.close()
    assert not faults


@pytest_asyncio.fixture(loop_scope="session")
async def page(address: str, browser: Browser) -> AsyncIterator[Page]:
    """Open the bot's page as Anna."""
    async with new_page(browser) as page:
        await page.goto(f"{address}/#Anna/spieltisch")
        yield page


@pytest.fixture(scope="module")
def script_page(program: str) -> Iterator[sync_api.Page]:
    """Open a page for all tests of a module that try single scripts."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(program, timeout=1000 * STARTING)
        page = browser.new_page(locale="de", timezone_id="UTC")
        page.set_default_timeout(PATIENCE)
        page.route("**/*", _answer)
        yield page
        browser.close()


def _answer(route: sync_api.Route) -> None:
    path = urlsplit(route.request.url).path
    if path.startswith("/static/"):
        route.fulfill(path=STATIC / path.removeprefix("/static/"))
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


@pytest.fixture
def scripts(script_page: sync_api.Page) -> Iterator[sync_api.Page]:
    """Load an empty document that can import the playground's scripts; what it stores goes."""
    script_page.goto("http://playground.test/")
    yield script_page
    script_page.evaluate("localStorage.clear(); sessionStorage.clear()")


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[PlaygroundServer]:
    """Serve the example world, without a bot."""
    server = PlaygroundServer(World.example())
    await server.start()
    yield server
    await server.close()


@pytest.fixture
def world(server: PlaygroundServer) -> World:
    """The world that is served."""
    return server.world


@pytest_asyncio.fixture(loop_scope="session")
async def anna(browser: Browser, server: PlaygroundServer) -> AsyncIterator[Page]:
    """Open the page as Anna."""
    async with new_page(browser) as page:
        await open_as(page, server, "Anna")
        yield page


async def open_as(page: Page, server: PlaygroundServer, name: str) -> None:
    """Open the first channel as somebody, and wait until it is drawn."""
    await page.goto(f"{server.url}/#{name}/spieltisch")
    await expect(page.locator("[data-channel=spieltisch]")).to_be_attached()


def post(world: World, body: dict[str, Any], *files: File, only_for: str = "") -> Message:
    """Post a message as the bot, to one person alone if one is named."""
    person = world.person(only_for) if only_for else None
    flags = EPHEMERAL if person else 0
    place = world.channel("spieltisch")
    return posting.post(world, place, world.bot, body, files, only_for=person, flags=flags)
