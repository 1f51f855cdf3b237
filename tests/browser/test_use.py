"""The page in use, without a bot: keyboard, phone, languages, reloads, restarts, what is shown."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser, Page, expect

from playground import PlaygroundServer, World
from playground.model import PUBLIC_THREAD, File
from playground.world import direct, emojis, posting, threads
from screens.frame.record import DIGITS
from screens.texts import LANGUAGES, Language
from tests.browser.conftest import DESKTOP, PHONE, new_page, open_as, post
from tests.catalogue import catalogue
from tests.playground.conftest import button, row, select
from tests.playground.test_emojis import png, uri

NAMES = (
    "Wolfeschlegelsteinhausenbergerdorff",
    "ابتسام عبد الرحمن",
    "שרה כהן",
    "ผู้เล่นชื่อยาวมากไม่มีช่องว่าง",
    "李小龍",
    "👩‍👩‍👧‍👦 Familie 🎲",
    "W\u0336\u0322i\u0336l\u0336d",
)


async def test_people_are_reached_by_keyboard(world: World, anna: Page) -> None:
    for number in range(20):
        post(world, {"content": str(number), "components": [row(button(f"b{number}"))]})
    await anna.keyboard.press("Tab")
    await anna.keyboard.press("Tab")
    await expect(anna.locator("#skip-people")).to_be_focused()
    await anna.keyboard.press("Enter")
    await expect(anna.locator("[data-person=Anna]")).to_be_focused()
    await anna.keyboard.press("ArrowDown")
    await anna.keyboard.press("Enter")
    await expect(anna.locator("[data-person=Ben]")).to_have_attribute("aria-pressed", "true")
    await anna.keyboard.press("Alt+3")
    await expect(anna.locator("[data-person=Chiara]")).to_have_attribute("aria-pressed", "true")
    await anna.fill("#composer", "by keyboard")
    await anna.keyboard.press("Alt+1")
    await expect(anna.locator("[data-person=Anna]")).to_have_attribute("aria-pressed", "true")
    await expect(anna.locator("#composer")).to_be_focused()
    await anna.focus("[data-custom-id=b7]")
    await anna.keyboard.press("Alt+2")
    await expect(anna.locator("[data-person=Ben]")).to_have_attribute("aria-pressed", "true")
    await expect(anna.locator("[data-custom-id=b7]")).to_be_focused()


async def test_what_is_just_being_pressed_stays_while_others_write(
    world: World, anna: Page
) -> None:
    post(world, {"content": "first"})
    await expect(anna.locator("[data-person=Ben] [data-badge=unread]")).to_be_visible()
    shown = ("[data-person=Anna]", "[data-person=Ben]", "[aria-current=page]", "[data-locale=de]")
    before = [await anna.locator(each).first.element_handle() for each in shown]
    await anna.locator("[data-person=Anna]").focus()
    post(world, {"content": "second"})
    await expect(anna.locator(".message").last).to_contain_text("second")
    assert all([await each.evaluate("node => node.isConnected") for each in before])
    await expect(anna.locator("[data-person=Anna]")).to_be_focused()
    box = await anna.locator("[data-person=Ben]").bounding_box()
    assert box is not None
    await anna.mouse.move(box["x"] + 5, box["y"] + 5)
    await anna.mouse.down()
    post(world, {"content": "third"})
    await expect(anna.locator(".message").last).to_contain_text("third")
    await anna.mouse.up()
    await expect(anna.locator("[data-person=Ben]")).to_have_attribute("aria-pressed", "true")
    await expect(anna.locator("[data-person=Anna]")).to_have_attribute("aria-pressed", "false")


async def test_an_empty_composer_has_no_scroll_bars(anna: Page) -> None:
    await anna.set_viewport_size({"width": 800, "height": 600})
    bars = "(box) => [box.offsetWidth - box.clientWidth, box.offsetHeight - box.clientHeight]"
    assert await anna.locator("#composer").evaluate(bars) == [0, 0]


async def test_log_is_a_list_of_messages(world: World, anna: Page) -> None:
    post(world, {"content": "one"})
    post(world, {"content": "two"})
    log = anna.get_by_role("log", name="Nachrichten in spieltisch")
    await expect(log.get_by_role("list").first.get_by_role("listitem")).to_have_count(2)


async def test_reload_loses_private_messages_only(world: World, anna: Page) -> None:
    post(world, {"content": "for all"})
    post(world, {"content": "for Anna"}, only_for="Anna")
    await expect(anna.locator("[data-ephemeral]")).to_have_count(1)
    await anna.reload()
    await expect(anna.locator(".message")).to_have_count(1)
    await expect(anna.locator(".message")).to_contain_text("for all")
    post(world, {"content": "new"}, only_for="Anna")
    await expect(anna.locator("[data-ephemeral]")).to_contain_text("new")
    await expect(anna.locator("[data-ephemeral]")).to_have_count(1)


async def test_lost_connection_loses_private_messages_only(
    server: PlaygroundServer, world: World, anna: Page
) -> None:
    post(world, {"content": "for all"})
    post(world, {"content": "for Anna"}, only_for="Anna")
    await expect(anna.locator("[data-ephemeral]")).to_have_count(1)
    await server.website.drop()
    await expect(anna.locator("[data-ephemeral]")).to_have_count(0)
    await expect(anna.locator(".message")).to_have_text(re.compile("for all"))


async def test_server_that_went_and_came_back(browser: Browser, server: PlaygroundServer) -> None:
    async with new_page(browser, quiet=False) as page:
        await open_as(page, server, "Anna")
        post(server.world, {"content": "a table"})
        await expect(page.locator(".message")).to_have_count(1)
        await server.close()
        await expect(page.locator("#banner")).to_contain_text("Neuer Versuch")
        await page.fill("#composer", "still here")
        await page.keyboard.press("Enter")
        await expect(page.locator(".composer-error")).to_be_visible()
        await expect(page.locator("#composer")).to_have_value("still here")
        again = PlaygroundServer(World.example(), server.port)
        await again.start()
        try:
            await expect(page.locator("#banner")).to_contain_text("neu gestartet")
            await expect(page.locator(".message")).to_have_count(0)
            await expect(page.locator("#composer")).to_have_value("still here")
            await page.click("#banner button")
            await page.reload()
            await expect(page.locator("[data-channel=spieltisch]")).to_be_attached()
            await expect(page.locator("#banner")).not_to_contain_text("neu gestartet")
        finally:
            await again.close()


@pytest.mark.parametrize(
    ("locale", "person", "title"), [("de-AT", "Anna", "Wer"), ("fr", "Ben", "Who")]
)
async def test_browser_chooses_the_first_language(
    browser: Browser, server: PlaygroundServer, locale: str, person: str, title: str
) -> None:
    async with new_page(browser, locale=locale) as page:
        await page.goto(server.url)
        chosen = page.locator(f"[data-person={person}]")
        await expect(chosen).to_have_attribute("aria-pressed", "true")
        await expect(page.locator("#people-title")).to_contain_text(title)
        language = "de" if locale.startswith("de") else "en-GB"
        pressed = page.locator(f"#guild-language [data-locale={language}]")
        await expect(pressed).to_have_attribute("aria-pressed", "true")
        await server.world.until(lambda: server.world.guild.locale == language, 15)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_seal_stands_in_one_line_on_a_phone(
    browser: Browser, server: PlaygroundServer, language: Language
) -> None:
    words = catalogue().words(language)
    short = f"{'0' * DIGITS}…"
    texts = [words("record.footer", table="0" * 8, seal=short), words("board.footer", table="0")]
    async with new_page(browser, viewport=PHONE) as page:
        await open_as(page, server, "Anna")
        for text in texts:
            post(server.world, {"embeds": [{"title": "Table", "footer": {"text": text}}]})
        feet = page.locator(".embed-foot")
        await expect(feet).to_have_count(2)
        tall = [await feet.nth(i).evaluate("(foot) => foot.offsetHeight") for i in range(2)]
        assert tall[0] == tall[1]


async def test_own_emojis_are_shown_everywhere(world: World, anna: Page) -> None:
    item = emojis.create(world, {"name": "card_1", "image": uri(png())})
    shape = {"id": item.id, "name": item.name}
    chosen = select("pick", "ab")
    chosen["options"][1] |= {"emoji": shape, "default": True}
    components = [row(button("go", emoji=shape)), row(chosen)]
    post(world, {"content": f"a <:card_1:{item.id}> and <:gone:1>", "components": components})
    source = f"img[src='/cdn/emojis/{item.id}']"
    for place in (".content", ".button", ".select"):
        picture = anna.locator(f"{place} {source}")
        await expect(picture).to_be_visible()
        assert await picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)")
    assert await anna.locator(f".content {source}").get_attribute("alt") == ":card_1:"
    await expect(anna.locator(".content")).to_contain_text(":gone:")
    await anna.click(".select")
    await expect(anna.locator(f".option {source}")).to_be_visible()


async def test_picture_of_an_embed_has_its_own_words_or_its_title(world: World, anna: Page) -> None:
    data = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(data, "PNG")
    upload = File("0", "red.png", data.getvalue())
    attachments = [{"id": "0", "description": "the attachment's"}]
    for own in ({}, {"description": "the embed's"}):
        embed = {"title": "t", "image": {"url": "attachment://red.png", **own}}
        post(world, {"embeds": [embed], "attachments": attachments}, upload)
    pictures = anna.locator(".embed img")
    await expect(pictures).to_have_count(2)
    assert [await each.get_attribute("alt") for each in await pictures.all()] == [
        "t",
        "the embed's",
    ]


async def test_thread_is_entered_from_its_channel(world: World, anna: Page) -> None:
    body = {"name": "A table", "type": PUBLIC_THREAD}
    threads.open_in(world, world.channel("spieltisch"), body)
    await anna.click(".message .thread-link")
    await expect(anna.locator("#channel-title")).to_contain_text("A table")


async def test_moderators_have_tools(world: World, anna: Page) -> None:
    message = post(world, {"content": "x"})
    body = {"name": "A table", "type": PUBLIC_THREAD}
    thread = threads.open_in(world, world.channel("spieltisch"), body)
    await expect(anna.locator("#moderation")).to_be_hidden()
    await expect(anna.locator("[data-remove]")).to_have_count(0)
    await anna.click("[data-person=Deniz]")
    await anna.hover(f"[data-message-id='{message.id}']")
    await anna.click(f"[data-remove='{message.id}']")
    await expect(anna.locator(f"[data-message-id='{message.id}']")).to_have_count(0)
    await anna.click("[data-channel='A table']")
    await anna.click("#moderation")
    await anna.click("[data-act=lock]")
    await expect(anna.locator("#channel-title .channel-state")).to_have_text("gesperrt")
    assert thread.locked
    await anna.uncheck("[data-permission=ATTACH_FILES]")
    await world.until(lambda: thread.denied, 15)
    left = anna.locator(f"[data-act=membership][data-target='{world.person('Ben').id}']")
    await left.click()
    await expect(left).to_have_text("Zurückholen")
    await anna.click("[data-act=delete_channel]")
    await expect(anna.locator("#channel-title")).to_contain_text("spieltisch")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_long_and_foreign_names_keep_the_layout(
    browser: Browser, server: PlaygroundServer, size: Any
) -> None:
    world = server.world
    for person, name in zip(list(world.guild.members.values())[1:], NAMES, strict=True):
        person.name = name
    place = world.channel("spieltisch")
    for person in list(world.guild.members.values())[1:]:
        posting.post(world, place, person, {"content": f"<@{person.id}> " + "x" * 200})
    async with new_page(browser, viewport=size) as page:
        await page.goto(server.url)
        await expect(page.locator(".message")).to_have_count(len(NAMES))
        width = await page.evaluate(
            "Math.max(...[...document.querySelectorAll('.stage, .people, .message, .person')]"
            ".map((node) => node.getBoundingClientRect().right))"
        )
        assert width <= size["width"]
        heights = await page.evaluate(
            "[...document.querySelectorAll('.person')].map((node) => node.offsetHeight)"
        )
        assert max(heights) - min(heights) <= 4


async def test_nothing_covers_the_messages_on_a_phone(
    browser: Browser, server: PlaygroundServer
) -> None:
    for number in range(12):
        post(server.world, {"content": "x\n" * 4, "components": [row(button(f"b{number}"))]})
    async with new_page(browser, viewport=PHONE) as page:
        await open_as(page, server, "Anna")
        last = page.locator("[data-custom-id=b11]")
        await expect(last).to_be_in_viewport(ratio=1)
        assert await free(page, "b11")
        await page.locator("[data-custom-id=b3]").scroll_into_view_if_needed()
        await expect(page.locator("#latest")).to_be_visible()
        for number in range(12):
            shown = page.locator(f"[data-custom-id=b{number}]")
            await shown.scroll_into_view_if_needed()
            assert await free(page, f"b{number}"), number


async def free(page: Page, custom_id: str) -> bool:
    """Tell whether nothing lies over the corners of a button."""
    return bool(
        await page.locator(f"[data-custom-id={custom_id}]").evaluate(
            """(node) => {
              const { left, right, top, bottom } = node.getBoundingClientRect();
              const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
              const [x, y] = [(left + right) / 2, (top + bottom) / 2];
              return corners.every(([cx, cy]) => {
                const at = document.elementFromPoint(x + (cx - x) * 0.8, y + (cy - y) * 0.8);
                return node.contains(at);
              });
            }"""
        )
    )


async def test_a_direct_message_offers_only_what_can_be_used_there(
    world: World, anna: Page
) -> None:
    used_in = {"play": [0], "learn": [0, 1]}
    world.commands.replace(
        None, [{"name": name, "description": "d", "contexts": at} for name, at in used_in.items()]
    )
    direct.open_with(world, world.person("Anna"))
    for channel, offered in ((world.bot.name, 1), ("spieltisch", 2)):
        await anna.locator(f"[data-channel='{channel}']").click()
        await anna.locator("#composer").fill("/")
        await expect(anna.locator("[data-command]")).to_have_count(offered)
        await expect(anna.locator("[data-command=learn]")).to_be_visible()
