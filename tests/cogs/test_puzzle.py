"""The puzzle of the day: asked for, answered once, told why; the same for everybody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.shown import puzzle_line
from playground.rest import channels
from playground.server import PlaygroundServer
from settings import Settings
from storage.errors import StoreError
from storage.people import Ban
from tables.puzzles import making, puzzles
from tables.puzzles.choosing import Search
from tests.cogs.clicking import in_direct_messages, press_forged, refused, sentence
from tests.cogs.party import Message, Party, controls, running_bot, text, verbs
from tests.tables.daily import position, row

DAY = 86400.0
pytestmark = pytest.mark.usefixtures("plain")


class Clock:
    """The time of puzzles alone; it stands still at noon until it is turned."""

    def __init__(self) -> None:
        self.now = time.time() // DAY * DAY + DAY / 2
        self.monotonic, self.thread_time = time.monotonic, time.thread_time

    def time(self) -> float:
        return self.now


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (puzzles, making, puzzle_line):
        monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def today(wall: Clock) -> int:
    return puzzles.day_of(wall.now)


@pytest.fixture
async def number(bot: MonsterBot, today: int) -> int:
    """Put a puzzle today, and others yesterday and tomorrow; return today's number."""
    for day in (today - 1, today, today + 1):
        await bot.host.store.puzzles.add(row(day))
    return await number_of(bot, today)


async def number_of(bot: MonsterBot, day: int) -> int:
    puzzle = await bot.host.puzzles.of(day)
    assert puzzle is not None
    return puzzle.number


async def asked(party: Party, name: str = "Anna") -> Message:
    """Let a person ask for the puzzle; return what they are told."""
    message: Message = await party.filled(await party.command(name, "puzzle"))
    assert message["ephemeral"]
    return message


def answers(bot: MonsterBot, message: Message, number: int) -> dict[int, str]:
    """Return the controls by which an answer is given at once, by which of the legal actions."""
    at, found = position(), {}
    screen = bot.pages.screens["meistercoup"]
    for control in controls(message):
        _, table, token, verb, args = control["custom_id"].split(":")
        assert (table, token) == ("puzzle", str(number))
        if not verb.startswith(("puzzle", "words")):
            pressed = screen.press(at.match.view(at.seat), verb, args, ())
            found[at.match.legal(at.seat).index(pressed.action)] = control["custom_id"]
    return found


async def press(party: Party, name: str, message: Message, custom_id: str) -> Message:
    """Let a person press a control of their message; return what it shows then."""
    person = party.id(name)
    attempt = await party.answered(party.world.press(person, message["id"], custom_id))
    assert attempt.acknowledged and not attempt.failed
    return next(m for m in party.seen(name) if m["id"] == message["id"])


async def told(party: Party, bot: MonsterBot, name: str, which: int, number: int) -> str:
    """Let a person ask and answer; return what they are told then."""
    message = await asked(party, name)
    custom_id = answers(bot, message, number)[which]
    return text(await press(party, name, message, custom_id))


def says(party: Party, bot: MonsterBot, key: str, /, **values: Any) -> str:
    return sentence(party, bot, "Anna", f"puzzle.{key}", **values)


async def test_it_is_put_answered_and_told_why(
    party: Party, bot: MonsterBot, number: int, today: int
) -> None:
    message = await asked(party)
    assert len(message["attachments"]) > 1 and "🔥" not in text(message)
    at = position()
    assert set(answers(bot, message, number)) == set(range(len(at.match.legal(at.seat))))
    shown = text(await press(party, "Anna", message, answers(bot, message, number)[0]))
    assert says(party, bot, "wrong", percent=25, deed="§").split("§")[0] in shown
    *pictured, told = party.panel("Anna")["embeds"]
    assert pictured and "25" in told["description"] and "image" not in told, "seen on a phone"
    best = sentence(party, bot, "Anna", "decided.best", percent=75, deed="§").split("§")[0]
    assert best in shown and shown.index("25") < shown.index("75")
    assert says(party, bot, "solved", n=0, of=1) in shown
    assert says(party, bot, "next", when=f"<t:{(today + 1) * 86400}:R>") in shown
    assert await bot.host.store.tables.due() == [], "there is no table"
    again = await asked(party)
    assert text(again) == shown, "it is told again to who asks again"


