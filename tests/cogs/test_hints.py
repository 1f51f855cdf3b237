"""A hint by clicks: the button, the sentence above the controls, and when it is gone."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cogs.client import MonsterBot
from engine.contract import Advice, HintedOptions, Seat
from engine.match import Match
from screens.frame import match as frame
from screens.names import Names
from screens.page import Button, Choice, Page, Select
from screens.screen import Sight
from screens.texts import Catalogue
from tests.cogs import discord_rules
from tests.cogs.clicking import forward, press_forged, refused, table_of
from tests.cogs.party import Message, Party, controls, moves, text, verbs
from tests.cogs.rendering import HOST, Renderer, payload, renderers, room
from tests.cogs.test_limits import LONG, UNSAFE, check_names
from tests.engine.driver import EFFORT
from tests.engine.facts import known_games
from tests.engine.walks import walk

pytestmark = pytest.mark.usefixtures("plain")

HINT = "🧭"
HINTED = [id for id, g in known_games().items() if issubclass(g.options_type, HintedOptions)]
PRIMARY = 1
"""Discord's number of a button's style."""


async def begin(party: Party, game: str, *others: str, computers: int = 2) -> None:
    """Let Anna and others play, and Anna open her panel."""
    await party.open(game, *others, computers=computers)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    await party.seat("Anna")


async def asked(party: Party, bot: MonsterBot) -> Message:
    """Let Anna do what she must until she has something to choose, and return her panel."""
    room = await bot.host.rooms.get(table_of(party))
    seat = room.seat_of(int(party.id("Anna")))
    assert seat is not None
    await forward(bot, room.table.id, lambda state: room.hintable(seat))
    await party.until(lambda: verbs(party.panel("Anna"), "hint"))
    return party.panel("Anna")


async def told_a_hint(party: Party, panel: Message) -> Message:
    """Let Anna ask for a hint and return her panel once it stands there; an update of the panel
    that was under way may show the question without it first."""
    await party.press("Anna", panel, "hint")
    await party.until(lambda: HINT in text(party.panel("Anna")))
    return party.panel("Anna")


@pytest.mark.parametrize("game", ["meistercoup", "maechtige_monster", "tueftelmonster"])
async def test_a_hint_stands_on_the_panel_until_its_question_is_answered(
    party: Party, bot: MonsterBot, game: str
) -> None:
    await begin(party, game)
    panel = await asked(party, bot)
    before, token = moves(panel), verbs(panel, "hint")[0].split(":")[2]
    assert HINT not in text(panel)
    panel = await told_a_hint(party, panel)
    assert HINT in text(panel) and not verbs(panel, "hint"), "it is said; nothing more to ask"
    assert moves(panel) == before, "the same controls with the same token"
    assert {each.split(":")[2] for each in moves(panel)} == {token}


async def test_a_hint_of_an_answered_question_is_gone(party: Party, bot: MonsterBot) -> None:
    await begin(party, "meistercoup")
    panel = await told_a_hint(party, await asked(party, bot))
    token = moves(panel)[0].split(":")[2]
    await party.press("Anna", panel, "play")
    await party.until(lambda: HINT not in text(party.panel("Anna")))
    panel = await asked(party, bot)
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
    panel = await asked(party, bot)
    assert not [c for c in controls(panel) if c.get("style") == PRIMARY]
    panel = await told_a_hint(party, panel)
    (marked,) = [c for c in controls(panel) if c.get("style") == PRIMARY]
    card = marked["label"].partition(":")[0]
    assert f"{HINT} Spiel {card}:" in text(panel) or f"{HINT} Nimm {card}:" in text(panel)


async def test_a_long_thought_is_acknowledged_first(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.gate.answer.LATE", 0.01)
    go, hint = threading.Event(), Match.hint

    def held(match: Match, seat: Seat, effort: float = 1.0) -> Any:
        assert go.wait(10)
        return hint(match, seat, effort)

    monkeypatch.setattr(Match, "hint", held)
    await begin(party, "maechtige_monster")
    attempt = await party.press("Anna", await asked(party, bot), "hint")
    assert attempt.acknowledged and HINT not in text(party.panel("Anna"))
    go.set()
    await party.until(lambda: HINT in text(party.panel("Anna")))


async def test_a_press_from_elsewhere_is_no_harm(party: Party, bot: MonsterBot) -> None:
    await party.open("meistercoup", computers=2)
    table = table_of(party)
    refused(
        party, bot, await press_forged(party, bot, "Anna", f"mr:{table}:0:hint:"), "Anna",
        "error.not_begun",
    )  # fmt: skip
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    for verb, key in (("hint", "error.not_your_seat"), ("hindsight", "error.not_your_seat")):
        pressed = await press_forged(party, bot, "Ben", f"mr:{table}:0:{verb}:")
        refused(party, bot, pressed, "Ben", key)
    pressed = await press_forged(party, bot, "Anna", f"mr:{table}:0:hindsight:")
    refused(party, bot, pressed, "Anna", "error.not_ended")


@pytest.mark.parametrize("game", HINTED)
async def test_panels_with_hints_are_within_discords_limits(game: str) -> None:
    options = known_games()[game].options_type.model_validate({"hints": "on"})
    seats = max(known_games()[game].seat_counts)
    for match in walk(known_games()[game], options, seats, "hinted").moments(12):
        for seat in match.asked:
            if len(match.legal(seat)) > 1:
                advice = match.hint(seat, EFFORT)
                for renderer in renderers().values():
                    for page in hinted(renderer, match, LONG[:seats], seat, advice):
                        discord_rules.check_message(payload(page))
                    check_names(hinted(renderer, match, UNSAFE[:seats], seat, advice), UNSAFE)


def hinted(
    renderer: Renderer, match: Match, names: Sequence[str], seat: Seat, advice: Advice[Any]
) -> Iterator[Page]:
    """Give a seat's panel before it is given a hint, and with it."""
    at = room(match, names)
    yield renderer.pages.panel(at, HOST + seat, "", renderer.language)[0]
    at.hints[seat] = match.view(seat), advice
    page = renderer.pages.panel(at, HOST + seat, "", renderer.language)[0]
    assert HINT in page.below
    assert [b for r in page.rows if not isinstance(r, Select) for b in r if b.verb == "hint"]
    yield page


def test_a_full_panel_has_the_button_beside_others(bot: MonsterBot) -> None:
    select = Select("?", "pick", [Choice("a", "a")])
    turning = (Button("1–25", "look"), Button("26–50", "look"))
    words = Catalogue().words("en", "meistercoup")
    sight = Sight(view=None, names=Names.of(["Anna"]), words=words)
    page = Page(title="", rows=(select, select, select, select, turning))
    full = frame.hintable(page, bot.pages.screens["meistercoup"], sight, None)
    last = full.rows[-1]
    assert not isinstance(last, Select)
    assert [b.verb for b in last] == ["look", "look", "hint"]
    page = Page(title="", rows=(select,))
    rows = frame.hintable(page, bot.pages.screens["meistercoup"], sight, None).rows
    assert len(rows) == 2
