"""Tournaments in a channel: opened by staff, entered, played in threads, corrected, ended."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from discord.utils import snowflake_time

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.shown import boards as boards_of
from cogs.shown import tournaments as contests
from engine.seal import seal
from playground.model import Channel
from playground.server import PlaygroundServer
from screens.frame.tournament import FIRST
from storage.people import Habit
from storage.records import Result
from tests.cogs.abandoned import dies
from tests.cogs.clicking import press_forged, refused, sentence
from tests.cogs.party import Message, Party, labels, running_bot, settings_for, text, verbs
from tests.cogs.stopwatch import within
from tests.storage.samples import play_to_the_end
from tests.tables.house import fails

pytestmark = pytest.mark.usefixtures("rounds_by_hand")

FOUR = ("Anna", "Ben", "Chiara", "Eva")


def board(party: Party) -> Message:
    """Return the newest message of the tournament."""
    return boards(party)[-1]


def boards(party: Party) -> list[Message]:
    """Return the messages of the tournament: while it moves down, the old one too."""
    return [m for m in party.seen("Anna") if not m["ephemeral"] and verbs(m, "contest")]


async def opened(party: Party, bot: MonsterBot, game: str = "meistercoup", **options: Any) -> str:
    """Let staff open a tournament; return its id once its message stands."""
    await party.command("Deniz", "games-admin tournament", game=game, **options)
    await party.until(lambda: [m for m in party.seen("Anna") if verbs(m, "contest")])
    return verbs(board(party), "contest")[0].rsplit(":", 1)[1].partition(".")[0]


async def press(party: Party, name: str, what: str, message: Message | None = None) -> Any:
    """Let somebody press a button of the tournament."""
    message = message or board(party)
    found = next(v for v in verbs(message, "contest") if v.split(":")[4].split(".")[1] == what)
    return await party.answered(party.world.press(party.id(name), message["id"], found))


async def begun(party: Party, bot: MonsterBot, *names: str, **options: Any) -> str:
    """Return a tournament that these people have entered, whose first tables are open."""
    tournament = await opened(party, bot, **options)
    for name in names:
        await press(party, name, "enter")
    managed = (await press(party, "Deniz", "staff")).message
    await press(party, "Deniz", "begin", managed)
    await bot.services.tournaments.sweep()
    return tournament


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
    await play_to_the_end(store, table, results)
    bot.host.rooms.forget(table_id)


async def shows(party: Party, said: str) -> None:
    """Wait until the tournament's message says this."""
    await party.until(lambda: said in text(board(party)))


@pytest.mark.parametrize(("game", "told"), [("meistercoup", "entered"), ("bugs", "entered_race")])
async def test_who_enters_is_told_whether_a_table_calls(
    party: Party, bot: MonsterBot, game: str, told: str
) -> None:
    await opened(party, bot, game)
    attempt = await press(party, "Anna", "enter")
    refused(party, bot, attempt, "Anna", f"tournament.done.{told}")


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
    await bot.services.tournaments.sweep()
    [thread] = threads(party)
    await shows(party, f"<#{thread.id}>")
    assert thread.name.startswith("Runde 1 · Tisch 1")
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None and {p.name for p in table.players} == set(FOUR)
    await party.until(lambda: thread.messages)
    await finish(bot, table.id, (2, 1, 4, 3))
    await bot.services.tournaments.sweep()
    await shows(party, " das Turnier")
    shown = text(board(party))
    order = [table.players[seat].name for seat in (1, 0, 3, 2)]
    for name, points in zip(order, "3210", strict=True):
        assert f". {name}: {points} " in shown
    footer = board(party)["embeds"][-1]["footer"]["text"]
    assert tournament in footer and "ausgelost mit" in footer
    assert party.world.messages[board(party)["id"]].attachments
    rows = (await press(party, "Finn", "rows")).message
    assert rows["ephemeral"] and "1×\u00a0first" in text(rows)


async def test_where_staff_has_chosen_no_language_all_of_it_speaks_as_who_opened_it(
    party: Party, bot: MonsterBot
) -> None:
    party.world.set_guild_locale("en-US")
    await party.until(lambda: bot.guilds[0].preferred_locale is discord.Locale.american_english)
    party.world.person("Deniz").locale = "de"
    tournament = await begun(party, bot, *FOUR, rounds=1)
    await shows(party, "Runde 1 von 1")
    [thread] = threads(party)
    assert thread.name.startswith("Runde 1 · Tisch 1")
    await party.until(lambda: thread.messages)
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None and bot.pages.public(table).language == "de"
    [zone, *_] = bot.host.habits.quiet(table.guild, table.channel, Habit(1))
    assert (table.tournament, zone) == (tournament, "Europe/Berlin")


