"""Answers come in time when pictures are slow, and tables go on when something of ours fails."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from cachetools import TTLCache

from cogs.client import MonsterBot
from cogs.gate import answer
from cogs.line.painter import Painter
from cogs.shown import boards
from cogs.shown.threads import FULL
from playground.limits.errors import ApiError
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from playground.world import threads
from storage.errors import StoreError, Unsure
from storage.records import Entry
from tables.lobby import admission
from tables.room.room import Room
from tests.cogs.clicking import (
    click,
    lobby,
    record,
    refused,
    result,
    sentence,
    start,
    table_of,
    turn,
)
from tests.cogs.party import Party, moves, text, verbs
from tests.tables.house import fails

LATE, SOON = answer.LATE, answer.SOON
NEVER = 3600.0


class Brake:
    """Holds up the painter's thread while it is on: no picture is finished meanwhile."""

    def __init__(self) -> None:
        self._off = threading.Event()
        self._off.set()

    def on(self) -> None:
        """Let no picture be finished."""
        self._off.clear()

    def off(self) -> None:
        """Let all that was held up go on."""
        self._off.set()

    def wait(self) -> None:
        """Return once it is off."""
        assert self._off.wait(60)


def _edits(party: Party) -> list[str]:
    """Return the requests that edited private messages."""
    requests = party.world.requests
    return [r.path for r in requests if r.method == "PATCH" and "/webhooks/" in r.path]


@pytest.fixture
def brake(bot: MonsterBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Brake]:
    """Give the painter's thread a brake, which is off, and is off again before the bot stops."""
    brake, paint = Brake(), Painter._paint

    def slow(painter: Painter, picture: Any) -> bytes:
        brake.wait()
        return paint(painter, picture)

    monkeypatch.setattr(Painter, "_paint", slow)
    yield brake
    brake.off()


