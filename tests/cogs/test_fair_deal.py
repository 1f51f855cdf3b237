"""The seal of a deal stands in the footer from the start; at the result anybody can check it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cogs.client import MonsterBot
from engine.seal import seal
from engine.verify import Unfit, verify
from settings import VERSION
from tests.cogs.clicking import lobby, press_forged, refused, result, start, table_of
from tests.cogs.party import Message, Party, verbs


def footer(message: Message) -> str:
    """Return the line under a message."""
    text: str = message["embeds"][-1]["footer"]["text"]
    return text


def file_of(party: Party, message: Message) -> tuple[str, str]:
    """Return the name and the text of a message's attachment."""
    (file,) = party.world.channels[party.channel].messages[message["id"]].attachments
    return file.filename, file.data.decode()


async def seed_of(bot: MonsterBot, table: str) -> str:
    """Return a table's secret."""
    row = await bot.host.store.tables.get(table)
    assert row is not None and len(row.seed) == 32
    return row.seed


@pytest.mark.usefixtures("one_round")
async def test_the_seal_stands_whole_in_the_lobby_and_in_words_begun_on_boards(
    party: Party, bot: MonsterBot
) -> None:
    await lobby(party, "Ben", computers=1)
    table = table_of(party)
    secret = await seed_of(bot, table)
    shown = [footer(party.board())]
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    shown.append(footer(party.board()))
    assert not verbs(party.board(), "check")
    asked = await party.press("Anna", party.board(), "words")
    words = footer(asked.message or asked.followups[-1])
    shown.append(footer(await result(party, bot, table)))
    whole, begun = f"{table} · 🔏 {seal(secret)}", f"{table} · 🔏 {seal(secret)[:12]}…"
    assert [*shown, words] == [whole, begun, begun, whole]
    assert await seed_of(bot, table) == secret
    assert secret not in str(party.seen("Anna"))


@pytest.mark.usefixtures("one_round")
async def test_a_rematch_has_a_secret_of_its_own(party: Party, bot: MonsterBot) -> None:
    first = await start(party, "Ben", computers=1)
    await party.press("Ben", await result(party, bot, first), "again")
    await party.until(lambda: verbs(party.board(), "join"))
    assert await seed_of(bot, table_of(party)) != await seed_of(bot, first)


async def test_anybody_gets_the_file_at_the_result_and_it_fits(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=2)
    board = await result(party, bot, table)
    for name in ("Ben", "Chiara"):
        message = (await party.press(name, board, "check")).message
        assert message["ephemeral"]
        filename, text = file_of(party, message)
        assert filename == f"meistercoup-{table}.json"
        assert json.loads(text)["program"] == VERSION
        match = verify(bot.host.games, text)
        room = await bot.host.rooms.get(table)
        assert room.match is not None and match.state == room.match.state
        for person in party.world.people.values():
            assert person.id not in text and f'"{person.name}"' not in text
    results = await bot.host.store.history.results(table)
    swapped = text.replace(f'"places":[{results[0].place},', '"places":[9,')
    with pytest.raises(Unfit, match="result"):
        verify(bot.host.games, swapped)


async def test_nothing_is_given_out_before_the_end(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    attempt: Any = await press_forged(party, bot, "Ben", f"mr:{table}:0:check:")
    refused(party, bot, attempt, "Ben", "error.not_ended")


@pytest.mark.usefixtures("one_round")
async def test_a_game_whose_log_is_gone_cannot_be_checked(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    board = await result(party, bot, table)
    await bot.host.store.privacy.drop_logs(before=1e12)
    attempt = await party.press("Ben", board, "check")
    refused(party, bot, attempt, "Ben", "error.no_log")
