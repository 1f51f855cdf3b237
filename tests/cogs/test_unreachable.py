"""What was to be shown is shown once Discord, or the store, can be reached again."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from cogs.client import MonsterBot
from cogs.line import outbox as shower
from cogs.line.allowance import (
    IN_CHANNEL,
    RESERVE,
    WINDOW,
    WORST,
    Allowance,
    Place,
    Refused,
    Spent,
)
from cogs.line.outbox import Outbox, Work
from cogs.line.unreachable import Unembedded, forbidden, nowhere, shut, unreachable
from cogs.membership import Membership
from cogs.shown import boards
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from storage.errors import Conflict, Damaged, Lost, StoreError
from storage.records import Board
from tests.cogs.as_stored import everything_shown
from tests.cogs.clicking import click, press_forged, renew, start, turn
from tests.cogs.party import Party, moves
from tests.cogs.stopwatch import within
from tests.cogs.within import Within

pytestmark = pytest.mark.usefixtures("plain")

CHANNEL, TOKEN = r"^/channels/\d+/messages", r"^/webhooks/"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let failures be tried again soon."""
    monkeypatch.setattr(shower, "PAUSES", (0.05, 0.1))


async def right(party: Party, bot: MonsterBot, seconds: float = 8.0) -> None:
    """Wait until everything is shown as it is stored."""
    faults = await everything_shown(party, Within(bot), seconds, waiting=False)
    assert not faults, faults


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ServerDisconnectedError(),
        aiohttp.ClientPayloadError(),
        ConnectionResetError(),
        TimeoutError(),
        discord.RateLimited(1.0),
    ],
)
def test_a_connection_that_breaks_is_unreachable(error: Exception) -> None:
    assert unreachable(error)


async def test_who_cannot_be_asked_about_is_there_and_no_channel_is_closed(
    bot: MonsterBot, party: Party, server: PlaygroundServer
) -> None:
    guild, user = int(party.world.guild_id), int(party.id("Ben"))
    members = Membership(bot, bot.services.roles)
    for path in (r"/members/\d+$", r"^/channels/\d+$"):
        server.faults.cut("GET", path, times=None)
    assert await members.there(guild, user)
    assert await members.closed(guild, int(party.channel)) is None
    assert await members.within(guild, int(party.channel), [1])


@pytest.mark.parametrize(
    ("status", "again"),
    [
        *((500, True), (503, True), (429, True), (408, True)),
        *((400, False), (403, False), (404, False), (409, False)),
    ],
)
def test_what_discord_answers_is_an_answer(status: int, again: bool) -> None:
    assert unreachable(answered(status)) is again


def answered(status: int, code: int = 0) -> discord.HTTPException:
    """Return what discord.py raises for an answer of this status and Discord's code."""
    response: Any = SimpleNamespace(status=status, reason="")
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("status", "code", "locked", "later"),
    [
        (400, 50083, True, True),
        (400, 50006, False, True),
        (403, 160005, True, True),
        (403, 50013, False, True),
        (400, 50035, False, False),
        (500, 0, False, False),
    ],
)
def test_what_is_forbidden_may_succeed_once_that_has_changed(
    status: int, code: int, locked: bool, later: bool
) -> None:
    error = answered(status, code)
    assert (shut(error), forbidden(error)) == (locked, later)


def test_a_channel_that_is_gone_is_told_from_a_message_there() -> None:
    for code, gone in ((10003, True), (10008, False)):
        error = answered(404, code)
        assert isinstance(error, discord.NotFound) and nowhere(error) is gone


@pytest.mark.expects_log("panel at table t")
@pytest.mark.parametrize(
    ("failure", "tries"),
    [(RuntimeError("boom"), 1 + shower.OURS), (answered(400, 50035), 1), (Damaged("a log"), 1)],
)
async def test_a_fault_of_ours_is_tried_again_and_what_discord_refuses_is_not(
    failure: Exception, tries: int
) -> None:
    show, tried = Outbox(Allowance(2000), lambda error: None), list[None]()

    async def work() -> None:
        tried.append(None)
        raise failure

    show.ask(("panel", "t"), work)
    async with within(10):
        while not show.idle:
            await asyncio.sleep(0.01)
    assert len(tried) == tries


