"""A hint by clicks: the button, the sentence above the controls, and when it is gone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.client import MonsterBot
from tests.cogs.clicking import table_of
from tests.cogs.party import Party, controls, moves, text, verbs

HINT = "🧭"
PRIMARY = 1
"""Discord's number of a button's style."""


async def begin(party: Party, game: str, *others: str, computers: int = 2) -> None:
    """Let Anna and others play, and Anna open her panel."""
    await party.open(game, *others, computers=computers)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    await party.seat("Anna")


async def asked(party: Party) -> Any:
    """Wait until Anna has something to choose, and return her panel."""
    await party.until(lambda: verbs(party.panel("Anna"), "hint"), 20)
    return party.panel("Anna")


@pytest.mark.parametrize("game", ["meistercoup", "maechtige_monster", "tueftelmonster"])
async def test_a_hint_stands_on_the_panel_until_its_question_is_answered(
    party: Party, bot: MonsterBot, game: str
) -> None:
    await begin(party, game)
    panel = await asked(party)
    before, token = moves(panel), verbs(panel, "hint")[0].split(":")[2]
    assert HINT not in text(panel)
    await party.press("Anna", panel, "hint")
    panel = party.panel("Anna")
    assert HINT in text(panel) and not verbs(panel, "hint"), "it is said; nothing more to ask"
    assert moves(panel) == before, "the same controls with the same token"
    assert {each.split(":")[2] for each in moves(panel)} == {token}


async def test_a_hint_of_an_answered_question_is_gone(party: Party, bot: MonsterBot) -> None:
    await begin(party, "meistercoup")
    await party.press("Anna", await asked(party), "hint")
    panel = party.panel("Anna")
    token = moves(panel)[0].split(":")[2]
    await party.press("Anna", panel, "play")
    await party.until(lambda: HINT not in text(party.panel("Anna")))
    panel = await asked(party)
    assert verbs(panel, "hint")[0].split(":")[2] > token and HINT not in text(panel)
    log = await bot.host.store.tables.entries(table_of(party))
    assert "hint" not in "".join(entry.action for entry in log)


async def test_two_people_are_given_none_unless_the_host_wants_it(
    party: Party, bot: MonsterBot
) -> None:
    await begin(party, "tueftelmonster", "Ben", computers=0)
    for name in ("Anna", "Ben"):
        assert not verbs(await party.seat(name), "hint")
    assert "hints" not in party.board()["embeds"][-1].get("footer", {}).get("text", "")


async def test_a_table_with_hints_says_that_it_is_not_rated(party: Party, bot: MonsterBot) -> None:
    await party.open("meistercoup", "Ben", computers=1)
    page = (await party.press("Anna", await party.more("Anna"), "options")).message
    assert "not rated" in text(page) or "nicht gewertet" in text(page)
    await party.press("Anna", page, "option", "hints.on")
    await party.until(lambda: re.search("not rated|Wertung", text(party.board())))
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    footer = party.board()["embeds"][-1]["footer"]["text"]
    assert "not rated" in footer or "ohne Wertung" in footer
    await party.seat("Anna")
    await party.seat("Ben")
    await party.until(lambda: any(verbs(party.panel(name), "hint") for name in ("Anna", "Ben")))


async def test_a_hint_marks_the_control_that_does_it(party: Party, bot: MonsterBot) -> None:
    await begin(party, "meistercoup")
    panel = await asked(party)
    assert not [c for c in controls(panel) if c.get("style") == PRIMARY]
    await party.press("Anna", panel, "hint")
    panel = party.panel("Anna")
    (marked,) = [c for c in controls(panel) if c.get("style") == PRIMARY]
    card = marked["label"].partition(":")[0]
    assert f"{HINT} Spiel {card}:" in text(panel) or f"{HINT} Nimm {card}:" in text(panel)
