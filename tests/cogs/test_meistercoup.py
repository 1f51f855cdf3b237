"""Whole games of Meister Coup by clicks, and what can go wrong at its table."""

from __future__ import annotations

import asyncio
import random

import pytest

from cogs.client import MonsterBot
from engine.meistercoup import round_end
from tests.cogs.clicking import asked, forward, press_forged, refused, result, start, table_of
from tests.cogs.hearing import count
from tests.cogs.party import Message, Party, labels, moves, text, verbs
from tests.cogs.stopwatch import within


async def play_to_the_end(party: Party, *names: str, chooser: random.Random) -> Message:
    """Let these people press one of their buttons whenever they have some, until the result."""

    async def person(name: str) -> None:
        await party.seat(name)
        pressed = ""

        def offered() -> list[str]:
            # A panel shows the old buttons until it is brought up to date.
            buttons = moves(party.panel(name))
            return [] if pressed in buttons else buttons

        while True:
            await party.until(lambda: party.over() or offered(), 30)
            if party.over():
                return
            pressed = chooser.choice(offered())
            await party.world.press(party.id(name), party.panel(name)["id"], pressed)

    async with within(60):
        await asyncio.gather(*map(person, names))
    return party.board()


async def begin(party: Party, mode: str) -> None:
    """Seat Anna, Ben and two computers, and start in this mode."""
    await party.open("meistercoup", "Ben", computers=2)
    if mode == "team":
        options = (await party.press("Anna", await party.more("Anna"), "options")).message
        await party.choose("Anna", options, "option", "mode.team")
        await party.until(lambda: "Team B" in text(party.board()))
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("mode", "rounds"), [("standard", 2), ("team", 1)])
async def test_whole_game_by_clicks(
    party: Party, monkeypatch: pytest.MonkeyPatch, mode: str, rounds: int
) -> None:
    monkeypatch.setattr(round_end, "ROUNDS", rounds)
    await begin(party, mode)
    final = await play_to_the_end(party, "Anna", "Ben", chooser=random.Random(mode))
    assert "🏆" in text(final)
    assert "1. " in text(final)
    for name in ("Anna", "Ben"):
        assert name in text(final)


