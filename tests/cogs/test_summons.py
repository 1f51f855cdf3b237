"""Calling a role to a lobby by clicks: what is mentioned, when, and what Discord may refuse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.shown import summonses
from playground.model import Role
from playground.server import PlaygroundServer
from tables.room.refusal import Refusal
from tables.servers import House
from tests.cogs.clicking import lobby, press_forged, refused, table_of
from tests.cogs.moderating import staff
from tests.cogs.party import (
    Message,
    Party,
    controls,
    labels,
    running_bot,
    settings_for,
    text,
    verbs,
)


async def settle(bot: MonsterBot, party: Party, role: Role, **more: Any) -> None:
    guild = int(party.world.guild_id)
    house = House(called=int(role.id), call_minutes=0, **more)
    await bot.host.servers.settle(guild, house)


def calls(party: Party) -> list[Message]:
    """Return the messages that mention a role."""
    return [message for message in party.seen("Anna") if message["mention_roles"]]


def bodies(party: Party) -> Iterator[dict[str, Any]]:
    """Give the messages that the bot has sent with a mention of a role."""
    for request in party.world.requests:
        body = request.body or {}
        if isinstance(body, dict) and "<@&" in (body.get("content") or ""):
            yield body


async def call(party: Party, name: str = "Anna") -> Any:
    return await party.press(name, await party.more(name), "summon")


async def test_a_time_until_the_call_is_named_only_where_there_is_one(
    party: Party, bot: MonsterBot, role: Role
) -> None:
    await settle(bot, party, role)
    said = str((await party.command("Anna", "play", game="meistercoup")).message)
    assert "Fehlt noch jemand" in said and "0 Minuten" not in said
    guild, elsewhere = int(party.world.guild_id), list(party.world.channels)[1]
    await bot.host.servers.settle(guild, House(called=int(role.id), call_minutes=5))
    there = Party(party.world, elsewhere)
    assert "missing after 5 minutes" in text(
        (await there.command("Ben", "play", game="meistercoup")).message
    )


async def test_the_lobby_says_who_is_missing_and_since_when(party: Party) -> None:
    board = await lobby(party)
    assert "es fehlen noch 2 Personen" in text(board) and "🕐 Eröffnet <t:" in text(board)
    await party.press("Ben", board, "join")
    await party.until(lambda: "es fehlt noch 1 Person\n" in text(party.board()))
    await party.press("Anna", party.board(), "add")
    await party.until(lambda: "3 Plätze sind noch frei" in text(party.board()))


async def test_a_call_mentions_the_role_alone_and_ends_with_the_lobby(
    party: Party, bot: MonsterBot, role: Role
) -> None:
    await settle(bot, party, role)
    board = await lobby(party, computers=1)
    await call(party)
    [said] = await party.until(lambda: calls(party))
    assert said["mention_roles"] == [role.id] and not said["mentions"]
    assert board["id"] in said["content"] and "`/bescheid rolle`" in said["content"]
    [body] = bodies(party)
    assert body["allowed_mentions"] == {"parse": [], "roles": [int(role.id)]} or body[
        "allowed_mentions"
    ] == {"parse": [], "roles": [role.id]}
    refused(party, bot, await call(party), "Anna", "company.once")
    await party.press("Ben", party.board(), "join")
    await party.press("Anna", party.board(), "start")
    ended = "Der Tisch sucht niemanden mehr"
    await party.until(
        lambda: ended in next(m for m in party.seen("Anna") if m["id"] == said["id"])["content"]
    )
    assert not calls(party)


async def test_only_the_host_is_offered_to_call_and_only_where_a_role_is_named(
    party: Party, bot: MonsterBot, role: Role
) -> None:
    await lobby(party, "Ben")
    assert "Rufen" not in labels(await party.more("Anna"))
    await settle(bot, party, role)
    assert "Rufen" in labels(await party.more("Anna"))
    assert not verbs(await party.more("Ben"), "summon")
    for name in ("Ben", "Chiara"):
        attempt = await press_forged(party, bot, name, f"mr:{table_of(party)}:0:summon:")
        refused(party, bot, attempt, name, "error.host_only", name="Anna")
    assert not calls(party)


async def test_a_role_that_is_gone_or_not_to_be_mentioned_istext(
    party: Party, bot: MonsterBot, role: Role
) -> None:
    await settle(bot, party, role)
    await lobby(party)
    role.mentionable = False
    refused(party, bot, await call(party), "Anna", "company.not_mentionable", role=f"<@&{role.id}>")
    party.world.moderation.delete_role(role.id)
    refused(party, bot, await call(party), "Anna", "company.role_gone")
    assert not list(bodies(party))
    assert await bot.host.store.company.summons(table_of(party)) is None


async def test_a_call_that_may_not_be_written_waits_until_it_may(
    party: Party, bot: MonsterBot, role: Role
) -> None:
    await settle(bot, party, role)
    await lobby(party)
    table, more = table_of(party), await party.more("Anna")
    party.world.deny(party.channel, "SEND_MESSAGES")
    attempt = await party.press("Anna", more, "summon")
    assert "Nachrichten senden" in attempt.followups[-1]["content"] if attempt.followups else True
    room = await bot.host.rooms.get(table)
    await bot.host.summoning.call(room, int(party.id("Anna")))
    await party.until(lambda: table in bot._outbox.parked)
    party.world.allow(party.channel, "SEND_MESSAGES")
    await party.until(lambda: calls(party))


async def test_a_call_that_came_too_late_uses_up_neither_the_lobbys_nor_the_servers(
    party: Party, bot: MonsterBot, role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    await settle(bot, party, role)
    await lobby(party)
    with monkeypatch.context() as away:
        away.setattr(summonses, "TOO_LATE", 0.0)
        await call(party)
        await party.until(lambda: bot.idle)
    assert not calls(party)
    await call(party)
    await party.until(lambda: calls(party))


async def test_a_call_is_sent_once_however_often_the_bot_dies(
    server: PlaygroundServer, brisk: None, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    [role] = server.world.guild.roles.values()

    async def dies(*_: Any) -> None:
        raise Refusal("error.gone")  # without a word in the log

    async with running_bot(settings) as bot:
        await settle(bot, party, role)
        await lobby(party)
        room = await bot.host.rooms.get(table_of(party))
        monkeypatch.setattr(bot.host.store.company, "save_summons", dies)
        await bot.host.summoning.call(room, int(party.id("Anna")))
        [said] = await party.until(lambda: calls(party))
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        stored = await bot.host.store.company.summons(room.table.id)
        assert stored is not None and stored.message == int(said["id"])
        assert [m["id"] for m in calls(party)] == [said["id"]]
        await bot.host.store.company.save_summons(replace(stored, message=None, at=0.0))
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        assert len(list(bodies(party))) == 2, "nobody is called long after"
    assert summonses.TOO_LATE < 3600


@pytest.mark.parametrize("sent", [True, False])
async def test_a_call_of_just_before_a_crash_is_said_to_be_over(
    server: PlaygroundServer,
    brisk: None,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    sent: bool,
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    [role] = server.world.guild.roles.values()

    async def dies(*_: Any) -> None:
        raise Refusal("error.gone")

    async with running_bot(settings) as bot:
        await settle(bot, party, role)
        await lobby(party, "Ben", computers=1)
        room = await bot.host.rooms.get(table_of(party))
        monkeypatch.setattr(bot.host.store.company, "save_summons", dies)
        monkeypatch.setattr(bot.services.shown.summonses, "changed", lambda room: None)
        if not sent:
            monkeypatch.setattr(bot.services.shown.summonses, "_send", dies)
        await bot.host.summoning.call(room, int(party.id("Anna")))
        if sent:
            await party.until(lambda: calls(party))
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: bot.idle and room.match)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        stored = await bot.host.store.company.summons(room.table.id)
        assert stored is not None and stored.over
    ended = [m for m in party.seen("Anna") if "Der Tisch sucht niemanden mehr" in m["content"]]
    assert len(ended) == sent and not calls(party)
    assert not [m for m in party.seen("Anna") if m["content"] == "…"]


async def test_staff_names_a_role_that_may_be_mentioned(
    party: Party, bot: MonsterBot, role: Role
) -> None:
    await bot.host.servers.settle(int(party.world.guild_id), House(asked=True))
    panel = (await staff(party, "settings")).message
    panel = (await party.world.press(party.id("Deniz"), panel["id"], "ga:page:2")).message
    [select] = [c for c in controls(panel) if c["custom_id"] == "ga:set:called"]

    async def name(value: str) -> Any:
        return await party.world.select(
            party.id("Deniz"), panel["id"], select["custom_id"], [value]
        )

    guild = party.world.guild
    refused(party, bot, await name(guild.id), "Deniz", "company.not_everyone")
    attempt = await name(guild.helper_role)
    refused(
        party, bot, attempt, "Deniz", "company.not_mentionable", role=f"<@&{guild.helper_role}>"
    )
    shown = (await name(role.id)).message
    assert f"<@&{role.id}>" in text(shown)
    assert bot.host.servers.of(int(guild.id)).called == int(role.id)
    # A role that the bot hands out is a matter of rights.
    await bot.host.servers.settle(int(guild.id), House(asked=True, staff=int(guild.helper_role)))
    attempt = await press_forged(party, bot, "Eva", "ga:set:called", role.id)
    assert bot.host.servers.of(int(guild.id)).called is None
