"""Bugs & Co by clicks: whole games in real time, tiles two people want, and what must be gone."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.line.messages import PICTURE_NAMES
from engine.bugs.values import NONE, Options
from engine.contract import AnyGame
from playground.server import PlaygroundServer
from tests.cogs.ahead import Ahead
from tests.cogs.party import (
    Message,
    Party,
    labels,
    loaded,
    moves,
    running_bot,
    settings_for,
    text,
    verbs,
)
from tests.cogs.stopwatch import Stopwatch, within

PEOPLE = ("Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül")
SHORT = {"count_in": 0.3, "first_count_in": 0.3, "countdown": 0.6, "resume": 0.3}
"""Seconds of the clocks in these tests."""
LONG = 300.0
"""Seconds of a clock that runs down only where a test lets time pass."""


@pytest.fixture
def clocks() -> dict[str, float]:
    """Seconds of the clocks in a test."""
    return dict(SHORT)


@pytest.fixture(autouse=True)
def set_clocks(monkeypatch: pytest.MonkeyPatch, clocks: dict[str, float]) -> None:
    """Set the game's clocks for every bot that starts."""

    def hurried() -> dict[str, AnyGame]:
        games = loaded()
        games["bugs"].box = games["bugs"].box.model_copy(update=clocks)
        return games

    monkeypatch.setattr("tests.cogs.party.loaded", hurried)


async def begin(party: Party, *others: str, computers: int = 0, go: bool = True) -> None:
    """Seat Anna and these, open everybody's panel, and wait for "go"."""
    await party.open("bugs", *others, computers=computers)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    for name in others:
        await party.seat(name)
    if go:
        await party.until(lambda: "Los!" in text(party.board()))


async def press(party: Party, name: str, custom_id: str) -> Any:
    """Press a control of this person's panel."""
    panel = party.panel(name)
    click = party.world.press(party.id(name), panel["id"], custom_id)
    attempt = await party.answered(click)
    assert attempt.acknowledged
    return attempt


async def does(party: Party, name: str, verb: str, number: int = 0) -> Message:
    """Let this person press a button of this verb, and return the panel after it."""
    offered = await party.until(lambda: verbs(party.panel(name), verb))
    attempt = await press(party, name, offered[number])
    message: Message = attempt.message
    return message


async def play(
    party: Party, name: str, chooser: random.Random, late: Callable[[], bool], attempts: list[Any]
) -> None:
    """Press whatever the panel offers, a trophy only once it is late; note all attempts."""
    while not party.over():
        offered = moves(party.panel(name))
        panel = party.panel(name)
        trophies = verbs(panel, "trophy") or verbs(panel, "stop")
        usual = [button for button in offered if button not in trophies]
        buttons = trophies if trophies and late() else usual
        if buttons:
            attempts.append(await press(party, name, chooser.choice(buttons)))
        await asyncio.sleep(0 if buttons else 0.02)


def attached(message: Message) -> str:
    """Return the address of the one picture on a panel."""
    (attachment,) = message["attachments"]
    assert attachment["filename"] in PICTURE_NAMES
    address: str = attachment["url"]
    return address


def face(message: Message) -> list[str]:
    """Return the words for the tile in the right hand, two lines."""
    lines = text(message).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("✋ **"))
    return [lines[first].partition(": ")[2], lines[first + 1]]


def holds(message: Message) -> bool:
    """Tell whether a panel shows a tile in the right hand."""
    return "✋ **" in text(message)


def areas(message: Message) -> list[str]:
    """Return what the buttons of areas say, also that of the one that is shown."""
    return [c["label"] for row in message["components"] for c in row["components"]]


async def stops(party: Party, name: str) -> Message:
    """Let this person take the highest trophy, which is asked for once."""
    asked = await does(party, name, "stop")
    assert verbs(asked, "trophy") and not verbs(asked, "stop")
    return await does(party, name, "trophy")


async def test_a_whole_game_by_clicks(party: Party, bot: MonsterBot) -> None:
    names = PEOPLE[:4]
    await begin(party, *names[1:])
    until = time.monotonic() + 1.0
    attempts: list[Any] = []

    def late(turn: int) -> bool:
        return time.monotonic() > until + turn / 4

    async with within(20):
        await asyncio.gather(
            *(
                play(party, name, random.Random(name), partial(late, turn), attempts)
                for turn, name in enumerate(names)
            )
        )
    final = text(party.board())
    assert "🏆" in final and "Trio" in final and "1. " in final
    match = (await bot.host.rooms.get(verbs(party.board(), "again")[0].split(":")[1])).match
    assert match is not None
    state = match.state
    tiles = [*(t for t in state.table if t != NONE), *state.removed, *sum(state.left, ())]
    assert sorted(tiles) == list(range(45))
    await party.until(lambda: "abgelaufen" in text(party.panel("Anna")))
    assert not moves(party.panel("Anna"))
    await party.press("Anna", party.panel("Anna"), "hindsight")
    assert "Trio" in party.panel("Anna")["content"]


