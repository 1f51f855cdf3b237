"""Manners at the page: guests of a lobby, blocks, limits of a host, and threads that go again."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from yarl import URL

from cogs.client import MonsterBot
from cogs.line.allowance import Place
from cogs.shown import threads
from playground.model import Channel
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from playground.world import threads as opening
from storage.errors import Away
from storage.people import Ban, Fared
from tables.servers import House
from tests.cogs.abandoned import dies
from tests.cogs.clicking import lobby, press_forged, refused, result, sentence, table_of
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
from tests.storage.samples import given_out

pytestmark = pytest.mark.usefixtures("plain")


async def guests(party: Party, name: str = "Anna") -> Message:
    """Open the host's page about guests."""
    message: Message = (await party.press(name, await party.more(name), "guests")).message
    return message


async def seated(bot: MonsterBot, party: Party) -> list[str]:
    row = await bot.host.store.tables.get(table_of(party))
    assert row is not None
    return [player.name for player in row.players]


async def test_the_host_sends_somebody_away(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben", "Chiara")
    await party.choose("Anna", await guests(party), "away", "1")
    await party.until(lambda: "**Ben** sitzt nicht mehr am Tisch" in text(party.board()))
    assert await seated(bot, party) == ["Anna", "Chiara"]
    attempt = await party.press("Ben", party.board(), "join")
    refused(party, bot, attempt, "Ben", "manners.not_here")


async def test_a_private_table_and_its_guests(party: Party, bot: MonsterBot) -> None:
    await lobby(party)
    page = await guests(party)
    assert not verbs(page, "invite")
    page = (await party.press("Anna", page, "door", "private.True")).message
    await party.until(lambda: "🔒 Plätze nur auf Einladung" in text(party.board()))
    attempt = await party.press("Ben", party.board(), "join")
    refused(party, bot, attempt, "Ben", "manners.private")
    page = (await party.choose("Anna", page, "invite", party.id("Ben"))).message
    [invite] = [c for c in controls(page) if ":invite:" in c["custom_id"]]
    assert invite["default_values"] == [{"id": party.id("Ben"), "type": "user"}]
    assert f"Eingeladen: <@{party.id('Ben')}>" in text(page)
    await party.press("Ben", party.board(), "join")
    attempt = await party.press("Chiara", party.board(), "join")
    refused(party, bot, attempt, "Chiara", "manners.private")
    await party.press("Anna", page, "door", "private.False")
    await party.press("Chiara", party.board(), "join")
    assert await seated(bot, party) == ["Anna", "Ben", "Chiara"]


async def test_guests_are_the_hosts_alone(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben", "Chiara")
    table, ben = table_of(party), party.id("Ben")
    for verb, *values in (
        ("guests:",), ("door:private.True",), ("door:reliable.True",), ("invite:", ben),
    ):  # fmt: skip
        attempt = await press_forged(party, bot, "Ben", f"mr:{table}:0:{verb}", *values)
        refused(party, bot, attempt, "Ben", "error.host_only", name="Anna")
    away = verbs(await guests(party), "away")[0]
    attempt = await press_forged(party, bot, "Ben", away, "2")
    refused(party, bot, attempt, "Ben", "error.host_only", name="Anna")
    for verb, *values in (
        ("door:host.True",), ("door:private.maybe",), ("invite:", "٣"), ("invite:", "9" * 30),
        ("away:", "x"),
    ):  # fmt: skip
        attempt = await press_forged(party, bot, "Anna", f"mr:{table}:0:{verb}", *values)
        refused(party, bot, attempt, "Anna", "error.malformed")
    row = await bot.host.store.tables.get(table)
    assert row is not None and not row.private and await seated(bot, party) == [
        "Anna", "Ben", "Chiara",
    ]  # fmt: skip


async def test_who_often_leaves_is_named_and_a_table_may_ask(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fared(guild: int, users: Any) -> dict[int, Fared]:
        return {user: Fared(12, 7) for user in users if user == int(party.id("Ben"))}

    monkeypatch.setattr(bot.host.store.manners, "fared", fared)
    await lobby(party, "Ben")
    said = "**Ben** war am Ende von 12 begonnenen Spielen 7-mal noch da"
    await party.until(lambda: said in text(party.board()))
    await party.choose("Anna", await guests(party), "away", "1")
    await party.until(lambda: said not in text(party.board()))
    page = await guests(party)
    await party.choose("Anna", page, "invite", party.id("Ben")) if verbs(page, "invite") else None
    await party.press("Anna", page, "door", "private.True")
    page = await guests(party)
    await party.choose("Anna", page, "invite", party.id("Ben"))
    await party.press("Anna", page, "door", "reliable.True")
    attempt = await party.press("Ben", party.board(), "join")
    refused(party, bot, attempt, "Ben", "manners.reliable", n=7, games=12)


async def test_two_blocks_at_once_both_hold(party: Party, bot: MonsterBot) -> None:
    await asyncio.gather(
        *(party.command("Ben", "block", person=party.id(name)) for name in ("Anna", "Finn"))
    )
    blocked = await bot.host.store.manners.blocked(int(party.id("Ben")))
    assert sorted(blocked) == sorted(int(party.id(name)) for name in ("Anna", "Finn"))


async def test_what_is_chosen_from_the_list_as_somebody_is_added_is_not_lost_unseen(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (await party.command("Ben", "block", person=party.id("Anna"))).message
    manners, read, chosen = bot.host.store.manners, asyncio.Event(), asyncio.Event()
    blocked, ben = manners.blocked, int(party.id("Ben"))

    async def reads_and_waits(user: int) -> list[int]:
        found = await blocked(user)
        if not read.is_set():
            read.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(chosen.wait(), 0.3)
        return found

    monkeypatch.setattr(manners, "blocked", reads_and_waits)
    adding = asyncio.ensure_future(party.command("Ben", "block", person=party.id("Finn")))
    await read.wait()
    answer = await party.choose("Ben", page, "blocks", party.id("Anna"), party.id("Chiara"))
    chosen.set()
    await adding
    assert sorted(await blocked(ben)) == sorted(int(party.id(n)) for n in ("Anna", "Finn"))
    assert "Nothing was changed" in text(answer.message)


async def test_who_blocks_somebody_is_offered_no_seat_beside_them_and_who_is_blocked_is(
    party: Party, bot: MonsterBot
) -> None:
    anna, ben, chiara = (int(party.id(name)) for name in ("Anna", "Ben", "Chiara"))
    await lobby(party, "Finn", computers=1)
    for blocker, blocked in ((ben, anna), (anna, chiara)):
        await bot.host.store.manners.block(blocker, [blocked], 1.0)
    offered = {
        name: bool(labels((await party.command(name, "tables")).message))
        for name in ("Ben", "Chiara", "Deniz")
    }
    assert offered == {"Ben": False, "Chiara": True, "Deniz": True}
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    attempt = await party.press("Ben", party.board(), "seat")
    refused(party, bot, attempt, "Ben", "manners.you_blocked")
    told = [(await party.press(n, party.board(), "seat")).message for n in ("Chiara", "Deniz")]
    assert all(verbs(message, "next") for message in told)
    assert sentence(party, bot, "Chiara", "error.bystander") == told[0]["content"]


async def test_a_block_is_private_and_keeps_people_apart(party: Party, bot: MonsterBot) -> None:
    shown = (await party.command("Ben", "block", person=party.id("Anna"))).message
    assert shown["ephemeral"] and f"<@{party.id('Anna')}>" in text(shown)
    await lobby(party)
    refused(
        party, bot, await party.press("Ben", party.board(), "join"), "Ben", "manners.you_blocked"
    )
    other = Party(party.world, list(party.world.channels)[1])
    await other.command("Ben", "play", game="bugs")
    await other.until(other.board)
    attempt = await other.press("Anna", other.board(), "join")
    refused(other, bot, attempt, "Anna", "manners.not_here")
    chosen = await party.choose("Ben", shown, "blocks", party.id("Finn"))
    await other.press("Anna", other.board(), "join")
    refused(
        other, bot, await other.press("Finn", other.board(), "join"), "Finn", "manners.not_here"
    )
    await party.choose("Ben", chosen.message, "blocks")
    await other.press("Finn", other.board(), "join")
    assert await bot.host.store.manners.blocked(int(party.id("Ben"))) == []


async def test_an_older_page_lets_nobody_go_whom_it_does_not_show(
    party: Party, bot: MonsterBot
) -> None:
    older = (await party.command("Ben", "block")).message
    await party.command("Ben", "block", person=party.id("Anna"))
    renewed = (await party.choose("Ben", older, "blocks", party.id("Finn"))).message
    assert renewed["id"] == older["id"] and f"<@{party.id('Anna')}>" in text(renewed)
    assert sentence(party, bot, "Ben", "manners.block.changed") in text(renewed)
    blocked = bot.host.store.manners.blocked
    assert await blocked(int(party.id("Ben"))) == [int(party.id("Anna"))]
    both = [party.id(name) for name in ("Anna", "Finn")]
    renewed = (await party.choose("Ben", renewed, "blocks", *both)).message
    assert sentence(party, bot, "Ben", "manners.block.changed") not in text(renewed)
    assert sorted(await blocked(int(party.id("Ben")))) == sorted(map(int, both))


async def test_what_cannot_be_blocked(party: Party, bot: MonsterBot) -> None:
    attempt = await party.command("Ben", "block", person=party.id("Ben"))
    refused(party, bot, attempt, "Ben", "manners.block.yourself")
    attempt = await party.command("Ben", "block", person=party.world.bot.id)
    refused(party, bot, attempt, "Ben", "manners.block.bot")
    user = int(party.id("Ben"))
    await bot.host.store.manners.block(user, range(1, 26), 1.0)
    attempt = await party.command("Ben", "block", person=party.id("Anna"))
    refused(party, bot, attempt, "Ben", "manners.block.full", most=25)
    attempt = await press_forged(party, bot, "Ben", "mr::0:blocks:", "x")
    refused(party, bot, attempt, "Ben", "error.malformed")
    assert await bot.host.store.manners.blocked(user) == [*range(1, 26)]


async def test_blocks_are_given_out_and_forgotten(party: Party, bot: MonsterBot) -> None:
    ben, finn = int(party.id("Ben")), int(party.id("Finn"))
    await party.command("Ben", "block", person=str(finn))
    await party.command("Finn", "block", person=str(ben))
    given = await given_out(bot.host.store, ben)
    assert [block["person"] for block in given["blocks"]] == [finn]
    await bot.host.store.privacy.forget(ben, time.time())
    assert await bot.host.store.manners.blocked(ben) == []
    assert await bot.host.store.manners.blocked(finn) == []


async def test_the_limits_of_a_host_and_the_settings(party: Party, bot: MonsterBot) -> None:
    guild = int(party.world.guild_id)
    await bot.host.servers.settle(guild, House(own=1))
    await lobby(party, "Ben")
    other = Party(party.world, list(party.world.channels)[1])
    attempt = await other.command("Anna", "play", game="bugs")
    link = f"<#{party.channel}>"
    refused(other, bot, attempt, "Anna", "staff.own", most=1, links=link)
    await other.command("Ben", "play", game="bugs")
    page = await guests(party)
    attempt = await party.choose("Anna", page, "host", "1")
    refused(party, bot, attempt, "Anna", "staff.heir", most=1)
    attempt = await press_forged(party, bot, "Anna", verbs(page, "host")[0], "9")
    refused(party, bot, attempt, "Anna", "error.seats_changed")
    assert crown(party) == "Anna"
    await bot.host.servers.settle(guild, House(own=2))
    await party.choose("Anna", page, "host", "1")
    await party.until(lambda: crown(party) == "Ben")


def crown(party: Party) -> str:
    """Return who hosts, as the board's alt text says."""
    line = next(line for line in text(party.board()).splitlines() if "👑" in line)
    return line.split()[1]


async def thread_of(party: Party) -> tuple[Channel, Party]:
    """Let Anna open a table in a thread of its own."""
    await party.command("Anna", "play", game="meistercoup", thread=True)
    thread = next(place for place in party.world.channels.values() if place.parent)
    inside = Party(party.world, thread.id)
    await inside.until(inside.board)
    return thread, inside


@pytest.fixture
def aged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads be looked at at once."""
    monkeypatch.setattr(threads, "READ", 0.0)


@pytest.mark.parametrize("may", [True, False])
async def test_an_empty_thread_goes(party: Party, bot: MonsterBot, aged: None, may: bool) -> None:
    party.world.moderation.promote_bot(may)
    thread, inside = await thread_of(party)
    await bot.services.shown.threads.sweep()
    assert thread.id in party.world.channels and not thread.archived
    await inside.press("Anna", await inside.more("Anna"), "cancel")
    await inside.until(lambda: not controls(inside.board()))
    await bot.services.shown.threads.sweep()
    assert (thread.id in party.world.channels, thread.archived) == (not may, not may)


@pytest.mark.usefixtures("aged")
async def test_a_thread_with_words_of_people_stays(party: Party, bot: MonsterBot) -> None:
    thread, inside = await thread_of(party)
    party.world.say(party.id("Ben"), thread.id, "Gleich!")
    await inside.press("Anna", await inside.more("Anna"), "cancel")
    await inside.until(lambda: not controls(inside.board()))
    await bot.services.shown.threads.sweep()
    assert not thread.archived and thread.auto_archive == threads.DAY


@pytest.mark.usefixtures("aged")
@pytest.mark.parametrize("empty", [True, False])
async def test_a_thread_that_rests_already_is_left_so(
    party: Party, bot: MonsterBot, empty: bool
) -> None:
    """Discord refuses every change of an archived thread."""
    thread, inside = await thread_of(party)
    if not empty:
        party.world.say(party.id("Ben"), thread.id, "Gleich!")
    await inside.press("Anna", await inside.more("Anna"), "cancel")
    await inside.until(lambda: not controls(inside.board()))
    party.world.moderation.archive(thread.id)
    await bot.services.shown.threads.sweep()
    path = f"/channels/{thread.id}"
    assert not [r for r in party.world.requests if (r.method, r.path) == ("PATCH", path)]
    assert thread.archived


async def test_people_can_read_that_a_table_was_closed(party: Party, bot: MonsterBot) -> None:
    thread, inside = await thread_of(party)
    noted = bot.services.shown.threads._wanted
    await party.until(lambda: noted)
    noted.update(dict.fromkeys(noted, 0.0))  # as it was opened, a while ago
    await inside.press("Anna", await inside.more("Anna"), "cancel")
    await inside.until(lambda: not controls(inside.board()))
    await bot.services.shown.threads.sweep()
    assert not thread.archived and thread.auto_archive == threads.LONGEST
    # What was noted is noted again by the next start.
    noted.clear()
    await bot.services.shown.threads.start()
    await bot.services.shown.threads.sweep()
    assert thread.archived


@pytest.mark.usefixtures("aged", "one_round")
async def test_a_finished_thread_rests_after_a_day_unless_it_goes_on(
    party: Party, bot: MonsterBot
) -> None:
    thread, inside = await thread_of(party)
    for name in ("Ben", "Chiara"):
        await inside.press(name, inside.board(), "join")
    await inside.press("Anna", inside.board(), "start")
    board = await result(inside, bot, table_of(inside))
    await bot.services.shown.threads.sweep()
    assert not thread.archived and thread.auto_archive == threads.DAY
    await inside.press("Ben", board, "again")
    await bot.services.shown.threads.sweep()
    assert thread.auto_archive == threads.LONGEST


async def test_of_the_threads_that_rest_the_last_are_known(
    bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "KEPT", 2)
    rested: Any = SimpleNamespace(auto_archive_duration=threads.DAY)
    looked = threads.Threads(bot, bot.host.store)
    places = [Place(1, channel) for channel in range(3)]
    for place in places:
        await looked._archive_after(rested, place, threads.DAY)
    assert list(looked._resting) == places[1:]


@pytest.mark.usefixtures("aged")
async def test_the_thread_of_a_game_that_was_broken_off_stays(
    party: Party, bot: MonsterBot
) -> None:
    thread, inside = await thread_of(party)
    await inside.press("Ben", inside.board(), "join")
    await inside.press("Anna", inside.board(), "add")
    await inside.press("Anna", inside.board(), "start")
    await inside.until(lambda: verbs(inside.board(), "seat"))
    await bot.host.staff.end(await bot.host.rooms.get(table_of(inside)), None)
    await inside.until(lambda: not verbs(inside.board(), "seat"))
    await bot.services.shown.threads.sweep()
    assert thread.id in party.world.channels and not thread.archived
    assert thread.auto_archive == threads.DAY


@pytest.mark.usefixtures("aged")
@pytest.mark.parametrize(("status", "again"), [(503, True), (403, False)])
async def test_a_thread_that_cannot_be_looked_at_is_tried_again(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, status: int, again: bool
) -> None:
    thread, inside = await thread_of(party)
    await inside.press("Anna", await inside.more("Anna"), "cancel")
    looks = []

    async def fails(self: threads.Threads, place: Place) -> None:
        looks.append(place.channel)
        raise discord.HTTPException(cast(Any, SimpleNamespace(status=status, reason="")), "away")

    monkeypatch.setattr(threads.Threads, "_look_at", fails)
    for _ in range(2):
        await bot.services.shown.threads.sweep()
    assert looks == [int(thread.id)] * (2 if again else 1)


@pytest.mark.usefixtures("aged")
@pytest.mark.parametrize("trouble", [aiohttp.ServerDisconnectedError(), Away("It is locked.")])
async def test_a_thread_is_looked_at_again_where_a_connection_or_the_store_fails(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    thread, inside = await thread_of(party)
    await inside.press("Anna", await inside.more("Anna"), "cancel")
    await inside.until(lambda: bot.idle)

    async def fails(*_: object) -> None:
        raise trouble

    with monkeypatch.context() as patch:
        patch.setattr(bot.host.store.tables, "open_table", fails)
        await bot.services.shown.threads.sweep()
    assert thread.id in party.world.channels and not thread.archived
    await bot.services.shown.threads.sweep()
    assert thread.id not in party.world.channels or thread.archived


@pytest.mark.usefixtures("aged")
@pytest.mark.expects_log("It is locked.")
async def test_a_thread_goes_for_which_no_table_could_be_stored(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise Away("It is locked.")

    with monkeypatch.context() as patch:
        patch.setattr(bot.host.store.tables, "add", fails)
        await party.command("Anna", "play", game="meistercoup", thread=True)
    [thread] = [place for place in party.world.channels.values() if place.parent]
    await bot.services.shown.threads.sweep()
    assert thread.id not in party.world.channels or thread.archived


@pytest.mark.usefixtures("aged")
@pytest.mark.parametrize("answer", [500, None], ids=["5xx", "no answer"])
async def test_a_thread_goes_that_discord_has_opened_without_saying_so(
    server: PlaygroundServer, party: Party, bot: MonsterBot, answer: int | None
) -> None:
    """The library repeats what was answered with 5xx; what was not answered is not repeated."""
    path = rf"/channels/{party.channel}/threads"
    if answer:
        server.faults.fail("POST", path, answer, stage=Stage.APPLIED)
    else:
        server.faults.cut("POST", path, stage=Stage.APPLIED)
    attempt = await party.command("Anna", "play", game="meistercoup", thread=True)
    opened = [place for place in party.world.channels.values() if place.parent]
    assert len(opened) == (2 if answer else 1)
    if not answer:
        refused(party, bot, attempt, "Anna", "error.thread_unreached")
    await party.until(lambda: len(bot.services.shown.threads._wanted) == len(opened))
    await bot.services.shown.threads.sweep()
    await party.until(lambda: all(t.archived for t in opened[: len(opened) - bool(answer)]))
    if answer:
        assert not opened[1].archived and Party(party.world, opened[1].id).board()


@pytest.mark.usefixtures("brisk")
async def test_an_empty_thread_goes_though_the_bot_was_stopped_before(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look comes before Discord has said on which servers the bot is."""
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings):
        thread, inside = await thread_of(party)
        await inside.press("Anna", await inside.more("Anna"), "cancel")
        await inside.until(lambda: not controls(inside.board()))
    sweep, looked, launch = threads.Threads.sweep, asyncio.Event(), MonsterBot.launch_shard

    async def sweeps(self: threads.Threads) -> None:
        await sweep(self)
        looked.set()

    async def late(bot: MonsterBot, url: URL, shard: int, *, initial: bool = False) -> None:
        await looked.wait()
        await launch(bot, url, shard, initial=initial)

    monkeypatch.setattr(threads.Threads, "sweep", sweeps)
    monkeypatch.setattr(MonsterBot, "launch_shard", late)
    async with running_bot(settings) as bot:
        await party.until(bot.is_ready)
        await bot.services.shown.threads.sweep()
    assert thread.id not in party.world.channels or thread.archived


@pytest.mark.usefixtures("aged", "brisk")
async def test_a_thread_goes_whose_table_was_still_to_be_stored_when_the_bot_died(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        playing, _ = await thread_of(party)
        monkeypatch.setattr(bot.host.store.tables, "add", dies)
        monkeypatch.setattr(bot.services.shown.threads, "unused", lambda *_: None)
        await party.command("Ben", "play", game="bugs", thread=True)
    [_, left] = [place for place in party.world.channels.values() if place.parent]
    body = {"name": "Plausch", "type": 11}
    own = opening.open_in(party.world, party.world.channels[party.channel], body)
    own.owner_id = party.id("Ben")
    async with running_bot(settings) as bot:
        await party.until(bot.is_ready)
        await bot.services.shown.threads.sweep()
        await party.until(lambda: left.id not in party.world.channels or left.archived)
    assert not playing.archived and not own.archived
    assert {playing.id, own.id} <= party.world.channels.keys()


async def test_threads_of_others_and_channels_are_left_alone(
    party: Party, bot: MonsterBot, aged: None
) -> None:
    thread, inside = await thread_of(party)
    thread.owner_id = party.id("Ben")
    other = Party(party.world, list(party.world.channels)[1])
    await other.command("Ben", "play", game="bugs")
    await other.until(other.board)
    for name, where in (("Anna", inside), ("Ben", other)):
        await where.press(name, await where.more(name), "cancel")
    await bot.services.shown.threads.sweep()
    assert not thread.archived and thread.auto_archive == threads.LONGEST
    assert other.channel in party.world.channels


async def test_another_game_is_asked_for_at_its_table_alone(party: Party, bot: MonsterBot) -> None:
    await lobby(party)
    table = table_of(party)
    await party.press("Anna", await party.more("Anna"), "cancel")
    other = Party(party.world, list(party.world.channels)[1])
    attempt = await press_forged(other, bot, "Ben", f"mr:{table}:0:again:")
    refused(other, bot, attempt, "Ben", "error.gone")
    assert await bot.host.rooms.at(int(party.channel)) is None


async def test_another_game_is_asked_for_as_the_first(party: Party, bot: MonsterBot) -> None:
    await lobby(party)
    table, guild, anna = table_of(party), int(party.world.guild_id), int(party.id("Anna"))
    await party.press("Anna", await party.more("Anna"), "cancel")
    again, store = f"mr:{table}:0:again:", bot.host.store.staff
    await store.ban(Ban(guild, anna, None, "rude", 1, 1.0))
    attempt = await press_forged(party, bot, "Anna", again)
    refused(party, bot, attempt, "Anna", "staff.banned_why", reason="rude")
    await store.unban(guild, anna)
    await bot.host.servers.settle(guild, House(games=("bugs",)))
    refused(party, bot, await press_forged(party, bot, "Anna", again), "Anna", "staff.games")
    await bot.host.servers.settle(guild, House(own=1))
    await Party(party.world, list(party.world.channels)[1]).command("Anna", "play", game="bugs")
    attempt = await press_forged(party, bot, "Anna", again)
    assert attempt.message["content"] and await bot.host.rooms.at(int(party.channel)) is None
