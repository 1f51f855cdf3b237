"""A lesson as people go through it: privately, anywhere, at their pace, and through restarts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.gate.answer import Answer
from engine.lessons import Place
from playground.server import PlaygroundServer
from screens.frame.lesson import LEARN
from storage.errors import StoreError
from storage.lessons import Progress
from storage.records import Board
from tables.room.room import Room
from tables.servers import House
from tests.cogs.clicking import (
    in_direct_messages,
    press_forged,
    refused,
    result,
    sentence,
    start,
    table_of,
)
from tests.cogs.party import (
    Message,
    Party,
    controls,
    learnt,
    running_bot,
    settings_for,
    text,
    verbs,
)
from tests.screens.lesson_paths import Press, path_to
from tests.tables.house import fails

LESSONS = learnt()
COUP = "meistercoup"


class Learner:
    """A person with a lesson's message."""

    def __init__(self, party: Party, name: str, game: str = COUP) -> None:
        self.party, self.name, self.lesson = party, name, LESSONS[game]
        self.user = int(party.id(name))
        self.message: Message = {}

    async def open(self) -> Message:
        """Type the command."""
        attempt = await self.party.command(self.name, "learn", game=self.lesson.game.id)
        self.message = await self.party.filled(attempt)
        assert self.message["ephemeral"]
        return self.message

    async def press(self, *way: Press) -> Message:
        """Press the controls of a decision, one after another."""
        for press in way:
            await self.click(self.found(press), press.values)
        return self.message

    def found(self, press: Press) -> str:
        """Return the custom_id of a control of the message; where a panel remembers what it looks
        at, that of the only one that does the same there."""
        same = verbs(self.message, press.verb)
        whole = [id for id in same if id.endswith(f":{press.verb}:{press.args}")]
        (id,) = whole or same
        return id

    async def click(self, custom_id: str, values: Sequence[str] = ()) -> None:
        """Press a control of the message, whether it stands there or stood there."""
        world, user, here = self.party.world, str(self.user), self.message["id"]
        made = world.select(user, here, custom_id, list(values)) if values else None
        attempt = await self.party.answered(made or world.press(user, here, custom_id))
        assert attempt.acknowledged and not attempt.failed
        self.message = self.seen()

    def seen(self) -> Message:
        """Return the message as it is now."""
        here = self.message["id"]
        return next(m for m in self.party.seen(self.name) if m["id"] == here)

    async def answer(self, place: Place, wrong: int | None = None) -> Message:
        """Give the right answer to a step, or a wrong one."""
        step = self.lesson.plan.steps[place.step]
        written = step.answer if wrong is None else step.wrong[wrong].answer
        assert written is not None
        return await self.press(*path_to(self.lesson, place, self.lesson.action(written)))

    async def deed(self, deed: str) -> Message:
        """Press one of the lesson's own buttons."""
        return await self.press(Press(LEARN, deed))

    def at(self) -> Place:
        """Return the step that the message shows."""
        return Place(int(text(self.message).split(" · ")[1].split(" ")[0]) - 1)


def below(message: Message) -> str:
    """Return what stands right above a lesson's buttons."""
    return str(message["embeds"][-1]["description"])


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("game", LESSONS)
async def test_a_lesson_is_gone_through_to_its_end(
    party: Party, bot: MonsterBot, game: str
) -> None:
    ben = Learner(party, "Ben", game)
    first = await ben.open()
    for number, step in enumerate(ben.lesson.plan.steps[:-1]):
        assert ben.at() == Place(number)
        if step.answer is None:
            await ben.deed("on")
            continue
        for wrong in range(len(step.wrong)):
            taught = await ben.answer(Place(number), wrong)
            assert text(taught) != text(first) and verbs(taught, LEARN)
            await ben.deed("undo")
            assert ben.at() == Place(number)
        await ben.answer(Place(number))
    assert await bot.host.store.lessons.known(ben.user, game)
    assert ben.message["id"] == first["id"], "one message all along"
    deeds = [id.rpartition(":")[2] for id in verbs(ben.message, LEARN)]
    assert deeds == ["play", "people", "again"]
    others = {p.name for p in party.world.people.values() if not p.bot} - {"Ben"}
    assert not any(party.seen(name) for name in others), "nobody else saw any of it"
    assert await bot.host.rooms.at(int(party.channel)) is None, "and it took no table"
    await ben.deed("again")
    assert ben.at() == Place(0)


