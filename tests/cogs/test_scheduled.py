"""Meetings as a server's scheduled events: kept in step both ways, and no seat taken by either."""

from __future__ import annotations

import asyncio
import time
from copy import copy
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.shown import scheduled as events
from playground.model import ScheduledEvent
from playground.rest.faults import Fault, Stage
from playground.server import PlaygroundServer
from playground.world import scheduled
from playground.world.snowflakes import iso
from storage.leftovers import Leftover
from storage.meetings import Guest, Meeting, Poster
from tables.lobby import lobby as lobbies
from tables.meetings import course
from tables.room.refusal import Refusal
from tests.cogs.abandoned import dies
from tests.cogs.dates import agree, begin, calls, footer, lobby, shift, shown, weekly
from tests.cogs.party import Party, running_bot, settings_for, text
from tests.cogs.stopwatch import within

HOUR, DAY = 3600.0, 86400.0


@pytest.fixture
def may(server: PlaygroundServer) -> None:
    """Let the bot make events."""
    server.world.moderation.promote_bot()


def event(party: Party) -> ScheduledEvent:
    return list(party.world.events.values())[-1]


async def announced(
    party: Party, bot: MonsterBot, *guests: str, when: str = "morgen 20:00"
) -> tuple[Meeting, ScheduledEvent]:
    """Let Anna call a meeting and others take seats; return it once it is an event and all that
    shows it is done."""
    meeting = await agree(party, bot, *guests, when=when)
    made = await party.until(lambda: event(party))
    await party.until(lambda: bot.idle)
    return meeting, made


async def stored(bot: MonsterBot, meeting: Meeting) -> Meeting:
    found = await bot.host.store.meetings.get(meeting.id)
    assert found is not None
    return found


def coming(meeting: Meeting) -> dict[str, str]:
    return {guest.name: guest.coming for guest in meeting.guests}


