"""A lobby by clicks: who sits, who may do what, and how it begins."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.client import MonsterBot
from playground.server import PlaygroundServer
from storage.records import Table
from storage.url import open_store
from tables.lobby.lobby import cancel, roster
from tests.cogs.clicking import (
    lobby,
    press_forged,
    record,
    refused,
    result,
    sentence,
    start,
    table_of,
)
from tests.cogs.party import Message, Party, labels, running_bot, settings_for, text, verbs


async def test_from_lobby_to_first_trick(party: Party) -> None:
    await party.open("meistercoup", "Ben", computers=2)
    await party.until(lambda: "4" in text(party.board()) and "🤖" in text(party.board()))
    await party.press("Anna", party.board(), "start")
    board = await party.until(lambda: verbs(party.board(), "seat") and party.board())
    assert "Runde 1" in text(board)


async def test_who_opens_a_table_reads_in_small_print_how_they_cut(party: Party) -> None:
    opened = await party.command("Anna", "play", game="meistercoup")
    *told, cut = opened.message["content"].split("\n")
    assert cut.startswith("-# ✂️") and told and not any("✂️" in line for line in told)


async def test_more_joins_than_seats(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, computers=4)
    names = ("Ben", "Chiara", "Finn")
    pressed = await asyncio.gather(*(party.press(name, board, "join") for name in names))
    row = await bot.host.store.tables.get(table_of(party))
    assert row is not None and len(row.players) == 6
    seated = {player.name for player in row.players}
    for name, attempt in zip(names, pressed, strict=True):
        if name in seated:
            await party.until(partial(_shows, party, name))
            assert "✂️" in text(attempt.message), "who sits down sees how they cut the deck"
        else:
            refused(party, bot, attempt, name, "error.full", n=6)
    assert len(seated.intersection(names)) == 1
    await party.until(lambda: not verbs(party.board(), "join"))
    assert not verbs(party.board(), "add") and verbs(party.board(), "start")


def _shows(party: Party, name: str) -> bool:
    return name in text(party.board())


async def test_joining_twice_and_leaving_without_a_seat(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben")
    before = await record(bot, table_of(party))
    for name in ("Anna", "Ben"):
        refused(party, bot, await party.press(name, board, "join"), name, "error.seated")
    table = table_of(party)
    for name in ("Chiara", "Finn"):
        attempt = await press_forged(party, bot, name, f"mr:{table}:0:leave:")
        refused(party, bot, attempt, name, "error.not_seated")
        for verb in ("add", "remove"):
            attempt = await press_forged(party, bot, name, f"mr:{table}:0:{verb}:")
            refused(party, bot, attempt, name, "error.join_first")
    attempt = await press_forged(party, bot, "Ben", f"mr:{table}:0:remove:")
    refused(party, bot, attempt, "Ben", "error.no_computer")
    assert await record(bot, table_of(party)) == before


async def test_starting_too_small(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party)
    before = await record(bot, table_of(party))
    attempt = await party.press("Anna", board, "start")
    refused(party, bot, attempt, "Anna", "error.too_few", n=2, least=3)
    assert await record(bot, table_of(party)) == before


async def test_starting_with_options_that_do_not_fit(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben", computers=2)
    options = (await party.press("Anna", await party.more("Anna"), "options")).message
    await party.choose("Anna", options, "option", "mode.team")
    await party.press("Anna", await party.more("Anna"), "remove")
    before = await record(bot, table_of(party))
    attempt = await party.press("Anna", board, "start")
    refused(party, bot, attempt, "Anna", "meistercoup.error.no_teams")
    assert await record(bot, table_of(party)) == before


async def test_only_the_host_sets_options_starts_and_cancels(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben", computers=2)
    table = table_of(party)
    before = await record(bot, table)
    for name in ("Ben", "Chiara"):
        for verb in ("options", "start", "cancel"):
            attempt = await press_forged(party, bot, name, f"mr:{table}:0:{verb}:")
            refused(party, bot, attempt, name, "error.host_only", name="Anna")
        for verb, values in (("option", ["mode.team"]), ("swap", ["0", "1"])):
            attempt = await press_forged(party, bot, name, f"mr:{table}:0:{verb}:", *values)
            refused(party, bot, attempt, name, "error.host_only", name="Anna")
    assert await record(bot, table) == before


async def test_a_host_with_a_strange_name_is_named_without_markup(
    party: Party, bot: MonsterBot
) -> None:
    party.world.person("Anna").name = "*_Anna_* @everyone"
    await party.world.command(
        party.id("*_Anna_* @everyone"), party.channel, "play", {"game": "meistercoup"}
    )
    board = await party.until(lambda: party.board("Ben"))
    said = (await party.press("Ben", board, "start")).message["content"]
    assert r"\*\_Anna\_\*" in said and "@everyone" not in said


async def test_options_that_are_not_on_offer(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben", computers=1)
    table = table_of(party)
    before = await record(bot, table)
    for value in ("mode.team", "mode.nonsense", "nonsense.1", "mode", ""):
        attempt = await press_forged(party, bot, "Anna", f"mr:{table}:0:option:{value}")
        refused(party, bot, attempt, "Anna", "error.not_offered")
    attempt = await press_forged(party, bot, "Anna", f"mr:{table}:0:swap:", "0", "7")
    refused(party, bot, attempt, "Anna", "error.seats_changed")
    assert await record(bot, table) == before


async def test_swapping_seats_that_are_no_numbers(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben", computers=1)
    table = table_of(party)
    before = await record(bot, table)
    for values in (("x", "y"), ("0",), ("0", "1", "2")):
        attempt = await press_forged(party, bot, "Anna", f"mr:{table}:0:swap:", *values)
        refused(party, bot, attempt, "Anna", "error.malformed")
    attempt = await press_forged(party, bot, "Anna", f"mr:{table}:0:swap:", "-1", "0")
    refused(party, bot, attempt, "Anna", "error.seats_changed")
    assert await record(bot, table) == before


async def test_the_host_leaves(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben", computers=1)
    await party.press("Anna", await party.more("Anna"), "leave")
    board = await party.until(lambda: crowned(party) == "Ben" and party.board())
    assert "Anna" not in text(board)
    refused(
        party, bot, await party.press("Anna", board, "start"), "Anna", "error.host_only", name="Ben"
    )
    attempt = await party.press("Ben", board, "start")
    refused(party, bot, attempt, "Ben", "error.too_few", n=1, least=3)
    await party.press("Ben", await party.more("Ben"), "leave")
    await party.until(lambda: not labels(party.board()))
    for name, verb in (("Finn", "join"), ("Anna", "start"), ("Finn", "add")):
        attempt = await press_forged(party, bot, name, verbs(board, verb)[0])
        refused(party, bot, attempt, name, "error.ended")
    opened = await party.command("Finn", "play", game="meistercoup")
    assert "set" in opened.message["content"]


async def test_cancelling(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben")
    await party.press("Anna", await party.more("Anna"), "cancel")
    closed = await party.until(lambda: not labels(party.board()) and party.board())
    assert "geschlossen" in text(closed)
    attempt = await press_forged(party, bot, "Ben", verbs(board, "join")[0])
    refused(party, bot, attempt, "Ben", "error.ended")


async def test_two_tables_opened_at_once(party: Party, bot: MonsterBot) -> None:
    attempts = await asyncio.gather(
        *(party.command(name, "play", game="meistercoup") for name in ("Anna", "Ben"))
    )
    said = [attempt.message["content"] for attempt in attempts]
    assert sum("steht!" in words or "is set" in words for words in said) == 1, said
    await party.until(party.board)
    assert len({table_of(party), table_of(party, "Ben")}) == 1


async def test_two_starts_at_once(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben", computers=1)
    table = table_of(party)
    attempts = await asyncio.gather(*(party.press("Anna", board, "start") for _ in range(3)))
    assert all(attempt.acknowledged and not attempt.failed for attempt in attempts)

    def shown() -> list[bool]:
        return sorted(bool(each.message["embeds"]) for each in attempts if each.message)

    # Two were refused; a newer refusal takes the older one's place.
    await party.until(lambda: shown() == [False, True])
    row = await bot.host.store.tables.get(table)
    assert row is not None and row.status == "running"


async def test_options_and_seats_are_the_hosts(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben", computers=2)
    options = (await party.press("Anna", await party.more("Anna"), "options")).message
    assert options["ephemeral"]
    changed = await party.choose("Anna", options, "option", "mode.team")
    assert changed.message["id"] == options["id"]
    await party.until(lambda: text(party.board()).count("Team") >= 4)
    await party.choose("Anna", options, "swap", "0", "3")
    await party.until(lambda: lines(party.board())[3].startswith("4. Anna"))
    row = await bot.host.store.tables.get(table_of(party))
    assert row is not None and row.players[3].name == "Anna"


async def test_completion_offers_games_by_their_title(party: Party) -> None:
    for name, typed, title in (("Anna", "meis", "Meister Coup"), ("Ben", "MASTER", "Master Coup")):
        person = party.id(name)
        offered = await party.world.autocomplete(
            person, party.channel, "play", {"game": typed}, "game"
        )
        assert {"name": title, "value": "meistercoup"} in [
            {"name": each["name"], "value": each["value"]} for each in offered
        ]
    assert not await party.world.autocomplete(
        party.id("Anna"), party.channel, "rules", {"game": "poker"}, "game"
    )


def lines(board: Message) -> list[str]:
    """Return the lobby's list of players."""
    told: str = board["embeds"][0]["image"]["description"]
    return told.splitlines()[1:]


