"""Panels are brought up to date while they can be, and do no harm when they cannot."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.client import MonsterBot
from cogs.line import ephemeral as private
from cogs.line.outbox import Outbox
from cogs.shown import panels
from cogs.shown.panels import Panel, Panels, _Drawn
from playground.server import PlaygroundServer
from screens.page import Choice, Page, Select
from settings import Settings
from tables.room.room import Room
from tests.bench import stand_in
from tests.cogs.clicking import click, press_forged, record, refused, renew, sentence, start, turn
from tests.cogs.party import DEFERRED, UPDATED, Party, moves, running_bot, text, verbs
from tests.cogs.stopwatch import within
from tests.tables.house import running


async def play_until_asked(party: Party, bot: MonsterBot, table: str, wanted: str) -> None:
    """Let the other person act until the table waits for the one that is wanted."""
    room = await bot.host.rooms.get(table)
    seat = ["Anna", "Ben"].index(wanted)
    async with within(10):
        while seat not in running(room).to_act():
            name = "Ben" if wanted == "Anna" else "Anna"
            panel = await party.seat(name)
            if moves(panel):
                await click(party, name, panel, moves(panel)[0])
            await asyncio.sleep(0)


async def test_of_who_is_forgotten_nothing_is_stored_that_was_remembered_for_their_panels(
    party: Party, bot: MonsterBot
) -> None:
    table, ben = await start(party, "Ben", computers=1), int(party.id("Ben"))
    await party.seat("Ben")
    await party.until(lambda: bot.idle)
    told = await bot.panels.tips.of(table, "meistercoup", ben)
    assert told.due("another", 7)
    await bot.panels._readers.choose(ben, True)
    await bot.host.forgetting.forget(ben)
    await bot.panels.tips.keep(told, "meistercoup", ben)
    assert await bot.host.store.tips.told(ben, "meistercoup") == {}
    assert not await bot.panels._readers.short(ben)


async def test_who_is_asked_comes_first_and_who_waits_comes_after_the_board(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", "Chiara")
    for name in ("Anna", "Ben", "Chiara"):
        await party.seat(name)
    await party.until(lambda: bot.idle)
    within: dict[str, float] = {}
    people = {int(party.id(name)): name for name in ("Anna", "Ben", "Chiara")}

    def ask(key: Any, work: Any, **more: Any) -> None:
        name = people[key[2]] if key[0] == "panel" else str(key[0])
        within[name] = more.get("within", 0.0)

    monkeypatch.setattr(Outbox, "ask", lambda outbox, key, work, **more: ask(key, work, **more))
    room = await bot.host.rooms.get(table)
    bot.boards.publish(table)
    for user in people:
        bot.panels.refresh(room, user)
    asked = {name for user, name in people.items() if room.asks_person(user)}
    assert asked and asked != set(people.values())
    for name in people.values():
        assert (within[name] < within["board"]) == (name in asked), within


async def refresh(party: Party, bot: MonsterBot, table: str, name: str) -> None:
    """Have a person's panel brought up to date, as a change of the table does."""
    room = await bot.host.rooms.get(table)
    bot.panels.refresh(room, int(party.id(name)))


async def dismiss(bot: MonsterBot, attempt: Any) -> None:
    """Delete the answer to a click."""
    token = attempt.interaction.token
    hook = discord.Webhook.partial(bot.application_id or 0, token, client=bot)
    await hook.delete_message(int(attempt.message["id"]))


def edits(party: Party) -> list[int]:
    """Return how the bot's edits by interactions were answered."""
    requests = party.world.requests
    return [r.status for r in requests if r.method == "PATCH" and "/webhooks/" in r.path]


def refused_edits(party: Party) -> list[int]:
    """Return the answers to edits that were refused."""
    return [status for status in edits(party) if status >= 400]


async def until_refused(party: Party) -> None:
    """Wait until an edit was refused, which changes nothing that could be seen."""
    async with within(10):
        while not any(refused_edits(party)):
            await asyncio.sleep(0.02)