@pytest.mark.parametrize("clocks", [SHORT | {"first_count_in": LONG}])
async def test_clicks_before_go_are_refused_and_panels_open_on_different_areas(
    party: Party, bot: MonsterBot, ahead: Ahead
) -> None:
    await begin(party, "Ben", go=False)
    await does(party, "Anna", "pick")
    await party.until(lambda: party.panel("Anna")["content"].startswith("Noch nicht!"))
    assert not holds(party.panel("Anna"))
    assert "Bereich **A**" in text(party.panel("Anna"))
    assert "Area **B**" in text(party.panel("Ben"))
    looked = await does(party, "Anna", "show")
    assert "Bereich **B**" in text(looked)
    early = await does(party, "Anna", "pick")
    assert "Bereich **B**" in text(early) and early["content"].startswith("Noch nicht!")
    ahead.let_pass(bot, LONG)
    await party.until(lambda: "Los!" in text(party.panel("Anna")))
    assert holds(await does(party, "Anna", "pick"))


async def test_two_reach_for_one_tile(party: Party) -> None:
    await begin(party, "Ben")
    await does(party, "Ben", "show")
    button = verbs(party.panel("Anna"), "pick")[0]
    assert button in verbs(party.panel("Ben"), "pick")
    await asyncio.gather(press(party, "Anna", button), press(party, "Ben", button))
    panels = [party.panel("Anna"), party.panel("Ben")]
    got, missed = sorted(panels, key=lambda panel: not holds(panel))
    assert holds(got) and not got["content"]
    assert "schneller" in missed["content"] or "faster" in missed["content"]
    assert not holds(missed)
    assert not any(button.split(":")[3:] == b.split(":")[3:] for b in verbs(missed, "pick"))
    name = "Ben" if missed is panels[1] else "Anna"
    assert holds(await does(party, name, "pick"))


async def test_laying_back_and_picking_up_in_one_click(party: Party) -> None:
    await begin(party, "Ben")
    first = await does(party, "Anna", "pick")
    second = await does(party, "Anna", "pick")
    assert attached(first) != attached(second)
    assert "**A1**" in text(first) and "**A2**" in text(second)
    assert not verbs(second, "lay")
    looking = await does(party, "Anna", "show")
    assert holds(looking) and "Bereich **B**" in text(looking) and "B: 7" in areas(looking)
    laid = await does(party, "Anna", "lay")
    assert not holds(laid) and "Bereich **B**" in text(laid) and "B: 8" in areas(laid)
    shown = await does(party, "Anna", "show")
    assert "Bereich **A**" in text(shown) and "A: 6" in areas(shown)


@pytest.mark.parametrize("clocks", [SHORT | {"calm": LONG}])
async def test_to_stop_is_asked_and_the_question_uses_up_no_time_of_the_calm_pace(
    party: Party, bot: MonsterBot
) -> None:
    await party.open("bugs", "Ben", "Chiara")
    lobby = verbs(party.board(), "start")[0].split(":")[1]
    room = await bot.host.rooms.get(lobby)
    calm = bot.host.games["bugs"].codecs.options.dump(Options(pace="calm"))
    room.table = replace(room.table, options=calm)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: "Los!" in text(party.panel("Anna")))
    picked = await does(party, "Anna", "pick")
    asked = await does(party, "Anna", "stop")
    assert holds(picked) and not asked["content"]
    assert "Mit **0** Plättchen Trophäe **3** nehmen?" in text(asked)
    back = await does(party, "Anna", "show")
    assert not back["content"] and not verbs(back, "trophy") and holds(back)
    early = await stops(party, "Anna")
    assert early["content"].startswith("Warte noch ")


async def test_what_was_kept_or_laid_back_is_nowhere_to_be_read(party: Party) -> None:
    await begin(party, "Ben")
    for deed in ("keep", "return", "keep"):
        held = await does(party, "Anna", "pick")
        url, words = attached(held), face(held)
        before = next(e for e in openable(party, "Anna") if e["kind"] == "attachment")
        assert before["url"] == url
        await does(party, "Anna", deed)
        assert not holds(party.panel("Anna")) and attached(party.panel("Anna")) != url
        for name in PEOPLE:
            for entry in openable(party, name):
                assert entry.get("data") != before["data"]
                assert not any(line in str(entry) for line in words)
    assert left(party, "Anna") == 2
    assert {n for r in party.world.requests for n, _ in r.files} <= set(PICTURE_NAMES)


