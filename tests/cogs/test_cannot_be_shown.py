"""What cannot be brought up to date is deleted where it shows what must be forgotten."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.shown.pages import Pages
from playground.server import PlaygroundServer
from tests.cogs.clicking import refused, renew, start
from tests.cogs.monster_meister_people import act, begin, hurry, room_of, with_task
from tests.cogs.party import Message, Party, text, verbs
from tests.cogs.test_monster_meister_memory import in_words, readable
from tests.cogs.test_woken import settled

TOKEN = r"/webhooks/\d+/[^/]+/messages/"


def breaks(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    """Let a kind of page be drawn no more, through a fault of our own."""

    def broken(*_: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(Pages, page, broken)


def private(party: Party, name: str) -> list[Message]:
    """Return the private messages that a person sees."""
    return [message for message in party.seen(name) if message["ephemeral"]]


def boards(party: Party) -> list[Message]:
    """Return the tables' public messages."""
    return [m for m in party.seen("Chiara") if not m["ephemeral"] and m["components"]]


FAULT = pytest.mark.expects_log("panel at table")


@pytest.mark.parametrize(
    "status", [403, pytest.param(400, marks=FAULT), pytest.param(None, marks=FAULT)]
)
async def test_a_panel(
    party: Party,
    bot: MonsterBot,
    server: PlaygroundServer,
    monkeypatch: pytest.MonkeyPatch,
    status: int | None,
) -> None:
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    await act(party, "Ben", random.Random(6))
    room, ben = await room_of(party, bot), int(party.id("Ben"))
    await settled(party, bot)
    assert readable(party, "Ben")
    with monkeypatch.context() as patch:
        if status is None:
            breaks(patch, "panel")
        else:
            server.faults.fail("PATCH", TOKEN, status)
        await renew(bot, room, ben)
        await party.until(lambda: not private(party, "Ben"))
    assert (await party.seat("Ben"))["attachments"], "the next click opens it"


@FAULT
@pytest.mark.parametrize("status", [400, None])
async def test_a_panel_that_shows_nothing_to_forget_stays(
    party: Party,
    bot: MonsterBot,
    server: PlaygroundServer,
    monkeypatch: pytest.MonkeyPatch,
    status: int | None,
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    panel, ben = await party.seat("Ben"), int(party.id("Ben"))
    await settled(party, bot)
    with monkeypatch.context() as patch:
        if status is None:
            patch.setattr("cogs.line.outbox.OURS", 0)
            breaks(patch, "panel")
        else:
            server.faults.fail("PATCH", TOKEN, status)
        await renew(bot, room, ben)
        await settled(party, bot)
    assert [message["id"] for message in private(party, "Ben")] == [panel["id"]]


@pytest.mark.expects_log("panel at table", "error ")
async def test_why_a_panel_does_not_open_stays_to_be_read(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    monkeypatch.setattr("cogs.line.outbox.OURS", 0)
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    await begin(party)
    bot.panels.drop((await room_of(party, bot)).table.id, int(party.id("Ben")))
    await party.until(lambda: bot.idle and not private(party, "Ben"))
    breaks(monkeypatch, "panel")
    attempt = await party.press("Ben", party.board(), "seat")
    await settled(party, bot)
    refused(party, bot, attempt, "Ben", "error.ours", id="ababab")


@pytest.mark.expects_log("board at table")
@pytest.mark.parametrize("page", ["board", "round_of", None])
async def test_a_board(
    party: Party,
    bot: MonsterBot,
    server: PlaygroundServer,
    monkeypatch: pytest.MonkeyPatch,
    page: str | None,
) -> None:
    hurry(party, bot, monkeypatch)
    await begin(party)
    room = await room_of(party, bot)
    await settled(party, bot)
    with monkeypatch.context() as patch:
        patch.setattr("cogs.line.outbox.OURS", 0)
        if page is not None:
            breaks(patch, page)
        else:
            server.faults.fail("PATCH", r"/channels/\d+/messages/", 400)
        room.notes.add("note.taken_back", name="Ben")
        bot.boards.publish(room.table.id)
        await party.until(lambda: bot.idle and not boards(party))
    bot.boards.publish(room.table.id)
    await party.until(lambda: verbs(party.board(), "seat"))
    assert len(boards(party)) == 1, "it is posted anew once it can be drawn"


@pytest.mark.expects_log("board at table")
async def test_a_board_that_discord_does_not_take_just_now_stays_and_is_tried_again(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    monkeypatch.setattr("cogs.line.outbox.PAUSES", (0.01,))
    await begin(party)
    room = await room_of(party, bot)
    await settled(party, bot)
    before = [board["id"] for board in boards(party)]
    server.faults.fail("PATCH", r"/channels/\d+/messages/", 503, times=5)
    room.notes.add("staff.note.skip", name="Ben")
    bot.boards.publish(room.table.id)
    await settled(party, bot)
    assert "Die Moderation hat" in text(party.board())
    assert [board["id"] for board in boards(party)] == before


@pytest.mark.expects_log("board at table")
async def test_a_board_that_shows_nothing_to_forget_stays(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    await settled(party, bot)
    before = boards(party)
    monkeypatch.setattr("cogs.line.outbox.OURS", 0)
    breaks(monkeypatch, "board")
    bot.boards.publish(table)
    await settled(party, bot)
    assert boards(party) == before


@pytest.mark.expects_log("words at table")
async def test_a_page_in_words(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    monkeypatch.setattr("cogs.shown.private_pages.APART", 0.0)
    await with_task(party, bot, "six_blue")
    await act(party, "Ben", random.Random(6))
    display = await in_words(party, "Chiara", "seat1")
    await settled(party, bot)
    breaks(monkeypatch, "in_words")
    bot.services.shown.words.changed(await room_of(party, bot))
    await party.until(lambda: display["id"] not in [m["id"] for m in private(party, "Chiara")])
