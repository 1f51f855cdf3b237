"""Finding a table by clicks: from the list of tables, and the next game of one that is watched."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.client import MonsterBot
from tests.cogs.clicking import lobby, press_forged, refused, result, start, table_of
from tests.cogs.party import Message, Party, controls, labels, text, verbs


async def tables(party: Party, name: str, channel: str) -> Message:
    """Open the list of tables in another channel."""
    person = party.id(name)
    place = party.world.channel(channel).id
    page: Message = (await party.world.command(person, place, "tables")).message
    return page


def joins(page: Message) -> list[str]:
    return [c["custom_id"] for c in controls(page) if c["custom_id"].startswith("ga:sit:")]


async def seated(bot: MonsterBot, table: str) -> list[str]:
    row = await bot.host.store.tables.get(table)
    assert row is not None
    return [player.name for player in row.players]


async def join(party: Party, name: str, page: Message, custom_id: str) -> Any:
    return await party.answered(party.world.press(party.id(name), page["id"], custom_id))


@pytest.mark.parametrize("digit", "0d")
async def test_sitting_down_from_the_list_of_another_channel(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, digit: str
) -> None:
    monkeypatch.setattr("tables.lobby.lobbies.secrets.token_hex", lambda size: digit * 2 * size)
    await lobby(party)
    table = table_of(party)
    assert table.startswith(digit)
    page = await tables(party, "Ben", "turnier")
    [button] = joins(page)
    assert "Join: 1, Master Coup" in labels(page) and "1: Master Coup" in text(page)
    shown = (await join(party, "Ben", page, button)).message
    assert "You are at the table in" in text(shown) and not joins(shown)
    assert await seated(bot, table) == ["Anna", "Ben"]
    assert not joins(await tables(party, "Anna", "turnier")), "who sits there is offered nothing"
    room = await bot.host.rooms.get(table)
    await bot.host.lobbies.change(room, lambda t: replace(t, private=True))
    assert not joins(await tables(party, "Chiara", "turnier")), "it is private"


async def test_who_sits_down_from_a_page_that_is_none_sees_the_first(
    party: Party, bot: MonsterBot
) -> None:
    await lobby(party)
    [button] = joins(await tables(party, "Ben", "turnier"))
    invented = f"{button.rpartition('.')[0]}.x"
    shown = (await press_forged(party, bot, "Ben", invented)).message
    assert "You are at the table in" in text(shown)


async def test_who_does_not_see_a_channel_gets_no_seat_there(party: Party, bot: MonsterBot) -> None:
    await lobby(party)
    table = table_of(party)
    page = await tables(party, "Ben", "turnier")
    party.world.moderation.hide(party.channel, party.id("Ben"))
    attempt = await join(party, "Ben", page, joins(page)[0])
    assert attempt.message["content"] or attempt.followups
    assert await seated(bot, table) == ["Anna"]
    said = [
        m["content"] for m in party.world.seen(party.id("Ben"), party.world.channel("turnier").id)
    ]
    assert any("You do not see this table" in words for words in said)


async def test_nor_does_anybody_where_the_bot_sees_nothing(party: Party, bot: MonsterBot) -> None:
    await lobby(party)
    table, page = table_of(party), await tables(party, "Ben", "turnier")
    party.world.deny(party.channel, "VIEW_CHANNEL")
    await join(party, "Ben", page, joins(page)[0])
    assert await seated(bot, table) == ["Anna"]


async def test_the_list_gives_no_seat_that_the_lobby_would_not(
    party: Party, bot: MonsterBot
) -> None:
    await lobby(party)
    table, anna = table_of(party), int(party.id("Anna"))
    await bot.host.store.manners.block(anna, [int(party.id("Ben"))], 1.0)
    attempt = await press_forged(party, bot, "Ben", f"ga:sit:{table}.0")
    refused(party, bot, attempt, "Ben", "manners.not_here")
    for forged, key in ((f"ga:sit:{'0' * 8}.0", "error.gone"), ("ga:sit:", "error.gone")):
        refused(party, bot, await press_forged(party, bot, "Ben", forged), "Ben", key)
    elsewhere = party.world.add_guild("Anderswo")
    row = await bot.host.store.tables.get(table)
    assert row is not None and int(elsewhere.id) != row.guild
    assert await seated(bot, table) == ["Anna"]


async def test_who_watches_sits_in_the_next_game(
    party: Party, bot: MonsterBot, one_round: None
) -> None:
    table = await start(party, "Ben", computers=1)
    page = (await party.press("Chiara", party.board(), "seat")).message
    page = (await party.press("Chiara", page, "next", "1")).message
    assert "sitzt du mit am Tisch" in text(page)
    other = (await party.press("Finn", party.board(), "seat")).message
    other = (await party.press("Finn", other, "next", "1")).message
    assert (
        (await party.press("Finn", other, "next", "0")).message["content"].startswith("You are no")
    )
    attempt = await press_forged(party, bot, "Ben", f"mr:{table}:0:next:1")
    refused(party, bot, attempt, "Ben", "error.seated")
    board = await result(party, bot, table)
    await party.press("Ben", board, "again")
    await party.until(lambda: verbs(party.board(), "join"))
    assert await seated(bot, table_of(party)) == ["Ben", "Chiara", "Blobb"] or "Chiara" in (
        await seated(bot, table_of(party))
    )
    assert "Finn" not in await seated(bot, table_of(party))
