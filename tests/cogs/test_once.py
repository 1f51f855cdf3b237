"""What mentions or writes to people is sent once, for however long the store refuses to note it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.line.once import Once
from cogs.line.sending import stand
from cogs.shown import boards, meetings, roundups, summonses
from playground.model import Role
from playground.rest import channels
from playground.server import PlaygroundServer
from storage.errors import Away
from storage.people import Habit
from tables.meetings import course
from tables.servers import DAY, House
from tests.cogs import dates as meeting
from tests.cogs import test_calls as calling
from tests.cogs import test_moderation as moderation
from tests.cogs import test_notify as notifying
from tests.cogs import test_summons as summoning
from tests.cogs import test_tournament as tournament
from tests.cogs.clicking import lobby, table_of
from tests.cogs.moderating import staff
from tests.cogs.party import Party, labels, text

pytestmark = [
    pytest.mark.usefixtures("forgetful", "plain"),
    pytest.mark.expects_log("is tried again: It is locked."),
]
ranks = moderation.ranks
TIMES = 3
"""How often the store refuses."""

Refusing: TypeAlias = Callable[..., None]
"""Lets the store refuse some times to write something: of which part, by what name, and when."""


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot try again soon, and Discord remember no nonce until then."""
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    monkeypatch.setattr(channels, "NONCE_SECONDS", -60.0)


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> Refusing:
    """Let the store refuse some times to write something."""

    def refuse(part: object, name: str, of: Callable[..., bool] = lambda *_: True) -> None:
        write, left = getattr(part, name), [Away("It is locked.")] * TIMES

        async def refuses(*args: Any) -> Any:
            if left and of(*args):
                raise left.pop()
            return await write(*args)

        monkeypatch.setattr(part, name, refuses)

    return refuse


async def test_a_call_is_sent_once_and_told_by_direct_message_all_the_same(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, refusing: Refusing
) -> None:
    for name in ("Anna", "Ben"):
        await bot.host.store.habits.save(Habit(int(party.id(name)), direct=True, locale="de"))
    refusing(bot.host.store.shown, "save_call", lambda call: call.message is not None)
    room = await calling.slow(party, bot, monkeypatch)
    [name] = await party.until(lambda: calling.mentioned(party))
    await party.until(lambda: notifying.letters(party, name) and bot.idle)
    assert len(calling.mentioned(party)) == len(notifying.letters(party, name)) == 1
    [stored] = await bot.host.store.shown.calls(room.table.id)
    assert str(stored.message) == calling.calls(party, name)[0]["id"]


async def test_a_call_that_could_not_be_noted_goes_with_its_question(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, refusing: Refusing
) -> None:
    refusing(bot.host.store.shown, "save_call", lambda call: call.message is not None)
    room = await calling.slow(party, bot, monkeypatch)
    [name] = await party.until(lambda: calling.mentioned(party))
    bot.services.shown.calls.tidy(room, ())
    await party.until(lambda: bot.idle and not calling.calls(party, name))
    assert calling.mentioned(party) == [name]


async def test_a_role_is_called_once(
    party: Party, bot: MonsterBot, role: Role, monkeypatch: pytest.MonkeyPatch, refusing: Refusing
) -> None:
    await summoning.settle(bot, party, role)
    await lobby(party, computers=1)
    refusing(bot.host.store.company, "save_summons")
    await summoning.call(party)
    await party.until(lambda: summoning.calls(party))
    monkeypatch.setattr(summonses, "TOO_LATE", 0.0)
    await party.until(lambda: bot.idle)
    [said] = summoning.calls(party)
    stored = await bot.host.store.company.summons(table_of(party))
    assert stored is not None and str(stored.message) == said["id"]


async def test_a_role_s_call_that_could_not_be_noted_is_ended(
    party: Party, bot: MonsterBot, role: Role, monkeypatch: pytest.MonkeyPatch, refusing: Refusing
) -> None:
    await summoning.settle(bot, party, role)
    await lobby(party, "Ben", computers=1)
    refusing(bot.host.store.company, "save_summons")
    await summoning.call(party)
    await party.until(lambda: summoning.calls(party))
    monkeypatch.setattr(summonses, "TOO_LATE", 0.0)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: bot.idle)
    said = [m for m in party.seen("Anna") if "sucht niemanden mehr" in m["content"]]
    assert len(said) == 1 and not summoning.calls(party)


async def test_a_case_is_told_once(ranks: Party, bot: MonsterBot, refusing: Refusing) -> None:
    guild, log = int(ranks.world.guild_id), list(ranks.world.channels)[2]
    role = int(ranks.world.guild.helper_role)
    await bot.host.servers.settle(guild, House(staff=role, log=int(log)))
    refusing(bot.host.store.staff, "told")
    await staff(ranks, "ban", moderation.HELPER, person=ranks.id("Ben"))
    await moderation.told(bot)
    assert len(Party(ranks.world, log).seen("Deniz")) == 1
    assert len(await moderation.direct(ranks, "Ben")) == 1