async def test_all_that_it_shows_is_told_in_words_and_it_waits_meanwhile(
    party: Party, bot: MonsterBot, number: int
) -> None:
    message = await asked(party)
    [in_words] = verbs(message, "words")
    told = await press(party, "Anna", message, in_words)
    hand = sentence(party, bot, "Anna", "meistercoup.parts.hand")
    labels = {c["label"]: c["custom_id"] for c in controls(told)}
    assert not told["attachments"] and hand in labels and not verbs(told, "short")
    one = await press(party, "Anna", told, labels[hand])
    assert text(one) != text(told) and hand in text(one)
    back = sentence(party, bot, "Anna", "decided.again_button")
    again = await press(
        party, "Anna", one, next(c["custom_id"] for c in controls(one) if c["label"] == back)
    )
    assert text(again) == text(message) and again["components"] == message["components"]


async def test_once_it_is_answered_the_table_is_still_told_in_words(
    party: Party, bot: MonsterBot, number: int
) -> None:
    answered = await told(party, bot, "Anna", 0, number)
    [in_words] = verbs(party.panel("Anna"), "words")
    shown = await press(party, "Anna", party.panel("Anna"), in_words)
    assert sentence(party, bot, "Anna", "meistercoup.parts.hand") in str(shown["components"])
    back, *_ = controls(shown)
    assert back["label"] == says(party, bot, "back")
    assert text(await press(party, "Anna", shown, back["custom_id"])) == answered


async def test_the_best_answer_counts_as_right(party: Party, bot: MonsterBot, number: int) -> None:
    shown = await told(party, bot, "Anna", 1, number)
    assert says(party, bot, "right") in shown
    assert says(party, bot, "solved", n=1, of=1) in shown and "25" not in shown


async def test_a_second_answer_changes_nothing(party: Party, bot: MonsterBot, number: int) -> None:
    await told(party, bot, "Anna", 0, number)
    message = await press(party, "Anna", party.panel("Anna"), f"mr:puzzle:{number}:puzzle_again:")
    assert says(party, bot, "ask_again", stage="§", name="§").split("§")[-1] in text(message)
    [back] = verbs(message, "puzzle")
    shown = text(await press(party, "Anna", message, answers(bot, message, number)[1]))
    assert says(party, bot, "right") in shown
    assert says(party, bot, "counted", percent=25, deed="§").split("§")[0] in shown
    assert says(party, bot, "solved", n=0, of=1) in shown
    await press(party, "Anna", party.panel("Anna"), f"mr:puzzle:{number}:puzzle_again:")
    shown = text(await press(party, "Anna", party.panel("Anna"), back))
    assert says(party, bot, "wrong", percent=25, deed="§").split("§")[0] in shown


async def test_a_double_click_counts_once(party: Party, bot: MonsterBot, number: int) -> None:
    message = await asked(party)
    ids, person = answers(bot, message, number), party.id("Anna")
    clicks = [party.world.press(person, message["id"], ids[which]) for which in (0, 0, 1)]
    attempts = await asyncio.gather(*map(party.answered, clicks))
    assert all(attempt.acknowledged and not attempt.failed for attempt in attempts)
    row = await bot.host.store.puzzles.solver(int(person))
    assert row is not None and (row.answered, row.streak) == (1, 1)


async def test_everybody_is_shown_the_same(party: Party, bot: MonsterBot, number: int) -> None:
    one, other = await asked(party, "Anna"), await asked(party, "Chiara")
    assert text(one) == text(other) and one["components"] == other["components"]
    assert text(one) != text(await asked(party, "Ben")), "each in their language"
    assert not [m for m in party.seen("Anna") if not m["ephemeral"]], "nobody else sees it"


async def test_days_in_a_row(
    party: Party, bot: MonsterBot, number: int, wall: Clock, today: int
) -> None:
    await told(party, bot, "Anna", 0, number)
    wall.now += DAY
    streak = says(party, bot, "streak", n=2)
    message = await asked(party)
    assert streak not in text(message) and "🔥" not in text(message)
    assert streak in await told(party, bot, "Anna", 1, await number_of(bot, today + 1))