async def test_a_choice_of_several_presses_is_told_on_the_way_and_not_after_it(
    party: Party, bot: MonsterBot
) -> None:
    ben = Learner(party, "Ben", "maechtige_monster")
    await ben.open()
    way: Sequence[Press] = ()
    while len(way) < 2:
        await ben.press(*way)
        step, way = ben.lesson.plan.steps[ben.at().step], ()
        if step.answer is None:
            await ben.deed("on")
        else:
            way = path_to(ben.lesson, ben.at(), ben.lesson.action(step.answer))
    asked, chosen = below(ben.message), below(await ben.press(way[0]))
    assert chosen.startswith(asked) and chosen != asked
    after = below(await ben.press(*way[1:]))
    assert after == below(await ben.open()), "no choice is going on there"


async def test_a_second_press_and_an_old_button_change_nothing(
    party: Party, bot: MonsterBot
) -> None:
    ben = Learner(party, "Ben")
    await ben.open()
    right = ben.lesson.action(ben.lesson.plan.steps[0].answer or {})
    (press,) = path_to(ben.lesson, Place(), right)
    id = ben.found(press)
    await asyncio.gather(*(ben.click(id) for _ in range(3)))
    await party.until(lambda: "· 2 " in text(ben.seen()))
    assert (await bot.host.store.lessons.of(ben.user, COUP)).count == 1
    skip = ben.found(Press(LEARN, "skip"))
    for old in (id, skip.replace(":1:", ":0:"), skip.replace(":1:", ":7:")):
        ben.message = await party.filled(await press_forged(party, bot, "Ben", old))
        assert ben.at() == Place(1), "an old button shows where one is"
    assert (await bot.host.store.lessons.of(ben.user, COUP)).count == 1


async def test_what_somebody_presses_fast_is_answered_in_its_order(
    party: Party, bot: MonsterBot
) -> None:
    ben = Learner(party, "Ben", "bugs")
    before = controls(await ben.open())
    lock = bot.presses.lessons._lock(ben.user)
    async with lock:  # as while another press of theirs is answered
        pressing = asyncio.create_task(ben.press(Press("show", "1")))
        await party.until(lambda: lock._waiters)
        assert controls(ben.seen()) == before
    assert controls(await pressing) != before


async def test_what_is_not_meant_is_refused_kindly_and_can_be_tried_again(
    party: Party, bot: MonsterBot
) -> None:
    ben = Learner(party, "Ben")
    await ben.open()
    step = ben.lesson.plan.steps[0]
    taught = [ben.lesson.action(a) for a in (step.answer, *(w.answer for w in step.wrong)) if a]
    match = ben.lesson.match(Place())
    other = next(a for a in match.legal(ben.lesson.seat) if a not in taught)
    await ben.press(*path_to(ben.lesson, Place(), other))
    said = sentence(party, bot, "Ben", "error.not_in_lesson")
    assert said in text(ben.message) and ben.at() == Place()
    assert await bot.host.store.lessons.of(ben.user, COUP) == Progress()
    await ben.answer(Place())
    assert said not in text(ben.message) and ben.at() == Place(1)


async def test_what_is_refused_leaves_one_where_one_looked(party: Party, bot: MonsterBot) -> None:
    ben = Learner(party, "Ben", "bugs")
    first = controls(await ben.open())
    there = controls(await ben.press(Press("show", "1")))
    assert there != first
    await ben.press(Press("pick", "0.1"))
    assert sentence(party, bot, "Ben", "error.not_in_lesson") in text(ben.message)
    assert controls(ben.message) == there
    await ben.press(Press("show", "0"))
    await ben.answer(Place())
    assert ben.at() == Place(1)


async def test_a_choice_of_several_presses_that_is_refused_begins_anew(
    party: Party, bot: MonsterBot
) -> None:
    ben = Learner(party, "Ben", "maechtige_monster")
    await ben.open()
    while ben.lesson.plan.steps[ben.at().step].answer is None:
        await ben.deed("on")
    before, here = controls(ben.message), ben.at()
    step, match = ben.lesson.plan.steps[here.step], ben.lesson.match(here)
    taught = [ben.lesson.action(a) for a in (step.answer, *(w.answer for w in step.wrong)) if a]
    other = next(a for a in match.legal(ben.lesson.seat) if a not in taught)
    await ben.press(*path_to(ben.lesson, here, other))
    assert sentence(party, bot, "Ben", "error.not_in_lesson") in text(ben.message)
    assert controls(ben.message) == before


