"""Tournaments in a channel: opened by staff, entered, played in threads, corrected, ended."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, cast

import pytest

from cogs import client
from cogs.client import MonsterBot
from playground.world.model import Channel
from storage.records import Result
from tests.cogs.clicking import refused, sentence
from tests.cogs.party import Message, Party, labels, text, verbs
from tests.storage.samples import entry

FOUR = ("Anna", "Ben", "Chiara", "Eva")


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rounds be looked at by the tests alone."""
    monkeypatch.setattr(client, "ROUNDS", 3600.0)


def board(party: Party) -> Message:
    """Return the message of the tournament."""
    found = [m for m in party.seen("Anna") if not m["ephemeral"] and verbs(m, "contest")]
    assert len(found) == 1
    return found[0]


async def opened(party: Party, bot: MonsterBot, **options: Any) -> str:
    """Let staff open a tournament; return its id once its message stands."""
    await party.command("Deniz", "games-admin tournament", game="meistercoup", **options)
    await party.until(lambda: [m for m in party.seen("Anna") if verbs(m, "contest")])
    return verbs(board(party), "contest")[0].rsplit(":", 1)[1].partition(".")[0]


async def press(party: Party, name: str, what: str, message: Message | None = None) -> Any:
    """Let somebody press a button of the tournament."""
    message = message or board(party)
    found = next(v for v in verbs(message, "contest") if v.split(":")[4].split(".")[1] == what)
    return await party.answered(party.world.press(id_of(party, name), message["id"], found))


async def begun(party: Party, bot: MonsterBot, *names: str, **options: Any) -> str:
    """Return a tournament that these people have entered, whose first tables are open."""
    tournament = await opened(party, bot, **options)
    for name in names:
        await press(party, name, "enter")
    managed = (await press(party, "Deniz", "staff")).message
    await press(party, "Deniz", "begin", managed)
    await bot._services.tournaments.sweep()
    return tournament


def id_of(party: Party, name: str) -> str:
    return party.world.person(name).id


def threads(party: Party) -> list[Channel]:
    return [place for place in party.world.channels.values() if place.is_thread]


async def finish(bot: MonsterBot, table_id: str, order: tuple[int, ...]) -> None:
    """End a table's game with these places by seat."""
    store = bot.host.store
    table = await store.tables.get(table_id)
    assert table is not None
    results = [
        Result(seat, p.user, p.name, place, "{}", time.time())
        for seat, (p, place) in enumerate(zip(table.players, order, strict=True))
    ]
    ended = replace(table, status="finished", updated=time.time())
    last = len(await store.tables.entries(table_id))
    await store.tables.finish(ended, entry(last + 1), None, results)
    bot.host.rooms.forget(table_id)


async def shows(party: Party, said: str) -> None:
    """Wait until the tournament's message says this."""
    await party.until(lambda: said in text(board(party)))


async def test_a_tournament_from_its_opening_to_its_end(party: Party, bot: MonsterBot) -> None:
    tournament = await opened(party, bot, rounds=1)
    for number, name in enumerate(FOUR, 1):
        await press(party, name, "enter")
        await shows(party, f"**{number}** ")
    refused(party, bot, await press(party, "Anna", "enter"), "Anna", "tournament.entered")
    assert "Siegel" in board(party)["embeds"][-1]["footer"]["text"]
    managed = (await press(party, "Deniz", "staff")).message
    await press(party, "Deniz", "begin", managed)
    await shows(party, "Runde 1 von 1")
    await bot._services.tournaments.sweep()
    [thread] = threads(party)
    await shows(party, f"<#{thread.id}>")
    assert "Runde 1 · Tisch 1" in thread.name
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None and {p.name for p in table.players} == set(FOUR)
    await party.until(lambda: thread.messages)
    await finish(bot, table.id, (2, 1, 4, 3))
    await bot._services.tournaments.sweep()
    await shows(party, "Das Turnier ist zu Ende")
    shown = text(board(party))
    order = [table.players[seat].name for seat in (1, 0, 3, 2)]
    for name, points in zip(order, "3210", strict=True):
        assert f"{name} · **{points}**" in shown
    footer = board(party)["embeds"][-1]["footer"]["text"]
    assert tournament in footer and "ausgelost mit" in footer
    assert party.world.messages[board(party)["id"]].attachments
    rows = (await press(party, "Finn", "rows")).message
    assert rows["ephemeral"] and "tables won" in text(rows)


