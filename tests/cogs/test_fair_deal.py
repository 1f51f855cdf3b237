"""The seal of a deal is shown from the start; at the result anybody can check it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cogs.client import MonsterBot
from engine.seal import digest, seal
from engine.verify import Unfit, verify
from settings import VERSION
from tests.cogs.clicking import forward, lobby, press_forged, refused, result, start, table_of
from tests.cogs.forging import Forgery, commit
from tests.cogs.party import Message, Party, text, verbs

pytestmark = pytest.mark.usefixtures("plain")


def footer(message: Message) -> str:
    """Return the line under a message."""
    text: str = message["embeds"][-1]["footer"]["text"]
    return text


def footers(message: Message) -> list[str]:
    """Return the lines under a message's embeds."""
    return [embed["footer"]["text"] for embed in message["embeds"] if "footer" in embed]


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
    page = asked.message or asked.followups[-1]
    assert not footers(page) and seal(secret) not in str(page), "nobody hears it who did not ask"
    asked = await party.press("Anna", page, "words", "seal")
    words = text(asked.message)
    shown.append(footer(await result(party, bot, table)))
    whole, begun = f"{table} · 🔏 {seal(secret)}", f"{table} · 🔏 {seal(secret)[:12]}…"
    match = (await bot.host.rooms.get(table)).match
    assert match is not None and match.chain is not None
    chain = match.chain
    assert shown[:2] == [whole, begun]
    assert shown[2] == f"{begun} · Stand {chain.step}:{chain.told[:12]}…"
    assert re.search(rf"Tisch {table}\nSiegel: {seal(secret)}\nStand \d+:[0-9a-f]{{32}}\b", words)
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
    for verb in ("check", "log"):
        attempt: Any = await press_forged(party, bot, "Ben", f"mr:{table}:0:{verb}:")
        refused(party, bot, attempt, "Ben", "error.not_ended")


@pytest.mark.usefixtures("one_round")
async def test_a_game_whose_log_is_gone_cannot_be_checked(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    board = await result(party, bot, table)
    await bot.host.store.privacy.drop_logs(before=1e12)
    attempt = await party.press("Ben", board, "check")
    refused(party, bot, attempt, "Ben", "error.no_log")


async def cut(party: Party, bot: MonsterBot, name: str, said: str) -> Message:
    """Let a person cut the deck with these words; return their page."""
    opened = await party.press(name, await party.more(name), "cut")
    modal = opened.modal
    assert modal is not None
    person = party.id(name)
    attempt = await party.world.submit(person, opened, {"words": said})
    assert attempt.message is not None
    return party.panel(name)


async def test_nobody_cuts_it_from_another_channel(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben")
    table = table_of(party)
    before = await bot.host.store.tables.get(table)
    typed = Forgery("Ben", f"cut:{table}:", ("drei Drachen",), modal=True)
    elsewhere = Party(party.world, party.world.channel("hinterzimmer").id)
    attempt = await party.answered(commit(party.world, elsewhere.channel, typed))
    refused(elsewhere, bot, attempt, "Ben", "error.gone")
    assert await bot.host.store.tables.get(table) == before


async def test_everybody_cuts_the_deck_and_sees_their_own_cut_alone(
    party: Party, bot: MonsterBot
) -> None:
    await lobby(party, "Ben", computers=1)
    table = table_of(party)
    page = text(await cut(party, bot, "Ben", "drei *kleine* Drachen"))
    assert "`drei *kleine* Drachen`" in page
    await party.until(lambda: "**Ben** hat abgehoben" in text(party.board()))
    row = await bot.host.store.tables.get(table)
    assert row is not None
    own = {player.name: player.cut for player in row.players}
    assert own["Ben"].endswith(" drei *kleine* Drachen") and own["Anna"] != own["Ben"]
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    board = await result(party, bot, table)
    message = (await party.press("Ben", board, "check")).message
    _, proof = file_of(party, message)
    match = verify(bot.host.games, proof, [seal(row.seed)])
    assert match.header.cuts[1] == digest(table, own["Ben"]) and match.header.cuts[2] == ""
    assert match.header.cuts[1] in text(message) and "Drachen" in text(message)
    for name in ("Anna", "Chiara"):
        seen = str(party.seen(name)) + proof
        assert "Drachen" not in seen and own["Ben"][:16] not in seen


@pytest.mark.usefixtures("one_round")
async def test_a_game_that_was_broken_off_gives_its_people_alone_the_proof_and_the_log(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await forward(bot, table, lambda state: len(state.hands[0]) < 5)
    room = await bot.host.rooms.get(table)
    await bot.host.staff.end(room, None)
    await party.until(lambda: verbs(party.board(), "check"))
    message = (await party.press("Ben", party.board(), "check")).message
    _, proof = file_of(party, message)
    assert not verify(bot.host.games, proof).over
    attempt = await party.press("Chiara", party.board(), "check")
    refused(party, bot, attempt, "Chiara", "error.not_your_seat")
    log = f"mr:{table}:0:log:"
    _, told = file_of(party, (await press_forged(party, bot, "Ben", log)).message)
    assert json.loads(told)["seed"]
    attempt = await press_forged(party, bot, "Chiara", log)
    refused(party, bot, attempt, "Chiara", "error.not_your_seat")