def crowned(party: Party) -> str:
    """Return the name of the host as the board shows it."""
    line = next(line for line in lines(party.board()) if "👑" in line)
    return line.split(". ")[1].split(" ")[0]


def pages(party: Party, name: str) -> list[Message]:
    """Return the private pages that this person sees."""
    return [m for m in party.seen(name) if m["ephemeral"] and m["embeds"]]


async def test_a_lobby_s_pages_go_when_the_game_begins(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben", computers=1)
    await party.press("Anna", await party.more("Anna"), "options")
    ids = {name: (await party.more(name))["id"] for name in ("Ben", "Chiara")}
    await party.press("Anna", board, "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    await party.until(lambda: bot.idle)
    assert not pages(party, "Chiara")
    assert ids["Ben"] not in [page["id"] for page in pages(party, "Ben")]
    assert len(pages(party, "Anna")) == 1, "the panel"
    assert not [kept for kept in await bot.host.store.shown.privates(0.0) if kept.kind == "lobby"]


async def test_a_lobby_s_pages_go_when_it_is_cancelled_by_one_of_them(
    party: Party, bot: MonsterBot
) -> None:
    await lobby(party, "Ben")
    await party.more("Ben")
    attempt = await party.press("Anna", await party.more("Anna"), "cancel")
    assert attempt.acknowledged and not attempt.failed
    await party.until(lambda: not pages(party, "Ben") and not pages(party, "Anna"))


async def test_a_lobby_s_pages_follow_what_others_do(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben")
    assert verbs(await party.more("Ben"), "leave")
    options = (await party.press("Anna", await party.more("Anna"), "options")).message
    assert "Chiara" not in str(options["components"])
    await party.press("Chiara", board, "join")
    await party.until(lambda: "Chiara" in str(pages(party, "Anna")[0]["components"]))
    room = bot.host.rooms.known(table_of(party))
    assert room is not None
    await bot.host.lobbies.send_away(room, room.table.host, 1, roster(room.table))
    await party.until(lambda: not verbs(pages(party, "Ben")[0], "leave"))
    assert verbs(pages(party, "Ben")[0], "rules"), "the same page, for somebody without a seat"


@pytest.mark.parametrize("verb", ["options", "guests"])
async def test_who_hosts_no_more_has_no_page_of_a_host(
    party: Party, bot: MonsterBot, verb: str
) -> None:
    await lobby(party, "Ben")
    before = await party.more("Anna")
    page = (await party.press("Anna", before, verb)).message
    assert page["id"] == before["id"]
    await party.command("Anna", "leave")
    await party.until(lambda: verbs(pages(party, "Anna")[0], "rules"))
    left = pages(party, "Anna")[0]
    assert left["id"] == page["id"] and not verbs(left, verb)


async def test_what_others_choose_is_offered_no_more(party: Party, bot: MonsterBot) -> None:
    await party.open("maechtige_monster", "Ben")
    shown = await party.more("Anna")
    await party.more("Ben")
    assert "orcs" in str(shown["components"])
    await party.choose("Ben", pages(party, "Ben")[0], "seat_option", "orcs")
    await party.until(lambda: "orcs" not in str(pages(party, "Anna")[0]["components"]))
    assert pages(party, "Anna")[0]["id"] == shown["id"]


@pytest.mark.parametrize("verb", ["cancel", "start"])
async def test_what_was_said_of_a_new_table_goes_with_its_lobby(
    party: Party, bot: MonsterBot, verb: str
) -> None:
    table = await start(party, "Ben", computers=1)
    await party.press("Ben", await result(party, bot, table), "again")
    await party.press("Anna", party.board(), "again")
    said = {name: privately_said(party, name) for name in ("Anna", "Ben")}
    assert sentence(party, bot, "Ben", "again") in said["Ben"][0]
    assert sentence(party, bot, "Anna", "joined") in said["Anna"][-1]
    await party.until(lambda: "(3 " in text(party.board()))
    page = await party.more("Ben") if verb == "cancel" else party.board()
    assert len(privately_said(party, "Ben")) == (0 if verb == "cancel" else 1), "one of them"
    await party.press("Ben", page, verb)
    await party.until(lambda: not privately_said(party, "Anna") + privately_said(party, "Ben"))


async def test_what_was_said_of_a_new_table_goes_also_after_a_restart(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as first:
        await party.command("Anna", "play", game="meistercoup")
        await party.until(lambda: first.idle and party.board())
    assert privately_said(party, "Anna")
    async with running_bot(settings) as second:
        await party.until(lambda: second.idle)
        assert privately_said(party, "Anna")
        room = await second.host.rooms.get(table_of(party))
        await second.host.lobbies.change(room, cancel)
        await party.until(lambda: not privately_said(party, "Anna"))


def privately_said(party: Party, name: str) -> list[str]:
    """Return the sentences that this person alone sees."""
    return [m["content"] for m in party.seen(name) if m["ephemeral"] and not m["embeds"]]


async def test_a_person_has_one_page_of_a_lobby(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben")
    await party.more("Anna")
    await party.press("Anna", await party.more("Anna"), "options")
    await asyncio.gather(*(party.press("Anna", board, "more") for _ in range(3)))
    await party.until(lambda: len(pages(party, "Anna")) == 1)
    assert verbs(pages(party, "Anna")[0], "options")


async def test_a_press_that_is_repeated_adds_or_takes_away_one_computer(
    party: Party, bot: MonsterBot
) -> None:
    def computers() -> int:
        table = bot.host.rooms.known(table_of(party))
        assert table is not None
        return sum(player.user is None for player in table.table.players)

    await lobby(party, "Ben", computers=1)
    for verb, there in (("add", 2), ("remove", 1)):
        message = party.board() if verb == "add" else await party.more("Ben")
        await party.press("Ben", message, verb)
        assert computers() == there
        # As somebody repeats what Discord has called failed.
        attempt = await press_forged(party, bot, "Ben", verbs(message, verb)[0])
        refused(party, bot, attempt, "Ben", "error.seats_changed")
        assert computers() == there
    await party.until(lambda: verbs(party.board(), "add")[0].endswith(":1"))
    for there in (2, 3):
        await party.press("Anna", party.board(), "add")
        assert computers() == there, "who sees the one they have added may add another"


async def test_computers_that_two_add_at_once_have_names_of_their_own(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lobby(party, "Ben")
    save = bot.host.store.tables.save

    async def slowly(*row: Any) -> Table:
        await asyncio.sleep(0.1)
        return await save(*row)

    monkeypatch.setattr(bot.host.store.tables, "save", slowly)
    add = f"mr:{table_of(party)}:0:add:"
    await asyncio.gather(*(press_forged(party, bot, name, add) for name in ("Anna", "Ben")))
    row = await bot.host.store.tables.get(table_of(party))
    assert row is not None
    names = [player.name for player in row.players]
    assert len(set(names)) == len(names) == 4


async def test_computers_are_called_as_the_channel_speaks(party: Party, bot: MonsterBot) -> None:
    board = await lobby(party, "Ben", computers=2)
    # Not Blobb, whose mark would be that of Ben.
    assert "Knurr 🤖" in text(board) and "Zausel 🤖" in text(board)
    party.world.set_guild_locale("en-GB")
    await party.until(lambda: bot.guilds[0].preferred_locale is discord.Locale.british_english)
    await party.until(lambda: bot.idle)  # what was under way shows fewer computers for a moment
    await party.press("Ben", party.board(), "add")
    await party.until(lambda: "(5 " in text(party.board()))
    said = text(party.board())
    assert "Growl 🤖" in said and "Scruff 🤖" in said and "Chip 🤖" in said
    assert not any(name in said for name in ("Knurr", "Zausel", "Fritte"))


@pytest.mark.parametrize("over", [True, False])
async def test_a_lobby_s_pages_after_a_restart(
    server: PlaygroundServer, tmp_path: Path, over: bool
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "tables.db"))
    async with running_bot(settings) as first:
        await lobby(party, "Ben")
        page = await party.more("Ben")
        table = await first.host.store.tables.get(table_of(party))
    assert table is not None
    if over:
        store = await open_store(settings.database_url or "")
        await store.tables.save(replace(table, status="aborted"))
        await store.close()
    async with running_bot(settings) as second:
        await party.until(lambda: second.idle and not (over and pages(party, "Ben")))
        assert [each["id"] for each in pages(party, "Ben")] == ([] if over else [page["id"]])
        if not over:
            await party.press("Anna", await party.more("Anna"), "cancel")
            await party.until(lambda: not pages(party, "Ben"))
