"""A process that was frozen, or cut off from the store, while another took its place: that one
alone speaks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.gate import answer
from playground.server import PlaygroundServer
from storage import leases
from storage.errors import Away, LeaseLost
from tests.cogs.clicking import sentence, start
from tests.cogs.party import Message, Party, moves, running_bot, settings_for, text

NAMES = ("Anna", "Ben", "Chiara")


@pytest.fixture
async def old(server: PlaygroundServer, tmp_path: Path, brisk: None) -> AsyncIterator[MonsterBot]:
    """Run a bot that holds the lease."""
    async with running_bot(settings_for(server, f"{tmp_path}/tables.db")) as bot:
        assert await bot._store.leases.take("old", (0,), 1, 1.0)
        yield bot


@pytest.fixture
async def party(server: PlaygroundServer, old: MonsterBot) -> Party:
    """Let three play, each with a panel, and all be shown."""
    party = Party(server.world)
    await start(party, "Ben", "Chiara")
    for name in NAMES:
        await party.seat(name)
    await settled(party, old)
    return party


@pytest.fixture
async def new(
    server: PlaygroundServer, old: MonsterBot, party: Party, tmp_path: Path
) -> AsyncIterator[MonsterBot]:
    """Run another, to which nothing comes before it takes the lease."""
    async with running_bot(settings_for(server, f"{tmp_path}/tables.db")) as bot:
        yield bot


async def settled(party: Party, *bots: MonsterBot) -> None:
    """Wait until all is shown, and all answers are given."""
    await party.until(lambda: all(bot.idle and not bot._working for bot in bots))


async def succeed(new: MonsterBot) -> None:
    """Let another process take the lease."""
    held = await new._store.leases.all()
    assert await new._store.leases.take("new", (0,), 1, 2.0, held)


def doubt(bot: MonsterBot) -> None:
    """Let a bot's newest sign of life be too old."""
    bot._store.leases._lived = leases.uptime() - leases.LIFE - 1
    assert bot._store.leases.doubtful


def frozen(bot: MonsterBot, patch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Let nothing come to a bot; return what lies in its socket."""
    lies: list[tuple[Any, ...]] = []
    patch.setattr(bot._connection, "dispatch", lambda *event: lies.append(event))
    return lies


def cut_off(bot: MonsterBot, patch: pytest.MonkeyPatch) -> None:
    """Let a bot reach its store no more; what it sees to by itself says so, and rests here."""
    bot.chores.close()

    async def away(*_: object) -> Any:
        raise Away("The database server cannot be reached.")

    for way in ("_transact", "_query"):
        patch.setattr(bot._store._database, way, away)


async def part(old: MonsterBot, new: MonsterBot, patch: pytest.MonkeyPatch) -> None:
    """Cut one off from the store, and let the other play, which acknowledges at once."""
    patch.setattr(answer, "LATE", 0.0)
    patch.setattr(answer, "LAST", 1.5)
    cut_off(old, patch)
    await succeed(new)
    doubt(old)


def asked(party: Party) -> tuple[str, Message, str]:
    """Return who can move, on which panel, by which button."""
    name = next(name for name in NAMES if moves(party.panel(name)))
    return name, party.panel(name), moves(party.panel(name))[0]


async def move(party: Party) -> Any:
    """Let who is asked move; return what came of the press."""
    name, panel, button = asked(party)
    return await party.world.press(party.id(name), panel["id"], button)


def seen(party: Party) -> list[list[tuple[str, str]]]:
    """Return all that people read."""
    return [[(m["id"], text(m)) for m in party.seen(name)] for name in NAMES]


async def stored(bot: MonsterBot, party: Party) -> int:
    table = asked(party)[2].split(":")[1]
    return len(await bot._store.tables.entries(table))


@pytest.mark.parametrize("late", [0.0, 8.0])
async def test_who_wakes_as_another_plays_says_and_edits_nothing(
    party: Party, old: MonsterBot, new: MonsterBot, monkeypatch: pytest.MonkeyPatch, late: float
) -> None:
    lies = frozen(old, monkeypatch)
    await succeed(new)
    for _ in range(2):
        moved = await move(party)
        assert moved.acknowledged and not moved.failed
        await settled(party, new)
    for name in (*NAMES, "Deniz"):
        await party.press(name, party.board(), "seat")
    await settled(party, new)
    monkeypatch.setattr(answer, "LATE", late)
    before, requests = seen(party), len(party.world.requests)
    doubt(old)
    for event in lies:
        old.dispatch(*event)
    assert len([event for event in lies if event[0] == "interaction"]) == 6
    old.boards.publish(asked(party)[2].split(":")[1], anew=True)
    await asyncio.sleep(0.1)
    await settled(party, old, new)
    assert len(party.world.requests) == requests and seen(party) == before
    assert old._store.taken.is_set()


@pytest.mark.expects_log("cannot be reached")
async def test_who_is_cut_off_from_the_store_lets_another_answer_and_stops(
    party: Party, old: MonsterBot, new: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await part(old, new, monkeypatch)
    before, moved = await stored(new, party), await move(party)
    assert moved.acknowledged and not moved.failed
    await settled(party, old, new)
    assert await stored(new, party) == before + 1
    assert "(Fehler" not in str(seen(party)) and "(Error" not in str(seen(party))
    assert not moved.followups
    with pytest.raises(LeaseLost):
        await old._store.leases.extend(3.0)


async def test_who_is_cut_off_lets_another_answer_also_what_needs_no_store(
    party: Party, old: MonsterBot, new: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await part(old, new, monkeypatch)
    helped = await party.command("Anna", "help")
    assert helped.acknowledged and not helped.failed
    await settled(party, old, new)
    assert old._store.taken.is_set() and not helped.followups


async def test_who_was_frozen_and_still_plays_goes_on(party: Party, old: MonsterBot) -> None:
    doubt(old)
    before, moved = await stored(old, party), await move(party)
    assert moved.acknowledged and not moved.failed
    await settled(party, old)
    assert await stored(old, party) == before + 1 and not old._store.leases.doubtful


@pytest.mark.expects_log("cannot be reached")
async def test_a_store_that_is_away_for_long_silences_nobody(
    party: Party, old: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "LAST", 0.3)
    doubt(old)
    with monkeypatch.context() as away:
        cut_off(old, away)
        began, moved = time.monotonic(), await move(party)
        assert moved.acknowledged and time.monotonic() - began >= 0.3
        await settled(party, old)
    assert not old._store.taken.is_set()
    name = asked(party)[0]
    told = sentence(party, old, name, "error.not_stored", id="").split("(")[0]
    assert any(told in said for each in seen(party) for _, said in each)
    assert (await move(party)).acknowledged
