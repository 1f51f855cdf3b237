"""Messages on the page as each of Discord's clients shows them: sizes, rows, colours, blinking."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, Locator, Page, Route, expect

from cogs.gate.custom_id import custom_ids
from cogs.line.messages import controls
from engine.bugs.values import Pick
from playground import PlaygroundServer, World
from playground.model import File, Message
from playground.world import posting
from screens import page as pages
from screens.bugs.pad import Look, rows
from screens.texts import Language
from tests.browser.conftest import DESKTOP, PHONE, new_page, open_as, post
from tests.catalogue import catalogue
from tests.engine.bugs_table import GAME, act, playing
from tests.playground.conftest import JSON, button, row, select

SMALL = {"width": 360, "height": 780}
BOARD, TALL, LOOSE = (1200, 900), (600, 900), (1200, 900)
SIZES = {
    "desktop": {
        "embeds": [432, 521, 521],
        "pictures": [[400, 300], [200, 300], [80, 80], [467, 350]],
        "select": 400,
    },
    "android": {
        "embeds": [314, 314, 314],
        "pictures": [[282, 212], [267, 400], [70, 70], [314, 236]],
        "select": 300,
    },
    "small": {
        "embeds": [284, 284, 284],
        "pictures": [[252, 189], [252, 378], [70, 70], [284, 213]],
        "select": 284,
    },
}
"""Widths of embeds and a select, and sizes of pictures, in px."""
BACKGROUNDS = {
    "light": ("#fafafa", "#ffffff"),
    "ash": ("#333338", "#383b40"),
    "dark": ("#1a1a1f", "#242429"),
    "onyx": ("#070709", "#131416"),
}
"""Behind messages and behind an embed."""


def file(index: int, size: tuple[int, int], color: str = "red") -> File:
    """Return a picture to be uploaded."""
    data = io.BytesIO()
    Image.new("RGB", size, color).save(data, "PNG")
    return File(str(index), f"{index}.png", data.getvalue())


def showing(*indexes: int) -> JSON:
    """Return a body with an embed for each of these files."""
    urls = [f"attachment://{index}.png" for index in indexes]
    return {"embeds": [{"title": url[-5:], "image": {"url": url}} for url in urls]}


def sample(world: World) -> None:
    """Post what has a size of its own: three embeds, a loose picture, two rows."""
    fields = [{"name": "n", "value": "v", "inline": True}] * 3
    thumbnail = {"title": "t " * 99, "fields": fields, "thumbnail": {"url": "attachment://2.png"}}
    body = {
        "embeds": [*showing(0, 1)["embeds"], thumbnail],
        "components": [
            row(*(button(f"b{n}", label=None, emoji={"name": "🐉"}) for n in range(5))),
            row(select("s")),
        ],
    }
    post(world, body, file(0, BOARD), file(1, TALL), file(2, (200, 200)), file(3, LOOSE))


async def sizes(found: Locator) -> list[list[int]]:
    """Return widths and heights in whole px."""
    measured = "nodes => nodes.map((node) => [node.offsetWidth, node.offsetHeight])"
    return [list(size) for size in await found.evaluate_all(measured)]


async def tops(found: Locator) -> list[int]:
    """Return in which line each of these stands."""
    ys: list[float] = await found.evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect().y)"
    )
    lines = sorted(set(ys))
    return [lines.index(y) for y in ys]


@pytest.mark.parametrize(
    ("client", "window", "expected"),
    [
        ("desktop", DESKTOP, "desktop"),
        ("android", DESKTOP, "android"),
        ("android", PHONE, "android"),
        ("iphone", PHONE, "android"),
        ("android", SMALL, "small"),
    ],
)
async def test_sizes(
    browser: Browser, server: PlaygroundServer, client: str, window: Any, expected: str
) -> None:
    sample(server.world)
    async with new_page(browser, viewport=window) as page:
        await open_as(page, server, "Anna")
        await page.select_option("#client", client)
        assert [size[0] for size in await sizes(page.locator(".embed"))] == SIZES[expected][
            "embeds"
        ]
        assert await sizes(page.locator(".picture")) == SIZES[expected]["pictures"]
        assert (await sizes(page.locator(".select")))[0][0] == SIZES[expected]["select"]
        beside = client == "desktop"
        assert await tops(page.locator(".field")) == ([0, 0, 0] if beside else [0, 1, 2])
        wraps = client == "iphone" or window is SMALL
        assert await tops(page.locator(".row .button")) == [0, 0, 0, 0, int(wraps)]


@pytest.mark.parametrize("language", ["de", "en"])
async def test_what_is_in_hands_moves_no_button_of_a_race(
    browser: Browser, server: PlaygroundServer, language: Language
) -> None:
    state = playing(8)
    for seat in range(5):
        state = act(state, seat, Pick(0, seat))
    view, words = GAME.view(state, 0), catalogue().words(language, "bugs")
    pad = pages.Page(title="t", rows=rows(view, GAME.legal(state, 0), Look(0), words))
    post(server.world, {"components": controls(pad, custom_ids("t", 0)).to_components()})
    async with new_page(browser, viewport=PHONE) as page:
        await open_as(page, server, "Anna")
        places = page.locator("[data-custom-id*=':pick:']")
        assert await tops(places) == [number // 5 for number in range(15)]


async def test_buttons_keep_their_natural_widths(world: World, anna: Page) -> None:
    rows = [
        row(button("a", label="x"), button("b", label="y" * 20)),
        row(button("c", label="z" * 80)),
    ]
    post(world, {"content": "x", "components": rows})
    for client, least, height in (("desktop", 60, 32), ("android", 52, 36), ("iphone", 52, 36)):
        await anna.select_option("#client", client)
        short, longer, longest = await sizes(anna.locator(".button[data-custom-id]"))
        assert short == [least, height]
        assert least < longer[0] < 314 and longer[1] == longest[1] == height
    cut = await anna.locator("[data-custom-id=c] .label").evaluate(
        "(label) => label.scrollWidth > label.clientWidth"
    )
    assert cut and longest[0] == 314


@pytest.mark.parametrize(("window", "client"), [(DESKTOP, "desktop"), (PHONE, "android")])
async def test_window_chooses_the_first_client(
    browser: Browser, server: PlaygroundServer, window: Any, client: str
) -> None:
    async with new_page(browser, viewport=window) as page:
        await open_as(page, server, "Anna")
        await expect(page.locator("#client")).to_have_value(client)
        await page.select_option("#client", "iphone")
        await page.reload()
        await expect(page.locator("#client")).to_have_value("iphone")


async def test_themes(world: World, anna: Page) -> None:
    post(world, {"embeds": [{"title": "t"}]})
    for theme, (behind, embed) in BACKGROUNDS.items():
        await anna.select_option("#theme", theme)
        for place, color in ((".stage", behind), (".embed", embed)):
            parts = ", ".join(str(int(color[at : at + 2], 16)) for at in (1, 3, 5))
            await expect(anna.locator(place)).to_have_css("background-color", f"rgb({parts})")


@pytest_asyncio.fixture(loop_scope="session")
async def board(world: World, anna: Page) -> Message:
    """A message with two embeds whose pictures are marked where they stand on Anna's page."""
    message = post(world, showing(0, 1), file(0, BOARD), file(1, BOARD))
    await expect(anna.locator(".picture.loading")).to_have_count(0)
    await expect(anna.locator(".picture")).to_have_count(2)
    await anna.evaluate("document.querySelectorAll('.picture').forEach((p) => (p.marked = true))")
    return message


