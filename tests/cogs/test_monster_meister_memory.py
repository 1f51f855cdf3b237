"""What must be remembered in Monster Meister cannot be read anywhere once the cards are down."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.line.messages import PICTURE_NAMES
from playground.server import PlaygroundServer
from screens.monster_meister.words import Wording
from tables.room.room import Room
from tests.cogs.looks import faithful
from tests.cogs.monster_meister_people import (
    FACE,
    PEOPLE,
    act,
    begin,
    expected,
    hurry,
    names_of,
    openable,
    paint,
    people,
    room_of,
    settle,
    state,
    view,
    with_task,
    words_of,
)
from tests.cogs.party import Message, Party, running_bot, settings_for, text, verbs
from tests.cogs.stopwatch import within


def faces(room: Room, bot: MonsterBot) -> set[tuple[str, str]]:
    """Return what may be read now: cards that lie face up or were removed this round."""
    found: set[tuple[str, str]] = set()
    seen = view(room)
    for locale in ("de", "en"):
        words = bot.catalogue.words(locale, "monster_meister")
        wording = Wording(seen, names_of(room), words)
        for seat in range(len(seen.displays)):
            found |= set(FACE.findall(wording.up(seat) + "\n" + wording.removed(seat)))
    return found


def assert_forgotten(party: Party, bot: MonsterBot, room: Room) -> None:
    """Assert that nothing anybody can open tells more than the table shows now."""
    allowed = faces(room, bot)
    shown = {name: expected(bot, room, party, name) for name in PEOPLE}
    pages = [page for each in shown.values() for page, _ in each]
    distinct = {picture.key: picture for page in pages for picture in page.pictures}
    pictures = {paint(picture) for picture in distinct.values()}
    alts = {picture.alt[:1024] for page in pages for picture in page.pictures}
    for name, entry in openable(party):
        said = words_of(entry)
        assert set(FACE.findall(said)) <= allowed, (name, said)
        if entry["kind"] == "attachment":
            assert entry["data"] in pictures, (name, "a picture of what lay there")
            assert entry["description"] in alts
            assert entry["filename"] in PICTURE_NAMES
        elif entry["kind"] == "message" and entry["message"]["embeds"]:
            message = entry["message"]
            assert any(faithful(message, *wanted, room.table.id) for wanted in shown[name]), said


OURS = ("cogs", "tables", "screens", "engine", "storage")


async def play_round(party: Party, room: Room, chooser: random.Random) -> bool:
    """Let Anna and Ben play until the cards are down; tell whether another round begins."""
    before = state(room).round
    await people(room, party, chooser, lambda s: s.round > before or s.phase == "over")
    return state(room).phase != "over"


async def test_nothing_of_a_round_can_be_read_after_it(
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for name in OURS:
        caplog.set_level(logging.DEBUG, name)
    hurry(party, bot, monkeypatch)
    await begin(party)
    chooser = random.Random(12)
    room, here = await room_of(party, bot), f"/channels/{party.channel}/messages"
    await settle(party, bot, room)
    board = party.board()["id"]
    while await play_round(party, room, chooser):
        await settle(party, bot, room)
        asked = [(request.method, request.path) for request in party.world.requests]
        gone, old, board = asked.index(("DELETE", f"{here}/{board}")), board, party.board()["id"]
        assert board != old and ("POST", here) in asked[gone:], "first the old one goes"
        assert not faces(room, bot)
        assert_forgotten(party, bot, room)
    ours = [r.getMessage() for r in caplog.records if r.name.startswith(OURS)]
    assert not any(FACE.search(line) or "Monster(" in line for line in ours)


async def test_a_board_that_is_being_painted_as_its_round_ends_goes_too(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await begin(party)
    chooser, room = random.Random(12), await room_of(party, bot)
    await settle(party, bot, room)
    newest, turn, painting = bot.painter.newest, asyncio.Event(), asyncio.Event()

    async def waits(draw: Any, *what: Any, **how: Any) -> Any:
        if "Boards." in draw.__qualname__:
            painting.set()
            await turn.wait()
        return await newest(draw, *what, **how)

    monkeypatch.setattr(bot.painter, "newest", waits)
    board, here = party.board()["id"], f"/channels/{party.channel}/messages"
    bot.boards.publish(room.table.id)
    async with within(10):
        await painting.wait()
    assert await play_round(party, room, chooser)
    turn.set()
    await settle(party, bot, room)
    asked = [(request.method, request.path) for request in party.world.requests]
    assert ("POST", here) in asked[asked.index(("DELETE", f"{here}/{board}")) :]
    assert party.board()["id"] != board
    assert_forgotten(party, bot, room)


async def test_the_muddlers_card_is_gone_when_it_lies(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await begin(party)
    chooser = random.Random(3)

    room = await room_of(party, bot)
    await people(room, party, chooser, lambda s: s.phase == "place")
    seat = next(seat for seat, drawn in enumerate(state(room).drawn) if drawn is not None)
    name = names_of(room)[seat]
    await party.until(lambda: verbs(party.panel(name), "place"))
    language = bot.catalogue.words(party.world.person(name).locale, "monster_meister")
    drawn = view(room, seat).drawn
    assert drawn is not None
    card = Wording(view(room, seat), names_of(room), language).front(drawn)
    panel = party.panel(name)
    assert card in words_of({"kind": "message", "message": panel})
    old = party.world.files[panel["attachments"][0]["id"]].data
    assert not any(old == e.get("data") for who, e in openable(party) if who != name)
    assert await act(party, name, chooser)
    assert not any("🤫" in words_of(entry) for _, entry in openable(party))
    assert not any(old == entry.get("data") for _, entry in openable(party))
    await settle(party, bot, room)
    assert_forgotten(party, bot, room)


async def test_in_words_stays_and_follows_where_it_tells_what_must_be_forgotten(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shown.private_pages.APART", 0.1)
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    chooser, room = random.Random(6), await room_of(party, bot)
    asked = await party.press("Anna", party.board(), "words")
    overview = await party.filled(asked)
    display = await in_words(party, "Ben", "seat1")
    for name in ("Anna", "Ben"):
        await party.seat(name)
    assert await act(party, "Ben", chooser)
    ups = await party.until(lambda: FACE.findall(text(seen(party, "Ben", display["id"]))))
    assert len(ups) == 1, "the display that Ben reads follows"
    await play_round(party, room, chooser)
    await party.until(lambda: not FACE.search(text(seen(party, "Ben", display["id"]))))
    await party.until(lambda: bot.idle)
    assert seen(party, "Anna", overview["id"]) == overview, "it never told a card"


async def in_words(party: Party, name: str, part: str) -> Message:
    """Let this person ask for a part of the table in words."""
    asked = await party.press(name, party.board(), "words")
    page = await party.filled(asked)
    return await party.filled(await party.press(name, page, "words", part))


def seen(party: Party, name: str, message: str) -> Message:
    """Return a message as this person sees it now."""
    return next(m for m in party.seen(name) if m["id"] == message)


async def test_an_older_panel_of_the_same_person_shows_nothing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    chooser, room = random.Random(6), await room_of(party, bot)
    await act(party, "Ben", chooser)
    older = party.panel("Ben")["id"]
    await party.seat("Ben")
    await play_round(party, room, chooser)
    await settle(party, bot, room)
    assert_forgotten(party, bot, room)
    assert older not in [m["id"] for m in party.seen("Ben")]


async def test_the_panel_of_somebody_who_left_shows_nothing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    await act(party, "Ben", random.Random(6))
    assert readable(party, "Ben")
    await party.leave("Ben")
    await party.until(lambda: not readable(party, "Ben"))


async def test_a_panel_goes_before_it_can_no_longer_be_edited(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.line.ephemeral.LIFE", 0.3)
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    await act(party, "Ben", random.Random(6))
    assert readable(party, "Ben")
    await asyncio.sleep(0.35)
    bot.panels.sweep()
    await party.until(lambda: not readable(party, "Ben"), 3)
    panel = await party.seat("Ben")
    assert len(verbs(panel, "turn")) == 15


@pytest.mark.usefixtures("brisk", "plain")
@pytest.mark.parametrize("moved", [True, False])
async def test_a_board_that_a_move_made_out_of_date_when_the_bot_died_is_posted_anew(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    """Nobody knows any more whether what it shows is to be forgotten."""
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        await begin(party)
        await party.until(lambda: bot.idle)
        old, room = party.board()["id"], await room_of(party, bot)
        monkeypatch.setattr(bot.boards, "publish", lambda *_, **__: None)
        if moved:
            async with room.lock:
                [seat, *_], match = room.running.asked, room.running
                action = match.legal(seat)[0]
                await bot.host.play.act(room, seat, match.token(seat), action, time.time())
            await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        bot.boards.publish(room.table.id)
        await party.until(lambda: bot.idle)
        assert (party.board()["id"] == old) is not moved
        assert (old in [message["id"] for message in party.seen("Anna")]) is not moved


def readable(party: Party, name: str) -> bool:
    """Tell whether this person's own messages show a card or a picture."""
    return any(
        message["attachments"] or FACE.search(words_of({"kind": "message", "message": message}))
        for message in party.seen(name)
        if message["ephemeral"]
    )
