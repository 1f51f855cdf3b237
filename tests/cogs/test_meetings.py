"""Games that are agreed for a time, by clicks: what is posted, who is mentioned, what may fail."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cogs.client import MonsterBot
from cogs.shown import meetings as posts
from playground.server import PlaygroundServer
from playground.world import threads
from screens.frame.listing import DATE
from storage.meetings import Meeting
from storage.people import Ban
from tables.meetings import course
from tables.servers import House
from tests.cogs.abandoned import dies
from tests.cogs.clicking import in_direct_messages, press_forged, refused, sentence
from tests.cogs.dates import (
    agree,
    appeared,
    begin,
    called_times,
    calls,
    footer,
    lobby,
    shift,
    shown,
    weekly,
)
from tests.cogs.forging import Forgery, commit
from tests.cogs.moderating import staff
from tests.cogs.party import Message, Party, labels, running_bot, settings_for, text, verbs
from tests.cogs.stopwatch import within
from tests.tables.house import fails

pytestmark = pytest.mark.usefixtures("plain")

MINUTE = 60.0


async def test_people_agree_a_time(party: Party, bot: MonsterBot) -> None:
    asked = await party.command("Anna", "plan", game="Meister Coup", when="morgen 20:00", seats=3)
    said = (await party.answered(_done(asked))).message["content"]
    meeting = (await bot.host.store.meetings.open(int(party.world.guild_id)))[0]
    assert f"<t:{int(meeting.at)}:F>" in said and "Europe/Berlin" in said
    assert meeting.locale == "de", "in which it is told where staff has chosen no language"
    message = await party.until(lambda: shown(party))
    assert f"<t:{int(meeting.at)}:F>" in text(message) and "Dabei: 1 von 3\nAnna" in text(message)
    assert labels(message) == ["Platz nehmen", "Vielleicht", "Doch nicht", "Ändern …"]
    assert "gehört" not in text(message), "it is no series"
    await party.press("Ben", message, "meet_seat")
    await party.press("Chiara", message, "meet_maybe")
    await party.until(lambda: "Vielleicht: 1\nChiara" in text(shown(party)))
    assert "Dabei: 2 von 3\nAnna\nBen" in text(shown(party))
    await party.press("Finn", shown(party), "meet_seat")
    await party.until(lambda: "Platz nehmen" not in labels(shown(party)))
    await party.press("Ben", shown(party), "meet_away")
    await party.until(lambda: "Dabei: 2 von 3\nAnna\nFinn" in text(shown(party)))
    assert shown(party)["id"] == message["id"] and not calls(party)


async def _done(attempt: Any) -> Any:
    return attempt


async def test_who_has_said_no_time_zone_writes_in_the_server_s(
    party: Party, bot: MonsterBot
) -> None:
    await bot.host.servers.settle(int(party.world.guild_id), House(zone="Asia/Tokyo"))
    meeting = await agree(party, bot)
    there = datetime.fromtimestamp(meeting.at, ZoneInfo("Asia/Tokyo"))
    assert (there.hour, there.minute, meeting.zone) == (20, 0, "Asia/Tokyo")


async def test_a_time_is_read_in_the_time_zone_that_notify_me_tells(
    party: Party, bot: MonsterBot
) -> None:
    await bot.host.servers.speak(int(party.world.guild_id), "de", int(party.channel))
    told = (await party.command("Ben", "notify me")).message
    asked = await party.command("Ben", "plan", game="bugs", when="tomorrow 20:00")
    said = (await party.answered(_done(asked))).message["content"]
    assert "Europe/Berlin" in text(told) and "Europe/Berlin" in said
    asked = await party.command("Ben", "plan", game="bugs", when="in 2 hours")
    said = (await party.answered(_done(asked))).message["content"]
    assert "Bugs & Co" in said and "Europe/Berlin" not in said, "no hour was read"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Tokyo"])
async def test_a_date_that_is_moved_keeps_the_hour_that_is_typed_in_its_zone_alone(
    party: Party, bot: MonsterBot, zone: str
) -> None:
    meeting, anna = await agree(party, bot), int(party.id("Anna"))
    assert (meeting.zone, meeting.wall[10:]) == ("Europe/Berlin", "T20:00:00")
    habit = await bot.host.store.habits.of(anna)
    await bot.host.store.habits.save(replace(habit, zone=zone))
    panel = await party.filled(await party.press("Anna", shown(party), "meet_change"))
    opened = await party.press("Anna", panel, "meet_move")
    typed = {"when": "übermorgen 19:30"}
    submitted = await party.answered(party.world.submit(party.id("Anna"), opened, typed))
    said = (await party.answered(_done(submitted))).message["content"]
    assert f"Zeitzone {zone}" in said
    moved = await bot.host.store.meetings.get(meeting.id)
    assert moved is not None and moved.at != meeting.at
    assert moved.wall[10:] == ("T19:30:00" if zone == meeting.zone else "")


async def test_who_is_banned_has_no_seat_any_more(party: Party, bot: MonsterBot) -> None:
    await agree(party, bot, "Ben", "Chiara", seats=3)
    await staff(party, "ban", person=party.id("Ben"))
    await party.until(lambda: "Dabei: 2 von 3\nAnna\nChiara" in text(shown(party)))
    assert "Platz nehmen" in labels(shown(party))


async def test_who_was_banned_as_the_bot_died_has_no_seat_once_it_is_back(
    server: PlaygroundServer, tmp_path: Path, brisk: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "dates.db"))
    async with running_bot(settings) as bot:
        await agree(party, bot, "Ben", "Chiara", seats=3)
        monkeypatch.setattr(bot.host.meetings, "unseat_banned", dies)
        await staff(party, "ban", person=party.id("Ben"))
    async with running_bot(settings):
        await party.until(lambda: "Dabei: 2 von 3\nAnna\nChiara" in text(shown(party)))


async def test_whoever_a_series_passes_to_reads_that_it_is_theirs(
    party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot, "Ben", when=weekly())
    assert "gehört **Anna**" in text(shown(party))
    await bot.host.store.staff.ban(Ban(meeting.guild, meeting.host, None, "", 1, 1.0))
    await shift(bot, meeting, time.time(), reminded=True)
    await party.until(lambda: "gehört **Ben**" in text(shown(party)))


async def test_what_is_no_time_is_answered_with_examples(party: Party, bot: MonsterBot) -> None:
    for typed, key in (("irgendwann", "meeting.no_hour"), ("Blumentopf 20:00", "meeting.unread")):
        attempt = await party.command("Anna", "plan", game="bugs", when=typed)
        await party.answered(_done(attempt))
        refused(party, bot, attempt, "Anna", key)
    assert "morgen 20:00" in party.seen("Anna")[-1]["content"]
    offered = await party.world.autocomplete(
        party.id("Finn"), party.channel, "plan", {"game": "bugs", "when": "f"}, "when"
    )
    assert [choice["value"] for choice in offered] == ["Friday evening"]
    party.world.deny(party.channel, "SEND_MESSAGES")
    attempt = await party.command("Anna", "plan", game="bugs", when="morgen 20:00")
    assert "Nachrichten senden" in attempt.message["content"]
    assert not await bot.host.store.meetings.open(int(party.world.guild_id))


async def test_a_reminder_mentions_who_has_a_seat_and_goes(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben", "Finn")
    await party.press("Chiara", shown(party), "meet_maybe")
    habit = await bot.host.store.habits.of(int(party.id("Finn")))
    await bot.host.store.habits.save(replace(habit, called=False))
    await shift(bot, meeting, time.time() + 10 * MINUTE)
    [call] = await party.until(lambda: calls(party))
    assert {user["id"] for user in call["mentions"]} == {party.id(n) for n in ("Anna", "Ben")}
    assert "Doch nicht" in call["content"] and "`/bescheid mir`" in call["content"]
    assert f"/{shown(party)['id']}" in call["content"]
    gathering = await begin(party, bot, meeting)
    await party.until(lambda: not calls(party))
    everybody = ("Anna", "Ben", "Finn")
    await party.until(lambda: all(name in text(lobby(party)) for name in everybody))
    await party.until(lambda: not [m for m in party.seen("Anna") if "Dabei:" in text(m)])
    assert party.channel in text(gathering)


async def test_a_date_says_whether_it_is_reminded_of(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, when="in 2 Stunden")
    assert "15 Minuten vorher" in footer(party)
    await shift(bot, meeting, time.time() + 10 * MINUTE)
    await party.until(lambda: "Erinnerung kommt nicht mehr" in footer(party))
    assert "15 Minuten vorher" not in footer(party)


async def test_a_date_that_is_near_is_not_reminded_of(party: Party, bot: MonsterBot) -> None:
    await agree(party, bot, when="in 10 Minuten")
    assert "Erinnerung kommt nicht mehr" in footer(party) and not calls(party)


@pytest.mark.parametrize("quiet", [False, True])
async def test_who_could_not_be_reminded_is_called_to_the_table(
    server: PlaygroundServer,
    brisk: None,
    tmp_path: Path,
    quiet: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        await bot.host.servers.settle(int(party.world.guild_id), House(quiet=quiet))
        meeting = await agree(party, bot, "Ben")
        await bot.host.meetings.close()  # so that nothing happens by itself while it is away
        meeting = await bot.host.meetings.get(meeting.id, meeting.guild)
        late = replace(meeting, at=time.time() - 5 * MINUTE, wall="")
        await bot.host.store.meetings.save(late)
    async with running_bot(settings) as bot:
        gathering = await party.until(lambda: [m for m in [shown(party)] if verbs(m, "meet_here")])
        await party.until(lambda: bot.idle)
        if quiet:
            assert not calls(party) and await bot.host.store.meetings.owed() == {}
            return
        [call] = await party.until(lambda: calls(party))
        assert {u["id"] for u in call["mentions"]} == {party.id(n) for n in ("Anna", "Ben")}
        assert f"/{shown(party)['id']}" in call["content"] and "ist offen" in call["content"]
        await party.press("Ben", gathering[0], "meet_here")
        await party.until(lambda: "Da\nBen" in text(shown(party)))
        await appeared(bot, meeting, monkeypatch)
        await party.until(lambda: verbs(shown(party), "meet_free"))
        await party.until(lambda: bot.idle)
        assert [each["id"] for each in calls(party)] == [call["id"]], "it stands, and is alone"
        await bot.host.meetings.change(
            meeting.id, meeting.guild, lambda m: course.over(m, "played")
        )
        await party.until(lambda: not calls(party))


async def test_who_is_called_often_is_called_only_when_it_begins(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posts, "OFTEN", 1)
    first = await agree(party, bot, "Ben")
    await party.command("Anna", "plan", game="bugs", when="morgen 21:00")
    message = await party.until(lambda: "Bugs" in text(shown(party)) and shown(party))
    for name in ("Ben", "Finn"):
        await party.press(name, message, "meet_seat")
    await party.until(lambda: "Dabei: 3 von" in text(shown(party)))
    [second] = [
        each
        for each in await bot.host.meetings.planned(int(party.world.guild_id))
        if each.id != first.id
    ]
    later = time.time() + 5 * 60 * MINUTE
    for number, meeting in enumerate((first, second), 1):
        await bot.host.meetings.change(
            meeting.id, meeting.guild, lambda m: course.move(m, 1, later, time.time())
        )
        await called_times(party, number)
    called = [{user["username"] for user in call["mentions"]} for call in calls(party)]
    assert called == [{"anna", "ben"}, {"finn"}], "Anna and Ben were called this hour"
    await shift(bot, second, time.time() + 10 * MINUTE)
    await party.until(lambda: len(calls(party)[-1]["mentions"]) == 3)


@pytest.mark.parametrize(
    ("ahead", "times", "told"),
    [
        (10 * MINUTE, posts.OFTEN, ["ben"]),
        (60 * MINUTE, posts.OFTEN, []),
        (60 * MINUTE, posts.OFTEN - 1, ["ben"]),
    ],
)
async def test_who_is_called_often_is_told_what_is_changed_shortly_before(
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    ahead: float,
    times: int,
    told: Sequence[str],
) -> None:
    async def often(users: Sequence[int], *but: object) -> dict[int, int]:
        return dict.fromkeys(users, times)

    meeting = await agree(party, bot, "Ben", when="in 2 Stunden")
    moved = partial(course.move, by=meeting.host, at=time.time() + ahead, now=time.time())
    monkeypatch.setattr(bot.host.store.meetings, "called", often)
    await bot.host.meetings.change(meeting.id, meeting.guild, moved)
    await party.until(lambda: bot.idle)
    called = [user["username"] for call in calls(party) for user in call["mentions"]]
    assert called == told


async def test_a_date_in_a_thread_that_sleeps_until_then(party: Party, bot: MonsterBot) -> None:
    place = threads.open_in(
        party.world, party.world.channels[party.channel], {"name": "abends", "type": 11}
    )
    inside = Party(party.world, place.id, bot)
    meeting = await agree(inside, bot, "Ben")
    await inside.until(lambda: bot.idle)
    party.world.moderation.archive(place.id)
    await bot.host.meetings.change(
        meeting.id, meeting.guild, lambda m: course.come(m, 7, "Finn", "maybe")
    )
    await shift(bot, meeting, time.time() + 10 * MINUTE)
    [call] = await inside.until(lambda: calls(inside))
    assert f"/{place.id}/" in call["content"] and not place.archived, "a message wakes it"
    await shift(bot, meeting, time.time(), reminded=True)
    await inside.until(lambda: all(name in text(lobby(inside)) for name in ("Anna", "Ben")))
    await inside.until(lambda: bot.idle)
    assert not calls(inside) and await bot.host.store.meetings.owed() == {}


@pytest.mark.parametrize("allowed", [True, False])
async def test_a_thread_counts_as_the_channel_that_staff_has_settled(
    party: Party, bot: MonsterBot, allowed: bool
) -> None:
    channel = party.world.channels[party.channel]
    place = threads.open_in(party.world, channel, {"name": "abends", "type": 11})
    inside = Party(party.world, place.id, bot)
    meeting = await agree(inside, bot)
    other = party.world.channel("hinterzimmer")
    channels = (int(channel.id if allowed else other.id),)
    await bot.host.servers.settle(meeting.guild, House(channels=channels))
    await shift(bot, meeting, time.time(), reminded=True)
    said = "es ist so weit" if allowed else "nicht mehr zu"
    await inside.until(lambda: said in text(shown(inside)).casefold())


async def test_who_blocks_a_guest_is_offered_no_seat_in_their_date_and_who_is_blocked_is(
    party: Party, bot: MonsterBot
) -> None:
    anna, ben, chiara = (int(party.id(name)) for name in ("Anna", "Ben", "Chiara"))
    meeting = await agree(party, bot)
    for blocker, blocked in ((ben, anna), (anna, chiara)):
        await bot.host.store.manners.block(blocker, [blocked], 1.0)
    offered = dict[str, bool]()
    for name in ("Anna", "Ben", "Chiara", "Deniz"):
        page = (await party.command(name, "tables")).message
        offered[name] = any(f"{DATE}{meeting.id}" in each for each in _ids(page))
    assert offered == {"Anna": False, "Ben": False, "Chiara": True, "Deniz": True}
    for name, key in (("Ben", "you_blocked"), ("Chiara", "not_here")):
        attempt = await party.press(name, shown(party), "meet_seat")
        refused(party, bot, attempt, name, f"meeting.{key}")


async def test_dates_stand_among_the_open_tables(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben", seats=3)
    await party.command("Deniz", "play", game="bugs")
    asked = await party.command("Finn", "tables")
    page = asked.message
    assert f"<t:{int(meeting.at)}:F>" in text(page) and "2 of 3 coming" in text(page)
    assert f"/{shown(party)['id']})" in text(page) and meeting.id not in text(page)
    assert labels(page) == ["Join: 1, Bugs & Co", "Join: 2, Master Coup"]
    custom_id = next(each for each in _ids(page) if f":{DATE}{meeting.id}" in each)
    attempt = await party.world.press(party.id("Finn"), page["id"], custom_id)
    await party.until(lambda: "Dabei: 3 von 3\nAnna\nBen\nFinn" in text(shown(party)))
    assert "You have a seat in the date" in attempt.message["content"]
    await party.until(lambda: labels(attempt.message) == ["Join: 1, Bugs & Co"])
    late = await press_forged(party, bot, "Chiara", custom_id)
    refused(party, bot, late, "Chiara", "meeting.full", n=3)
    stored = await bot.host.store.meetings.get(meeting.id)
    assert stored is not None and len(course.seated(stored)) == 3
    await bot.host.meetings.change(meeting.id, meeting.guild, lambda m: course.over(m, "gone"))
    again = await party.command("Finn", "tables")
    assert "coming" not in text(again.message)


def _ids(message: Message) -> list[str]:
    rows = message["components"]
    return [control["custom_id"] for row in rows for control in row["components"]]


async def test_nobody_is_called_where_staff_wants_none(party: Party, bot: MonsterBot) -> None:
    await bot.host.servers.settle(int(party.world.guild_id), House(quiet=True))
    meeting = await agree(party, bot, "Ben")
    assert "Erinnerung kommt nicht mehr" in footer(party)
    await shift(bot, meeting, time.time() + 10 * MINUTE)
    await party.until(lambda: bot.idle)
    stored = await bot.host.store.meetings.get(meeting.id)
    assert stored is not None and stored.call == "remind"
    assert not calls(party) and await bot.host.store.meetings.owed() == {}


@pytest.mark.expects_log("error ")
async def test_who_does_not_appear_is_replaced(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = await agree(party, bot, "Ben", "Chiara", "Finn")
    gathering = await begin(party, bot, meeting)
    assert "Noch nicht da\nAnna\nBen\nChiara\nFinn" in text(gathering)
    await party.press("Anna", gathering, "meet_here")
    await party.until(lambda: "Da\nAnna\n" in text(shown(party)))
    await party.press("Ben", await party.until(lambda: lobby(party)), "more")
    await party.until(lambda: "Da\nAnna\nBen\n" in text(shown(party)))
    assert not verbs(shown(party), "meet_fill")
    await appeared(bot, meeting, monkeypatch)
    await party.until(lambda: verbs(shown(party), "meet_fill"))
    assert "**Anna** entscheidet" in text(shown(party))
    attempt = await party.press("Ben", shown(party), "meet_fill")
    refused(party, bot, attempt, "Ben", "meeting.chooses", name="Anna")
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    with monkeypatch.context() as broken:
        broken.setattr(bot.host.store.meetings, "save", fails)
        broken.setattr(bot.host.meetings, "follow", lambda table: None)  # it would fail too
        attempt = await party.press("Anna", shown(party), "meet_fill")
    refused(party, bot, attempt, "Anna", "error.ours", id="ababab")
    await party.press("Anna", shown(party), "meet_fill")
    await party.until(lambda: not verbs(shown(party), "meet_fill"))
    [table] = await bot.host.store.tables.open_tables(int(party.world.guild_id))
    people = [str(player.user) if player.user else "" for player in table.players]
    assert people == [party.id("Anna"), party.id("Ben"), "", ""]
    await party.press("Anna", lobby(party), "start")
    await party.until(lambda: "Partie hat begonnen" in text(shown(party)))
    assert not labels(shown(party)) and not calls(party)


async def test_who_is_there_and_sits_down_once_more_reads_so_and_may_choose(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = await agree(party, bot, "Ben", "Chiara")
    await begin(party, bot, meeting)
    board = await party.until(lambda: lobby(party))
    attempt = await party.press("Ben", board, "join")
    assert sentence(party, bot, "Ben", "meeting.noted") in text(attempt.message)
    await party.until(lambda: not bot._working)
    assert "" in [m["content"] for m in party.seen("Ben") if m["id"] == attempt.message["id"]]
    assert not verbs(attempt.message, "meet_fill")
    await appeared(bot, meeting, monkeypatch)
    await party.until(lambda: verbs(shown(party), "meet_fill"))
    attempt = await party.press("Ben", board, "join")
    assert sentence(party, bot, "Ben", "meeting.choose_you") in text(attempt.message)
    attempt = await party.press("Ben", attempt.message, "meet_free")
    assert sentence(party, bot, "Ben", "meeting.chosen") in text(attempt.message)
    await party.until(lambda: not verbs(shown(party), "meet_fill"))
    [table] = await bot.host.store.tables.open_tables(int(party.world.guild_id))
    assert [player.name for player in table.players] == ["Ben"]


async def test_who_leaves_the_lobby_is_missing_no_more(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben", "Finn")
    gathering = await begin(party, bot, meeting)
    await party.press("Anna", gathering, "meet_here")
    await party.until(lambda: "Noch nicht da\nBen\nFinn" in text(shown(party)))
    await party.command("Ben", "leave")
    await party.until(lambda: "Noch nicht da\nFinn" in text(shown(party)))
    await party.press("Chiara", lobby(party), "join")
    await party.until(lambda: "Da\nAnna\nChiara\n" in text(shown(party)))


async def test_the_host_or_staff_moves_and_cancels(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben")
    attempt = await party.press("Ben", shown(party), "meet_change")
    refused(party, bot, attempt, "Ben", "meeting.not_yours")
    panel = await party.filled(await party.press("Deniz", shown(party), "meet_change"))
    opened = await party.press("Deniz", panel, "meet_move")
    await party.world.submit(party.id("Deniz"), opened, {"when": "gar nicht"})
    await party.until(lambda: "fehlt die Uhrzeit" in party.seen("Deniz")[-1]["content"])
    opened = await party.press("Deniz", panel, "meet_move")
    submitted = await party.answered(
        party.world.submit(party.id("Deniz"), opened, {"when": "übermorgen 19:30"})
    )
    assert submitted.message["id"] == panel["id"], "the page that has asked says it"
    assert "ist jetzt am" in submitted.message["content"] and not submitted.message["components"]
    [call] = await party.until(lambda: calls(party))
    assert {u["id"] for u in call["mentions"]} == {party.id(n) for n in ("Anna", "Ben")}
    moved = await bot.host.store.meetings.get(meeting.id)
    assert moved is not None and moved.at > meeting.at
    await party.until(lambda: f"<t:{int(moved.at)}:F>" in text(shown(party)))
    panel = await party.filled(await party.press("Anna", shown(party), "meet_change"))
    await party.press("Anna", panel, "meet_weekly")
    await party.until(lambda: "Jede Woche" in text(shown(party)))
    await party.press("Anna", party.panel("Anna"), "meet_cancel")
    await party.press("Anna", party.panel("Anna"), "meet_sure")
    await party.until(lambda: any("abgesagt" in m["content"] for m in calls(party)))
    [cancelled] = calls(party)
    assert "Ihr habt einen Platz" in call["content"], "two are called"
    assert "Du hattest einen Platz" in cancelled["content"], "one alone"
    assert [u["id"] for u in cancelled["mentions"]] == [party.id("Ben")], "the call before goes"
    after = await party.until(lambda: "Dabei: 1 von" in text(shown(party)) and shown(party))
    [left] = await bot.host.store.meetings.open(meeting.guild)
    assert left.at == pytest.approx(moved.at + 7 * 86400, abs=3600) and after["id"]


async def test_what_staff_does_to_the_dates_of_others_are_cases(
    party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot, "Ben")
    opened = await press_forged(party, bot, "Deniz", f"mr::0:meet_move:{meeting.id}")
    await party.answered(
        party.world.submit(party.id("Deniz"), opened, {"when": "übermorgen 19:30"})
    )
    moved = await bot.host.store.meetings.get(meeting.id)
    assert moved is not None
    for press in ("weekly:{}.1", "weekly:{}.1", "weekly:{}.0", "sure:{}"):
        await press_forged(party, bot, "Deniz", f"mr::0:meet_{press.format(meeting.id)}")
    deeds = (await bot.host.store.staff.audit(meeting.guild, 9))[::-1]
    assert [deed.action for deed in deeds] == [
        *("date_move", "date_weekly", "date_once", "date_cancel")
    ], "what was so already is none"
    deniz, anna = (int(party.id(name)) for name in ("Deniz", "Anna"))
    assert {(deed.actor, deed.target) for deed in deeds} == {(deniz, anna)}
    page = (await party.command("Deniz", "games-admin log")).message
    cancelled, *_, first = page["embeds"][0]["description"].splitlines()
    place = f"Meister Coup <#{meeting.channel}>"
    assert f"sagte eine Verabredung von <@{anna}> ab; {place}; <t:{int(moved.at)}:f>" in cancelled
    assert f"{place}; <t:{int(meeting.at)}:f> → <t:{int(moved.at)}:f>" in first
    await party.until(lambda: bot.idle)
    assert not await bot.host.store.staff.untold()


async def test_what_the_host_does_to_their_date_is_no_case(party: Party, bot: MonsterBot) -> None:
    """Whoever they are."""
    party.world.person("Anna").moderator = True
    meeting = await agree(party, bot, "Ben")
    for press in ("weekly:{}.1", "weekly:{}.0", "sure:{}"):
        await press_forged(party, bot, "Anna", f"mr::0:meet_{press.format(meeting.id)}")
    assert await bot.host.store.meetings.open(meeting.guild) == []
    assert await bot.host.store.staff.audit(meeting.guild, 9) == []


async def test_what_came_too_late_to_be_asked_for_can_be_pressed_again(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await agree(party, bot, "Ben")
    panel = await party.filled(await party.press("Anna", shown(party), "meet_change"))
    get = bot.host.store.meetings.get

    async def slowly(id: str) -> Any:
        await asyncio.sleep(0.3)
        return await get(id)

    with monkeypatch.context() as slow:
        slow.setattr("cogs.gate.answer.LATE", 0.05)
        slow.setattr(bot.host.store.meetings, "get", slowly)
        attempt = await party.press("Anna", panel, "meet_move")
        await party.until(lambda: attempt.followups)
    refused(party, bot, attempt, "Anna", "error.slow")
    assert (await party.press("Anna", panel, "meet_move")).kind == 9


async def test_who_cancels_is_asked_once_again_also_after_a_restart(
    server: PlaygroundServer, brisk: None, tmp_path: Path
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        meeting = await agree(party, bot, "Ben")
        panel = await party.filled(await party.press("Anna", shown(party), "meet_change"))
        asked = (await party.press("Anna", panel, "meet_cancel")).message
        assert asked["id"] == panel["id"] and "Wirklich absagen?" in text(asked)
        said = labels(asked)
        assert said == ["Zeit ändern", "Jede Woche: aus", "Nicht absagen", "Ja, absagen"]
        assert labels(panel)[2] == "Absagen …", "a second tap there keeps it"
        kept = (await party.press("Anna", asked, "meet_change")).message
        asked = (await party.press("Anna", kept, "meet_cancel")).message
        late = (await party.press("Anna", shown(party), "meet_change")).message
    async with running_bot(settings) as bot:
        stored = await bot.host.store.meetings.get(meeting.id)
        assert stored is not None and stored.stage == "planned"
        attempt = await press_forged(party, bot, "Ben", verbs(asked, "meet_sure")[0])
        refused(party, bot, attempt, "Ben", "meeting.not_yours")
        await party.press("Anna", asked, "meet_sure")
        await party.until(lambda: "Abgesagt" in text(shown(party)))
        for verb in ("meet_cancel", "meet_move"):
            attempt = await party.press("Anna", late, verb)
            refused(party, bot, attempt, "Anna", "meeting.over")


async def test_who_is_banned_neither_changes_a_meeting_nor_is_called(
    party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot, "Ben", "Chiara")
    people = {name: int(party.id(name)) for name in ("Anna", "Ben", "Chiara")}
    for name in ("Anna", "Ben"):
        await bot.host.store.staff.ban(Ban(meeting.guild, people[name], None, "spam", 1, 1.0))
    attempt = await party.press("Anna", shown(party), "meet_change")
    refused(party, bot, attempt, "Anna", "staff.banned_why", reason="spam")
    await shift(bot, meeting, time.time() + 10 * MINUTE)
    [call] = await party.until(lambda: calls(party))
    assert [user["id"] for user in call["mentions"]] == [str(people["Chiara"])]


async def test_forged_presses(
    party: Party, bot: MonsterBot, caplog: pytest.LogCaptureFixture
) -> None:
    meeting = await agree(party, bot)
    for args in ("", "zzzz", f"{meeting.id}.7", "a.b.c"):
        for verb in bot.presses.meetings.verbs:
            await press_forged(party, bot, "Ben", f"mr::0:{verb}:{args}")
    attempt = await press_forged(party, bot, "Anna", f"mr::0:meet_weekly:{meeting.id}.7")
    refused(party, bot, attempt, "Anna", "error.malformed")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    kept = await bot.host.store.meetings.get(meeting.id)
    assert kept is not None and kept.at == meeting.at and kept.stage == "planned"
    assert not kept.weekly


async def test_nobody_else_moves_it_by_a_modal(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben")
    attempt = await press_forged(party, bot, "Ben", f"mr::0:meet_move:{meeting.id}")
    refused(party, bot, attempt, "Ben", "meeting.not_yours")
    typed = Forgery("Ben", f"meeting:{meeting.id}:", ("übermorgen 19:30",), modal=True)
    attempt = await party.answered(commit(party.world, party.channel, typed))
    refused(party, bot, attempt, "Ben", "meeting.not_yours")
    assert await bot.host.store.meetings.get(meeting.id) == meeting


async def test_it_is_answered_where_it_is_agreed_alone(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben")
    elsewhere = Party(party.world, party.world.channel("hinterzimmer").id)
    for name in ("Anna", "Ben", "Chiara", "Deniz"):
        for verb in bot.presses.meetings.verbs:
            attempt = await press_forged(elsewhere, bot, name, f"mr::0:{verb}:{meeting.id}.0")
            refused(elsewhere, bot, attempt, name, "meeting.gone")
    typed = Forgery("Anna", f"meeting:{meeting.id}:", ("übermorgen 19:30",), modal=True)
    attempt = await party.answered(commit(party.world, elsewhere.channel, typed))
    refused(elsewhere, bot, attempt, "Anna", "meeting.gone")
    assert await bot.host.store.meetings.get(meeting.id) == meeting


async def test_nothing_is_agreed_in_direct_messages(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await agree(party, bot)
    in_direct_messages(monkeypatch)
    attempt = await party.press("Ben", shown(party), "meet_seat")
    refused(party, bot, attempt, "Ben", "meeting.gone")


async def test_a_message_that_was_deleted_is_posted_anew(party: Party, bot: MonsterBot) -> None:
    await agree(party, bot)
    message = shown(party)
    person = party.id("Ben")
    party.world.moderation.delete_message(message["id"])
    meeting = (await bot.host.store.meetings.open(int(party.world.guild_id)))[0]
    await bot.host.meetings.seat(meeting.id, meeting.guild, int(person), "Ben")
    await party.until(lambda: "Ben" in text(shown(party)))
    assert shown(party)["id"] != message["id"]
    party.world.moderation.delete_message(shown(party)["id"])
    await bot.host.meetings.end(meeting.guild)
    await party.until(lambda: bot.idle)
    assert not [m for m in party.seen("Anna") if m["embeds"]], "nor once it is over"


@pytest.mark.expects_log("400")
async def test_a_message_that_discord_does_not_take_is_not_posted_beside_the_one_that_stands(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    meeting, message = await agree(party, bot), shown(party)
    with server.faults.fail("PATCH", f"/messages/{message['id']}", 400):
        await bot.host.meetings.seat(meeting.id, meeting.guild, int(party.id("Ben")), "Ben")
        await party.until(lambda: bot.idle)
    assert [m["id"] for m in party.seen("Anna") if m["embeds"]] == [message["id"]]


@pytest.mark.expects_log("404")
async def test_what_discord_does_not_find_in_a_channel_that_is_there_ends_no_date(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    meeting, path = await agree(party, bot), f"/channels/{party.channel}/messages"
    with server.faults.fail("*", path, 404, times=None) as failed:
        await bot.host.meetings.seat(meeting.id, meeting.guild, int(party.id("Ben")), "Ben")
        await failed.reached()
        await party.until(lambda: bot.idle)
    kept = await bot.host.store.meetings.get(meeting.id)
    assert kept is not None and kept.stage == "planned"


async def test_in_a_deleted_channel_nothing_is_agreed_any_more(
    party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot)

    async def gone(meeting: Meeting) -> bool:
        stored = await bot.host.store.meetings.get(meeting.id)
        return stored is not None and stored.reason == "gone"

    party.world.moderation.delete_channel(party.channel)
    async with within(30):
        while not await gone(meeting):
            await asyncio.sleep(0.05)
    assert list(await bot.host.store.meetings.owed()) in ([], [meeting.id])


async def test_what_is_owed_is_shown_once_however_often_the_bot_dies(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        meeting = await agree(party, bot, "Ben")
        monkeypatch.setattr(bot.host.store.meetings, "post", dies)
        await shift(bot, meeting, time.time() + 10 * MINUTE)
        await bot.host.meetings.seat(meeting.id, meeting.guild, int(party.id("Chiara")), "Chiara")
        await party.until(lambda: "Chiara" in text(shown(party)))
    async with running_bot(settings) as bot:
        [call] = await party.until(lambda: calls(party))
        await party.until(lambda: bot.idle)
        monkeypatch.setattr(bot.host.store.meetings, "post", dies)
        await shift(bot, meeting, time.time(), reminded=True)
        await party.until(lambda: "es ist so weit" in text(shown(party)).casefold())
        gathering = shown(party)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        assert await bot.host.store.meetings.owed() == {}
        assert shown(party)["id"] == gathering["id"], "the same nonce"
        about = [m for m in party.seen("Anna") if "Verabredung" in text(m) and m["embeds"]]
        assert [m["id"] for m in about] == [gathering["id"]]
        assert not calls(party) and call["id"] not in {m["id"] for m in party.seen("Anna")}
        assert len([m for m in party.seen("Anna") if verbs(m, "join")]) == 1


async def test_what_was_posted_before_the_bot_died_says_the_newest(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    ben = int(party.id("Ben"))

    async with running_bot(settings) as bot:
        monkeypatch.setattr(bot.host.store.meetings, "post", dies)
        await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
        await party.until(lambda: shown(party))
        [meeting] = await bot.host.store.meetings.open(int(party.world.guild_id))
        await bot.host.meetings.seat(meeting.id, meeting.guild, ben, "Ben")
        await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        await party.until(lambda: "Dabei: 2 von" in text(shown(party)))
        await party.until(lambda: bot.idle)
        assert await bot.host.store.meetings.owed() == {}
        monkeypatch.setattr(bot.services.shown.leftovers, "_clear", dies)
        await begin(party, bot, meeting)
        await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        about = [m for m in party.seen("Anna") if "Verabredung" in text(m) and m["embeds"]]
        assert [m["id"] for m in about] == [shown(party)["id"]], "what stood before is gone"


async def test_what_may_not_be_deleted_says_so_until_it_may(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    meeting = await agree(party, bot, "Ben")
    old = shown(party)["id"]
    with server.faults.fail("DELETE", f"/messages/{old}$", 403):
        await begin(party, bot, meeting)
        await party.until(lambda: old in bot._outbox.parked)
    [still] = [m for m in party.seen("Anna") if m["id"] == old]
    assert still["content"] == bot.words(0, 0, "de")("leftover")
    assert not (still["embeds"] or still["components"]), "nobody is named by it, nothing pressed"
    server.world.publish("channel_update", server.world.channels[party.channel])
    await party.until(lambda: old not in {m["id"] for m in party.seen("Anna")})
    await party.until(lambda: bot.idle)
    assert await bot.host.store.leftovers.due() == []


@asynccontextmanager
async def parked(
    party: Party, bot: MonsterBot, meeting: Meeting, right: str
) -> AsyncIterator[None]:
    """Take a right from the bot in the channel until what is done meanwhile cannot be shown."""
    party.world.deny(party.channel, right)
    yield
    await party.until(lambda: meeting.id in bot._outbox.parked)
    party.world.allow(party.channel, right)


async def test_a_meeting_waits_where_nothing_may_be_written(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot)
    async with parked(party, bot, meeting, "SEND_MESSAGES"):
        party.world.moderation.delete_message(shown(party)["id"])
        person = int(party.id("Ben"))
        await bot.host.meetings.seat(meeting.id, meeting.guild, person, "Ben")
    await party.until(lambda: "Ben" in text(shown(party)))


async def test_what_was_cancelled_where_the_bot_saw_nothing_is_shown_once_it_does(
    party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot)
    async with parked(party, bot, meeting, "VIEW_CHANNEL"):
        await bot.host.meetings.change(
            meeting.id, meeting.guild, lambda m: course.cancel(m, 1, time.time())
        )
    await party.until(lambda: "Abgesagt" in text(shown(party)))


@pytest.mark.parametrize(("when", "ends"), [("morgen 20:00", False), (weekly(), True)])
async def test_a_bot_that_comes_back_says_that_a_meeting_has_ended(
    party: Party, bot: MonsterBot, when: str, ends: bool
) -> None:
    meeting = await agree(party, bot, when=when)
    party.world.moderation.remove_bot()
    await party.until(lambda: meeting.id in bot._outbox.parked)
    party.world.moderation.invite_bot()
    await party.until(lambda: not labels(shown(party)))
    assert "von diesem Server genommen" in text(shown(party))
    assert ("Es folgt keine weitere" in text(shown(party))) is ends


async def test_a_forgotten_person_is_taken_off_the_message(party: Party, bot: MonsterBot) -> None:
    await agree(party, bot, "Ben")
    await bot.host.forgetting.forget(int(party.id("Ben")))
    await party.until(lambda: "Ben" not in text(shown(party)))
    assert "Dabei: 1 von" in text(shown(party))


async def test_a_call_goes_with_who_is_forgotten(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben")
    moved = partial(course.move, by=0, at=meeting.at + 3600, now=time.time())
    await bot.host.meetings.change(meeting.id, meeting.guild, moved)
    await called_times(party, 1)
    await party.until(lambda: bot.idle)
    await bot.host.forgetting.forget(int(party.id("Ben")))
    await bot.chores.sweep()
    await called_times(party, 0)
    await party.until(lambda: bot.idle)
    assert await bot.host.store.leftovers.due() == []


async def test_a_press_on_a_date_that_takes_long_leaves_nothing_thinking(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await agree(party, bot)
    monkeypatch.setattr("cogs.gate.answer.LATE", 0.0)
    seat = bot.host.meetings.seat

    async def slow(*args: Any) -> Any:
        await asyncio.sleep(0.3)
        return await seat(*args)

    monkeypatch.setattr(bot.host.meetings, "seat", slow)
    before = [m["id"] for m in party.seen("Ben") if m["ephemeral"]]
    await party.world.press(
        str(party.id("Ben")), shown(party)["id"], verbs(shown(party), "meet_seat")[0]
    )
    await party.until(lambda: "Dabei: 2 von" in text(shown(party)))
    await party.until(lambda: [m["id"] for m in party.seen("Ben") if m["ephemeral"]] == before)