async def test_what_is_agreed_is_an_event(may: None, party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben")
    await party.until(lambda: event(party).start == meeting.at)
    made = event(party)
    assert made.name == "Meister Coup" and made.end > made.start
    await party.until(lambda: made.location.endswith(f"/{party.channel}/{shown(party)['id']}"))
    later = time.time() + 5 * HOUR
    await shift(bot, meeting, later)
    await party.until(lambda: int(made.start) == int(later))
    await begin(party, bot, meeting)
    await party.until(lambda: made.status == scheduled.ACTIVE)
    board = await party.until(lambda: lobby(party))
    for name in ("Chiara", "Finn"):
        await party.press(name, board, "join")
    await party.press("Anna", board, "start")
    await party.until(lambda: made.status == scheduled.COMPLETED and not party.world.events)


@pytest.mark.parametrize(
    "status", [500, pytest.param(408, marks=pytest.mark.expects_log("is tried again"))]
)
async def test_an_event_that_discord_has_made_twice_is_there_once(
    may: None,
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    """The library repeats what was answered with 5xx, and we what a proxy gave up."""
    monkeypatch.setattr(outbox, "PAUSES", (0.01,))
    fault = server.faults.fail("POST", "/scheduled-events", status, stage=Stage.APPLIED)
    meeting, _ = await announced(party, bot, "Ben")
    await fault.reached()
    await party.until(lambda: list(party.world.events.values()) == [event(party)])
    await party.until(lambda: bot.idle)
    assert (await bot.host.store.meetings.poster(meeting.id)).event == int(event(party).id)
    assert (await stored(bot, meeting)).stage == "planned"


async def test_a_cancelled_meeting_is_no_event(may: None, party: Party, bot: MonsterBot) -> None:
    await agree(party, bot, "Ben")
    await party.until(lambda: event(party))
    panel = await party.filled(await party.press("Anna", shown(party), "meet_change"))
    await party.press("Anna", panel, "meet_cancel")
    await party.press("Anna", party.panel("Anna"), "meet_sure")
    await party.until(lambda: not party.world.events)


async def test_without_the_permission_all_works_without_it(party: Party, bot: MonsterBot) -> None:
    meeting = await agree(party, bot, "Ben")
    await party.until(lambda: bot.idle)
    assert not party.world.events and not meeting.listed
    assert not [r for r in party.world.requests if "scheduled" in r.path]


async def test_a_permission_that_is_lost_harms_nothing(
    may: None, party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot, "Ben")
    await party.until(lambda: event(party))
    party.world.moderation.promote_bot(False)
    await begin(party, bot, meeting)
    await party.until(lambda: bot.idle)
    refused = [r for r in party.world.requests if "scheduled" in r.path and r.status == 403]
    assert len(refused) <= 2, "once for each change"
    assert await bot.host.store.meetings.owed() == {}


async def test_where_not_everybody_sees_the_channel_any_more_it_is_no_event(
    may: None, party: Party, bot: MonsterBot
) -> None:
    meeting, _ = await announced(party, bot, "Ben")
    party.world.moderation.hide(party.channel, party.id("Finn"))
    await party.until(lambda: bot.idle)
    assert party.world.events, "all but one see it"
    party.world.moderation.hide(party.channel, party.world.guild_id)
    await party.until(lambda: not party.world.events)
    await party.until(lambda: bot.idle)
    kept = await stored(bot, meeting)
    assert kept.stage == "planned" and coming(kept) == coming(meeting)
    await shift(bot, meeting, meeting.at + HOUR)
    await party.until(lambda: bot.idle)
    assert not party.world.events and await bot.host.store.meetings.owed() == {}


@pytest.mark.parametrize("seen_again", [False, True])
async def test_an_event_that_discord_lets_stay_where_nobody_sees_it_takes_no_meeting_with_it(
    server: PlaygroundServer, may: None, party: Party, bot: MonsterBot, seen_again: bool
) -> None:
    meeting, made = await announced(party, bot)
    with server.faults.fail("DELETE", "/scheduled-events/", 403, times=None) as fault:
        party.world.moderation.hide(party.channel, party.world.guild_id)
        await fault.reached()
        await party.until(lambda: bot.idle)
    party.world.requests.clear()
    if seen_again:
        party.world.moderation.reveal(party.channel, party.world.guild_id)
        await party.until(lambda: [r for r in party.world.requests if r.method == "PATCH"])
        await party.until(lambda: bot.idle)
        assert event(party) is made, "it may stay"
    await bot.services.shown.events.gone(int(made.id))
    assert ((await stored(bot, meeting)).stage == "planned") != seen_again


async def test_once_everybody_sees_the_channel_again_it_is_an_event(
    may: None, party: Party, bot: MonsterBot
) -> None:
    meeting, _ = await announced(party, bot, "Ben")
    party.world.moderation.hide(party.channel, party.world.guild_id)
    await party.until(lambda: not party.world.events and bot.idle)
    await bot.host.meetings.seat(meeting.id, meeting.guild, 8, "Chiara")
    await party.until(lambda: bot.idle)
    party.world.requests.clear()
    await bot.host.meetings.seat(meeting.id, meeting.guild, 7, "Finn")
    await party.until(lambda: bot.idle)
    assert not party.world.events and await bot.host.store.meetings.owed() == {}
    assert not [r for r in party.world.requests if "scheduled" in r.path]
    party.world.moderation.reveal(party.channel, party.world.guild_id)
    await party.until(lambda: party.world.events and bot.idle)
    assert event(party).start == int(meeting.at)


async def test_an_event_leads_to_the_message_that_was_posted_anew(
    may: None, party: Party, bot: MonsterBot
) -> None:
    meeting, made = await announced(party, bot, "Ben")
    party.world.moderation.delete_message(shown(party)["id"])
    await bot.host.meetings.seat(meeting.id, meeting.guild, 7, "Finn")
    await party.until(lambda: "Finn" in text(shown(party)) and bot.idle)
    assert made.location.endswith(f"/{party.channel}/{shown(party)['id']}")
    assert (await stored(bot, meeting)).at == meeting.at


async def test_an_event_that_cannot_be_looked_at_keeps_no_other_from_being(
    server: PlaygroundServer, may: None, party: Party, bot: MonsterBot
) -> None:
    first, made = await announced(party, bot)
    second = await agree(party, bot, when="morgen 21:00")
    await party.until(lambda: len(party.world.events) == 2 and bot.idle)
    del party.world.events[event(party).id]  # of which nobody hears
    refused = server.faults.fail("GET", f"/scheduled-events/{made.id}", 403, times=None)
    with refused, pytest.raises(discord.Forbidden):
        await bot.services.shown.events.look(first.guild)
    assert (await stored(bot, first)).stage == "planned"
    assert (await stored(bot, second)).reason == "cancelled"


async def test_a_date_that_begins_as_its_event_is_looked_at_fails_nothing(
    may: None, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting, _ = await announced(party, bot)

    async def begun(event: discord.ScheduledEvent) -> None:
        raise Refusal("meeting.begun")

    monkeypatch.setattr(bot.services.shown.events, "changed", begun)
    await bot.services.shown.events.look(meeting.guild)


@pytest.mark.parametrize("dying", ["_withdraw", "show"])
async def test_what_was_hidden_as_the_bot_died_is_no_event_and_no_meeting_is_lost(
    may: None,
    server: PlaygroundServer,
    brisk: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    dying: str,
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        meeting, made = await announced(party, bot, "Ben")
        part = bot.services.shown.events
        if dying == "show":
            await bot.host.store.meetings.post(
                replace(await bot.host.store.meetings.poster(meeting.id), announced=events.HIDDEN)
            )
            scheduled.remove(party.world, made)  # as it had deleted it
        monkeypatch.setattr(part, dying, dies)
        party.world.moderation.hide(party.channel, party.world.guild_id)
        await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        await party.until(lambda: not party.world.events)
        await party.until(lambda: bot.idle)
        assert (await stored(bot, meeting)).stage == "planned"


async def test_who_moves_the_event_moves_the_meeting(
    may: None, party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot, "Ben")
    made = await party.until(lambda: event(party))
    start = int(time.time() + 9 * HOUR)
    times = {"scheduled_start_time": iso(start), "scheduled_end_time": iso(start + HOUR)}
    scheduled.change(party.world, made, times)
    await party.until(lambda: f"<t:{start}:F>" in text(shown(party)))
    assert (await stored(bot, meeting)).at == start
    [call] = await party.until(lambda: calls(party))
    assert len(call["mentions"]) == 2
    await party.until(lambda: bot.idle)
    assert made.start == start
    scheduled.remove(party.world, made)
    await party.until(lambda: "Abgesagt" in text(shown(party)))
    assert (await stored(bot, meeting)).reason == "cancelled"


async def test_who_cancels_the_event_cancels_the_meeting_and_what_is_over_or_another_moves_none(
    may: None, party: Party, bot: MonsterBot
) -> None:
    meeting, made = await announced(party, bot, "Ben")
    seen, part = await bot.guilds[0].fetch_scheduled_event(int(made.id)), bot.services.shown.events
    over, past, cancelled = copy(seen), copy(seen), copy(seen)
    for each, status in ((over, "completed"), (cancelled, "canceled")):
        each.status = discord.EventStatus[status]
        each.start_time += timedelta(hours=1)
    past.start_time -= timedelta(days=9)
    other = copy(cancelled)
    other.id = 1  # of which no meeting knows
    await part.gone(other.id)
    for on in (True, False):
        await part.interested(other.id, int(party.id("Finn")), on)
    for each in (over, past, other):
        await part.changed(each)
        assert (await stored(bot, meeting)).at == meeting.at
    await part.changed(cancelled)
    assert (await stored(bot, meeting)).reason == "cancelled"


async def test_who_begins_the_event_early_begins_the_meeting(
    may: None, party: Party, bot: MonsterBot
) -> None:
    meeting, made = await announced(party, bot, "Ben", when=weekly())
    scheduled.change(party.world, made, {"status": scheduled.ACTIVE})
    await party.until(lambda: all(name in text(lobby(party)) for name in ("Anna", "Ben")))
    begun = await stored(bot, meeting)
    assert begun.stage == "open" and begun.at <= time.time() < meeting.at
    following = await bot.host.meetings.planned(int(party.world.guild_id))
    assert [each.at - meeting.at for each in following] == [pytest.approx(7 * DAY, abs=HOUR)]
    assert following[0].weekly, "the series keeps its hour"
    [call] = await party.until(lambda: calls(party))
    assert len(call["mentions"]) == 2, "nobody was reminded before"
    assert "früher als verabredet" in call["content"] and "erinnern" not in call["content"]
    await party.until(lambda: bot.idle)
    assert made.status == scheduled.ACTIVE
    assert not [r for r in party.world.requests if "scheduled" in r.path and r.status >= 400]


async def test_an_event_that_is_begun_where_others_play_says_why_it_waits(
    may: None, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "TRY", 0.1)
    await agree(party, bot, "Ben")
    made = await party.until(lambda: event(party))
    await party.command("Finn", "play", game="bugs")
    await party.until(lambda: lobby(party))
    await party.until(lambda: bot.idle)
    scheduled.change(party.world, made, {"status": scheduled.ACTIVE})
    await party.until(lambda: "noch ein anderer Tisch" in text(shown(party)))
    assert "Erinnerung kommt nicht mehr" in footer(party)
    room = await bot.host.rooms.at(int(party.channel))
    assert room is not None
    await bot.host.lobbies.change(room, lobbies.cancel)
    await party.until(lambda: "Meister Coup" in text(lobby(party)))


@pytest.mark.parametrize("anew", [False, True])
async def test_an_echo_of_an_older_time_moves_nothing(
    may: None, party: Party, bot: MonsterBot, anew: bool
) -> None:
    """Also where the message was posted anew meanwhile, to which the event is still to lead."""
    meeting, made = await announced(party, bot)
    now = await stored(bot, meeting)
    # As though it had just been moved again, and Discord told of the time before.
    await bot.host.store.meetings.save(replace(now, at=now.at + HOUR))
    if anew:
        poster = await bot.host.store.meetings.poster(meeting.id)
        await bot.host.store.meetings.post(replace(poster, message=1))
    party.world.publish("event_update", made)
    scheduled.interest(party.world, made, party.world.person("Finn"), True)
    await party.until(lambda: "Finn" in text(shown(party)))
    assert (await stored(bot, meeting)).at == meeting.at + HOUR


async def test_an_event_that_discord_does_not_begin_moves_nothing_that_has_begun(
    server: PlaygroundServer, may: None, party: Party, bot: MonsterBot
) -> None:
    meeting, made = await announced(party, bot)
    with server.faults.fail("PATCH", "/scheduled-events/", 403, times=None) as fault:
        await bot.host.meetings.hurry(meeting.id, meeting.guild)
        await fault.reached()
        await party.until(lambda: bot.idle)
    guild = bot.get_guild(meeting.guild)
    assert guild is not None and made.status == scheduled.SCHEDULED
    await bot.services.shown.events.changed(await guild.fetch_scheduled_event(int(made.id)))
    assert (await stored(bot, meeting)).at < meeting.at


async def test_a_move_that_discord_refuses_is_asked_for_once_and_not_undone(
    server: PlaygroundServer, may: None, party: Party, bot: MonsterBot
) -> None:
    """Nor is one of others missed, to yet another time."""
    meeting, made = await announced(party, bot)
    with server.faults.fail("PATCH", "/scheduled-events/", 403, times=None) as fault:
        await shift(bot, meeting, int(meeting.at) + HOUR)
        await fault.reached()
        for user in (7, 8):
            await party.until(lambda: bot.idle)
            await bot.services.shown.events.look(meeting.guild)
            await bot.host.meetings.seat(meeting.id, meeting.guild, user, "Finn")
        await party.until(lambda: bot.idle)
        assert fault.struck == 1 and made.start == int(meeting.at)
    assert (await stored(bot, meeting)).at == int(meeting.at) + HOUR
    made.start += 2 * HOUR
    await bot.services.shown.events.look(meeting.guild)
    assert (await stored(bot, meeting)).at == int(meeting.at) + 2 * HOUR


@pytest.mark.parametrize("late", [False, True])
async def test_an_echo_that_comes_after_yet_another_move_undoes_nothing(
    server: PlaygroundServer,
    may: None,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    late: bool,
) -> None:
    meeting, made = await announced(party, bot)
    first, then = int(meeting.at) + HOUR, int(meeting.at) + 3 * HOUR
    held, publish = list[ScheduledEvent](), party.world.publish

    def hold(kind: str, subject: Any) -> None:
        if kind == "event_update":
            held.append(copy(subject))
        else:
            publish(kind, subject)

    async def tell(then_interested: str) -> None:
        """Let Discord tell what was held back; wait until that is taken in."""
        while held:
            publish("event_update", held.pop(0))
        scheduled.interest(party.world, made, party.world.person(then_interested), True)
        async with within(10):
            while then_interested not in coming(await stored(bot, meeting)):
                await asyncio.sleep(0.02)

    with monkeypatch.context() as patch:
        patch.setattr(party.world, "publish", hold)
        with server.faults.hold("PATCH", "/scheduled-events/", stage=Stage.APPLIED) as fault:
            await shift(bot, meeting, first)
            await fault.reached()
            await shift(bot, meeting, then)
            if late:
                fault.release()
                await party.until(lambda: bot.idle)
            await tell("Finn")
        assert (await stored(bot, meeting)).at == then
        await party.until(lambda: bot.idle and made.start == then)
        await tell("Chiara")
    times = {"scheduled_start_time": iso(first), "scheduled_end_time": iso(first + HOUR)}
    scheduled.change(party.world, made, times)
    await party.until(lambda: f"<t:{int(first)}:F>" in text(shown(party)))
    assert (await stored(bot, meeting)).at == first, "what others do is taken in all the same"


@pytest.mark.expects_log("meeting at table")
@pytest.mark.parametrize(("hours", "anew"), [(0, False), (3, False), (0, True)])
async def test_a_move_of_which_discord_says_nothing_is_undone_by_the_host_alone(
    server: PlaygroundServer,
    may: None,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    hours: int,
    anew: bool,
) -> None:
    """Who moves it back, or on, before that is known; also if the bot starts meanwhile, and after
    the message was posted anew."""
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    meeting, made = await announced(party, bot)
    first, then = int(meeting.at) + HOUR, int(meeting.at) + hours * HOUR

    async def looks(fault: Fault) -> None:
        await fault.reached()
        bot.services.shown.events._set.clear()  # as after a start
        await bot.services.shown.events.look(meeting.guild)

    done = server.faults.cut("PATCH", "/scheduled-events/", stage=Stage.APPLIED, times=None)
    with done:
        await shift(bot, meeting, first)
        await done.reached()
        if anew:
            poster = await bot.host.store.meetings.poster(meeting.id)
            await bot.host.store.meetings.post(replace(poster, message=1))
        await shift(bot, meeting, then)
        await looks(done)
        assert (await stored(bot, meeting)).at == then
    with server.faults.cut("PATCH", "/scheduled-events/", times=None) as undone:
        await looks(undone)
    await party.until(lambda: bot.idle and made.start == then)
    assert (await stored(bot, meeting)).at == then


async def test_who_moves_the_event_as_it_is_brought_up_to_date_moves_the_meeting(
    server: PlaygroundServer, may: None, party: Party, bot: MonsterBot
) -> None:
    meeting, made = await announced(party, bot)
    guild = bot.get_guild(meeting.guild)
    assert guild is not None
    made.start = int(meeting.at) + HOUR
    told = await guild.fetch_scheduled_event(int(made.id))
    party.world.moderation.delete_message(shown(party)["id"])
    with server.faults.hold("PATCH", "/scheduled-events/") as fault:
        await bot.host.meetings.seat(meeting.id, meeting.guild, 7, "Finn")
        await fault.reached()
        await bot.services.shown.events.changed(told)  # which comes only now
    await party.until(lambda: bot.idle and made.start == int(meeting.at) + HOUR)
    assert (await stored(bot, meeting)).at == int(meeting.at) + HOUR


async def test_who_is_interested_comes_perhaps(may: None, party: Party, bot: MonsterBot) -> None:
    await agree(party, bot, "Ben")
    made = await party.until(lambda: event(party))
    for name in ("Ben", "Chiara"):
        scheduled.interest(party.world, made, party.world.person(name), True)
    await party.until(lambda: "Vielleicht: 1\nChiara" in text(shown(party)))
    assert "Dabei: 2 von 6\nAnna\nBen" in text(shown(party)), "who has a seat keeps it"
    scheduled.interest(party.world, made, party.world.person("Ben"), False)
    scheduled.interest(party.world, made, party.world.person("Chiara"), False)
    await party.until(lambda: "Vielleicht" not in text(shown(party)).partition("Wer")[0])
    assert "Dabei: 2 von 6\nAnna\nBen" in text(shown(party))


def test_a_date_that_is_over_stays_as_it_was_though_somebody_is_interested_no_more() -> None:
    guests = (Guest(1, "Anna", "seat"), Guest(2, "Ben", "maybe", interested=True))
    planned = Meeting("m", 1, 2, 1, "bugs", 0.0, 4, "UTC", "de", 0.0, guests=guests)
    assert events._without_interest(planned, 2).guests == guests[:1]
    gone = course.cancel(planned, 1, 0.0)
    assert events._without_interest(gone, 2) == gone


async def test_what_was_done_while_the_bot_was_away_is_taken_in(
    server: PlaygroundServer, may: None, brisk: None, tmp_path: Path
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        meeting, made = await announced(party, bot, "Ben")
    start = int(time.time() + 9 * HOUR)
    times = {"scheduled_start_time": iso(start), "scheduled_end_time": iso(start + HOUR)}
    scheduled.change(party.world, made, times)
    scheduled.interest(party.world, made, party.world.person("Finn"), True)
    async with running_bot(settings) as bot:
        await party.until(lambda: f"<t:{start}:F>" in text(shown(party)))
        await party.until(lambda: "Vielleicht: 1\nFinn" in text(shown(party)))
        assert coming(await stored(bot, meeting)) == {
            "Anna": "seat",
            "Ben": "seat",
            "Finn": "maybe",
        }
        await party.until(lambda: bot.idle)
        await party.press("Finn", shown(party), "meet_away")
        await party.until(lambda: "Vielleicht: 1" not in text(shown(party)))
    scheduled.interest(party.world, made, party.world.person("Chiara"), True)
    async with running_bot(settings) as bot:
        await party.until(lambda: "Vielleicht: 1\nChiara" in text(shown(party)))
        assert coming(await stored(bot, meeting))["Finn"] == "away", "that was the answer"
        scheduled.interest(party.world, made, party.world.person("Finn"), True)
        await party.until(lambda: "Vielleicht: 2\nChiara\nFinn" in text(shown(party)))
        await party.until(lambda: bot.idle)
    scheduled.remove(party.world, made)
    async with running_bot(settings) as bot:
        await party.until(lambda: "Abgesagt" in text(shown(party)))


@pytest.mark.parametrize("known", [100, 1])
async def test_interest_that_ended_while_the_bot_was_away_is_taken_in(
    server: PlaygroundServer,
    may: None,
    brisk: None,
    tmp_path: Path,
    known: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "KNOWN", known)
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        meeting = await agree(party, bot, "Ben")
        made = await party.until(lambda: event(party))
        for name in ("Ben", "Chiara", "Deniz", "Finn"):
            scheduled.interest(party.world, made, party.world.person(name), True)
        await party.until(lambda: "Vielleicht: 3\nChiara\nDeniz\nFinn" in text(shown(party)))
        await party.press("Chiara", shown(party), "meet_maybe")
        await party.until(lambda: bot.idle)
    for name in ("Ben", "Chiara", "Finn"):
        scheduled.interest(party.world, made, party.world.person(name), False)
    scheduled.interest(party.world, made, party.world.person("Eva"), True)
    late = {"Eva": "maybe"} if known > 1 else {}
    async with running_bot(settings) as bot:
        answers = {"Anna": "seat", "Ben": "seat", "Deniz": "maybe", "Chiara": "maybe", **late}
        await party.until(lambda: "Finn" not in text(shown(party)) and bot.idle)
        await party.until(lambda: (len(late) == 0 or "Eva" in text(shown(party))) and bot.idle)
        assert coming(await stored(bot, meeting)) == answers, "who said so themselves still comes"


async def test_an_event_is_made_once_though_the_bot_died_before_that_was_stored(
    server: PlaygroundServer,
    may: None,
    brisk: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        meetings = bot.host.store.meetings
        post = meetings.post

        async def dies_later(poster: Poster, old: Leftover | None = None) -> None:
            await (dies() if poster.event else post(poster, old))

        monkeypatch.setattr(meetings, "post", dies_later)
        meeting, made = await announced(party, bot)
    async with running_bot(settings) as bot:
        assert list(await bot.host.store.meetings.owed()) == [meeting.id]
        await party.until(lambda: bot.idle)
        assert await bot.host.store.meetings.owed() == {}
        await shift(bot, meeting, meeting.at + HOUR)
        await party.until(lambda: made.start == int(meeting.at + HOUR))
        assert list(party.world.events.values()) == [made]


async def test_with_its_channel_an_event_goes(may: None, party: Party, bot: MonsterBot) -> None:
    await agree(party, bot)
    await party.until(lambda: event(party) and bot.idle)
    party.world.moderation.delete_channel(party.channel)
    await party.until(lambda: not party.world.events)


@pytest.mark.parametrize(
    "path",
    [
        "/scheduled-events$",
        pytest.param("/messages$", marks=pytest.mark.expects_log("meeting at table")),
    ],
)
async def test_what_is_refused_for_good_is_asked_for_again_once_the_meeting_has_changed(
    server: PlaygroundServer, may: None, party: Party, bot: MonsterBot, path: str
) -> None:
    async def looked_at() -> int:
        """Return how often it was asked for, after a few minutes."""
        for _ in range(3):
            await bot.host.meetings.sweep()
            await party.until(lambda: bot.idle)
        return fault.struck

    with server.faults.fail("POST", path, 400, times=None) as fault:
        await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
        await fault.reached()
        asked = await looked_at()
        assert asked <= 2 and await looked_at() == asked
        [meeting] = await bot.host.meetings.planned(int(party.world.guild_id))
        await shift(bot, meeting, meeting.at + HOUR)
        await fault.reached(asked + 1)
    await shift(bot, meeting, meeting.at + 2 * HOUR)
    made = await party.until(lambda: event(party))
    assert made.start == int(meeting.at + 2 * HOUR) and shown(party)