async def test_a_panel_is_refreshed_when_its_person_is_needed(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    _, other, _ = await turn(party)
    waiting = await party.seat(other)
    assert not moves(waiting)
    await play_until_asked(party, bot, table, other)
    await party.until(lambda: moves(party.panel(other)))
    assert party.panel(other)["id"] == waiting["id"], "the same message, without a click"
    assert party.panel(other)["attachments"]


async def test_a_turn_that_comes_while_the_panel_opens(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    with monkeypatch.context() as short:
        short.setattr(private, "LIFE", -1.0)
        _, other, _ = await turn(party)
    drawn, gate, content = asyncio.Event(), asyncio.Event(), Panels._content

    async def slow(self: Panels, room: Room, key: tuple[str, int], panel: Panel) -> Any:
        shown = await content(self, room, key, panel)
        if str(key[1]) == party.id(other):
            drawn.set()
            await gate.wait()
        return shown

    monkeypatch.setattr(Panels, "_content", slow)
    opening = asyncio.create_task(party.press(other, party.board(), "seat"))
    async with within(10):
        await drawn.wait()
    try:
        room = await bot.host.rooms.get(table)
        seat = ["Anna", "Ben"].index(other)
        async with within(5):
            while seat not in (match := running(room)).to_act():
                asked = next(iter(match.to_act()))
                async with room.lock:
                    if room.person(asked) is not None and asked != seat:
                        match = running(room)
                        action, token = match.legal(asked)[0], match.to_act()[asked]
                        await bot.host.play.act(room, asked, token, action, match.at)
                await asyncio.sleep(0)
    finally:
        gate.set()
    await opening
    await party.until(lambda: moves(party.panel(other)))


async def test_a_panel_is_left_alone_after_its_life(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private, "LIFE", -1.0)
    table = await start(party, "Ben", computers=1)
    _, other, _ = await turn(party)
    attempt = await party.press(other, party.board(), "seat")
    before = await party.filled(attempt)
    await play_until_asked(party, bot, table, other)
    await party.until(lambda: other in text(party.board()).splitlines()[2])
    assert attempt.message == before
    assert not moves(party.panel(other))
    bot.panels.sweep()
    assert moves(await party.seat(other)), "the next click brings it up to date"


async def test_a_dead_token_does_no_harm(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    table = await start(party, "Ben", computers=1)
    _, other, _ = await turn(party)
    attempt = await party.press(other, party.board(), "seat")
    old = await party.filled(attempt)
    attempt.interaction.created -= server.world.desk.token_seconds
    await play_until_asked(party, bot, table, other)
    await refresh(party, bot, table, other)
    await until_refused(party)
    assert attempt.message == old
    panel = await party.seat(other)
    assert moves(panel) and panel["id"] != old["id"]
    assert (await click(party, other, panel, moves(panel)[0])).kind == 7


def test_a_select_is_sent_again_though_nothing_else_changes() -> None:
    """Else it would go on showing what was chosen in it, and not take that once more."""
    select = Select("Which?", "pick", (Choice("A", "a"),))
    drawn = [_Drawn({}, Page(title="", rows=rows), b"same") for rows in ((), (select,))]
    assert [Panel(sign=b"same").shows(each) for each in drawn] == [True, False]


@pytest.mark.parametrize(
    ("stands", "pressed", "at"),
    [(5, 5, True), (5, 6, False), (5, None, False), (None, None, False)],
)
def test_a_press_elsewhere_is_none_on_the_panel(
    stands: int | None, pressed: int | None, at: bool
) -> None:
    """What is pressed on the board opens a panel below it, also while the other is edited."""
    reached: Any = SimpleNamespace(message=stands)
    assert Panel(reached).stands_at(pressed) is at
    assert not Panel().stands_at(pressed)


def of_nothing(outbox: object = None) -> Panels:
    """Return panels without a bot, of which what is asked for is told to this outbox."""
    panels: Panels = cast(Any, Panels)(*[None] * 4, outbox, *[None] * 4)
    return panels


def test_a_board_takes_along_its_own_table_s_panels_as_far_as_they_can_be_reached() -> None:
    asked = list[Any]()

    def ask(key: Any, work: object, ready: float, urgent: bool, within: float) -> None:
        asked.append((*key, ready, urgent))

    every = of_nothing(SimpleNamespace(ask=ask))
    for table, user, alive in (("a", 1, True), ("a", 2, False), ("b", 1, True)):
        stands: Any = SimpleNamespace(alive=alive)
        every._open[table, user] = Panel(stands, shown=50.0)
    room: Any = SimpleNamespace(table=SimpleNamespace(id="a"))
    every.quote("a")
    every.follow(room, 9)
    assert asked == [("panel", "a", 1, 50.0 + panels.APART, False), ("panel", "a", 1, 0.0, True)]
    assert every._open["a", 1].above == 9


async def test_what_names_no_look_keeps_the_one_that_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every, looks = of_nothing(), list[tuple[str, int]]()

    async def shown(answer: object, room: object, key: object, panel: Panel) -> None:
        looks.append((panel.look, panel.question))

    monkeypatch.setattr(every, "_answer", shown)
    answer: Any = SimpleNamespace(user=7, pressed=None, promptly=lambda: None)
    for question, look in ((1, "hand"), (2, None), (3, "")):
        room: Any = SimpleNamespace(
            table=SimpleNamespace(id="a"),
            question=lambda user, asked=question: asked,
            seat_of=lambda user: 0,
        )
        await every.answer(answer, room, look)
    assert looks == [("hand", 1), ("hand", 1), ("", 3)]


@pytest.mark.parametrize(
    ("edited", "pressed", "at_once", "then"),
    [(True, 5, ["joins"], []), (False, 5, ["answers"], []), (True, None, [], ["answers"])],
)
async def test_a_press_on_a_panel_waits_for_none_of_its_edits_and_any_other_does(
    monkeypatch: pytest.MonkeyPatch,
    edited: bool,
    pressed: int | None,
    at_once: list[str],
    then: list[str],
) -> None:
    every, done = of_nothing(), list[str]()

    async def joins(*_: object) -> None:
        done.append("joins")

    async def answers(*_: object) -> None:
        done.append("answers")

    monkeypatch.setattr(every, "_join", joins)
    monkeypatch.setattr(every, "_answer", answers)
    answer: Any = SimpleNamespace(user=7, pressed=pressed, promptly=lambda: None)
    room: Any = SimpleNamespace(table=SimpleNamespace(id="a"), seat_of=lambda user: 0)
    panel = every._open["a", 7] = Panel(cast(Any, SimpleNamespace(message=5)))
    if edited:
        await panel.lock.acquire()
    pressing = asyncio.ensure_future(every.answer(answer, room, None))
    await asyncio.sleep(0)
    assert done == at_once and panel.pressed
    if edited:
        panel.lock.release()
    await pressing
    assert done == [*at_once, *then]


@pytest.mark.parametrize(
    ("case", "becomes"),
    [
        ("stands", ["edited"]),
        ("just edited", ["asked again"]),
        ("just edited, pressed", ["edited"]),
        ("just edited, below its board", ["edited"]),
        ("just edited, another's before", ["edited"]),
        ("taken away", []),
        ("dead", []),
        ("opens", ["edited"]),
        ("opens in a lobby", []),
        ("of who has left", ["taken away"]),
    ],
)
async def test_only_what_still_is_a_panel_is_brought_up_to_date(
    monkeypatch: pytest.MonkeyPatch, case: str, becomes: list[str]
) -> None:
    every, done, key = of_nothing(), list[str](), ("a", 7)
    reached: Any = SimpleNamespace(alive=case != "dead", locale="de")
    panel = Panel(opens=reached) if case.startswith("opens") else Panel(reached)
    if case.startswith("just"):
        panel.shown = time.monotonic()
    panel.pressed, panel.sinks = case.endswith("pressed"), case.endswith("before")
    panel.above = 9 if case.endswith("board") else None
    every._open[key] = panel

    async def loaded(table: str) -> Any:
        if case == "taken away":
            del every._open[key]  # meanwhile
        status = "lobby" if case.endswith("lobby") else "running"
        left = case == "of who has left"
        return SimpleNamespace(
            table=SimpleNamespace(status=status), seat_of=lambda user: None if left else 0
        )

    async def brought(*_: object) -> None:
        done.append("edited")

    monkeypatch.setattr(every, "_rooms", SimpleNamespace(get=loaded))
    monkeypatch.setattr(every, "_bring_up", brought)
    monkeypatch.setattr(every, "_ask", lambda *_: done.append("asked again"))
    monkeypatch.setattr(every, "_close", lambda _: done.append("taken away"))
    await every._refresh(key, panel)
    assert done == becomes


async def test_a_dismissed_panel_does_no_harm(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    _, other, _ = await turn(party)
    attempt = await party.press(other, party.board(), "seat")
    await party.filled(attempt)
    await dismiss(bot, attempt)
    await play_until_asked(party, bot, table, other)
    await until_refused(party)
    await party.until(lambda: bot.idle)
    kept = [each.user for each in await bot.host.store.shown.privates(0.0)]
    assert attempt.message is None and int(party.id(other)) not in kept
    assert await party.seat(other)


@pytest.mark.usefixtures("brisk", "plain")
@pytest.mark.parametrize("late", [False, True])
async def test_a_panel_that_goes_as_it_is_pressed_is_opened_anew(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    user, before = int(party.id(name)), len((await record(bot, table))[0])
    carried_out, acknowledged = bot.presses.match._carried_out, asyncio.Event()

    async def dismissed(*press: Any) -> Any:
        if late:
            await acknowledged.wait()
        stands = bot.panels._open[table, user].stands
        assert stands is not None
        await stands.delete()
        return await carried_out(*press)

    monkeypatch.setattr(bot.presses.match, "_carried_out", dismissed)
    if late:
        monkeypatch.setattr("cogs.gate.answer.LATE", 0.0)
    await party.world.press(str(user), panel["id"], moves(panel)[0])
    acknowledged.set()
    await party.until(lambda: not bot._working and bot.idle)
    assert (await record(bot, table))[0][before].by == "person"
    anew = party.panel(name)
    assert anew["id"] != panel["id"] and moves(anew) != moves(panel)
    kept = [each.message for each in await bot.host.store.shown.privates(0.0) if each.user == user]
    assert kept == [int(anew["id"])]


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("left", [False, True])
async def test_a_panel_that_is_opened_as_the_dismissed_one_is_refreshed_is_kept_up_to_date(
    server: PlaygroundServer, party: Party, bot: MonsterBot, left: bool
) -> None:
    table = await start(party, "Ben", computers=1)
    attempt = await party.press("Ben", party.board(), "seat")
    await party.until(lambda: bot.idle)
    room, ben = await bot.host.rooms.get(table), int(party.id("Ben"))
    token = attempt.interaction.token
    await dismiss(bot, attempt)
    with server.faults.hold("PATCH", f"/{token}/") as held:
        await renew(bot, room, ben)
        await held.reached()
        pressing = asyncio.ensure_future(party.press("Ben", party.board(), "seat"))
        await party.until(lambda: bot.panels._open[table, ben].pressed)
        if left:
            bot.panels.drop(table, ben)  # as who has left and come back
    again = await party.filled(await pressing)
    await party.until(lambda: bot.idle and not bot.panels._open[table, ben].lock.locked())
    assert again["id"] in [m["id"] for m in party.seen("Ben")]
    panel = bot.panels._open[table, ben]
    assert panel.stands is not None, "it is known"
    assert str(await panel.stands.learn()) == again["id"]
    kept = [each for each in await bot.host.store.shown.privates(0.0) if each.user == ben]
    assert [each.kind for each in kept] == ["panel"]


async def test_the_panel_of_who_leaves_is_known_until_it_is_gone(
    server: PlaygroundServer, party: Party, bot: MonsterBot
) -> None:
    """Else it would stand for ever where the bot dies just then."""
    await start(party, "Ben", computers=1)
    old, store = await party.seat("Ben"), bot.host.store.shown
    asked = (await party.command("Ben", "leave")).message
    await party.until(lambda: bot.idle)
    before = await store.privates(0.0)
    with server.faults.hold("DELETE", "/webhooks/") as held:
        pressing = asyncio.ensure_future(party.press("Ben", asked, "quit"))
        await held.reached()
        await asyncio.sleep(0.05)
        assert await store.privates(0.0) == before
    await pressing
    await party.until(lambda: bot.idle)
    assert old["id"] not in [m["id"] for m in party.seen("Ben")]
    assert await store.privates(0.0) != before


@pytest.mark.usefixtures("brisk")
async def test_a_panel_that_was_deleted_to_be_posted_anew_when_the_bot_died_is_posted(
    server: PlaygroundServer, settings: Settings
) -> None:
    party = Party(server.world)
    async with running_bot(settings) as bot:
        await start(party, "Ben", computers=1)
        attempt = await party.press("Ben", party.board(), "seat")
        await party.filled(attempt)
        await party.until(lambda: bot.idle)
        await dismiss(bot, attempt)  # as `_move` does first
    async with running_bot(settings) as bot:
        await party.until(lambda: party.panel("Ben") and bot.idle)
        assert [m for m in party.seen("Ben") if m["ephemeral"]] == [party.panel("Ben")]


async def test_an_old_panel_goes_on_after_a_restart(
    server: PlaygroundServer, settings: Settings
) -> None:
    party = Party(server.world)
    async with running_bot(settings) as bot:
        table = await start(party, "Ben", computers=1)
        name, _, panel = await turn(party)
        before = (await record(bot, table))[0]
    async with running_bot(settings) as bot:
        attempt = await click(party, name, panel, moves(panel)[0])
        assert attempt.kind in (6, 7) and attempt.message["id"] == panel["id"]
        after = (await record(bot, table))[0]
        assert after[: len(before)] == before
        assert after[len(before)].seat == ["Anna", "Ben"].index(name)
        old = await click(party, name, party.board(), verbs(party.board(), "seat")[0])
        assert await party.filled(old)


@pytest.mark.usefixtures("brisk")
async def test_an_old_lobby_goes_on_after_a_restart(
    server: PlaygroundServer, settings: Settings
) -> None:
    party = Party(server.world)
    async with running_bot(settings):
        await party.open("meistercoup", "Ben")
        board = party.board()
    async with running_bot(settings):
        await party.press("Chiara", board, "join")
        await party.until(lambda: "Chiara" in text(party.board()))
        assert party.board()["id"] == board["id"]
        await party.press("Anna", board, "start")
        await party.until(lambda: verbs(party.board(), "seat"))


async def test_a_restarted_bot_brings_open_panels_up_to_date(
    server: PlaygroundServer, settings: Settings
) -> None:
    party = Party(server.world)
    async with running_bot(settings):
        await party.open("meistercoup", "Ben", computers=1)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        panel = await party.seat("Anna")
    async with running_bot(settings):
        await party.until(
            lambda: party.panel("Anna")["edited_timestamp"] != panel["edited_timestamp"]
        )
        assert party.panel("Anna")["id"] == panel["id"]


async def test_who_waits_reads_nobody_else_s_time(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    assert "<t:" in text(panel)
    assert "<t:" not in text(await party.seat({"Anna": "Ben", "Ben": "Anna"}[name]))


async def test_a_notice_stands_for_a_moment(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    prefix, _, token, *rest = moves(panel)[0].split(":")
    old = ":".join((prefix, table, str(int(token) + 7), *rest))
    attempt = await press_forged(party, bot, name, old)
    refused(party, bot, attempt, name, "error.stale")
    told = attempt.message["content"]

    async def brought_up_to_date() -> str:
        bot.panels.refresh(await bot.host.rooms.get(table), int(party.id(name)))
        await party.until(lambda: bot.idle)
        return str(party.panel(name)["content"])

    assert await brought_up_to_date() == told
    monkeypatch.setattr(panels, "NOTICE", 0.0)
    assert not await brought_up_to_date()


async def test_a_panel_that_shows_it_already_is_not_edited(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, _ = await turn(party)
    await party.until(lambda: bot.idle)
    before = len(edits(party))
    await refresh(party, bot, table, name)
    await party.until(lambda: bot.idle)
    assert len(edits(party)) == before
    user = int(party.id(name))
    monkeypatch.setattr(type(bot.panels._open[table, user]), "says", "news")
    await refresh(party, bot, table, name)
    await party.until(lambda: bot.idle)
    assert len(edits(party)) == before + 1 and party.panel(name)["content"] == "news"


async def test_a_press_that_changes_nothing_is_only_acknowledged(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    prefix, _, token, *rest = moves(panel)[0].split(":")
    stale = ":".join((prefix, table, str(int(token) + 7), *rest))
    person, message = (
        party.world.person(name),
        party.world.channels[party.channel].messages[panel["id"]],
    )
    kinds = [(await stand_in.press(party.world, person, message, stale)).kind for _ in range(3)]
    assert kinds == [UPDATED, DEFERRED, DEFERRED]
    assert party.panel(name)["content"] == sentence(party, bot, name, "error.stale")
    assert (await click(party, name, panel, moves(panel)[0])).kind == UPDATED
