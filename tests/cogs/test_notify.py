"""/notify: the role that is called, and direct messages about new tables."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.shown import whispers
from playground.server import PlaygroundServer
from playground.world.model import DIRECT, Role
from storage.people import Alert, Habit
from tables.room.refusal import Refusal
from tables.servers import House
from tests.cogs.clicking import lobby, press_forged, refused, table_of
from tests.cogs.party import Message, Party, controls, running_bot, settings_for, text, verbs
from tests.cogs.test_staff import id_of
from tests.cogs.test_summons import settle


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell of lobbies as soon as they are opened."""
    monkeypatch.setattr(whispers, "SETTLING", 0.0)


def letters(party: Party, name: str) -> list[Message]:
    """Return what the bot has written to a person alone."""
    person = party.world.person(name)
    for place in party.world.channels.values():
        if place.type == DIRECT and person.id in place.guild.members:
            return party.world.seen(person.id, place.id)
    return []


async def wish(party: Party, name: str, *games: str, anytime: bool = True) -> Message:
    page: Message = (await party.command(name, "notify me")).message
    page = (await party.choose(name, page, "alert_games", *games)).message
    if anytime:
        parts = ("morning", "afternoon", "evening", "night")
        page = (await party.choose(name, page, "alert_parts", *parts)).message
    return page


async def stored(bot: MonsterBot, party: Party, name: str) -> Alert | None:
    return await bot.host.store.alerts.get(int(party.world.guild_id), int(id_of(party, name)))


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
    ended = await party.press("Ben", told, "unalert")
    assert "You are told of nothing" in ended.message["content"] and not verbs(
        ended.message, "unalert"
    )
    assert await stored(bot, party, "Ben") is None


async def test_a_press_ends_only_ones_own_alerts(party: Party, bot: MonsterBot) -> None:
    await wish(party, "Ben", "meistercoup")
    attempt = await press_forged(party, bot, "Chiara", f"mr::0:unalert:{party.world.guild_id}")
    assert not attempt.failed
    assert await stored(bot, party, "Ben") is not None
    for args in ("", "x", "9" * 30):
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
    party.world.moderation.hide(party.channel, id_of(party, "Ben"))
    party.world.moderation.leave(id_of(party, "Chiara"))
    await lobby(party)
    await party.until(lambda: letters(party, "Finn")[1:])
    assert [len(letters(party, name)) for name in ("Ben", "Chiara", "Finn")] == [1, 1, 2]


async def test_what_is_not_offered_is_not_stored(party: Party, bot: MonsterBot) -> None:
    page = await wish(party, "Ben", "bugs", anytime=False)
    before = await stored(bot, party, "Ben")
    for verb, value in (("games", "chess"), ("parts", "noon"), ("most", "99")):
        forged = f"mr::0:alert_{verb}:"
        attempt = await press_forged(party, bot, "Ben", forged, value)
        refused(party, bot, attempt, "Ben", "error.malformed")
    assert await stored(bot, party, "Ben") == before
    page = (await party.choose("Ben", page, "alert_most", "5")).message
    page = (await party.choose("Ben", page, "alert_games")).message
    assert "not told of anything" in text(page)
    alert = await stored(bot, party, "Ben")
    assert alert is not None and (alert.games, alert.most) == ((), 5)


async def test_the_time_zone_and_quiet_hours_are_asked_for(party: Party, bot: MonsterBot) -> None:
    page = (await party.command("Anna", "notify me")).message
    assert "Europe/Berlin" in text(page) and "von 22 bis 8 Uhr" in text(page)
    anna = id_of(party, "Anna")

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
    assert await bot.host.store.alerts.habit(int(anna)) == Habit(int(anna))
    await submit("new york", "23:00", "0")
    await party.until(lambda: "America/New_York" in text(party.panel("Anna")))
    assert "von 23 bis 0 Uhr" in text(party.panel("Anna"))
    stored = await bot.host.store.alerts.habit(int(anna))
    assert stored == Habit(int(anna), "America/New_York", 23, 0, locale="de")


async def test_calls_can_be_switched_off_and_come_by_direct_message_too(
    party: Party, bot: MonsterBot
) -> None:
    page = (await party.command("Ben", "notify me")).message
    page = (await party.press("Ben", page, "habit_called", "0")).message
    page = (await party.press("Ben", page, "habit_direct", "1")).message
    ben = int(id_of(party, "Ben"))
    stored = Habit(ben, called=False, direct=True, locale="en-GB")
    assert await bot.host.store.alerts.habit(ben) == stored
    assert "Call me when it is my turn: off" in [c["label"] for c in controls(page) if "label" in c]
    refused(
        party,
        bot,
        await press_forged(party, bot, "Ben", "mr::0:habit_direct:2"),
        "Ben",
        "error.malformed",
    )
    await press_forged(party, bot, "Chiara", "mr::0:undirect:")
    assert await bot.host.store.alerts.habit(ben) == stored, "everybody ends their own alone"


async def test_a_lobby_is_told_once_however_often_the_bot_dies(
    server: PlaygroundServer, brisk: None, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))

    async def dies(*_: Any) -> None:
        raise Refusal("error.gone")  # without a word in the log

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
    refused(
        party, bot, await party.command("Ben", "notify role"), "Ben", "staff.banned", reason="–"
    )


def ban_of(party: Party, name: str) -> Any:
    from storage.people import Ban

    return Ban(int(party.world.guild_id), int(id_of(party, name)), None, "", 1, 1.0)


async def test_nobody_gets_rights_from_the_bot(
    party: Party,
    bot: MonsterBot,
    role: Role,
) -> None:
    party.world.moderation.promote_bot()
    await party.until(lambda: len(bot.guilds[0].me.roles) > 1)
    guild = int(party.world.guild_id)
    for changes in ({"permissions": 1 << 13}, {"position": 9}, {"managed": True}):
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