async def test_a_store_that_is_lost_is_told_of_and_not_asked_again() -> None:
    told, error = list[Lost](), Lost("It is gone.")
    show = Outbox(Allowance(2000), told.append)

    async def work() -> None:
        raise error

    show.ask(("board", "t"), work)
    async with within(5):
        while not show.idle:
            await asyncio.sleep(0)
    assert told == [error]


@pytest.mark.expects_log("meeting at table t")
@pytest.mark.parametrize(
    ("failure", "tries"), [(RuntimeError("boom"), 1 + shower.OURS), (Unembedded(), 2)]
)
async def test_what_failed_as_discord_was_away_is_tried_as_often_as_ever(
    failure: Exception, tries: int
) -> None:
    show, failures = Outbox(Allowance(2000), lambda error: None), [failure] * tries
    failures += [answered(503)] * (shower.OURS + 1)

    async def work() -> None:
        if failures:
            raise failures.pop()

    show.ask(("meeting", "t"), work)
    async with within(10):
        while failures or not (show.idle or show.parked):
            await asyncio.sleep(0.01)
    assert show.parked == ({"t"} if isinstance(failure, Unembedded) else set())


@pytest.mark.expects_log("board at table t is tried again")
async def test_the_log_says_once_that_something_fails_and_when_it_is_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    show, failures = Outbox(Allowance(2000), lambda error: None), [OSError("cut")] * 3

    async def work() -> None:
        if failures:
            raise failures.pop()

    for _ in range(2):
        show.ask(("board", "t", 4711), work)  # whose it is nobody is told
        async with within(10):
            while not show.idle:
                await asyncio.sleep(0.01)
    said = [(record.levelname, record.getMessage()) for record in caplog.records]
    again = "board at table t is tried again: cut"
    assert said == [
        ("WARNING", again),
        ("DEBUG", again),
        ("DEBUG", again),
        ("INFO", "board at table t: done, after 3 failures"),
    ]


async def test_what_has_to_wait_is_not_tried_before() -> None:
    show, tried = Outbox(Allowance(2000), lambda error: None), list[float]()

    async def work() -> None:
        tried.append(time.monotonic())
        if len(tried) == 1:
            raise Spent(0.2)

    show.ask(("panel", "t"), work)
    async with within(10):
        while not show.idle:
            await asyncio.sleep(0.01)
    assert len(tried) == 2 and tried[1] - tried[0] >= 0.2


async def test_what_is_not_ready_is_not_shown_though_it_has_become_urgent() -> None:
    show, shown = Outbox(Allowance(2000), lambda error: None), list[float]()

    async def work() -> None:
        shown.append(time.monotonic())

    ready = time.monotonic() + 0.05
    for urgent in (False, True):
        show.ask(("board", "t"), work, ready=ready, urgent=urgent)
    async with within(5):
        while not show.idle:
            await asyncio.sleep(0.01)
    assert len(shown) == 1 and shown[0] >= ready - 0.001


@pytest.mark.parametrize(
    ("kind", "others"),
    [("call", ["panel"]), ("summons", ["panel"]), ("board", ["call", "panel"])],
)
async def test_what_needs_less_than_what_is_forbidden_is_shown(
    kind: str, others: list[str]
) -> None:
    show, shown = Outbox(Allowance(2000), lambda error: None), list[str]()

    async def forbids() -> None:
        raise answered(403, 50013)

    show.ask((kind, "t"), forbids)
    async with within(5):
        while not show.parked:
            await asyncio.sleep(0.01)
        for other in {"board", "call", "panel"} - {kind}:
            show.ask((other, "t"), works(shown, other, partial(asyncio.sleep, 0.0)))
        while len(shown) < len(others):
            await asyncio.sleep(0.01)
    await show.close(0.0)
    assert sorted(shown) == others