async def test_its_tables_lead_back_to_the_standings(party: Party, bot: MonsterBot) -> None:
    await begun(party, bot, *FOUR, rounds=1)
    [thread] = threads(party)
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None
    inside = Party(party.world, thread.id)
    await party.until(lambda: verbs(inside.board(), "seat"))
    assert labels(inside.board())[-1] == "Turnierstand"
    rows = (await press(party, "Finn", "rows", inside.board())).message
    assert rows["ephemeral"] and "No table has ended yet." in text(rows)
    assert text(rows).index(f"<#{thread.id}>") < text(rows).index("No table has ended yet.")
    again, room = await bot.host.lobbies.reopen(replace(table, channel=int(party.channel)), 1, "A")
    assert again and room.table.tournament == "", "another game like it is none of the tournament"
    await bot.host.staff.end(await bot.host.rooms.get(table.id), None, "staff")
    await party.until(lambda: not verbs(inside.board(), "seat"))
    assert labels(inside.board())[-1] == "Turnierstand"


async def test_everybody_is_found_in_the_standings_page_by_page(
    party: Party, bot: MonsterBot
) -> None:
    tournament = await opened(party, bot, rounds=1)
    guild, people = int(party.world.guild_id), list(party.world.people.values())
    for number in range(FIRST + 2):
        user = int(people[number].id) if number < 1 else 10**17 + number
        await bot.services.tournaments.enter(tournament, guild, user, f"Kim {number}.")
    managed = (await press(party, "Deniz", "staff")).message
    await press(party, "Deniz", "begin", managed)
    await bot.services.tournaments.sweep()
    table = await bot.host.store.tables.open_table(int(threads(party)[0].id))
    assert table is not None
    await finish(bot, table.id, tuple(range(1, len(table.players) + 1)))
    await bot.services.tournaments.sweep()
    first = (await press(party, "Finn", "rows")).message
    turn = next(v for v in verbs(first, "contest") if v.endswith(".rows.1"))
    turned = await party.answered(party.world.press(party.id("Finn"), first["id"], turn))
    shown = [text(turned.message).count(f"Kim {n}.") for n in range(FIRST + 2)]
    assert sum(map(bool, shown)) == 2, "whom the first page has no room for"


async def test_only_staff_manages(party: Party, bot: MonsterBot) -> None:
    await opened(party, bot)
    refused(party, bot, await press(party, "Anna", "staff"), "Anna", "staff.not_staff")
    managed = (await press(party, "Deniz", "staff")).message
    begun = await press(party, "Deniz", "begin", managed)
    refused(party, bot, begun, "Deniz", "tournament.few", least=2)
    invented = verbs(board(party), "contest")[0].rpartition(".")[0] + ".none"
    refused(party, bot, await press_forged(party, bot, "Anna", invented), "Anna", "error.gone")


async def test_staff_corrects_a_result(party: Party, bot: MonsterBot) -> None:
    await begun(party, bot, *FOUR, rounds=2)
    [thread] = threads(party)
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None
    await finish(bot, table.id, (1, 2, 3, 4))
    await bot.services.tournaments.sweep()
    await shows(party, "Runde 2 von 2")
    await bot.services.tournaments.end(int(party.world.guild_id))
    await shows(party, "abgebrochen")
    managed = (await press(party, "Deniz", "staff")).message
    select = next(v for v in verbs(managed, "contest") if v.endswith(".choose"))
    [value] = [
        option["value"]
        for row in managed["components"]
        for control in row["components"]
        for option in control.get("options", ())
    ]
    deniz = party.id("Deniz")
    chosen = (await party.world.select(deniz, managed["id"], select, [value])).message
    for seat, player in enumerate(table.players, 1):
        assert f"{seat}. {player.name}" in text(chosen)
    for typed, refusal in (("1 2 3", "places"), ("1 2 3 ²", "places"), ("4, 3, 2, 1", "")):
        asked = await press(party, "Deniz", "ask", chosen)
        await party.until(lambda: not bot._working)
        assert not asked.followups, "it is a modal alone that answers"
        values = {"places": typed, "reason": "verklickt"}
        attempt = await party.world.submit(deniz, asked, values)
        if refusal:
            refused(party, bot, attempt, "Deniz", f"tournament.{refusal}")
    await shows(party, f"1. {table.players[3].name}: 3 Punkte")
    deeds = await bot.host.store.staff.audit(int(party.world.guild_id), 9)
    assert deeds[0].action == "tournament_correct" and "verklickt" in deeds[0].detail


