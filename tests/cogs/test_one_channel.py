"""What Discord refuses in one channel is paid for there: other tables are never late by it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.client import MonsterBot
from cogs.line import allowance
from cogs.line import outbox as line
from cogs.line.allowance import Allowance, Place, Placed, Spent
from cogs.line.outbox import Outbox
from playground.server import PlaygroundServer
from tests.cogs.clicking import lobby, press_forged, refused, show_news, start, table_of, turn
from tests.cogs.healthy import Healthy
from tests.cogs.party import Party
from tests.cogs.stopwatch import within

pytestmark = pytest.mark.usefixtures("plain")

HERE, NEXT_DOOR, ELSEWHERE = Place(1, 1), Place(1, 2), Place(2, 3)
USUAL = int(allowance.IN_CHANNEL * (1 - allowance.RESERVE))
"""Refusals of a channel, after which only what must be done is asked for there."""


def refusal(status: int = 403, code: int = 50013) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.Forbidden if status == 403 else discord.HTTPException
    return kind(response, {"code": code, "message": ""})


async def ask(counts: Allowance, place: Placed, must: bool = False, status: int = 403) -> None:
    """Ask for something that is refused."""
    with pytest.raises(discord.HTTPException):
        async with counts.request(place, must):
            raise refusal(status)


def outbox() -> Outbox:
    return Outbox(Allowance(2000), lambda error: None)


async def test_who_has_less_patience_is_shown_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "AT_ONCE", 1)
    show, done, free = outbox(), list[str](), asyncio.Event()
    show.ask(("busy", "table"), lambda: _until(free))
    await asyncio.sleep(0)
    for name, seconds in (("waits", 1.5), ("board", 0.75), ("asked", 0.0)):

        async def work(name: str = name) -> None:
            done.append(name)

        show.ask((name, name), work, within=seconds)
    await asyncio.sleep(0)
    free.set()
    await idle(show)
    assert done == ["asked", "board", "waits"]


async def _until(free: asyncio.Event) -> None:
    await free.wait()


async def parked(show: Outbox) -> None:
    """Wait until everything is parked."""
    async with within(5):
        while not all(item.parked for item in show._items.values()):
            await asyncio.sleep(0.005)


async def idle(show: Outbox, seconds: float = 10.0) -> None:
    async with within(seconds):
        while not show.idle:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(
    ("status", "scope", "counted"),
    [
        (200, "", 0),
        (400, "", 0),
        (404, "", 0),
        (401, "", 1),
        (403, "", 1),
        (429, "user", 1),
        (429, "global", 1),
        (429, "shared", 0),
    ],
)
async def test_what_discord_counts_as_refused(status: int, scope: str, counted: int) -> None:
    counts = Allowance(2000)
    headers = {"X-RateLimit-Scope": scope} if scope else {}
    end: Any = SimpleNamespace(response=SimpleNamespace(status=status, headers=headers))
    await counts._ended(None, SimpleNamespace(), end)
    assert counts.refused == counted


async def test_a_channel_is_stopped_long_before_the_process() -> None:
    counts = Allowance(2000)
    for _ in range(USUAL):
        await ask(counts, HERE)
    with pytest.raises(Spent) as spent:
        await ask(counts, HERE)
    assert 0 < spent.value.seconds <= allowance.WINDOW
    await ask(counts, NEXT_DOOR)
    await ask(counts, ELSEWHERE)


async def test_deletions_have_a_reserve() -> None:
    counts = Allowance(2000)
    for _ in range(USUAL):
        await ask(counts, HERE)
    for _ in range(allowance.IN_CHANNEL - USUAL):
        await ask(counts, HERE, must=True)
    with pytest.raises(Spent):
        await ask(counts, HERE, must=True)


async def test_bad_requests_stop_no_channel() -> None:
    counts = Allowance(2000)
    for _ in range(2 * allowance.IN_CHANNEL):
        await ask(counts, HERE, status=400)


async def test_a_server_is_stopped_by_its_channels_together() -> None:
    counts = Allowance(2000)
    for number in range(int(allowance.IN_SERVER * (1 - allowance.RESERVE))):
        await ask(counts, Place(1, 100 + number))
    with pytest.raises(Spent):
        await ask(counts, HERE)
    await ask(counts, ELSEWHERE)


async def test_refusals_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Allowance(2000)
    for _ in range(USUAL):
        await ask(counts, HERE)
    with pytest.raises(Spent):
        await ask(counts, HERE)
    monkeypatch.setattr(allowance, "WINDOW", 0.05)
    await asyncio.sleep(0.1)
    await ask(counts, HERE)


async def test_a_process_asks_as_often_a_second_as_its_share_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(allowance, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(allowance, "asyncio", SimpleNamespace(sleep=sleep))
    counts, apart = Allowance(2000, share=0.5), 1 / (0.5 * allowance.A_SECOND)
    for _ in range(allowance.BURST + 2):
        await counts.pace()
    assert slept == pytest.approx([*[0.0] * allowance.BURST, apart, 2 * apart])


def test_the_process_keeps_a_reserve_for_what_must_be_done() -> None:
    counts = Allowance(100)
    for _ in range(75 - allowance.WORST):
        counts._all.add()
    for _ in range(2):
        with counts.attempt(), pytest.raises(Spent), counts.attempt():
            pass
    counts._all.add()
    with pytest.raises(Spent), counts.attempt():
        pass
    with counts.attempt(must=True):
        pass


async def test_what_has_to_wait_lets_others_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "AT_ONCE", 1)
    show, shown = outbox(), asyncio.Event()

    async def waits() -> None:
        raise Spent(60.0)

    async def passes() -> None:
        shown.set()

    for table in range(20):
        show.ask(("board", str(table)), waits)
    await asyncio.sleep(0.05)
    show.ask(("board", "healthy"), passes)
    async with within(10):
        await shown.wait()
    await show.close(0)


async def test_a_table_whose_requests_hang_leaves_room_for_others() -> None:
    show, shown, hung = outbox(), asyncio.Event(), [0]

    async def hangs() -> None:
        hung[0] += 1
        await asyncio.sleep(60)

    async def passes() -> None:
        shown.set()

    for table in range(3):
        for person in range(10):
            show.ask(("panel", f"{table}", person), hangs)
    await asyncio.sleep(0.05)
    assert hung == [3 * line.AT_A_TABLE]
    show.ask(("board", "healthy"), passes)
    async with within(10):
        await shown.wait()
    await show.close(0)


async def test_deletions_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "AT_ONCE", 1)
    show, done = outbox(), list[str]()

    async def work(name: str) -> None:
        await asyncio.sleep(0.01)
        done.append(name)

    for name in ("first", "shown", "shown later"):
        show.ask(("board", name), partial(work, name))
    await asyncio.sleep(0)
    show.ask(("gone", "a"), partial(work, "deleted"), urgent=True)
    await idle(show)
    assert done == ["first", "deleted", "shown", "shown later"]


async def test_what_is_always_urgent_keeps_nothing_from_being_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line, "AT_ONCE", 1)
    monkeypatch.setattr(line, "HEAD_START", 0.05)
    show, urgent, shown = outbox(), 0, asyncio.Event()

    async def forgets(name: str) -> None:
        nonlocal urgent
        urgent += 1
        await asyncio.sleep(0.001)
        show.ask(("board", name), partial(forgets, name), urgent=True)

    async def keeps() -> None:
        shown.set()

    for name in ("a", "b"):
        show.ask(("board", name), partial(forgets, name), urgent=True)
    await asyncio.sleep(0)
    show.ask(("board", "c"), keeps)
    async with within(5):
        await shown.wait()
    assert urgent >= 2
    await show.close(0)


async def test_what_is_forbidden_is_tried_ever_more_rarely_however_often_somebody_clicks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line, "PAUSES", (0.02, 0.1, 0.4))
    show, tries = outbox(), list[float]()

    async def forbidden() -> None:
        tries.append(time.monotonic())
        raise refusal()

    show.ask(("board", "a"), forbidden)
    async with within(5):
        while len(tries) < 5:
            show.wake("a")
            await asyncio.sleep(0.005)
    pauses = [after - before for before, after in pairwise(tries)]
    least = (0.02, 0.1, 0.4, 0.4)
    assert all(pause >= wanted for pause, wanted in zip(pauses, least, strict=True)), pauses
    await show.close(0)


async def test_a_wake_up_is_for_one_table_and_what_may_be_possible_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line, "PAUSES", (0.0,))
    show, tried = outbox(), list[str]()

    async def forbidden(name: str) -> None:
        tried.append(name)
        raise refusal()

    for kind, table in (("panel", "a"), ("board", "a"), ("board", "b")):
        show.ask((kind, table), partial(forbidden, kind + table), ready=time.monotonic())
    await parked(show)
    assert show.parked == {"a", "b"}
    for kinds, woken in ((("board",), ["boarda"]), (None, ["boarda", "panela"])):
        tried.clear()
        show.wake("a", kinds)
        await parked(show)
        assert sorted(tried) == woken
    await show.close(0)


async def test_what_was_not_even_tried_rests_as_long_as_what_was_forbidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line, "PAUSES", (0.3,))
    show, tries = outbox(), list[float]()

    async def forbidden() -> None:
        tries.append(time.monotonic())
        raise refusal()

    show.ask(("call", "a"), forbidden)
    await parked(show)
    show.ask(("board", "a"), forbidden)
    await parked(show)
    show.wake("a")
    async with within(5):
        while len(tries) < 2:
            await asyncio.sleep(0.005)
    assert tries[1] - tries[0] >= 0.3
    await show.close(0)


@pytest.mark.parametrize(("kind", "other"), [("board", "call"), ("call", "board")])
async def test_what_an_archived_thread_refuses_keeps_nothing_else_from_waking_it(
    kind: str, other: str
) -> None:
    show, sent = outbox(), asyncio.Event()

    async def archived() -> None:
        raise refusal(400, 50083)

    async def wakes() -> None:
        sent.set()

    show.ask((kind, "a"), archived)
    await parked(show)
    show.ask((other, "a"), wakes)
    async with within(5):
        await sent.wait()
    await show.close(0)


@pytest.mark.expects_log("board at table a")
async def test_failures_do_not_add_up_for_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "PAUSES", (0.001,))
    show, tries = outbox(), [0]

    async def every_other_fails() -> None:
        tries[0] += 1
        if tries[0] % 2:
            raise ZeroDivisionError
        if tries[0] < 6 * line.OURS:
            show.ask(("board", "a"), every_other_fails)  # asked for while it is shown

    show.ask(("board", "a"), every_other_fails)
    await idle(show)
    assert tries == [6 * line.OURS]


async def test_what_must_be_done_is_tried_when_all_else_rests() -> None:
    counts = Allowance(100)
    for _ in range(int(100 * (1 - allowance.RESERVE))):
        counts._all.add()
    show, done = Outbox(counts, lambda error: None), list[str]()

    async def work(name: str) -> None:
        done.append(name)

    show.ask(("board", "a"), partial(work, "shown"))
    show.ask(("gone", "a"), partial(work, "deleted"), urgent=True)
    await asyncio.sleep(0.05)
    assert done == ["deleted"]
    await show.close(0)


async def test_a_wake_up_during_a_try_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "PAUSES", (0.01,))
    show, tries, going, go_on = outbox(), [0], asyncio.Event(), asyncio.Event()

    async def work() -> None:
        tries[0] += 1
        if tries[0] == 1:
            going.set()
            await go_on.wait()
            raise refusal()

    show.ask(("board", "a"), work)
    await going.wait()
    show.wake("a")  # permission returns while Discord's refusal is under way
    go_on.set()
    await idle(show)
    assert tries == [2]


async def test_no_click_wakes_what_is_still_forbidden(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await party.seat("Anna")
    await party.until(lambda: bot.idle)
    party.world.channels[party.channel].denied = 1 << 10  # unheard of: no event tells the bot
    await show_news(bot, table)
    await party.until(lambda: bot._outbox.parked)
    before = bot.allowance.refused
    for _ in range(5):
        await party.press("Anna", party.board(), "rules")
        await asyncio.sleep(0.1)
    assert bot.allowance.refused == before and bot._outbox.parked


async def test_a_click_wakes_only_what_is_allowed_by_now(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "PAUSES", (0.0,))
    table = await start(party, "Ben", computers=1)
    name, _, _ = await turn(party)
    await party.until(lambda: bot.idle)
    room, seat = await bot.host.rooms.get(table), ["Anna", "Ben"].index(name)
    # The bot may edit, but not write: whether Discord takes embeds and files then is left open.
    party.world.channels[party.channel].denied = 1 << 11
    bot.services.shown.calls.call(room, seat, room.running.to_act()[seat])
    await party.until(lambda: bot._outbox.parked)
    before = len(party.world.requests)
    for _ in range(3):
        await show_news(bot, table)
        await party.press("Chiara", party.board(), "rules")
        await asyncio.sleep(0.05)
    path = f"/channels/{party.channel}/messages"
    asked = [r.method for r in [*party.world.requests][before:] if r.path.startswith(path)]
    assert set(asked) == {"PATCH"}, "it is shown, but nobody is called"


async def test_who_is_let_wait_by_what_others_were_refused_is_told_so(
    party: Party, bot: MonsterBot
) -> None:
    await lobby(party)
    guild, other = int(party.world.guild_id), Party(party.world, list(party.world.channels)[1])
    for number in range(int(allowance.IN_SERVER * (1 - allowance.RESERVE))):
        await ask(bot.allowance, Place(guild, 100 + number))
    attempt = await press_forged(other, bot, "Ben", f"ga:sit:{table_of(party)}.0")
    refused(other, bot, attempt, "Ben", "error.spent", n=10)


async def test_a_board_is_deleted_where_nothing_else_may_be_asked(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    room, board = await bot.host.rooms.get(table), party.board()["id"]
    for _ in range(USUAL):
        await ask(bot.allowance, room.table)
    with pytest.raises(Spent):
        await bot.boards._edit(room, bot.boards._board(table), int(board), {"content": "x"})
    await bot.boards._delete(room, int(board))
    assert board not in party.world.messages


async def test_a_press_on_a_board_left_behind_is_answered_where_nothing_may_be_asked(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    room, old = await bot.host.rooms.get(table), party.board()
    known = bot.boards._boards.get(table)
    assert known is not None and known.record is not None
    known.record = replace(known.record, message=int(old["id"]) + 1)
    for _ in range(allowance.IN_CHANNEL):
        await ask(bot.allowance, room.table, must=True)
    attempt = await party.press("Chiara", old, "rules")
    assert attempt.message["embeds"] and not attempt.followups


async def test_a_healthy_table_is_not_late_beside_a_forbidden_one(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "PAUSES", (0.0,))  # so that refusals come as fast as they can
    beside, table = await Healthy.begun(party.world), await start(party, "Ben", computers=1)
    await turn(party)
    # As in a locked thread: what the bot may do there says nothing of it.
    server.faults.fail("*", rf"^/channels/{party.channel}/messages", 403, times=None)
    before, board = bot.allowance.refused, party.board()
    await show_news(bot, table)
    for number in range(100):
        await party.press("Chiara", board, "rules")
        if number % 25 == 24:
            assert not await beside.late()
    assert USUAL <= bot.allowance.refused - before <= allowance.IN_CHANNEL


async def test_what_is_asked_for_once_the_bot_stops_is_left_to_the_next_start() -> None:
    shown = list[str]()

    async def show() -> None:
        shown.append("board")

    outbox = Outbox(Allowance(100), lambda error: None)
    await outbox.close(1.0)
    outbox.ask(("board", "table"), show)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not shown and not outbox.idle