@pytest.mark.parametrize("first", [True, False])
async def test_what_was_asked_for_urgently_once_must_be_done_whoever_asks_again(
    first: bool,
) -> None:
    show, shown = Outbox(Allowance(WORST + 1), lambda error: None), list[str]()
    soon = time.monotonic() + 0.02
    for name, urgent in (("a", first), ("a", not first), ("b", False)):
        work = works(shown, name, partial(asyncio.sleep, 0.0))
        show.ask(("board", name), work, ready=soon, urgent=urgent)
    async with within(5):
        while show.shows(("board", "a")) or not show._items["board", "b"].rests:
            await asyncio.sleep(0.01)
    await show.close(0.0)
    assert shown == ["a"]


@pytest.mark.expects_log("board at table a is tried again")
async def test_what_failed_stays_urgent_whoever_asks_meanwhile() -> None:
    show, failures = Outbox(Allowance(WORST + 1), lambda error: None), [OSError("cut")]

    async def work() -> None:
        if failures:
            show.ask(("board", "a"), work)
            raise failures.pop()

    show.ask(("board", "a"), work, urgent=True)
    async with within(5):
        while not show.idle:
            await asyncio.sleep(0.01)


def test_a_part_of_what_may_be_refused_is_kept_for_what_must_be_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refusals, room = Refused(20), list[tuple[bool, bool]]()
    for second in range(21):
        monkeypatch.setattr(time, "monotonic", lambda second=second: 1000.0 + second)
        room.append((refusals.room(must=False), refusals.room(must=True)))
        refusals.add()
    assert room == [(True, True)] * 15 + [(False, True)] * 5 + [(False, False)]
    assert refusals.rest == WINDOW - 20
    for later, left in ((10.5, 10), (60.0, 0)):
        monkeypatch.setattr(time, "monotonic", lambda later=later: 1000.0 + WINDOW + later)
        assert len(refusals) == left and refusals.room(must=False)
    assert refusals.rest == 0.0


async def test_who_was_refused_too_often_is_told_how_long_to_wait() -> None:
    allowance, place = Allowance(2000), Place(1, 2)
    with pytest.raises(Spent) as spent:
        for _ in range(int(IN_CHANNEL * (1 - RESERVE)) + 1):
            with contextlib.suppress(discord.Forbidden):
                async with allowance.request(place):
                    raise answered(403)
    assert WINDOW - 60 < spent.value.seconds <= WINDOW
    async with allowance.request(Place(1, 3)):
        pass  # another channel has its own


async def test_what_others_have_brought_about_is_not_counted() -> None:
    allowance, nobody = Allowance(2000), cast(Any, None)
    [ended] = allowance.trace().on_request_end
    for status, scope, counted in (
        (200, None, 0),
        (429, "shared", 0),
        (429, "user", 1),
        (403, None, 2),
        (404, None, 2),
    ):
        headers = {"X-RateLimit-Scope": scope} if scope else {}
        response: Any = SimpleNamespace(status=status, headers=headers)
        end: Any = SimpleNamespace(response=response)
        await ended(nobody, nobody, end)
        assert allowance.refused == counted


@pytest.mark.expects_log("is tried again")
@pytest.mark.parametrize("stage", [Stage.RECEIVED, Stage.APPLIED, Stage.HALF_ANSWERED])
@pytest.mark.parametrize(("method", "path"), [("PATCH", CHANNEL), ("POST", CHANNEL)])
async def test_a_request_that_is_cut(
    party: Party, bot: MonsterBot, server: PlaygroundServer, method: str, path: str, stage: Stage
) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    with server.faults.cut(method, path, stage=stage):
        if method == "POST":
            await party.command("Ben", "board")
        await click(party, name, panel, moves(panel)[0])
        await right(party, bot)


