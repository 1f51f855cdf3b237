"""What the bot has sent is deleted by somebody before the bot, which dies, has noted it: Discord
then posts nothing by its nonce for some minutes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import discord
import pytest

from cogs.line import sending
from playground.server import PlaygroundServer
from settings import Settings
from tests.cogs import dates as meeting
from tests.cogs import test_calls as calling
from tests.cogs import test_summons as summoning
from tests.cogs import test_tournament as tournament
from tests.cogs.abandoned import dies
from tests.cogs.clicking import lobby, table_of
from tests.cogs.moderating import offers
from tests.cogs.party import Message, Party, running_bot, text
from tests.cogs.test_moderation import offered

pytestmark = [pytest.mark.usefixtures("brisk", "plain")]


@pytest.fixture
def party(server: PlaygroundServer) -> Party:
    """The people of the channel, without a bot."""
    return Party(server.world)


def delete(party: Party, message: Message) -> None:
    """Let staff delete a message."""
    party.world.moderation.delete_message(message["id"])


def unnoted(
    monkeypatch: pytest.MonkeyPatch, part: object, name: str, of: Callable[..., bool]
) -> None:
    """Let a bot die as it notes this."""
    write = getattr(part, name)

    async def noted(*args: Any) -> Any:
        return await (dies() if of(*args) else write(*args))

    monkeypatch.setattr(part, name, noted)


async def test_a_board_is_posted_anew(
    party: Party, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(settings) as bot:
        shown = bot.host.store.shown
        unnoted(monkeypatch, shown, "save_board", lambda board: board.message is not None)
        await party.command("Anna", "play", game="meistercoup")
        lost = await party.until(party.board)
        await party.until(lambda: bot.idle)
    delete(party, lost)
    async with running_bot(settings) as bot:
        board = await party.until(party.board)
        await party.until(lambda: bot.idle)
        assert not await bot.host.store.shown.owed()
        await party.press("Ben", board, "join")
        await party.until(lambda: "Ben" in str(party.board()["embeds"]))
        assert party.board()["id"] == board["id"]
    sizes = [size for request in party.world.requests for _, size in request.files]
    assert sizes and all(sizes), "pictures are sent whole, also the second time"


async def test_a_date_is_posted_anew(
    party: Party, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(settings) as bot:
        unnoted(monkeypatch, bot.host.store.meetings, "post", lambda *_: True)
        await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
        lost = await party.until(lambda: meeting.shown(party))
        await party.until(lambda: bot.idle)
    delete(party, lost)
    async with running_bot(settings) as bot:
        unnoted(monkeypatch, bot.host.store.meetings, "post", lambda *_: True)
        await party.until(lambda: meeting.shown(party))
        await party.until(lambda: bot.idle)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        assert await bot.host.store.meetings.owed() == {}
    assert len([m for m in party.seen("Anna") if "Verabredung" in text(m) and m["embeds"]]) == 1


async def test_where_the_channel_is_gone_too_nobody_counts_as_called(
    party: Party, settings: Settings
) -> None:
    async with running_bot(settings) as bot:
        there = bot.get_partial_messageable(1)
        for send in (sending.stand, sending.told):
            with pytest.raises(discord.NotFound):
                await send(there, "nonce", content="x")
    assert sum(r.path == "/channels/1/messages" for r in party.world.requests) == 2


async def test_nobody_is_told_again_that_a_date_was_moved(
    party: Party, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(settings) as bot:
        agreed = await meeting.agree(party, bot, "Ben")
        await party.until(lambda: bot.idle)
        unnoted(
            monkeypatch, bot.host.store.meetings, "post", lambda poster, *_: poster.call is not None
        )
        told = {"calls": 1, "call": "moved", "called": time.time()}
        await meeting.shift(bot, agreed, agreed.at + 60, **told)
        [lost] = await party.until(lambda: meeting.calls(party))
        await party.until(lambda: bot.idle)
    delete(party, lost)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        assert await bot.host.store.meetings.owed() == {}
    assert not meeting.calls(party)


async def test_a_seat_that_was_offered_so_is_offered_no_more(
    party: Party, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(settings) as bot:
        store = bot.host.store.staff
        unnoted(monkeypatch, store, "offer", lambda offer: offer.message is not None)
        lost = await offered(party)
        await party.until(lambda: bot.idle)
    delete(party, lost)
    async with running_bot(settings) as bot:
        await party.until(bot.is_ready)
        await bot.presses.staff.offers.sweep()
        await party.until(lambda: bot.idle)
        assert await bot.host.store.staff.offers() == []
    assert not offers(party, "Eva")


async def test_a_tournament_is_posted_anew(
    party: Party, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(settings) as bot:
        unnoted(monkeypatch, bot.host.store.tournaments, "show", lambda *_: True)
        await tournament.opened(party, bot)
        await party.until(lambda: bot.idle)
    delete(party, tournament.board(party))
    async with running_bot(settings) as bot:
        await bot.services.tournaments.sweep()
        message = await party.until(lambda: tournament.board(party))
        await party.until(lambda: bot.idle)
        await tournament.press(party, "Anna", "enter", message)
        await party.until(lambda: "Anna" in str(tournament.board(party)["embeds"]))


async def test_nobody_is_called_again(
    party: Party, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(settings) as bot:
        unnoted(
            monkeypatch, bot.host.store.shown, "save_call", lambda call: call.message is not None
        )
        party = Party(party.world, bot=bot)
        await calling.slow(party, bot, monkeypatch)
        [name] = await party.until(lambda: calling.mentioned(party))
        [lost] = await party.until(lambda: calling.calls(party, name))
        await party.until(lambda: bot.idle)
    delete(party, lost)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        [stored] = await bot.host.store.shown.calls()
        assert stored.message == 0 and not calling.calls(party, name)
        bot.services.shown.calls.tidy(await bot.host.rooms.get(stored.table), ())
        await party.until(lambda: bot.idle)
        assert not await bot.host.store.shown.calls()
    assert not [m for m in party.seen("Anna") if m["content"] == "…"]


@pytest.mark.parametrize("begun", [False, True])
async def test_no_role_is_called_again(
    party: Party, settings: Settings, monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    [role] = party.world.guild.roles.values()
    async with running_bot(settings) as bot:
        await summoning.settle(bot, party, role)
        await lobby(party, "Ben", computers=1)
        room = await bot.host.rooms.get(table_of(party))
        unnoted(monkeypatch, bot.host.store.company, "save_summons", lambda *_: True)
        await bot.host.summoning.call(room, int(party.id("Anna")))
        [lost] = await party.until(lambda: summoning.calls(party))
        await party.until(lambda: bot.idle)
        if begun:
            monkeypatch.setattr(bot.services.shown.summonses, "changed", lambda room: None)
            await party.press("Anna", party.board(), "start")
            await party.until(lambda: bot.idle and room.match)
    delete(party, lost)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        stored = await bot.host.store.company.summons(room.table.id)
        assert stored is not None and stored.over
    assert not summoning.calls(party)