async def test_only_staff_manages(party: Party, bot: MonsterBot) -> None:
    await opened(party, bot)
    refused(party, bot, await press(party, "Anna", "staff"), "Anna", "staff.not_staff")
    managed = (await press(party, "Deniz", "staff")).message
    begun = await press(party, "Deniz", "begin", managed)
    refused(party, bot, begun, "Deniz", "tournament.few", least=2)


async def test_staff_corrects_a_result(party: Party, bot: MonsterBot) -> None:
    await begun(party, bot, *FOUR, rounds=2)
    [thread] = threads(party)
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None
    await finish(bot, table.id, (1, 2, 3, 4))
    await bot._services.tournaments.sweep()
    await shows(party, "Runde 2 von 2")
    managed = (await press(party, "Deniz", "staff")).message
    select = next(v for v in verbs(managed, "contest") if v.endswith(".choose"))
    [value] = [
        option["value"]
        for row in managed["components"]
        for control in row["components"]
        for option in control.get("options", ())
    ]
    deniz = id_of(party, "Deniz")
    chosen = (await party.world.select(deniz, managed["id"], select, [value])).message
    for seat, player in enumerate(table.players, 1):
        assert f"{seat}. {player.name}" in text(chosen)
    for typed, refusal in (("1 2 3", "places"), ("1 2 3 ²", "places"), ("4, 3, 2, 1", "")):
        asked = await press(party, "Deniz", "ask", chosen)
        values = {"places": typed, "reason": "verklickt"}
        attempt = await party.world.submit(deniz, asked, values)
        if refusal:
            refused(party, bot, attempt, "Deniz", f"tournament.{refusal}")
    await shows(party, f"🥇 {table.players[3].name} · **3**")
    deeds = await bot.host.store.staff.audit(int(party.world.guild_id), 9)
    assert deeds[0].action == "tournament_correct" and "verklickt" in deeds[0].detail


async def test_every_modal_is_taken_over_by_one_alone(bot: MonsterBot) -> None:
    known, events = bot.cogs["UnknownControls"], bot.cogs["ServerEvents"]
    modals = cast(Any, events)._modals
    assert modals and all(cast(Any, known)._known(f"{begins}7") for begins in modals)
    assert not cast(Any, known)._known("else:7")


async def test_it_is_broken_off_only_by_who_says_so_twice(party: Party, bot: MonsterBot) -> None:
    await begun(party, bot, *FOUR)
    managed = (await press(party, "Deniz", "staff")).message
    asked = (await press(party, "Deniz", "sure", managed)).message
    assert "Runde 1" in text(board(party))
    await press(party, "Deniz", "end", asked)
    await shows(party, "abgebrochen")
    assert labels(board(party)) == ["Stand", "Verwalten …"]


async def test_a_message_that_was_deleted_is_posted_anew(party: Party, bot: MonsterBot) -> None:
    await opened(party, bot)
    old = board(party)["id"]
    party.world.moderation.delete_message(old)
    [contest] = await bot.host.store.tournaments.of(int(party.world.guild_id), 5)
    await bot._services.tournaments.enter(contest.id, contest.guild, 77, "Zoe")
    await party.until(lambda: [m for m in party.seen("Anna") if verbs(m, "contest")])
    assert board(party)["id"] != old and "Zoe" in text(board(party))


async def test_where_no_thread_can_be_made_nothing_is_opened(party: Party, bot: MonsterBot) -> None:
    party.world.moderation.restrict("CREATE_PUBLIC_THREADS")
    attempt = await party.command("Deniz", "games-admin tournament", game="meistercoup")
    assert sentence(party, bot, "Deniz", "permission.create_public_threads") in text(
        attempt.message
    )
