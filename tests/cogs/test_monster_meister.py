"""Whole games of Monster Meister by clicks, and what can go wrong at its table."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import pytest

from cogs.client import MonsterBot
from tests.cogs.monster_meister_people import (
    act,
    begin,
    hurry,
    people,
    room_of,
    state,
    view,
    with_task,
)
from tests.cogs.party import Party, labels, moves, text, verbs
from tests.cogs.stopwatch import within


@pytest.mark.usefixtures("plain")
async def test_whole_game_by_clicks(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await begin(party, computers=1)
    await people(await room_of(party, bot), party, random.Random(1), lambda s: s.phase == "over")
    await party.until(lambda: verbs(party.board(), "again") and party.board()["attachments"])
    final = party.board()
    assert "1. " in text(final) and "Anna" in text(final) and "Ben" in text(final)
    assert final["attachments"][0]["description"].startswith("1. ")
    await party.press("Anna", await party.seat("Anna"), "hindsight")
    said = await party.until(lambda: party.panel("Anna")["content"])
    assert "Runde" in said and "gesehen" in said, "who plays at random has not used all they saw"
    assert "gesehen" not in text(party.board("Ben"))


async def test_one_person_is_slow(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna plays on while Ben does nothing, and the time to look ends without him."""
    hurry(party, bot, monkeypatch, look_seconds=0.3)
    await with_task(party, bot, "six_blue")
    chooser, room = random.Random(4), await room_of(party, bot)
    for _ in range(6):
        assert await act(party, "Anna", chooser)
    assert not moves(party.panel("Anna"))
    assert len(verbs(party.panel("Ben"), "turn")) == 16
    # A busy machine may miss the look of 0.3 s.
    await people(room, party, chooser, lambda s: s.phase == "look" or s.round == 2)
    await party.until(lambda: state(room).round == 2)
    for name in ("Anna", "Ben"):
        await party.offered(name, "turn")
    await party.until(lambda: "Runde 2" in text(party.board()))


async def test_people_at_once_do_not_make_each_other_stale(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    room = await room_of(party, bot)
    for step in range(1, 7):
        panels = {name: party.panel(name) for name in ("Anna", "Ben")}
        keys = {name: verbs(panel, "turn")[step] for name, panel in panels.items()}
        answers = await asyncio.gather(
            *(party.world.press(party.id(n), p["id"], keys[n]) for n, p in panels.items())
        )
        for name, key in keys.items():
            await party.until(partial(_gone, party, name, key))
        assert all(not answer.message["content"] for answer in answers)
        up = [sum(spot.front is not None for spot in d) for d in view(room).displays]
        assert up == [step, step]


def _gone(party: Party, name: str, key: str) -> bool:
    return key not in verbs(party.panel(name), "turn")


async def test_a_double_click_turns_up_one_card(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    room, panel = await room_of(party, bot), party.panel("Anna")
    anna = party.id("Anna")
    one, other = verbs(panel, "turn")[:2]
    clicks = [party.world.press(anna, panel["id"], key) for key in (one, one, other)]
    await asyncio.gather(*map(party.answered, clicks))
    assert sum(spot.front is not None for spot in view(room).displays[0]) == 1
    assert "Inzwischen ging es weiter" in party.panel("Anna")["content"]
    last = verbs(party.panel("Anna"), "turn")[0]
    await party.answered(party.world.press(anna, panel["id"], last))
    assert not party.panel("Anna")["content"]


async def test_contest_by_clicks(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "contest")
    chooser, room = random.Random(2), await room_of(party, bot)
    namer = next(n for n in ("Anna", "Ben") if verbs(party.panel(n), "name"))
    other = "Ben" if namer == "Anna" else "Anna"
    panel = party.panel(namer)
    assert len(verbs(panel, "name")) == 8
    assert not moves(party.panel(other))
    await party.press(namer, panel, "name", "green")
    await party.until(lambda: verbs(party.panel(other), "turn"))
    assert "▲" in text(party.panel(other))
    assert verbs(party.panel(namer), "turn")
    await people(room, party, chooser, lambda s: s.phase in ("place", "look"))
    assert state(room).results[-1].points is None


async def test_who_leaves_is_followed_by_a_computer(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(party, bot, monkeypatch)
    await with_task(party, bot, "six_blue")
    await act(party, "Ben", random.Random(1))
    await party.leave("Ben")
    room = await room_of(party, bot)
    chooser = random.Random(1)
    async with within(20):
        while state(room).round == 1:
            if not await act(party, "Anna", chooser):
                await asyncio.sleep(0.005)


async def test_buttons_carry_the_names_of_the_picture(party: Party, bot: MonsterBot) -> None:
    await with_task(party, bot, "six_blue")
    assert labels(party.panel("Anna"))[:5] == ["D4", "E4", "F4", "G4", "D5"]
