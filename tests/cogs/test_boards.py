"""A table has one board, also while it is being posted anew and somebody presses the old one."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.client import MonsterBot
from cogs.line.ephemeral import Reached
from cogs.line.outbox import Work
from cogs.line.painter import AT_ONCE
from cogs.shown.boards import APART, BURIED, KEPT, PUBLIC, Boards
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from screens.page import Page
from storage.records import Board
from tables.room import notes
from tables.room.refusal import Refusal
from tables.room.room import Room
from tests.cogs.clicking import forward, often, renew, result, show_news, start, table_of
from tests.cogs.party import Message, Party, running_bot, settings_for, text, verbs
from tests.cogs.test_staff import stored as a_table
from tests.storage import samples

pytestmark = pytest.mark.usefixtures("one_round")

SETTLED = 0.25
"""Seconds after which no board is posted any more."""


def boards(party: Party) -> list[Message]:
    """Return the public messages that anybody could press."""
    return [m for m in party.seen("Chiara") if not m["ephemeral"] and m["components"]]


def posted(party: Party) -> int:
    """Return how many boards the bot has posted."""
    path = f"/channels/{party.channel}/messages"
    return sum(r.method == "POST" and r.path == path for r in party.world.requests)


async def test_a_press_while_the_board_is_replaced(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    room, old, before = await bot.host.rooms.get(table), party.board(), posted(party)
    await room.lock.acquire()
    pressing = asyncio.create_task(party.press("Anna", old, "seat"))
    await asyncio.sleep(SETTLED)
    await party.command("Ben", "board")
    await party.until(lambda: posted(party) > before)
    room.lock.release()
    assert (await pressing).acknowledged
    await party.until(lambda: len(boards(party)) == 1)
    await asyncio.sleep(SETTLED)
    assert posted(party) == before + 1
    assert len(boards(party)) == 1 and boards(party)[0]["id"] != old["id"]


NOTE = "Die Moderation hat"


async def noted(party: Party, bot: MonsterBot) -> Room:
    """Begin a game whose board shows a note; return it."""
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    room.notes.add("staff.note.skip", name="Ben")
    bot.boards.publish(room.table.id)
    await party.until(lambda: NOTE in text(party.board()))
    await party.until(lambda: bot.idle)
    return room


async def test_a_note_goes_by_itself_where_nobody_moves(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    often(bot, monkeypatch, BEAT=0.01)
    now = time.time()
    await noted(party, bot)
    late = time.time() + notes.LASTING
    monkeypatch.setattr(time, "time", lambda: now + notes.LASTING - 1.0)
    await bot.boards.sweep()
    await party.until(lambda: bot.idle)
    assert NOTE in text(party.board()), "as long as it is to be read"
    monkeypatch.setattr(time, "time", lambda: late)
    await party.until(lambda: NOTE not in text(party.board()))
    await party.until(lambda: bot.idle)
    assert not bot.boards._noted and not await bot.host.store.shown.owed()


@pytest.mark.parametrize(("game", "first"), [("monster_meister", True), ("meistercoup", False)])
async def test_what_must_be_forgotten_comes_first_at_a_start(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, game: str, first: bool
) -> None:
    await party.open(game, "Ben")
    await party.until(lambda: bot.idle)
    table, asked = table_of(party), dict[str, bool]()
    await bot.host.store.shown.save_board(Board(table))  # which shows nothing as far as is known

    def publish(table: str, urgent: bool = False) -> None:
        asked[table] = urgent

    monkeypatch.setattr(bot.boards, "publish", publish)
    await bot.boards.start()
    assert asked == {table: first}


async def test_why_a_table_has_ended_stays(party: Party, bot: MonsterBot) -> None:
    room = await noted(party, bot)
    await bot.host.staff.end(room, None)
    await party.until(lambda: "diesen Tisch beendet" in text(party.board()))
    await party.until(lambda: bot.idle)
    assert not bot.boards._noted and not await bot.host.store.shown.owed()


async def test_a_note_is_gone_after_a_restart(
    server: PlaygroundServer, brisk: None, tmp_path: Path
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        await noted(party, bot)
    assert NOTE in text(party.board())
    async with running_bot(settings) as bot:
        await party.until(lambda: NOTE not in text(party.board()))
        await party.until(lambda: bot.idle)
        assert not await bot.host.store.shown.owed()


async def test_a_press_on_the_new_board_before_it_is_stored(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: not bot._outbox.shows(("board", table)))
    old, before, stored = party.board(), posted(party), asyncio.Event()
    save = bot.host.store.shown.save_board

    async def late(board: Board) -> None:
        if board.nonce is None:
            await stored.wait()
        await save(board)

    monkeypatch.setattr(bot.host.store.shown, "save_board", late)
    await party.command("Ben", "board")
    new = await party.until(
        lambda: posted(party) > before and len(boards(party)) > 1 and party.board()
    )
    assert new["id"] != old["id"]
    assert (await party.press("Chiara", new, "rules")).acknowledged
    stored.set()
    await party.until(lambda: old["id"] not in [m["id"] for m in boards(party)])
    await asyncio.sleep(SETTLED)
    assert [m["id"] for m in boards(party)] == [new["id"]]


async def test_a_press_on_the_new_board_before_discord_has_answered_that_it_is_posted(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    room, before = await bot.host.rooms.get(table), posted(party)
    await party.until(lambda: bot.idle)
    path = rf"^/channels/{party.channel}/messages$"
    with server.faults.hold("POST", path, stage=Stage.APPLIED) as held:
        await party.command("Ben", "board")
        await held.reached()
        new = party.board()
        async with room.lock:  # as while somebody's move is stored
            known = bot.boards._boards.get(table)
            assert known is not None and known.record is not None
            pressing = asyncio.create_task(party.press("Anna", new, "seat"))
            await asyncio.sleep(SETTLED)
            assert str(known.record.message) != new["id"]
            held.release()
            await party.until(lambda: bot.idle)
    assert (await pressing).acknowledged
    await asyncio.sleep(SETTLED)
    assert posted(party) == before + 1
    assert [m["id"] for m in boards(party)] == [new["id"]]


async def test_a_press_on_the_new_board_while_it_is_posted_deletes_none(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    before, path = posted(party), rf"^/channels/{party.channel}/messages$"
    with server.faults.hold("POST", path, stage=Stage.APPLIED) as held:
        await party.command("Ben", "board")
        await held.reached()
        new = party.board()
        assert (await party.press("Anna", new, "rules")).acknowledged
        await party.until(lambda: not any(key[0] == "stray" for key in bot._outbox._items))
        held.release()
    await party.until(lambda: bot.idle)
    assert [m["id"] for m in boards(party)] == [new["id"]] and posted(party) == before + 1


async def another(party: Party, bot: MonsterBot) -> Message:
    """Leave another board of the same table behind; return it."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="…", custom_id=verbs(party.board(), "rules")[0]))
    view.stop()
    sent = await bot.get_partial_messageable(int(party.channel)).send("…", view=view)
    return next(m for m in party.seen("Anna") if m["id"] == str(sent.id))