async def test_every_modal_is_taken_over_by_one_alone(bot: MonsterBot) -> None:
    modals = cast(Any, bot.cogs["Controls"])._modals
    assert modals and not [(a, b) for a, b in permutations(modals, 2) if a.startswith(b)]


async def test_it_is_broken_off_only_by_who_says_so_twice(party: Party, bot: MonsterBot) -> None:
    await begun(party, bot, *FOUR)
    managed = (await press(party, "Deniz", "staff")).message
    asked = (await press(party, "Deniz", "sure", managed)).message
    await shows(party, "Runde 1")
    await press(party, "Deniz", "end", asked)
    await shows(party, "abgebrochen")
    assert labels(board(party)) == ["Stand"]


async def test_one_that_is_broken_off_tells_its_seed_once_its_last_table_has_ended(
    party: Party, bot: MonsterBot
) -> None:
    tournament = await begun(party, bot, *FOUR)
    [thread] = threads(party)
    _, value = await bot.services.tournaments.get(tournament, int(party.world.guild_id))
    managed = (await press(party, "Deniz", "staff")).message
    asked = (await press(party, "Deniz", "sure", managed)).message
    await press(party, "Deniz", "end", asked)
    await shows(party, "abgebrochen")
    await party.until(lambda: bot.idle)
    for message in (board(party), (await press(party, "Finn", "rows")).message):
        assert value.seed not in str(message) and seal(value.seed) in str(message)
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None
    await bot.host.staff.end(await bot.host.rooms.get(table.id), None, "staff")
    await bot.services.tournaments.sweep()
    await party.until(lambda: value.seed in board(party)["embeds"][-1]["footer"]["text"])
    assert len(boards(party)) == 1


async def test_a_message_that_was_deleted_is_posted_anew(party: Party, bot: MonsterBot) -> None:
    await opened(party, bot)
    await party.until(lambda: bot.idle)
    old = board(party)["id"]
    kept = bot.services.tournament_boards
    kept._standing.clear()
    await kept.start(bot.services.tournaments)  # as after a start
    party.world.moderation.delete_message(old)
    await party.until(lambda: [m for m in party.seen("Anna") if verbs(m, "contest")])
    assert board(party)["id"] != old
    party.world.moderation.delete_message(board(party)["id"])
    await press_enter(bot, party, 77)
    await party.until(lambda: "Zoe" in text(board(party)))


async def press_enter(bot: MonsterBot, party: Party, user: int) -> None:
    """Let somebody enter the only tournament there is."""
    [contest] = await bot.host.store.tournaments.of(int(party.world.guild_id))
    await bot.services.tournaments.enter(contest.id, contest.guild, user, "Zoe")


async def chatted(party: Party, bot: MonsterBot) -> str:
    """Let somebody write below the tournament; return that message."""
    return str((await bot.get_partial_messageable(int(party.channel)).send("hi")).id)


def below(party: Party, message: str) -> bool:
    """Return whether the tournament stands below a message."""
    return int(board(party)["id"]) > int(message)


async def test_a_round_and_the_end_are_announced_below_what_was_written(
    party: Party, bot: MonsterBot
) -> None:
    tournament = await opened(party, bot, rounds=2)
    for name in FOUR:
        await press(party, name, "enter")
    for said in ("Runde 1 von 2", "Runde 2 von 2", " das Turnier"):
        await party.until(lambda: bot.idle)
        written = await chatted(party, bot)
        if "1" in said:
            managed = (await press(party, "Deniz", "staff")).message
            await press(party, "Deniz", "begin", managed)
        else:
            _, value = await bot.services.tournaments.get(tournament, int(party.world.guild_id))
            assert value.round is not None
            await finish(bot, value.round.groups[0].table, (1, 2, 3, 4))
        await bot.services.tournaments.sweep()
        await shows(party, said)
        await party.until(lambda: bot.idle)
        assert below(party, written) and len(boards(party)) == 1, "the old one is gone"


