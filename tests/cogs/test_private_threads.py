"""Private threads: the bot plays where it was invited, and says where it was not."""

from __future__ import annotations

import pytest

from cogs.client import MonsterBot
from playground.model import Channel
from playground.server import PlaygroundServer
from playground.world import thread_members
from tests.cogs.clicking import sentence, start, table_of
from tests.cogs.party import Party, text, verbs
from tests.cogs.test_taken_away import becomes, quiet

pytestmark = pytest.mark.usefixtures("plain")

RIGHTS = {"Anna": "Kanal ansehen", "Ben": "View Channel"}


@pytest.fixture
def hidden(party: Party) -> Party:
    """The people of a private thread to which nobody has invited the bot."""
    ben = party.id("Ben")
    place = party.world.open_thread(party.id("Anna"), party.channel, "secret", ben)
    return Party(party.world, place.id, party._bot)


def place(party: Party) -> Channel:
    """Return where people are."""
    return party.world.channels[party.channel]


def invite(party: Party) -> None:
    """Let Anna mention the bot, which adds it to the thread."""
    party.world.say(party.id("Anna"), party.channel, f"<@{party.world.bot.id}>")


def leaves(party: Party) -> None:
    """Let somebody take the bot out of the thread."""
    thread_members.set_member(party.world, place(party), party.world.bot.id, joins=False)


@pytest.mark.parametrize("permits", [True, False])
async def test_who_asks_for_a_table_is_told_to_invite_the_bot(
    hidden: Party, bot: MonsterBot, permits: bool
) -> None:
    """Whatever Discord says there of the bot's permissions, which is not documented."""
    hidden.world.unseen_threads_permit = permits
    for name, right in RIGHTS.items():
        values = {"bot": f"<@{bot.user.id if bot.user else 0}>", "right": right}
        for command, options in (
            *(("play", {"game": "meistercoup"}), ("board", {})),
            ("plan", {"game": "meistercoup", "when": "morgen 20:00"}),
        ):
            attempt = await hidden.command(name, command, **options)
            told = sentence(hidden, bot, name, "error.not_invited", **values)
            assert attempt.message["content"] == told and attempt.message["ephemeral"]
    assert await bot.host.store.tables.open_table(int(hidden.channel)) is None
    assert not await bot.host.store.meetings.open(int(hidden.world.guild_id))
    invite(hidden)
    await start(hidden, "Ben", computers=1)
    assert not hidden.board("Ben")["ephemeral"]


async def test_a_table_waits_while_the_bot_is_taken_out(hidden: Party, bot: MonsterBot) -> None:
    invite(hidden)
    table = await quiet(hidden, bot)
    leaves(hidden)
    await becomes(hidden, bot, table, "paused")
    invite(hidden)
    await becomes(hidden, bot, table, "running")
    await hidden.until(lambda: bot.idle and "pausiert" not in text(hidden.board()))


async def test_a_board_that_could_not_be_posted_stands_once_the_bot_is_invited(
    hidden: Party, bot: MonsterBot
) -> None:
    invite(hidden)
    opened = await hidden.command("Anna", "play", game="meistercoup")
    await hidden.until(lambda: bot.idle and verbs(hidden.board(), "join"))
    leaves(hidden)
    await hidden.press("Ben", hidden.board(), "join")
    bot.boards.publish(table_of(hidden), anew=True)
    await hidden.until(lambda: bot._outbox.parked)
    hidden.world.moderation.delete_message(hidden.board()["id"])
    assert opened.acknowledged
    invite(hidden)
    await hidden.until(lambda: "Ben" in text(hidden.board()))
    await hidden.until(lambda: bot.idle)


@pytest.mark.parametrize("command", ["board", "play"])
async def test_who_asks_for_a_board_that_was_forbidden_gets_it(
    party: Party, bot: MonsterBot, server: PlaygroundServer, command: str
) -> None:
    """Of what is allowed again where Discord tells of no change, a command tells."""
    table = await start(party, "Ben", computers=1)
    await party.until(lambda: bot.idle)
    old = party.board()["id"]
    with server.faults.fail("POST", rf"^/channels/{party.channel}/messages$", 403, times=1):
        bot.boards.publish(table, anew=True)
        await party.until(lambda: bot._outbox.parked)
    await party.command("Ben", command, **({"game": "meistercoup"} if command == "play" else {}))
    await party.until(lambda: bot.idle and party.board()["id"] != old)