async def stayed(page: Page) -> list[bool]:
    """Tell of each picture whether it is one that was marked."""
    known = "nodes => nodes.map((node) => Boolean(node.marked))"
    return list(await page.locator(".picture").evaluate_all(known))


async def test_only_a_new_picture_blinks(world: World, anna: Page, board: Message) -> None:
    there = asyncio.Event()

    async def later(route: Route) -> None:
        await there.wait()
        await route.continue_()

    await anna.route("**/cdn/attachments/**", later)
    kept = {"attachments": [{"id": board.attachments[0].id}]}
    posting.edit(world, board, showing(0, 1) | kept, [file(1, BOARD, "blue")])
    new = anna.locator(".picture").nth(1)
    await expect(anna.locator(".picture.loading")).to_have_count(1)
    assert await stayed(anna) == [True, False]
    assert await sizes(new) == [[400, 300]]
    await expect(new.locator("img")).to_have_css("opacity", "0")
    there.set()
    await expect(new.locator("img")).to_have_css("opacity", "1")


async def test_text_alone_lets_pictures_stay(world: World, anna: Page, board: Message) -> None:
    body = showing(1, 0)
    body["embeds"][0] |= {
        "title": "changed",
        "image": {"url": "attachment://1.png", "description": "d"},
    }
    posting.edit(world, board, body)
    await expect(anna.locator(".embed-title").first).to_have_text("changed")
    assert await stayed(anna) == [True, True]
    assert await anna.locator(".picture img").first.get_attribute("alt") == "d"


async def test_kept_file_stands_outside_once_more(world: World, anna: Page, board: Message) -> None:
    world.kept_files_show_outside = True
    posting.edit(world, board, showing(0, 1))
    await expect(anna.locator(".attachments .picture")).to_have_count(2)
    await expect(anna.locator(".embed .picture")).to_have_count(2)


async def test_a_click_opens_a_picture_in_full(anna: Page, board: Message) -> None:
    await anna.set_viewport_size({"width": 1400, "height": 1200})
    await anna.locator(".picture").first.click()
    assert await sizes(anna.locator(".lightbox img")) == [[1200, 900]]
    await anna.keyboard.press("Escape")
    await expect(anna.locator(".lightbox")).to_have_count(0)