async def test_who_is_new_reads_a_line_at_a_decision_until_they_want_none(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    game, anna = bot.host.games["meistercoup"], party.world.person("Anna")
    line = bot.catalogue.words(anna.locale, "meistercoup")("tip.play")
    await forward(bot, table, lambda state: 0 in game.to_act(state))
    panel = await party.seat("Anna")
    assert line in text(panel) and verbs(panel, "no_tips")
    await party.press("Anna", panel, "no_tips")
    await party.until(lambda: line not in text(party.panel("Anna")))
    assert not verbs(party.panel("Anna"), "no_tips") and moves(party.panel("Anna"))
    assert await bot.host.store.tips.told(int(anna.id), "bugs") is None
    attempt = await press_forged(party, bot, "Chiara", f"mr:{table}:0:no_tips:")
    refused(party, bot, attempt, "Chiara", "error.not_your_seat")


async def test_short_words_are_chosen_for_oneself_and_kept(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    anna, readers = int(party.id("Anna")), bot.host.store.readers
    await party.press("Anna", party.board(), "words")
    await party.until(lambda: verbs(party.panel("Anna"), "short"))
    whole = count(text(party.panel("Anna")))
    await party.press("Anna", party.panel("Anna"), "short")
    await party.until(lambda: count(text(party.panel("Anna"))) < whole)
    assert await readers.short(anna) and not await readers.short(int(party.id("Ben")))
    await party.press("Anna", party.panel("Anna"), "words", "field0")
    words = bot.catalogue.words(party.world.person("Anna").locale)
    await party.until(lambda: words("words.all") in labels(party.panel("Anna")))
    await party.press("Anna", party.panel("Anna"), "short")
    await party.until(lambda: count(text(party.panel("Anna"))) >= whole)
    assert not await readers.short(anna)


async def test_rematch_with_the_same_company(
    party: Party, bot: MonsterBot, one_round: None
) -> None:
    await begin(party, "standard")
    final = await result(party, bot, table_of(party))
    await party.press("Ben", final, "again")
    await party.until(lambda: verbs(party.board(), "join"))
    await party.press("Anna", final, "again")
    lobby = await party.until(lambda: "4" in text(party.board()) and party.board())
    assert text(lobby).count("🤖") == 2
    assert "👑" in next(line for line in text(lobby).splitlines() if "Ben" in line)


async def test_two_clicks_at_once_are_one_entry(party: Party, bot: MonsterBot) -> None:
    await begin(party, "standard")
    name, panel = await asked(party, "Anna", "Ben")
    table = moves(panel)[0].split(":")[1]
    before = len(await bot.host.store.tables.entries(table))
    person = party.id(name)
    await asyncio.gather(
        *(party.world.press(person, panel["id"], custom_id) for custom_id in moves(panel)[:2]),
        party.world.press(person, panel["id"], moves(panel)[0]),
    )
    seat = 0 if name == "Anna" else 1
    mine = [e for e in (await bot.host.store.tables.entries(table))[before:] if e.seat == seat]
    tokens = [e for e in mine if e.action == mine[0].action or e.sequence == mine[0].sequence]
    assert len(tokens) == 1


async def test_a_hand_reaches_its_person_only(party: Party) -> None:
    await begin(party, "standard")
    for name in ("Anna", "Ben"):
        await party.seat(name)
    annas = party.panel("Anna")
    assert annas["id"] not in [m["id"] for m in party.seen("Ben")]
    assert annas["id"] not in [m["id"] for m in party.seen("Chiara")]
    public = "\n".join(text(m) for m in party.seen("Chiara"))
    assert "Deine Hand" not in public


async def test_refusals_are_kind_and_change_nothing(party: Party, bot: MonsterBot) -> None:
    await begin(party, "standard")
    name, panel = await asked(party, "Anna", "Ben")
    other = "Ben" if name == "Anna" else "Anna"
    watcher = await party.press("Chiara", party.board("Chiara"), "seat")
    assert "schaust hier zu" in watcher.message["content"]
    table = moves(panel)[0].split(":")[1]
    before = await bot.host.store.tables.entries(table)
    idle = await party.seat(other)
    assert not moves(idle)
    taken = await party.command("Deniz", "play", game="meistercoup")
    assert "schon ein Tisch" in taken.message["content"]
    assert await bot.host.store.tables.entries(table) == before


async def test_old_panel_is_told_so(party: Party, bot: MonsterBot) -> None:
    await begin(party, "standard")
    name, first = await asked(party, "Anna", "Ben")
    # A bot that was started anew knows nothing of panels that are open.
    bot.panels._open.clear()
    second = await party.seat(name)
    bot.panels._open.clear()
    person = party.id(name)
    await party.world.press(person, first["id"], moves(first)[0])
    answer = await party.world.press(person, second["id"], moves(second)[-1])
    words = {"ging es weiter", "moved on", "nicht dran", "not your turn"}
    assert any(part in answer.message["content"] for part in words)


async def test_a_person_has_one_panel(party: Party) -> None:
    await begin(party, "standard")
    first = await party.seat("Anna")
    second = await party.seat("Anna")
    await party.until(lambda: first["id"] not in [m["id"] for m in party.seen("Anna")])
    assert second["id"] in [m["id"] for m in party.seen("Anna")]


async def test_panels_open_by_themselves_at_the_start(party: Party) -> None:
    await begin(party, "standard")
    bens = await party.until(lambda: "your seat" in text(party.panel("Ben")) and party.panel("Ben"))
    assert "your seat" in text(bens)
    assert bens["id"] not in [m["id"] for m in party.seen("Anna")]


async def test_who_leaves_is_followed_by_a_computer(
    party: Party, bot: MonsterBot, one_round: None
) -> None:
    await begin(party, "standard")
    table = table_of(party)
    left = await party.leave("Ben")
    assert "left the table" in text(left)
    final = await play_to_the_end(party, "Anna", chooser=random.Random(3))
    assert "Ben" in text(final), "the seat stays Ben's, who may take it back"
    played = {entry.by for entry in await bot.host.store.tables.entries(table) if entry.seat == 1}
    assert "computer" in played


async def test_the_last_person_to_leave_closes_the_table(party: Party) -> None:
    await begin(party, "standard")
    await party.leave("Anna")
    await party.leave("Ben")
    await party.until(lambda: "geschlossen" in text(party.board()))
    again = await party.command("Chiara", "play", game="meistercoup")
    assert "steht" in again.message["content"]


async def test_rules_turn_pages(party: Party) -> None:
    opened = await party.command("Ben", "rules", game="meistercoup")
    first = text(opened.message)
    assert "Master Coup" in first
    turned = await party.press("Ben", opened.message, "turn")
    assert text(turned.message) != first
    assert turned.message["attachments"]


async def test_board_comes_to_the_bottom(party: Party) -> None:
    await begin(party, "standard")
    old = party.board()["id"]
    await party.command("Anna", "board")
    await party.until(lambda: party.board()["id"] != old)
    await party.until(lambda: old not in [m["id"] for m in party.seen("Anna")])


async def test_buried_board_is_posted_anew(party: Party) -> None:
    await begin(party, "standard")
    old = party.board()["id"]
    for number in range(9):
        party.world.say(party.id("Chiara"), party.channel, f"Hallo {number}")
    await party.until(lambda: party.board()["id"] != old)
