"""Whole games of Mächtige Monster by clicks; people who are slow, wrong or absent."""

from __future__ import annotations

import asyncio
import random
import re

import pytest

from cogs.client import MonsterBot
from tests.cogs.clicking import result, table_of
from tests.cogs.party import UPDATED, Message, Party, controls, text, verbs
from tests.cogs.stopwatch import within

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fights be told in a moment."""
    monkeypatch.setattr("cogs.shown.boards.APART", 0.02)


async def begin(party: Party, *options: str, third: str = "") -> None:
    """Seat Anna, Ben and a third person or two computers, switch options on, and start."""
    others, computers = (("Ben", third), 0) if third else (("Ben",), 2)
    await party.open("maechtige_monster", *others, computers=computers)
    for option in options:
        page = (await party.press("Anna", await party.more("Anna"), "options")).message
        await party.press("Anna", page, "option", f"{option}.True")
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))


def asked(panel: Message) -> bool:
    """Tell whether a panel asks for something."""
    return bool(verbs(panel, "card") or verbs(panel, "play"))


def entries(panel: Message) -> list[str]:
    """Return the values of the select that says where a card may go."""
    (found,) = [c for c in controls(panel) if c["custom_id"].split(":")[3] == "play"]
    return [option["value"] for option in found["options"]]


async def choose(party: Party, name: str, chooser: random.Random) -> Message:
    """Let a person choose a card, again where the panel was renewed meanwhile."""
    world, person = party.world, party.id(name)
    while asked(panel := party.panel(name)) and not verbs(panel, "play"):
        await world.press(person, panel["id"], chooser.choice(verbs(panel, "card")))
    return panel


async def turn(party: Party, name: str, chooser: random.Random) -> None:
    """Let a person play: a card, then a place."""
    panel = await choose(party, name, chooser)
    if asked(panel):
        await party.choose(name, panel, "play", chooser.choice(entries(panel)))


async def first(party: Party, *names: str) -> str:
    """Return who of these people is asked first."""
    for name in names:
        await party.seat(name)
    await party.until(lambda: any(asked(party.panel(name)) for name in names), 20)
    return next(name for name in names if asked(party.panel(name)))


async def play_to_the_end(party: Party, *names: str, chooser: random.Random) -> Message:
    """Let these people play whenever their panels ask them, until the result."""

    async def person(name: str) -> None:
        await party.seat(name)
        while not party.over():
            await party.until(lambda: party.over() or asked(party.panel(name)), 30)
            await turn(party, name, chooser)

    async with within(120):
        await asyncio.gather(*map(person, names))
    return party.board()


async def test_whole_game_by_clicks(party: Party) -> None:
    await begin(party)
    final = await play_to_the_end(party, "Anna", "Ben", chooser=random.Random(2))
    assert_result(final)


def assert_result(final: Message) -> None:
    """Assert that this board says who won, and how both people did."""
    assert "🏆" in text(final) and "1. " in text(final)
    for name in ("Anna", "Ben"):
        assert name in text(final)


@pytest.mark.parametrize("options", [("new_rules",), ("guard_chain", "new_rules")])
async def test_a_variant_takes_clicks_and_ends(
    party: Party, bot: MonsterBot, options: tuple[str, ...]
) -> None:
    await begin(party, *options)
    name = await first(party, "Anna", "Ben")
    await turn(party, name, random.Random(len(options)))
    await party.until(lambda: not asked(party.panel(name)))
    assert_result(await result(party, bot, table_of(party)))


async def test_the_chain_of_guards_is_switched_on_by_itself(party: Party, bot: MonsterBot) -> None:
    await begin(party, "guard_chain")
    room = await bot.host.rooms.get(table_of(party))
    view = room.running.view(None)
    assert view.guard_chain and not view.new_rules


async def test_a_card_is_chosen_then_taken_back_then_another_played(party: Party) -> None:
    await begin(party, third="Chiara")
    name = await first(party, "Anna", "Ben", "Chiara")
    panel = party.panel(name)
    assert not verbs(panel, "play") and len(verbs(panel, "card")) == 3
    chosen = await choose(party, name, random.Random(1))
    assert entries(chosen) and len(verbs(chosen, "card")) == 2
    again = (await party.press(name, chosen, "back")).message
    assert not verbs(again, "play") and len(verbs(again, "card")) == 3
    await turn(party, name, random.Random(1))
    await party.until(lambda: len(held(party, name)) == 2)


def held(party: Party, name: str) -> list[str]:
    """Return the cards that a person reads in the panel."""
    line = next(x for x in text(party.panel(name)).splitlines() if "and: " in x)
    return re.findall(r"\d+", line)


async def test_a_second_click_on_the_same_choice_changes_nothing(party: Party) -> None:
    """Slow Discord, or an impatient thumb: the second press of the same select comes too late."""
    await begin(party, third="Chiara")
    name = await first(party, "Anna", "Ben", "Chiara")
    chosen = await choose(party, name, random.Random(2))
    person, (custom_id,) = party.id(name), verbs(chosen, "play")
    value = entries(chosen)[0]
    presses = [party.world.select(person, chosen["id"], custom_id, [value]) for _ in range(2)]
    await asyncio.gather(*presses)
    await party.seat(name)
    assert len(held(party, name)) == 2, "one card was played"


async def test_a_select_that_is_refused_can_be_used_again(party: Party) -> None:
    """Until its message is edited Discord does not take what is chosen already once more."""
    await begin(party, third="Chiara")
    name = await first(party, "Anna", "Ben", "Chiara")
    chosen = await choose(party, name, random.Random(2))
    (custom_id,) = verbs(chosen, "play")
    person = party.id(name)
    for _ in range(3):
        press = party.world.forge(person, chosen["id"], custom_id, ["9.9"])
        assert (await party.answered(press)).kind == UPDATED
    assert entries(party.panel(name)) == entries(chosen)


async def test_who_is_not_asked_is_offered_nothing(party: Party) -> None:
    await begin(party, third="Chiara")
    name = await first(party, "Anna", "Ben", "Chiara")
    assert not any(asked(party.panel(o)) for o in ("Anna", "Ben", "Chiara") if o != name)


async def test_who_leaves_is_followed_by_a_computer(party: Party, bot: MonsterBot) -> None:
    await begin(party)
    table = table_of(party)
    await party.leave("Ben")
    told = text(await result(party, bot, table))
    assert ("🏁" if "**Ben** vorn" in told else "🏆") in told
    played = {entry.by for entry in await bot.host.store.tables.entries(table) if entry.seat == 1}
    assert played == {"computer"}


async def test_a_fight_is_told_before_the_next_round_is_shown(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shown.boards.APART", 0.4)
    await begin(party, third="Chiara")
    names, chooser = ("Anna", "Ben", "Chiara"), random.Random(5)
    await first(party, *names)
    room = await bot.host.rooms.get(table_of(party))
    steps: list[str] = []

    def told() -> bool:
        shown = text(party.board())
        if "Was geschah" in shown and shown not in steps:
            steps.append(shown)
        return "Runde 2" in shown

    async def play() -> None:
        while not told():
            for name in names:
                if room.running.view(None).round == 1 and asked(party.panel(name)):
                    await turn(party, name, chooser)
            await asyncio.sleep(0.05)

    async with within(60):
        await play()
    assert len(steps) >= 2, "guard by guard, then the healing"
    assert "Wächter 1 besiegt: " in steps[0] or "Wächter 1 ist zu stark" in steps[0]


async def test_a_placement_is_taken_back_until_somebody_plays(
    party: Party, bot: MonsterBot
) -> None:
    await begin(party, third="Chiara")
    names = ("Anna", "Ben", "Chiara")
    chooser, name = random.Random(5), await first(party, *names)
    await turn(party, name, chooser)
    await party.until(lambda: verbs(party.panel(name), "take_back"))
    room = await bot.host.rooms.get(table_of(party))
    await party.press(name, party.panel(name), "take_back")
    await party.until(lambda: asked(party.panel(name)))
    assert room.running.sequence == 2 and not verbs(party.panel(name), "take_back")
    others = [other for other in names if other != name]
    await party.until(lambda: not any(asked(party.panel(other)) for other in others))
    await turn(party, name, chooser)
    assert not verbs(party.panel(name), "take_back"), "once a decision"
    await party.until(lambda: any(asked(party.panel(other)) for other in names))
    following = next(other for other in names if asked(party.panel(other)))
    await turn(party, following, chooser)
    await party.until(lambda: verbs(party.panel(following), "take_back"))