async def test_a_second_panel_leaves_no_face_behind(party: Party) -> None:
    await begin(party, "Ben")
    words = face(await does(party, "Anna", "pick"))
    await party.seat("Anna")
    await does(party, "Anna", "keep")
    entries = list(openable(party, "Anna"))
    assert not any(line in str(entry) for entry in entries for line in words)


async def test_in_words_follows_the_hands_and_keeps_no_face(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shown.private_pages.APART", 0.1)
    await begin(party, "Ben")
    seat = await does(party, "Anna", "pick")
    words = face(seat)
    told = await party.filled(await party.press("Anna", party.board(), "words"))
    own = await party.filled(await party.press("Anna", told, "words", "hand"))
    assert words[1] in text(own)

    def stands() -> str:
        return next(text(m) for m in party.seen("Anna") if m["id"] == own["id"])

    await party.press("Anna", seat, "keep")
    await party.until(lambda: words[1] not in stands())
    assert "Linke Hand: **1**" in stands(), "with nothing in the hand it tells the table"


def openable(party: Party, name: str) -> Iterator[dict[str, Any]]:
    """Give everything that this person could still open, but the board's picture."""
    for entry in party.world.openable(party.id(name), party.channel):
        if entry["message_id"] != party.board()["id"]:
            yield entry


async def test_a_click_after_stop_is_refused(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(party, "Ben", "Chiara")
    monkeypatch.setattr(bot.panels, "refresh", lambda room, user: None)
    await stops(party, "Anna")
    await party.seat("Ben")
    assert "🏆" in text(await stops(party, "Ben"))
    await party.until(party.over)
    late = await does(party, "Chiara", "pick")
    assert "vorbei" in late["content"]
    assert not holds(late) and not moves(late)


@pytest.mark.parametrize("clocks", [SHORT | {"countdown": LONG}])
async def test_the_countdown_goes_on_after_a_restart(
    server: PlaygroundServer, tmp_path: Path, ahead: Ahead
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings):
        await begin(party, "Ben", "Chiara")
        await stops(party, "Anna")
        await party.until(lambda: "Stop: 2" in labels(party.panel("Ben")))
        await stops(party, "Ben")
        assert "Countdown" in text(party.panel("Ben"))
    async with running_bot(settings) as bot:
        picking = asyncio.create_task(does(party, "Chiara", "pick"))
        # Her panel may be put below the board that comes anew just then.
        await party.until(lambda: holds(party.panel("Chiara")))
        await picking
        assert not party.over()
        ahead.let_pass(bot, LONG + SHORT["resume"])
        await party.until(party.over)
    assert "Trio" in text(party.board())


@pytest.fixture
async def limited(server: PlaygroundServer, tmp_path: Path) -> AsyncIterator[Party]:
    """The people with a bot of usual pace, and with Discord's limits on."""
    settings = settings_for(server, str(tmp_path / "tables.db"), computer_pace=0.3)
    async with running_bot(settings):
        yield Party(server.world)


async def test_eight_seats_stay_within_the_limits(limited: Party) -> None:
    await begin(limited, *PEOPLE[1:], computers=1)
    until, clock = time.monotonic() + 2, Stopwatch()
    attempts: list[Any] = []
    kept: list[tuple[float, str, int]] = []
    shown: list[tuple[float, str]] = []

    async def watch() -> None:
        while not limited.over():
            # A board counts once its picture, whose words these are, is there.
            if "Linke Hand" in (board := text(limited.board())):
                shown.append((clock.own, board))
            kept.extend((clock.own, name, left(limited, name)) for name in PEOPLE)
            await asyncio.sleep(0.1)

    def late() -> bool:
        return len(attempts) > 100 and time.monotonic() > until

    async with within(60):
        watching = asyncio.create_task(watch())
        await asyncio.gather(
            *(play(limited, name, random.Random(name), late, attempts) for name in PEOPLE)
        )
        await watching
    assert not any(attempt.failed for attempt in attempts)
    assert limited.world.rate_limited == 0
    for at, name, count in kept:
        readings = [board for when, board in shown if when >= at + 3]
        assert not readings or count <= on_board(readings[0], name)
    assert any(on_board(shown[-1][1], name) for name in PEOPLE)


def left(party: Party, name: str) -> int:
    """Return how many tiles this person's panel counts in the left hand."""
    found = re.search(r"📥 (?:Behalten|Kept): \*\*(\d+)", text(party.panel(name)))
    return int(found[1]) if found else 0


def on_board(board: str, name: str) -> int:
    """Return how many tiles the board counts in this person's left hand."""
    # In words, as the alt text has it, or as the board has it while its pictures are painted.
    head = rf"^(?:{name}: |\*\*{name}\*\*\n.*\n)"
    found = re.search(rf"{head}Linke Hand: \**(\d+)", board, re.MULTILINE)
    assert found, board
    return int(found[1])
