"""The private pages of a lobby, and what is said of a new table, whatever breaks meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.gate.answer import Answer
from cogs.line import outbox
from cogs.line.ephemeral import Reached
from cogs.shown import boards
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from storage.errors import StoreError, Unsure
from tables.lobby.lobby import cancel, roster, send_away
from tests.cogs.abandoned import dies
from tests.cogs.clicking import lobby, refused, sentence, table_of
from tests.cogs.party import Party, running_bot, settings_for, text, verbs
from tests.cogs.test_lobby import pages, privately_said


@pytest.mark.parametrize("stage", [Stage.RECEIVED, Stage.APPLIED])
@pytest.mark.parametrize("pressed", ["board", "page"])
async def test_a_page_that_could_not_be_shown_is_shown_once_it_can(
    server: PlaygroundServer, party: Party, bot: MonsterBot, stage: Stage, pressed: str
) -> None:
    board = await lobby(party, "Ben")
    message = board if pressed == "board" else await party.more("Anna")
    method, path, verb = "POST", "/callback$", "options"
    if pressed == "board":
        method, path, verb = "PATCH", "/@original$", "more"
    before = {m["id"] for m in pages(party, "Anna")}
    server.faults.cut(method, path, stage=stage)
    await party.press("Anna", message, verb)
    shown = "options" if pressed == "board" else "swap"
    await party.until(lambda: [m for m in pages(party, "Anna") if verbs(m, shown)])
    await party.until(lambda: bot.idle)
    [page] = pages(party, "Anna")
    assert not page["content"], "in place of the apology"
    assert not before or page["id"] in before


@pytest.mark.parametrize("wait", [60.0, 0.0])
async def test_no_edit_of_before_undoes_what_a_press_has_shown(
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    wait: float,
) -> None:
    board = await lobby(party, "Ben")
    await party.until(lambda: bot.idle)
    table, before = table_of(party), text(board)
    monkeypatch.setattr(boards, "APART", 0.0)
    monkeypatch.setattr(boards, "OVERTAKEN", wait)
    with server.faults.hold("PATCH", f"^/channels/{party.channel}/messages/") as edit:
        bot.boards.publish(table)
        await edit.reached()
        monkeypatch.setattr(boards, "APART", 3600.0)
        pressing = asyncio.create_task(party.press("Ben", board, "add"))
        if wait:
            await party.until(lambda: bot.boards._outbox.awaits(("board", table)))
            assert text(party.board()) == before, "it comes once that edit is there"
        else:
            assert (await pressing).acknowledged, "it waits no longer than a moment"
            assert text(party.board()) != before
    assert (await pressing).acknowledged
    await party.until(lambda: not bot.boards._board(table).edit.locked())
    await party.until(lambda: text(party.board()) != before)


async def test_nor_does_one_whose_picture_was_being_painted(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await lobby(party, "Ben")
    await party.until(lambda: bot.idle)
    table, before = table_of(party), text(board)
    newest, painted, go_on = bot.painter.newest, asyncio.Event(), asyncio.Event()

    async def slowly(*asked: Any, **more: Any) -> Any:
        page = await newest(*asked, **more)
        painted.set()
        await go_on.wait()
        return page

    with monkeypatch.context() as slow:
        slow.setattr(bot.painter, "newest", slowly)
        bot.boards._board(table).shown = 0.0
        bot.boards.publish(table)
        await painted.wait()
        monkeypatch.setattr(boards, "APART", 3600.0)
        assert (await party.press("Ben", board, "add")).acknowledged
        await party.until(lambda: text(party.board()) != before)
    go_on.set()
    await party.until(lambda: bot.idle)
    assert text(party.board()) != before


@pytest.mark.parametrize(
    ("then", "sign", "editing"),
    [("add", "(4 ", False), ("start", "seat", False), ("start", "seat", True)],
)
async def test_nor_does_an_answer_that_comes_late(
    server: PlaygroundServer, party: Party, bot: MonsterBot, then: str, sign: str, editing: bool
) -> None:
    board, edits = await lobby(party, "Ben"), bot._outbox
    await party.until(lambda: edits.idle)

    def newest() -> bool:
        return edits.idle and (sign in text(party.board()) or bool(verbs(party.board(), sign)))

    with server.faults.hold("POST", "/callback$") as answer:
        pressing = asyncio.create_task(party.press("Ben", board, "add"))
        await answer.reached()
        await party.until(lambda: edits.idle and "(3 " in text(party.board()))
        edit = server.faults.hold("PATCH", board["id"], stage=Stage.APPLIED) if editing else None
        assert (await party.press("Anna", party.board(), then)).acknowledged
        await (edit.reached() if edit else party.until(newest))
    assert (await pressing).acknowledged
    if edit:
        edit.remove()
    await party.until(newest)


@pytest.mark.expects_log("error ", "is tried again: It failed.")
@pytest.mark.parametrize("failure", [StoreError("It failed."), Unsure("It failed.")])
@pytest.mark.parametrize("verb", ["more", "join"])
async def test_a_page_that_could_not_be_kept_track_of_is_shown_once_it_can(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, failure: StoreError, verb: str
) -> None:
    await lobby(party)
    shown, chiara, order = bot.host.store.shown, int(party.id("Chiara")), list[str]()
    save, edit, again = shown.save_private, Reached.edit, asyncio.Event()

    async def fails(private: Any) -> None:
        if private.kind == "lobby" and private.user == chiara and not again.is_set():
            raise failure
        order.append("kept")
        await save(private)

    async def edits(reached: Reached, content: Any) -> Any:
        order.append("shown")
        return await edit(reached, content)

    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    monkeypatch.setattr(shown, "save_private", fails)
    monkeypatch.setattr(Reached, "edit", edits)
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    attempt = await party.press("Chiara", party.board(), verb)
    refused(party, bot, attempt, "Chiara", "error.ours", id="ababab")
    again.set()
    [page] = await party.until(lambda: pages(party, "Chiara"))
    assert not page["content"] and bool(verbs(page, "leave")) is (verb == "join")
    await party.until(lambda: bot.idle)
    assert chiara in [kept.user for kept in await shown.privates(0.0)]
    assert order.index("kept") < order.index("shown"), "what a crash leaves behind tells nothing"


@pytest.mark.parametrize("verb", ["more", "join"])
async def test_a_press_is_answered_before_anything_is_read_for_its_page_alone(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    board, lessons, order = await lobby(party), bot.host.store.lessons, list[str]()
    think, known = Answer.think, lessons.known

    async def thinks(answer: Answer) -> None:
        await think(answer)
        order.append("answered")

    async def reads(user: int, game: str) -> bool:
        order.append("read")
        return await known(user, game)

    monkeypatch.setattr(Answer, "think", thinks)
    monkeypatch.setattr(lessons, "known", reads)
    await party.press("Chiara", board, verb)
    await party.until(lambda: pages(party, "Chiara"))
    assert order.index("answered") < order.index("read")


@pytest.mark.parametrize("dying", ["said", "kept"])
async def test_what_was_said_of_a_new_table_as_the_bot_died_goes_with_its_lobby(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dying: str
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as first:
        with monkeypatch.context() as patch:
            if dying == "said":
                say = Answer.say

                async def says_and_dies(answer: Answer, text: str) -> None:
                    await say(answer, text)
                    await dies()

                patch.setattr(Answer, "say", says_and_dies)
                patch.setattr("cogs.gate.errors._say", nothing_said)
            patch.setattr(first.services.shown.lobbies, "_keep_soon", lambda *_: None)
            await party.command("Anna", "play", game="meistercoup")
        await party.until(lambda: first.idle and party.board())
    assert privately_said(party, "Anna")
    async with running_bot(settings) as second:
        room = await second.host.rooms.get(table_of(party))
        await second.host.lobbies.change(room, cancel)
        await party.until(lambda: second.idle)
        assert not privately_said(party, "Anna")


@pytest.mark.parametrize("stage", [Stage.RECEIVED, Stage.APPLIED])
async def test_what_was_said_of_a_new_table_goes_also_where_discord_s_answer_was_lost(
    server: PlaygroundServer, party: Party, bot: MonsterBot, stage: Stage
) -> None:
    server.faults.cut("*", "/callback", stage=stage)
    await party.command("Anna", "play", game="meistercoup")
    await party.until(lambda: bot.idle and party.board())
    assert privately_said(party, "Anna")
    await bot.host.lobbies.change(await bot.host.rooms.get(table_of(party)), cancel)
    await party.until(lambda: bot.idle)
    assert not privately_said(party, "Anna")


@pytest.mark.parametrize("refuses", [StoreError("The disk is full."), Unsure("It broke off.")])
async def test_what_is_said_of_a_new_table_is_said_also_where_it_cannot_be_kept_track_of(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, refuses: StoreError
) -> None:
    shown, failures = bot.host.store.shown, [refuses]
    save = shown.save_private

    async def fails_once(private: Any) -> None:
        if failures:
            raise failures.pop()
        await save(private)

    monkeypatch.setattr(shown, "save_private", fails_once)
    attempt = await party.command("Anna", "play", game="meistercoup")
    assert sentence(party, bot, "Anna", "opened") in attempt.message["content"]
    await party.until(lambda: bot.idle)
    assert [kept.kind for kept in await shown.privates(0.0)] == ["lobby"]


async def nothing_said(*_: object) -> None:
    """Stand for what a bot says that died before."""


@pytest.mark.parametrize("told", [True, False])
async def test_who_was_sent_away_is_not_told_that_they_sit_after_a_restart(
    server: PlaygroundServer, tmp_path: Path, told: bool
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as first:
        await lobby(party, "Ben")
        assert verbs(await party.more("Ben"), "leave")
        await party.until(lambda: first.idle)
        room = await first.host.rooms.get(table_of(party))
        if told:
            # As where the bot dies between the two.
            gone = send_away(room.table, room.table.host, 1, roster(room.table))
            await first.host.store.tables.save(gone)
    async with running_bot(settings) as second:
        await party.until(lambda: second.idle)
        assert bool(pages(party, "Ben")) is not told
        if not told:
            room = await second.host.rooms.get(table_of(party))
            await second.host.lobbies.send_away(room, room.table.host, 1, roster(room.table))
            await party.until(lambda: not pages(party, "Ben"))


async def test_the_rules_behind_more_stand_by_themselves(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben")
    page = await party.more("Ben")
    await party.press("Ben", page, "rules")
    rules = await party.until(lambda: verbs(party.panel("Ben"), "turn") and party.panel("Ben"))
    assert rules["id"] != page["id"]
    for verb in ("add", "start"):
        await party.press("Anna", party.board(), verb)
    await party.until(lambda: page["id"] not in [m["id"] for m in party.seen("Ben")])
    await party.until(lambda: bot.idle)
    assert rules in party.seen("Ben")
