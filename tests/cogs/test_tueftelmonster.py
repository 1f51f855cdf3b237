"""Whole games of Tüftelmonster by clicks, and robbed people who are slow, absent or gone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from cogs.client import MonsterBot
from engine.contract import Step
from engine.tueftelmonster.game import Tueftelmonster
from engine.tueftelmonster.values import State
from tests.cogs.clicking import forward, press_forged, refused, result, sentence, table_of
from tests.cogs.party import Message, Party, controls, text, verbs
from tests.cogs.stopwatch import within
from tests.engine.tueftelmonster_table import ONE, STRAIGHT, monster, table

pytestmark = pytest.mark.usefixtures("plain")

FRAME = {"seat", "rules", "again", "words", "take_back", "show_mine", "no_tips", "short"}


def moves(panel: Message) -> list[dict[str, Any]]:
    """Return the game's own controls on a panel, but for looks at monsters, which anybody has."""
    own = [c for c in controls(panel) if c["custom_id"].split(":")[3] not in FRAME]
    return [c for c in own if "@" not in c["custom_id"] and not c.get("disabled")]


def goes_back(panel: Message) -> list[dict[str, Any]]:
    """Return the control that takes back what was chosen, if there is one."""
    return [c for c in moves(panel) if (c.get("emoji") or {}).get("name") == "◀️"]


def newest(party: Party, name: str) -> Message | None:
    """Return a person's panel, or None while it is being put below a new board."""
    shown = [m for m in party.seen(name) if m["ephemeral"] and m["embeds"]]
    return shown[-1] if shown else None


async def use(party: Party, name: str, panel: Message, chooser: random.Random) -> None:
    """Let a person press a button or choose from a select of a panel; seldom take it back."""
    back = goes_back(panel)
    onwards = [c for c in moves(panel) if c not in back]
    control = chooser.choice(back if back and chooser.random() < 0.05 else onwards)
    person = party.id(name)
    if "options" in control:
        values = [chooser.choice(control["options"])["value"]]
        await party.world.select(person, panel["id"], control["custom_id"], values)
    else:
        await party.world.press(person, panel["id"], control["custom_id"])


async def play(party: Party, name: str, chooser: random.Random, done: Callable[[], bool]) -> None:
    """Let a person click whenever there is something to click, until it is done."""
    await party.seat(name)
    while not done():
        panel = newest(party, name)
        if panel and moves(panel):
            await use(party, name, panel, chooser)
        else:
            await asyncio.sleep(0.01)


async def begin(party: Party, variant: str, *others: str, computers: int = 0) -> None:
    """Seat Anna and others, and start this variant."""
    await party.open("tueftelmonster", *others, computers=computers)
    if variant != "full":
        options = (await party.press("Anna", await party.more("Anna"), "options")).message
        await party.choose("Anna", options, "option", f"variant.{variant}")
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))


def _tells(party: Party, name: str, words: str) -> bool:
    return words in text(party.panel(name))


async def play_until(party: Party, seed: str, done: Callable[[], bool]) -> None:
    """Let Anna and Ben click whenever there is something to click, until it is done."""
    people = [(name, random.Random(seed + name)) for name in ("Anna", "Ben")]
    async with within(120):
        await asyncio.gather(*(play(party, name, chooser, done) for name, chooser in people))


async def test_the_own_monster_is_shown_to_all(party: Party, bot: MonsterBot) -> None:
    await begin(party, "four", "Ben")
    table = table_of(party)
    running = await party.seat("Anna")
    assert not verbs(running, "show_mine")
    attempt = await press_forged(party, bot, "Anna", f"mr:{table}:0:show_mine:")
    refused(party, bot, attempt, "Anna", "error.gone")
    await result(party, bot, table)
    panels = {name: await party.seat(name) for name in ("Anna", "Ben")}
    before = len(public(party))
    await party.press("Anna", panels["Anna"], "show_mine")
    shown = await party.until(lambda: public(party)[before:])
    words = bot.pages.words_of(int(party.world.guild_id), int(party.channel))
    assert words("final.shown", name="Anna") in text(shown[0]) and len(shown) == 1
    assert [a.data for a in party.world.messages[shown[0]["id"]].attachments] == [
        a.data for a in party.world.messages[panels["Anna"]["id"]].attachments
    ]
    await party.press("Ben", panels["Ben"], "show_mine")
    shown = await party.until(lambda: public(party)[before + 1 :])
    assert words("final.shown", name="Ben") in text(shown[0]) and len(shown) == 1
    attempt = await party.press("Ben", panels["Ben"], "show_mine")
    refused(party, bot, attempt, "Ben", "error.share_soon", n=15)
    attempt = await press_forged(party, bot, "Chiara", f"mr:{table}:0:show_mine:")
    refused(party, bot, attempt, "Chiara", "error.gone")


def public(party: Party) -> list[Message]:
    """Return the bot's messages that everybody sees."""
    return [m for m in party.seen("Chiara") if not m["ephemeral"] and m["embeds"]]


async def test_whole_game_by_clicks(party: Party) -> None:
    await begin(party, "four", "Ben", computers=1)
    await play_until(party, "four", party.over)
    await shows_result(party)