async def test_slow_pictures_are_announced_and_shown_later(
    party: Party, bot: MonsterBot, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LATE <= 2.0, "a second is left for the way to Discord"
    for soon in ("LATE", "SOON"):
        monkeypatch.setattr(answer, soon, 0.2)
    await start(party, "Ben", computers=1)
    name, other, panel = await turn(party)
    brake.on()
    person, watcher = party.id(name), party.id(other)
    chiara, options = party.id("Chiara"), {"game": "meistercoup"}
    # Each waits for the pictures of those before, too.
    opened, pressed, rules = await asyncio.gather(
        party.world.press(watcher, party.board()["id"], verbs(party.board(), "rules")[0]),
        party.world.press(person, panel["id"], moves(panel)[0]),
        party.world.command(chiara, party.channel, "rules", options),
    )
    for attempt in (opened, pressed, rules):
        assert attempt.acknowledged and not attempt.failed
    assert pressed.kind == 6
    assert opened.kind == rules.kind == 5
    brake.off()
    await party.until(lambda: opened.message["embeds"] and rules.message["embeds"])
    await party.until(lambda: moves(party.panel(name)) != moves(panel))
    assert opened.message["attachments"] and rules.message["attachments"]
    assert not opened.message["content"]
    assert pressed.message["id"] == panel["id"] and not pressed.followups


async def test_a_press_on_a_panel_does_not_wait_for_its_picture(
    party: Party, bot: MonsterBot, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    monkeypatch.setattr(answer, "LATE", NEVER)
    monkeypatch.setattr(answer, "SOON", SOON)
    brake.on()
    pressed = await party.world.press(party.id(name), panel["id"], moves(panel)[0])
    assert pressed.kind == 6 and not pressed.failed
    brake.off()
    await party.until(lambda: moves(party.panel(name)) != moves(panel))


async def test_presses_do_not_wait_for_each_other_s_pictures(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    person, old = party.id(name), moves(panel)[0]
    shown = bot.panels._open[table_of(party), int(person)]
    async with shown.lock:  # as while it is being painted and sent
        pressed = [await party.world.press(person, panel["id"], old) for _ in range(5)]
        assert all(each.kind == 6 and not each.failed for each in pressed)
    await party.until(lambda: moves(party.panel(name)) != moves(panel))
    assert party.panel(name)["content"], "what the last press was told"
    edited = [path.split("/")[3] for path in _edits(party)]
    assert 1 <= sum(edited.count(each.interaction.token) for each in pressed) <= 2


@pytest.mark.expects_log("what happened there cannot be told")
async def test_what_cannot_be_told_holds_nobody_up(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bot.pages, "story", broken)
    pressed = await party.world.press(party.id(name), panel["id"], moves(panel)[0])
    assert not pressed.failed
    await party.until(lambda: moves(party.panel(name)) != moves(panel))
    await party.until(lambda: table_of(party) in bot.host._alarms._timers)


async def test_a_slow_seat_is_acknowledged(
    party: Party, bot: MonsterBot, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(party, "Ben", computers=1)
    name, _, _ = await turn(party)
    monkeypatch.setattr(answer, "LATE", 0.1)
    brake.on()
    bot.panels._painter._done.clear()
    seat = verbs(party.board(), "seat")[0]
    attempt = await party.world.press(party.id(name), party.board()["id"], seat)
    assert attempt.kind == 5 and attempt.message["thinking"]
    brake.off()
    await party.until(lambda: attempt.message["attachments"])
    assert attempt.message["ephemeral"] and moves(attempt.message)


async def test_a_refusal_after_a_late_acknowledgement(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "LATE", 0.0)
    await start(party, "Ben", computers=1)
    _, _, panel = await turn(party)
    release = asyncio.Event()
    room = await bot.host.rooms.get(moves(panel)[0].split(":")[1])

    async def hold() -> None:
        async with room.lock:
            await release.wait()

    holding = asyncio.create_task(hold())
    await asyncio.sleep(0)
    chiara, board = party.id("Chiara"), party.board()
    attempt = await party.world.press(chiara, board["id"], verbs(board, "seat")[0])
    assert attempt.kind == 5
    release.set()
    await holding
    await party.until(lambda: "schaust hier zu" in attempt.message["content"])
    assert attempt.message["ephemeral"]


async def test_a_move_counts_from_when_it_came_however_long_others_are_busy_there(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    room = await bot.host.rooms.get(table)
    until, catch_up = list[float](), bot.host.play.catch_up

    async def noted(room: Room, now: float) -> None:
        until.append(now)
        await catch_up(room, now)

    monkeypatch.setattr(bot.host.play, "catch_up", noted)
    async with room.lock:
        click = party.world.press(party.id(name), panel["id"], moves(panel)[0])
        pressing = asyncio.create_task(party.answered(click))
        await party.until(lambda: room.lock._waiters)
        late = time.time()
    await pressing
    [own] = [e for e in (await record(bot, table))[0] if e.by == "person"]
    assert own.at < late and until[0] < late, "else its time could be up meanwhile"


async def test_where_a_table_is_opened_is_told_though_the_late_acknowledgement_was_not_answered(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "LATE", 0.0)
    slow = server.faults.hold("POST", r"/threads$")
    lost = server.faults.cut("POST", r"/callback$", stage=Stage.APPLIED)
    anna, options = party.id("Anna"), {"game": "meistercoup", "thread": True}
    attempt = await party.world.command(anna, party.channel, "play", options)
    await lost.reached()
    slow.release()
    [thread] = await party.until(lambda: [p for p in party.world.channels.values() if p.parent])
    told = sentence(party, bot, "Anna", "opened_in", channel=thread.id)
    await party.until(lambda: attempt.message and told in attempt.message["content"])


async def test_joining_after_a_late_acknowledgement(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await lobby(party)
    monkeypatch.setattr(answer, "LATE", 0.0)
    room = await bot.host.rooms.get(table_of(party))
    await room.lock.acquire()
    ben = party.id("Ben")
    attempt = await party.world.press(ben, board["id"], verbs(board, "join")[0])
    assert attempt.acknowledged
    room.lock.release()
    await party.until(lambda: "Ben" in text(party.board()))
    await party.until(lambda: attempt.message is None or not attempt.message["thinking"])


@pytest.mark.expects_log("error ")
async def test_a_store_that_fails(
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    before = await record(bot, table)

    async def fails(*args: Any) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(bot.host.store.tables, "append", fails)
        attempt = await click(party, name, panel, moves(panel)[0])
        said = (attempt.followups or [attempt.message])[-1]
        assert said["ephemeral"]
        number = re.search(r"\((?:Fehler|Error) (\w+)\)", said["content"])
        assert number, said["content"]
        assert f"error {number[1]}" in caplog.text
        assert "disk" not in said["content"]
    assert await record(bot, table) == before
    assert moves(party.panel(name)) == moves(panel), "the panel is as it was"
    again = await click(party, name, panel, moves(panel)[0])
    assert again.kind == 7
    after = (await record(bot, table))[0]
    assert after[: len(before[0])] == before[0]
    assert after[len(before[0])].seat == ["Anna", "Ben"].index(name)
    await turn(party)


@pytest.mark.expects_log("is tried again")
async def test_what_is_shown_is_no_fault_where_only_how_to_reach_it_is_not_stored(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    keeps, shown = asyncio.Event(), bot.host.store.shown
    save = shown.save_private
    message = bot.panels._open[table, int(party.id(name))]
    message.stored = 0.0

    async def fails_once(private: Any) -> None:
        if not keeps.is_set():
            keeps.set()
            raise StoreError("The disk is full.")
        await save(private)

    monkeypatch.setattr(shown, "save_private", fails_once)
    attempt = await click(party, name, panel, moves(panel)[0])
    assert attempt.kind == 7 and not attempt.followups, "no apology"
    assert moves(party.panel(name)) != moves(panel)
    await keeps.wait()
    await party.until(lambda: message.stored)


@pytest.mark.expects_log("error ")
@pytest.mark.parametrize("verb", ["start", "seat"])
async def test_a_seat_that_could_not_be_kept_track_of_is_shown_once_it_can(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    board = await lobby(party, "Ben", computers=1)
    if verb == "seat":
        await party.press("Anna", board, "start")
        board = await party.until(lambda: verbs(party.board(), "seat") and party.board())
        bot.panels.drop(table_of(party), int(party.id("Anna")))
        await party.until(lambda: bot.idle)
    shown, failures = bot.host.store.shown, list[Any]()
    save = shown.save_private

    async def fails_once(private: Any) -> None:
        if private.user == int(party.id("Anna")) and not failures:
            failures.append(private)
            raise StoreError("The disk is full.")
        await save(private)

    monkeypatch.setattr(shown, "save_private", fails_once)
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    attempt = await party.press("Anna", board, verb)
    refused(party, bot, attempt, "Anna", "error.ours", id="ababab")
    await party.until(lambda: party.panel("Anna")["attachments"])
    assert not party.panel("Anna")["content"], "in place of the apology"
    kept = await shown.privates(0.0)
    assert int(party.id("Anna")) in [private.user for private in kept]


@pytest.mark.expects_log("error ")
async def test_who_has_done_something_is_not_told_that_nothing_changed(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lobby(party)
    reading = bot.host.store.manners._database

    async def fails(*_: Any) -> Any:
        raise StoreError("The disk cannot be read.")

    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    manners = bot.host.store.manners
    ben, anna = (int(party.id(name)) for name in ("Ben", "Anna"))
    block = manners.block

    async def then_reads_fail(*values: Any) -> None:
        await block(*values)
        monkeypatch.setattr(reading, "_query", fails)

    with monkeypatch.context() as broken:
        broken.setattr(manners, "block", then_reads_fail)
        attempt = await party.command("Ben", "block", person=str(anna))
    monkeypatch.undo()
    refused(party, bot, attempt, "Ben", "error.ours", id="ababab")
    assert await manners.blocked(ben) == [anna]


@pytest.mark.expects_log("computer")
async def test_a_store_that_fails_a_computer(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.host.RETRY", 0.05)
    append = bot.host.store.tables.append
    failures: list[Any] = []

    async def fails_once(table: str, entry: Any, *more: Any) -> None:
        if not failures and entry.seat == 2:
            failures.append(entry)
            raise StoreError("The disk is full.")
        await append(table, entry, *more)

    monkeypatch.setattr(bot.host.store.tables, "append", fails_once)
    table = await start(party, "Ben", computers=1)
    while not failures:
        name, _, panel = await turn(party)
        await click(party, name, panel, moves(panel)[0])
        await asyncio.sleep(0)
    await turn(party)
    log = (await record(bot, table))[0]
    assert [entry.sequence for entry in log] == list(range(1, len(log) + 1))
    assert any(entry.seat == 2 for entry in log)


@pytest.mark.expects_log("error ")
@pytest.mark.parametrize("failure", [StoreError("The disk is full."), Unsure("It broke off.")])
async def test_a_store_that_fails_to_open_a_table(
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: StoreError,
) -> None:
    async def fails(*args: Any) -> None:
        raise failure

    opened: TTLCache[tuple[int, int], float] = TTLCache(9, 3600.0)
    monkeypatch.setattr(bot.host.admission, "_opened", opened)
    with monkeypatch.context() as broken:
        broken.setattr(bot.host.store.tables, "add", fails)
        attempt = await party.command("Ben", "play", game="meistercoup")
    assert re.search(r"\(Error \w+\)", attempt.message["content"])
    assert not [m for m in party.seen("Anna") if m["embeds"]]
    told = next(line for line in caplog.records if "error " in line.getMessage())
    assert str(failure) in told.getMessage()
    assert bool(told.exc_info) is not isinstance(failure, Unsure), "a traceback explains no absence"
    again = await party.command("Ben", "play", game="meistercoup")
    assert sentence(party, bot, "Ben", "opened") in again.message["content"], (
        "as they were asked to"
    )


@pytest.mark.expects_log("error ")
async def test_a_store_that_fails_to_open_the_next_table(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await result(party, bot, await start(party, "Ben", computers=1))
    opened: TTLCache[tuple[int, int], float] = TTLCache(9, 3600.0)
    monkeypatch.setattr(bot.host.admission, "_opened", opened)
    with monkeypatch.context() as broken:
        broken.setattr(bot.host.store.tables, "add", fails)
        await party.press("Ben", board, "again")
    again = await party.press("Ben", board, "again")
    assert sentence(party, bot, "Ben", "again") in again.message["content"], "as they were asked"


async def test_whom_discord_gives_no_thread_can_try_again_at_once(
    server: PlaygroundServer, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: TTLCache[tuple[int, int], float] = TTLCache(9, 3600.0)
    monkeypatch.setattr(bot.host.admission, "_opened", opened)
    with server.faults.cut("POST", "/threads$"):
        attempt = await party.command("Ben", "play", game="meistercoup", thread=True)
    refused(party, bot, attempt, "Ben", "error.thread_unreached")
    again = await party.command("Ben", "play", game="meistercoup", thread=True)
    assert "<#" in again.message["content"], "it stands, elsewhere"
    opened.clear()
    full = server.faults.fail("POST", "/threads$", 400)
    full.error = ApiError(400, FULL, "Maximum number of active threads reached")
    attempt = await party.command("Ben", "play", game="meistercoup", thread=True)
    refused(party, bot, attempt, "Ben", "error.threads_full")
    server.faults.fail("POST", "/threads$", 403, times=None)
    opened.clear()
    for key in ("error.thread_refused", "staff.apart"):
        attempt = await party.command("Chiara", "play", game="meistercoup", thread=True)
        values = {"seconds": int(admission.APART)} if key == "staff.apart" else {}
        refused(party, bot, attempt, "Chiara", key, **values)


@pytest.mark.parametrize("key", ["error.no_thread_here", "error.no_thread_of_yours"])
async def test_who_may_open_no_thread_there_opens_the_table_without_one_at_once(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    opened: TTLCache[tuple[int, int], float] = TTLCache(9, 3600.0)
    monkeypatch.setattr(bot.host.admission, "_opened", opened)
    here = party
    if key == "error.no_thread_here":
        channel = party.world.channels[party.channel]
        place = threads.open_in(party.world, channel, {"name": "abends", "type": 11})
        here = Party(party.world, place.id, bot)
    else:
        party.world.moderation.restrict("CREATE_PUBLIC_THREADS")
        party.world.moderation.promote_bot()
    attempt = await here.command("Ben", "play", game="meistercoup", thread=True)
    refused(here, bot, attempt, "Ben", key)
    again = await here.command("Ben", "play", game="meistercoup", thread=False)
    assert sentence(here, bot, "Ben", "opened") in again.message["content"]


@pytest.fixture
def colourless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no picture be painted."""

    def broken(painter: Painter, picture: Any) -> bytes:
        raise ValueError("no colours left")

    monkeypatch.setattr(Painter, "_paint", broken)


@pytest.mark.usefixtures("colourless")
@pytest.mark.expects_log("a picture could not be painted")
async def test_a_picture_that_cannot_be_painted(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    assert not panel["attachments"] and not (panel["embeds"][0].get("image") or {}).get("url")
    before = len((await record(bot, table))[0])
    assert (await click(party, name, panel, moves(panel)[0])).kind == 7
    assert len((await record(bot, table))[0]) > before


@pytest.mark.usefixtures("colourless")
@pytest.mark.expects_log("a picture could not be painted")
async def test_a_lobby_without_its_picture_says_who_sits_there_also_at_a_press(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lobby(party)
    monkeypatch.setattr(boards, "APART", 3600.0)
    await party.press("Anna", party.board(), "add")
    assert "1. Anna" in text(party.board()) and "2. Blobb" in text(party.board())


async def test_what_another_process_played_first_is_not_overwritten(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    room = await bot.host.rooms.get(table)
    assert room.match is not None
    token = int(moves(panel)[0].split(":")[2])
    seat = ["Anna", "Ben"].index(name)
    action = room.match.game.legal(room.match.state, seat)[-1]
    played = room.match.play(seat, token, action, time.time()).entry
    assert played is not None
    await bot.host.store.tables.append(
        table, Entry(played.sequence, seat, played.action, played.at, played.by)
    )
    before = (await record(bot, table))[0]
    attempt = await click(party, name, panel, moves(panel)[0])
    said = [message["content"] for message in (attempt.message, *attempt.followups)]
    assert any(words for words in said), "a sentence"
    assert (await record(bot, table))[0][: len(before)] == before
    attempt = await click(party, name, party.board(), verbs(party.board(), "seat")[0])
    assert await party.filled(attempt)
