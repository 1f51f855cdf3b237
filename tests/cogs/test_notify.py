"""/notify: the role that is called, and direct messages about new tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.shown import whispers as notifier
from playground.model import DIRECT, Role
from playground.server import PlaygroundServer
from screens.page import Button
from storage.errors import StoreError
from storage.leftovers import Leftover
from storage.people import Alert, Habit, Vacation
from tables.lobby import alerting
from tables.servers import House
from tests.catalogue import catalogue
from tests.cogs.abandoned import dies
from tests.cogs.clicking import lobby, press_forged, refused, table_of
from tests.cogs.party import Message, Party, controls, running_bot, settings_for, text, verbs
from tests.cogs.test_summons import settle


def letters(party: Party, name: str) -> list[Message]:
    """Return what the bot has written to a person alone."""
    person = party.world.person(name)
    for place in party.world.channels.values():
        if place.type == DIRECT and person.id in place.guild.members:
            return party.world.seen(person.id, place.id)
    return []


def letter_path(party: Party, name: str) -> str:
    """Return where the bot writes to a person to whom it has written."""
    user = party.id(name)
    places = party.world.channels.values()
    [place] = [p for p in places if p.type == DIRECT and user in p.guild.members]
    return f"/channels/{place.id}/messages"


async def wish(party: Party, name: str, *games: str, anytime: bool = True) -> Message:
    page: Message = (await party.command(name, "notify me")).message
    page = (await party.choose(name, page, "alert_games", *games)).message
    if anytime:
        parts = ("morning", "afternoon", "evening", "night")
        page = (await party.choose(name, page, "alert_parts", *parts)).message
    return page


async def stored(bot: MonsterBot, party: Party, name: str) -> Alert | None:
    return await bot.host.store.alerts.get(int(party.world.guild_id), int(party.id(name)))


async def test_who_wants_to_know_is_told_by_direct_message_until_they_do_not(
    party: Party, bot: MonsterBot
) -> None:
    page = await wish(party, "Ben", "meistercoup")
    assert page["ephemeral"] and "You are told of: **Master Coup**" in text(page)
    [first] = letters(party, "Ben")
    assert "this is where I write" in first["content"]
    await lobby(party)
    told = (await party.until(lambda: letters(party, "Ben")[1:]))[0]
    assert "A table for **Master Coup** was opened on **Monsterrunde**" in told["content"]
    assert f"/{party.channel}" in told["content"] and not told["mentions"]
    assert not letters(party, "Chiara")
    await party.press("Ben", told, "unalert")
    ended = await party.until(lambda: [m for m in letters(party, "Ben") if not verbs(m, "unalert")])
    assert "You are told of nothing" in ended[0]["content"] and ended[0]["id"] == told["id"]
    assert await stored(bot, party, "Ben") is None


async def test_who_says_no_more_than_games_is_told_after_noon_and_twice_a_day(
    party: Party, bot: MonsterBot
) -> None:
    await wish(party, "Ben", "meistercoup", anytime=False)
    alert = await stored(bot, party, "Ben")
    assert alert is not None and (alert.parts, alert.most) == (("afternoon", "evening"), 2)


async def test_each_persons_message_has_a_nonce_of_its_own(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ben", "Chiara"):
        await wish(party, name, "meistercoup")
    written, nonces = bot.services.shown.letters, list[str]()
    send = written.send

    async def noted(guild: int, user: int, text: str, button: Button, nonce: str) -> Any:
        nonces.append(nonce)
        return await send(guild, user, text, button, nonce)

    monkeypatch.setattr(written, "send", noted)
    await lobby(party)
    await party.until(lambda: len(nonces) == 2)
    assert len(set(nonces)) == 2, "Discord gives what has the same back, to whomever it went"


@pytest.mark.parametrize(("part", "dying"), [("letters", "send"), ("alerts", "greeted")])
async def test_neither_a_wish_is_lost_nor_the_message_that_shows_where(
    server: PlaygroundServer,
    brisk: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    dying: str,
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        parts = {"letters": bot.services.shown.letters, "alerts": bot.host.store.alerts}
        with monkeypatch.context() as patch:
            patch.setattr(parts[part], dying, dies)
            await wish(party, "Ben", "meistercoup", anytime=False)
        assert len(letters(party, "Ben")) == (part == "alerts")
        alert = await stored(bot, party, "Ben")
        assert alert is not None and alert.games == ("meistercoup",) and alert.greeting
    async with running_bot(settings) as bot:
        await party.until(lambda: letters(party, "Ben"))
        await party.until(lambda: bot.idle)
        assert len(letters(party, "Ben")) == 1
        assert await stored(bot, party, "Ben") == replace(alert, greeting="")


async def test_the_message_that_shows_where_comes_later_if_it_must(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    with server.faults.cut("POST", "/users/@me/channels$"):
        page = await wish(party, "Ben", "meistercoup", anytime=False)
    assert "You are told of: **Master Coup**" in text(page)
    await party.until(lambda: letters(party, "Ben"))
    await party.until(lambda: bot.idle)
    alert = await stored(bot, party, "Ben")
    assert alert is not None and not (alert.greeting or alert.shut)


@pytest.mark.expects_log("is tried again: Server disconnected")
async def test_who_changes_their_mind_before_it_comes_is_left_in_peace(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    with server.faults.cut("POST", "/users/@me/channels$", times=None) as away:
        page = await wish(party, "Ben", "meistercoup", anytime=False)
        await away.reached(2)
        await party.choose("Ben", page, "alert_games")
        alert = await stored(bot, party, "Ben")
        assert alert is not None and not alert.greeting
    await party.until(lambda: bot.idle)
    assert not letters(party, "Ben")


async def test_alerts_that_have_ended_unsaid_say_so_where_they_are_ended_again(
    party: Party, bot: MonsterBot
) -> None:
    await wish(party, "Ben", "meistercoup", anytime=False)
    [letter] = letters(party, "Ben")
    # As where the bot died between the two.
    await bot.host.store.alerts.drop(int(party.world.guild_id), int(party.id("Ben")))
    await party.press("Ben", letter, "unalert")
    [mended] = await party.until(
        lambda: [m for m in letters(party, "Ben") if not verbs(m, "unalert")]
    )
    assert "You are told of nothing" in mended["content"] and mended["id"] == letter["id"]
    assert await stored(bot, party, "Ben") is None


@pytest.mark.expects_log("error ")
async def test_a_message_that_could_not_be_ended_stays_as_it_is(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wish(party, "Ben", "meistercoup", anytime=False)
    [letter] = letters(party, "Ben")

    async def fails(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(bot.host.store.alerts, "drop", fails)
        attempt = await party.press("Ben", letter, "unalert")
        await party.until(lambda: attempt.followups)
    assert "my store does not answer" in attempt.followups[0]["content"]
    assert letters(party, "Ben")[0]["content"] == letter["content"]
    assert await stored(bot, party, "Ben") is not None


@pytest.mark.parametrize(
    ("verb", "key"),
    [("unalert", "alert.ended"), ("undirect", "turn.ended"), ("unroundup", "roundup.ended")],
)
async def test_what_was_ended_as_the_bot_died_is_said_by_the_next(
    server: PlaygroundServer,
    brisk: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    verb: str,
    key: str,
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    guild, ben = int(party.world.guild_id), int(party.id("Ben"))
    async with running_bot(settings) as bot:
        alerts, habits = bot.host.store.alerts, bot.host.store.habits
        shown = bot.services.shown
        await alerts.save(Alert(guild, ben, ("bugs",), (), 2, "en-GB"))
        await habits.save(Habit(ben, direct=True, roundup=7))
        button = Button("No more", verb, str(guild) if verb == "unalert" else "")
        await shown.letters.send(guild, ben, "It is your turn.", button, "nonce")
        [letter] = letters(party, "Ben")
        # By message: the first look after a start may find what a press has noted meanwhile.
        unasked = dict[int, Leftover]()
        monkeypatch.setattr(
            shown.leftovers, "ask", lambda each: unasked.setdefault(each.message, each)
        )
        await party.press("Ben", letter, verb)
        await party.until(lambda: unasked)
        [left] = unasked.values()
        assert await bot.host.store.leftovers.due(0) == [left] and left.user == ben
        assert verbs(letters(party, "Ben")[0], verb)
        assert (await alerts.get(guild, ben) is None) == (verb == "unalert")
        habit = await habits.of(ben)
        assert habit.direct == (verb != "undirect")
        assert habit.roundup == (None if verb == "unroundup" else 7)
    async with running_bot(settings) as bot:
        [said] = await party.until(lambda: [m for m in letters(party, "Ben") if not verbs(m, verb)])
        assert said["id"] == letter["id"]
        assert said["content"] == catalogue().words("en-GB").named(f"company.{key}")
        await party.until(lambda: bot.idle)
        assert await bot.host.store.leftovers.due() == []


async def test_what_was_ended_stays_where_it_may_not_say_so(
    party: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    await wish(party, "Ben", "meistercoup", anytime=False)
    [letter] = letters(party, "Ben")
    with server.faults.fail("PATCH", f"/messages/{letter['id']}$", 403) as asked:
        await party.press("Ben", letter, "unalert")
        await party.until(lambda: letter["id"] in bot._outbox.parked)
    assert asked.seen == 1 and letters(party, "Ben") == [letter]
    assert len(await bot.host.store.leftovers.due(0)) == 1


async def test_a_press_ends_only_ones_own_alerts(party: Party, bot: MonsterBot) -> None:
    await wish(party, "Ben", "meistercoup")
    for control in (f"unalert:{party.world.guild_id}", "undirect:", "unroundup:"):
        # What everybody sees says nothing of one person's messages, nor loses its controls.
        attempt = await press_forged(party, bot, "Chiara", f"mr::0:{control}")
        refused(party, bot, attempt, "Chiara", "error.stray")
    await party.until(lambda: bot.idle)
    assert [m["content"] for m in party.seen("Ben") if verbs(m, "unalert")] == ["old"]
    assert await stored(bot, party, "Ben") is not None
    for args in ("", "x", "9" * 20, "9" * 30):
        attempt = await press_forged(party, bot, "Chiara", f"mr::0:unalert:{args}")
        refused(party, bot, attempt, "Chiara", "error.malformed")


async def test_who_takes_no_messages_is_told_so_once(party: Party, bot: MonsterBot) -> None:
    party.world.person("Ben").takes_messages = False
    page = await wish(party, "Ben", "meistercoup")
    assert "I could not write to you" in text(page)
    await lobby(party)
    await party.until(lambda: bot.idle)
    assert not letters(party, "Ben")
    alert = await stored(bot, party, "Ben")
    assert alert is not None and alert.shut
    party.world.person("Ben").takes_messages = True
    page = await wish(party, "Ben", "meistercoup")
    assert "I could not" not in text(page) and len(letters(party, "Ben")) == 1
    alert = await stored(bot, party, "Ben")
    assert alert is not None and not alert.shut


async def test_who_stops_taking_messages_is_left_in_peace(party: Party, bot: MonsterBot) -> None:
    await wish(party, "Ben", "meistercoup")
    party.world.person("Ben").takes_messages = False
    await lobby(party)
    await party.until(lambda: bot.idle)
    alert = await stored(bot, party, "Ben")
    assert alert is not None and alert.shut and len(letters(party, "Ben")) == 1


async def test_who_left_or_does_not_see_the_channel_is_told_nothing(
    party: Party, bot: MonsterBot
) -> None:
    for name in ("Ben", "Chiara", "Finn"):
        await wish(party, name, "meistercoup")
    party.world.moderation.hide(party.channel, party.id("Ben"))
    party.world.moderation.leave(party.id("Chiara"))
    await lobby(party)
    await party.until(lambda: letters(party, "Finn")[1:])
    assert [len(letters(party, name)) for name in ("Ben", "Chiara", "Finn")] == [1, 1, 2]


async def test_who_does_not_see_a_channel_stands_in_nobody_s_way(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alerting, "AT_ONCE", 2)
    *hidden, last = sorted(("Ben", "Chiara", "Eva", "Finn"), key=lambda name: party.id(name))
    for name in (*hidden, last):
        await wish(party, name, "meistercoup")
    for name in hidden:
        party.world.moderation.hide(party.channel, party.id(name))
    await lobby(party)
    await party.until(lambda: letters(party, last)[1:])

    def asked(name: str) -> int:
        return sum(f"/members/{party.id(name)}" in r.path for r in party.world.requests)

    before = [asked(name) for name in hidden]
    assert before == [1, 1, 1]
    room = await bot.host.rooms.get(table_of(party))
    seen = await bot.host.members.seeing(
        room.table.guild, room.table.channel, [int(party.id(n)) for n in (*hidden, last)], 9
    )
    assert list(seen) == [int(party.id(last))]
    assert [asked(name) for name in hidden] == before, "it is not asked again so soon"
    assert not await bot.host.members.sees(
        room.table.guild, room.table.channel, int(party.id(hidden[0]))
    )
    assert asked(hidden[0]) == 2, "who asks for themselves is looked at anew"


@pytest.mark.expects_log("a direct message was refused")
async def test_what_discord_refuses_for_one_person_concerns_nobody_else(
    server: PlaygroundServer, party: Party, bot: MonsterBot
) -> None:
    first, second = sorted(("Ben", "Chiara"), key=lambda name: int(party.id(name)))
    for name in (first, second):
        await wish(party, name, "meistercoup")
    server.faults.fail("POST", letter_path(party, first), 400)
    await lobby(party)
    await party.until(lambda: letters(party, second)[1:])
    await party.until(lambda: bot.idle)
    assert len(letters(party, first)) == 1
    alert = await stored(bot, party, first)
    assert alert is not None and not alert.shut, "that was no fault of theirs"
    assert await bot.host.store.alerts.unsent(table_of(party)) == []


@pytest.mark.expects_log("is tried again: 503")
async def test_while_discord_is_away_for_one_person_the_others_are_told(
    server: PlaygroundServer, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = sorted(("Ben", "Chiara"), key=lambda name: int(party.id(name)))
    for name in (first, second):
        await wish(party, name, "meistercoup")
    direct = bot.services.shown.letters._direct
    send = direct.send

    async def away(guild: int, user: int, **content: Any) -> Any:
        if str(user) == party.id(first) and not letters(party, second)[1:]:
            answer = SimpleNamespace(status=503, reason="Service Unavailable")
            raise discord.HTTPException(answer, "away")  # type: ignore[arg-type]
        return await send(guild, user, **content)

    monkeypatch.setattr(direct, "send", away)
    await lobby(party)
    await party.until(lambda: letters(party, second)[1:] and letters(party, first)[1:])
    await party.until(lambda: bot.idle)
    assert [len(letters(party, name)) for name in (first, second)] == [2, 2]


@pytest.mark.parametrize("private", [True, False])
async def test_of_a_table_that_is_private_by_now_nobody_is_told(
    party: Party, bot: MonsterBot, private: bool
) -> None:
    await lobby(party)
    await party.until(lambda: bot.idle)
    await wish(party, "Ben", "meistercoup")
    room, alerts = await bot.host.rooms.get(table_of(party)), bot.host.store.alerts
    await bot.host.lobbies.change(room, lambda t: replace(t, private=private))
    await alerts.tell(room.table.id, room.table.guild, [int(party.id("Ben"))], 1.0)
    await bot.services.shown.whispers._tell(room.table.id)
    assert len(letters(party, "Ben")) == (1 if private else 2)
    assert await alerts.unsent(room.table.id) == []


async def test_only_of_new_lobbies_people_are_told_after_a_start(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lobby(party)
    told: list[str] = []
    whispers = bot.services.shown.whispers
    monkeypatch.setattr(whispers, "opened", told.append)
    await whispers.start(bot.host.alerting)
    monkeypatch.setattr(notifier, "FRESH", -1.0)
    await whispers.start(bot.host.alerting)
    assert told == [table_of(party)]


async def test_what_people_do_not_take_does_not_bring_back_what_they_have_ended(
    server: PlaygroundServer, party: Party, bot: MonsterBot
) -> None:
    await wish(party, "Ben", "meistercoup")
    party.world.person("Ben").takes_messages = False
    with server.faults.hold("POST", letter_path(party, "Ben")) as held:
        await lobby(party)
        await held.reached()
        await bot.host.store.alerts.drop(int(party.world.guild_id), int(party.id("Ben")))
    await party.until(lambda: bot.idle)
    assert await stored(bot, party, "Ben") is None


async def test_the_modal_waits_for_no_store(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (await party.command("Anna", "notify me")).message

    async def hangs(*_: object) -> Habit:
        raise AssertionError("a modal cannot wait")

    monkeypatch.setattr(bot.host.store.habits, "of", hangs)
    opened = await party.press("Anna", page, "habit_times")
    fields = [part["component"] for part in opened.modal["components"]]
    assert [field["value"] for field in fields] == ["Europe/Berlin", "22", "8"]
    opened = await press_forged(party, bot, "Anna", "mr::0:habit_times:" + "x" * 60 + ",1,2")
    assert opened.modal["components"][0]["component"]["value"] == "x" * 40
    opened = await press_forged(party, bot, "Anna", "mr::0:habit_times:")
    assert not any(part["component"].get("value") for part in opened.modal["components"])


async def test_what_is_asked_of_a_server_s_people_is_paid_for_there(
    server: PlaygroundServer, party: Party, bot: MonsterBot
) -> None:
    guild, ben = int(party.world.guild_id), int(party.id("Ben"))
    server.faults.fail("GET", "/members/", 403)
    assert await bot.host.members.there(guild, ben), "that cannot be found out"
    assert len(bot.allowance._places[guild,]) == 1


async def test_what_is_not_offered_is_not_stored(party: Party, bot: MonsterBot) -> None:
    page = await wish(party, "Ben", "bugs", anytime=False)
    before = await stored(bot, party, "Ben")
    forgeries = (("games", "chess"), ("parts", "noon"), ("most", "99"), ("most", "1", "2"))
    for verb, *values in (*forgeries, ("parts",), ("most",)):
        forged = f"mr::0:alert_{verb}:"
        attempt = await press_forged(party, bot, "Ben", forged, *values)
        refused(party, bot, attempt, "Ben", "error.malformed")
    assert await stored(bot, party, "Ben") == before
    page = (await party.choose("Ben", page, "alert_most", "5")).message
    page = (await party.choose("Ben", page, "alert_games")).message
    assert "not told of new tables" in text(page)
    alert = await stored(bot, party, "Ben")
    assert alert is not None and (alert.games, alert.most) == ((), 5)


async def test_the_time_zone_and_quiet_hours_are_asked_for(party: Party, bot: MonsterBot) -> None:
    page = (await party.command("Anna", "notify me")).message
    assert "Europe/Berlin" in text(page) and "von 22 bis 8 Uhr" in text(page)
    anna = party.id("Anna")

    async def submit(zone: str, begin: str, end: str) -> None:
        """Fill in the modal."""
        opened = await party.press("Anna", page, "habit_times")
        values = {"zone": zone, "from": begin, "to": end}
        await party.answered(party.world.submit(anna, opened, values))

    def told(words: str) -> bool:
        return any(words in message["content"] for message in party.seen("Anna"))

    await submit("Nirgendwo", "22", "8")
    await party.until(lambda: told("kenne ich nicht"))
    await submit("berlin", "25", "8")
    await party.until(lambda: told("ist keine Stunde"))
    assert await bot.host.store.habits.of(int(anna)) == Habit(int(anna))
    await submit("new york", "23:00", "0")
    await party.until(lambda: "America/New_York" in text(party.panel("Anna")))
    assert "von 23 bis 0 Uhr" in text(party.panel("Anna"))
    stored = await bot.host.store.habits.of(int(anna))
    assert stored == Habit(int(anna), "America/New_York", 23, 0, locale="de")


async def test_the_hours_that_are_told_are_those_that_calls_go_by(
    party: Party, bot: MonsterBot
) -> None:
    await lobby(party)
    page = (await party.command("Ben", "notify me")).message
    assert "Europe/Berlin" in text(page), "as in the channel, though Ben's own client is English"
    row = await bot.host.store.tables.get(table_of(party))
    assert row is not None
    night = datetime(2026, 11, 23, 23, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    assert bot.host.habits.awake(row, Habit(int(party.id("Ben"))), night) == night + 9 * 3600
    page = (await party.press("Ben", page, "habit_called", "0")).message
    assert "Europe/Berlin" in text(page), "who changes something else has said no time zone"


async def test_the_days_of_a_vacation_are_the_same_wherever_they_are_read(
    party: Party, bot: MonsterBot
) -> None:
    ben, guild = party.id("Ben"), int(party.world.guild_id)
    begin = datetime.now(ZoneInfo("Europe/Berlin")).date() + timedelta(days=3)
    days = {"first": f"{begin:%d/%m/%Y}", "last": f"{begin + timedelta(days=4):%d/%m/%Y}"}
    taken = list[Vacation | None]()
    for zone in ("Europe/Berlin", "America/New_York"):
        await bot.host.servers.settle(guild, House(zone=zone))
        page = (await party.command("Ben", "notify me")).message
        opened = await party.press("Ben", page, "vacation")
        asked = [row["component"] for row in opened.modal["components"]]
        held = {field["custom_id"]: field.get("value", "") for field in asked}
        assert held == (days if taken else dict.fromkeys(days, "")), "as it is stored"
        await party.answered(party.world.submit(ben, opened, days))
        taken.append(await bot.host.vacations.of(int(ben)))
    assert taken[0] is not None and taken[0] == taken[1]
    assert (await bot.host.store.habits.of(int(ben))).zone == "Europe/Berlin"


async def test_calls_can_be_switched_off_and_come_by_direct_message_too(
    party: Party, bot: MonsterBot
) -> None:
    page = (await party.command("Ben", "notify me")).message
    page = (await party.press("Ben", page, "habit_called", "0")).message
    page = (await party.press("Ben", page, "habit_direct", "1")).message
    ben = int(party.id("Ben"))
    stored = Habit(ben, called=False, direct=True, locale="en-GB")
    assert await bot.host.store.habits.of(ben) == stored
    assert "Call me when it is my turn: off" in [c["label"] for c in controls(page) if "label" in c]
    refused(
        party,
        bot,
        await press_forged(party, bot, "Ben", "mr::0:habit_direct:2"),
        "Ben",
        "error.malformed",
    )
    await press_forged(party, bot, "Chiara", "mr::0:undirect:")
    assert await bot.host.store.habits.of(ben) == stored, "everybody ends their own alone"


async def test_a_lobby_is_told_once_however_often_the_bot_dies(
    server: PlaygroundServer, brisk: None, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        await wish(party, "Ben", "meistercoup")
        with monkeypatch.context() as killed:
            killed.setattr(bot.host.store.alerts, "sent", dies)
            await lobby(party)
            await party.until(lambda: letters(party, "Ben")[1:])
            await party.until(lambda: bot.idle)
    for _ in range(2):
        async with running_bot(settings) as bot:
            await party.until(lambda: bot.idle)
            assert len(letters(party, "Ben")) == 2
            assert await bot.host.store.alerts.unsent(table_of(party)) == []


async def test_a_role_is_taken_and_given_back(
    party: Party,
    bot: MonsterBot,
    role: Role,
) -> None:
    refused(party, bot, await party.command("Ben", "notify role"), "Ben", "company.none")
    await settle(bot, party, role)
    attempt = await party.command("Ben", "notify role")
    mention = f"<@&{role.id}>"
    refused(party, bot, attempt, "Ben", "company.role_by_staff", role=mention)
    party.world.moderation.promote_bot()
    await party.until(lambda: len(bot.guilds[0].me.roles) > 1)
    attempt = await party.command("Ben", "notify role")
    refused(party, bot, attempt, "Ben", "company.role.given", role=mention)
    assert party.world.person("Ben").roles == {role.id}
    attempt = await party.command("Ben", "notify role")
    refused(party, bot, attempt, "Ben", "company.role.taken", role=mention)
    assert party.world.person("Ben").roles == set()
    await bot.host.store.staff.ban(ban_of(party, "Ben"))
    refused(party, bot, await party.command("Ben", "notify role"), "Ben", "staff.banned")


def ban_of(party: Party, name: str) -> Any:
    from storage.people import Ban

    return Ban(int(party.world.guild_id), int(party.id(name)), None, "", 1, 1.0)


async def test_nobody_gets_rights_from_the_bot(
    party: Party,
    bot: MonsterBot,
    role: Role,
) -> None:
    party.world.moderation.promote_bot()
    await party.until(lambda: len(bot.guilds[0].me.roles) > 1)
    guild = int(party.world.guild_id)
    roles = {role.id: role.position for role in await bot.guilds[0].fetch_roles()}
    own = max(roles[role.id] for role in bot.guilds[0].me.roles)
    for changes in ({"permissions": 1 << 13}, {"position": own}, {"managed": True}):
        for name, value in changes.items():
            setattr(role, name, value)
        await settle(bot, party, role)
        attempt = await party.command("Ben", "notify role")
        refused(party, bot, attempt, "Ben", "company.role_by_staff", role=f"<@&{role.id}>")
        role.permissions, role.position, role.managed = 0, 1, False
    for right in ("staff", "openers"):
        house = House(called=int(role.id), **{right: int(role.id)})
        await bot.host.servers.settle(guild, house)
        attempt = await party.command("Ben", "notify role")
        refused(party, bot, attempt, "Ben", "company.role_by_staff", role=f"<@&{role.id}>")
    assert not party.world.person("Ben").roles
    await settle(bot, party, role)
    party.world.moderation.delete_role(role.id)
    refused(party, bot, await party.command("Ben", "notify role"), "Ben", "company.role_gone")


async def test_a_table_of_before_the_bot_stopped_is_told_of_once_its_server_is_known(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, party = settings_for(server, str(tmp_path / "a.db")), Party(server.world)
    async with running_bot(settings) as bot:
        await wish(party, "Ben", "meistercoup")
        with monkeypatch.context() as patch:
            patch.setattr(bot.services.shown.whispers, "opened", lambda table: None)
            await lobby(party)
    async with running_bot(settings):
        told = await party.until(lambda: letters(party, "Ben")[1:])
    assert len(told) == 1
