"""What is wrong at a running table: a kind sentence for its person alone, nothing changed."""

from __future__ import annotations

import asyncio

import pytest

from cogs.client import MonsterBot
from engine.meistercoup import round_end
from playground.world.world import PEOPLE
from tests.cogs.clicking import (
    click,
    lobby,
    press_forged,
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


async def test_wrong_turn(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    name, other, panel = await turn(party)
    before = await record(bot, table)
    attempt = await press_forged(party, bot, other, moves(panel)[0])
    refused(party, bot, attempt, other, "error.not_asked")
    assert await record(bot, table) == before
    assert moves(await party.seat(name))


async def test_wrong_person(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    _, _, panel = await turn(party)
    before = await record(bot, table)
    for name in ("Chiara", "Finn"):
        attempt = await press_forged(party, bot, name, moves(panel)[0])
        refused(party, bot, attempt, name, "error.not_your_seat")
        attempt = await party.press(name, party.board(name), "seat")
        refused(party, bot, attempt, name, "error.bystander")
    assert await record(bot, table) == before


async def test_double_click(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    before = len((await record(bot, table))[0])
    seat = ["Anna", "Ben"].index(name)
    pressed = await asyncio.gather(*(click(party, name, panel, moves(panel)[0]) for _ in range(4)))
    assert all(attempt.acknowledged for attempt in pressed)
    log = (await record(bot, table))[0]
    tokens = [entry for entry in log[before:] if entry.seat == seat]
    assert len(tokens) == 1, tokens


async def test_two_people_at_once(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    name, other, panel = await turn(party)
    before = (await record(bot, table))[0]
    _, _, _, verb, args = moves(panel)[0].split(":")
    theirs, mine = await asyncio.gather(
        press_forged(party, bot, other, f"mr:{table}:999:{verb}:{args}"),
        click(party, name, panel, moves(panel)[0]),
    )
    assert mine.acknowledged
    kind = {sentence(party, bot, other, f"error.{key}") for key in ("not_asked", "stale")}
    assert theirs.message["content"] in kind
    log = (await record(bot, table))[0]
    assert log[len(before)].seat == ["Anna", "Ben"].index(name)
    assert ["Anna", "Ben"].index(other) not in [entry.seat for entry in log[len(before) :]]


async def test_stale_message(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, old = await turn(party)
    new = await party.seat(name)
    await click(party, name, new, moves(new)[0])
    while (await turn(party))[0] != name:
        other, _, panel = await turn(party)
        await click(party, other, panel, moves(panel)[0])
    before = await record(bot, table)
    attempt = await press_forged(party, bot, name, moves(old)[-1])
    refused(party, bot, attempt, name, "error.stale")
    assert moves(attempt.message), "the stale panel shows the newest state"
    assert await record(bot, table) == before


async def test_a_table_that_ended(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_end, "ROUNDS", 1)
    table = await start(party, "Ben", computers=1)
    name, other, panel = await turn(party)
    running = party.board()
    await result(party, bot, table)
    before = await record(bot, table)
    attempt = await press_forged(party, bot, name, moves(panel)[0])
    refused(party, bot, attempt, name, "error.ended")
    for verb in ("join", "leave", "add", "remove", "start", "cancel", "options"):
        attempt = await press_forged(party, bot, other, f"mr:{table}:0:{verb}:")
        refused(party, bot, attempt, other, "error.ended")
    attempt = await press_forged(party, bot, "Finn", f"mr:{table}:0:seat:")
    refused(party, bot, attempt, "Finn", "error.bystander")
    attempt = await party.command("Finn", "leave")
    refused(party, bot, attempt, "Finn", "error.no_table")
    assert await record(bot, table) == before
    assert running["id"] == party.board()["id"] or not verbs(running, "again")


async def test_lobby_controls_of_a_running_table(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await turn(party)
    before = await record(bot, table)
    for verb in ("join", "leave", "add", "remove", "start", "cancel", "options"):
        for name in ("Anna", "Finn"):
            attempt = await press_forged(party, bot, name, f"mr:{table}:0:{verb}:")
            refused(party, bot, attempt, name, "error.running")
    assert await record(bot, table) == before


async def test_play_where_a_table_is_open(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await turn(party)
    before, board = await record(bot, table), party.board()["id"]
    for name, title in (("Chiara", "Meister Coup"), ("Finn", "Master Coup")):
        attempt = await party.command(name, "play", game="meistercoup")
        refused(party, bot, attempt, name, "error.open_here", game=title)
    await party.until(lambda: party.board()["id"] != board)
    assert await record(bot, table) == before


async def test_unknown_game(party: Party, bot: MonsterBot) -> None:
    for name, command in (("Anna", "play"), ("Ben", "play"), ("Ben", "rules")):
        attempt = await party.command(name, command, game="poker_@everyone")
        assert attempt.message["ephemeral"]
        start_of = sentence(party, bot, name, "error.no_game", games="§").split("§")[0]
        assert attempt.message["content"].startswith(start_of)
    assert not [m for m in party.seen("Chiara") if m["embeds"]]


async def test_commands_without_a_table(party: Party, bot: MonsterBot) -> None:
    for name in ("Anna", "Ben"):
        for command in ("board", "leave"):
            attempt = await party.command(name, command)
            refused(party, bot, attempt, name, "error.no_table")


async def test_leaving_without_a_seat(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await turn(party)
    before = await record(bot, table)
    for name in ("Chiara", "Finn"):
        attempt = await party.command(name, "leave")
        refused(party, bot, attempt, name, "error.not_seated")
    assert await record(bot, table) == before


async def test_a_command_that_is_there_no_more(party: Party, bot: MonsterBot) -> None:
    """Discord offers the commands of before for a while."""
    bot.tree.remove_command("leave")
    attempt = await party.command("Ben", "leave")
    refused(party, bot, attempt, "Ben", "error.commands_changed")


FORGED = [
    ("play:", "error.malformed"),
    ("play:x", "error.malformed"),
    ("play:99", "error.malformed"),
    ("play:0.1", "error.malformed"),
    ("play:0x1", "error.malformed"),
    ("play:-1", "error.malformed"),
    ("take:9", "error.malformed"),
    ("pair:9.9", "error.malformed"),
    ("option:mode.team", "error.running"),
    ("swap:", "error.running"),
    ("pair:1", "error.malformed"),
    ("propose:0", "meistercoup.error.phase_play"),
    ("confirm:77", "meistercoup.error.phase_play"),
    ("nonsense:1", "error.malformed"),
    ("here:1", "error.malformed"),
    ("vote:x.0", "error.malformed"),
    ("vote:1", "error.malformed"),
    ("take_back:1", "error.malformed"),
    ("take_back:", "error.not_revocable"),
]


async def test_forged_controls(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    while verbs(panel, "play") == []:
        await click(party, name, panel, moves(panel)[0])
        name, _, panel = await turn(party)
    token = moves(panel)[0].split(":")[2]
    before = await record(bot, table)
    told = {}
    for control, _ in FORGED:
        attempt = await press_forged(party, bot, name, f"mr:{table}:{token}:{control}")
        told[control] = attempt.message and attempt.message["content"]
        assert await record(bot, table) == before, control
    assert told == {c: sentence(party, bot, name, key) for c, key in FORGED}


async def test_a_wrong_token(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, panel = await turn(party)
    _, _, token, verb, args = moves(panel)[0].split(":")
    before = await record(bot, table)
    for wrong in (int(token) + 1, int(token) - 1, 10**60):
        if wrong >= 0:
            forged = f"mr:{table}:{wrong}:{verb}:{args}"
            refused(party, bot, await press_forged(party, bot, name, forged), name, "error.stale")
    assert await record(bot, table) == before


async def test_an_unknown_table(party: Party, bot: MonsterBot) -> None:
    for table in ("00000000", "zzzz", "0"):
        for name, verb in (("Anna", "play"), ("Ben", "seat"), ("Ben", "join"), ("Anna", "again")):
            attempt = await press_forged(party, bot, name, f"mr:{table}:0:{verb}:0")
            refused(party, bot, attempt, name, "error.gone")


async def test_forged_pages_of_rules(party: Party, bot: MonsterBot) -> None:
    for args in ("", "x", "meistercoup", "meistercoup.x", "meistercoup.-1", "poker.0", "."):
        attempt = await press_forged(party, bot, "Ben", f"mr::0:turn:{args}")
        refused(party, bot, attempt, "Ben", "error.gone")
    attempt = await press_forged(party, bot, "Ben", "mr::0:nothing:meistercoup.0")
    refused(party, bot, attempt, "Ben", "error.stray")
    attempt = await press_forged(party, bot, "Ben", "mr::0:turn:meistercoup.999")
    assert "Master Coup" in text(attempt.message)


async def test_another_tables_control(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    _, other, panel = await turn(party)
    elsewhere = Party(party.world, party.world.channel("hinterzimmer").id)
    await elsewhere.command("Finn", "play", game="meistercoup")
    await elsewhere.until(elsewhere.board)
    second = table_of(elsewhere)
    before = await record(bot, table), await record(bot, second)
    forged = moves(panel)[0].replace(table, second)
    attempt = await press_forged(elsewhere, bot, other, forged)
    refused(elsewhere, bot, attempt, other, "error.not_your_seat")
    assert (await record(bot, table), await record(bot, second)) == before


async def next_door(party: Party) -> Party:
    """Return the people in a channel of another server, on which Deniz moderates."""
    world = party.world
    guild = world.add_guild("Nebenan")
    for name, *_ in PEOPLE:
        world.moderation.join(world.person(name).id, guild)
    world.moderation.invite_bot(guild)
    return Party(world, world.add_channel("nebenan", guild).id)


ANYBODY = ("seat:", "words:", "rules:", "more:", "join:", "next:1", "again:", "cancel:", "play:0")
"""What works for somebody without a seat, at a table or at a lobby, and what does not."""


async def opened(party: Party, begun: bool) -> str:
    """Return a table at which people sit, and play where it has begun."""
    if not begun:
        await lobby(party, "Ben")
        return table_of(party)
    table = await start(party, "Ben", computers=1)
    await turn(party)
    return table


@pytest.mark.parametrize("name", ["Deniz", "Ben"])
@pytest.mark.parametrize("begun", [False, True])
async def test_a_table_of_another_channel(
    party: Party, bot: MonsterBot, begun: bool, name: str
) -> None:
    """Who sees no channel learns nothing of it; who sits there is asked in it alone."""
    table = await opened(party, begun)
    elsewhere = Party(party.world, party.world.channel("hinterzimmer").id)
    before = await record(bot, table)
    for control in ANYBODY:
        attempt = await press_forged(elsewhere, bot, name, f"mr:{table}:0:{control}")
        refused(elsewhere, bot, attempt, name, "error.gone")
    assert await record(bot, table) == before
    assert not await bot.host.store.company.waiting(table)


@pytest.mark.parametrize("begun", [False, True])
async def test_a_table_of_another_server(party: Party, bot: MonsterBot, begun: bool) -> None:
    table = await opened(party, begun)
    elsewhere = await next_door(party)
    before = await record(bot, table)
    for control in ANYBODY:
        attempt = await press_forged(elsewhere, bot, "Deniz", f"mr:{table}:0:{control}")
        refused(elsewhere, bot, attempt, "Deniz", "error.gone")
    assert await record(bot, table) == before
    assert not await bot.host.store.company.waiting(table)


async def test_a_control_of_the_game_in_the_lobby(party: Party, bot: MonsterBot) -> None:
    await party.open("meistercoup", "Ben")
    table = table_of(party)
    before = await record(bot, table)
    for verb in ("play", "seat"):
        attempt = await press_forged(party, bot, "Ben", f"mr:{table}:0:{verb}:0")
        refused(party, bot, attempt, "Ben", "error.not_begun")
    assert await record(bot, table) == before
