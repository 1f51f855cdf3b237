"""What an edit sends of a message's pictures, and what it keeps, as Discord may take it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.line.attached import Attached, Keeping
from cogs.line.messages import PICTURE_NAMES, embeds
from cogs.line.painter import Painter
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from playground.world.state import RequestRecord
from screens.kit.studio import Studio
from screens.page import Page, Picture
from tables.room.refusal import Refusal
from tests.cogs.clicking import show_news, start, turn
from tests.cogs.party import Party, moves


def page(*keys: str) -> Page:
    """Return a page with these pictures."""
    return Page(title="Table", pictures=[Picture(key, f"alt of {key}", blank) for key in keys])


def sign(key: str) -> bytes:
    """Return what is kept of a picture's key."""
    return Picture(key, "", blank).sign


def blank(studio: Studio) -> Image.Image:
    return Image.new("RGB", (4, 3))


def answered(
    page: Page, *ids: int | None, outside: tuple[int, ...] = (), kind: str = "attachments"
) -> Any:
    """Return a message as Discord answers: its embeds show the files with these ids."""
    shown = embeds(page)
    for embed, name, id in zip(shown, PICTURE_NAMES, ids, strict=False):
        embed.set_image(url=id and f"https://cdn.example/{kind}/7/{id}/{name}?ex=1&is=2&hm=3&")
    files = [SimpleNamespace(id=id, filename=f"{id}") for id in outside]
    return SimpleNamespace(embeds=shown, attachments=files)


def sent(page: Page, *attachments: Any) -> dict[str, Any]:
    """Return what an edit sends."""
    return {"embeds": embeds(page), "attachments": attachments}


async def test_only_the_picture_that_changed_is_painted_and_sent() -> None:
    keeping, painter = Keeping(), Painter(Studio())
    had = keeping.learned(answered(page("a", "b"), 11, 12), page("a", "b"), sent(page("a", "b")))
    assert had == [Attached(sign("a"), 11), Attached(sign("b"), 12)]
    new, files = await painter.newest(lambda: page("a", "c"), keeping.known(had))
    kept, uploaded = keeping.attachments(new, files, had)
    assert kept.to_dict() == {"id": 11, "filename": "table-1.png", "description": "alt of a"}
    assert isinstance(uploaded, discord.File) and uploaded.filename == "table-2.png"
    assert painter.paintings == 1
    assert keeping.learned(answered(new, 11, 13), new, sent(new, kept, uploaded)) == [
        Attached(sign("a"), 11),
        Attached(sign("c"), 13),
    ]
    painter.close()


async def test_a_picture_in_another_place_is_sent_again() -> None:
    painter = Painter(Studio())
    _, files = await painter.newest(lambda: page("b", "a"), [sign("a"), sign("b")])
    assert [file.filename for file in files if file] == ["table-1.png", "table-2.png"]
    painter.close()


def test_a_private_message_s_pictures_are_at_another_address() -> None:
    shown = page("a")
    had = Keeping().learned(answered(shown, 11, kind="ephemeral-attachments"), shown, sent(shown))
    assert had == [Attached(sign("a"), 11)]


@pytest.mark.expects_log("an edit cannot keep pictures")
@pytest.mark.parametrize("lost", ["shown outside", "not shown"])
def test_once_discord_does_not_keep_a_picture_all_are_sent(lost: str) -> None:
    keeping, shown = Keeping(), page("a")
    had = keeping.learned(answered(shown, 11), shown, sent(shown))
    assert had is not None and keeping.known(had) == [sign("a")]
    edit = sent(shown, *keeping.attachments(shown, [None], had))
    answer = (
        answered(shown, 11, outside=(11,)) if lost == "shown outside" else answered(shown, None)
    )
    assert keeping.learned(answer, shown, edit) is None
    assert not keeping.known(had)


def test_a_message_without_its_embeds_says_nothing_of_others() -> None:
    keeping, shown = Keeping(), page("a")
    had = keeping.learned(answered(shown, 11), shown, sent(shown))
    assert had
    bare: Any = SimpleNamespace(embeds=[], attachments=[])
    edit = sent(shown, *keeping.attachments(shown, [None], had))
    assert keeping.learned(bare, shown, edit) == ()
    assert keeping.known(had) == [sign("a")]


def test_a_message_that_was_not_told_has_nothing_known() -> None:
    assert not Keeping().known(Keeping().learned(None, page("a"), {}) or ())


def pictures(party: Party) -> list[str]:
    """Return the addresses of the board's pictures, as everybody sees them."""
    shown = [embed.get("image", {}).get("url", "") for embed in party.board()["embeds"]]
    return [url for url in shown if url]


def patches(party: Party) -> list[RequestRecord]:
    """Return the bot's edits of messages in the channel."""
    path = f"/channels/{party.channel}/messages/"
    return [r for r in party.world.requests if r.method == "PATCH" and r.path.startswith(path)]


async def noted(party: Party, bot: MonsterBot, table: str) -> tuple[list[str], list[str]]:
    """Return the board's pictures before and after an edit that changes none of them."""
    await party.until(lambda: bot.idle and len(pictures(party)) == 2)
    before, edits = pictures(party), len(patches(party))
    await show_news(bot, table)
    await party.until(lambda: bot.idle and len(patches(party)) > edits)
    return before, pictures(party)