async def test_people_have_it_posted_anew(party: Party, bot: MonsterBot) -> None:
    refused(party, bot, await party.command("Anna", "board"), "Anna", "error.no_table")
    await opened(party, bot)
    elsewhere = Party(party.world, party.world.add_channel("another").id)
    refused(elsewhere, bot, await elsewhere.command("Anna", "board"), "Anna", "error.no_table")
    written = await chatted(party, bot)
    await party.command("Anna", "board")
    await party.until(lambda: below(party, written))
    await party.until(lambda: len(boards(party)) == 1)


async def test_people_have_it_posted_anew_no_more_often_than_boards(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards_of, "AGAIN", 1.5)
    await opened(party, bot)
    first = board(party)["id"]
    for _ in range(3):
        await party.command("Anna", "board")
    await party.until(lambda: board(party)["id"] != first)
    then, now = (snowflake_time(int(each)) for each in (first, board(party)["id"]))
    assert (now - then).total_seconds() >= 1.5
    await party.until(lambda: bot.idle and len(boards(party)) == 1)
    assert snowflake_time(int(board(party)["id"])) == now, "once for all who asked"


async def test_people_have_it_posted_anew_though_the_clock_was_put_back(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards_of, "AGAIN", 1.5)
    await opened(party, bot)
    first, now = board(party)["id"], time.time
    monkeypatch.setattr(time, "time", lambda: now() - 3600)
    await party.command("Anna", "board")
    await party.until(lambda: board(party)["id"] != first)


async def test_one_that_was_deleted_is_posted_anew_at_once_and_a_new_round_is_what_was_wished(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards_of, "AGAIN", 600.0)
    await opened(party, bot)
    await party.until(lambda: bot.idle)
    first = board(party)["id"]
    party.world.moderation.delete_message(first)
    await party.until(lambda: boards(party) and bot.idle)
    for name in FOUR:
        await press(party, name, "enter")
    second, managed = board(party)["id"], (await press(party, "Deniz", "staff")).message
    await party.command("Anna", "board")
    await shows(party, "**4** ")
    assert board(party)["id"] == second and not bot.idle
    await press(party, "Deniz", "begin", managed)
    await bot.services.tournaments.sweep()
    await party.until(lambda: board(party)["id"] != second)
    await party.until(lambda: bot.idle)