@pytest.mark.expects_log("is tried again: 500")
async def test_a_case_is_logged_once_while_its_person_cannot_be_told(
    server: PlaygroundServer, ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild, log = int(ranks.world.guild_id), list(ranks.world.channels)[2]
    role = int(ranks.world.guild.helper_role)
    await bot.host.servers.settle(guild, House(staff=role, log=int(log)))
    tell, troubles = bot.create_dm, [OSError("500")] * TIMES

    async def fails(user: Any) -> Any:
        if troubles:
            raise troubles.pop()
        return await tell(user)

    monkeypatch.setattr(bot, "create_dm", fails)
    await staff(ranks, "ban", moderation.HELPER, person=ranks.id("Ben"))
    await moderation.told(bot)
    assert len(Party(ranks.world, log).seen("Deniz")) == 1
    assert len(await moderation.direct(ranks, "Ben")) == 1


async def test_what_a_board_is_known_by_is_stored_before_it_is_sent(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, refusing: Refusing
) -> None:
    """Else it stands twice where the bot dies before it is noted that it stands."""
    shown, known = bot.host.store.shown, list[bool]()

    async def standing(there: Any, nonce: str, **content: Any) -> Any:
        table = await bot.host.store.tables.open_table(int(party.channel))
        assert table is not None
        stored = await shown.board(table.id)
        known.append(stored is not None and stored.nonce == nonce)
        return await stand(there, nonce, **content)

    monkeypatch.setattr(boards, "stand", standing)
    refusing(shown, "save_board", lambda board: board.nonce is not None)
    await party.command("Anna", "play", game="meistercoup")
    await party.until(lambda: known and bot.idle)
    assert known == [True]


async def test_a_roundup_is_written_once(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, refusing: Refusing
) -> None:
    """Also where it is late in the evening, and can be noted only after midnight."""
    habits = bot.host.store.habits
    for name in ("Anna", "Ben"):
        await habits.save(Habit(int(party.id(name)), "UTC", roundup=23))
    await calling.slow(party, bot, monkeypatch)
    name = await party.until(lambda: (calling.who_may_move(party) or [None])[0])
    midnight = (time.time() // DAY + 1) * DAY
    told = partial(notifying.letters, party, name)
    later = SimpleNamespace(time=lambda: midnight + (1.0 if told() else -1.0))
    monkeypatch.setattr(roundups, "time", later)
    refusing(habits, "rounded_up")
    await bot.services.roundups.sweep()
    await party.until(lambda: told() and bot.idle)
    assert len(told()) == 1
    assert await bot.host.roundups.due(midnight) == []


async def test_of_a_new_table_somebody_is_told_once(
    party: Party, bot: MonsterBot, refusing: Refusing
) -> None:
    await notifying.wish(party, "Ben", "meistercoup")
    refusing(bot.host.store.alerts, "sent")
    await lobby(party)
    await party.until(lambda: notifying.letters(party, "Ben")[1:] and bot.idle)
    assert len(notifying.letters(party, "Ben")) == 2, "the first shows where they are told"


async def test_a_meeting_is_posted_and_calls_its_people_once(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, refusing: Refusing
) -> None:
    refusing(bot.host.store.meetings, "post")
    agreed = await meeting.agree(party, bot, "Ben")
    await party.until(lambda: bot.idle)
    posted = [m for m in party.seen("Anna") if m["embeds"] and "Verabredung" in text(m)]
    assert len(posted) == 1
    refusing(bot.host.store.meetings, "post")
    await meeting.shift(bot, agreed, time.time() + 600)
    await party.until(lambda: meeting.calls(party))
    monkeypatch.setattr(meetings, "_timely", lambda _: False)
    await party.until(lambda: bot.idle)
    [call] = meeting.calls(party)
    assert str((await bot.host.meetings.poster(agreed.id)).call) == call["id"]


@pytest.mark.parametrize("begun", [False, True], ids=["planned", "gathering"])
async def test_a_meeting_that_ends_before_its_message_is_noted_says_so(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    store, sent = bot.host.store.meetings, list[int]()
    post, send = store.post, bot.services.shown.meetings._send
    agreed = await meeting.agree(party, bot) if begun else None
    await party.until(lambda: bot.idle)
    refusing = True

    async def refuses(*args: Any) -> None:
        if refusing:
            raise Away("It is locked.")
        await post(*args)

    async def sends(*args: Any) -> tuple[int, int]:
        told = await send(*args)
        sent.append(told[0])
        return told

    monkeypatch.setattr(store, "post", refuses)
    monkeypatch.setattr(bot.services.shown.meetings, "_send", sends)
    if agreed:
        await meeting.shift(bot, agreed, time.time(), reminded=True)
    else:
        await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
    await party.until(lambda: sent)
    [kept] = await store.open(int(party.world.guild_id))
    await bot.host.meetings.change(kept.id, kept.guild, lambda m: course.over(m, "gone"))
    refusing = False
    await party.until(lambda: bot.idle)
    [message] = [m for m in party.seen("Anna") if m["id"] == str(sent[0])]
    assert not labels(message) and len(sent) == 1
    assert (await bot.host.meetings.poster(kept.id)).message == sent[0]


async def test_a_tournament_is_posted_once_and_says_the_newest(
    party: Party, bot: MonsterBot, refusing: Refusing
) -> None:
    refusing(bot.host.store.tournaments, "show")
    opened = await tournament.opened(party, bot)
    guild = int(party.world.guild_id)
    await bot.services.tournaments.enter(opened, guild, 77, "Zoe")
    await tournament.shows(party, "Zoe")
    await party.until(lambda: bot.idle)
    assert len(tournament.boards(party)) == 1


@pytest.mark.expects_log()
async def test_what_was_noted_is_forgotten() -> None:
    once, sent = Once[int](), list[int]()

    async def send() -> int:
        sent.append(len(sent))
        return sent[-1]

    assert [await once.sent("a", send), await once.sent("a", send)] == [0, 0]
    assert once.knows("a") and not once.knows("b")
    once.noted("a")
    once.noted("b")
    assert not once.knows("a") and await once.sent("a", send) == 1
