"""Calls: one mention for whom the table waits for, gone when they act; nobody else is mentioned."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from datetime import time as clock
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.line.allowance import Allowance
from cogs.line.direct import Sent
from cogs.line.outbox import Outbox
from cogs.shown import calls as calls_module
from cogs.shown.letters import UNROUNDUP
from cogs.shown.roundups import LINES
from cogs.shown.turn_letters import TurnLetters
from engine.meistercoup import round_end
from playground.rest import channels
from playground.server import PlaygroundServer
from screens.frame.alerts import NEVER, ROUNDUP
from screens.page import Button
from storage.errors import Away, StoreError
from storage.people import Habit, Vacation
from storage.records import Call
from tables.lobby import lobby as lobbies
from tables.match import plan
from tables.match.alarms import Need
from tables.match.turns import waits
from tables.room.room import Room
from tables.roundups import LATE, Waiting
from tables.servers import House
from tests.cogs.ahead import Ahead
from tests.cogs.clicking import click, lobby, start, table_of, turn
from tests.cogs.party import Message, Party, moves, running_bot, settings_for, text, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_notify import letters
from tests.cogs.test_staff import stored
from tests.cogs.test_teams import begin_team, entering
from tests.tables.house import people_asked, running
from tests.tables.test_unnoticed import lay

pytestmark = pytest.mark.usefixtures("plain")

NUDGE = 0.3
"""Seconds after which people are called."""
BERLIN = ZoneInfo("Europe/Berlin")
"""The time zone of a channel in which people speak German, for whoever has named none."""
MENTION = re.compile(r"<@[!&]?(\d+)>|@everyone|@here")


@pytest.fixture
async def bot(server: PlaygroundServer, brisk: None, tmp_path: Path) -> AsyncIterator[MonsterBot]:
    """Run a bot that calls soon."""
    database = str(tmp_path / "tables.db")
    async with running_bot(settings_for(server, database, nudge_seconds=NUDGE)) as bot:
        yield bot


def sent(party: Party) -> list[dict[str, Any]]:
    """Return the bodies of all messages and answers the bot has sent."""
    found = []
    for request in party.world.requests:
        body = request.body or {}
        if "/callback" in request.path:
            found.append(body.get("data") or {})
        elif "/messages" in request.path or "/webhooks/" in request.path:
            found.append(body)
    return found


def mentioned(party: Party) -> list[str]:
    """Return the names of whom the bot has mentioned, in order."""
    by_id = {person.id: person.name for person in party.world.people.values()}
    texts = [body.get("content") or "" for body in sent(party)]
    return [by_id[found[1]] for text in texts for found in MENTION.finditer(text)]


def calls(party: Party, name: str) -> list[Message]:
    """Return the messages now in the channel that mention a person."""
    return [message for message in party.seen(name) if message["mentions_me"]]


async def test_whom_the_table_waits_for_is_called_once(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    name, other, panel = await turn(party)
    call = (await party.until(lambda: calls(party, name)))[0]
    assert not calls(party, other) and not calls(party, "Chiara")
    await asyncio.sleep(2 * NUDGE)
    assert mentioned(party) == [name]
    assert [message["id"] for message in calls(party, name)] == [call["id"]]
    assert not call["ephemeral"] and "Meister Coup" in call["content"]
    await click(party, name, panel, moves(panel)[0])
    await party.until(lambda: not calls(party, name))
    # A later wait is another call.
    await party.until(lambda: len(mentioned(party)) == 2)


async def test_only_a_call_may_mention(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    await party.until(lambda: calls(party, name))
    await click(party, name, panel, moves(panel)[0])
    await click(party, "Chiara", party.board(), verbs(party.board(), "seat")[0])
    await party.command("Finn", "play", game="@everyone <@&1>")
    seated = {party.id(name) for name in ("Anna", "Ben")}
    for body in sent(party):
        if not body.get("content"):
            continue
        allowed = body["allowed_mentions"]
        called = [found[1] for found in MENTION.finditer(body["content"]) if found[1]]
        assert allowed["parse"] == [], body
        assert [str(user) for user in allowed.get("users", [])] == called, body
        assert set(called) <= seated
        assert not allowed.get("roles") and not allowed.get("replied_user")


@pytest.mark.usefixtures("brisk")
async def test_nobody_is_called_who_acts_in_time(server: PlaygroundServer, tmp_path: Path) -> None:
    settings = settings_for(server, str(tmp_path / "t.db"), nudge_seconds=4 * NUDGE)
    party, clock = Party(server.world), asyncio.get_running_loop().time
    async with running_bot(settings) as bot:
        table, began = await start(party, "Ben", computers=1), clock()
        while clock() < began + 6 * NUDGE:
            name, panel = await party.until(lambda: who_may_move(party))
            person = party.id(name)
            await party.world.press(person, panel["id"], moves(panel)[0])
            await asyncio.sleep(0.05)
        called, now = mentioned(party), time.time()
        row, entries = (
            await bot.host.store.tables.get(table),
            await bot.host.store.tables.entries(table),
        )
        assert row is not None and row.started is not None
        # On a busy machine even these two may be slow at times.
        times = [row.started, *(entry.at for entry in entries), now]
        waited = [after - before for before, after in pairwise(times)]
        assert len(called) <= sum(seconds > 3.5 * NUDGE for seconds in waited)


def who_may_move(party: Party) -> tuple[str, Message] | None:
    """Return who of the two can press something now, with the panel."""
    panels = [(name, party.panel(name)) for name in ("Anna", "Ben")]
    return next(((name, panel) for name, panel in panels if moves(panel)), None)


@pytest.mark.usefixtures("brisk")
async def test_computers_are_not_called(server: PlaygroundServer, tmp_path: Path) -> None:
    settings = settings_for(server, str(tmp_path / "t.db"), nudge_seconds=NUDGE, computer_pace=100)
    party = Party(server.world)
    async with running_bot(settings) as bot:
        table = await start(party, "Ben", computers=1)
        await party.leave("Anna")
        room = await bot.host.rooms.get(table)
        while 1 in people_asked(room):
            await click(party, "Ben", panel := party.panel("Ben"), moves(panel)[0])
        await party.until(lambda: bot.idle)
        called = mentioned(party)
        await asyncio.sleep(2 * NUDGE)
        assert mentioned(party) == called and running(room).asked


async def test_a_call_ends_when_its_person_leaves(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    name, _, _ = await turn(party)
    await party.until(lambda: calls(party, name))
    await party.leave(name)
    await party.until(lambda: not calls(party, name))


async def test_a_call_stands_until_its_own_person_acts(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_end, "ROUNDS", 2)
    table = await begin_team(party)
    panels = await entering(party, bot, table, "Anna", "Ben")
    for name in panels:
        await party.offered(name, "confirm")
    await party.until(lambda: calls(party, "Anna") and calls(party, "Ben"))
    called, bens = mentioned(party), [message["id"] for message in calls(party, "Ben")]
    assert len(bens) == 1
    await click(party, "Anna", party.panel("Anna"), verbs(party.panel("Anna"), "confirm")[0])
    await party.until(lambda: not calls(party, "Anna"))
    await asyncio.sleep(2 * NUDGE)
    assert mentioned(party) == called
    assert [message["id"] for message in calls(party, "Ben")] == bens


async def test_nobody_is_called_long_after(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls_module, "TOO_LATE", 0.5 * NUDGE)
    asked = asyncio.Event()
    show = bot.services.shown.calls._show

    async def shown(table: str, seat: int) -> None:
        await show(table, seat)
        asked.set()

    monkeypatch.setattr(bot.services.shown.calls, "_show", shown)
    table = await start(party, "Ben", computers=1)
    async with within(10):
        await asked.wait()
    assert mentioned(party) == []
    room, own = await bot.host.rooms.get(table), bot.services.shown.calls
    own.call(room, 0, -1, reminds=True)
    await party.until(lambda: bot.idle)
    assert not own._wanted and not own._reminds and mentioned(party) == [], "nothing is kept of it"


async def test_nobody_is_called_to_a_question_that_is_answered(
    party: Party, bot: MonsterBot
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    [seat, *_] = room.to_call
    token = room.running.token(seat)
    waits = [calls_module._waits(room, seat, each, 0.0) for each in (token - 1, token, token + 1)]
    assert waits == [False, True, False]


async def test_a_slow_table_calls_after_a_longer_while_too(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls_module, "TOO_LATE", 0.5 * NUDGE)
    await slow(party, bot, monkeypatch)
    await party.until(lambda: mentioned(party))


async def slow(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, turn: float = NUDGE
) -> Room:
    """Begin a game over days of Anna and Ben, on a server that never sleeps."""
    monkeypatch.setattr(plan, "TURN", turn)
    await bot.host.servers.settle(int(party.world.guild_id), House(quiet_from=0, quiet_to=0))
    await lobby(party, "Ben", computers=1)
    room = await bot.host.rooms.get(table_of(party))
    game = bot.host.games["meistercoup"]
    await bot.host.lobbies.change(room, lambda t: lobbies.set_option(t, game, "clock", "slow"))
    await party.press("Anna", party.board(), "start")
    return room


async def test_a_vacation_is_shown_at_the_table(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await slow(party, bot, monkeypatch)
    await party.command("Ben", "notify me")
    ben, day = party.id("Ben"), datetime.now(BERLIN).date() + timedelta(days=1)

    async def submit(first: str, last: str) -> None:
        opened = await party.press("Ben", party.panel("Ben"), "vacation")
        await party.answered(party.world.submit(ben, opened, {"first": first, "last": last}))

    await submit(f"{day:%d/%m/%Y}", f"{day + timedelta(days=2):%Y-%m-%d}")
    begin, until = (
        int(datetime.combine(d, clock(), BERLIN).timestamp())
        for d in (day, day + timedelta(days=3))
    )
    days = (f"<t:{begin + 43200}:d>", f"<t:{until - 43200}:d>")
    await party.until(
        lambda: f"on vacation from {days[0]} to {days[1]}" in text(party.panel("Ben"))
    )
    line = f"🏖️ **Ben** hat Urlaub vom {days[0]} bis {days[1]}"
    await party.until(lambda: line in text(party.board()))
    for bad in (("never", ""), (f"{day:%d/%m/%Y}", f"{day + timedelta(days=14):%d/%m/%Y}")):
        await submit(*bad)
    assert line in text(party.board())
    opened = await party.press("Ben", party.panel("Ben"), "vacation")
    begins = [row["component"]["value"] for row in opened.modal["components"]]
    assert begins == [f"{d:%d/%m/%Y}" for d in (day, day + timedelta(days=2))]
    await submit("", "")
    await party.until(lambda: "Urlaub" not in text(party.board()))
    await submit(f"{day:%d/%m/%Y}", "")
    await party.until(lambda: "Urlaub" in text(party.board()))
    await bot.host.store.vacations.end(int(ben), time.time())  # as another process does
    await bot.chores.sweep()
    await party.until(lambda: "Urlaub" not in text(party.board()))


async def test_a_reminder_takes_the_place_of_the_call_once(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await slow(party, bot, monkeypatch)
    await party.until(lambda: mentioned(party) and bot.idle)
    [call] = await bot.host.store.shown.calls(room.table.id)
    name = mentioned(party)[0]
    assert "bist du dran, deine Zeit endet <t:" in calls(party, name)[0]["content"]
    assert "`/bescheid mir`" in calls(party, name)[0]["content"]
    token = room.running.to_act()[call.seat]
    for _ in range(2):
        bot.services.shown.calls.call(room, call.seat, token, reminds=True)
        await party.until(lambda: bot.idle)
        [reminder] = calls(party, name)
        assert "warten alle auf dich" in reminder["content"]
        assert mentioned(party) == [name, name]
    [stored] = await bot.host.store.shown.calls(room.table.id)
    assert stored.reminds and str(stored.message) == reminder["id"] != str(call.message)
    bot.services.shown.calls.tidy(room, ())  # as with a pause, after which the question stands
    await party.until(lambda: not calls(party, name))
    for reminds in (False, True):
        bot.services.shown.calls.call(room, call.seat, token, reminds)
        await party.until(lambda: bot.idle)
        [again] = calls(party, name)
        assert ("warten alle auf dich" in again["content"]) is reminds


async def asleep(bot: MonsterBot, party: Party, begin: int, end: int) -> None:
    """Let people of a server sleep from so many hours on until so many from now."""
    hour = datetime.now(UTC).hour
    house = House(quiet_from=(hour + begin) % 24, quiet_to=(hour + end) % 24, zone="UTC")
    await bot.host.servers.settle(int(party.world.guild_id), house)


@pytest.mark.expects_log("call at table")
async def test_a_call_that_is_held_up_until_the_night_comes_in_the_morning(
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    ahead: Ahead,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    room = await slow(party, bot, monkeypatch, 60.0)
    await party.until(lambda: verbs(party.board(), "seat") and bot.idle)
    await asleep(bot, party, 2, 10)
    with server.faults.cut("POST", rf"/channels/{party.channel}/messages$", times=None) as away:
        ahead.let_pass(bot, 61)
        await away.reached()
        [(kind, seat, token)] = room.rung
        ahead.let_pass(bot, 4 * 3600)
    need = Need("call", seat, token)
    await party.until(lambda: need in bot.host._alarms._timers.get(room.table.id, {}))
    await party.until(lambda: bot.idle)
    name = room.table.players[seat].name
    assert kind == "call" and not calls(party, name) and not room.rung
    assert await bot.host.store.shown.calls() == []
    ahead.let_pass(bot, 6.5 * 3600)
    await party.until(lambda: calls(party, name) and bot.idle)
    assert len(calls(party, name)) == 1 and room.rung == {("call", seat, token)}


@pytest.mark.expects_log("call at table")
async def test_a_call_that_is_held_up_comes_though_whom_it_calls_lays_back_cards_unseen(
    server: PlaygroundServer, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    await party.open("tueftelmonster", "Ben", "Chiara")
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    room = await bot.host.rooms.get(table_of(party))
    with server.faults.cut("POST", rf"/channels/{party.channel}/messages$", times=None) as away:
        async with room.lock:
            seat, play = lay(room), bot.host.play
            play.schedule(room)
        await away.reached()
        async with room.lock:
            match = running(room)
            act = match.legal(seat)[1]
            await play.act(room, seat, match.token(seat), act, time.time())
    await party.until(lambda: bot.idle)
    assert len(calls(party, room.table.players[seat].name)) == 1


@pytest.mark.parametrize(("rung", "reminds", "wanted"), [(8, 7, 8), (8, 3, 8), (7, 7, 7)])
def test_what_waits_to_be_posted_is_of_what_a_person_is_asked_by_now(
    rung: int, reminds: int, wanted: int
) -> None:
    nothing: Any = None
    calls = calls_module.Calls(*[nothing] * 8)
    calls._wanted["t", 1], calls._reminds["t", 1] = 7, reminds
    asked = SimpleNamespace(token=lambda seat: 8)
    room: Any = SimpleNamespace(
        table=SimpleNamespace(id="t"), running=asked, rung={("remind", 1, rung)}
    )
    calls.tidy(room, [0, 1])
    assert calls._wanted == {("t", 1): wanted}
    assert calls._reminds == {("t", 1): wanted if reminds == 7 else reminds}


async def test_a_reminder_that_is_held_up_until_the_night_leaves_the_call_as_it_is(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await slow(party, bot, monkeypatch)
    await party.until(lambda: mentioned(party) and bot.idle)
    [name], [call] = mentioned(party), await bot.host.store.shown.calls(room.table.id)
    await asleep(bot, party, 0, 2)
    token, own = room.running.to_act()[call.seat], bot.services.shown.calls
    own.call(room, call.seat, token, reminds=True)
    await party.until(lambda: bot.idle)
    assert mentioned(party) == [name] and str(call.message) == calls(party, name)[0]["id"]
    assert Need("remind", call.seat, token) in bot.host._alarms._timers[room.table.id]
    await asleep(bot, party, 0, 0)
    own.call(room, call.seat, token, reminds=True)
    await party.until(lambda: mentioned(party) == [name, name] and bot.idle)
    own.tidy(room, ())
    await party.until(lambda: not calls(party, name))


@pytest.mark.expects_log("turn at table")
async def test_a_direct_message_that_is_held_up_until_the_night_comes_in_the_morning(
    server: PlaygroundServer, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    for name in ("Anna", "Ben"):
        await bot.host.store.habits.save(Habit(int(party.id(name)), direct=True))
    with server.faults.cut("POST", r"/users/@me/channels$", times=None) as away:
        room = await slow(party, bot, monkeypatch)
        await away.reached()
        await asleep(bot, party, 0, 2)
    [name], [call] = mentioned(party), await bot.host.store.shown.calls(room.table.id)
    items, key = bot._outbox._items, ("turn", call.table, call.seat)
    await party.until(lambda: items[key].waits and items[key].ready > time.monotonic() + 60)
    assert not letters(party, name) and not call.told
    await asleep(bot, party, 0, 0)
    bot.services.shown.calls._turns.tell(call, room.running.to_act()[call.seat])
    await party.until(lambda: letters(party, name) and bot.idle)
    assert len(letters(party, name)) == 1


async def test_a_newer_call_is_told_though_an_older_one_s_message_just_waits_for_the_morning() -> (
    None
):
    first, newer = Call("t", 0, "a"), Call("t", 0, "b")
    looks, done = list[float](), list[Call]()

    async def awake(room: Room, user: int, now: float) -> float:
        looks.append(now)
        if len(looks) > 1:
            return now
        turns.tell(newer, 2)
        return now + 3600

    async def found(*asked: object) -> Any:
        return SimpleNamespace(person=lambda seat: 7, asks=lambda seat, token: False)

    async def told(call: Call) -> None:
        done.append(call)

    store: Any = SimpleNamespace(shown=SimpleNamespace(told=told))
    calling: Any = SimpleNamespace(awake=awake)
    rooms: Any = SimpleNamespace(get=found)
    show, nothing = Outbox(Allowance(2000), lambda error: None), cast(Any, None)
    turns = TurnLetters(nothing, store, nothing, rooms, show)
    turns.start(calling)
    turns.tell(first, 1)
    async with within(2):
        while not done:
            await asyncio.sleep(0)
    await show.close(1)
    assert done == [newer]


@pytest.mark.parametrize(
    ("wants", "reminds", "sent", "said", "ends"),
    [
        (False, False, Sent(), [], False),
        (True, False, Sent(), ["company.turn.told"], False),
        (True, True, Sent(), ["company.turn.left"], False),
        (True, False, None, ["company.turn.told"], True),
    ],
)
async def test_of_their_turn_is_told_who_wants_that_and_no_more_who_takes_no_messages(
    wants: bool, reminds: bool, sent: Sent | None, said: list[str], ends: bool
) -> None:
    texts, ended = list[str](), list[int]()

    async def of(user: int) -> Habit:
        return Habit(user, direct=wants)

    async def stop_direct(user: int) -> None:
        ended.append(user)

    async def about(table: object, words: object) -> Any:
        return {}

    async def send(guild: int, user: int, text: str, *more: object) -> Sent | None:
        texts.append(text)
        return sent

    async def found(table: str) -> Any:
        guild = SimpleNamespace(guild=1)
        return SimpleNamespace(table=guild, person=lambda _: 7, asks=lambda *_: True)

    words = SimpleNamespace(named=lambda key, **values: key)
    habits = SimpleNamespace(of=of, stop_direct=stop_direct)
    turns = TurnLetters(
        cast(Any, SimpleNamespace(about=about, send=send)),
        cast(Any, SimpleNamespace(habits=habits)),
        cast(Any, SimpleNamespace(words=lambda locale: words)),
        cast(Any, SimpleNamespace(get=found)),
        cast(Any, None),
    )
    await turns._send(Call("t", 0, "a", reminds=reminds), 1, "da")
    assert texts == said and ended == [7] * ends


async def test_a_live_table_calls_nobody_by_direct_message(party: Party, bot: MonsterBot) -> None:
    for name in ("Anna", "Ben"):
        await bot.host.store.habits.save(Habit(int(party.id(name)), direct=True, locale="de"))
    await start(party, "Ben", computers=1)
    await party.until(lambda: mentioned(party) and bot.idle)
    assert not letters(party, "Anna") and not letters(party, "Ben")


async def test_who_wants_that_is_told_by_direct_message_too(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Anna", "Ben"):
        await bot.host.store.habits.save(Habit(int(party.id(name)), direct=True, locale="de"))
    await slow(party, bot, monkeypatch)
    await party.until(lambda: mentioned(party) and bot.idle)
    name = mentioned(party)[0]
    [letter] = letters(party, name)
    assert "bist du bei **Meister Coup** dran" in letter["content"] and not letter["mentions"]
    assert not letters(party, "Ben" if name == "Anna" else "Anna")
    await party.press(name, letter, "undirect")
    [letter] = await party.until(
        lambda: [m for m in letters(party, name) if not verbs(m, "undirect")]
    )
    assert letter["content"].startswith("🔕")
    assert not (await bot.host.store.habits.of(int(party.id(name)))).direct


async def test_a_turn_is_told_by_direct_message_once_its_call_is_stored_and_only_while_it_is_one(
    server: PlaygroundServer, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Anna", "Ben"):
        await bot.host.store.habits.save(Habit(int(party.id(name)), direct=True, locale="de"))
    get = bot.host.store.habits.of
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def habit(user: int) -> Habit:
        if any(mentioned(party)):
            asked.set()
            await go_on.wait()
        return await get(user)

    monkeypatch.setattr(bot.host.store.habits, "of", habit)
    room = await slow(party, bot, monkeypatch)
    async with within(10):
        await asked.wait()
    [call] = await bot.host.store.shown.calls(room.table.id)
    assert call.message is not None, "a crash now mentions nobody twice"
    go_on.set()
    name = mentioned(party)[0]
    await party.until(lambda: letters(party, name) and bot.idle)
    token = room.running.to_act()[call.seat]
    for late in (token - 1, token + 1):
        again = replace(call, nonce=f"late{late}", reminds=True)
        bot.services.shown.calls._turns.tell(again, late)
        await party.until(lambda: bot.idle)
    assert len(letters(party, name)) == 1


async def test_a_direct_message_that_a_crash_left_unsent_comes_after_the_start(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        for name in ("Anna", "Ben"):
            await bot.host.store.habits.save(Habit(int(party.id(name)), direct=True))
        with monkeypatch.context() as dying:
            dying.setattr(bot.services.shown.calls._turns, "tell", lambda *_: None)
            await slow(party, bot, monkeypatch)
            await party.until(lambda: mentioned(party) and bot.idle)
    [name] = mentioned(party)
    assert not letters(party, name)
    monkeypatch.setattr(channels, "NONCE_SECONDS", -60.0)
    for _ in range(2):
        async with running_bot(settings) as bot:
            await party.until(lambda: bot.idle)
            assert len(letters(party, name)) == 1
    assert mentioned(party) == [name]


@pytest.mark.expects_log("turn at table")
async def test_a_direct_message_is_sent_once_whatever_the_store_says(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Anna", "Ben"):
        await bot.host.store.habits.save(Habit(int(party.id(name)), direct=True))
    monkeypatch.setattr(channels, "NONCE_SECONDS", -60.0)
    told, troubles = bot.host.store.shown.told, [Away("It is locked.")] * 2

    async def tells(call: Call) -> None:
        if troubles:
            raise troubles.pop()
        await told(call)

    monkeypatch.setattr(bot.host.store.shown, "told", tells)
    room = await slow(party, bot, monkeypatch)
    await party.until(lambda: mentioned(party) and not troubles and bot.idle)
    assert len(letters(party, mentioned(party)[0])) == 1
    [call] = await bot.host.store.shown.calls(room.table.id)
    assert call.told


async def test_after_a_move_the_panel_names_the_next_table_that_waits(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Party(party.world, party.world.channel("turnier").id)
    first, second = [await slow(each, bot, monkeypatch) for each in (party, other)]
    await party.until(lambda: first.match and people_asked(first))
    user = first.person(people_asked(first)[0])
    while not waits(second, user or 0):
        await asyncio.sleep(0.01)
        async with second.lock:
            for seat in people_asked(second):
                action, token = second.running.legal(seat)[0], second.running.to_act()[seat]
                if second.person(seat) != user:
                    await bot.host.play.act(second, seat, token, action, time.time())
    name = party.world.people[str(user)].name
    panel = await party.seat(name)
    await click(party, name, panel, moves(panel)[0])
    said = await party.until(lambda: party.panel(name)["content"])
    assert "**M" in said and f"/{other.channel}" in said and "➡️" in said


async def test_the_list_of_tables_says_until_when_its_reader_has_to_decide(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await slow(party, bot, monkeypatch)
    await party.until(lambda: room.match and people_asked(room))
    asked = [room.person(seat) for seat in people_asked(room)]
    for player in room.table.players[:2]:
        page = text((await party.command(player.name, "tables")).message)
        told = "Zeit endet <t:" in page or "Time ends <t:" in page
        assert told is (player.user in asked)


async def test_a_move_stands_though_nobody_can_say_what_waits_next(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await slow(party, bot, monkeypatch)
    asked: list[int] = []

    async def fails(*_: object) -> None:
        asked.append(room.running.sequence)
        raise StoreError("The disk is full.")

    monkeypatch.setattr(bot.host.store.tables, "open_of", fails)
    while not asked:
        name, panel = await party.until(lambda: who_may_move(party))
        await click(party, name, panel, moves(panel)[0])
    await party.until(lambda: bot.idle)
    assert not party.panel(name)["content"]


async def test_who_wants_that_is_told_once_a_day_of_all_that_waits(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (await party.command("Anna", "notify me")).message
    page = (await party.choose("Anna", page, "roundup", "20")).message
    assert "um 20 Uhr" in text(page) and not letters(party, "Anna")
    anna, habits = int(party.id("Anna")), bot.host.store.habits
    assert await habits.of(anna) == Habit(anna, "Europe/Berlin", locale="de", roundup=20)
    for name in ("Anna", "Ben"):
        await habits.save(Habit(int(party.id(name)), "UTC", roundup=datetime.now(UTC).hour))
    await slow(party, bot, monkeypatch)
    name = await party.until(lambda: (who_may_move(party) or [None])[0])
    await bot.services.roundups.sweep()
    letter = (await party.until(lambda: letters(party, name)))[0]
    assert "1 game waits for you" in letter["content"]
    assert f"/{party.channel}/{party.board()['id']}" in letter["content"]
    told = r"\*\*Master Coup\*\* on \*\*Monsterrunde\*\*, time until <t:\d+:F>"
    assert re.search(told, letter["content"]), "which is true whenever it is read"
    await party.until(lambda: bot.idle)
    await bot.services.roundups.sweep()
    await party.until(lambda: bot.idle)
    assert len(letters(party, name)) == 1 and mentioned(party) == []
    assert not letters(party, "Ben" if name == "Anna" else "Anna"), "nothing waits there"
    await party.press(name, letter, "unroundup")
    await party.until(lambda: not verbs(letters(party, name)[0], "unroundup"))
    assert (await habits.of(int(party.id(name)))).roundup is None


@pytest.mark.parametrize(("waiting", "lines"), [(LINES, LINES + 1), (LINES + 1, LINES + 2)])
async def test_a_roundup_names_so_many_tables_and_counts_the_rest(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, waiting: int, lines: int
) -> None:
    user, unshown = int(party.id("Anna")), stored(int(party.world.guild_id), int(party.channel))

    async def many(*_: object) -> list[Waiting]:
        return [Waiting(unshown, None)] * waiting

    monkeypatch.setattr(bot.host.roundups, "of", many)
    await bot.host.store.habits.save(Habit(user, "UTC", roundup=datetime.now(UTC).hour))
    await bot.services.roundups.sweep()
    letter = (await party.until(lambda: letters(party, "Anna")))[0]
    told = letter["content"].splitlines()
    assert len(told) == lines
    assert told[1].rstrip(")>").endswith(f"/{party.channel}"), "no board: to where it will stand"


async def test_a_roundup_says_first_what_waits_and_then_where_a_computer_plays(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, table = int(party.id("Anna")), stored(int(party.world.guild_id), int(party.channel))

    async def both(*_: object) -> list[Waiting]:
        return [Waiting(table, None), *[Waiting(table, None, taken=True)] * LINES]

    monkeypatch.setattr(bot.host.roundups, "of", both)
    await bot.host.store.habits.save(Habit(user, "UTC", roundup=datetime.now(UTC).hour))
    await bot.services.roundups.sweep()
    told = (await party.until(lambda: letters(party, "Anna")))[0]["content"].splitlines()
    assert "1 game waits for you" in told[0] and "In 10 games a computer" in told[2]
    assert len(told) == 1 + LINES + 2 and "1 more" in told[-1]


@pytest.mark.parametrize("name", ["W" * 100, "_[*" * 33, "Süd-West e. V. " * 6 + "(Köln)"])
async def test_a_roundup_names_as_many_tables_as_discord_takes(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    user, table = int(party.id("Ben")), stored(int(party.world.guild_id), int(party.channel))
    party.world.guild.name = name
    party.world.set_guild_locale("en-US")
    await party.until(lambda: bot.guilds[0].name == name)

    async def many(*_: object) -> list[Waiting]:
        return [Waiting(table, 1795787767.0), *[Waiting(table, 1795787767.0, taken=True)] * LINES]

    monkeypatch.setattr(bot.host.roundups, "of", many)
    habit = Habit(user, "UTC", locale="de", roundup=datetime.now(UTC).hour)
    await bot.host.store.habits.save(habit)
    await bot.services.roundups.sweep()
    content = (await party.until(lambda: letters(party, "Ben")))[0]["content"]
    told = content.splitlines()
    shown = sum(line.startswith("•") for line in told)
    assert len(content) <= 2000 < len(content) + max(map(len, told)) + 40, "no more than needed"
    assert "1 Spiel wartet" in told[0] and "In 10 Spielen" in told[2]
    assert f"und {1 + LINES - shown} weitere" in told[-1]


async def test_a_server_s_name_is_no_link_and_mentions_nobody(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "[Gratis](https://x.example) @everyone **"
    party.world.guild.name = name
    party.world.set_guild_locale("en-US")
    await party.until(lambda: bot.guilds[0].name == name)
    table = stored(int(party.world.guild_id), int(party.channel))
    waiting = [Waiting(table, None)]
    await bot.services.roundups._send(Habit(int(party.id("Anna"))), waiting, "n")
    content = letters(party, "Anna")[0]["content"]
    assert "\\[Gratis\\]\\(https\\://x.example\\)" in content and "[Gratis](" not in content
    assert "@everyone" not in content and "\\*\\*" in content


async def uncalled(party: Party, bot: MonsterBot, ahead: Ahead, name: str) -> None:
    """Let a minute pass, after which a person would be called, and see that they are not."""
    ahead.let_pass(bot, 61)
    await bot.host._alarms.leapt(10)
    await party.until(lambda: bot.idle)
    assert not calls(party, name)


async def test_who_takes_no_roundup_is_called_again(
    party: Party, bot: MonsterBot, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    await slow(party, bot, monkeypatch, 60.0)
    name = await party.until(lambda: (who_may_move(party) or [None])[0])
    user, habits = int(party.id(name)), bot.host.store.habits
    party.world.person(name).takes_messages = False
    await habits.save(Habit(user, "UTC", roundup=datetime.now(UTC).hour))
    await uncalled(party, bot, ahead, name)
    await bot.services.roundups.sweep()
    await party.until(lambda: calls(party, name))
    await party.until(lambda: bot.idle)
    assert (await habits.of(user)).roundup is None and not letters(party, name)


@pytest.mark.parametrize("switch", ["called", "roundup", "message"])
async def test_who_switches_calls_on_again_is_called_where_a_table_waits(
    party: Party, bot: MonsterBot, ahead: Ahead, monkeypatch: pytest.MonkeyPatch, switch: str
) -> None:
    await slow(party, bot, monkeypatch, 60.0)
    name = await party.until(lambda: (who_may_move(party) or [None])[0])
    user, habits = int(party.id(name)), bot.host.store.habits
    if switch == "called":
        await habits.save(Habit(user, called=False), "called")
    else:
        # At another hour than this one.
        await habits.save(Habit(user, "UTC", roundup=(datetime.now(UTC).hour + 12) % 24))
    await uncalled(party, bot, ahead, name)
    if switch == "called":
        page = (await party.command(name, "notify me")).message
        await party.press(name, page, "habit_called", "1")
    elif switch == "roundup":
        page = (await party.command(name, "notify me")).message
        [select] = verbs(page, ROUNDUP)
        await party.world.select(party.id(name), page["id"], select, [NEVER])
    else:
        written, guild = bot.services.shown.letters, int(party.world.guild_id)
        await written.send(guild, user, "Two games.", Button("No more", UNROUNDUP), "nonce")
        [letter] = letters(party, name)
        await party.press(name, letter, UNROUNDUP)
    await party.until(lambda: calls(party, name))
    await party.until(lambda: bot.idle)


@pytest.mark.expects_log("roundup at table")
async def test_a_roundup_that_is_held_up_for_hours_comes_the_next_day(
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    ahead: Ahead,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    await slow(party, bot, monkeypatch)
    name = await party.until(lambda: (who_may_move(party) or [None])[0])
    user, hour = int(party.id(name)), datetime.now(UTC).hour
    await bot.host.store.habits.save(Habit(user, "UTC", roundup=hour))
    with server.faults.cut("POST", r"/users/@me/channels$", times=None) as away:
        await bot.services.roundups.sweep()
        await away.reached()
        ahead.let_pass(bot, LATE * 3600)
    await party.until(lambda: bot.idle)
    assert not letters(party, name) and await bot.host.store.habits.told_last(user) == 0.0
    tomorrow = time.time() + (24 - LATE) * 3600
    assert [habit.user for habit in await bot.host.roundups.due(tomorrow)] == [user]


@pytest.mark.expects_log("a direct message was refused")
@pytest.mark.parametrize("status", [400, 403])
async def test_a_roundup_that_discord_refuses_comes_again_the_next_day(
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    await slow(party, bot, monkeypatch)
    name = await party.until(lambda: (who_may_move(party) or [None])[0])
    user, habits = int(party.id(name)), bot.host.store.habits
    await habits.save(Habit(user, "UTC", roundup=datetime.now(UTC).hour))
    with server.faults.fail("POST", r"/users/@me/channels$", status) as refused:
        await bot.services.roundups.sweep()
        await party.until(lambda: bot.idle)
    assert refused.struck == 1 and await bot.host.roundups.due(time.time()) == []
    assert (await habits.of(user)).roundup is not None, "that was no fault of theirs"


async def test_a_deleted_call_leaves_the_others_standing(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    call = (await party.until(lambda: calls(party, name)))[0]
    channel = bot.get_partial_messageable(int(party.channel))
    await channel.get_partial_message(int(call["id"])).delete()
    await click(party, name, panel, moves(panel)[0])
    await party.until(lambda: len(mentioned(party)) == 2)
    assert not [c for c in await bot.host.store.shown.calls() if str(c.message) == call["id"]]


@pytest.mark.parametrize(
    ("clock", "minutes", "comes"),
    [("live", 29, True), ("live", 31, False), ("slow", 23 * 60, True), ("slow", 25 * 60, False)],
)
async def test_how_late_a_call_may_come(
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    clock: str,
    minutes: int,
    comes: bool,
) -> None:
    await lobby(party, "Ben", computers=1)
    room, game = await bot.host.rooms.get(table_of(party)), bot.host.games["meistercoup"]
    await bot.host.lobbies.change(room, lambda t: lobbies.set_option(t, game, "clock", clock))
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: room.match and room.to_call)
    now, seat = room.running.at + 60 * minutes, min(room.to_call)
    monkeypatch.setattr(calls_module, "time", SimpleNamespace(time=lambda: now))
    assert calls_module._waits(room, seat, room.running.to_act()[seat], 0.0) is comes


@pytest.mark.parametrize(
    ("begin", "until", "hours", "comes"),
    [
        (12, 84, 85, True),
        (12, 84, 84 + 23, True),
        (12, 84, 84 + 25, False),
        (12, 84, 50, True),
        (12, 20, 25, True),
        (-24, -2, 25, False),
        (-24, 84, 25, True),
        (26, 84, 25, False),
    ],
)
async def test_who_is_back_from_a_vacation_may_be_called_as_long_as_anybody(
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    begin: int,
    until: int,
    hours: int,
    comes: bool,
) -> None:
    room = await slow(party, bot, monkeypatch)
    await party.until(lambda: room.match and room.to_call)
    seat, at = min(room.to_call), room.running.at
    token, user = room.running.to_act()[seat], room.person(seat) or 0
    away = [Vacation(user, at + 3600 * begin, at + 3600 * until)]
    monkeypatch.setattr(calls_module, "time", SimpleNamespace(time=lambda: at + 3600 * hours))
    for vacations, called in (({user: away}, comes), ({user + 1: away}, hours <= 24)):
        room.vacations = vacations
        assert calls_module._waits(room, seat, token, 0.0) is called


async def test_what_waits_on_a_server_of_another_process_is_named_plainly(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await slow(party, bot, monkeypatch)
    name = await party.until(lambda: (who_may_move(party) or [None])[0])
    habit = Habit(int(party.id(name)), "UTC", roundup=datetime.now(UTC).hour)
    await bot.host.store.habits.save(habit)
    monkeypatch.setattr(bot, "get_guild", lambda guild: None)
    await bot.services.roundups.sweep()
    letter = (await party.until(lambda: letters(party, name)))[0]
    assert "**Master Coup** on **another of your servers**, time until <t:" in letter["content"]