@pytest.mark.expects_log("is tried again")
async def test_a_panel_whose_edit_is_cut(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, _ = await turn(party)
    room = await bot.host.rooms.get(table)
    with server.faults.cut("PATCH", TOKEN) as fault:
        await renew(bot, room, int(party.id(name)))
        await fault.reached()
        await right(party, bot)


@pytest.mark.expects_log("is tried again")
async def test_a_store_that_fails_between_sending_and_storing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(party, "Ben", computers=1)
    save, failures = bot.host.store.shown.save_board, [StoreError("locked")] * 3

    async def fails(board: Board) -> None:
        if board.nonce is None and failures:
            raise failures.pop()
        await save(board)

    monkeypatch.setattr(bot.host.store.shown, "save_board", fails)
    await party.command("Ben", "board")
    await right(party, bot)
    assert not failures
    public = [m for m in party.seen("Chiara") if not m["ephemeral"] and m["components"]]
    assert len(public) == 1


@pytest.mark.expects_log("is tried again")
async def test_a_press_on_a_panel_that_moves_is_shown_once_that_is_possible(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    name, _, panel = await turn(party)
    await party.until(lambda: bot.idle)
    await room.lock.acquire()
    person, old = party.id(name), moves(panel)[0]
    pressing = asyncio.create_task(party.world.press(person, panel["id"], old))
    await party.until(lambda: bot._working)
    await party.command("Chiara", "board")
    await party.until(lambda: party.panel(name)["id"] != panel["id"] and moves(party.panel(name)))
    await party.until(lambda: bot.idle)
    with server.faults.cut("PATCH", TOKEN) as fault:
        room.lock.release()
        attempt = await pressing
        await fault.reached()
        await party.until(lambda: not bot._working)
        assert attempt.acknowledged and not attempt.followups, "no apology"
    await party.until(lambda: old not in moves(party.panel(name)))
    await right(party, bot)


@pytest.mark.expects_log("is tried again")
async def test_who_is_answered_is_told_nothing_of_an_old_board_that_is_cleared_away(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    rules = f"mr:{table}:0:rules:"
    with server.faults.cut("DELETE", CHANNEL, times=2) as fault:
        attempt = await press_forged(party, bot, "Chiara", rules)
        await fault.reached(2)
        await party.until(lambda: not bot._working)
        assert attempt.message["embeds"] and not attempt.message["content"]
    await party.until(lambda: "old" not in [m["content"] for m in party.seen("Chiara")])
    await right(party, bot)


def all_parked(bot: MonsterBot) -> bool:
    """Tell whether nothing is shown or tried again by itself."""
    return all(item.parked for item in bot._outbox._items.values())


async def test_what_is_forbidden_waits_for_a_click(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    await party.until(lambda: bot.idle)
    party.world.deny(party.channel, "VIEW_CHANNEL")
    await click(party, name, panel, moves(panel)[0])
    await party.until(lambda: bot._outbox.parked and all_parked(bot))
    before = -1
    while before != bot.allowance.refused:
        before = bot.allowance.refused
        assert before <= 3, "the look at the channel, the board, and what it leaves behind: once"
        await asyncio.sleep(0.7)
    party.world.channels[party.channel].denied = 0  # unheard of: no event tells the bot
    await party.press("Chiara", party.board(), "rules")
    await asyncio.sleep(0)
    await party.press("Ben", party.board(), "seat")
    await right(party, bot)


@pytest.mark.expects_log("is tried again")
async def test_no_update_is_lost_and_the_newest_wins() -> None:
    show, shown, state = Outbox(Allowance(2000), lambda error: None), [], [0]

    async def work() -> None:
        now = state[0]
        if now < 3:
            state[0] += 1
            raise aiohttp.ServerDisconnectedError
        shown.append(now)

    show.ask(("board", 1), work)
    async with within(5):
        while not shown or not show.idle:
            await asyncio.sleep(0.01)
    assert shown == [3] and not show.awaits(("board", 1))


async def test_who_asks_again_has_it_sooner_and_never_later() -> None:
    show, shown = Outbox(Allowance(2000), lambda error: None), list[float]()
    begun = time.monotonic()

    async def work() -> None:
        shown.append(time.monotonic() - begun)

    for ready in (60.0, 0.2, 90.0):
        show.ask(("board", 1), work, ready=begun + ready)
        await asyncio.sleep(0.02)
    async with within(5):
        while not show.idle:
            await asyncio.sleep(0.01)
    assert len(shown) == 1 and shown[0] >= 0.2


def works(shown: list[str], name: str, takes: Callable[[], Awaitable[object]]) -> Work:
    """Return what notes that something is shown, and then takes some time."""

    async def work() -> None:
        shown.append(name)
        await takes()

    return work


async def test_what_becomes_urgent_goes_before_what_waits_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shower, "AT_ONCE", 1)
    show, shown, go = Outbox(Allowance(2000), lambda error: None), list[str](), asyncio.Event()

    soon = time.monotonic()
    for name in ("first", "second", "third"):
        show.ask(("board", name), works(shown, name, go.wait), ready=soon)
    show.ask(("board", "third"), works(shown, "third", go.wait), urgent=True)
    await asyncio.sleep(0)
    go.set()
    async with within(5):
        while not show.idle:
            await asyncio.sleep(0.01)
    assert shown == ["first", "third", "second"]


async def test_who_asks_again_keeps_their_place_and_has_what_is_newest_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shower, "AT_ONCE", 1)
    show, shown, go = Outbox(Allowance(2000), lambda error: None), list[str](), asyncio.Event()

    def ask(key: str, name: str, ready: float = 0.0) -> None:
        show.ask(("board", key), works(shown, name, go.wait), ready=ready)

    ask("first", "first")
    soon = time.monotonic() + 0.05
    ask("a", "old", soon)
    ask("b", "b")
    ask("a", "new", soon)
    await asyncio.sleep(0.1)
    go.set()
    async with within(5):
        while not show.idle:
            await asyncio.sleep(0.01)
    assert shown == ["first", "new", "b"]


@pytest.mark.parametrize(("times", "tries"), [(0, 1), (1, 2)])
async def test_what_may_have_become_possible_during_a_try_is_tried_once_more(
    monkeypatch: pytest.MonkeyPatch, times: int, tries: int
) -> None:
    monkeypatch.setattr(shower, "PAUSES", (0.0,))
    show, tried = Outbox(Allowance(2000), lambda error: None), list[None]()

    async def work() -> None:
        tried.append(None)
        if len(tried) <= times:
            show.wake("t")
        raise answered(403)

    show.ask(("panel", "t"), work)
    async with within(5):
        while show.parked != {"t"}:
            await asyncio.sleep(0)
    show.ask(("panel", "t"), work)
    await asyncio.sleep(0)
    assert len(tried) == tries, "asked for again it is not tried again"
    await show.close(0.0)


@pytest.mark.parametrize(("seconds", "finished"), [(5.0, ["a", "b", "c"]), (0.1, ["a", "b"])])
async def test_at_the_end_what_waits_is_finished_within_its_seconds(
    monkeypatch: pytest.MonkeyPatch, seconds: float, finished: list[str]
) -> None:
    monkeypatch.setattr(shower, "AT_ONCE", 1)
    show, shown = Outbox(Allowance(2000), lambda error: None), list[str]()

    show.ask(("board", "a"), partial(asyncio.sleep, 0.0))
    async with within(2):
        while not show.idle:
            await asyncio.sleep(0)
    show.ask(("board", "a"), works(shown, "a", partial(asyncio.sleep, 0.02)))
    show.ask(("board", "b"), works(shown, "b", partial(asyncio.sleep, 0.2)))
    show.ask(
        ("board", "c"),
        works(shown, "c", partial(asyncio.sleep, 0.0)),
        ready=time.monotonic() + 0.15,
    )
    async with within(2):
        await show.close(seconds)
    show.ask(("board", "d"), works(shown, "d", partial(asyncio.sleep, 0.0)))
    await asyncio.sleep(0.3)
    assert shown == finished
    async with within(2):
        await show.close(60.0)


async def test_at_the_end_nothing_is_waited_for_in_vain() -> None:
    show, shown = Outbox(Allowance(2000), lambda error: None), list[str]()
    work = works(shown, "a", partial(asyncio.sleep, 0.0))

    async def asks_again() -> None:
        await asyncio.sleep(0.02)
        show.ask(("board", "a"), work)

    async def forbids() -> None:
        raise answered(403)

    show.ask(("board", "e"), forbids)
    show.ask(("board", "a"), work, ready=time.monotonic() + 60.0)
    show.ask(("board", "b"), asks_again)
    show.ask(
        ("board", "c"),
        works(shown, "c", partial(asyncio.sleep, 0.0)),
        ready=time.monotonic() + 60.0,
    )
    soon = works(shown, "d", partial(asyncio.sleep, 0.0))
    show.ask(("board", "d"), soon, ready=time.monotonic() + 0.2)
    async with within(2):
        await show.close(30.0)
    assert shown == ["a", "d"], "what is or becomes due in time is shown"


async def test_where_nothing_is_left_the_end_comes_at_once() -> None:
    async with within(2):
        await Outbox(Allowance(2000), lambda error: None).close(60.0)


@pytest.mark.parametrize("ends", ["b", "c"])
async def test_who_has_two_places_in_line_takes_one(
    monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    monkeypatch.setattr(shower, "AT_ONCE", 2)
    show, shown = Outbox(Allowance(2000), lambda error: None), list[str]()
    over = {name: asyncio.Event() for name in "abc"}

    for name in "abc":
        show.ask(("board", name), works(shown, name, over[name].wait))
    show.ask(("board", "c"), works(shown, "c", over["c"].wait), urgent=True)
    await asyncio.sleep(0)
    over["a"].set()
    await asyncio.sleep(0.02)
    show.ask(("board", "c"), works(shown, "c", over["c"].wait), ready=time.monotonic() + 0.2)
    over[ends].set()
    for _ in range(20):  # turns in which it would begin; no time passes, after which it were ready
        await asyncio.sleep(0)
    assert shown == ["a", "b", "c"], "it is being shown, or not ready yet"
    over["c"].set()
    async with within(5):
        while len(shown) < 4:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.02)
    assert shown == ["a", "b", "c", "c"]
    await show.close(0.0)


async def test_a_table_that_is_no_longer_there_is_not_shown_again() -> None:
    show, tries = Outbox(Allowance(2000), lambda error: None), []

    async def work() -> None:
        tries.append(1)
        raise Conflict("There is no such table.")

    show.ask(("board", 1), work)
    await asyncio.sleep(0.3)
    assert len(tries) == 1 and show.idle


async def test_a_board_that_was_just_posted_anew_is_edited(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "AGAIN", 60.0)
    await start(party, "Ben", computers=1)
    board = party.board()["id"]
    await party.command("Ben", "board")
    await asyncio.sleep(0.3)
    assert party.board()["id"] == board
    monkeypatch.setattr(boards, "AGAIN", 0.0)
    await party.command("Ben", "board")
    await party.until(lambda: party.board()["id"] != board)


async def test_a_buried_board_is_posted_anew_and_its_panels_follow(
    party: Party, bot: MonsterBot
) -> None:
    await start(party, "Ben", computers=1)
    await party.seat("Ben")
    board, panel = party.board()["id"], party.panel("Ben")["id"]
    chiara = party.id("Chiara")
    for number in range(boards.BURIED):
        party.world.say(chiara, party.channel, f"{number}")
    await asyncio.sleep(0.5)
    assert party.board()["id"] == board
    party.world.say(chiara, party.channel, "one more")
    await party.until(lambda: party.board()["id"] != board)
    await right(party, bot)
    assert int(party.panel("Ben")["id"]) > int(party.board()["id"])
    assert panel not in [m["id"] for m in party.seen("Ben")]
