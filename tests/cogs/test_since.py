"""Looking step by step at what happened since one's turn, at a table over days."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.client import MonsterBot
from engine import match as matches
from screens.page import Button, Row, Select
from tables.lobby import lobby as lobbies
from tables.room.room import Room, header_of
from tests.cogs.clicking import press_forged, refused
from tests.cogs.party import Message, Party, labels, moves, text, verbs

pytestmark = pytest.mark.usefixtures("plain")

MISSED = "Was bisher geschah"


def steps(party: Party) -> list[Message]:
    """Return the pages on which Anna looks back."""
    return [m for m in party.seen("Anna") if m["ephemeral"] and "was bisher geschah" in text(m)]


async def begin(party: Party, bot: MonsterBot, game: str, clock: str = "slow") -> Room:
    """Let Anna begin a game with Ben and two computers."""
    await party.open(game, "Ben", computers=2)
    [table] = await bot.host.store.tables.open_tables(int(party.world.guild_id))
    room = await bot.host.rooms.get(table.id)
    rules = bot.host.game(room)
    await bot.host.lobbies.change(room, lambda t: lobbies.set_option(t, rules, "clock", clock))
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    return room


async def go_round(party: Party, room: Room) -> Message:
    """Let people play until Anna is asked who has missed several things; return her panel."""
    acted = False
    for _ in range(40):
        await party.until(lambda: any(room.asks_person(p.user or 0) for p in room.table.players))
        name = next(p.name for p in room.table.players if room.asks_person(p.user or 0))
        panel = await party.seat(name)
        since = room.running.since_turn(room.seat_of(_id(party, "Anna")) or 0)
        if name == "Anna" and acted and len(since) > 1:
            return panel
        acted = acted or name == "Anna"
        await party.world.press(str(_id(party, name)), panel["id"], moves(panel)[0])
    raise AssertionError("Anna is not asked again")


def _id(party: Party, name: str) -> int:
    return int(party.id(name))


async def test_people_leaf_through_what_they_missed(party: Party, bot: MonsterBot) -> None:
    room = await begin(party, bot, "meistercoup")
    panel = await go_round(party, room)
    assert MISSED in labels(panel)
    await party.press("Anna", panel, "since")
    page = await party.until(lambda: steps(party)[0])
    assert "Schritt 1 von" in text(page) and any("image" in embed for embed in page["embeds"])
    assert party.seen("Anna")[-1]["id"] == page["id"] != panel["id"], "the panel stays"
    assert moves(next(m for m in party.seen("Anna") if m["id"] == panel["id"])) == moves(panel)
    await party.press("Anna", page, "since", verbs(page, "since")[-1].rsplit(":", 1)[1])
    await party.until(lambda: "Ende" not in labels(steps(party)[0]))
    assert len(steps(party)) == 1 and "Schritt 1 von" not in text(steps(party)[0])
    assert not [m for m in party.seen("Ben") if "was bisher geschah" in text(m)]
    attempt = await press_forged(party, bot, "Finn", _since(room))
    refused(party, bot, attempt, "Finn", "error.not_your_seat")
    attempt = await press_forged(party, bot, "Anna", f"{_since(room)}x")
    refused(party, bot, attempt, "Anna", "error.malformed")


async def test_the_deal_is_nothing_that_was_missed(party: Party, bot: MonsterBot) -> None:
    room = await begin(party, bot, "meistercoup")
    dealt = Room(room.table, matches.begin(room.running.game, header_of(room.table)).match)
    page, _ = bot.pages.panel(dealt, _id(party, "Anna"), "", "de")
    assert "since" not in [button.verb for row in page.rows for button in _buttons(row)]


def _buttons(row: Row) -> Sequence[Button]:
    return () if isinstance(row, Select) else row


def _since(room: Room) -> str:
    return f"mr:{room.table.id}:0:since:"


@pytest.mark.parametrize(("game", "clock"), [("meistercoup", "live"), ("monster_meister", "slow")])
async def test_live_tables_and_games_of_memory_tell_it_in_words_alone(
    party: Party, bot: MonsterBot, game: str, clock: str
) -> None:
    room = await begin(party, bot, game, clock)
    panel = await party.seat("Anna")
    assert MISSED not in labels(panel)
    if bot.pages.forgets(room.table):
        attempt = await press_forged(party, bot, "Anna", _since(room))
        refused(party, bot, attempt, "Anna", "error.gone")
