"""What the bot may not do in a channel is named, in the person's language, before it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

import pytest

from cogs.client import MonsterBot
from cogs.gate import permissions
from cogs.line.outbox import Outbox
from engine.meistercoup import round_end
from playground.model import ANNOUNCEMENT, NEWS_THREAD
from settings import ROOT
from storage.errors import Damaged
from tests.cogs.clicking import (
    click,
    in_direct_messages,
    lobby,
    record,
    refused,
    result,
    sentence,
    start,
    table_of,
    turn,
)
from tests.cogs.party import Party, moves, text, verbs

pytestmark = pytest.mark.usefixtures("plain")

Way: TypeAlias = Callable[[Party], None]

NAMES = {
    "VIEW_CHANNEL": ("Kanal ansehen", "View Channel"),
    "SEND_MESSAGES": ("Nachrichten senden", "Send Messages"),
    "EMBED_LINKS": ("Links einbetten", "Embed Links"),
    "ATTACH_FILES": ("Dateien anhängen", "Attach Files"),
}
IN_THREADS = {
    "SEND_MESSAGES_IN_THREADS": ("Nachrichten in Threads senden", "Send Messages in Threads"),
    "CREATE_PUBLIC_THREADS": ("Öffentliche Threads erstellen", "Create Public Threads"),
}


def test_the_invitation_asks_for_exactly_what_is_needed() -> None:
    asked = parse_qs(urlsplit(permissions.invitation(123456789)).query)
    assert asked["client_id"] == ["123456789"]
    assert asked["scope"] == ["bot applications.commands"]
    bits = {10, 11, 14, 15, 20, 34, 35, 38, 44}
    assert int(asked["permissions"][0]) == sum(1 << bit for bit in bits), "as Discord numbers them"
    assert {name.upper() for name in permissions.EVERY} == {*NAMES, *IN_THREADS}


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_who_hosts_reads_what_is_needed(page: str) -> None:
    told = " ".join((ROOT / page).read_text().split())
    for _, name in (*NAMES.values(), *IN_THREADS.values()):
        assert name in told


async def test_play_names_what_is_missing(party: Party, bot: MonsterBot) -> None:
    for permission, names in NAMES.items():
        party.world.deny(party.channel, permission)
        for person, name in zip(("Anna", "Ben"), names, strict=True):
            attempt = await party.command(person, "play", game="meistercoup")
            assert f"**{name}**" in attempt.message["content"]
            assert attempt.message["ephemeral"]
        party.world.allow(party.channel, permission)
        assert await bot.host.store.tables.open_table(int(party.channel)) is None
    await lobby(party)


async def test_several_are_named_together(party: Party, bot: MonsterBot) -> None:
    for permission in ("SEND_MESSAGES", "EMBED_LINKS"):
        party.world.deny(party.channel, permission)
    attempt = await party.command("Ben", "play", game="meistercoup")
    names = "**Embed Links**, **Send Messages**"
    refused(party, bot, attempt, "Ben", "error.permission", names=names)


async def test_a_thread_names_what_is_missing(party: Party, bot: MonsterBot) -> None:
    for permission, names in IN_THREADS.items():
        party.world.deny(party.channel, permission)
        for person, name in zip(("Anna", "Ben"), names, strict=True):
            attempt = await party.command(person, "play", game="meistercoup", thread=True)
            refused(party, bot, attempt, person, "error.permission", names=f"**{name}**")
        party.world.allow(party.channel, permission)
    assert len(party.world.channels) == 3


async def test_board_names_what_is_missing(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    board, before = party.board()["id"], await bot.host.store.tables.get(table)
    for permission, names in NAMES.items():
        party.world.deny(party.channel, permission)
        attempt = await party.command("Ben", "board")
        assert f"**{names[1]}**" in attempt.message["content"]
        party.world.allow(party.channel, permission)
    assert before is not None and board in [message["id"] for message in party.seen("Anna")]


async def test_a_rematch_names_what_is_missing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_end, "ROUNDS", 1)
    final = await result(party, bot, await start(party, "Ben", computers=1))
    party.world.deny(party.channel, "SEND_MESSAGES")
    attempt = await party.press("Ben", final, "again")
    assert "**Send Messages**" in attempt.message["content"]
    party.world.allow(party.channel, "SEND_MESSAGES")
    assert await bot.host.store.tables.open_table(int(party.channel)) is None


async def test_a_table_goes_on_where_the_board_cannot_be_posted(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    old, before = party.board()["id"], len((await record(bot, table))[0])
    party.world.deny(party.channel, "SEND_MESSAGES")
    for number in range(9):
        party.world.say(party.id("Chiara"), party.channel, f"Hallo {number}")
    assert (await click(party, name, panel, moves(panel)[0])).acknowledged
    assert len((await record(bot, table))[0]) > before
    party.world.allow(party.channel, "SEND_MESSAGES")
    await party.command("Anna", "board")
    await party.until(lambda: party.board()["id"] != old)


async def test_a_table_in_a_thread_of_its_own(party: Party, bot: MonsterBot) -> None:
    attempt = await party.command("Ben", "play", game="meistercoup", thread=True)
    thread = next(place for place in party.world.channels.values() if place.parent)
    assert f"<#{thread.id}>.\n" in attempt.message["content"]
    inside = Party(party.world, thread.id)
    board = await inside.until(inside.board)
    assert "Ben" in text(board) and verbs(board, "join")
    assert not [message for message in party.seen("Anna") if message["embeds"]]
    assert thread.name == "Meister Coup · Ben · 1"
    await inside.press("Anna", board, "join")
    await inside.press("Ben", board, "add")
    await inside.press("Ben", board, "start")
    await inside.until(lambda: verbs(inside.board(), "seat"))
    await lobby(party)
    assert table_of(inside) != table_of(party)


async def test_no_thread_inside_a_thread(party: Party, bot: MonsterBot) -> None:
    await party.command("Ben", "play", game="meistercoup", thread=True)
    thread = next(place for place in party.world.channels.values() if place.parent)
    inside = Party(party.world, thread.id)
    await inside.until(inside.board)
    for name, title in (("Anna", "Meister Coup"), ("Finn", "Master Coup")):
        for wanted in (True, False):
            attempt = await inside.command(name, "play", game="meistercoup", thread=wanted)
            refused(inside, bot, attempt, name, "error.open_here_only", game=title)


@pytest.mark.parametrize("whose", ["a person's", "the bot's"])
async def test_no_thread_is_offered_where_none_may_be_made(
    party: Party, bot: MonsterBot, whose: str
) -> None:
    await party.command("Ben", "play", game="meistercoup")
    await party.until(party.board)
    if whose == "the bot's":
        party.world.deny(party.channel, "CREATE_PUBLIC_THREADS")
    else:
        party.world.moderation.restrict("CREATE_PUBLIC_THREADS")
        party.world.moderation.promote_bot()
    for wanted in (True, False):
        attempt = await party.command("Anna", "play", game="meistercoup", thread=wanted)
        refused(party, bot, attempt, "Anna", "error.open_here_only", game="Meister Coup")


WAYS: dict[str, tuple[Way, Way]] = {
    "an overwrite of the channel": (
        lambda party: party.world.deny(party.channel, "SEND_MESSAGES"),
        lambda party: party.world.allow(party.channel, "SEND_MESSAGES"),
    ),
    "a role": (
        lambda party: party.world.moderation.restrict("SEND_MESSAGES"),
        lambda party: party.world.moderation.permit("SEND_MESSAGES"),
    ),
    "the bot's own roles": (
        lambda party: party.world.moderation.restrict("SEND_MESSAGES"),
        lambda party: party.world.moderation.promote_bot(),
    ),
}


@pytest.mark.parametrize("way", WAYS)
async def test_boards_and_calls_wait_together_for_what_changes_permissions(
    party: Party, bot: MonsterBot, way: str
) -> None:
    forbid, permit = WAYS[way]
    table = await start(party, "Ben", computers=1)
    name, _, _ = await turn(party)
    room, old = await bot.host.rooms.get(table), party.board()["id"]
    await party.until(lambda: bot.idle)
    forbid(party)
    bot.boards.publish(table, anew=True)
    await party.until(lambda: bot._outbox.parked)
    refused_before = bot.allowance.refused
    seat = ["Anna", "Ben"].index(name)
    for _ in range(2):
        bot.services.shown.calls.call(room, seat, room.running.to_act()[seat])
        bot.boards.publish(table, anew=True)
        await asyncio.sleep(0.1)
        asked = bot.allowance.refused - refused_before
        assert asked == 1, "a call may be possible where no board is; that is found out once"
    permit(party)
    await party.until(lambda: party.board()["id"] != old)
    await party.until(lambda: any("<@" in message["content"] for message in party.seen("Ben")))
    assert not bot._outbox.parked


async def test_a_damaged_table_holds_up_no_other_that_waits_for_permissions(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = {"first", "second", "third", "elsewhere"}
    woken = set[str]()

    async def gets(table_id: str) -> Any:
        if table_id == "first":
            raise Damaged("a page is damaged")
        guild = room.table.guild + (table_id == "elsewhere")
        return replace(room.table, id=table_id, guild=guild)

    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    monkeypatch.setattr(Outbox, "parked", property(lambda _: sorted(waiting)))
    monkeypatch.setattr(bot.host.store.tables, "get", gets)
    monkeypatch.setattr(bot._outbox, "wake", woken.add)
    with pytest.raises(Damaged):
        await bot.boards.allowed(room.table.guild)
    assert woken == {"second", "third"}


async def test_a_thread_in_an_announcement_channel(party: Party, bot: MonsterBot) -> None:
    news = Party(party.world, party.world.add_channel("news", kind=ANNOUNCEMENT).id)
    await news.command("Ben", "play", game="meistercoup", thread=True)
    thread = next(place for place in party.world.channels.values() if place.parent)
    assert thread.type == NEWS_THREAD
    inside = Party(party.world, thread.id)
    assert verbs(await inside.until(inside.board), "join")


async def test_play_in_a_direct_message_says_that_a_table_needs_a_server(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_direct_messages(monkeypatch)
    attempt = await party.command("Ben", "play", game="meistercoup")
    assert attempt.message["content"] == sentence(party, bot, "Ben", "error.no_channel")