@pytest.mark.parametrize(
    "id",
    ["ml:{}:0:play:999", "ml:{}:0:learn:undo", "ml:{}:0:learn:on", "ml:{}:0:learn:x", "ml:{}:0:x:"],
)
async def test_an_invented_press_leads_nowhere(party: Party, bot: MonsterBot, id: str) -> None:
    attempt = await press_forged(party, bot, "Ben", id.format(COUP))
    assert attempt.acknowledged and not attempt.failed
    assert await bot.host.store.lessons.of(int(party.id("Ben")), COUP) == Progress()


async def test_a_lesson_of_no_game(party: Party, bot: MonsterBot) -> None:
    for id in ("ml:chess:0:play:1", "mr::0:learn:chess"):
        attempt = await press_forged(party, bot, "Ben", id)
        refused(party, bot, attempt, "Ben", "error.no_lesson")


async def test_it_goes_on_after_a_restart(server: PlaygroundServer, tmp_path: Path) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    ben = Learner(party, "Ben")
    async with running_bot(settings):
        await ben.open()
        await ben.answer(Place(0))
    async with running_bot(settings):
        await ben.answer(Place(1))
        assert ben.at() == Place(2), "the button of before"
        again = Learner(party, "Ben")
        await again.open()
        assert again.at() == Place(2), "and the command"
        assert again.message["id"] != ben.message["id"]


@pytest.mark.expects_log("an edit cannot keep pictures")
async def test_where_discord_loses_a_kept_picture_it_is_sent_again(
    party: Party, bot: MonsterBot
) -> None:
    ben = Learner(party, "Ben")
    await ben.open()
    before = pictures(await ben.answer(Place(0)))
    # What is pressed now is of an older moment, and answered with the same pictures.
    await bot.host.store.lessons.go(ben.user, COUP, 1, ben.lesson.written(Place(1)), False)
    party.world.kept_files_leave_embeds = True
    await ben.deed("skip")
    await party.until(lambda: len(pictures(ben.seen())) == len(before))
    assert not set(pictures(ben.seen())) & set(before)


def pictures(message: Message) -> list[str]:
    """Return the addresses of a message's pictures."""
    return [url for embed in message["embeds"] if (url := embed.get("image", {}).get("url"))]


async def test_who_skips_finds_it_where_they_left(party: Party, bot: MonsterBot) -> None:
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.answer(Place(0))
    await ben.deed("skip")
    assert sentence(party, bot, "Ben", "learn.skipped") in text(ben.message)
    deeds = [id.rpartition(":")[2] for id in verbs(ben.message, LEARN)]
    assert deeds == ["back", "play", "people"]
    await ben.deed("back")
    assert ben.at() == Place(1)
    assert not await bot.host.store.lessons.known(ben.user, COUP)