async def test_a_boards_pictures_stay_the_same_files(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", "Chiara")
    before, after = await noted(party, bot, table)
    assert before == after
    assert not patches(party)[-1].files


async def renewed(party: Party, bot: MonsterBot, table: str, name: str) -> RequestRecord:
    """Return the edit of a person's panel that changes none of its pictures."""
    known, drawn = len(party.world.requests), bot.pages.panel

    def news(*asked: Any) -> Any:
        page, token = drawn(*asked)
        return replace(page, title=f"{page.title} {known}"), token

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.pages, "panel", news)
        bot.panels.refresh(await bot.host.rooms.get(table), int(party.id(name)))
        await party.until(lambda: bot.idle)
    edits = [r for r in list(party.world.requests)[known:] if r.path.startswith("/webhooks/")]
    return edits[-1]


async def test_a_panel_s_pictures_stay_the_same_files(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", "Chiara")
    name, _, panel = await turn(party)
    await party.until(lambda: bot.idle)
    edit = await renewed(party, bot, table, name)
    assert not edit.files and drawings(party.panel(name)) == drawings(panel) != []


@pytest.mark.expects_log("an edit cannot keep pictures")
async def test_where_panels_lose_kept_pictures_boards_keep_theirs(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", "Chiara")
    name, _, _ = await turn(party)
    await party.until(lambda: bot.idle)
    party.world.kept_files_leave_embeds = True
    assert (await renewed(party, bot, table, name)).files, "shown again at once"
    party.world.kept_files_leave_embeds = False
    assert (await renewed(party, bot, table, name)).files, "from now on all are sent"
    before, after = await noted(party, bot, table)
    assert before == after


async def test_a_board_that_shows_all_already_is_not_sent_again(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", "Chiara")
    await noted(party, bot, table)
    store, sent = bot._store.shown, len(patches(party))
    shown = await store.board(table)
    assert shown is not None
    await store.save_board(replace(shown, sequence=-1))
    bot.boards.publish(table)
    await party.until(lambda: bot.idle)
    assert len(patches(party)) == sent
    assert await store.board(table) == shown, "it owes nothing"
    await noted(party, bot, table)


@pytest.mark.expects_log("an edit cannot keep pictures")
@pytest.mark.parametrize("lost", ["kept_files_show_outside", "kept_files_leave_embeds"])
async def test_where_discord_loses_kept_pictures_the_board_is_whole_again_by_itself(
    party: Party, bot: MonsterBot, lost: str
) -> None:
    setattr(party.world, lost, True)
    table = await start(party, "Ben", "Chiara")
    before, _ = await noted(party, bot, table)
    await party.until(lambda: len(pictures(party)) == 2 and not set(pictures(party)) & set(before))
    assert len(party.board()["attachments"]) == 2
    again, after = await noted(party, bot, table)
    assert not set(again) & set(after), "from now on all are sent"


def retouched(page: Page) -> Page:
    """Return the page with another first picture."""
    first, *rest = page.pictures
    return replace(page, pictures=(replace(first, key=("retouched", first.key)), *rest))


@pytest.mark.expects_log("is tried again")
async def test_what_an_edit_without_an_answer_left_on_a_board_is_not_kept(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", "Chiara")
    await noted(party, bot, table)
    drawn, before = bot.pages.board, pictures(party)
    with monkeypatch.context() as other:
        other.setattr(outbox, "PAUSES", (0.3,))
        other.setattr(bot.pages, "board", lambda room: retouched(drawn(room)))
        with server.faults.cut("PATCH", r"^/channels/", stage=Stage.APPLIED) as cut:
            await show_news(bot, table)
            await cut.reached()
            other.setattr(bot.pages, "board", drawn)
            await party.until(lambda: bot.idle)
    assert len(pictures(party)) == len(party.board()["attachments"]) == 2
    assert not set(pictures(party)) & set(before)


@pytest.mark.parametrize(
    "way",
    [pytest.param("by itself", marks=pytest.mark.expects_log("is tried again")), "by a press"],
)
async def test_nor_on_a_panel(
    party: Party,
    bot: MonsterBot,
    server: PlaygroundServer,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    user, room = int(party.id(name)), await bot.host.rooms.get(table)
    await party.until(lambda: bot.idle)
    drawn, before = bot.pages.panel, drawings(party.panel(name))

    def other(*asked: Any) -> Any:
        page, token = drawn(*asked)
        return retouched(page), token

    async def refused(*_: object) -> None:
        raise Refusal("error.away")

    path = ("PATCH", r"^/webhooks/") if way == "by itself" else ("POST", r"/callback$")
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "PAUSES", (0.3,))
        patch.setattr(bot.pages, "panel", other)
        with server.faults.cut(*path, stage=Stage.APPLIED) as cut:
            if way == "by itself":
                bot.panels.refresh(room, user)
            else:
                patch.setattr(bot.host.play, "act", refused)
                await party.world.press(str(user), panel["id"], moves(panel)[0])
            await cut.reached()
            patch.setattr(bot.pages, "panel", drawn)
            known = {*before, *drawings(party.panel(name))}
            await party.until(lambda: known.isdisjoint(drawings(party.panel(name))))
    assert drawings(party.panel(name)) and len(known) == 2


def drawings(message: Any) -> list[str]:
    """Return the addresses of a message's pictures."""
    shown = [embed.get("image", {}).get("url") for embed in message["embeds"]]
    return [url for url in shown if url]