async def test_the_old_one_goes_also_where_that_failed_at_first(
    party: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    await opened(party, bot)
    old = board(party)["id"]
    with server.faults.cut("DELETE", f"/messages/{old}$") as fault:
        await party.command("Anna", "board")
        await fault.reached()
        await party.until(lambda: len(boards(party)) == 1)
    assert board(party)["id"] != old
    await party.until(lambda: bot.idle)
    assert await bot.host.store.leftovers.due() == []


async def test_it_is_shown_once_it_may_be_again(party: Party, bot: MonsterBot) -> None:
    tournament = await opened(party, bot)
    party.world.deny(party.channel, "VIEW_CHANNEL")
    await press_enter(bot, party, 77)
    await party.until(lambda: tournament in bot._outbox.parked)
    party.world.allow(party.channel, "VIEW_CHANNEL")
    await shows(party, "Zoe")


async def test_a_bot_that_comes_back_says_that_it_was_broken_off(
    party: Party, bot: MonsterBot
) -> None:
    tournament = await opened(party, bot)
    party.world.moderation.remove_bot()
    await party.until(lambda: tournament in bot._outbox.parked)
    party.world.moderation.invite_bot()
    await party.until(lambda: "abgesagt" in "".join(map(text, party.seen("Anna"))))
    await party.until(lambda: not boards(party))  # there is nothing to see, or to manage


async def test_it_stands_once_though_the_bot_died_before_that_was_stored(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        with monkeypatch.context() as patch:
            patch.setattr(bot.host.store.tournaments, "show", dies)
            await opened(party, bot)
            await press_enter(bot, party, 77)
            await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        await shows(party, "Zoe")
        assert len(boards(party)) == 1
        with monkeypatch.context() as patch:
            patch.setattr(bot.host.store.tournaments, "show", dies)
            for name in FOUR:
                await press(party, name, "enter")
            managed = (await press(party, "Deniz", "staff")).message
            await press(party, "Deniz", "begin", managed)
            await party.until(lambda: "Runde 1" in "".join(map(text, party.seen("Anna"))))
            await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        await bot.services.tournaments.sweep()
        await party.until(lambda: threads(party) and bot.idle)
        await shows(party, f"<#{threads(party)[0].id}>")
        assert len(boards(party)) == 1
        assert await bot.host.store.tournaments.of(int(party.world.guild_id)) != []


async def test_it_ends_with_its_channel(party: Party, bot: MonsterBot) -> None:
    tournament = await begun(party, bot, *FOUR)
    guild = int(party.world.guild_id)
    party.world.moderation.delete_channel(party.channel)

    async def cancelled() -> bool:
        return (await bot.services.tournaments.get(tournament, guild))[1].status == "cancelled"

    async with within(20):
        while not await cancelled():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("gone", ["permission", "channel", "server"])
async def test_why_tables_wait_is_said(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    tables = party.world.add_channel("tables").id
    await opened(party, bot, tables=tables)
    for name in FOUR:
        await press(party, name, "enter")
    managed = (await press(party, "Deniz", "staff")).message
    with monkeypatch.context() as patch:
        if gone == "permission":
            party.world.deny(tables, "CREATE_PUBLIC_THREADS")
        elif gone == "channel":
            party.world.moderation.delete_channel(tables)
        await press(party, "Deniz", "begin", managed)
        if gone == "server":
            patch.setattr(bot, "get_guild", lambda guild: None)
        await bot.services.tournaments.sweep()
    await shows(party, bot.catalogue.text("tournament", "held_back", "de"))
    if gone == "channel":
        return
    party.world.allow(tables, "CREATE_PUBLIC_THREADS")
    await bot.services.tournaments.sweep()
    [thread] = threads(party)
    await shows(party, f"<#{thread.id}>")
    assert "⚠️" not in text(board(party))


async def test_tables_wait_while_discord_is_away(
    server: PlaygroundServer, party: Party, bot: MonsterBot
) -> None:
    await opened(party, bot)
    for name in FOUR:
        await press(party, name, "enter")
    managed = (await press(party, "Deniz", "staff")).message
    with server.faults.cut("GET", f"^/channels/{party.channel}$", times=None) as away:
        await press(party, "Deniz", "begin", managed)
        await bot.services.tournaments.sweep()
        await shows(party, bot.catalogue.text("tournament", "held_away", "de"))
    assert away.struck
    await bot.services.tournaments.sweep()
    await shows(party, f"<#{threads(party)[0].id}>")
    assert bot.catalogue.text("tournament", "held_away", "de") not in text(board(party))


async def test_one_whose_thread_is_not_made_holds_up_no_other_and_can_be_broken_off(
    server: PlaygroundServer, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Party(party.world, party.world.add_channel("there").id)
    await begun(there, bot, *FOUR, rounds=2)
    [thread] = threads(party)
    table = await bot.host.store.tables.open_table(int(thread.id))
    assert table is not None
    monkeypatch.setattr(contests, "PATIENCE", 0.2)
    with server.faults.hold("POST", f"^/channels/{party.channel}/threads$", times=None) as hung:
        async with within(20):
            await begun(party, bot, *FOUR)
            assert hung.struck == 1
            await shows(party, bot.catalogue.text("tournament", "held_away", "de"))
            await finish(bot, table.id, (1, 2, 3, 4))
            for _ in range(2):
                await bot.services.tournaments.sweep()
            await shows(there, "Runde 2 von 2")
            managed = (await press(party, "Deniz", "staff")).message
            asked = (await press(party, "Deniz", "sure", managed)).message
            waiting = asyncio.create_task(bot.services.tournaments.sweep())
            await asyncio.sleep(0.1)
            await press(party, "Deniz", "end", asked)
            await shows(party, "abgebrochen")
            await waiting
            assert hung.struck == 1, "one thread is asked for, however often it is waited for"


@pytest.mark.expects_log("rate limit")
async def test_a_thread_that_is_made_late_is_the_one_that_is_played_in(
    server: PlaygroundServer, party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "PATIENCE", 0.1)
    path = f"^/channels/{party.channel}/threads$"
    server.faults.limit("POST", path, 0.5, everywhere=True)
    await begun(party, bot, *FOUR)
    await shows(party, bot.catalogue.text("tournament", "held_away", "de"))
    async with within(10):
        await bot.fetch_guild(int(party.world.guild_id))
    await party.until(lambda: bool(threads(party)))
    await bot.services.tournaments.sweep()
    [thread] = threads(party)
    await shows(party, f"<#{thread.id}>")


async def test_no_table_is_read_to_show_how_it_stands(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(party, bot, *FOUR)
    [contest] = await bot.host.store.tournaments.of(int(party.world.guild_id))
    monkeypatch.setattr(bot.host.store.tables, "get", dies)
    shown = await bot.services.tournament_boards.shown(contest)
    assert [str(table.channel) for table in shown.tables] == [each.id for each in threads(party)]


async def test_what_is_missing_is_said_before_a_tournament_is_opened(
    party: Party, bot: MonsterBot
) -> None:
    tables = party.world.add_channel("tables")
    elsewhere = {"EMBED_LINKS", "ATTACH_FILES", "CREATE_PUBLIC_THREADS", "SEND_MESSAGES_IN_THREADS"}
    for permission in (*elsewhere, "SEND_MESSAGES"):
        name = sentence(party, bot, "Deniz", f"permission.{permission.lower()}")
        party.world.deny(party.channel, permission)
        attempt = await party.command("Deniz", "games-admin tournament", game="meistercoup")
        refused(party, bot, attempt, "Deniz", "error.permission", names=f"**{name}**")
        party.world.allow(party.channel, permission)
        if permission in elsewhere:
            party.world.deny(tables.id, permission)
            attempt = await party.command(
                "Deniz", "games-admin tournament", game="meistercoup", tables=tables.id
            )
            said = {"names": f"**{name}**", "channel": f"<#{tables.id}>"}
            refused(party, bot, attempt, "Deniz", "tournament.permission", **said)
            party.world.allow(tables.id, permission)
    assert not await bot.host.store.tournaments.of(int(party.world.guild_id))


async def test_the_tables_are_in_threads_of_the_channel_that_staff_names(
    party: Party, bot: MonsterBot
) -> None:
    tables = party.world.add_channel("tables")
    await begun(party, bot, *FOUR, tables=tables.id)
    [thread] = threads(party)
    assert thread.parent is tables
    await shows(party, f"<#{thread.id}>")
    inside = Party(party.world, thread.id)
    await party.until(lambda: verbs(inside.board(), "seat"))
    shown, none = await press(party, "Finn", "rows", inside.board()), "No table has ended yet."
    assert none in text(shown.message)
    rows = verbs(board(party), "contest")[0]
    assert none in text((await press_forged(inside, bot, "Finn", rows)).message)
    elsewhere = Party(party.world, party.world.channel("hinterzimmer").id)
    attempt = await press_forged(elsewhere, bot, "Anna", rows)
    refused(elsewhere, bot, attempt, "Anna", "tournament.none")


@pytest.mark.expects_log("does not go on")
async def test_a_table_has_one_thread_however_often_it_could_not_be_stored(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(bot.host.store.tables, "add", fails)
        await begun(party, bot, *FOUR)
        for _ in range(5):
            await bot.services.tournaments.sweep()
        [thread] = threads(party)
        party.world.moderation.delete_channel(thread.id)
        await bot.services.tournaments.sweep()
        [thread] = threads(party)
    await bot.services.tournaments.sweep()
    assert await bot.host.store.tables.open_table(int(thread.id))
    assert threads(party) == [thread]


async def test_no_table_is_in_a_thread_in_which_was_written_or_of_another_channel_or_person(
    party: Party, bot: MonsterBot
) -> None:
    other = party.world.add_channel("another").id
    name = "Runde 1 · Tisch 1 · " + bot.catalogue.text("meistercoup", "title", "de")
    for place, what in ((party.channel, "written"), (party.channel, "Anna's"), (other, "")):
        channel = await bot.fetch_channel(int(place))
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        if what == "written":
            await thread.send("hi")
        elif what:
            party.world.channels[str(thread.id)].owner_id = party.id("Anna")
    known = {thread.id for thread in threads(party)}
    await begun(party, bot, *FOUR)
    await bot.services.tournaments.sweep()
    [fresh] = [thread for thread in threads(party) if thread.id not in known]
    assert fresh.name == name and fresh.parent and fresh.parent.id == party.channel
    assert await bot.host.store.tables.open_table(int(fresh.id))


async def test_there_is_no_tournament_where_there_are_no_threads(
    party: Party, bot: MonsterBot
) -> None:
    await party.command("Ben", "play", game="meistercoup", thread=True)
    [thread] = threads(party)
    inside = Party(party.world, thread.id)
    attempt = await inside.command("Deniz", "games-admin tournament", game="meistercoup")
    refused(inside, bot, attempt, "Deniz", "tournament.no_threads")