@pytest.mark.parametrize(("variant", "computers"), [("six", 0), ("full", 1)])
async def test_a_variant_takes_clicks_and_ends(
    party: Party, bot: MonsterBot, variant: str, computers: int
) -> None:
    """Each plays a turn, people by clicks; after that everybody moves at random."""
    await begin(party, variant, "Ben", computers=computers)
    room = await bot.host.rooms.get(table_of(party))
    turns = len(room.table.players)
    await play_until(party, variant, lambda: room.running.state.turn >= turns)
    await result(party, bot, room.table.id)
    await shows_result(party)


async def shows_result(party: Party) -> None:
    """Assert that the board shows who won, and each panel the reader's own monster."""
    assert "🏆" in text(party.board())
    for name in ("Anna", "Ben"):
        own = "dein Monster" if name == "Anna" else "your monster"
        await party.until(partial(_tells, party, name, own))
        panel = newest(party, name)
        assert panel is not None and not moves(panel)


ARM = (STRAIGHT[0], (0, -1), 0), (STRAIGHT[1], (0, -2), 0), (STRAIGHT[2], (0, -3), 0)
"""What Ben's monster has grown."""


def begin_with(bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, state: State) -> None:
    """Let games begin in this state, in which the lesson does not."""
    bot.services.lessons._sound[Tueftelmonster.id] = False
    monkeypatch.setattr(Tueftelmonster, "setup", lambda *_: Step(state))


async def robbing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, limit: float = 60.0
) -> Message:
    """Begin where Anna can steal from Ben, let her take the outermost part; return her panel."""
    state = table(monster(), monster(*ARM, (ONE[0], (1, 0), 3), body=1), phase="steal", limit=limit)
    begin_with(bot, monkeypatch, state)
    await begin(party, "full", "Ben")
    panel = await party.seat("Anna")
    outermost = moves(panel)[2]
    await party.world.press(party.id("Anna"), panel["id"], outermost["custom_id"])
    return await party.seat("Anna")


async def placed(party: Party) -> None:
    """Wait until the bolts are placed, so that Anna is asked to attach, and the board says so."""
    async with within(20):
        while not moves(await party.seat("Anna")):
            await asyncio.sleep(0.05)
    await party.until(lambda: "⏳ Wir warten auf **Anna**" in text(party.board()))


async def test_the_robbed_seat_decides_and_the_robber_waits(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await robbing(party, bot, monkeypatch)
    assert not moves(await party.seat("Anna"))
    await party.until(lambda: "⏳ Wir warten auf **Ben**" in text(party.board()))
    panel = await party.seat("Ben")
    assert "🐾" in text(panel) and "Anna" in text(panel)
    first, *_ = edges = moves(panel)
    assert len(edges) == 3
    await party.world.press(party.id("Ben"), panel["id"], first["custom_id"])
    await placed(party)


async def test_an_old_button_of_the_robber_is_refused_kindly(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await robbing(party, bot, monkeypatch)
    id_ = next(c["custom_id"] for c in controls(party.board())).split(":")[1]
    attempt = await press_forged(party, bot, "Anna", f"mr:{id_}:0:go:0.0.0.0")
    refused(party, bot, attempt, "Anna", "tueftelmonster.error.bolts_first")
    assert not moves(panel)


async def test_for_a_robbed_person_who_is_absent_the_clock_places_the_bolts(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await robbing(party, bot, monkeypatch, limit=0.3)
    await placed(party)
    assert not moves(await party.seat("Ben"))


async def test_for_a_robbed_person_who_leaves_a_computer_places_them(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await robbing(party, bot, monkeypatch)
    await party.leave("Ben")
    await placed(party)


async def drawing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, to_come: int
) -> Message:
    """Begin where Anna has so many cards to draw; return her panel."""
    state = table(monster(), monster(body=1), phase="draw", to_come=to_come)
    begin_with(bot, monkeypatch, state)
    await begin(party, "full", "Ben")
    return await party.seat("Anna")


async def test_a_double_click_chooses_nothing_of_the_next_question(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await drawing(party, bot, monkeypatch, to_come=1)
    old, anna = verbs(panel, "go")[1], party.id("Anna")
    clicks = [party.world.press(anna, panel["id"], old) for _ in range(2)]
    await asyncio.gather(*map(party.answered, clicks))
    shown = await party.until(lambda: verbs(party.panel("Anna"), "look") and party.panel("Anna"))
    again = await party.seat("Anna")
    assert [c["custom_id"] for c in moves(shown)] == [c["custom_id"] for c in moves(again)]
    assert shown["content"] == sentence(party, bot, "Anna", "error.stale")


async def test_what_was_chosen_is_forgotten_with_its_question(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await drawing(party, bot, monkeypatch, to_come=1)
    room = await bot.host.rooms.get(table_of(party))
    await party.press("Anna", panel, "go", "3")
    await party.press("Anna", await party.seat("Anna"), "look")
    await party.until(lambda: goes_back(party.panel("Anna")))
    async with room.lock:
        match = room.running
        await bot.host.play.act(room, 0, match.token(0), match.legal(0)[0], match.at, "clock")
    await forward(bot, room.table.id, lambda state: state.phase == "attach" and state.turn == 2)
    # Nobody has clicked for Anna, so nothing has answered her since: her panel is drawn anew.
    bot.panels.refresh(room, int(party.id("Anna")))
    token = f":{room.running.token(0)}:"
    await party.until(lambda: token in str(moves(party.panel("Anna"))))
    assert not goes_back(party.panel("Anna"))
