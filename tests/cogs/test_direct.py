"""Direct messages are opened at a pace Discord takes; nobody counts as told who was not."""

from __future__ import annotations

import asyncio
import time

import pytest

from cogs.client import MonsterBot
from cogs.line import direct as pace
from cogs.line.direct import Sent
from playground.model import DIRECT
from playground.world import direct
from playground.world.state import RequestRecord
from storage.people import Alert
from tables.lobby.alerting import AT_ONCE
from tests.cogs import test_moderation as moderation
from tests.cogs.clicking import lobby, table_of
from tests.cogs.moderating import staff
from tests.cogs.party import Party
from tests.cogs.stopwatch import within
from tests.cogs.test_notify import letters

pytestmark = pytest.mark.usefixtures("plain")
ranks = moderation.ranks

MANY = AT_ONCE
"""People who want to be told of a table: as many as are told at once."""


async def many(party: Party, bot: MonsterBot, count: int = MANY) -> list[str]:
    """Let many people want to be told of tables; return their ids."""
    people = [party.world.add_person(f"Person {n}").id for n in range(count)]
    parts = ("morning", "afternoon", "evening", "night")
    for person in people:
        guild = int(party.world.guild_id)
        await bot.host.store.alerts.save(
            Alert(guild, int(person), ("meistercoup",), parts=parts, most=5, locale="de")
        )
    return people


def opened(party: Party) -> list[RequestRecord]:
    """Return the requests that open direct messages."""
    return [r for r in party.world.requests if r.path == "/users/@me/channels"]


def written_to(party: Party) -> int:
    """Return to how many people the bot has written."""
    return sum(p.type == DIRECT and bool(p.messages) for p in party.world.channels.values())


async def test_many_are_told_a_few_at_a_time(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "WITHIN", 1.5)
    monkeypatch.setattr(direct, "AT_MOST", MANY)
    await many(party, bot)
    await lobby(party)
    await party.until(lambda: written_to(party) == MANY)
    times = [request.at for request in opened(party)]
    assert len(times) == MANY
    apart = [after - before for before, after in zip(times, times[pace.AT_MOST :], strict=False)]
    assert min(apart) > 1.4
    await party.until(lambda: bot.idle)


async def test_whom_discord_does_not_let_the_bot_write_to_now_is_told_later(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "REST", 0.3)
    monkeypatch.setattr(direct, "AT_MOST", 3)
    people, alerts = await many(party, bot), bot.host.store.alerts
    await lobby(party)
    await party.until(lambda: 403 in [request.status for request in opened(party)])
    unsent = await alerts.unsent(table_of(party))
    assert len(unsent) == MANY - 3, "nobody counts as told who was not"
    began, refused = time.monotonic(), sum(r.status == 403 for r in opened(party))
    await party.until(lambda: sum(r.status == 403 for r in opened(party)) > refused)
    assert time.monotonic() - began > 0.2, "nobody else is tried meanwhile"
    monkeypatch.setattr(pace, "WITHIN", 0.0)
    monkeypatch.setattr(direct, "AT_MOST", MANY)
    await party.until(lambda: written_to(party) == len(people) and bot.idle)
    told = await alerts.letters(table_of(party))
    assert len(told) == MANY and not [each for each in told if each.message == Sent().message]


async def test_a_case_is_told_to_whom_it_was_done_once_that_is_possible(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "REST", 0.2)
    monkeypatch.setattr(direct, "AT_MOST", 0)
    await staff(ranks, "ban", person=ranks.id("Ben"), reason="Nein")
    await ranks.until(lambda: 403 in [request.status for request in opened(ranks)])
    assert await bot.host.store.staff.untold() and not letters(ranks, "Ben")
    monkeypatch.setattr(direct, "AT_MOST", 1)
    await ranks.until(lambda: letters(ranks, "Ben"))
    await ranks.until(lambda: bot.idle)
    assert not await bot.host.store.staff.untold()


async def test_where_the_bot_has_written_before_nothing_is_opened(
    party: Party, bot: MonsterBot
) -> None:
    way, guild = bot.services.shown.letters._direct, int(party.world.guild_id)
    ben = int(party.id("Ben"))
    for text in ("one", "two"):
        await way.send(guild, ben, content=text)
        bot._connection.clear(views=False)  # the library remembers the newest 128
    assert len(opened(party)) == 1 and len(letters(party, "Ben")) == 2


async def test_who_was_written_to_before_does_not_wait_for_the_others(
    party: Party, bot: MonsterBot
) -> None:
    way, people = bot.services.shown.letters._direct, await many(party, bot, 3)
    await way.send(int(party.world.guild_id), int(people[-1]), content="before")
    way._rests = time.monotonic() + 3600
    await lobby(party)
    await party.until(lambda: len(letters(party, "Person 2")) == 2)
    async with within(5):
        while len(await bot.host.store.alerts.unsent(table_of(party))) > 2:
            await asyncio.sleep(0.02)