async def test_in_a_direct_message(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_direct_messages(monkeypatch)
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.answer(Place(0))
    await ben.deed("skip")
    assert [id.rpartition(":")[2] for id in verbs(ben.message, LEARN)] == ["back"]
    assert sentence(party, bot, "Ben", "learn.alone") in text(ben.message)
    progress = await bot.host.store.lessons.of(ben.user, COUP)
    last = ben.lesson.written(Place(ben.lesson.last))
    await bot.host.store.lessons.go(ben.user, COUP, progress.count, last, True)
    await ben.deed("back")
    assert [id.rpartition(":")[2] for id in verbs(ben.message, LEARN)] == ["again"]
    attempt = await press_forged(party, bot, "Ben", f"ml:{COUP}:2:{LEARN}:play")
    refused(party, bot, attempt, "Ben", "error.no_channel")


async def test_it_is_given_out_and_forgotten(party: Party, bot: MonsterBot) -> None:
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.answer(Place(0))
    message = (await party.command("Ben", "my-data")).message
    (file,) = party.world.channels[party.channel].messages[message["id"]].attachments
    at = ben.lesson.written(Place(1))
    assert json.loads(file.data)["lessons"] == [{"game": COUP, "at": at, "finished": False}]
    question = (await party.command("Ben", "forget-me")).message
    await party.press("Ben", question, "forget")
    assert await bot.host.store.lessons.of(ben.user, COUP) == Progress()
    await ben.deed("skip")
    assert ben.at() == Place(0), "an old message shows the beginning"


async def lead(party: Party, name: str) -> list[bool]:
    """Return whether the rules, the page of a game in the help, and a lobby lead to the lesson."""
    rules = await party.filled(await party.command(name, "rules", game=COUP))
    help = await party.filled(await party.command(name, "help"))
    await party.choose(name, help, "help", COUP)
    await party.until(lambda: verbs(party.panel(name), "turn"))
    about = party.panel(name)
    more = await party.more(name)
    return [bool(verbs(message, LEARN)) for message in (rules, about, more)]


async def test_who_has_not_finished_the_game_or_its_lesson_is_led_to_it(
    party: Party, bot: MonsterBot, one_round: None
) -> None:
    await party.open(COUP, computers=2)
    assert await lead(party, "Ben") == [True, True, True]
    user, last = int(party.id("Ben")), LESSONS[COUP].last
    written = LESSONS[COUP].written(Place(last))
    await bot.host.store.lessons.go(user, COUP, 0, written, True)
    assert await lead(party, "Ben") == [False, False, False]
    assert not verbs(party.board(), LEARN), "the lobby itself is for all, and small"
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    await result(party, bot, table_of(party))
    await party.press("Anna", party.board(), "again")
    await party.until(lambda: verbs(party.board(), "join"))
    assert await lead(party, "Anna") == [False, False, False]
    assert await lead(party, "Chiara") == [True, True, True]


async def test_the_lobbys_button_opens_the_lesson_beside_the_page(
    party: Party, bot: MonsterBot
) -> None:
    await party.open(COUP)
    more = await party.more("Ben")
    await party.press("Ben", more, LEARN)
    await party.until(lambda: "· 1 " in text(party.panel("Ben")))
    assert more["id"] in [m["id"] for m in party.seen("Ben")], "the page stays"
    lesson = party.panel("Ben")
    await party.press("Ben", lesson, LEARN, "skip")
    skipped = sentence(party, bot, "Ben", "learn.skipped")
    await party.until(lambda: skipped in text(party.panel("Ben")))
    assert party.panel("Ben")["id"] == lesson["id"]


def _of_lesson(message: Message) -> bool:
    return any(control["custom_id"].startswith("ml:") for control in controls(message))


async def test_at_the_end_one_press_begins_a_game_with_computers(
    party: Party, bot: MonsterBot
) -> None:
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.deed("skip")
    await ben.deed("play")
    await party.until(lambda: verbs(party.board("Ben"), "seat"))
    room = await bot.host.rooms.at(int(party.channel))
    assert room is not None and room.table.status == "running" and room.table.game == COUP
    assert [player.user for player in room.table.players] == [ben.user, None, None]
    await party.until(lambda: not any(_of_lesson(message) for message in party.seen("Ben")))
    seat = await party.until(lambda: party.panel("Ben"))
    assert not verbs(seat, LEARN), "in its place stands the seat"


async def test_the_seat_comes_below_the_board_also_where_that_was_posted_first(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = bot.host.begin

    async def late(room: Room, user: int) -> None:
        await begin(room, user)
        await party.until(lambda: verbs(party.board("Ben"), "seat"))

    monkeypatch.setattr(bot.host, "begin", late)
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.deed("skip")
    await ben.deed("play")
    await party.until(lambda: int(party.panel("Ben")["id"]) > int(party.board("Ben")["id"]))
    await party.until(lambda: party.panel("Ben")["attachments"])
    assert sum(m["ephemeral"] for m in party.seen("Ben")) == 1, "the lesson's message went"


@pytest.mark.expects_log("is tried again")
async def test_who_sees_their_seat_hears_nothing_of_a_store_that_fails_then(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, shown = bot.host.begin, bot.host.store.shown
    look, failures = shown.board, list[str]()

    async def fails_once(table: str) -> Board | None:
        if not failures:
            failures.append(table)
            raise StoreError("The disk is full.")
        return await look(table)

    async def late(room: Room, user: int) -> None:
        await begin(room, user)
        await party.until(lambda: verbs(party.board("Ben"), "seat"))
        monkeypatch.setattr(shown, "board", fails_once)

    monkeypatch.setattr(bot.host, "begin", late)
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.deed("skip")
    (id,) = [id for id in verbs(ben.message, LEARN) if id.endswith(":play")]
    attempt = await party.world.press(str(ben.user), ben.message["id"], id)
    await party.until(lambda: failures)
    await party.until(lambda: int(party.panel("Ben")["id"]) > int(party.board("Ben")["id"]))
    await party.until(lambda: party.panel("Ben")["attachments"])
    assert not [m for m in attempt.followups if m["content"]], "no apology"
    assert sum(m["ephemeral"] for m in party.seen("Ben")) == 1


async def test_the_seat_in_a_lessons_place_is_known_before_it_shows_anything(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, stored = Answer.show, bot.host.store.shown
    kept: list[list[int]] = []

    async def shows(answer: Answer, **message: Any) -> int | None:
        kept.append([private.user for private in await stored.privates(0.0)])
        return await show(answer, **message)

    ben = Learner(party, "Ben")
    await ben.open()
    await ben.deed("skip")
    monkeypatch.setattr(Answer, "show", shows)
    await ben.deed("play")
    assert kept[0] == [ben.user], "as what a crash leaves behind must be found"


@pytest.mark.expects_log("error ")
async def test_whose_table_stands_is_not_told_that_nothing_changed(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.deed("skip")
    (id,) = [id for id in verbs(ben.message, LEARN) if id.endswith(":play")]
    with monkeypatch.context() as broken:
        broken.setattr(bot.host.store.tables, "start", fails)
        attempt = await party.world.press(str(ben.user), ben.message["id"], id)
        await party.until(lambda: not bot._working)
    said = attempt.followups[-1] if attempt.followups else attempt.message
    assert said["content"] == sentence(party, bot, "Ben", "error.ours", id="ababab")
    room = await bot.host.rooms.at(int(party.channel))
    assert room is not None and room.table.status == "lobby"


async def test_who_may_not_play_another_game_yet_has_no_lobby_either(
    party: Party, bot: MonsterBot
) -> None:
    guild, ben = int(party.world.guild_id), Learner(party, "Ben")
    await bot.host.servers.settle(guild, House(own_running=1, threads=True))
    await party.command("Ben", "play", game="bugs", thread=False)
    await party.press("Ben", await party.until(lambda: party.board("Ben")), "add")
    await party.press("Ben", party.board("Ben"), "start")
    await party.until(lambda: verbs(party.board("Ben"), "seat"))
    elsewhere = Party(party.world, party.world.channel("hinterzimmer").id, bot)
    ben.party = elsewhere
    await ben.open()
    await ben.deed("skip")
    (id,) = [v for v in verbs(ben.seen(), LEARN) if v.endswith(":play")]
    attempt = await elsewhere.world.press(str(ben.user), ben.message["id"], id)
    link = f"<#{party.channel}>"
    refused(elsewhere, bot, attempt, "Ben", "staff.own_running", most=1, links=link)
    [table] = await bot.host.store.tables.open_tables(guild)
    assert table.channel == int(party.channel)
    assert not any(place.parent for place in party.world.channels.values()), "nor a thread"


async def test_or_opens_a_lobby_for_people_as_play_does(party: Party, bot: MonsterBot) -> None:
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.deed("skip")
    await ben.deed("people")
    board = await party.until(lambda: party.board("Ben"))
    await party.press("Chiara", board, "join")
    room = await bot.host.rooms.at(int(party.channel))
    assert room is not None and room.table.status == "lobby" and room.table.host == ben.user


async def test_where_a_table_stands_the_lesson_says_so(party: Party, bot: MonsterBot) -> None:
    table = await start(party, computers=2)
    ben = Learner(party, "Ben")
    await ben.open()
    await ben.deed("skip")
    for deed in ("play", "people"):
        (id,) = [v for v in verbs(ben.seen(), LEARN) if v.endswith(f":{deed}")]
        attempt = await party.world.press(str(ben.user), ben.message["id"], id)
        title = sentence(party, bot, "Ben", f"{COUP}.title")
        refused(party, bot, attempt, "Ben", "error.open_here", game=title)
    room = await bot.host.rooms.at(int(party.channel))
    assert room is not None and room.table.id == table