async def test_a_day_counts_once_people_could_answer(
    bot: MonsterBot, number: int, today: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def put() -> list[bool]:
        await bot.chores.sweep()
        every = [await bot.host.store.puzzles.of(day) for day in (today - 1, today, today + 1)]
        return [bool(row and row.put) for row in every]

    with monkeypatch.context() as patch:
        patch.setattr(bot.host.play.clocks.standstills, "lasts", lambda guild: True)
        assert await put() == [False] * 3
    assert await put() == [False, True, False]


async def test_at_midnight_who_has_it_before_them_goes_on(
    party: Party, bot: MonsterBot, number: int, wall: Clock, today: int
) -> None:
    message = await asked(party)
    custom_id = answers(bot, message, number)[1]
    late = await asked(party)
    wall.now = (today + 1) * DAY + 60
    assert says(party, bot, "solved", n=1, of=1) in text(
        await press(party, "Anna", message, custom_id)
    )
    wall.now += puzzles.GRACE
    late = await press(party, "Anna", late, custom_id)
    assert late["content"] == says(party, bot, "old")
    ids = {c["custom_id"].split(":")[2] for c in controls(late)}
    assert ids == {str(await number_of(bot, today + 1))}
    row = await bot.host.store.puzzles.solver(int(party.id("Anna")))
    assert row is not None and row.answered == 1


async def test_an_answer_after_that_to_a_newer_one_is_told_not_to_count(
    party: Party, bot: MonsterBot, number: int, wall: Clock, today: int
) -> None:
    message = await asked(party)
    custom_id = answers(bot, message, number)[1]
    wall.now = (today + 1) * DAY + 60
    await told(party, bot, "Anna", 0, await number_of(bot, today + 1))
    assert not party.panel("Anna")["content"]
    shown = await press(party, "Anna", message, custom_id)
    assert shown["content"] == says(party, bot, "newer")
    assert says(party, bot, "solved", n=0, of=1) in text(shown)


@pytest.mark.parametrize(
    "deed", ["1:play:3", f"{10**79}:play:3", "0:puzzle_again:", "0:puzzle:", "7:puzzle:all"]
)
async def test_an_old_button_shows_todays(
    party: Party, bot: MonsterBot, number: int, deed: str
) -> None:
    attempt = await press_forged(party, bot, "Anna", f"mr:puzzle:{deed}")
    message = await party.filled(attempt)
    assert message["ephemeral"] and answers(bot, message, number)
    assert message["content"] == ("" if ":puzzle:" in deed else says(party, bot, "old"))


@pytest.mark.parametrize("deed", ["play:99", "play:x", "join:", "take:3", "puzzle_more:", "start:"])
async def test_a_forged_answer_is_refused_and_counts_nothing(
    party: Party, bot: MonsterBot, number: int, deed: str
) -> None:
    attempt = await press_forged(party, bot, "Anna", f"mr:puzzle:{number}:{deed}")
    message = await party.filled(attempt)
    assert message["content"] and answers(bot, message, number)
    assert await bot.host.store.puzzles.solver(int(party.id("Anna"))) is None


async def test_where_there_is_none_yet_that_is_said_and_it_is_made(
    party: Party, bot: MonsterBot, today: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()

    def work(search: Search) -> Iterator[None]:
        yield None
        search.found = position()

    monkeypatch.setattr(Search, "work", work)
    later = bot.host.puzzles._thinking.later

    async def slow(work: Any) -> Any:
        await go.wait()
        return await later(work)

    monkeypatch.setattr(bot.host.puzzles._thinking, "later", slow)
    message = await asked(party)
    assert says(party, bot, "making") in text(message)
    [look] = verbs(message, "puzzle")
    assert says(party, bot, "making") in text(await press(party, "Anna", message, look))
    go.set()
    await party.until(lambda: not bot.host.puzzles._making)
    message = await press(party, "Anna", message, look)
    assert answers(bot, message, await number_of(bot, today))


async def test_where_none_is_found_that_is_said(
    party: Party, bot: MonsterBot, wall: Clock, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    monkeypatch.setattr(bot.host.puzzles._maker, "_most", 0.0)
    message = await asked(party)
    when = f"<t:{(today + 1) * 86400}:R>"
    assert says(party, bot, "none", when=when) in text(message) and not controls(message)
    assert making.SECONDS > 0


async def test_one_of_rules_that_come_with_an_update_is_left_to_who_knows_them(
    party: Party, bot: MonsterBot, today: int
) -> None:
    head = puzzles.HEAD.load(row(today).head)
    newer = replace(row(today), head=puzzles.HEAD.dump(replace(head, version=77)))
    await bot.host.store.puzzles.add(newer)
    message = await asked(party)
    assert says(party, bot, "elsewhere") in text(message)
    [look] = verbs(message, "puzzle")
    assert says(party, bot, "elsewhere") in text(await press(party, "Anna", message, look))
    await switched_on(party, bot)
    assert await swept(party, bot) == []
    assert not bot.host.puzzles._making and await bot.host.store.puzzles.of(today) == newer


async def test_who_may_not_play_there_has_none(party: Party, bot: MonsterBot, number: int) -> None:
    anna, ben = (int(party.id(name)) for name in ("Anna", "Ben"))
    message = await asked(party)
    await bot.host.store.staff.ban(Ban(int(party.world.guild_id), anna, None, "Lärm", 0, 1.0))
    await bot.host.store.staff.ban(Ban(0, ben, None, "", 0, 1.0))
    for name, key, values in (
        ("Anna", "staff.banned_why", {"reason": "Lärm"}),
        ("Ben", "staff.blocked", {}),
    ):
        refused(party, bot, await party.command(name, "puzzle"), name, key, **values)
    person, ids = party.id("Anna"), answers(bot, message, number)
    attempt = await party.answered(party.world.press(person, message["id"], ids[0]))
    refused(party, bot, attempt, "Anna", "staff.banned_why", reason="Lärm")
    assert await bot.host.store.puzzles.solver(anna) is None


async def test_it_is_answered_in_direct_messages_too(
    party: Party, bot: MonsterBot, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_direct_messages(monkeypatch)
    shown = await told(party, bot, "Anna", 1, number)
    assert says(party, bot, "solved", n=1, of=1) in shown


async def test_a_restart_changes_nothing(
    server: PlaygroundServer, settings: Settings, wall: Clock, today: int
) -> None:
    party = Party(server.world)
    async with running_bot(settings) as bot:
        await bot.host.store.puzzles.add(row(today))
        message = await asked(party)
        custom_id = answers(bot, message, await number_of(bot, today))[1]
    async with running_bot(settings) as bot:
        shown = text(await press(party, "Anna", message, custom_id))
        assert says(party, bot, "solved", n=1, of=1) in shown


async def test_who_is_forgotten_begins_anew(party: Party, bot: MonsterBot, number: int) -> None:
    await told(party, bot, "Anna", 1, number)
    asked_for = await party.command("Anna", "forget-me")
    await party.press("Anna", asked_for.message, "forget")
    anna = int(party.id("Anna"))
    assert await bot.host.store.puzzles.solver(anna) is None


def lines(party: Party) -> list[Message]:
    """Return what the channel was told of puzzles."""
    return [m for m in party.seen("Anna") if not m["ephemeral"] and "🧩" in m["content"]]


async def swept(party: Party, bot: MonsterBot) -> list[Message]:
    """Let the bot look once whether a line is due; return what the channel was told so far."""
    await bot.services.puzzle_line.sweep()
    await party.until(lambda: bot.idle)
    return lines(party)


async def switched_on(party: Party, bot: MonsterBot) -> None:
    """Let staff choose the first channel for the line."""
    page, deniz = (await party.command("Deniz", "games-admin settings")).message, party.id("Deniz")
    turned = await party.answered(party.world.press(deniz, page["id"], "ga:page:2"))
    [custom_id] = [c["custom_id"] for c in controls(turned.message) if "puzzles" in c["custom_id"]]
    await party.world.select(deniz, page["id"], custom_id, [party.channel])


async def test_a_channel_is_told_nothing_until_staff_wants_it(
    party: Party, bot: MonsterBot, number: int
) -> None:
    assert await swept(party, bot) == []
    await switched_on(party, bot)
    assert bot.host.servers.of(int(party.world.guild_id)).puzzles == int(party.channel)
    [line] = await swept(party, bot)
    assert line["content"].startswith("🧩 **") and "\n" not in line["content"]
    assert not line["mentions"] and not line["embeds"] and line["flags"] & 4096, "it is quiet"


async def test_it_is_one_line_a_day_after_the_night(
    party: Party, bot: MonsterBot, number: int, wall: Clock, today: int
) -> None:
    await switched_on(party, bot)
    assert len(await swept(party, bot)) == len(await swept(party, bot)) == 1
    wall.now = (today + 1) * DAY + 1
    assert len(await swept(party, bot)) == 1, "at night nobody is told"
    wall.now += 12 * 3600
    old, new = await swept(party, bot)
    anna = party.id("Anna")
    for line in (old, new):
        [button] = verbs(line, "puzzle")
        message = await party.filled(
            await party.answered(party.world.press(anna, line["id"], button))
        )
        assert message["ephemeral"] and answers(bot, message, await number_of(bot, today + 1))


async def test_it_is_night_where_the_server_is(
    party: Party, bot: MonsterBot, number: int, wall: Clock
) -> None:
    await switched_on(party, bot)
    guild = int(party.world.guild_id)
    house = bot.host.servers.of(guild)
    # Noon by UTC is two in the night.
    await bot.host.servers.settle(guild, house.model_copy(update={"zone": "Pacific/Honolulu"}))
    assert await swept(party, bot) == []
    wall.now += 6 * 3600 + 60
    assert len(await swept(party, bot)) == 1


async def test_where_the_bot_may_not_write_the_line_comes_once_it_may(
    party: Party, bot: MonsterBot, number: int
) -> None:
    await switched_on(party, bot)
    party.world.deny(party.channel, "SEND_MESSAGES")
    await bot.services.puzzle_line.sweep()
    await party.until(lambda: party.world.guild_id in bot._outbox.parked)
    assert lines(party) == [] and not await bot.host.store.settings.every(puzzle_line.TOLD)
    party.world.allow(party.channel, "SEND_MESSAGES")
    await party.until(lambda: bot.idle and lines(party))
    assert len(await swept(party, bot)) == 1


async def test_where_staff_chooses_another_channel_the_line_comes_there_once(
    party: Party, bot: MonsterBot, number: int
) -> None:
    await switched_on(party, bot)
    guild, other = int(party.world.guild_id), list(party.world.channels)[2]
    party.world.deny(party.channel, "SEND_MESSAGES")
    await bot.services.puzzle_line.sweep()
    await party.until(lambda: party.world.guild_id in bot._outbox.parked)
    house = bot.host.servers.of(guild)
    await bot.host.servers.settle(guild, house.model_copy(update={"puzzles": int(other)}))
    party.world.allow(party.channel, "SEND_MESSAGES")
    await party.until(lambda: bot.idle)
    elsewhere = Party(party.world, other)
    assert await swept(party, bot) == [] and len(lines(elsewhere)) == 1


async def test_where_there_is_no_channel_no_line_is_tried_again(
    party: Party, bot: MonsterBot, number: int
) -> None:
    await switched_on(party, bot)
    guild = int(party.world.guild_id)
    house = bot.host.servers.of(guild).model_copy(update={"puzzles": 12345})
    await bot.host.servers.settle(guild, house)
    assert await swept(party, bot) == []
    told = await bot.host.store.settings.every(puzzle_line.TOLD)
    assert list(told) == [guild]
    await bot.host.servers.settle(guild, house.model_copy(update={"puzzles": int(party.channel)}))
    assert await swept(party, bot) == []


@pytest.mark.expects_log("is tried again")
async def test_a_line_that_only_could_not_be_noted_is_not_posted_again(
    party: Party, bot: MonsterBot, number: int, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    await switched_on(party, bot)
    # Discord has long forgotten what it was sent before.
    monkeypatch.setattr(channels, "NONCE_SECONDS", 0.0)
    monkeypatch.setattr(outbox, "PAUSES", (0.01,))
    tries = [StoreError("away")] * 3
    note = bot.host.store.settings.set

    async def failing(*what: Any) -> None:
        if tries:
            raise tries.pop()
        await note(*what)

    monkeypatch.setattr(bot.host.store.settings, "set", failing)
    assert len(await swept(party, bot)) == 1 and not tries
    told = await bot.host.store.settings.every(puzzle_line.TOLD)
    assert list(told.values()) == [str(today)]


async def test_a_line_that_waits_until_night_is_not_posted_then(
    party: Party, bot: MonsterBot, number: int, wall: Clock, today: int
) -> None:
    await switched_on(party, bot)
    guild = int(party.world.guild_id)
    wall.now = (today + 1) * DAY + 1
    await bot.services.puzzle_line._tell(guild, int(party.channel))
    assert lines(party) == [] and not await bot.host.store.settings.every(puzzle_line.TOLD)
    wall.now += 12 * 3600
    assert len(await swept(party, bot)) == 1


async def test_who_was_told_is_read_once_a_day(
    party: Party, bot: MonsterBot, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await switched_on(party, bot)
    await swept(party, bot)
    again = puzzle_line.PuzzleLine(
        bot,
        bot.host.store.settings,
        bot.host.servers,
        bot.host.puzzles,
        bot.pages,
        bot._outbox,
    )
    reads: list[str] = []
    every = bot.host.store.settings.every

    async def noted(key: str) -> dict[int, str]:
        reads.append(key)
        return await every(key)

    monkeypatch.setattr(bot.host.store.settings, "every", noted)
    for _ in range(3):
        await bot.services.puzzle_line.sweep()
        await again.sweep()
    assert reads == [puzzle_line.TOLD], "another process, or after a restart"
    assert len(lines(party)) == 1