async def test_a_result_that_stands_twice_stays(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    final = await result(party, bot, table)
    await party.until(lambda: not bot._outbox.shows(("board", table)))
    copy = await another(party, bot)
    assert (await party.press("Anna", copy, "rules")).acknowledged
    await asyncio.sleep(SETTLED)
    assert {copy["id"], final["id"]} <= {m["id"] for m in party.seen("Anna")}


@pytest.mark.parametrize("below", [True, False])
async def test_where_another_board_is_pressed_the_table_s_own_stays_or_comes_below_it(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, below: bool
) -> None:
    monkeypatch.setattr("cogs.shown.boards.AGAIN", 0.0)
    await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    first = party.board()["id"]
    copy = await another(party, bot)
    if not below:
        await party.command("Ben", "board")
        await party.until(lambda: party.board()["id"] != first and bot.idle)
    other = str((await bot.get_partial_messageable(int(party.channel)).send("…")).id)
    own, before = party.board()["id"], posted(party)
    forged = party.world.forge(party.id("Ben"), other, verbs(copy, "rules")[0], None)
    assert (await forged).acknowledged
    assert (await party.press("Anna", copy, "rules")).acknowledged
    await party.until(lambda: len(boards(party)) == 1 and bot.idle)
    assert posted(party) == before + below
    assert (party.board()["id"] == own) == (not below)
    assert other in party.world.messages, "a message without the control is no board"


async def test_a_rematch_stays_below_the_result(party: Party, bot: MonsterBot) -> None:
    final = await result(party, bot, await start(party, "Ben", computers=1))
    await asyncio.gather(
        party.press("Anna", final, "again"),
        party.press("Ben", final, "words"),
        party.press("Chiara", final, "rules"),
    )
    await party.until(lambda: verbs(party.board(), "join"))
    await asyncio.sleep(SETTLED)
    assert verbs(party.board(), "join")
    assert len(boards(party)) == 2


@pytest.mark.expects_log("the line is down")
async def test_a_board_that_could_not_be_posted_anew_is_tried_again(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.line.outbox.PAUSES", (0.01,))
    await start(party, "Ben", computers=1)
    old, send = party.board()["id"], discord.PartialMessageable.send
    tries: list[Any] = []

    async def once_down(*args: Any, **kwargs: Any) -> Any:
        tries.append(args)
        if len(tries) == 1:
            raise OSError("the line is down")
        return await send(*args, **kwargs)

    monkeypatch.setattr(discord.PartialMessageable, "send", once_down)
    await party.command("Anna", "board")
    await party.until(lambda: party.board()["id"] != old)


async def test_a_board_is_posted_anew_once_eight_messages_lie_below_it(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    old, chiara = party.board()["id"], party.id("Chiara")
    for number in range(BURIED):
        party.world.say(chiara, party.channel, f"Hallo {number}")
    await asyncio.sleep(0.2)
    assert party.board()["id"] == old
    party.world.say(chiara, party.channel, "Noch eins")
    await party.until(lambda: [m["id"] for m in boards(party)] != [old] and len(boards(party)) == 1)
    assert bot.boards._board(table).since == 0, "the next eight are counted"


@pytest.mark.usefixtures("brisk")
async def test_a_board_of_before_a_restart_is_posted_anew_once_it_is_buried(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shown.boards.AGAIN", 0.0)
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as bot:
        await start(party, "Ben", computers=1)
        await party.until(lambda: bot.idle)
    old, chiara = party.board()["id"], party.id("Chiara")
    async with running_bot(settings) as bot:
        await party.until(lambda: int(party.channel) in bot.boards._by_channel)
        for number in range(BURIED + 1):
            party.world.say(chiara, party.channel, f"Hallo {number}")
        await party.until(lambda: party.board()["id"] != old and len(boards(party)) == 1)


async def test_an_old_board_is_posted_anew_when_it_changes(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    old, board = party.board()["id"], bot.boards._board(table)
    party.world.say(party.id("Chiara"), party.channel, "Hallo")
    await party.until(lambda: board.since == 1)
    for age, changes, stays in ((60.0, True, True), (-1.0, False, True), (-1.0, True, False)):
        monkeypatch.setattr("cogs.shown.boards.OLD", age)
        await show_news(bot, table) if changes else bot.boards.publish(table)
        await party.until(lambda: bot.idle)
        assert ([m["id"] for m in boards(party)] == [old]) is stays
    assert len(boards(party)) == 1 and board.since == 0, "the next eight are counted"


@pytest.mark.parametrize("changes", [True, False])
async def test_what_waits_for_its_picture_is_made_again_only_where_the_table_has_changed(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, changes: bool
) -> None:
    table, anna = await start(party, "Ben", computers=1), int(party.id("Anna"))
    await party.seat("Anna")
    await party.until(lambda: bot.idle)
    room, board = await bot.host.rooms.get(table), bot.boards._board(table)
    done = list[str]()

    def note(owner: Any, name: str, what: str) -> None:
        original = getattr(owner, name)

        def noted(*args: Any) -> Any:
            done.append(what)
            return original(*args)

        monkeypatch.setattr(owner, name, noted)

    async with contextlib.AsyncExitStack() as busy:
        for _ in range(AT_ONCE):
            await busy.enter_async_context(bot.painter._precedence.turn(0.0))
        for owner, name in ((bot.pages, "board"), (bot.pages, "panel")):
            note(owner, name, name)
        note(bot.boards, "_edit", "board edited")
        note(Reached, "edit", "panel edited")
        board.has, board.sign = (), None
        bot.painter._done.clear()
        bot.boards.publish(table)
        await renew(bot, room, anna)
        await party.until(lambda: sorted(done) == ["board", "panel"])
        if changes:
            await show_news(bot, table)
            bot.panels.refresh(room, anna)
    await party.until(lambda: bot.idle)
    for what in ("board", "panel"):
        drawn = [each for each in done if each.startswith(what)]
        assert drawn[:3] == (
            [what, what, f"{what} edited"] if changes else [what, f"{what} edited"]
        )


async def test_no_more_channels_are_remembered_than_boards(bot: MonsterBot) -> None:
    for channel in range(KEPT + 10):
        bot.boards.stands(a_table(1, channel))
    assert len(bot.boards._by_channel) == KEPT, "of channels that are gone nobody tells"


async def test_a_closed_table_s_board_that_was_to_be_posted_anew_stays_above_the_next(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shown.boards.AGAIN", 0.5)
    await party.open("meistercoup")
    await party.until(lambda: bot.idle)
    old = party.board()
    await party.command("Ben", "board")
    await party.press("Anna", await party.more("Anna"), "cancel")
    await party.command("Anna", "play", game="meistercoup")
    await party.until(lambda: party.board()["id"] != old["id"] and verbs(party.board(), "join"))
    await asyncio.sleep(0.6)
    await party.until(lambda: bot.idle)
    assert old["id"] in [m["id"] for m in party.seen("Chiara")], "edited alone"
    assert "geschlossen" in text(next(m for m in party.seen("Chiara") if m["id"] == old["id"]))


async def test_a_board_is_posted_anew_though_the_clock_was_put_back(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shown.boards.AGAIN", 0.5)
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    old, board = party.board()["id"], bot.boards._board(table)
    assert board.record is not None
    board.record = replace(board.record, posted=time.time() + 3600)
    await party.command("Ben", "board")
    await party.until(lambda: party.board()["id"] != old and bot.idle)
    assert time.time() - 60 < (board.record.posted or 0) <= time.time()


async def test_a_result_is_posted_anew_once_where_its_board_is_old(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    old = party.board()["id"]
    monkeypatch.setattr("cogs.shown.boards.AGAIN", 0.0)
    room = await bot.host.rooms.get(table)
    monkeypatch.setattr("cogs.shown.boards.OLD", -1.0)
    publish = bot.boards.publish
    with monkeypatch.context() as silent:
        silent.setattr(bot.boards, "publish", lambda *_, **__: None)
        await forward(bot, table, lambda state: False)
        await party.until(lambda: not room.table.is_open)
    publish(table)
    await party.until(lambda: verbs(party.board(), "again") and bot.idle)
    result = party.board()["id"]
    assert result != old and len(boards(party)) == 1
    bot.boards._board(table).sign = None
    publish(table)
    await party.until(lambda: bot.idle)
    assert [m["id"] for m in boards(party)] == [result]


async def test_two_edits_are_apart_however_long_a_picture_takes(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    monkeypatch.setattr("cogs.shown.boards.APART", 0.4)
    newest, edit, slow = bot.painter.newest, bot.boards._edit, iter([0.35, 0.0])
    edits = list[float]()

    async def late(*args: Any, **more: Any) -> Any:
        drawn = await newest(*args, **more)
        await asyncio.sleep(next(slow, 0.0))
        return drawn

    async def noted(*args: Any) -> Any:
        edits.append(time.monotonic())
        return await edit(*args)

    monkeypatch.setattr(bot.painter, "newest", late)
    monkeypatch.setattr(bot.boards, "_edit", noted)
    while len(edits) < 3:
        await show_news(bot, table)
        await asyncio.sleep(0.05)
    assert all(after - before >= 0.4 for before, after in pairwise(edits))


@pytest.mark.parametrize("by", ["end", "pause"])
async def test_a_story_ends_with_what_staff_does(party: Party, bot: MonsterBot, by: str) -> None:
    table = await start(party, "Ben", computers=1)
    room = await bot.host.rooms.get(table)
    await party.until(lambda: bot.idle)
    bot.boards.tell(table, [Page(title="Story", text="a step of it")] * 500)
    bot.boards.publish(table)
    await party.until(lambda: "a step of it" in text(party.board()))
    await getattr(bot.host.staff, by)(room, None)
    await party.until(lambda: "a step of it" not in text(party.board()) and bot.idle)


@pytest.mark.usefixtures("brisk")
async def test_a_panel_follows_a_board_below_which_the_bot_died(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shown.boards.AGAIN", 0.0)
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        await start(party, "Ben", computers=1)
        panel = await party.seat("Anna")
        await party.until(lambda: bot.idle)
        bot.boards.on_posted = lambda *_: None
        await party.command("Ben", "board")
        await party.until(lambda: int(party.board()["id"]) > int(panel["id"]) and bot.idle)
    async with running_bot(settings) as bot:
        await party.until(lambda: int(party.panel("Anna")["id"]) > int(party.board()["id"]))
        await party.until(lambda: bot.idle)
        assert len([m for m in party.seen("Anna") if m["ephemeral"] and m["embeds"]]) == 1


@pytest.mark.parametrize(
    ("known", "forgets", "asked", "urgent"),
    [
        (True, True, False, True),
        (True, False, False, False),
        (False, True, False, False),
        (False, False, True, True),
    ],
)
def test_what_is_to_be_published_stays_to_be_posted_anew_and_what_is_forgotten_comes_first(
    known: bool, forgets: bool, asked: bool, urgent: bool
) -> None:
    room, said = SimpleNamespace(table=None), list[Mapping[str, Any]]()
    boards = made(
        rooms=SimpleNamespace(known=lambda table: room if known else None),
        pages=SimpleNamespace(forgets=lambda table: forgets),
        outbox=SimpleNamespace(ask=lambda key, work, **how: said.append(how)),
    )
    for anew in (True, False):
        boards.publish("t1", anew, urgent=asked)
    assert said == [{"ready": APART, "urgent": urgent, "within": PUBLIC}] * 2
    assert boards._board("t1").anew


@pytest.mark.parametrize(
    ("denied", "kind", "woken"),
    [
        (None, None, [("t1", None)]),
        ("send_messages", None, [("t1", ("board",))]),
        ("send_messages_in_threads", None, [("t1", None)]),
        ("embed_links", None, []),
        ("connect", None, [("t1", None)]),
        ("send_messages", discord.Thread, [("t1", None)]),
        ("send_messages_in_threads", discord.Thread, [("t1", ("board",))]),
        ("connect", discord.VoiceChannel, []),
    ],
)
def test_a_click_tells_what_may_be_shown_where_it_was_made(
    denied: str | None, kind: Any, woken: Sequence[Any]
) -> None:
    may, told = discord.Permissions.all(), list[Any]()
    if denied is not None:
        may.update(**{denied: False})
    boards = made(outbox=SimpleNamespace(wake=lambda *what: told.append(what)))
    channel = kind and kind.__new__(kind)
    click: Any = SimpleNamespace(app_permissions=may, channel=channel)
    boards.touched("t1", click)
    assert told == woken


async def test_a_board_that_has_to_go_waits_for_nothing() -> None:
    asked = list[tuple[Work, Mapping[str, Any]]]()

    async def gets(table: str) -> Any:
        raise Refusal("error.no_table")

    boards = made(
        rooms=SimpleNamespace(get=gets),
        outbox=SimpleNamespace(ask=lambda key, work, **how: asked.append((work, how))),
    )
    boards._board("t1").shown = time.monotonic()
    boards.withdraw("t1")
    [(work, how)] = asked
    assert how["urgent"] and how["ready"] == 0.0
    with pytest.raises(Refusal):
        await work()


def made(rooms: Any = None, pages: Any = None, outbox: Any = None) -> Boards:
    """Return boards that have these parts alone."""
    nothing: Any = None
    return Boards(nothing, rooms, nothing, nothing, pages, outbox, nothing)


def test_a_table_that_has_ended_leaves_its_channel_to_the_next() -> None:
    boards, old = made(), samples.table("old")
    for each in (old, samples.table("new"), replace(old, status="finished")):
        boards.stands(each)
    for _ in range(BURIED):
        boards.noticed(old.channel)
    assert boards._board("new").since == BURIED and not boards._board("old").since
    boards.stands(samples.table("new", status="aborted"))
    boards.noticed(old.channel)
    assert boards._board("new").since == BURIED
